"""Rising and falling speech as a Kaldi directory, which knows no pairs: of each, one direction only."""

from __future__ import annotations

from tests.zoo.clean import level_pairs
from tests.zoo.planted import CleanSet
from tests.zoo.rows import Row
from tests.zoo.writing import write_kaldi


def make() -> list[Row]:
    return [
        row
        for row in level_pairs.CLEAN.rows()
        # Speakers come in sevens, so that each has both labels.
        if (row.label == level_pairs.RISING) == (int(row.group[1:]) // 7 % 2 == 0)
    ]


CLEAN = CleanSet("Kaldi directory", make, write_kaldi, task="level-direction")
