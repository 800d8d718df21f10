"""The dataset card, as far as machines read it, and what else lies in the dataset folder."""

from __future__ import annotations

from typing import Any

from manifests.layout import DatasetPaths
from manifests.licences import hub_licence
from manifests.record import DatasetRecord
from verification.findings import Ledger
from verification.reading import COLUMNS

_DATA_FILES = [{"split": "test", "path": "data/test-*.parquet"}]
# What `datasets` would load, or a reader take for a part of the dataset.
_DATA_SUFFIXES = frozenset(
    {
        *(
            ".parquet",
            ".arrow",
            ".feather",
            ".csv",
            ".tsv",
            ".txt",
            ".json",
            ".jsonl",
            ".ndjson",
            ".xml",
            ".h5",
            ".pkl",
        ),
        *(".zip", ".tar", ".gz", ".bz2", ".xz", ".zst", ".7z"),
        *(".flac", ".wav", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".aif", ".aiff", ".au", ".wma", ".webm", ".mp4"),
    }
)


class _CardError(ValueError):
    """The card has no header that can be read."""


def check_card(paths: DatasetPaths, header: DatasetRecord, ledger: Ledger) -> None:
    """Check the card's YAML header, by which the Hub and `datasets` load the dataset, and look for other data.

    Parameters
    ----------
    paths : DatasetPaths
        Where the dataset lies.
    header : DatasetRecord
        The record's header.
    ledger : Ledger
        Takes the findings.
    """
    _check_other_files(paths, ledger)
    card: dict[str, Any] = {}
    found = ""
    try:
        card = _read_header(paths)
    except _CardError as error:
        found = str(error)
    if not ledger.expect(
        not found,
        "card.header",
        paths.name,
        found=found,
        wanted="README.md with a YAML header between two lines of ---",
    ):
        return
    licence = hub_licence(use.licence for use in header.corpora)
    configs = card.get("configs")
    info = card.get("dataset_info")
    promised = {
        "data_files": (_values(configs, "data_files"), [_DATA_FILES]),
        "features": (_values(info.get("features") if isinstance(info, dict) else info, "name"), list(COLUMNS)),
        "license": ({name: card[name] for name in ("license", "license_name") if name in card}, licence),
    }
    for name, (value, wanted) in promised.items():
        ledger.expect(
            value == wanted, f"card.{name}", paths.name, found=f"{value!r:.200} in README.md", wanted=repr(wanted)
        )


def _values(entries: Any, name: str) -> Any:
    """Give one value of each entry of a list; anything else as it is."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return entries
    return [entry.get(name) for entry in entries]


def _read_header(paths: DatasetPaths) -> dict[str, Any]:
    import yaml

    try:
        text = paths.card.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _CardError(f"a card that cannot be read ({getattr(error, 'strerror', None) or error})") from error
    first, _, rest = text.partition("\n")
    header, end, _ = rest.partition("\n---\n")
    if first != "---" or not end:
        raise _CardError("a card without a header")
    try:
        value = yaml.safe_load(header)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _CardError(f"a header that is no YAML ({' '.join(str(error).split())[:120]})") from error
    if not isinstance(value, dict):
        raise _CardError("a header that is no mapping")
    return value


def _check_other_files(paths: DatasetPaths, ledger: Ledger) -> None:
    others = sorted(
        path.relative_to(paths.folder).as_posix()
        for path in paths.folder.rglob("*")
        if path.suffix.lower() in _DATA_SUFFIXES and path.is_file() and paths.data not in path.parents
    )
    shown = ", ".join(others[:5]) + (f" and {len(others) - 5} more" if len(others) > 5 else "")
    ledger.expect(
        not others, "card.other_files", paths.name, found=shown, wanted="no data in the dataset folder but in data/"
    )
