"""`PLACE@VERSION`, and which of several versions is the newest (semver.org, 2.0.0, section 11)."""

from __future__ import annotations

from collections.abc import Iterable

from manifests.release_record.fields import release_name, release_version

Key = tuple[tuple[int, ...], bool, tuple[tuple[bool, int, str], ...], str]


def split_version(text: str) -> tuple[str, str | None]:
    """Split `PLACE@VERSION`; an `@` with anything but a version behind it belongs to the place."""
    place, at, version = text.rpartition("@")
    version = version.removeprefix("v")
    return (place, version) if at and place and is_version(version) else (text, None)


def unknown_version(text: str) -> str | None:
    """Give what stands where a version should, behind the last `@` of a place; None if nothing does."""
    place, at, version = text.rpartition("@")
    return version if at and place and "/" not in version and not is_version(version.removeprefix("v")) else None


def is_version(text: str) -> bool:
    """Say whether `text` is a semantic version."""
    try:
        release_version(text)
    except ValueError:
        return False
    return True


def split_title(title: str) -> tuple[str, str] | None:
    """Split a release's folder name, `<name>-<version>`; None if it is none."""
    for place, sign in enumerate(title):
        if sign == "-" and is_version(title[place + 1 :]):
            try:
                return release_name(title[:place]), title[place + 1 :]
            except ValueError:
                return None
    return None


def tag_of(version: str) -> str:
    """Name the tag of a version."""
    return f"v{version}"


def newest(versions: Iterable[str]) -> str | None:
    """Give the newest version; one that is a pre-release only if there is no other."""
    found = sorted(filter(is_version, versions), key=precedence)
    finished = [version for version in found if "-" not in version.partition("+")[0]]
    choice = finished or found
    return choice[-1] if choice else None


def precedence(version: str) -> Key:
    """Give a key that sorts versions from the oldest to the newest."""
    core, _, build = version.partition("+")
    numbers, _, before = core.partition("-")
    parts = tuple(
        (False, int(part), "") if part.isdecimal() else (True, 0, part) for part in before.split(".") if before
    )
    return tuple(map(int, numbers.split("."))), not before, parts, build
