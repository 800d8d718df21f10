"""Hold Ctrl-C back where Python could not pass it on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Deliver Ctrl-C when the block ends.

    Inside a callback from C, such as libsndfile writing to a Python file, KeyboardInterrupt is printed and forgotten,
    and what was being written is damaged.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[FrameType | None] = []
    before = signal.signal(signal.SIGINT, lambda _number, frame: heard.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard and callable(before):
        before(signal.SIGINT, heard[0])
