"""Whisper's log-mel features, and back to a sound so that the property can be measured again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from verification.listening.facts import Floats, Sound
from verification.survival.remarked import Done, Remarked, count_of
from verification.survival.shaping import SPEECH_RATE_HZ, at_rate, averaged, of_length

N_FFT, HOP, MELS = 400, 160, 80
_WINDOW_FRAMES = 30 * SPEECH_RATE_HZ
_ITERATIONS = 32
_SEED = 0  # of Griffin-Lim's first phases


class LogMel(Remarked):
    """One channel, 16 kHz, at most 30 s, 80 log-mel bands, and a sound of the same length made from these alone.

    Features as OpenAI's `whisper/audio.py` computes them: Hann windows of 400 every 160 samples, power, 80 Slaney
    bands, log10, no lower than 8 decades below the clip's highest value, `(x + 4) / 4`. Back: the scaling undone,
    the pseudo-inverse of the bands (negative powers set to zero), and 32 iterations of Griffin-Lim from fixed phases.

    Notes
    -----
    It shows one direction only. A label that still holds is in the features for certain, since nothing else went into
    the sound. A label that no longer holds may be lost in the features, or only in the way back: phases are invented
    (fine time structure within 25 ms, reverberation tails and F0 suffer first), a steady offset comes back as a hum
    near 40 Hz because the lowest band leaves out 0 Hz, and all that differs between channels is gone by the average.
    """

    name = "log-mel"
    title = "log-mel at Whisper's settings"
    order = 110

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Go to the features and back."""
        samples = at_rate(averaged(sound), from_hz=sound.sampling_rate, to_hz=SPEECH_RATE_HZ)
        kept = samples[:_WINDOW_FRAMES]
        back = sound_of(log_mel(kept[:, 0]), frames=len(kept))
        arrived = Sound(samples=back[:, None], sampling_rate=SPEECH_RATE_HZ)
        return arrived, {"cut": len(samples) > len(kept)}

    def remark(self, done: Sequence[Done]) -> str:
        """Warn of what the way back cannot show."""
        text = "measured on a sound made from the features: what no longer holds may be lost on the way back only"
        return f"{text}; {count_of(done, 'cut')} were cut at 30 s" if any(each["cut"] for each in done) else text


def log_mel(samples: Floats) -> NDArray[np.float64]:
    """Compute Whisper's features.

    Parameters
    ----------
    samples : numpy.ndarray, shape (frames,)
        At 16 kHz, 30 s at most.

    Returns
    -------
    numpy.ndarray, shape (80, frames // 160 + 1)
        Of the frames that the clip reaches; Whisper itself goes on with silence to 30 s.
    """
    import librosa

    columns = len(samples) // HOP + 1
    # Zeros stand for the silence up to 30 s, as far as the clip's last windows see it.
    padded = of_length(samples[:, None], len(samples) + N_FFT)[:, 0]
    spectrum = librosa.stft(padded, n_fft=N_FFT, hop_length=HOP, pad_mode="reflect")[:, :columns]
    bands = _bands() @ np.square(np.abs(spectrum), dtype=np.float64)
    logs = np.log10(np.maximum(bands, 1e-10))
    features: NDArray[np.float64] = (np.maximum(logs, logs.max() - 8.0) + 4.0) / 4.0
    return features


def sound_of(features: NDArray[np.float64], *, frames: int) -> Floats:
    """Make a sound from features alone, shape (frames,)."""
    import librosa

    powers = _inverse() @ 10.0 ** (features * 4.0 - 4.0)
    # One more window of silence, so that the last frames are covered from both sides.
    magnitudes = np.pad(np.sqrt(np.maximum(powers, 0.0)), ((0, 0), (0, N_FFT // HOP + 1)))
    sound = librosa.griffinlim(
        magnitudes.astype(np.float32), n_iter=_ITERATIONS, hop_length=HOP, n_fft=N_FFT, random_state=_SEED
    )
    return of_length(np.asarray(sound, dtype=np.float32)[:, None], frames)[:, 0]


@cache
def _bands() -> NDArray[np.float64]:
    import librosa

    bands: NDArray[np.float64] = librosa.filters.mel(
        sr=SPEECH_RATE_HZ, n_fft=N_FFT, n_mels=MELS, norm="slaney", dtype=np.float64
    )
    return bands


@cache
def _inverse() -> NDArray[np.float64]:
    inverse: NDArray[np.float64] = np.asarray(np.linalg.pinv(_bands()), dtype=np.float64)
    return inverse


TREATMENT = LogMel()
