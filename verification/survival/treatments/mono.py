"""What most models do first: one channel, 16 kHz."""

from __future__ import annotations

from collections.abc import Sequence

from verification.listening.facts import Sound
from verification.survival.remarked import Done, Remarked, count_of
from verification.survival.shaping import SPEECH_RATE_HZ, at_rate, averaged


class Mono(Remarked):
    """The mean of the channels, resampled to 16 kHz by soxr HQ; as `librosa.load(path, sr=16000)` does by default."""

    name = "mono"
    title = "averaging to mono"
    order = 10

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Average and resample."""
        samples = at_rate(averaged(sound), from_hz=sound.sampling_rate, to_hz=SPEECH_RATE_HZ)
        done = {"averaged": sound.samples.shape[1] > 1, "resampled": sound.sampling_rate != SPEECH_RATE_HZ}
        return Sound(samples=samples, sampling_rate=SPEECH_RATE_HZ), done

    def remark(self, done: Sequence[Done]) -> str:
        """Tell how many clips this changes at all."""
        return f"{count_of(done, 'averaged')} had several channels, {count_of(done, 'resampled')} another rate"


TREATMENT = Mono()
