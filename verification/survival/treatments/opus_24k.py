"""Opus, as voice messages and calls are."""

from __future__ import annotations

from verification.survival.codec import Codec

_KBIT_PER_S = 24.0


class Opus(Codec):
    """Opus in Ogg at 24 kbit/s for all channels together (variable bit rate, as libopus has it by default).

    libsndfile offers no constant bit rate for Opus. The pre-skip in the header takes the codec's delay off. A file's
    bytes differ from run to run (a random serial number of the stream); the decoded sound does not.
    """

    name = "opus-24k"
    title = "Opus at 24 kbit/s"
    order = 70
    rates_hz = (8000, 12000, 16000, 24000, 48000)
    container = "OGG"
    subtype = "OPUS"

    def compression(self, *, sampling_rate: int, channels: int) -> float:  # noqa: ARG002
        """Go back from the bit rate to the level: libsndfile runs from 256 down to 6 kbit/s, a channel."""
        return (256.0 - _KBIT_PER_S / channels) / 250.0


TREATMENT = Opus()
