"""The responsible-AI fields of Croissant (https://docs.mlcommons.org/croissant/docs/croissant-rai-spec.html)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.engine.construction import NO_ANNOTATOR
from publishing.cards.docstrings import summary_of
from publishing.cards.markdown import one_line
from publishing.cards.statement import annotators, demographics, labelled, rationale, situations, titled, used_corpora
from publishing.metadata.suite import Suite, speakers_counted, suite_limits

_USES = (
    "Testing whether a model hears one property of a signal, with everything else held equal.",
    "Not for training, and not for telling who speaks or how a speaker is.",
)
_IMPACT = (
    "A score is of one property in clips made for it. Read as a measure of understanding speech, or of a group of "
    "speakers, it misleads."
)
_UPKEEP = (
    "A published version is never changed. What is put right comes out as a new version, whose differences "
    "`soundprobe release diff` lists item by item."
)


def responsible_fields(suite: Suite) -> dict[str, Any]:
    """Give the `rai:` fields of a release's metadata.

    Parameters
    ----------
    suite : Suite
        The release.
    """
    fields: dict[str, str | list[str]] = {
        "dataCollection": " ".join(_collection(suite)),
        "dataCollectionType": list(_collection_types(suite)),
        "dataPreprocessingProtocol": [
            f"{record.recipe} ({record.operation}): {summary_of(type(recipe.construction))}"
            for record, recipe in suite.datasets
        ],
        "dataAnnotationProtocol": annotators(recipe for _, recipe in suite.datasets),
        "annotatorDemographics": [_annotators(suite)],
        "machineAnnotationTools": [f"soundprobe {version}" for version in _versions(suite)],
        "dataUseCases": list(_USES),
        "dataLimitations": list(suite_limits(suite)),
        "dataBiases": list(_biases(suite)),
        "dataSocialImpact": _IMPACT,
        "personalSensitiveInformation": list(_personal(suite)),
        "dataReleaseMaintenancePlan": _UPKEEP,
    }
    return {f"rai:{name}": _clean(value) for name, value in fields.items()}


def _collection(suite: Suite) -> Iterator[str]:
    yield from titled(((recipe.title, rationale(recipe)) for _, recipe in suite.datasets), of=suite.titles)
    sources = used_corpora(suite.records)
    yield from situations(sources)
    if any(not record.corpora for record in suite.records):
        yield "Where a row names no source, its sound is computed from its parameters."


def _collection_types(suite: Suite) -> Iterator[str]:
    """Name the ways of the specification by which the data came about."""
    if _named(suite):
        yield "Secondary Data analysis"
    if any(not record.corpora for record in suite.records):
        yield "Software Collection"


def _annotators(suite: Suite) -> str:
    if all(labelled(recipe) == NO_ANNOTATOR for _, recipe in suite.datasets):
        return "None: no person labels anything."
    return "Nobody labelled anything for this release; whose statements the answers rest on is told in the protocol."


def _biases(suite: Suite) -> Iterator[str]:
    yield from demographics(used_corpora(suite.records), None)
    yield from speakers_counted(suite)
    known = [(record.recipe, line) for record, recipe in suite.datasets for line in recipe.shortcuts]
    yield from titled(known, of=len(suite.datasets))
    if not _named(suite):
        yield "No speakers: the sounds are computed, and hold what their parameters say."


def _personal(suite: Suite) -> Iterator[str]:
    titles = _named(suite)
    if not titles:
        yield "None: every sound is computed."
        return
    yield (
        f"Voices, with the speaker's name or number and sex as the corpora publish them: {', '.join(titles)}. "
        "Nothing is added to what they tell of a speaker."
    )


def _named(suite: Suite) -> list[str]:
    return sorted({use.title for record in suite.records for use in record.corpora})


def _versions(suite: Suite) -> list[str]:
    return sorted({record.packages.get("soundprobe", "") for record in suite.records})


def _clean(value: str | list[str]) -> str | list[str]:
    return one_line(value) if isinstance(value, str) else [one_line(line) for line in value]
