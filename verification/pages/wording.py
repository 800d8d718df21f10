"""Numbers and names of features as people read them."""

from __future__ import annotations

import math
import re

from verification.listening.facts import FAMILIES, FEATURES

# The units that names of features end in; the longest endings first, so that `_db` does not take `_db_per_octave`.
_UNITS = (
    ("_db_per_octave", "dB per octave"),
    ("_db_per_s", "dB/s"),
    ("_bytes_per_s", "bytes/s"),
    ("_dbfs", "dBFS"),
    ("_lufs", "LUFS"),
    ("_semitones", "semitones"),
    ("_db", "dB"),
    ("_khz", "kHz"),
    ("_hz", "Hz"),
    ("_ms", "ms"),
    ("_s", "s"),
)
_TITLES = {
    "rms_dbfs": "Level",
    "bytes_per_s": "Bytes per second",
    "dc_offset": "DC offset",
    "centroid_hz": "Spectral centroid",
    "crest_db": "Crest factor",
    "flatness_db": "Spectral flatness",
    "tilt_db_per_octave": "Spectral tilt",
}
_LONGEST = 4000


def title_of_family(family: str) -> str:
    """Write the name of a feature family as a title; a single feature may stand as a family of its own."""
    if family in FEATURES and family not in FAMILIES:
        return title_and_unit(family)[0]
    return "DC offset" if family == "dc" else family[:1].upper() + family[1:]


def title_and_unit(name: str) -> tuple[str, str]:
    """Split a feature's name into a title and a unit: `noise_floor_dbfs` is `Noise floor`, `dBFS`."""
    stem, unit = name, ""
    for ending, words in _UNITS:
        if name.endswith(ending) and len(name) > len(ending):
            stem, unit = name.removesuffix(ending), words
            break
    band = re.fullmatch(r"band_(\d+)_hz", stem)
    if band:
        return f"Octave at {band[1]} Hz", unit
    if name in _TITLES:
        return _TITLES[name], "" if name == "bytes_per_s" else unit
    words_of_stem = re.sub(r"\b[ft](?=\d)", lambda letter: letter[0].upper(), stem.replace("_", " "))
    return words_of_stem[:1].upper() + words_of_stem[1:], unit


def number(value: float | None) -> str:
    """Write a number with as many digits as a reader needs: three that count, and thousands in groups.

    >>> [number(value) for value in (12345.6, 123.4, 12.34, 1.234, 0.01234, 0.0, None)]
    ['12,346', '123', '12.3', '1.23', '0.0123', '0', '–']
    """
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    size = abs(value)
    digits = max(0, 2 - math.floor(math.log10(size))) if size < 1e3 else 0
    text = f"{value:,.{min(digits, 6)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text.replace("-", "−")


def share(value: float | None) -> str:
    """Write a share from 0 to 1 as a percentage."""
    return "–" if value is None or not math.isfinite(value) else f"{100 * value:.0f}\N{NO-BREAK SPACE}%"


def p_value(value: float) -> str:
    """Write a p value; one below what permutations can show is only bounded."""
    if not math.isfinite(value):
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


def amount(count: int, one: str, many: str = "") -> str:
    """Write a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def shortened(text: str, length: int = _LONGEST) -> str:
    """Cut a text that would swamp the page."""
    return text if len(text) <= length else text[: length - 1] + "…"


def glued(text: str) -> str:
    """Keep numbers and their units on one line."""
    return re.sub(r"(?<=\d) (?=(?:s|Hz|dB|dBFS|%)(?!\w))", "\N{NO-BREAK SPACE}", text)
