"""Pronouncing dictionaries: a word, then its phonemes in ARPABET, a line each.

Two habits are read. The CMU Pronouncing Dictionary (http://www.speech.cs.cmu.edu/cgi-bin/cmudict) has remarks after
`;;;` (and after ` # ` in its newer form) and numbers the variants of a word, `READ(1)`; speechocean762's
resource/lexicon.txt gives a word again for each variant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from manifests.errors import CorpusError

EMBEDDED = Path(__file__).with_name("soundprobe.dict")

_VARIANT = re.compile(r"\(\d+\)$")
_PHONE = re.compile(r"[A-Z]{1,3}[0-2]?")
_REMARK, _LATE_REMARK = ";;;", re.compile(r"\s#(?:\s.*)?$")

Phones = tuple[str, ...]


@dataclass(frozen=True)
class Dictionary:
    """Pronunciations by word.

    Parameters
    ----------
    name : str
        The file's name.
    variants : mapping
        The pronunciations of each word in upper case, in the order of the file.
    """

    name: str
    variants: Mapping[str, tuple[Phones, ...]]

    def phones_of(self, word: str) -> Phones | None:
        """Give the first pronunciation of a word in any case, or None: the same each time, and mostly the commonest."""
        found = self.variants.get(word.upper())
        return found[0] if found else None


def is_phone(text: str) -> bool:
    """Say whether `text` looks like a phoneme of ARPABET, with or without a digit for its stress."""
    return bool(_PHONE.fullmatch(text))


def read_dictionary(path: Path) -> Dictionary:
    """Read a dictionary in either habit, in UTF-8 (with or without a byte-order mark) or Latin-1, as CMU's older ones.

    Raises
    ------
    CorpusError
        If the file cannot be read, a line of it is no entry, or there is none.
    """
    variants: dict[str, dict[Phones, None]] = {}
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip() or line.startswith(_REMARK):
            continue
        head, *phones = _LATE_REMARK.sub("", line).split()
        bad = next((phone for phone in phones if not is_phone(phone)), None)
        if bad or not phones:
            raise CorpusError(
                where=f"{path}, line {number:,}",
                found=f"the phoneme {bad!r}" if bad else f"{head!r} and no phonemes",
                wanted="a word and its phonemes in ARPABET, such as MARK M AA1 R K",
                remedy="correct the line, or remove it",
            )
        variants.setdefault(_VARIANT.sub("", head).upper(), {})[tuple(phones)] = None
    if not variants:
        raise CorpusError(
            where=str(path),
            found="no entry",
            wanted="a pronouncing dictionary, such as cmudict-0.7b",
            remedy="give another file with --dictionary",
        )
    return Dictionary(path.name, {word: tuple(each) for word, each in variants.items()})


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CorpusError(
            where=str(path),
            found=f"that it cannot be read ({(error.strerror or type(error).__name__).lower()})",
            wanted="a pronouncing dictionary",
            remedy="give a file that is there with --dictionary",
        ) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
