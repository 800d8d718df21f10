"""The one family of errors: every message says where, what was found, what was wanted and what to do."""

from __future__ import annotations


class SoundprobeError(Exception):
    """Something that the user can put right.

    Parameters
    ----------
    where : str
        The file, folder, item or option concerned.
    found : str
        What was found there.
    wanted : str
        What was wanted instead.
    remedy : str
        What to do next.
    """

    def __init__(self, *, where: str, found: str, wanted: str, remedy: str) -> None:
        self.where = where
        self.found = found
        self.wanted = wanted
        self.remedy = remedy
        super().__init__(f"{where}: found {found}\n  wanted: {wanted}\n  to do:  {remedy}")

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the trip back from a worker process, which keyword-only arguments otherwise do not."""
        return _rebuild, (type(self), self.where, self.found, self.wanted, self.remedy)


def _rebuild(kind: type[SoundprobeError], where: str, found: str, wanted: str, remedy: str) -> SoundprobeError:
    return kind(where=where, found=found, wanted=wanted, remedy=remedy)


class AudioError(SoundprobeError):
    """An audio file cannot be read, or is not what its index says."""


class CorpusError(SoundprobeError):
    """A corpus is absent, partial, damaged or not in its native layout."""


class AbsentCorpusError(CorpusError):
    """A corpus that a recipe needs is not here, and nothing can stand in for it."""


class RecipeError(SoundprobeError):
    """A recipe, its parameters or its name is wrong."""


class PlanError(SoundprobeError):
    """The items that a recipe asks for cannot be planned from what is here."""


class RenderError(SoundprobeError):
    """An item came out other than its plan promised."""


class OutputError(SoundprobeError):
    """A file or folder cannot be written."""


class RecordError(SoundprobeError):
    """A release record or dataset cannot be read, or the two do not belong together."""
