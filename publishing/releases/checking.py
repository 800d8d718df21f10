"""The check before a release: no dataset with an error ships."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from manifests.errors import SoundprobeError

if TYPE_CHECKING:
    from builders.engine.build import BuildResult
    from manifests.release_record.models import CheckEntry

_SHOWN = 3


class CheckFailedError(SoundprobeError):
    """A check found an error, so that nothing may be released."""


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a check found that lets a release through.

    Parameters
    ----------
    entry : CheckEntry
        In numbers, as the record holds it.
    warnings : tuple of str
        The rules that warned, each with how often.
    """

    entry: CheckEntry
    warnings: tuple[str, ...]


def checked(built: BuildResult, *, workers: int) -> Checked:
    """Check a dataset that was built, and keep the results; an unchanged dataset's last check stands.

    Raises
    ------
    CheckFailedError
        If the check found an error.
    """
    from publishing.releases.describing import describe_check
    from publishing.results import read_results

    results = read_results(built.paths, items_sha256=built.record.items_sha256) if built.stood else None
    if results is None:
        results = _check(built, workers)
    found = describe_check(results)
    if found.errors:
        errors = [finding for finding in results["findings"] if finding["severity"] == "error"]
        told = "; ".join(f"{error['rule']}: {error['item']}: {error['found']}" for error in errors[:_SHOWN])
        raise CheckFailedError(
            where=built.record.recipe,
            found=f"{found.errors:,} error{'s' * (found.errors > 1)} ({told})",
            wanted="a dataset that holds every promise",
            remedy=f"`soundprobe check {built.paths.folder}` tells them all; correct the recipe or the builder",
        )
    warned = Counter(finding["rule"] for finding in results["findings"] if finding["severity"] == "warning")
    named = tuple(f"{rule} ({count:,})" if count > 1 else rule for rule, count in sorted(warned.items()))
    return Checked(entry=found, warnings=named)


def _check(built: BuildResult, workers: int) -> dict[str, Any]:
    from importlib.metadata import version

    from publishing.results import store_results
    from verification.check import check_dataset

    report = check_dataset(built.paths, workers=workers, audited=True, survival=True)
    results = {**report.to_json(), "version": version("soundprobe")}
    store_results(built.paths, results)
    return results
