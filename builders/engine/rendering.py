"""Render one item: make, quantise once, hold to the audio contract, measure, compare, encode."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from builders.engine.construction import MAX_DURATION_S, SAMPLING_RATE, Construction, scalars
from builders.engine.sources import SourceReader
from builders.engine.spoken import FRAMES, after_instruction, is_asked_aloud, own_parameters
from execution.interrupts import ctrl_c_later
from manifests.errors import RenderError
from manifests.rows import ItemRecord, PlanItem, Scalar
from probe_signal.arrays import IntArray
from probe_signal.levels import dbfs, peak, rms
from probe_signal.quantise import to_pcm16

# libsndfile's scale of 0 to 1 for FLAC's levels 0 to 8: level 5 is the reference encoder's own default.
_FLAC_LEVEL = 5 / 8
# Level 3 codes each channel for itself. Above it, a file is some bytes larger if the sound is in the left ear.
_FLAC_LEVEL_STEREO = 3 / 8
_SILENT_PEAK = 1e-3


@dataclass(frozen=True)
class Rendered:
    """An item that has been rendered: its record, and its clip as a FLAC file."""

    record: ItemRecord
    flac: bytes


def render_item(
    item: PlanItem, construction: Construction[Any, Any], *, channels: int, reader: SourceReader
) -> Rendered:
    """Render an item: a pure function of the item and its sources.

    Raises
    ------
    AudioError
        If a source is gone or has changed.
    RenderError
        If the clip breaks the audio contract or does not bear out its label.
    """
    parameters = construction.Parameters(**own_parameters(item.parameters))
    pcm, gain, begins = _clip(item, construction, parameters, reader)
    loudest = peak(pcm)
    _hold_to_contract(item, pcm, channels, loudest)
    with _authors_mistakes(item):
        realised = construction.measure(parameters, pcm[begins:])
        spoken: dict[str, Scalar] = {FRAMES: begins} if is_asked_aloud(item) else {}
        measurements = {**_common(pcm, gain, loudest), **spoken, **scalars(realised)}
        found = construction.label_of(parameters, realised)
        explanation = construction.explain(parameters, realised)
    if found != item.label:
        raise _broken(item, f"the label {found!r} by measurement ({scalars(realised)})", repr(item.label))
    record = ItemRecord.of(
        item,
        explanation=explanation,
        measurements=measurements,
        frames=len(pcm),
        pcm_sha256=hashlib.sha256(np.ascontiguousarray(pcm).data).hexdigest(),
    )
    return Rendered(record, encode_flac(pcm))


def encode_flac(pcm: IntArray) -> bytes:
    """Encode int16 samples, shape (n,) or (n, channels), as FLAC: mono at level 5, several channels at level 3."""
    import soundfile as sf

    sink = io.BytesIO()
    level = _FLAC_LEVEL if pcm.ndim == 1 else _FLAC_LEVEL_STEREO
    with ctrl_c_later():
        sf.write(sink, pcm, SAMPLING_RATE, format="FLAC", subtype="PCM_16", compression_level=level)
    return sink.getvalue()


def _clip(
    item: PlanItem, construction: Construction[Any, Any], parameters: Any, reader: SourceReader
) -> tuple[IntArray, float, int]:
    """Make the samples that ship; say with what gain, and where in them the construction's own clip begins."""
    sources = [reader.read(ref) for ref in item.sources]
    instruction = sources.pop() if is_asked_aloud(item) else None
    begins = 0
    with _authors_mistakes(item):
        clip = construction.render(parameters, sources)
        if instruction is not None:
            clip, begins = after_instruction(item, instruction, clip)
        return *to_pcm16(clip), begins


@contextmanager
def _authors_mistakes(item: PlanItem) -> Iterator[None]:
    """Name the item when a builder's own code fails."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise _broken(item, f"{type(error).__name__}: {error}", "a clip that can be rendered and measured") from error


def _hold_to_contract(item: PlanItem, pcm: IntArray, channels: int, loudest: float) -> None:
    longest = int(MAX_DURATION_S * SAMPLING_RATE)
    found_channels = 1 if pcm.ndim == 1 else pcm.shape[1]
    if not 0 < len(pcm) <= longest:
        raise _broken(item, f"{len(pcm):,} samples", f"1 to {longest:,} samples ({MAX_DURATION_S:g} s)")
    if found_channels != channels:
        raise _broken(item, f"{found_channels} channels", f"{channels}, as the recipe says")
    if loudest < _SILENT_PEAK:
        raise _broken(item, f"silence (peak {dbfs(loudest):.1f} dBFS)", "a peak of at least -60 dBFS")


def _common(pcm: IntArray, gain: float, loudest: float) -> dict[str, Scalar]:
    return {
        "duration_s": len(pcm) / SAMPLING_RATE,
        "peak_dbfs": round(dbfs(loudest), 3),
        "rms_dbfs": round(dbfs(float(np.max(rms(pcm)))), 3),
        "gain": gain,
    }


def _broken(item: PlanItem, found: str, wanted: str) -> RenderError:
    made_of = ", ".join(f"{ref.corpus} {ref.path}" for ref in item.sources) or "nothing but its parameters"
    return RenderError(
        where=f"item {item.id} ({item.operation}, made of {made_of})",
        found=found,
        wanted=wanted,
        remedy="leave this recording out with --without ID, or correct the builder",
    )


def published_row(rendered: Rendered) -> dict[str, Any]:
    """Give the row of the published dataset."""
    record = rendered.record
    file = f"{record.id}.flac"
    return {
        "id": record.id,
        "audio": {"bytes": rendered.flac, "path": file},
        "file": file,
        "instruction": record.instruction,
        "options": list(record.options),
        "label": record.label,
        "explanation": record.explanation,
        "source": [
            {
                "corpus": ref.corpus,
                "item": ref.item,
                "speaker": ref.speaker,
                "sex": ref.sex,
                "licence": ref.licence,
            }
            for ref in record.sources
        ],
        "parameters": dict(record.parameters),
        "measurements": dict(record.measurements),
        "group": record.group,
    }
