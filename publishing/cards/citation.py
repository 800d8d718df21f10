"""How to cite a dataset: the task's paper and the software, as BibTeX."""

from __future__ import annotations

import re

from publishing.cards.markdown import one_line

# As the recipes write a paper: `A B, C D: Title, 2024 (arXiv:2410.13268).`
_PAPER = re.compile(r"(?P<authors>[^:]+): (?P<title>.+), (?P<year>\d{4})(?: \(arXiv:(?P<arxiv>[\w./-]+)\))?\.?")
_SPECIAL = re.compile(r"[&%$#_]")
_FORBIDDEN = re.compile(r"[\\{}`~^]")
_HOME = "https://github.com/soundprobe/soundprobe"


def paper_entry(paper: str) -> str:
    """Give a paper as a BibTeX entry; what is not of the usual form is cited whole.

    Parameters
    ----------
    paper : str
        A recipe's citation line.
    """
    line = one_line(paper)
    found = _PAPER.fullmatch(line)
    if not found:
        return _entry("misc", "paper", {"note": _clean(line)})
    authors = [name.strip() for name in found["authors"].split(",")]
    surname = re.sub(r"[^a-z]", "", authors[0].rpartition(" ")[2].lower()) or "paper"
    values = {
        "author": " and ".join(map(_clean, authors)),
        "title": f"{{{_clean(found['title'])}}}",
        "year": found["year"],
    }
    if found["arxiv"]:
        values |= {"eprint": found["arxiv"], "archivePrefix": "arXiv"}
    return _entry("misc", f"{surname}{found['year']}", values)


def software_entry(version: str) -> str:
    """Give soundprobe itself as a BibTeX entry."""
    values = {"author": "{The soundprobe authors}", "title": "{soundprobe}"}
    if version:
        values["version"] = _clean(version)
    return _entry("software", "soundprobe", values | {"url": _HOME})


def release_entry(*, name: str, version: str, date: str) -> str:
    """Give a release as a BibTeX entry."""
    title = f"{{{_clean(f'{name} {version}')}}}"
    values = {"author": "{The soundprobe authors}", "title": title, "version": _clean(version), "date": _clean(date)}
    key = re.sub(r"[^a-z0-9-]", "", f"{name}-{version}".lower().replace(".", "-")) or "release"
    return _entry("misc", key, values)


def _clean(text: str) -> str:
    return _SPECIAL.sub(lambda mark: f"\\{mark.group()}", _FORBIDDEN.sub("", one_line(text)))


def _entry(kind: str, key: str, values: dict[str, str]) -> str:
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in values.items())
    return f"@{kind}{{{key},\n{lines}\n}}"
