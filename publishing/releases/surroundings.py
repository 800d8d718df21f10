"""What of this machine can move a sample's last bit: libraries, kind of machine, Python."""

from __future__ import annotations

import platform
from dataclasses import dataclass

from builders.engine.environment import package_versions
from manifests.printable import printable
from manifests.release_record.models import ReleaseRecord

_MACHINE = "machine"


def packages_here() -> dict[str, str]:
    """Give the versions of this package and of the libraries in the audio path."""
    return {name: version for name, version in package_versions().items() if name != _MACHINE}


def platform_here() -> dict[str, str]:
    """Give the kind of machine, system and Python; nothing that tells one machine from its like."""
    major, minor, *_ = platform.python_version_tuple()
    return {_MACHINE: platform.machine(), "python": f"{major}.{minor}", "system": platform.system()}


@dataclass(frozen=True, kw_only=True)
class Change:
    """A version or a kind that differs; empty where one side does not have it."""

    name: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{printable(self.name)} {printable(self.before) or 'absent'} -> {printable(self.after) or 'absent'}"


def changed(before: dict[str, str], after: dict[str, str]) -> tuple[Change, ...]:
    """Compare two sets of versions."""
    return tuple(
        Change(name=name, before=before.get(name, ""), after=after.get(name, ""))
        for name in sorted(before | after)
        if before.get(name, "") != after.get(name, "")
    )


def changed_since(record: ReleaseRecord) -> tuple[Change, ...]:
    """Say how this machine differs from the one that made a release."""
    return changed({**record.packages, **record.platform}, {**packages_here(), **platform_here()})
