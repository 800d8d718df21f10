"""RAVDESS: 24 actors speak (1,440 recordings) and sing (1,012) two sentences in eight emotions, 48,000 Hz."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from corpora.indexing.layout import find_root
from corpora.indexing.model import Archive, Corpus, Entry, Licence, Origin, Part
from manifests.errors import CorpusError

# 60 a speaker, and 44 a singer: actor 18 did not sing, and nobody sang disgust or surprise.
PARTS = (
    Part(name="speech", recordings=1_440, archive="Audio_Speech_Actors_01-24.zip"),
    Part(name="song", recordings=1_012, archive="Audio_Song_Actors_01-24.zip"),
)
LAYOUT = (
    "a folder with Audio_Speech_Actors_01-24/Actor_01/03-01-06-01-02-01-01.wav, with Audio_Song_Actors_01-24/ or with "
    "both, or with the folders Actor_01 to Actor_24 of one or of both"
)

LICENCE = Licence(
    spdx="CC-BY-NC-SA-4.0",
    summary="attribution, no commercial use, share alike",
    url="https://creativecommons.org/licenses/by-nc-sa/4.0/",
    attribution=(
        "Livingstone SR, Russo FA (2018) The Ryerson Audio-Visual Database of Emotional Speech and Song (RAVDESS). "
        "PLoS ONE 13(5): e0196391. https://doi.org/10.1371/journal.pone.0196391"
    ),
    redistribution=True,
    commercial_use=False,
    share_alike=True,
)

ORIGIN = Origin(
    languages=("en",),
    variety="English with a neutral North American accent; two sentences of seven syllables.",
    speakers="24 professional actors of Toronto, 12 women and 12 men, 21 to 33 years old.",
    situation="Emotions acted at two intensities, spoken and sung, each twice, in a studio; 48,000 Hz, 16 bit.",
)

_RECORD = "https://zenodo.org/records/1188976/files"
_SOURCE = "Zenodo record 1188976, as in PaddleSpeech's paddleaudio/datasets/ravdess.py"
ARCHIVES = (
    Archive(
        url=f"{_RECORD}/Audio_Speech_Actors_01-24.zip",
        checksum="md5:bc696df654c87fed845eb13823edef8a",
        size_bytes=208_468_073,
        source=_SOURCE,
        unpack_to="Audio_Speech_Actors_01-24",
    ),
    Archive(
        url=f"{_RECORD}/Audio_Song_Actors_01-24.zip",
        checksum="md5:5411230427d67a21e18aa4d466e6d1b9",
        size_bytes=225_505_317,
        source=_SOURCE,
        unpack_to="Audio_Song_Actors_01-24",
    ),
)

CHANNELS = {"01": "speech", "02": "song"}
EMOTIONS = {
    "01": "neutral",
    "02": "calm",
    "03": "happy",
    "04": "sad",
    "05": "angry",
    "06": "fearful",
    "07": "disgust",
    "08": "surprised",
}
INTENSITIES = {"01": "normal", "02": "strong"}
STATEMENTS = {"01": "Kids are talking by the door", "02": "Dogs are sitting by the door"}

_NAME = re.compile(r"03-(0[12])-(0[1-8])-(0[12])-(0[12])-(0[12])-(\d\d)")  # 03: sound without pictures
_ACTOR = re.compile(r"Actor_(0[1-9]|1\d|2[0-4])")
_RELEASED = ("Audio_Speech_Actors_01-24", "Audio_Song_Actors_01-24")
# The folder itself comes first: Kaggle's copy has the 24 actors side by side, and all of them once more in a folder.
_TREES = (
    "",
    *_RELEASED,
    *(f"{name}/{name}" for name in _RELEASED),
    *(name.lower() for name in _RELEASED),
)
_NAMES_TRIED = 50


def locate(base: Path) -> Path | None:
    """Find the folder that holds the actors, or the two trees of actors, at or below `base`."""
    return find_root(base, _is_root)


def entries(root: Path) -> Iterator[Entry]:
    """List the recordings, which their names describe; a recording that lies in two trees is listed once.

    Raises
    ------
    CorpusError
        If a name is not of the release's form, names another actor than its folder, or says what the release does
        not have: a strong neutral emotion, or disgust or surprise that is sung.
    """
    listed: set[str] = set()
    for path in _recordings(root):
        entry = _entry(root, path)
        if entry.id not in listed:
            listed.add(entry.id)
            yield entry


def _recordings(root: Path) -> Iterator[Path]:
    for tree in _TREES:
        for actor in _actors(root / tree):
            yield from sorted(path for path in actor.iterdir() if _is_sound(path))


def _actors(tree: Path) -> list[Path]:
    if not tree.is_dir():
        return []
    return sorted(path for path in tree.iterdir() if _ACTOR.fullmatch(path.name) and path.is_dir())


def _is_sound(path: Path) -> bool:
    return path.suffix.lower() == ".wav" and not path.name.startswith(".")


def _entry(root: Path, path: Path) -> Entry:
    name = path.relative_to(root).as_posix()
    match = _NAME.fullmatch(path.stem)
    if match is None:
        raise _bad(root, name, "a name of another form")
    channel, emotion, intensity, statement, repetition, actor = match.groups()
    if actor != path.parent.name.removeprefix("Actor_"):
        raise _bad(root, name, f"actor {actor} in the folder {path.parent.name}")
    if (EMOTIONS[emotion], INTENSITIES[intensity]) == ("neutral", "strong"):
        raise _bad(root, name, "a strong neutral emotion")
    if CHANNELS[channel] == "song" and EMOTIONS[emotion] in {"disgust", "surprised"}:
        raise _bad(root, name, f"a song of the emotion {EMOTIONS[emotion]}")
    return Entry(
        id=path.stem,
        path=name,
        speaker=actor,
        sex="male" if int(actor) % 2 else "female",
        text=STATEMENTS[statement],
        extra={
            "channel": CHANNELS[channel],
            "emotion": EMOTIONS[emotion],
            "intensity": INTENSITIES[intensity],
            "statement": str(int(statement)),
            "repetition": str(int(repetition)),
            "actor": actor,
        },
        origin=name,
    )


def _bad(root: Path, name: str, found: str) -> CorpusError:
    return CorpusError(
        where=str(root / name),
        found=found,
        wanted=(
            "03-CHANNEL-EMOTION-INTENSITY-STATEMENT-REPETITION-ACTOR.wav as released, below the folder of its actor "
            "(neutral is always normal, songs have no disgust and no surprise)"
        ),
        remedy="move it out of the corpus, or unpack the corpus again",
    )


def _is_root(folder: Path) -> bool:
    return any(
        _NAME.fullmatch(path.stem)
        for tree in _TREES
        for actor in _actors(folder / tree)[:1]
        for path in islice(actor.iterdir(), _NAMES_TRIED)
        if _is_sound(path)
    )


CORPUS = Corpus(
    name="ravdess",
    title="RAVDESS",
    homepage="https://zenodo.org/records/1188976",
    licence=LICENCE,
    citation=(
        "Steven R. Livingstone and Frank A. Russo, The Ryerson Audio-Visual Database of Emotional Speech and Song "
        "(RAVDESS), PLoS ONE 13(5), 2018"
    ),
    expected_files=sum(part.recordings for part in PARTS),
    extra_columns=("channel", "emotion", "intensity", "statement", "repetition", "actor"),
    origin=ORIGIN,
    layout=LAYOUT,
    locate=locate,
    entries=entries,
    archives=ARCHIVES,
    obtain=(
        "Download Audio_Speech_Actors_01-24.zip and Audio_Song_Actors_01-24.zip from the Zenodo record and unpack each "
        "into a folder of its name."
    ),
    size_gb=1.1,
    parts=PARTS,
    part_column="channel",
)
