"""Read score files: one model on one set each, as `score --out` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from evaluation.errors import ReplyError
from evaluation.replies.provenance import is_run_facts
from evaluation.reports.score import Score
from manifests.release_record.faults import invalid

_WANTED = "a file of scores, as `score --out` writes it"
_MOST_BYTES = 500_000_000  # a set of a million questions; more is some other file


def read_scores(paths: Sequence[Path]) -> tuple[Score, ...]:
    """Read scores in the order given.

    Parameters
    ----------
    paths : sequence of pathlib.Path
        JSON files.

    Raises
    ------
    ReplyError
        If a file cannot be read, or two hold the same model on the same set by the same measure.
    RecordError
        If a file is no JSON, or not a score; the first field that is wrong is named.
    """
    scores: list[Score] = []
    seen: dict[tuple[str, str, str], Path] = {}
    for path in paths:
        score = _read(path)
        key = (score.dataset, score.measure, score.model)
        if key in seen:
            raise ReplyError(
                where=str(path),
                found=f"{score.model!r} on {score.dataset!r} by {score.measure}, which {seen[key]} holds already",
                wanted="each model on each set once",
                remedy="leave one of the files out, or score it again with another --model NAME",
            )
        seen[key] = path
        scores.append(score)
    return tuple(scores)


def without_runs(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Part files from the facts of runs (`NAME.run.json`), which `*.json` names too.

    Returns
    -------
    list of pathlib.Path
        What may be scores, in order.
    list of pathlib.Path
        The facts of runs.

    Raises
    ------
    ReplyError
        If nothing else is named.
    """
    runs = [path for path in paths if is_run_facts(path)]
    rest = [path for path in paths if path not in runs]
    if runs and not rest:
        raise ReplyError(
            where=str(runs[0]),
            found="the facts of a run, and no scores",
            wanted=_WANTED,
            remedy="score its replies with `soundprobe evaluate score SET REPLIES --out FILE`, and name that FILE",
        )
    return rest, runs


def _read(path: Path) -> Score:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= _MOST_BYTES else b""
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise ReplyError(where=str(path), found=reason, wanted=_WANTED, remedy="check the path") from error
    if size > _MOST_BYTES:
        raise ReplyError(where=str(path), found=f"{size:,} bytes", wanted=_WANTED, remedy="check the path")
    try:
        return Score.model_validate_json(data)
    except ValidationError as error:
        raise invalid(
            str(path), error, remedy="score the replies again with `soundprobe evaluate score SET REPLIES --out FILE`"
        ) from None
