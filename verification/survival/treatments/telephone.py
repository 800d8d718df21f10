"""A telephone line."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.survival.remarked import Done, Remarked, count_of
from verification.survival.shaping import SPEECH_RATE_HZ, at_rate, averaged, of_length

_LINE_RATE_HZ = 8000
_BAND_HZ = (300.0, 3400.0)  # ITU-T G.712
_TAPS = 257  # linear phase: flanks of 100 Hz, and no delay once the filter is centred


class Telephone(Remarked):
    """One channel, 8 kHz, 300 to 3400 Hz, mu-law (ITU-T G.711, by libsndfile), and back to 16 kHz.

    A line carries one channel, so channels are averaged.
    """

    name = "telephone"
    title = "8 kHz telephone band"
    order = 80

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Send it down the line."""
        from scipy.signal import fftconvolve, firwin

        line = at_rate(averaged(sound), from_hz=sound.sampling_rate, to_hz=_LINE_RATE_HZ)
        band = firwin(_TAPS, _BAND_HZ, fs=_LINE_RATE_HZ, pass_zero=False)
        filtered = fftconvolve(line[:, 0], band, mode="same").astype(np.float32)
        coded = _mu_law(filtered)[:, None]
        samples = at_rate(coded, from_hz=_LINE_RATE_HZ, to_hz=SPEECH_RATE_HZ)
        frames = max(1, round(len(sound.samples) * SPEECH_RATE_HZ / sound.sampling_rate))
        arrived = Sound(samples=of_length(samples, frames), sampling_rate=SPEECH_RATE_HZ)
        return arrived, {"averaged": sound.samples.shape[1] > 1}

    def remark(self, done: Sequence[Done]) -> str:
        """Tell the band, and how many clips had more channels than a line."""
        return f"300 to 3400 Hz, mu-law, one channel: {count_of(done, 'averaged')} had several"


def _mu_law(line: Floats) -> Floats:
    """Go through eight bits of mu-law; beyond full scale it saturates, as a line does."""
    import soundfile

    buffer = io.BytesIO()
    pcm = np.round(np.clip(line, -1.0, 32767 / 32768) * 32768).astype(np.int16)
    soundfile.write(buffer, pcm, _LINE_RATE_HZ, format="WAV", subtype="ULAW")
    buffer.seek(0)
    heard: Floats = soundfile.read(buffer, dtype="float32")[0]
    return heard


TREATMENT = Telephone()
