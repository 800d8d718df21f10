"""An audit gives the same report whoever does the work, streams what it hears, and finds a mistake in its own rules."""

import json
from dataclasses import replace

import numpy as np
import pytest

from manifests.errors import SoundprobeError
from tests.verification.audit.ramps import write_ramps, wrong_answers
from verification.audit import auditing, hearing
from verification.audit.auditing import audit
from verification.audit.hearing import HearingJob, hear, without_bytes
from verification.audit.plain import json_text, plain
from verification.audit.request import AuditRequest
from verification.guard import RuleError
from verification.opening.entry import AudioRef
from verification.opening.opening import open_collection
from verification.truth.registry import property_named

TASK = "level-direction"


@pytest.fixture(scope="module")
def ramps(tmp_path_factory):
    return write_ramps(tmp_path_factory.mktemp("set") / "ramps", spoil=wrong_answers(2))


def text_of(request):
    return json_text(audit(request).to_json())


def test_one_worker_and_two_give_the_same_bytes(tmp_path):
    root = write_ramps(tmp_path / "set", pairs=36, duration_s=0.2, spoil=wrong_answers(2))  # three jobs
    request = AuditRequest(path=root, task=TASK, survival=True, treatments=("mono", "rms-gain"))
    assert text_of(request) == text_of(replace(request, workers=2))


def test_a_report_holds_what_was_found_and_measured(ramps):
    report = audit(AuditRequest(path=ramps, task=TASK))
    assert (report.rows, report.clips, report.errors) == (24, 24, 4)
    assert {finding.rule for finding in report.findings if finding.severity == "error"} >= {"question.no_answer"}
    at_fault = [item for item in report.items if "question.no_answer" in item.rules]
    assert [item.label for item in at_fault] == ["louder"] * 2
    assert report.agreement["holds"] == 22
    assert all(abs(item.duration_s - 0.5) < 1e-6 and item.sampling_rate == 16_000 for item in report.items)


def test_jobs_are_made_as_they_are_asked_for(monkeypatch, ramps):
    """No more rows than those of one job are read ahead of the one that is heard."""
    monkeypatch.setattr(auditing, "_ROWS_PER_JOB", 4)
    read, ahead = [], []
    collection = open_collection(ramps)
    original = collection.read

    def counting():
        for entry in original():
            read.append(entry.number)
            yield entry

    def heard(job):
        ahead.append(len(read) - job.entries[0].number)
        return hear(job)

    monkeypatch.setattr(auditing, "hear", heard)
    request = AuditRequest(path=ramps)
    report = auditing.audit_collection(replace(collection, read=counting), request=request, asked=None)
    assert report.rows == 24
    assert ahead == [4] * 6


def test_what_is_kept_of_a_row_has_no_audio(ramps):
    (entry, *_) = open_collection(ramps).read()
    data = (ramps / entry.audio[0].name).read_bytes()
    stored = replace(entry, audio=(AudioRef(name="a.flac", data=data),), stems={"clean": AudioRef(name="c", data=data)})
    light = without_bytes(stored)
    assert light.audio[0].data is light.stems["clean"].data is None
    (row,) = hear(HearingJob(entries=(stored,))).rows
    assert row.facts[0].heard
    assert row.entry == light


