import pytest

SETS = ["volume_set", "pitch_set", "matched_set", "binaural_set"]


@pytest.mark.parametrize("name", SETS)
def test_a_clean_set_gives_no_finding_and_every_rule_was_applied(name, request):
    planted = request.getfixturevalue(name)
    report = planted.check()
    assert report.findings == ()
    assert report.items == report.clips == len(planted.shipped)
    assert report.shards == 2
    for rule in ("audio.clipped", "record.pcm_sha256", "record.label", "record.id", "balance.label"):
        assert report.checks[rule] == len(planted.shipped)
    assert report.summary
