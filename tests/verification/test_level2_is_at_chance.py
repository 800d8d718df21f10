"""Level 2 on the demo corpus: nothing but the property tells the answer, save in `pitch`, whose shortcut is the sex."""

import pytest

from execution.pool import available_cores
from manifests.layout import DatasetPaths
from tests.builders.running import built
from verification.audit.auditing import audit
from verification.audit.ours import with_record
from verification.audit.request import AuditRequest

pytestmark = pytest.mark.slow

AT_CHANCE = ("volume-perception", "binaural-effect-perception", "pitch-matched")
LEVEL2 = (*AT_CHANCE, "pitch-perception")
# What a clip ships with, and what it sounds like: each is tried in each set.
FAMILIES = {
    *("duration", "edges", "level", "peak", "noise floor", "bandwidth", "dc", "spectrum", "encoding", "form"),
    *("name", "order", "source", "speaker", "sex", "metadata", "wording"),
}


@pytest.fixture(scope="module")
def audits(cache_folder, tmp_path_factory):
    """Audits of all four, with what their recipes say of them."""
    out = tmp_path_factory.mktemp("level2")
    for name in LEVEL2:
        limit = ("--limit", 100) if name.startswith("binaural") else ("--source", "demo", "--allow-short")
        built("build", name, *limit, "--out", out, "--workers", available_cores())
    return {name: audit(with_record(AuditRequest(path=DatasetPaths(out, name).folder))) for name in LEVEL2}


@pytest.mark.parametrize("name", AT_CHANCE)
def test_nothing_but_the_property_tells_the_answer(audits, name):
    report = audits[name]
    assert report.rows >= 90
    assert not [finding for finding in report.findings if finding.rule.startswith("shortcut.")]
    counted = {score.family: score for score in report.shortcuts if not score.inherent}
    # A feature that is the property itself stands alone, and leaves its family.
    assert FAMILIES - {"edges", "peak"} <= counted.keys()
    for score in counted.values():
        assert score.chance == 0.5
        assert score.p_family >= 0.05, score
        # The noise floor of volume reaches 0.52: speech is not the same played backwards, and nor is its silence.
        assert score.low <= score.chance + 0.03, score


def test_the_property_itself_is_scored_but_is_no_finding(audits):
    inherent = {score.family: score for score in audits["pitch-matched"].shortcuts if score.inherent}
    assert inherent["band_125_hz_db"].low > 0.8
    inherent = {score.family: score for score in audits["volume-perception"].shortcuts if score.inherent}
    assert inherent["edges"].low > 0.55


def test_the_range_of_natural_voices_is_the_speakers_sex(audits):
    scores = {score.family: score for score in audits["pitch-perception"].shortcuts}
    sex = scores["sex"]
    assert not sex.inherent
    assert sex.balanced_accuracy > 0.75
    assert sex.low > 0.55
    assert sex.p_value < 0.05
    # In pairs of one voice, the same family says nothing.
    matched = {score.family: score for score in audits["pitch-matched"].shortcuts}
    assert matched["sex"].balanced_accuracy == 0.5
    assert "cannot tell" in matched["sex"].note
