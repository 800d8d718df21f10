"""Stems: clips that are longer or late, and noise that repeats or changes."""

import numpy as np
import pytest

from tests.verification.truth.judged import entry, sound, speech
from verification.findings import Ledger
from verification.truth.splice import splice_of
from verification.truth.stems import SharedNoise, check_stems, noise_start

RATE = 16_000


def white(seconds=4.0, *, seed=0):
    return np.random.default_rng(seed).normal(0, 0.03, round(RATE * seconds))


def low(seconds=4.0, *, seed=0):
    """Noise of which the level falls by 6 dB an octave above 200 Hz."""
    noise, out, last = white(seconds, seed=seed), [], 0.0
    for value in noise:
        last = 0.925 * last + value
        out.append(last)
    return 0.4 * np.array(out)


def checked(clip):
    ledger = Ledger()
    check_stems(entry("x"), clip, ledger)
    return {finding.rule: finding for finding in ledger.findings}, ledger.checks


def test_a_clip_on_its_stems_gives_no_finding_and_every_rule_is_applied():
    clean, noise = speech(), white()
    found, checks = checked(sound(0.5 * (clean + noise), clean=sound(clean), noise=sound(noise)))
    assert not found
    assert checks == {"stem.longer": 1, "stem.shift": 1, "stem.splice": 1}


def test_a_clip_without_stems_is_not_checked():
    assert checked(sound(speech())) == ({}, {})
    assert checked(sound(np.zeros(0), clean=sound(speech()))) == ({}, {})


@pytest.mark.parametrize(("more_s", "rules"), [(0.005, set()), (0.02, {"stem.longer"}), (-0.5, set())])
def test_a_longer_clip(more_s, rules):
    clean = speech()
    frames = len(clean) + round(more_s * RATE)
    clip = np.concatenate([clean, white()])[:frames]
    found, _ = checked(sound(clip, clean=sound(clean)))
    assert found.keys() == rules
    if rules:
        assert found["stem.longer"].found == "a clip that is 20 ms longer than its clean stem"


@pytest.mark.parametrize("late", [-800, -40, -16, 0, 16, 40, 800])
def test_a_shifted_clip(late):
    clean = speech()
    clip = np.roll(clean, late) + white(seed=2)
    found, _ = checked(sound(clip, clean=sound(clean)))
    assert found.keys() == ({"stem.shift"} if abs(late) > 32 else set())
    if late == 40:
        assert found["stem.shift"].found == "a clip that comes 2.5 ms after its clean stem"


def test_another_rate_or_a_stranger_is_no_shift():
    _, checks = checked(sound(speech(), clean=sound(speech()[::2], rate=8000)))
    assert checks == {"stem.longer": 1}
    _, checks = checked(sound(speech(), clean=sound(speech(seed=7))))
    assert "stem.shift" not in checks


@pytest.mark.parametrize("place_s", [1.5, 2.0, 2.5])
def test_a_splice_is_found_in_a_short_clip(place_s):
    frames = round(0.4 * place_s * RATE)
    noise = np.concatenate([white()[:frames], low()[frames : round(1.6 * RATE)]])
    assert splice_of(noise.astype(np.float32), sampling_rate=RATE).time_s == pytest.approx(0.4 * place_s, abs=0.1)


@pytest.mark.parametrize("place_s", [1.5, 2.0, 2.5])
def test_a_splice_is_found_at_its_place(place_s):
    frames = round(place_s * RATE)
    noise = np.concatenate([white()[:frames], low()[frames:]])
    splice = splice_of(noise.astype(np.float32), sampling_rate=RATE)
    assert splice.time_s == pytest.approx(place_s, abs=0.1)
    found, _ = checked(sound(speech() + noise, clean=sound(speech()), noise=sound(noise)))
    assert found.keys() == {"stem.splice"}
    assert found["stem.splice"].severity == "warning"


def test_natural_changes_are_no_splice():
    t = np.arange(4 * RATE) / RATE
    noises = [white(seed=1), low(seed=1), speech(), np.sin(2 * np.pi * 440 * t) * 0.1, np.zeros(4 * RATE)]
    noises += [white(seed=3) * (1 + 0.9 * np.sin(2 * np.pi * 0.5 * t)), white(seed=4) * np.where(t < 2, 1.0, 0.05)]
    noises += [np.concatenate([low(2.5), np.zeros(24_000)]), white(1.0), white(1.5), low(1.5)]
    noises += [speech(1.7, seed=seed) for seed in range(10)]
    assert [splice_of(noise.astype(np.float32), sampling_rate=RATE) for noise in noises] == [None] * len(noises)


def test_a_splice_after_the_end_of_the_clip_is_not_heard():
    noise = np.concatenate([white(4.0), low(4.0)])
    found, _ = checked(sound(speech(4.0) + noise[: 4 * RATE], noise=sound(noise)))
    assert not found


def shared(rows):
    ledger = Ledger()
    rules = SharedNoise(ledger, name="set")
    for row, clip in rows:
        rules.add(row, noise_start(clip))
    rules.finish()
    return ledger


def over(noise, number, *, stems=("clean", "noise"), group=""):
    clean = speech(2.0, seed=number)
    gain = 0.2 + 0.07 * number
    parts = {"clean": sound(clean), "noise": sound(gain * noise)}
    clip = sound(clean + gain * noise, **{name: parts[name] for name in stems})
    return entry("x", number=number, group=group), clip


@pytest.mark.parametrize("stems", [("clean", "noise"), ("clean",)])
def test_noise_from_its_first_sample_on_is_found_at_any_gain(stems):
    files = [low(2.0, seed=seed) for seed in range(2)]
    ledger = shared(over(files[number % 2], number, stems=stems) for number in range(8))
    (finding,) = ledger.findings
    assert (finding.rule, finding.item, finding.severity) == ("stem.same_noise", "set", "warning")
    assert finding.found.startswith("8 of 8 clips")
    assert "as that of item-0" in finding.found


def test_noise_from_drawn_places_is_no_finding():
    noise = low(8.0)
    ledger = shared(over(noise[7000 * number :][: 2 * RATE], number) for number in range(8))
    assert not ledger.findings
    assert ledger.checks["stem.same_noise"] == 1


def test_a_group_may_share_its_noise():
    files = [low(2.0, seed=seed) for seed in range(4)]
    assert not shared(over(files[number // 2], number, group=f"g{number // 2}") for number in range(8)).findings


def test_a_set_without_noise_is_not_checked():
    assert not shared([(entry("x"), sound(speech()))]).checks
    assert not shared([(entry("x"), sound(speech(), noise=sound(np.zeros(RATE))))]).checks
