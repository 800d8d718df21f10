"""What goes wrong when models are evaluated."""

from __future__ import annotations

from manifests.errors import SoundprobeError


class ReplyError(SoundprobeError):
    """A file of replies or votes cannot be read, or is about other questions."""


class ModelError(SoundprobeError):
    """A model cannot be found, cannot be reached, or broke off."""


class JudgeError(SoundprobeError):
    """A judge cannot be reached, or its replies are not what was asked for."""


class MissingLibraryError(SoundprobeError):
    """A library of the `eval` extra is not installed."""

    @classmethod
    def of(cls, library: str, *, needed_for: str) -> MissingLibraryError:
        """Say which library is missing, and how to get it."""
        return cls(
            where=needed_for,
            found=f"no {library}",
            wanted=f"{library}, which the extra `eval` brings",
            remedy="pip install 'soundprobe[eval]'",
        )
