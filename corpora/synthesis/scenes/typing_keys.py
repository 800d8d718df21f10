"""Somebody who types: two short clicks a key, down and up, in an uneven rhythm with halts between words."""

from __future__ import annotations

from collections.abc import Iterator

from corpora.synthesis.scenes.events import scatter
from corpora.synthesis.scenes.shaping import band, burst, hiss, reverberate, ring
from corpora.synthesis.scenes.take import SAMPLING_RATE, Take
from probe_signal.arrays import FloatArray

_KEYS = 24
_WORD_S = (0.3, 0.7)  # a halt between words
_MEDIAN_S, _SIGMA = 0.15, 0.4  # between keys: log-normal


def typing(take: Take) -> FloatArray:
    """Type words on a keyboard whose keys all sound a little different."""
    clicks = scatter(take.frames, _clicks(take))
    heard = reverberate(band(clicks, low_hz=150.0), take, t60_s=take.between(0.2, 0.3), wet=0.5)
    return heard + hiss(take, level_db=-46.0, high_hz=1_000.0)


def _clicks(take: Take) -> Iterator[tuple[float, FloatArray]]:
    keys = [_key(take) for _ in range(_KEYS)]
    now_s, left_in_word = take.between(0.0, 0.3), 4
    while now_s * SAMPLING_RATE < take.frames:
        key = keys[int(take.generator.integers(_KEYS))]
        force = 10.0 ** (take.between(-3.0, 3.0) / 20.0)
        yield now_s, force * (key + 0.3 * burst(take, seconds=0.03, t60_s=0.015))
        yield now_s + take.between(0.05, 0.09), 0.4 * force * key
        left_in_word -= 1
        if left_in_word:
            now_s += min(max(float(take.generator.lognormal(0.0, _SIGMA)) * _MEDIAN_S, 0.06), 0.5)
        else:
            now_s += take.between(*_WORD_S)
            left_in_word = int(take.generator.integers(2, 9))


def _key(take: Take) -> FloatArray:
    cap = [(take.spread(1_800.0, 5_500.0), take.spread(0.02, 0.05), take.between(0.3, 0.8)) for _ in range(5)]
    desk = (take.spread(180.0, 320.0), 0.03, 0.15)
    return ring([*cap, desk], seconds=0.03)
