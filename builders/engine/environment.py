"""What can change a sample beside the plan: library versions, and our own code."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

_LIBRARIES = ("numpy", "pyarrow", "pyworld-prebuilt", "soundfile", "soxr")
_CODE = ("builders", "builders.engine", "probe_signal")


@cache
def package_versions() -> dict[str, str]:
    """Give the versions of this package, of the libraries in the audio path, and of the machine's kind."""
    import soundfile as sf

    return {
        **{name: version(name) for name in ("soundprobe", *_LIBRARIES)},
        "libsndfile": sf.__libsndfile_version__,
        "machine": platform.machine(),
    }


@cache
def code_sha256() -> str:
    """Hash the source of the builders, the engine and the maths.

    An author who edits a builder and builds again must not be told that nothing has changed.
    """
    digest = hashlib.sha256()
    for package in _CODE:
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            continue
        for path in sorted(Path(spec.origin).parent.glob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