class TestAMistakeInARule:
    def test_in_a_property_names_item_and_module(self, monkeypatch, ramps):
        asked = property_named(TASK)
        monkeypatch.setattr(type(asked), "measure", lambda *_: iter(()).send(3))
        entries = tuple(open_collection(ramps).read())
        with pytest.raises(RuleError) as caught:
            hear(HearingJob(entries=entries, task=TASK))
        assert caught.value.where == f"item {entries[0].name}, checked by verification.truth.level_direction"
        assert caught.value.found.startswith("AttributeError: ")
        assert caught.value.remedy == "correct verification/truth/level_direction.py"

    def test_in_a_judgement_too(self, monkeypatch, ramps):
        monkeypatch.setattr(type(property_named(TASK)), "judge", lambda *_: 1 / 0)
        with pytest.raises(RuleError, match=r"checked by verification\.truth\.level_direction: found ZeroDivision"):
            audit(AuditRequest(path=ramps, task=TASK))

    def test_in_what_hears(self, monkeypatch, ramps):
        def broken(_ref):
            raise KeyError("frames")

        broken.__module__ = "verification.listening.clip"
        monkeypatch.setattr(hearing, "listen", broken)
        with pytest.raises(RuleError, match=r"^item [0-9a-f]{12}, checked by verification\.listening\.clip"):
            audit(AuditRequest(path=ramps))

    @pytest.mark.parametrize("method", ["add", "finish"])
    def test_in_a_room(self, monkeypatch, ramps, method):
        monkeypatch.setattr(f"verification.questions.asking.Questions.{method}", lambda *_: {}["x"])
        with pytest.raises(RuleError, match=r"checked by verification\.questions\.asking"):
            audit(AuditRequest(path=ramps))

    def test_in_what_survives(self, monkeypatch, ramps):
        monkeypatch.setattr("verification.survival.measuring._row", lambda *_, **__: 1 / 0)
        with pytest.raises(RuleError, match=r"verification\.survival"):
            audit(AuditRequest(path=ramps, task=TASK, survival=True, treatments=("mono",)))


class TestBeforeAnythingIsHeard:
    @pytest.fixture(autouse=True)
    def deaf(self, monkeypatch):
        monkeypatch.setattr(auditing, "hear", lambda _job: pytest.fail("it listened"))

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"task": "level-directoin"}, "did you mean level-direction"),
            ({"treatments": ("monoo",)}, "did you mean 'mono'"),
            ({"inherent": {"noise flor": "x"}}, "did you mean 'noise floor'"),
            ({"inherent": {"zzz": "x"}}, "take one of these"),
            ({"label_pattern": "(("}, "no regular expression"),
        ],
    )
    def test_a_wrong_name_is_refused_with_those_that_are_near(self, ramps, given, said):
        with pytest.raises(SoundprobeError) as caught:
            audit(AuditRequest(path=ramps, **given))
        assert said in str(caught.value)


class TestSurvivalWithoutATask:
    def test_a_note_says_that_it_was_not_tried(self, ramps):
        report = audit(AuditRequest(path=ramps, survival=True))
        assert report.survival == ()
        assert any("no task is named (--task)" in note for note in report.notes)


def test_of_a_large_set_the_rows_to_be_treated_are_from_all_over_it(monkeypatch, tmp_path):
    """A set sorted by label has one label only among its first rows."""
    monkeypatch.setattr(auditing, "_SURVIVAL_ROWS", 16)
    root = write_ramps(
        tmp_path / "set", pairs=24, duration_s=0.1, spoil=lambda rows: rows.sort(key=lambda row: row["label"])
    )
    seen = []
    monkeypatch.setattr(auditing, "survive", lambda sample, *_, **__: seen.extend(sample) or ())
    audit(AuditRequest(path=root, task=TASK, survival=True))
    assert 8 <= len(seen) <= 24
    assert {entry.label for entry in seen} == {"increasing", "decreasing"}


def test_values_that_json_does_not_know_are_never_written():
    values = {"a": float("nan"), "b": (np.float32(1.5), float("inf")), "c": [{"d": np.int64(3), "e": None}], 4: True}
    assert plain(values) == {"a": None, "b": [1.5, None], "c": [{"d": 3, "e": None}], "4": True}
    with pytest.raises(ValueError, match="JSON"):
        json_text({"a": float("nan")})


def test_json_text_is_json_by_lines_and_can_be_written():
    values = {"rows": 2, "items": [{"n": "Ünï"}, {"n": "\udcff.wav"}], "none": [], "labels": {"a": 1}}
    text = json_text(values)
    assert json.loads(text) == values
    assert text.encode()
    assert "Ünï" in text
    assert len(text.splitlines()) == 9
