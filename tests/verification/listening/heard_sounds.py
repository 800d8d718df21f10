"""Sounds, and the files they are written to."""

import io

import av
import numpy as np
import soundfile as sf
import soxr

from verification.listening.clip import listen
from verification.listening.facts import FEATURES
from verification.opening.entry import AudioRef

RATE = 16_000


def babble(seconds=2.0, *, seed=0, rate=RATE):
    """Speech-like: noise through moving bands, in syllables, with a faint floor; 0.2 of full scale at its peak."""
    generator = np.random.default_rng([seed, 3])
    frames = round(seconds * rate)
    spectrum = np.fft.rfft(generator.normal(size=frames))
    frequencies_hz = np.fft.rfftfreq(frames, 1 / rate)
    sound = np.zeros(frames)
    t = np.arange(frames) / rate
    for _ in range(8):
        centre_hz = generator.uniform(200, 0.4 * rate)
        band = np.fft.irfft(spectrum * np.exp(-(((frequencies_hz - centre_hz) / 250) ** 2)), frames)
        beat_hz, phase = generator.uniform(1.5, 5), generator.uniform(0, 6)
        sound += band * np.clip(np.sin(2 * np.pi * beat_hz * t + phase), 0, None) / (1 + centre_hz / 1000)
    sound += 0.003 * np.abs(sound).max() * generator.normal(size=frames)
    return 0.2 * sound / np.abs(sound).max()


def tone(frequency_hz, seconds=1.0, *, waveform="sine", level=0.1, rate=RATE):
    phase = frequency_hz * np.arange(round(seconds * rate)) / rate
    sine = np.sin(2 * np.pi * phase)
    sound = {"sine": sine, "square": np.sign(sine), "saw": 2 * (phase % 1) - 1}
    fade = np.minimum(1.0, np.minimum(np.arange(len(phase)), np.arange(len(phase))[::-1]) / 320)
    return level * sound[waveform] * fade


def upsampled(sound, *, over=8000, rate=RATE):
    return soxr.resample(soxr.resample(sound, rate, over), over, rate)


def encoded(sound, *, rate=RATE, kind="WAV", subtype="PCM_16"):
    sink = io.BytesIO()
    sf.write(sink, sound, rate, format=kind, subtype=subtype)
    return sink.getvalue()


def muxed(sound, *, container, codec, rate=RATE):
    """Encode by PyAV: what libsndfile does not write."""
    sink = io.BytesIO()
    with av.open(sink, "w", format=container) as output:
        stream = output.add_stream(codec, rate=rate, layout="mono")
        stream.bit_rate = 64_000
        frame = av.AudioFrame.from_ndarray(sound[np.newaxis].astype(np.float32), format="fltp", layout="mono")
        frame.sample_rate = rate
        for packet in (*stream.encode(frame), *stream.encode(None)):
            output.mux(packet)
    return sink.getvalue()


def heard(data, name="clip.wav"):
    """Give the facts of a file of these bytes."""
    return listen(AudioRef(name=name, data=data))[0]


def heard_sound(sound, *, name="clip.wav", **form):
    return heard(encoded(sound, **form), name)


def feature(facts, name):
    return float(facts.features[FEATURES.index(name)])
