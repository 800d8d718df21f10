"""What a corpus module declares, and what one of its entries is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ANY_LICENCE = "*"  # among `row_licences`: whatever the recording's own metadata say


@dataclass(frozen=True, kw_only=True)
class Licence:
    """The terms of a corpus.

    Parameters
    ----------
    spdx : str
        SPDX identifier, or `LicenseRef-...` for terms of its own.
    summary : str
        The terms in one line.
    url : str
        Where they stand.
    attribution : str
        The line that a user of the audio must give.
    redistribution, commercial_use, share_alike : bool
        What the terms allow or ask for.
    derivatives : bool
        Whether a changed copy may be passed on; every clip that is built is one.
    """

    spdx: str
    summary: str
    url: str
    attribution: str
    redistribution: bool
    commercial_use: bool
    share_alike: bool
    derivatives: bool = True

    @property
    def title(self) -> str:
        """The terms as people name them: the SPDX identifier, or the summary of terms that SPDX does not list."""
        return self.summary if self.spdx.startswith("LicenseRef-") else self.spdx


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Whose voices a corpus holds and how they came about, for the data statement of what is made of it.

    Parameters
    ----------
    languages : tuple of str
        The languages spoken, as BCP 47 tags with a region where it is known (`en-US`).
    variety : str
        The language and its varieties, in a sentence.
    speakers : str
        Who the speakers are and how they were found, in a sentence.
    situation : str
        What they did, where and on what it was recorded, in a sentence.
    """

    languages: tuple[str, ...]
    variety: str
    speakers: str
    situation: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One recording as the corpus's own metadata describe it, before its audio is looked at.

    `path` is relative to the corpus root, POSIX style. `extra` holds the corpus's own columns, as text.
    `origin` says which file and row named it, for messages. `start_s` and `end_s` name a stretch of the file where
    the corpus annotates stretches rather than files; `end_s` alone of None is the file's end. `licence` is the SPDX
    identifier of this recording where those of one corpus differ; it is then one of the corpus's `row_licences`.
    """

    id: str
    path: str
    speaker: str = ""
    sex: str = ""
    age: float | None = None
    text: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    origin: str = ""
    start_s: float = 0.0
    end_s: float | None = None
    licence: str = ""


@dataclass(frozen=True, kw_only=True)
class Archive:
    """A file that a corpus is downloaded as.

    Parameters
    ----------
    url : str
        Where its owner offers it.
    checksum : str
        As `sha256:...` or `md5:...`, from the owner or from a project that has long verified it; empty if none is
        published: then the fetch says what it got.
    size_bytes : int
        About how large it is; 0 if not known.
    source : str
        Where the checksum stands.
    unpack_to : str
        Folder below the corpus's own to unpack into; empty for the corpus's folder itself.
    """

    url: str
    checksum: str = ""
    size_bytes: int = 0
    source: str = ""
    unpack_to: str = ""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a corpus that is downloaded, or lacking, by itself.

    Parameters
    ----------
    name : str
        As the corpus's `part_column` has it.
    recordings : int
        How many it holds.
    archive : str
        The file that it is unpacked from.
    optional : bool
        Whether the corpus counts as whole without it.
    """

    name: str
    recordings: int
    archive: str
    optional: bool = False


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """A corpus, declared by constants.

    Parameters
    ----------
    name : str
        The module's name, as used in `--corpus NAME=PATH`.
    title : str
        Its published name and version.
    homepage : str
        Where to get it.
    licence : Licence
        Its terms.
    citation : str
        One line: authors, title, year.
    expected_files : int or callable
        How many recordings the whole corpus has; a callable is given the root and counts what the release that is there
        should have.
    extra_columns : tuple of str
        Names of the corpus's own columns, in order.
    layout : str
        What its root looks like, for messages.
    locate : callable
        `locate(base)` gives the corpus root at `base` or at most three folders below it, or None.
    origin : Origin or None
        Whose voices it holds; None if nothing is known of them.
    entries : callable
        `entries(root)` lists what the corpus's metadata name. It raises CorpusError if they cannot be read.
    archives : tuple of Archive
        What `soundprobe fetch` downloads; empty if the terms want a person to ask, agree or log in.
    obtain : str
        How to get it by hand: the owner's own instructions, in a sentence or two.
    size_gb : float
        About how much room it takes, unpacked.
    row_licences : tuple of str
        SPDX identifiers that single recordings may come under instead of `licence`; `ANY_LICENCE` for whatever their
        metadata say.
    parts : tuple of Part
        Where single parts may be lacking: which there are.
    part_column : str
        Which of the corpus's own columns names the part of a recording.
    texts : str
        Where the recordings' texts stand, for the message that says that there are none.
    """

    name: str
    title: str
    homepage: str
    licence: Licence
    citation: str
    expected_files: int | Callable[[Path], int]
    extra_columns: tuple[str, ...] = ()
    origin: Origin | None = None
    layout: str
    locate: Callable[[Path], Path | None]
    entries: Callable[[Path], Iterable[Entry]]
    archives: tuple[Archive, ...] = ()
    obtain: str = ""
    size_gb: float = 0.0
    row_licences: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    part_column: str = ""
    texts: str = ""

    def expected_at(self, root: Path) -> int:
        """Say how many recordings the corpus should have at `root`."""
        return self.expected_files(root) if callable(self.expected_files) else self.expected_files

    def terms(self) -> str:
        """Say in one line what the licence is and where the corpus comes from."""
        words = dict.fromkeys((self.licence.title, self.licence.summary))
        return f"{self.title} is at {self.homepage} ({': '.join(words)})"
