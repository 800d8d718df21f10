"""What `row["audio"]["array"]` of the library `datasets` gives."""

from __future__ import annotations

from collections.abc import Sequence

from verification.listening.facts import Sound
from verification.survival.remarked import Done, Remarked, count_of
from verification.survival.shaping import averaged


class DatasetsReader(Remarked):
    """The mean of the channels as float, at the file's own rate.

    Notes
    -----
    Since version 4, `datasets.Audio` decodes by torchcodec, and `AudioDecoder.__getitem__("array")` in
    `datasets/features/_torchcodec.py` (5.2.0) takes `numpy.mean` over the channels, without a word. A row of its own
    beside `mono`, because it is what people use who believe that they read the file as it is.
    """

    name = "datasets-reader"
    title = "the default reader of datasets (torchcodec)"
    order = 20

    def treat(self, sound: Sound) -> tuple[Sound, Done]:
        """Average."""
        done = {"averaged": sound.samples.shape[1] > 1}
        return Sound(samples=averaged(sound), sampling_rate=sound.sampling_rate), done

    def remark(self, done: Sequence[Done]) -> str:
        """Tell how many clips this changes at all."""
        return f"{count_of(done, 'averaged')} had several channels, which the reader averages"


TREATMENT = DatasetsReader()
