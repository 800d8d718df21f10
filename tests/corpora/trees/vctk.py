"""Trees in the layouts of VCTK 0.80 and 0.92."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path

from tests.corpora.trees.murmurs import write_murmur
from tests.corpora.trees.sounds import tiny_wav
from tests.corpora.trees.vctk_speakers import HEADER, ROWS

# The files of a few speakers are known; those of the others are shared out so that all together are right.
_KNOWN = {"p225": 231, "p226": 356, "p315": 172, "p360": 424, "p361": 424}
_FILES_080, _FILES_092_MIC1, _FILES_092_MIC2 = 44_242, 44_455, 43_873
_WITHOUT_MIC2 = ("p280", "p315")
_NOTES = {
    "p280": "p280  25  F    Unknown  France (mic2 files unavailable)",
    "p315": "p315  18  M    American  New  England (Text and mic2 files unavailable)",
    "s5": "s5  24  F    British",
}

_SENTENCES = ("Please call Stella.", "Ask her to bring these things with her from the store.", "We also need a toy.")
_SMALL = {"p225": 190.0, "p226": 105.0, "p227": 90.0, "p228": 215.0, "p229": 205.0, "p232": 120.0, "p280": 200.0}


def small(folder: Path) -> Path:
    """Write 0.80 with three sentences each of eight speakers, p280 without a row and p315 without texts among them."""
    root = folder / "VCTK-Corpus"
    for speaker, f0_hz in (_SMALL | {"p315": 115.0}).items():
        for number in range(1, 4):
            write_murmur(root / f"wav48/{speaker}/{speaker}_{number:03}.wav", f0_hz=f0_hz)
    _describe(root, HEADER, ROWS, dict.fromkeys(_SMALL, 3))
    return root


def small_092(folder: Path) -> Path:
    """Write 0.92 with two sentences of four speakers by both microphones, p280 and p315 by the first one only."""
    root = folder / "VCTK-Corpus-0.92"
    for speaker in ("p225", "p226", "p280", "p315", "s5", "p362"):
        for number in range(1, 3):
            for microphone in ("mic1",) if speaker in _WITHOUT_MIC2 else ("mic1", "mic2"):
                name = f"wav48_silence_trimmed/{speaker}/{speaker}_{number:03}_{microphone}.flac"
                write_murmur(root / name, f0_hz=115.0 if speaker in {"p226", "p315"} else 200.0)
    _describe(root, f"{HEADER.strip()} COMMENTS", _rows_092(), dict.fromkeys(("p225", "p226", "p280", "s5", "p362"), 2))
    return root


def full(folder: Path) -> Path:
    """Write all 44,242 recordings of 0.80 by 109 speakers, each of one second."""
    root = folder / "VCTK-Corpus"
    counts = _counts(["p280", *(f"p{row[:3]}" for row in ROWS.splitlines())], total=_FILES_080)
    numbers = count()
    for speaker, files in counts.items():
        (root / "wav48" / speaker).mkdir(parents=True)
        for number in range(1, files + 1):
            tiny_wav(root / f"wav48/{speaker}/{speaker}_{number:03}.wav", next(numbers))
    _describe(root, HEADER, ROWS, {speaker: files for speaker, files in counts.items() if speaker != "p315"})
    return root


def full_092(folder: Path) -> Path:
    """Write all 44,455 recordings of the first microphone of 0.92 by 110 speakers; the second's are links to them."""
    root = folder / "VCTK-Corpus-0.92"
    counts = _counts(["p280", "s5", *(f"p{row[:3]}" for row in ROWS.splitlines())], total=_FILES_092_MIC1)
    lost = _FILES_092_MIC1 - _FILES_092_MIC2 - sum(counts[speaker] for speaker in _WITHOUT_MIC2)
    numbers = count()
    for speaker, files in counts.items():
        (root / "wav48_silence_trimmed" / speaker).mkdir(parents=True)
        by_mic2 = 0 if speaker in _WITHOUT_MIC2 else files - lost * (speaker == "p362")
        for number in range(1, files + 1):
            stem = f"wav48_silence_trimmed/{speaker}/{speaker}_{number:03}"
            first = tiny_wav(root / f"{stem}_mic1.flac", next(numbers))
            if number <= by_mic2:
                (root / f"{stem}_mic2.flac").hardlink_to(first)
    texts = {speaker: files for speaker, files in counts.items() if speaker != "p315"}
    _describe(root, f"{HEADER.strip()} COMMENTS", _rows_092(), texts)
    return root


def _rows_092() -> str:
    rows = {row[:4]: row for row in (f"p{row}" for row in ROWS.splitlines())} | _NOTES
    return "".join(f"{row}\n" for _, row in sorted(rows.items()))


def _counts(speakers: Iterable[str], *, total: int) -> Mapping[str, int]:
    others = sorted(set(speakers) - _KNOWN.keys())
    each, more = divmod(total - sum(_KNOWN.values()), len(others))
    shared = {speaker: each + (place < more) for place, speaker in enumerate(others)}
    return dict(sorted((_KNOWN | shared).items()))


def _describe(root: Path, header: str, rows: str, texts: Mapping[str, int]) -> None:
    """Write the table and the texts; all speakers read the same ones, from the fourth on as links to the first's."""
    (root / "speaker-info.txt").write_text(f"{header}\n{rows}", encoding="utf-8")
    written: dict[int, Path] = {}
    for speaker, sentences in texts.items():
        (root / "txt" / speaker).mkdir(parents=True)
        for number in range(1, sentences + 1):
            path = root / f"txt/{speaker}/{speaker}_{number:03}.txt"
            if number <= len(_SENTENCES):
                path.write_text(f"{_SENTENCES[number - 1]}\n", encoding="utf-8")
            elif number in written:
                path.hardlink_to(written[number])
            else:
                path.write_text(f"This is sentence {number}.\n", encoding="utf-8")
                written[number] = path
