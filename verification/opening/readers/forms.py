"""The forms of question sets, in the order in which they are looked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from verification.opening.errors import CollectionError
from verification.opening.rawset import RawSet
from verification.opening.readers import arrow, configs, corpus, folders, kaldi, listing, parquet, table

# A form that is surely meant stands before one that merely could be: LJSpeech's metadata.csv is no question
# set, and a folder of audio is one only if nothing in it says what it is.
FORMS: Mapping[str, Callable[[Path], RawSet | None]] = {
    "a folder whose README.md names the files of its sets (configs, data_files)": configs.find,
    "Parquet files (data/test-00000-of-00001.parquet, <config>/<split>/*.parquet)": parquet.find,
    "a folder that datasets.save_to_disk wrote": arrow.find,
    "a corpus in its owner's layout": corpus.find,
    "metadata.csv, .tsv or .jsonl with audio, or one such table": table.find,
    "a JSON list": listing.find,
    "a Kaldi directory (wav.scp)": kaldi.find,
    "folders named by label, or audio files": folders.find,
}

_PACKED = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip", ".7z", ".rar")


def read_raw(path: Path) -> RawSet:
    """Recognise a set.

    Raises
    ------
    CollectionError
        If there is no such path, it holds nothing that is known, or what it holds is broken.
    """
    if not os.path.exists(path) and (named := configs.find(path)):  # noqa: PTH110 - as below
        return named
    if not os.path.exists(path):  # noqa: PTH110 - unlike Path.exists it takes names that no file can have
        raise CollectionError(
            where=str(path).replace("\0", "\\0")[:300],
            found="no such file or folder",
            wanted="a question set on this disk",
            remedy="see whether the name is spelt right; a set on the Hub has to be downloaded first",
        )
    if not path.is_file() and not path.is_dir():
        raise CollectionError(
            where=str(path), found="neither a file nor a folder", wanted="a question set", remedy="give its path"
        )
    try:
        for find in FORMS.values():
            found = find(path)
            if found is not None:
                return found
    except OSError as error:
        raise CollectionError(
            where=str(error.filename or path),
            found=f"that it cannot be read ({(error.strerror or type(error).__name__).lower()})",
            wanted="a question set that may be read",
            remedy="see who may read it, and whether its disk is well",
        ) from error
    raise CollectionError(
        where=str(path),
        found=_what_is_there(path),
        wanted="one of: " + "; ".join(FORMS),
        remedy=_remedy(path),
    )


def _remedy(path: Path) -> str:
    names = [path.name] if path.is_file() else [entry.name for entry in path.iterdir()]
    packed = next((name for name in sorted(names) if name.lower().endswith(_PACKED)), "")
    if packed:
        return f"unpack {packed} and give the folder: archives (WebDataset shards among them) are not read"
    return "give the folder that holds the table and the audio, or the table itself"


def _what_is_there(path: Path) -> str:
    if path.is_file():
        return f"a file of another kind ({path.suffix or 'without a suffix'})"
    names = sorted(entry.name + "/" * entry.is_dir() for entry in path.iterdir())
    more = f" and {len(names) - 6:,} more" if len(names) > 6 else ""
    return f"nothing that is recognised: {', '.join(names[:6])}{more}" if names else "an empty folder"
