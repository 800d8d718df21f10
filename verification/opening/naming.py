"""Read labels and other roles out of file names, by a regular expression of the user's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verification.opening.errors import CollectionError

_ROLES = ("label", "speaker", "group", "source", "id", "split")


@dataclass(frozen=True)
class NamePattern:
    """A regular expression over the POSIX paths of a set's files."""

    pattern: re.Pattern[str]

    def read(self, name: str) -> dict[str, str]:
        """Give the roles that a name tells; none if the pattern is not in it.

        The label is the group named `label`, else the first group without a name, else (without any group)
        all that matched.
        """
        match = self.pattern.search(name)
        if match is None:
            return {}
        found = {role: text for role, text in match.groupdict().items() if role in _ROLES and text is not None}
        named = set(self.pattern.groupindex.values())
        unnamed = [place for place in range(1, self.pattern.groups + 1) if place not in named]
        if "label" not in self.pattern.groupindex and (unnamed or not named):
            found["label"] = match[unnamed[0]] if unnamed else match[0]
            found = {role: text for role, text in found.items() if text is not None}
        return found

    @property
    def gives_label(self) -> bool:
        """Whether a label is among what it reads."""
        names = self.pattern.groupindex
        return "label" in names or len(names) < self.pattern.groups or not self.pattern.groups


def name_pattern(text: str) -> NamePattern:
    """Compile a pattern.

    Raises
    ------
    CollectionError
        If it is no regular expression.
    """
    try:
        return NamePattern(re.compile(text))
    except (re.error, OverflowError, RecursionError) as error:
        raise CollectionError(
            where=f"--label-pattern {text}",
            found=f"no regular expression ({error})",
            wanted=r"one with a group around the label, such as ^\d+-\d+-(\d+) for 03-01-05-01.wav",
            remedy="put \\ before characters that stand for themselves, and quote the whole for the shell",
        ) from error


def no_match(pattern: NamePattern, where: str, example: str) -> CollectionError:
    """Say that a pattern is in no file name."""
    return CollectionError(
        where=f"{where}, --label-pattern {pattern.pattern.pattern}",
        found="no file name that it matches",
        wanted=f"a match in names such as {example}",
        remedy="the pattern is looked for anywhere in the path relative to the set; try it on that example",
    )
