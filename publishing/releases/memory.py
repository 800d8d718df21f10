"""Work on what nobody vouches for, in bounded memory: what asks for more fails by itself, and not the machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# A clip of 30 s is 4 MB as a builder holds it; a library that is imported meanwhile reserves a gigabyte or two.
MOST_MORE = 4 << 30
_STATUS = Path("/proc/self/status")


@contextmanager
def bounded_memory(most_more: int = MOST_MORE) -> Iterator[None]:
    """Let this process ask for so much more memory than it has, and no more, until the block ends.

    Python, NumPy and Arrow then raise MemoryError. It is a second belt: what a record says is held to bounds when it is
    read. Where the system cannot do it (macOS, Windows) nothing is bounded here.

    Parameters
    ----------
    most_more : int
        Bytes of address space.
    """
    held = _address_space()
    if held is None:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limits = [held + most_more, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _address_space() -> int | None:
    """Give the bytes of address space that this process has; None where the system does not tell."""
    try:
        found = re.search(r"^VmSize:\s+(\d+) kB$", _STATUS.read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None
