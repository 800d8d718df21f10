"""What can change a sample beside the plan: library versions, and our own code."""

from __future__ import annotations

import hashlib
import platform
import sys
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

_LIBRARIES = ("numpy", "pyarrow", "pyworld-prebuilt", "soundfile", "soxr")
_SHARED_CODE = ("builders.engine", "probe_signal")


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
def code_sha256(module: str) -> str:
    """Hash the source of a builder module, of the builders it uses, of the engine and of the maths.

    An author who edits a builder and builds again must not be told that nothing has changed; one who adds another
    builder must not wait for everything to be rendered again.
    """
    digest = hashlib.sha256()
    files = {Path(sys.modules[name].__file__ or "") for name in _builders_used_by(module)}
    for package in _SHARED_CODE:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            files.update(Path(spec.origin).parent.glob("*.py"))
    for path in sorted(files):
        digest.update(f"{path.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_of_a_builder(name: str) -> bool:
    """Say whether a module is a builder or a part of one: the engine is hashed whole, and commands make no sample."""
    room, _, rest = name.partition(".")
    return room == "builders" and bool(rest) and rest.partition(".")[0] not in ("engine", "commands")


def _builders_used_by(module: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """Name a module and the builder modules whose classes and functions stand in it, and in those, and so on."""
    if module in seen:
        return set()
    names = {getattr(value, "__module__", None) for value in vars(sys.modules[module]).values()}
    others = {name for name in names if isinstance(name, str) and _is_of_a_builder(name)}
    used = {module}
    for other in others - {module}:
        used |= _builders_used_by(other, seen | {module})
    return used
