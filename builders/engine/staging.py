"""The unfinished build: its shards wait here until all are whole, then take the dataset's place in one go."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from manifests.atomic import output_error
from manifests.errors import OutputError
from manifests.layout import DatasetPaths


@dataclass(frozen=True)
class Staging:
    """The folder of one unfinished build, named by what it will be: another plan has another folder."""

    paths: DatasetPaths
    key: str

    @property
    def folder(self) -> Path:
        """Everything below is removed when the build is finished."""
        return self.paths.partial / self.key[:16]

    @property
    def dataset(self) -> Path:
        """The dataset folder to be."""
        return self.folder / "dataset"

    @property
    def data(self) -> Path:
        """Its shards."""
        return self.dataset / "data"

    @property
    def shard_items(self) -> Path:
        """The record lines of each finished shard."""
        return self.folder / "shard-items"

    @property
    def plan(self) -> Path:
        """The plan, one item a line."""
        return self.folder / "plan.jsonl"

    @property
    def items(self) -> Path:
        """The record's items to be."""
        return self.folder / "items.jsonl"

    @property
    def record(self) -> Path:
        """The record's header to be; once it is here, everything else is whole."""
        return self.folder / "record.json"

    def open(self) -> None:
        """Make the folder, and drop the remains of builds of other plans.

        Raises
        ------
        OutputError
            If the folder cannot be made, or the dataset's place is taken by something that no build made.
        """
        self._finish_what_another_build_staged()
        ours = any(path.is_file() for path in (self.paths.record, self.paths.items, self.record))
        if not ours and self.paths.folder.exists() and not _empty_folder(self.paths.folder):
            raise OutputError(
                where=str(self.paths.folder),
                found="files that no build made",
                wanted="a free place, or an earlier build of this dataset",
                remedy="move them away, or choose another folder with --out",
            )
        try:
            if self.paths.partial.is_dir():
                for other in self.paths.partial.iterdir():
                    if other != self.folder:
                        shutil.rmtree(other)
            self.paths.record.parent.mkdir(parents=True, exist_ok=True)
            if self.record.is_file():  # what is staged may be half in place already: nothing may be made anew
                return
            self.data.mkdir(parents=True, exist_ok=True)
            self.shard_items.mkdir(parents=True, exist_ok=True)
            for leftover in self.folder.glob("**/.*.tmp"):
                leftover.unlink()
        except OSError as error:
            raise output_error(self.paths.out, error) from error

    def _finish_what_another_build_staged(self) -> None:
        """Install a build of another plan that was stopped while it took its place: nothing is lost."""
        for record in self.paths.partial.glob("*/record.json"):
            if record.parent != self.folder:
                Staging(self.paths, record.parent.name).install()

    def install(self) -> None:
        """Put the finished dataset and its record in place; may be interrupted anywhere and called again.

        The old header goes first and the new one comes last, so a dataset with a header is always whole.
        """
        try:
            if self.dataset.exists():
                self.paths.record.unlink(missing_ok=True)
                if self.paths.folder.exists():
                    shutil.rmtree(self.folder / "replaced", ignore_errors=True)
                    self.paths.folder.rename(self.folder / "replaced")
                self.dataset.rename(self.paths.folder)
            replaced = self.folder / "replaced"
            for path in sorted(replaced.iterdir()) if replaced.is_dir() else []:
                if path.name not in {self.data.name, self.paths.card.name}:  # a user's own, such as .git
                    path.rename(self.paths.folder / path.name)
            if self.items.exists():
                self.items.replace(self.paths.items)
            self.record.replace(self.paths.record)
            self.clear()
        except OSError as error:
            raise output_error(self.paths.folder, error) from error

    def clear(self) -> None:
        """Remove what is left of finished builds of this dataset."""
        if self.paths.partial.is_dir():
            shutil.rmtree(self.paths.partial)
        with suppress(OSError):  # another dataset's build may be at work there, or may have come first
            self.paths.partial.parent.rmdir()


def _empty_folder(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())
