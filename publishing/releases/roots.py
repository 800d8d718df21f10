"""Where the corpora of a record lie on this machine, and whether their files are still those of the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from corpora.synthesis.utterance import Utterance
from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import file_sha256
from manifests.errors import CorpusError
from manifests.release_record.models import ReleaseRecord
from manifests.release_record.paths import below
from publishing.releases.difference import short
from publishing.releases.survey import SourceFiles

SYNTHESISED = "synthesised"
_FILES_A_JOB = 64
_SHOWN = 5
Job = tuple[tuple[Path, str, str], ...]


def corpus_roots(
    names: Sequence[str],
    *,
    given: Mapping[str, Path],
    base: Path | None,
    workers: int,
    script: Sequence[Utterance] = (),
) -> dict[str, Path]:
    """Say where each corpus lies; an embedded one is made if it is not there, and a script is spoken by eSpeak NG.

    Parameters
    ----------
    names : sequence of str
        The corpora that items are made of.
    given : mapping
        Roots that the user named.
    base : pathlib.Path or None
        A folder to look for corpora in.
    workers : int
        Processes that make an embedded corpus.
    script : sequence of Utterance
        What the corpus of synthesised speech says, where nobody says where it lies.

    Raises
    ------
    CorpusError
        If a corpus is not known here, or nobody said where it lies.
    """
    from corpora.indexing.registry import corpus_named, embedded_names, embedded_root, locate_all
    from corpora.synthesis.engines.espeak import NAME as ESPEAK
    from corpora.synthesis.engines.registry import engine_named
    from corpora.synthesis.spoken import synthesised_tree

    roots = {**(locate_all(base) if base is not None else {}), **given}
    for name in names:
        corpus = corpus_named(name)
        if name in embedded_names() and name not in roots:
            roots[name] = embedded_root(name, workers=workers)
        if name == SYNTHESISED and name not in roots and script:
            roots[name] = synthesised_tree(script, engine=engine_named(ESPEAK), workers=workers)
        if name not in roots:
            raise CorpusError(
                where=f"corpus {name}",
                found="no word of where it lies",
                wanted=f"{corpus.title}: {corpus.layout}",
                remedy=f"say where with --corpus {name}=PATH or --corpora DIR; {corpus.terms()}",
            )
        _require_folder(name, roots[name])
        roots[name] = corpus.locate(roots[name]) or roots[name]
    return {name: roots[name] for name in names}


def _require_folder(name: str, root: Path) -> None:
    if not root.is_dir():
        raise CorpusError(
            where=f"--corpus {name}={root}",
            found="a file" if root.exists() else "no such folder",
            wanted="the folder that the corpus lies in",
            remedy="correct the path",
        )


def spoken_script(record: ReleaseRecord) -> tuple[Utterance, ...]:
    """Give what was spoken for the datasets of a release, each line once: the scripts of their recipes.

    Parameters
    ----------
    record : ReleaseRecord
        Its datasets name their recipes; one that is not known here gives nothing.
    """
    from recipes.catalogue.variants import known_recipes

    spoken = [each.recipe for each in record.datasets if SYNTHESISED in {corpus.name for corpus in each.corpora}]
    known = known_recipes() if spoken else {}
    lines = (line for name in spoken if name in known for line in known[name].script())
    return tuple({line.key: line for line in lines}.values())


def require_sources(files: SourceFiles, roots: Mapping[str, Path], *, workers: int) -> int:
    """Hash every source file and compare; give how many there are.

    Raises
    ------
    CorpusError
        If a file is missing or has other content than the record says; files are named.
    """
    wrong: list[str] = []
    count = 0
    with Progress("verifying sources", total=sum(1 for _ in files), unit="files") as progress:
        for job, found in zip(
            _jobs(files, roots), map_jobs(hash_files, _jobs(files, roots), workers=workers), strict=True
        ):
            count += len(job)
            wrong += [
                f"{path} ({digest})"
                if digest.startswith("no ")
                else f"{path} (sha256 {short(digest)}, not {short(wanted)})"
                for (path, wanted, _), digest in zip(job, found, strict=True)
                if digest != wanted
            ]
            progress.advance(len(job))
    if wrong:
        more = f" and {len(wrong) - _SHOWN:,} more" if len(wrong) > _SHOWN else ""
        raise CorpusError(
            where=wrong[0].partition(" (")[0],
            found=f"{len(wrong):,} of {count:,} source files missing or altered: {'; '.join(wrong[:_SHOWN])}{more}",
            wanted="the files that the release was made from",
            remedy="restore them, or get the corpus again",
        )
    return count


def hash_files(job: Job) -> list[str]:
    """Hash some files; what cannot be read is said instead."""
    return [_hash(path) for path, _, _ in job]


def _hash(path: Path) -> str:
    try:
        # What is no plain file, such as a pipe, might never end.
        return file_sha256(path) if path.is_file() or not path.exists() else "no plain file"
    except FileNotFoundError:
        return "no such file"
    except OSError as error:
        return f"no file that can be read: {(error.strerror or 'error').lower()}"


def _jobs(files: SourceFiles, roots: Mapping[str, Path]) -> Iterator[Job]:
    paths = ((below(roots[corpus], path), sha256, corpus) for corpus, path, sha256 in files)
    while job := tuple(islice(paths, _FILES_A_JOB)):
        yield job
