"""MP3, as podcasts and uploads are."""

from __future__ import annotations

from verification.survival.codec import Codec

_KBIT_PER_S = 64


class Mp3(Codec):
    """MPEG-1/2/2.5 Layer III at a constant 64 kbit/s for all channels together, by LAME in libsndfile.

    The decoder (mpg123) takes encoder delay and padding off by the header that LAME writes. LAME turns the sound down
    by 0.45 dB.
    """

    name = "mp3-64k"
    title = "MP3 at 64 kbit/s"
    order = 60
    rates_hz = (8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000)
    container = "MP3"
    subtype = "MPEG_LAYER_III"

    def compression(self, *, sampling_rate: int, channels: int) -> float:  # noqa: ARG002
        """Go back from the bit rate to the level: libsndfile runs linearly between the ends of each MPEG version."""
        if sampling_rate >= 32_000:
            least, most = 32, 320
        else:
            least, most = 8, (160 if sampling_rate >= 16_000 else 64)
        return (most - _KBIT_PER_S) / (most - least)

    def encoder_options(self) -> dict[str, str]:
        """Ask for a constant bit rate."""
        return {"bitrate_mode": "CONSTANT"}


TREATMENT = Mp3()
