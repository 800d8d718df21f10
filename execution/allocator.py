"""Keep freed memory for the next clip instead of handing it back to the system."""

from __future__ import annotations

import ctypes
import platform
from functools import cache

# From glibc's malloc.h; 32 MiB is the largest threshold that it accepts on 64-bit machines.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_TRIM_BYTES, _MMAP_BYTES = 128 << 20, 32 << 20


@cache
def keep_freed_memory() -> bool:
    """Raise glibc's thresholds, once a process; give whether it was done.

    Every clip's arrays are of the size that glibc maps and unmaps one by one, and the kernel clears each page anew:
    a tenth of a volume build's time, and nearly half of WORLD's dio. Costs some 15 MB a process. Arrow is told to use
    the same memory: its own pool would keep 30 MB more a process and is slower here. Other C libraries are left as
    they are.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    import pyarrow as pa

    pa.set_memory_pool(pa.system_memory_pool())
    mallopt = ctypes.CDLL(None).mallopt
    return bool(mallopt(_M_MMAP_THRESHOLD, _MMAP_BYTES)) and bool(mallopt(_M_TRIM_THRESHOLD, _TRIM_BYTES))
