"""Who says what in the demo corpus: twelve speakers, six languages, four sentences each, two pitch ranges.

In each language a man and a woman say the same four sentences at the same levels, one in the low range and
one in the high range, so that neither text nor level tells the range. In one language of six the man has the
high voice: guessing the range from the sex is right for 10 speakers of 12, which is strong, and measurable.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

METADATA_HEADER = "id|path|speaker|sex|language|text"
SENTENCES = Path(__file__).with_name("sentences.tsv")

# The melody is narrowed so that it stays inside 80 to 150 Hz, or 180 to 250 Hz (on the logarithmic scale).
_LOW_CONTOUR_SCALE = 0.8
_HIGH_CONTOUR_SCALE = 0.5
_RANGE_BORDER_HZ = 165.0
# The four sentences of a speaker lie a little apart, as those of a person do.
_SENTENCE_PITCHES = (0.980, 0.995, 1.005, 1.020)
_HIGHEST_PEAK_DBFS = -3.2
_PEAK_STEP_DB = 0.2
_PEAK_STEPS = 14


@dataclass(frozen=True, slots=True)
class Speaker:
    """A voice of eSpeak NG and the pitch that it is given.

    Parameters
    ----------
    name : str
        Speaker id.
    sex : str
        Of the voice: its formants, not its pitch.
    language : str
        As in the table of sentences.
    voice : str
        eSpeak NG's language file and variant. No variant with `breath`: those read memory that was never
        written, and differ from run to run.
    median_f0_hz : float
        Median F0 over the speaker's sentences.
    """

    name: str
    sex: str
    language: str
    voice: str
    median_f0_hz: float


SPEAKERS = (
    Speaker("s01", "male", "en-gb", "gmw/en+m3", 98.0),
    Speaker("s02", "female", "en-gb", "gmw/en+steph", 213.0),
    Speaker("s03", "male", "en-us", "gmw/en-US+Mike", 104.0),
    Speaker("s04", "female", "en-us", "gmw/en-US+Annie", 217.0),
    Speaker("s05", "male", "de", "gmw/de+m1", 109.0),
    Speaker("s06", "female", "de", "gmw/de+linda", 222.0),
    Speaker("s07", "male", "fr", "roa/fr+Hugo", 203.0),
    Speaker("s08", "female", "fr", "roa/fr+f1", 127.0),
    Speaker("s09", "male", "es", "roa/es+m7", 115.0),
    Speaker("s10", "female", "es", "roa/es+Andrea", 227.0),
    Speaker("s11", "male", "it", "roa/it+Andy", 121.0),
    Speaker("s12", "female", "it", "roa/it+anika", 208.0),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One clip to make.

    Parameters
    ----------
    id : str
        Clip id.
    speaker : Speaker
        Who speaks.
    text : str
        What is said.
    median_f0_hz : float
        Median F0 of the clip.
    contour_scale : float
        How much of the voice's melody is kept.
    peak_dbfs : float
        Peak level re full scale.
    """

    id: str
    speaker: Speaker
    text: str
    median_f0_hz: float
    contour_scale: float
    peak_dbfs: float


def script() -> list[Line]:
    """Give the 48 clips to make, in order."""
    texts = _texts_by_language()
    return [
        _line(speaker, place, text, languages=list(texts))
        for speaker in SPEAKERS
        for place, text in enumerate(texts[speaker.language])
    ]


def _line(speaker: Speaker, place: int, text: str, *, languages: list[str]) -> Line:
    low = speaker.median_f0_hz < _RANGE_BORDER_HZ
    step = (5 * languages.index(speaker.language) + 3 * place) % _PEAK_STEPS
    return Line(
        id=f"{speaker.name}_{place + 1}",
        speaker=speaker,
        text=text,
        median_f0_hz=round(speaker.median_f0_hz * _SENTENCE_PITCHES[place], 1),
        contour_scale=_LOW_CONTOUR_SCALE if low else _HIGH_CONTOUR_SCALE,
        peak_dbfs=round(_HIGHEST_PEAK_DBFS - _PEAK_STEP_DB * step, 1),
    )


def _texts_by_language() -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for row in SENTENCES.read_text(encoding="utf-8").splitlines()[1:]:
        language, text = row.split("\t")
        texts.setdefault(language, []).append(text)
    return texts
