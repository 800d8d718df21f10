"""Fabricated indexes of full size: rows as corpora give them, without a file on disk."""

from itertools import product
from random import Random

import pyarrow as pa

from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema

COMMON = dict(
    zip(
        ("start_frame", "frames", "channels", "sampling_rate", "speaker", "sex", "age", "text"),
        (0, 32_000, 1, 16_000, "", "", None, ""),
        strict=True,
    )
)
EMOTIONS = ("neutral", "calm", "happy", "sad", "angry", "fearful", "disgust", "surprised")


def index_of(name, rows, folder, *, shuffle=0):
    """Fabricate an index; rows are shuffled by a seed if one is given."""
    corpus = corpus_named(name)
    full = [
        {**COMMON, "licence": corpus.licence.spdx, "path": f"{row['id']}.wav", "sha256": f"{name}/{row['id']}", **row}
        for row in rows
    ]
    if shuffle:
        Random(shuffle).shuffle(full)
    return CorpusIndex(corpus=corpus, root=folder, table=pa.Table.from_pylist(full, schema=index_schema(corpus)))


def ravdess_rows():
    for channel, actor, emotion, intensity, statement, repetition in product(
        (1, 2), range(1, 25), range(1, 9), (1, 2), (1, 2), (1, 2)
    ):
        sung = channel == 2 and (emotion > 6 or actor == 18)
        if not sung and (emotion, intensity) != (1, 2):
            yield {
                "id": f"03-{channel:02}-{emotion:02}-{intensity:02}-{statement:02}-{repetition:02}-{actor:02}",
                "speaker": f"{actor:02}",
                "actor": f"{actor:02}",
                "sex": "male" if actor % 2 else "female",
                "channel": ("speech", "song")[channel - 1],
                "emotion": EMOTIONS[emotion - 1],
                "intensity": ("normal", "strong")[intensity - 1],
                "statement": str(statement),
                "repetition": str(repetition),
                "frames": 32_000 + 8_000 * (channel == 2),
            }


def vctk_rows(*, women=61, men=47, sentences=40):
    for speaker in range(women + men):
        for sentence in range(1, sentences + 1):
            shared = sentence <= 24
            yield {
                "id": f"p{225 + speaker}_{sentence:03}",
                "speaker": f"p{225 + speaker}",
                "sex": "female" if speaker < women else "male",
                "text": f"sentence {sentence}" if shared else f"sentence {sentence} of {speaker}",
                "sentence": f"{sentence:03}",
            }


def common_voice_rows(counts, *, sexes=("male", "female")):
    for group, count in counts.items():
        for number in range(count):
            name = f"{group}{number}"
            yield {
                "id": name,
                "speaker": name,
                "age_group": group,
                "sex": sexes[number % len(sexes)],
                "language": "en",
            }


def archive_rows(ages, *, each):
    for age, number in product(ages, range(each)):
        name = f"english{age:g}_{number}"
        yield {"id": name, "speaker": name, "age": float(age), "sex": ("male", "female")[number % 2]}
