"""Encode and decode at a bit rate, in memory, by libsndfile; rate, length and place in time are kept."""

from __future__ import annotations

import io
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from verification.listening.facts import Floats, Sound
from verification.survival.remarked import Done, Remarked, range_of
from verification.survival.shaping import at_rate, averaged, of_length

_MOST_CHANNELS = 2  # MP3 has no more, and 24 kbit/s is too little for more
_BLOCK_FRAMES = 16_384  # libsndfile keeps what it is given at once on its stack: long clips go in by blocks


class Codec(Remarked):
    """A lossy codec at a bit rate.

    Encoders are fed PCM: what is over full scale is clipped. More than two channels are averaged to one. A sampling
    rate that the codec does not know is converted to the next higher one that it knows (or its highest), and back.

    Attributes
    ----------
    rates_hz : tuple of int
        Sampling rates that the codec knows, ascending.
    container, subtype : str
        As libsndfile calls them.
    """

    rates_hz: ClassVar[tuple[int, ...]]
    container: ClassVar[str]
    subtype: ClassVar[str]

    @abstractmethod
    def compression(self, *, sampling_rate: int, channels: int) -> float:
        """Give libsndfile's compression level, 0 to 1, at which the wanted bit rate comes out."""

    def encoder_options(self) -> dict[str, str]:
        """Give more options of `soundfile.SoundFile`."""
        return {}

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Give what the decoder gives, and the bit rate of the encoded file, container included."""
        import soundfile

        samples = sound.samples if sound.samples.shape[1] <= _MOST_CHANNELS else averaged(sound)
        rate = next((known for known in self.rates_hz if known >= sound.sampling_rate), self.rates_hz[-1])
        sent = at_rate(samples, from_hz=sound.sampling_rate, to_hz=rate)
        # LAME ends the whole process if it is given millions times full scale.
        encoded = self._encode(np.clip(sent, -1.0, 1.0), rate)
        heard, heard_rate = soundfile.read(io.BytesIO(encoded), dtype="float32", always_2d=True)
        heard = at_rate(of_length(heard, len(sent)), from_hz=heard_rate, to_hz=sound.sampling_rate)
        kbit_per_s = len(encoded) * 8 / 1000 * rate / len(sent)
        arrived = Sound(samples=of_length(heard, len(samples)), sampling_rate=sound.sampling_rate)
        return arrived, {"kbit_per_s": kbit_per_s}

    def remark(self, done: Sequence[Done]) -> str:
        """Tell the bit rates that came out."""
        middle = float(np.median([each["kbit_per_s"] for each in done]))
        return f"{middle:.1f} kbit/s came out (median; {range_of(done, 'kbit_per_s', form='.1f')}), headers included"

    def _encode(self, samples: Floats, rate: int) -> bytes:
        import soundfile

        channels = samples.shape[1]
        buffer = io.BytesIO()
        with soundfile.SoundFile(
            buffer,
            "w",
            samplerate=rate,
            channels=channels,
            format=self.container,
            subtype=self.subtype,
            compression_level=self.compression(sampling_rate=rate, channels=channels),
            **self.encoder_options(),
        ) as target:
            for start in range(0, len(samples), _BLOCK_FRAMES):
                target.write(samples[start : start + _BLOCK_FRAMES])
        return buffer.getvalue()
