"""Open a file of sound with libsndfile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    import soundfile


def open_sound(file: BinaryIO) -> soundfile.SoundFile:
    """Open the sound in an open file of the disk, from its start; the file stays open when the sound is closed.

    By a name, libsndfile takes what a Mac leaves beside `x.mp3` as `._x.mp3` for a part of it, and refuses both.
    Through the methods of a Python object, an interruption (Ctrl-C) while it reads would be taken for the file's end.

    Raises
    ------
    soundfile.LibsndfileError
        If libsndfile does not know it.
    """
    import soundfile

    os.lseek(file.fileno(), 0, os.SEEK_SET)
    return soundfile.SoundFile(file.fileno(), closefd=False)
