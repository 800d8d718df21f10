"""What is known of the run that replies come from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.errors import ReplyError

_ENDING = ".run.json"


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance:
    """A run, as far as the file beside the replies says; empty where it does not.

    Parameters
    ----------
    model, control, dataset : str
        Who was asked, what was done to the audio, and of which set.
    """

    model: str = ""
    control: str = ""
    dataset: str = ""


def provenance_of(path: Path) -> Provenance:
    """Read what is known of a file of replies: its `.run.json`, or what a log of inspect-ai says.

    Nothing is known of replies from elsewhere.
    """
    if path.suffix == ".eval":
        return _logged(path)
    told = _facts(path.with_name(f"{path.stem}{_ENDING}"))
    return Provenance(
        model=str(told.get("model", "")), control=str(told.get("control", "")), dataset=str(told.get("set", ""))
    )


def is_run_facts(path: Path) -> bool:
    """Say whether a file is what a run keeps beside its replies, `NAME.run.json`."""
    return path.name.endswith(_ENDING) and "questions_sha256" in _facts(path)


def _facts(path: Path) -> dict[str, Any]:
    """Read the facts of a run; empty if there are none."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _logged(path: Path) -> Provenance:
    try:
        from inspect_ai.log import read_eval_log

        spec = read_eval_log(str(path), header_only=True).eval
    except Exception:  # noqa: BLE001  a log that cannot be read is told of where its replies are read
        return Provenance()
    told = spec.metadata or {}
    return Provenance(model=spec.model, control=str(told.get("control", "")), dataset=spec.dataset.name or "")


def require_control(path: Path, *, control: str, of: Provenance) -> None:
    """Refuse replies that are known to be no control of a run.

    Raises
    ------
    ReplyError
        If they are of another control, another model or another set.
    """
    found = provenance_of(path)
    for what, known, wanted in (
        ("control", found.control, control),
        ("model", found.model, of.model),
        ("set", found.dataset, of.dataset),
    ):
        if known and wanted and known != wanted:
            raise ReplyError(
                where=str(path),
                found=f"replies of the {what} {known}",
                wanted=f"the {what} {wanted}",
                remedy=f"give the replies of the same model to the same set, run with --control {control}",
            )
