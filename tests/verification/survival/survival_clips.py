"""Clips and rows with known properties, and properties simple enough to be trusted."""

import io

import numpy as np
import soundfile

from verification.listening.facts import Sound
from verification.opening.entry import AudioRef, Entry
from verification.truth.property import Judgement, Property

RATE = 16_000


def voice(seconds, *, f0_hz=150.0, rate=RATE, seed=0):
    """A buzz with formant-like slope, syllables of 4 a second and a little noise, about -20 dBFS; shape (frames,)."""
    generator = np.random.default_rng(seed)
    t = np.arange(round(seconds * rate)) / rate
    harmonics = np.arange(1, int(min(4000.0, 0.45 * rate) // f0_hz) + 1)
    phases = generator.uniform(0, 2 * np.pi, len(harmonics))
    buzz = (np.sin(2 * np.pi * f0_hz * harmonics[:, None] * t + phases[:, None]) / harmonics[:, None]).sum(axis=0)
    buzz = buzz * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * t)) + generator.normal(0, 0.02, len(t))
    return (0.1 * buzz / np.sqrt(np.mean(np.square(buzz)))).astype(np.float32)


def sound(samples, rate=RATE):
    return Sound(
        samples=np.asarray(samples, np.float32).reshape(len(samples), -1),
        sampling_rate=rate,
    )


def row(number, label, samples, *, rate=RATE, options=(), group="", container="WAV"):
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, rate, format=container, subtype="PCM_16")
    ref = AudioRef(name=f"{number}.wav", data=buffer.getvalue())
    return Entry(number=number, id=f"item-{number}", audio=(ref,), label=label, options=options, group=group)


def ramps(pairs, *, seconds=3.0):
    rows = []
    for pair in range(pairs):
        source = voice(seconds, f0_hz=100 + 20 * pair, seed=pair)
        for label, gain in (("rising", (0, 1)), ("falling", (1, 0))):
            clip = source * np.linspace(*gain, len(source), dtype=np.float32)
            rows.append(row(len(rows), label, clip, group=f"pair-{pair}"))
    return rows


def ears(pairs, *, seconds=1.5):
    rows = []
    for pair in range(pairs):
        source = voice(seconds, f0_hz=100 + 20 * pair, seed=pair)
        for label, gains in (("left", (1, 0)), ("right", (0, 1))):
            clip = source[:, None] * np.array(gains, np.float32)
            rows.append(row(len(rows), label, clip, group=f"pair-{pair}", options=("left", "right")))
    return rows


def pitches(pairs, *, seconds=1.5):
    low = [row(n, "low", voice(seconds, f0_hz=100 + n, seed=n)) for n in range(pairs)]
    return low + [row(pairs + n, "high", voice(seconds, f0_hz=210 + n, seed=n)) for n in range(pairs)]


class Answering(Property):
    """Holds if the answer by measurement is the label; decides nothing without an answer."""

    def answer(self, values):
        raise NotImplementedError

    def judge(self, values, entry):
        answer = self.answer(values)
        return Judgement(holds=answer == entry.label if answer else None, answer=answer, found=answer, wanted="")


class Slope(Answering):
    name, title = "slope", "Slope"

    def measure(self, sound):
        tenths = np.array_split(sound.mono, 10)
        levels_db = [20 * np.log10(max(float(np.sqrt(np.mean(np.square(part)))), 1e-5)) for part in tenths]
        return {"slope_db": 10 * float(np.polyfit(range(10), levels_db, 1)[0])}

    def answer(self, values):
        return "" if abs(values["slope_db"]) < 6 else "rising" if values["slope_db"] > 0 else "falling"


class Side(Answering):
    name, title = "side", "Side"

    def measure(self, sound):
        powers = np.mean(np.square(sound.samples), axis=0) + 1e-12
        return {"left_over_right_db": float(10 * np.log10(powers[0] / powers[-1]))}

    def answer(self, values):
        return "left" if values["left_over_right_db"] >= 0 else "right"  # a stubborn one: it always has an answer


class Pitch(Answering):
    name, title = "pitch", "Pitch"

    def measure(self, sound):
        mono = sound.mono - sound.mono.mean()
        power = np.square(np.abs(np.fft.rfft(mono, 2 * len(mono))))
        lags = np.fft.irfft(power)[: sound.sampling_rate // 60]
        first = sound.sampling_rate // 400
        return {"f0_hz": sound.sampling_rate / (first + int(np.argmax(lags[first:])))}

    def answer(self, values):
        return "low" if values["f0_hz"] < 160 else "high"


class Unknowable(Answering):
    name, title = "unknowable", "Unknowable"

    def measure(self, sound):
        return {}

    def answer(self, values):
        return ""
