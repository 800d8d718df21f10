"""Level direction: does the volume rise or fall? Two measurements must agree before a label is called false."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.opening.entry import Entry
from verification.truth.claims import Claim, ClaimingProperty
from verification.truth.levels import frame_powers, power_dbfs
from verification.truth.property import Judgement, Values
from verification.truth.words import yes_or_no
from verification.volume import line_change_db

RISING, FALLING, STEADY = "rising", "falling", "steady"
# Less than this over a whole clip is lost in what speech does by itself.
LEAST_CHANGE_DB = 6.0
# Of 174 real and synthetic clips that really rise, and as many that fall, none had both a line of 6 dB and a ceiling of
# 8 dB the other way. Of 114 without padding that fall, 112 have both, and of those that rise, 95; of 60 clips of one
# short sentence between two silences hardly any has, whichever way it goes.
_CEILING_DB = 8.0
# A clip that is called steady while its level runs as far as this is not.
_NOT_STEADY_DB = 12.0
_WINDOWS = 100
_FULL_SCALE = 32768.0

_WORDS = {
    RISING: re.compile(
        r"increas|\bris(?:e|es|ing|en)\b|\bloud(?:er)?\b|\bup(?:wards?)?\b|(?<!de)crescendo|fad(?:e|es|ing)[\s_-]*in\b"
        r"|\bgrow(?:s|ing)?\b|ascend|\bhigher\b|swell|amplif|\bramp[\s_-]*up\b"
    ),
    FALLING: re.compile(
        r"decreas|\bfall(?:s|ing|en)?\b|\bquiet(?:er)?\b|\bsoft(?:er)?\b|\bdown(?:wards?)?\b|decrescendo|diminuendo|diminish"
        r"|fad(?:e|es|ing)[\s_-]*(?:out|away)\b|descend|\blower\b|attenuat|\breduc|\bdrop"
    ),
    STEADY: re.compile(
        r"constant|stead|stable|unchang|\bsame\b|\bflat\b|no change|does not change|\bneither\b|\bfixed\b|\beven\b"
    ),
}
_TRAVEL = re.compile(r"\b(quiet|soft|silence|low)\w* (?:to|into) (?:loud|high)|\b(loud|high)\w* (?:to|into)\b")


class LevelDirection(ClaimingProperty):
    """The line through the level of the clip, and the lowest ceiling over it."""

    name = "level-direction"
    title = "Whether the level rises or falls"
    operations = ("volume.ramp",)
    inherent: ClassVar[Mapping[str, str]] = {
        "edges": "a ramp from silence makes one end of the clip silent: that is what rising and falling mean",
    }

    def measure(self, sound: Sound) -> Values:
        """Measure change in level, ceiling and ends, of the mean of the channels.

        Returns
        -------
        mapping
            `line_change_db`: rise of a straight line over the whole clip, windows weighted by amplitude.
            `ceiling_change_db`: by how much a rising straight ceiling is lower than a falling one; above 0 if the
            clip fits better under one that rises from silence. `first_level_dbfs`, `last_level_dbfs`: first and
            last twentieth.
        """
        mono = sound.mono
        twentieth = max(len(mono) // 20, 1)
        ends = [
            float(power_dbfs(np.mean(np.square(end)) if end.size else 0.0))
            for end in (mono[:twentieth], mono[-twentieth:])
        ]
        return {
            "line_change_db": line_change_db(mono.astype(np.float64) * _FULL_SCALE),
            "ceiling_change_db": ceiling_change_db(mono),
            "first_level_dbfs": ends[0],
            "last_level_dbfs": ends[1],
        }

    def judge(self, values: Values, entry: Entry) -> Judgement:
        """Hold the direction against the label."""
        change_db, ceiling_db = values["line_change_db"], values["ceiling_change_db"]
        found = f"a level that moves by {change_db:+.1f} dB over the clip"
        allowed = directions(entry.label, entry.question)
        if not allowed:
            return Judgement(holds=None, found=f"label {entry.label!r}", wanted="a label that names a direction")
        wanted = f"a level that is {' or '.join(sorted(allowed))}"
        measured = None if abs(change_db) < LEAST_CHANGE_DB else RISING if change_db > 0 else FALLING
        answer = next((option for option in entry.options if directions(option, entry.question) == {measured}), "")
        holds = None if measured is None else measured in allowed
        if measured is None and allowed == {STEADY}:
            holds = True if abs(change_db) < LEAST_CHANGE_DB else None
        elif holds is False and abs(change_db) < _least_against(allowed, ceiling_db, change_db):
            holds = None
        return Judgement(holds=holds, answer=answer, found=found, wanted=wanted)

    def claims(self, values: Values, entry: Entry) -> Iterable[Claim]:
        """Say so if a change that is promised is hardly one."""
        allowed = directions(entry.label, entry.question)
        if allowed and STEADY not in allowed:
            change_db = values["line_change_db"]
            yield Claim(
                rule="truth.weak",
                holds=abs(change_db) >= LEAST_CHANGE_DB,
                found=f"a level that moves by {change_db:+.1f} dB over the clip",
                wanted=f"{LEAST_CHANGE_DB:g} dB or more, to be heard over what the sound itself does",
                severity="warning",
            )


PROPERTY = LevelDirection()


def _least_against(allowed: frozenset[str], ceiling_db: float, change_db: float) -> float:
    """Give the change from which on a label is called false."""
    if allowed == {STEADY}:
        return _NOT_STEADY_DB
    along_db = ceiling_db * np.sign(change_db)
    return LEAST_CHANGE_DB if along_db >= _CEILING_DB else np.inf


def ceiling_change_db(sound: Floats) -> float:
    """Compare two straight ceilings that the level stays under: one from silence up, one down to silence.

    A clip that rises in a straight line from silence cannot be loud near its start, whatever is said in it.

    Parameters
    ----------
    sound : numpy.ndarray, shape (frames,)

    Returns
    -------
    float
        The falling ceiling over the rising one in decibels; 0 for a clip of fewer than 100 frames.
    """
    window = len(sound) // _WINDOWS
    if window == 0:
        return 0.0
    levels_db = power_dbfs(frame_powers(sound, frame=window)[:_WINDOWS])
    t_db = 20.0 * np.log10((np.arange(_WINDOWS) + 0.5) / _WINDOWS)
    return float(np.max(levels_db - t_db[::-1]) - np.max(levels_db - t_db))


def directions(label: str, question: str = "") -> frozenset[str]:
    """Read the directions that a label allows.

    Parameters
    ----------
    label : str
        Such as `increasing`, `gets quieter`, `fade-out`, `steady`; or `yes` or `no` to the question.
    question : str

    Returns
    -------
    frozenset of {"rising", "falling", "steady"}
        One of them; two for a `no`; empty if the label names none, or several.
    """
    named = _named(label)
    if len(named) == 1:
        return named
    answer, asked = yes_or_no(label), _named(question)
    if named or answer is None or len(asked) != 1:
        return frozenset()
    return asked if answer else frozenset(_WORDS) - asked


def _named(text: str) -> frozenset[str]:
    low = text.casefold().replace("_", " ")
    travel = _TRAVEL.search(low)
    if travel:
        return frozenset({RISING if travel[1] else FALLING})
    found = {direction for direction, words in _WORDS.items() if words.search(low)}
    # `not increasing` allows two directions: it is read as none.
    return frozenset() if re.search(r"\bnot\b(?! change)", low) and found != {STEADY} else frozenset(found)
