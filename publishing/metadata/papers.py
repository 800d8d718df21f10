"""Write the papers of a release: README.md, ATTRIBUTION.md and croissant.json."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from manifests.atomic import write_text_atomically
from manifests.errors import RecordError
from manifests.layout import DatasetPaths
from manifests.record import read_items
from publishing.cards.summary import ItemSummary, summarise
from publishing.licensing.attribution import attribution_text
from publishing.licensing.ledger import release_terms
from publishing.metadata.croissant import croissant_text
from publishing.metadata.suite import Suite, suite_card

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord

_SHARD = re.compile(r"test-\d{5}-of-\d{5}\.parquet")
CARD, ATTRIBUTION, CROISSANT = "README.md", "ATTRIBUTION.md", "croissant.json"


def write_release_papers(
    folder: Path,
    *,
    name: str,
    version: str,
    date: str,
    datasets: Sequence[tuple[DatasetRecord, Recipe]],
    with_audio: bool = True,
) -> None:
    """Write the papers at the top of a release, each whole or not at all; one that is as it should be is left alone.

    Parameters
    ----------
    folder : pathlib.Path
        The release. Speakers are counted in `records/<recipe>.jsonl`, or in the build's own record.
    name, version, date : str
        The release; the date as YYYY-MM-DD.
    datasets : sequence of pairs of DatasetRecord and Recipe
        What is in it; told of by suite, level and name, in whatever order they come.
    with_audio : bool
        Whether the clips are in it, or the records alone.

    Raises
    ------
    OutputError
        If a file cannot be written.
    RecordError
        If the items of a dataset cannot be read, or a record and a recipe do not belong together.
    CorpusError
        If a corpus module is broken.
    """
    _require_names(datasets)
    ordered = sorted(datasets, key=lambda pair: (pair[1].suite, pair[1].level, pair[0].recipe))
    suite = Suite(
        name=name,
        version=version,
        date=date,
        datasets=tuple(ordered),
        terms=release_terms(use for record, _ in ordered for use in record.corpora),
        summaries=_summaries(folder, [record.recipe for record, _ in ordered]),
        with_audio=with_audio,
    )
    texts = {
        CARD: suite_card(suite),
        ATTRIBUTION: attribution_text(name=name, version=version, datasets=ordered, terms=suite.terms),
        CROISSANT: croissant_text(suite, sizes=_sizes(folder, suite)),
    }
    for file, text in texts.items():
        path = folder / file
        if not path.is_file() or path.read_bytes() != text.encode():
            write_text_atomically(path, text)


def _require_names(datasets: Sequence[tuple[DatasetRecord, Recipe]]) -> None:
    """Hold the names of datasets and files to their form: the papers make paths and links of them."""
    for record, recipe in datasets:
        files = [shard.name for shard in record.shards]
        wrong = [file for file in files if not _SHARD.fullmatch(file)]
        if record.recipe == recipe.name and not wrong:
            continue
        raise RecordError(
            where=f"the record of {recipe.name}",
            found=f"a file named {wrong[0]!r}" if wrong else f"a record of {record.recipe!r}",
            wanted=f"a record of {recipe.name}, with files named test-00000-of-00001.parquet, ...",
            remedy="build the dataset again",
        )


def _summaries(folder: Path, names: Sequence[str]) -> dict[str, ItemSummary]:
    found = {}
    for name in names:
        places = (folder / "records" / f"{name}.jsonl", DatasetPaths(folder, name).items)
        path = next((place for place in places if place.is_file()), None)
        summary = summarise(read_items(path)) if path else None
        if summary:
            found[name] = summary
    return found


def _sizes(folder: Path, suite: Suite) -> dict[str, int]:
    files = [f"{record.recipe}/data/{shard.name}" for record in suite.records for shard in record.shards]
    files += [f"records/{record.recipe}.jsonl" for record in suite.records]
    return {file: (folder / file).stat().st_size for file in files if (folder / file).is_file()}
