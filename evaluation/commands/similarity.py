"""`soundprobe evaluate similarity`: what an encoder's embeddings tell apart."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builders.commands.plain import PlainCommand
from evaluation.commands.questions import set_argument

if TYPE_CHECKING:
    from evaluation.sets.question_set import QuestionSet

FITS, DOES_NOT_FIT = 0, 1
_FILE = click.Path(path_type=Path)


@click.command("similarity", cls=PlainCommand)
@set_argument
@click.argument("embeddings", type=_FILE)
@click.option("--ids", type=_FILE, metavar="FILE", help="Ids of the rows of an .npy file, one a line.")
@click.option("--pairs", type=_FILE, metavar="FILE", help="CSV: id_a, id_b, change (style or content).")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, each pair's cosine included.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of pairs and intervals.")
def similarity_command(
    *, questions: QuestionSet, embeddings: Path, ids: Path | None, pairs: Path | None, as_json: bool, seed: int
) -> None:
    """Tell how far an audio encoder's embeddings move when the style changes, and when the content does.

    EMBEDDINGS of the clips of SET are .npz (`ids` and `embeddings`, or an array under each id), .npy with --ids, or
    JSON lines of {"id": ..., "embedding": [...]}. Embeddings frame by frame, shape (frames, dims), are averaged over
    frames. Without --pairs, rows of one group and different labels differ in style, rows of one label and different
    groups in content.

    \b
    Examples:
      soundprobe evaluate similarity build/level2/volume-perception whisper.npz
      soundprobe evaluate similarity SET wav2vec.jsonl --pairs pairs.csv

    Exit code: 0 when all pairs were compared, 1 when some ids or embeddings do not fit (what is there is
    compared all the same), 2 when nothing could be compared.
    """
    import json

    from evaluation.encoders.embeddings import embeddings_of
    from evaluation.encoders.formats import read_arrays
    from evaluation.encoders.lines import similarity_lines
    from evaluation.encoders.pairs import pairs_of, read_pairs
    from evaluation.encoders.probe import similarity
    from verification.lines import terminal_width, wrapped

    asked = questions.questions
    chosen = read_pairs(pairs) if pairs else pairs_of(asked, seed=seed)
    found = similarity(asked, embeddings_of(read_arrays(embeddings, ids), where=str(embeddings)), chosen, seed=seed)
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2))
    else:
        for line in similarity_lines(found):
            click.echo("\n".join(wrapped(line, terminal_width(), first="", rest="  ")))
    sys.exit(FITS if found.fits else DOES_NOT_FIT)
