"""The unfinished release: everything waits here until it is whole, then takes its place in one go."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from manifests.atomic import output_error, write_text_atomically
from manifests.layout import RECORDS, DatasetPaths
from manifests.release_record.documents import document_names, hashed
from manifests.release_record.folder import COPIES, HEADER
from manifests.release_record.models import ReleaseRecord

_UNFINISHED = DatasetPaths(Path(), "any").partial.parent.name


@dataclass(frozen=True)
class ReleaseStaging:
    """The folder of an unfinished release, beside where it will stand."""

    release: Path

    @property
    def folder(self) -> Path:
        """Where the work is done; a run that was stopped finds it again."""
        return self.release.with_name(f".{self.release.name}.partial")

    def open(self, recipes: Collection[str]) -> None:
        """Make the folder; what was built before, and of these recipes, is taken over.

        Files of a finished release are linked, not copied: a build writes new files and never into old ones, so that
        the finished release stays as it is whatever happens here.

        Raises
        ------
        OutputError
            If the folder cannot be made.
        """
        try:
            if not self.folder.exists() and self.release.is_dir():
                half = self.folder.with_name(self.folder.name + ".tmp")
                shutil.rmtree(half, ignore_errors=True)
                shutil.copytree(self.release, half, copy_function=_link, symlinks=True)
                half.rename(self.folder)
            self.folder.mkdir(parents=True, exist_ok=True)
            self._drop_all_but(recipes)
        except OSError as error:
            raise output_error(self.folder, error) from error

    def _drop_all_but(self, recipes: Collection[str]) -> None:
        for path in self.folder.iterdir():
            if path.name in {RECORDS, _UNFINISHED, *recipes}:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        for path in self.folder.glob(f"{_UNFINISHED}/*"):
            if path.name not in recipes:
                shutil.rmtree(path)
        for path in [*self.folder.glob(f"{RECORDS}/*.json*"), *self.folder.glob(f"{RECORDS}/checks/*.json")]:
            if path.name.partition(".")[0] not in recipes:
                path.unlink()

    def copy_items(self, recipes: Collection[str]) -> None:
        """Lay the items' records beside the audio.

        Raises
        ------
        OutputError
            If they cannot be written.
        """
        copies = self.folder / COPIES
        try:
            shutil.rmtree(copies, ignore_errors=True)
            copies.mkdir()
            for recipe in recipes:
                _link(DatasetPaths(self.folder, recipe).items, copies / f"{recipe}.jsonl")
        except OSError as error:
            raise output_error(copies, error) from error

    def documents(self, recipes: Collection[str]) -> dict[str, str]:
        """Hash the cards and papers that wait here, by their paths in the release."""
        return hashed({name: self.folder.joinpath(*name.split("/")) for name in document_names(recipes)})

    def write_header(self, record: ReleaseRecord) -> None:
        """Write release.json, last: it holds the hashes of all the rest.

        Raises
        ------
        OutputError
            If it cannot be written.
        """
        write_text_atomically(self.folder / HEADER, record.to_text())

    def install(self) -> None:
        """Put the finished release in place, which must be free.

        Raises
        ------
        OutputError
            If it cannot be moved there.
        """
        try:
            self.folder.rename(self.release)
        except OSError as error:
            raise output_error(self.release, error) from error

    def clear(self) -> None:
        """Remove what was done here."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _link(source: str | Path, target: str | Path) -> str:
    """Give a file a second name; where the disk has no such thing, copy it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return str(target)
