"""Fingerprints that survive gain, coding and a cut, and the pairs of clips that they show to be one recording."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats

Fingerprint = NDArray[np.uint32]

_SMOOTHED_HOPS = 16  # 0.26 s: neighbours share 94 %, so that a cut between two hops costs a bit in twenty
_SMALLEST_CHANGE = 5e-4  # of the frame's power: below, a change is noise of the coding, not of the sound
# Bands that hold the power. A steady or gliding tone has 1 to 2.1, recorded speech 2.5 and more in most frames.
# Tones that differ by a semitone look alike in bands this wide, so they tell nothing.
_FEWEST_BANDS = 2.2
_QUIET = 1e-5  # 50 dB below the loudest frame: pauses, of which coding and trimming leave nothing
# At the right shift the bits in which two clips differ, as a share of those that are set in either: a cut clip
# comes to 0.12, MP3 and Opus to 0.1 and at their coarsest to 0.36; an actress who says a sentence twice to 0.43 and
# more, different sentences to 0.7. Words of half a second that a speaker repeats come to 0.33: short clips must agree
# more.
MOST_DIFFERENT, MOST_DIFFERENT_SHORT = 0.38, 0.25
_SHORT = 60  # sub-fingerprints in common that tell something: 1 to 1.5 s of speech
_FEWEST_DISTINCT = 12  # sub-fingerprints that tell something: 0.5 s of speech has as many, an attack and decay not
_FEWEST_HITS = 2  # one of 400 words of 32 bits is now and then the same by chance
_FEWEST_BITS = 3  # a word with fewer is shared by many clips
_MOST_INDEXED = 1_000_000  # 4 hours at 16 ms; of more, a share is indexed: the index takes 0.1 GB for any set
_BLOCK = 65_536
_SPREAD = np.uint32(2_654_435_761)  # Knuth's multiplicative hash
_LEAST_COMMON = 0.7  # of what tells something in either clip: less is a common passage, not a common recording


def sub_fingerprints(bands: Floats) -> Fingerprint:
    """Tell a clip by the signs of the differences of its band powers along frequency and time.

    Parameters
    ----------
    bands : numpy.ndarray, shape (frames, 33)
        Power in bands, one frame every 16 ms.

    Returns
    -------
    numpy.ndarray, shape (max(frames - 16, 0),)
        uint32, after Haitsma and Kalker, "A highly robust audio fingerprinting system" (2002), with two changes: a
        bit is only set if the difference is more than a trace of the power, and a word is 0 (it tells nothing) while
        the power lies in one band or two, or in a pause.
    """
    if len(bands) <= _SMOOTHED_HOPS:
        return np.zeros(0, np.uint32)
    powers = _smoothed(bands.astype(np.float64))
    steps = powers[:, :-1] - powers[:, 1:]
    totals = powers.sum(axis=1)
    changes = steps[1:] - steps[:-1]
    bits = changes > _SMALLEST_CHANGE * np.maximum(totals[1:], totals[:-1])[:, np.newaxis]
    words = np.packbits(bits, axis=1, bitorder="little").view("<u4")[:, 0].astype(np.uint32)
    words[_tonal(bands)[1:] | (totals[1:] < _QUIET * totals.max())] = 0
    return words


class Fingerprints:
    """Fingerprints of many clips, end to end in one piece of memory: a quarter less than as many arrays, freed at once.

    Parameters
    ----------
    fingerprints : iterable of numpy.ndarray, shape (n,)
        uint32; one that is empty or tells nothing is like no other.
    """

    def __init__(self, fingerprints: Iterable[Fingerprint] = ()) -> None:
        self._words = array("I")
        self._starts = array("q", [0])
        for fingerprint in fingerprints:
            self.append(fingerprint)

    def append(self, fingerprint: Fingerprint) -> None:
        """Take one in."""
        self._words.frombytes(fingerprint.astype(np.uint32, copy=False).tobytes())
        self._starts.append(len(self._words))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, place: int) -> Fingerprint:
        return self.words[self._starts[place] : self._starts[place + 1]]

    @property
    def words(self) -> Fingerprint:
        """All of them, end to end; a view."""
        return np.frombuffer(self._words, np.uint32)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each starts, and where the last one ends; shape (len + 1,), a view."""
        return np.frombuffer(self._starts, np.int64)


