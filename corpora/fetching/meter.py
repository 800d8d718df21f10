"""A progress bar that counts megabytes."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType

from execution.progress import Progress

_MB = 1_000_000


class Meter:
    """Progress over bytes, which come in pieces of any size.

    Parameters
    ----------
    title : str
        What is being done.
    total_bytes : int
        How many there are, about; 0 if not known.
    """

    def __init__(self, title: str, *, total_bytes: int = 0) -> None:
        self._title, self._total_bytes = title, total_bytes
        self._bar: Progress | None = None
        self._stack = ExitStack()
        self._done_bytes = self._shown = 0

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def begin(self, done_bytes: int = 0, total_bytes: int | None = None) -> None:
        """Show a bar that stands at `done_bytes`, in place of an earlier one."""
        self._stack.close()
        total = (total_bytes or self._total_bytes) // _MB
        self._bar = self._stack.enter_context(Progress(self._title, total=total, unit="MB"))
        self._done_bytes = self._shown = 0
        self.advance(done_bytes)

    def advance(self, count_bytes: int) -> None:
        """Count so many more bytes."""
        self._done_bytes += count_bytes
        steps = self._done_bytes // _MB - self._shown
        if self._bar is not None and steps:
            self._bar.advance(steps)
            self._shown += steps
