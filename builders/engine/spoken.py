"""A spoken instruction before the clip (App. C.4 of the SAGI paper): the question said, a gap, the clip.

The recipe's construction knows nothing of it: its clip is rendered and measured as ever, and what comes before is
counted in the measurement `spoken_frames`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from builders.engine.construction import MAX_DURATION_S, SAMPLING_RATE
from builders.engine.recipe import Recipe
from corpora.indexing.table import CorpusIndex
from manifests.errors import PlanError
from manifests.rows import PlanItem, Scalar, SourceRef
from probe_signal.arrays import FloatArray
from probe_signal.joining import join

GAP_S = 0.5
GAP, TEXT, FRAMES = "spoken_gap_s", "spoken_text", "spoken_frames"


def instruction_refs(recipe: Recipe, indexes: Sequence[CorpusIndex]) -> dict[str, SourceRef]:
    """Find the recording of each way to ask, by its text; empty if the recipe does not ask aloud.

    Raises
    ------
    PlanError
        If a question was not spoken.
    """
    if not recipe.spoken:
        return {}
    from builders.engine.supply import source_clip

    texts = [recipe.asked(options) for options in recipe.rotations()]
    spoken = {row["text"]: (row, index) for index in indexes for row in index.rows() if row["text"] in texts}
    absent = [text for text in texts if text not in spoken]
    if absent:
        raise PlanError(
            where=f"recipe {recipe.target}",
            found=f"no recording of the question {absent[0]!r}",
            wanted="every order of the options, spoken",
            remedy="let the build speak them: name what speaks with --engine, and leave out --corpus synthesised=...",
        )
    return {text: source_clip(*spoken[text]).ref for text in texts}


def room_left_s(refs: Mapping[str, SourceRef]) -> float:
    """Say how long a clip may be, after the longest way to ask."""
    longest = max((ref.frames / ref.sampling_rate for ref in refs.values()), default=0.0)
    return MAX_DURATION_S - (longest + GAP_S if refs else 0.0)


def asked_aloud(item: PlanItem, recipe: Recipe, refs: Mapping[str, SourceRef]) -> PlanItem:
    """Put the question's recording behind an item's own sources."""
    if not refs:
        return item
    text = recipe.asked(item.options)
    parameters = {**item.parameters, TEXT: text, GAP: GAP_S}
    return replace(item, sources=(*item.sources, refs[text]), parameters=parameters)


def own_parameters(parameters: Mapping[str, Scalar]) -> dict[str, Any]:
    """Give the parameters that are the construction's."""
    return {name: value for name, value in parameters.items() if name not in (GAP, TEXT)}


def is_asked_aloud(item: PlanItem) -> bool:
    """Say whether the last source of an item is its question."""
    return TEXT in item.parameters


def after_instruction(item: PlanItem, instruction: FloatArray, clip: FloatArray) -> tuple[FloatArray, int]:
    """Put question, gap and clip one after another.

    Parameters
    ----------
    item : PlanItem
        Whose parameters say how long the gap is.
    instruction : numpy.ndarray, shape (n,)
        The spoken question.
    clip : numpy.ndarray, shape (m,) or (m, 2)
        The clip; a stereo one is asked about in both ears.

    Returns
    -------
    numpy.ndarray, shape (n + gap + m,) or (n + gap + m, 2), and int
        The whole, and where in it the clip begins.
    """
    gap_frames = round(float(item.parameters[GAP] or 0.0) * SAMPLING_RATE)
    if clip.ndim == 2:
        instruction = np.repeat(instruction[:, None], clip.shape[1], axis=1)
    return join((instruction, clip), gap_frames=gap_frames), len(instruction) + gap_frames
