"""Judge prompts: data files with slots, filled strictly, known by version and hash."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from evaluation.errors import JudgeError
from evaluation.judging.template import fill, slots_of
from manifests.digest import canonical_json, sha256_of

_FOLDER = "prompts"


@dataclass(frozen=True, kw_only=True)
class JudgePrompt:
    """What a judge is asked, as a paper prints it, and what is added to that.

    Parameters
    ----------
    name : str
        Of its file, without the ending.
    version : int
        Raised whenever the text changes.
    source : str
        Where it is printed.
    departures : tuple of str
        How it differs from what is printed.
    text : str
        With slots in double braces.
    judged : str
        The slot that holds what the system under test wrote: the one that is not trusted.
    optional : mapping of str to str
        Slots that may be left out, and what stands there then.
    request : str
        The form of reply that is asked for, at the end; not the paper's.
    """

    name: str
    version: int
    source: str
    departures: tuple[str, ...]
    text: str
    judged: str
    optional: Mapping[str, str]
    request: str

    @property
    def slots(self) -> frozenset[str]:
        """The names of its slots."""
        return slots_of(self.text)

    @property
    def sha256(self) -> str:
        """Of everything that a judge reads besides the values of slots, also when it is asked again."""
        parts = [self.text, self.judged, dict(self.optional), self.request, _data("guard.txt"), _data("retry.txt")]
        return sha256_of(canonical_json(parts).encode())

    def filled(self, values: Mapping[str, str], *, as_published: bool = False) -> str:
        """Put values into the slots.

        Parameters
        ----------
        values : mapping of str to str
            One for each slot but the optional ones. They are taken literally, braces and all.
        as_published : bool
            Whether to ask with the paper's words alone. What the system under test wrote is then not fenced in, and
            may tell the judge what to say.

        Raises
        ------
        JudgeError
            If a slot has no value, or a value has no slot.
        """
        given = {slot: _readable(value) for slot, value in {**self.optional, **values}.items()}
        if as_published:
            return fill(self.text, given, where=f"prompt {self.name}").rstrip()
        # The tag hangs on the values themselves, so no reply can hold it: it would have to hold its own hash.
        tag = f"judged-{sha256_of(canonical_json([self.name, given]).encode())[:16]}"
        if self.judged in given:
            given[self.judged] = f"<{tag}>\n{given[self.judged]}\n</{tag}>"
        asked = fill(self.text, given, where=f"prompt {self.name}").rstrip()
        guard = fill(_data("guard.txt"), {"tag": tag}, where="guard.txt").strip()
        return f"{asked}\n\n{guard}\n\n{self.request}"

    def again(self, asked: str, *, attempt: int, reason: str) -> str:
        """Ask once more, and say why; the attempt's number makes it another question to a cache."""
        note = fill(_data("retry.txt"), {"attempt": str(attempt), "reason": reason}, where="retry.txt").strip()
        return f"{asked}\n\n{note}"

    def described(self) -> dict[str, str | int | list[str]]:
        """Give what a report records of it."""
        return {
            "name": self.name,
            "version": self.version,
            "sha256": self.sha256,
            "source": self.source,
            "departures": list(self.departures),
        }


def prompt_names() -> tuple[str, ...]:
    """Name the prompts that there are."""
    return tuple(_index())


@cache
def judge_prompt(name: str) -> JudgePrompt:
    """Read a prompt.

    Raises
    ------
    JudgeError
        If there is no prompt of this name.
    """
    entry = _index().get(name)
    if entry is None:
        raise JudgeError(
            where="judge prompt",
            found=f"no prompt {name!r}",
            wanted=f"one of {', '.join(prompt_names())}",
            remedy="choose one of these",
        )
    return JudgePrompt(
        name=name,
        version=entry["version"],
        source=entry["source"],
        departures=tuple(entry["departures"]),
        text=_data(f"{name}.txt"),
        judged=entry["judged"],
        optional=entry.get("optional", {}),
        request=_data(entry["asks"]).strip(),
    )


@cache
def _index() -> dict[str, Any]:
    return tomllib.loads(_data("index.toml"))


@cache
def _data(name: str) -> str:
    return files("evaluation.judging").joinpath(_FOLDER, name).read_text(encoding="utf-8")


def _readable(value: str) -> str:
    return value.encode("utf-8", "replace").decode()  # lone surrogates can be neither hashed nor sent