def near_duplicates(fingerprints: Fingerprints) -> list[tuple[int, int, float]]:
    """Find pairs of clips that are the same recording but for gain, coding or a cut at the ends.

    Parameters
    ----------
    fingerprints : Fingerprints
        Of the clips.

    Returns
    -------
    list of (int, int, float)
        Places of the two clips, the lower first, and the share of bits in which they differ (0 to `MOST_DIFFERENT`),
        in order. Of many copies of one clip each is paired with at least one other, not with all.

    Notes
    -----
    Clips are candidates if they share two words or more at one shift: an index of the words, not a comparison of
    all pairs. Each candidate is then compared over the whole overlap at that shift.
    """
    best: dict[tuple[int, int], float] = {}
    for first, second, shift in _candidates(fingerprints):
        distance = _distance(fingerprints[first], fingerprints[second], shift)
        if distance <= best.get((first, second), MOST_DIFFERENT):
            best[first, second] = distance
    return [(first, second, distance) for (first, second), distance in sorted(best.items())]


def _smoothed(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average along the first axis with a Hann window of `_SMOOTHED_HOPS`."""
    weights = np.hanning(_SMOOTHED_HOPS + 2)[1:-1]
    weights /= weights.sum()
    kept = len(values) - _SMOOTHED_HOPS + 1
    total = np.zeros((kept, *values.shape[1:]))
    for place, weight in enumerate(weights):
        total += weight * values[place : place + kept]
    return total


def _tonal(bands: Floats) -> NDArray[np.bool_]:
    """Say in which smoothed frames the power of each single frame lies in few bands."""
    totals = np.square(bands.sum(axis=1, dtype=np.float64))
    squares = np.square(bands, dtype=np.float64).sum(axis=1)
    tonal: NDArray[np.bool_] = _smoothed(totals) < _FEWEST_BANDS * _smoothed(squares)
    return tonal


def _candidates(fingerprints: Fingerprints) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs that share words at one shift (of the second against the first), with that shift."""
    if not len(fingerprints):
        return
    words, starts = fingerprints.words, fingerprints.starts
    indexed = np.flatnonzero(_indexed(words))
    indexed = indexed[np.argsort(words[indexed], kind="stable")]
    words = words[indexed]
    clips = np.searchsorted(starts, indexed, side="right") - 1
    places = indexed - starts[clips]
    longest = int(np.diff(starts).max())
    width = 2 * longest + 1
    keys = []
    # Neighbours among equal words only: a word that many clips share costs no more than one that few do.
    for step in (1, 2):
        same = np.flatnonzero((words[step:] == words[:-step]) & (clips[step:] != clips[:-step]))
        shifts = places[same + step] - places[same] + longest
        keys.append((clips[same] * len(fingerprints) + clips[same + step]) * width + shifts)
    found, counts = np.unique(np.concatenate(keys), return_counts=True)
    for key in found[counts >= _FEWEST_HITS].tolist():
        pair, shift = divmod(key, width)
        yield *divmod(pair, len(fingerprints)), shift - longest


def _indexed(words: Fingerprint) -> NDArray[np.bool_]:
    """Choose the words to look up: those that tell something, and of very many a share, by their value."""
    telling: NDArray[np.bool_] = _set_bits(words) >= _FEWEST_BITS
    if (one_in := -(-len(words) // _MOST_INDEXED)) > 1:
        for start in range(0, len(words), _BLOCK):  # of any number of words, the index alone takes room
            block = words[start : start + _BLOCK] * _SPREAD >> np.uint32(16)
            telling[start : start + _BLOCK] &= block % np.uint32(one_in) == 0
    return telling


def _distance(first: Fingerprint, second: Fingerprint, shift: int) -> float:
    """Give the share of set bits that differ where the two overlap; 1 if that is too little to tell."""
    needed = _LEAST_COMMON * max(np.count_nonzero(first), np.count_nonzero(second))
    first, second = first[max(-shift, 0) :], second[max(shift, 0) :]
    overlap = min(len(first), len(second))
    first, second = first[:overlap], second[:overlap]
    both = (first != 0) & (second != 0)
    if min(np.count_nonzero(first), np.count_nonzero(second)) < needed:
        return 1.0
    if min(len(np.unique(first[both])), len(np.unique(second[both]))) < _FEWEST_DISTINCT:
        return 1.0
    distance = float(_set_bits(first ^ second).sum() / _set_bits(first | second).sum())
    is_short = np.count_nonzero(both) < _SHORT
    return 1.0 if is_short and distance > MOST_DIFFERENT_SHORT else distance


def _set_bits(words: Fingerprint) -> NDArray[np.uint8]:
    return np.bitwise_count(words)
