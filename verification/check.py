"""Check one dataset: every promise of its record and its card, against the files that ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from execution.pool import map_jobs
from execution.progress import Progress
from manifests.digest import file_sha256
from manifests.layout import DatasetPaths
from manifests.record import DatasetRecord
from verification.agreement import Agreement
from verification.audit.auditing import audit
from verification.audit.model import AuditReport
from verification.audit.ours import request_for
from verification.balance import Balance
from verification.card import check_card
from verification.clips import RowFacts, ShardJob, check_shard
from verification.contract import SAMPLING_RATE
from verification.findings import Finding, Ledger, by_harm
from verification.guard import guarded
from verification.opening.errors import CollectionError
from verification.pairs import Pairs
from verification.properties import Measured, PairRules, PropertyRules, rules_of
from verification.provenance import Provenance
from verification.recipe_lookup import check_header, recipe_of
from verification.records import recorded_header, recorded_items
from verification.shards import check_shard_files


@dataclass(frozen=True, kw_only=True)
class CheckReport:
    """What a check of one dataset found.

    Parameters
    ----------
    dataset, operation : str
        What was checked.
    items : int
        Items in the record.
    clips : int
        Clips that were decoded and measured.
    shards : int
        Files that were read.
    findings : tuple of Finding
        The most harmful first.
    checks : mapping
        How often each rule was applied.
    summary : tuple of str
        What was measured on the whole, in lines for people.
    items_sha256 : str
        Of the record's items, as the header has it.
    audit : AuditReport or None
        What the audit that anybody's set gets had to say; its findings stand among `findings` too.
    """

    dataset: str
    operation: str
    items: int
    clips: int
    shards: int
    findings: tuple[Finding, ...]
    checks: Mapping[str, int]
    summary: tuple[str, ...]
    items_sha256: str = ""
    audit: AuditReport | None = None

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    def to_json(self) -> dict[str, Any]:
        """Give the report as JSON values."""
        return {
            "dataset": self.dataset,
            "operation": self.operation,
            "items": self.items,
            "clips": self.clips,
            "shards": self.shards,
            "errors": self.errors,
            "warnings": self.warnings,
            "findings": [finding.to_json() for finding in self.findings],
            "checks": dict(sorted(self.checks.items())),
            "summary": list(self.summary),
            "items_sha256": self.items_sha256,
            "audit": None if self.audit is None else self.audit.to_json(items=False),
        }


def check_dataset(
    paths: DatasetPaths, *, workers: int = 1, audited: bool = False, survival: bool = False
) -> CheckReport:
    """Check a dataset.

    Parameters
    ----------
    paths : DatasetPaths
        Where it and its record lie.
    workers : int
        Processes; each takes whole shards and holds two clips at a time.
    audited : bool
        Whether to audit it too, as anybody's set, with what its record and recipe know.
    survival : bool
        Whether that audit tries what a model's front end leaves of the property.

    Raises
    ------
    RecordError
        If the record, the recipes or the corpora cannot be read: then there is nothing to check against.
    RuleError
        If the code of a rule breaks off.
    """
    header = recorded_header(paths.record)
    ledger = Ledger()
    rules = rules_of(header.operation)
    ledger.expect(
        rules is not None,
        "record.rules",
        header.recipe,
        found=f"no rules for the operation {header.operation}",
        wanted=f"a class Rules in verification/{header.operation.partition('.')[0]}.py",
    )
    _check_identity(header, paths, ledger)
    recipe = recipe_of(header, ledger)
    if recipe is not None:
        check_header(header, recipe, ledger)
    check_card(paths, header, ledger)
    shards = check_shard_files(paths, header, ledger)
    jobs = [ShardJob(path=path, operation=header.operation, channels=header.channels, recipe=recipe) for path in shards]
    rows = _Rows(header, paths, rules, ledger, equal=recipe is None or not recipe.counts)
    with Progress(f"checking {header.recipe}", total=sum(header.counts.values()), unit="clips") as progress:
        for result in map_jobs(check_shard, jobs, workers=workers):
            ledger.absorb(result.ledger)
            rows.measured.extend(result.measured)
            for facts in result.facts:
                rows.add(facts)
            progress.advance(len(result.facts))
    rows.finish()
    if header.items_sha256:  # a planted or older header may lack it
        digest = file_sha256(paths.items)
        ledger.expect(
            digest == header.items_sha256,
            "record.items_file",
            header.recipe,
            found=f"{paths.items.name} with the sha256 {digest[:16]}…",
            wanted=f"{header.items_sha256[:16]}…, as in the header",
        )
    report = None
    if audited:
        try:
            report = audit(request_for(paths.folder, header, recipe, workers=workers, survival=survival))
        except CollectionError:  # the set cannot be opened: the rules above have said which file is to blame
            if not any(finding.severity == "error" for finding in ledger.findings):
                raise
        else:
            ledger.findings = _together(ledger.findings, report.findings)
    return CheckReport(
        dataset=header.recipe,
        operation=header.operation,
        items=rows.agreement.recorded,
        clips=rows.clips,
        shards=len(shards),
        findings=by_harm(ledger.findings),
        checks=dict(ledger.checks),
        summary=_summary(rules, rows.measured, header.recipe),
        items_sha256=header.items_sha256,
        audit=report,
    )


def _together(own: list[Finding], audited: Sequence[Finding]) -> list[Finding]:
    """Add what the audit found and the check did not find by a rule of the same name."""
    known = {(finding.item, finding.rule) for finding in own}
    return [*own, *(finding for finding in audited if (finding.item, finding.rule) not in known)]


def _check_identity(header: DatasetRecord, paths: DatasetPaths, ledger: Ledger) -> None:
    ledger.expect(
        header.recipe == paths.name,
        "record.recipe",
        paths.name,
        found=f"a record of {header.recipe}",
        wanted=f"one of {paths.name}, the dataset that it is named after",
    )
    ledger.expect(
        header.sampling_rate == SAMPLING_RATE,
        "record.sampling_rate",
        header.recipe,
        found=f"{header.sampling_rate} Hz in the header",
        wanted=f"{SAMPLING_RATE} Hz",
    )


def _summary(rules: PropertyRules | None, measured: list[Measured], dataset: str) -> tuple[str, ...]:
    if rules is None or not measured:
        return ()
    with guarded(type(rules).__module__, dataset):
        return tuple(rules.summary(measured))


class _Rows:
    """Hands every row to the rules that look at the dataset as a whole."""

    def __init__(
        self, header: DatasetRecord, paths: DatasetPaths, rules: PropertyRules | None, ledger: Ledger, *, equal: bool
    ) -> None:
        self.agreement = Agreement(header, recorded_items(paths.items), ledger)
        self._balance = Balance(header, ledger, equal=equal)
        self._provenance = Provenance(header, ledger)
        self._pairs = Pairs(header, ledger) if isinstance(rules, PairRules) else None
        self._rules = rules
        self._ledger = ledger
        self.measured: list[Measured] = []
        self.clips = 0

    def add(self, facts: RowFacts) -> None:
        self.clips += facts.frames is not None
        self.agreement.add(facts)
        self._balance.add(facts.row)
        self._provenance.add(facts)
        if self._pairs is not None:
            self._pairs.add(facts)
        if self._rules is not None:
            with guarded(type(self._rules).__module__, facts.row.name):
                self._rules.add_row(facts.row)

    def finish(self) -> None:
        self.agreement.finish()
        self._balance.finish()
        self._provenance.finish()
        if self._pairs is not None:
            self._pairs.finish()
        if self._rules is not None:
            self._rules.finish(self._ledger)
