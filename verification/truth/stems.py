"""What a clip was mixed from: neither longer, nor shifted, nor over noise that repeats or changes in the middle."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from verification.findings import Ledger
from verification.listening.facts import Floats, Sound
from verification.opening.entry import Entry
from verification.truth.alignment import delay_s, unmix
from verification.truth.splice import splice_of

LONGEST_TAIL_S, LONGEST_SHIFT_S = 0.010, 0.002
# In a set in which fewer rows than this share their noise, it may be a draw of chance.
_LEAST_SHARED_ROWS, _LEAST_SHARED = 3, 0.1
# The start of a noise that is looked at: long enough that no two are alike.
_START_S = 0.25
_BLOCKS, _LARGEST = 64, 6
# Noise of less than this is rounding.
_LEAST_NOISE_RMS = 10.0 ** (-75.0 / 20.0)


def check_stems(entry: Entry, sound: Sound, ledger: Ledger) -> None:
    """Check one clip against its stems; rules without the stem that they need are not applied.

    Parameters
    ----------
    entry : Entry
        The row.
    sound : Sound
        Its clip, with stems `clean` and `noise`.
    ledger : Ledger
        Takes `stem.longer`, `stem.shift` and `stem.splice`.
    """
    clean, noise = sound.stems.get("clean"), sound.stems.get("noise")
    if clean is not None and len(clean.samples) and len(sound.samples):
        _check_clean(entry, sound, clean, ledger)
    if noise is None or not len(noise.samples):
        return
    splice = splice_of(noise.mono[: _frames_heard(sound, noise)], sampling_rate=noise.sampling_rate)
    found = "" if splice is None else f"noise that changes its character at {splice.time_s:.2f} s"
    ledger.expect(
        splice is None,
        "stem.splice",
        entry.name,
        found=found if splice is None else f"{found}, by {splice.change_db:.0f} dB from band to band",
        wanted="one noise throughout, or a declared change",
        severity="warning",
    )


def _check_clean(entry: Entry, sound: Sound, clean: Sound, ledger: Ledger) -> None:
    tail_s = len(sound.samples) / sound.sampling_rate - len(clean.samples) / clean.sampling_rate
    ledger.expect(
        tail_s <= LONGEST_TAIL_S,
        "stem.longer",
        entry.name,
        found=f"a clip that is {1000 * tail_s:.0f} ms longer than its clean stem",
        wanted=f"the same length within {1000 * LONGEST_TAIL_S:.0f} ms",
    )
    shift_s = delay_s(sound, clean)
    side = "after" if (shift_s or 0.0) > 0.0 else "before"
    if shift_s is not None:
        ledger.expect(
            abs(shift_s) <= LONGEST_SHIFT_S,
            "stem.shift",
            entry.name,
            found=f"a clip that comes {1000 * abs(shift_s):.1f} ms {side} its clean stem",
            wanted=f"the same place within {1000 * LONGEST_SHIFT_S:.0f} ms",
        )


def _frames_heard(sound: Sound, noise: Sound) -> int:
    """Give the length of the clip at the rate of the noise: what comes after it is not heard."""
    return round(len(sound.samples) * noise.sampling_rate / sound.sampling_rate)


class SharedNoise:
    """Watches over a set for one and the same noise, from its first sample on, under clips of several groups.

    Parameters
    ----------
    ledger : Ledger
        Takes `stem.same_noise`.
    name : str
        The set's name.
    """

    def __init__(self, ledger: Ledger, *, name: str) -> None:
        self._ledger = ledger
        self._name = name
        self._rows = 0
        self._groups: dict[bytes, set[str]] = defaultdict(set)
        self._counts: dict[bytes, int] = defaultdict(int)
        self._examples: dict[bytes, str] = {}

    def add(self, entry: Entry, start: bytes | None) -> None:
        """Take one row, with what `noise_start` gave for its clip."""
        if start is None:
            return
        self._rows += 1
        self._groups[start].add(entry.group or entry.name)
        self._counts[start] += 1
        self._examples.setdefault(start, entry.name)

    def finish(self) -> None:
        """Say how many clips share the start of their noise with clips of another group."""
        if not self._rows:
            return
        shared = [key for key, groups in self._groups.items() if len(groups) > 1]
        rows = sum(self._counts[key] for key in shared)
        most = max(shared, key=self._counts.__getitem__, default=b"")
        self._ledger.expect(
            rows < max(_LEAST_SHARED_ROWS, _LEAST_SHARED * self._rows),
            "stem.same_noise",
            self._name,
            found=f"{rows} of {self._rows} clips over a noise that starts as another's does"
            + (f"; {self._counts[most]} as that of {self._examples[most]}" if most else ""),
            wanted="a piece of noise of its own for each, from places that are drawn",
            severity="warning",
        )


def noise_start(sound: Sound) -> bytes | None:
    """Describe how the noise of a clip starts: its noise stem, or what is left of it without its clean one.

    Returns
    -------
    bytes or None
        A few bytes, to be compared by `SharedNoise`; None if there is no stem, or no noise to speak of.
    """
    noise = sound.stems.get("noise")
    if noise is not None:
        return start_of(noise.mono, sampling_rate=noise.sampling_rate)
    mixture = unmix(sound)
    if mixture is None:
        return None
    return start_of(mixture.noise.astype(np.float32), sampling_rate=sound.sampling_rate)


def start_of(noise: Floats, *, sampling_rate: int) -> bytes | None:
    """Describe how a noise starts, whatever its level.

    Parameters
    ----------
    noise : numpy.ndarray, shape (frames,)
    sampling_rate : int
        In hertz.

    Returns
    -------
    bytes or None
        Where in the first quarter of a second the six largest of 64 block means stand, with their signs: the same
        noise at another gain, rounded anew, gives the same. None if it is shorter or silent.
    """
    block = round(_START_S * sampling_rate) // _BLOCKS
    start = noise[: block * _BLOCKS].astype(np.float64)
    if block == 0 or len(start) < block * _BLOCKS or np.sqrt(np.mean(np.square(start))) < _LEAST_NOISE_RMS:
        return None
    # Without the slow part, in which rumble would outweigh all else.
    means = np.diff(start.reshape(_BLOCKS, block).mean(axis=1))
    places = np.argsort(-np.abs(means), kind="stable")[:_LARGEST]
    return np.where(means[places] < 0, places, places + _BLOCKS).astype(np.uint8).tobytes()
