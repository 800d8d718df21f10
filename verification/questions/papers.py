"""The papers of a set: README.md, LICENSE, and Dynamic-SUPERB's instance.json."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from manifests.errors import RecordError
from verification.findings import Ledger
from verification.questions.licences import is_unknown, licence_in, licence_names, same_licence

# Dynamic-SUPERB, CONTRIBUTING: exactly these.
_FIELDS = ("name", "description", "keywords", "metrics", "path", "version")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_HEADER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
# In the YAML header, or a line of the text such as `- Version: 0d16a08...`.
_VERSION = re.compile(r"^[\s*#>-]*(?:version|revision)[\s*`'\":|]*([0-9a-f]{7,40})\b", re.IGNORECASE | re.MULTILINE)
_LICENCE_FILES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "LICENCE.md", "COPYING")


def check_papers(root: Path, ledger: Ledger, *, name: str, licences: Collection[str]) -> None:
    """Hold a set's papers against each other: rules `card.licence`, `card.instance` and `card.version`.

    Parameters
    ----------
    root : pathlib.Path
        The set's folder, or a file in it.
    ledger : Ledger
        Takes the findings. What does not exist is not judged.
    name : str
        The set's.
    licences : collection of str
        The different licences that rows name.

    Raises
    ------
    RecordError
        If a paper exists but cannot be read.
    """
    folder = root if root.is_dir() else root.parent
    readme = _read(folder / "README.md")
    instance = _check_instance(folder / "instance.json", ledger, name=name)
    if instance is not None and "version" in instance:
        _check_version(instance["version"], readme, ledger, name=name)
    _check_licences(folder, readme, instance or {}, licences, ledger, name=name)


def _read(path: Path) -> str:
    if not path.is_file():
        return ""
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise RecordError(
            where=str(path),
            found=error.strerror or str(error),
            wanted="a file that can be read",
            remedy="change its permissions",
        ) from error


def _check_instance(path: Path, ledger: Ledger, *, name: str) -> dict[str, Any] | None:
    """Give the fields of instance.json; None if there are none."""
    if not path.is_file():
        return None
    try:
        value = json.loads(_read(path))
    except (ValueError, RecursionError):
        value = None
    fields = value if isinstance(value, dict) else None
    ledger.expect(
        fields is not None and not _faults(fields),
        "card.instance",
        name,
        found="instance.json " + ("that is no JSON object" if fields is None else "; ".join(_faults(fields))),
        wanted=f"exactly {', '.join(_FIELDS)}",
    )
    return fields


def _faults(fields: dict[str, Any]) -> list[str]:
    missing = [field for field in _FIELDS if field not in fields]
    extra = [field for field in fields if field not in _FIELDS]
    faults = [f"without {', '.join(missing)}"] if missing else []
    if extra:
        faults.append(f"with {', '.join(extra)} besides")
    if "metrics" in fields and not (isinstance(fields["metrics"], list) and fields["metrics"]):
        faults.append(f"with metrics {fields['metrics']!r}, which is no list of names")
    # The schema asks for a list of keywords; every published file has a text.
    if "keywords" in fields and not isinstance(fields["keywords"], list | str):
        faults.append(f"with keywords {fields['keywords']!r}, which is neither list nor text")
    faults += [
        f"with a blank {field}"
        for field in ("name", "path")
        if field in fields and not (isinstance(fields[field], str) and fields[field].strip())
    ]
    return faults


def _check_version(version: Any, readme: str, ledger: Ledger, *, name: str) -> None:
    is_commit = isinstance(version, str) and _COMMIT.fullmatch(version) is not None
    ledger.expect(
        is_commit,
        "card.version",
        name,
        found=f"version {version!r} in instance.json",
        wanted="the 40 hexadecimal digits of a commit",
    )
    told = {each.casefold() for each in _VERSION.findall(readme)}
    if is_commit and told:
        ledger.expect(
            all(version.startswith(each) for each in told),
            "card.version",
            name,
            found=f"version {', '.join(sorted(told))} in README.md, {version} in instance.json",
            wanted="one version",
        )


def _check_licences(
    folder: Path, readme: str, instance: dict[str, Any], rows: Collection[str], ledger: Ledger, *, name: str
) -> None:
    card = _card_licences(readme)
    others = {"instance.json": [str(instance[key]) for key in ("license", "licence") if instance.get(key)]}
    for file_name in _LICENCE_FILES:
        found = licence_in(_read(folder / file_name))
        if found:
            others[file_name] = [found]
    others["the rows"] = sorted(rows)
    for where, texts in others.items():
        unknown = [text for text in texts if is_unknown(text)]
        names = sorted({name for text in texts if not is_unknown(text) for name in licence_names(text)})
        strange = [each for each in names if card and not any(same_licence(each, known) for known in card)]
        if not unknown and not (card and names):
            continue
        ledger.expect(
            not unknown and not strange,
            "card.licence",
            name,
            found=_describe(where, [*strange, *(["no known licence"] if unknown else [])], sorted(card)),
            wanted="one licence in all papers and rows, or a card that names them all",
            severity="warning",
        )


def _describe(where: str, told: list[str], card: list[str]) -> str:
    in_card = f", {', '.join(card)} in README.md" if card else ""
    return f"{', '.join(told)} in {where}{in_card}"


def _card_licences(readme: str) -> set[str]:
    """Give the licences that the card's header names; `other` stands for the ones in `license_name`."""
    import yaml

    header = _HEADER.match(readme)
    try:
        value = yaml.safe_load(header.group(1)) if header else None
    except (yaml.YAMLError, ValueError, RecursionError):
        return set()
    if not isinstance(value, dict):
        return set()
    names = {name for key in ("license", "licence") for name in _names(value.get(key))}
    return _names(value.get("license_name")) if names <= {"other", "unknown"} else names


def _names(value: Any) -> set[str]:
    return {name for each in _listed(value) for name in licence_names(str(each))}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
