"""What `soundprobe check` finds is stored beside the record and told on the card, and only of what was checked."""

import json
from pathlib import Path
from shutil import copytree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from manifests.layout import DatasetPaths, built_datasets, unrecorded_datasets
from publishing.results import with_results
from tests.builders.running import built, digests
from verification.commands.auditing import audit_command
from verification.commands.check import check_command
from verification.truth.property import Judgement
from verification.truth.registry import property_named

NAME = "binaural-effect-perception"
LIMIT = 12
HEADING = "## What the check found"
NOT_YET = f"{HEADING}\n\nNot checked yet"


def build(out, *, limit=LIMIT):
    return built("build", NAME, "--limit", limit, "--workers", 1, "--out", out)


def check(path, *arguments):
    return CliRunner().invoke(check_command, ["--workers", "1", *map(str, arguments), str(path)])


def audit(path, *arguments):
    return CliRunner().invoke(audit_command, ["--workers", "1", *map(str, arguments), str(path)])


@pytest.fixture(scope="module")
def once_checked(tmp_path_factory):
    out = tmp_path_factory.mktemp("checked") / "build"
    build(out)
    result = check(out / NAME)
    assert result.exit_code == 0, result.output
    return out, result


@pytest.fixture
def out(once_checked, tmp_path):
    """A build folder whose dataset has been checked, free to be changed."""
    return copytree(once_checked[0], tmp_path / "build")


@pytest.fixture
def paths(out):
    return DatasetPaths(out, NAME)


def stored(paths):
    return json.loads(paths.results.read_text(encoding="utf-8"))


def first_shard(paths):
    return min(paths.data.glob("*.parquet"))


def test_they_stand_in_the_folder_of_checks_and_on_the_card(once_checked):
    out, result = once_checked
    paths = DatasetPaths(out, NAME)
    assert paths.results == out / "manifests" / "checks" / f"{NAME}.json"
    results = stored(paths)
    assert (results["errors"], results["items"], results["audit"]["rows"]) == (0, 2 * LIMIT, 2 * LIMIT)
    assert "items" not in results["audit"]
    card = paths.card.read_text(encoding="utf-8")
    assert card.count(HEADING) == 1
    assert card.index(HEADING) < card.index("## Sources")
    verdicts = {row["treatment"]: row["verdict"] for row in results["audit"]["survival"]}
    assert verdicts["mono"] == "unanswerable"
    assert "averaging to mono | not answerable" in card
    assert "front ends: " in result.stdout


def test_a_second_check_changes_no_byte(out, paths):
    before = digests(out)
    assert check(paths.folder).exit_code == 0
    assert digests(out) == before


def test_the_stored_file_is_no_dataset_and_no_file_too_many(out, paths):
    assert built_datasets(out) == [paths]
    assert built_datasets(out.parent) == [paths]
    assert unrecorded_datasets(out.parent) == []
    result = check(out.parent, "--quick")
    assert result.exit_code == 0
    assert "all hold" in " ".join(result.stdout.split())


def test_quick_stores_nothing_and_touches_nothing(out, paths):
    paths.results.unlink()
    paths.card.write_text(with_results(paths.card.read_text(), None))
    before = digests(out)
    result = check(out, "--quick")
    assert result.exit_code == 0
    assert digests(out) == before
    assert "answering without the property" not in result.stdout


def test_without_survival_there_is_no_table_of_it(paths):
    assert check(paths.folder, "--no-survival").exit_code == 0
    assert stored(paths)["audit"]["survival"] == []
    card = paths.card.read_text()
    assert "What a front end leaves" not in card
    assert card.count(HEADING) == 1


class TestBuiltAgain:
    def test_an_unchanged_dataset_keeps_them(self, out):
        before = digests(out)
        assert "nothing to render: unchanged" in build(out).output
        assert digests(out) == before

    def test_a_card_that_is_written_anew_keeps_them(self, out, paths):
        before = paths.card.read_bytes()
        paths.card.unlink()
        build(out)
        assert paths.card.read_bytes() == before

    def test_a_changed_dataset_drops_them(self, out, paths):
        build(out, limit=LIMIT + 1)
        assert NOT_YET in paths.card.read_text()
        assert check(out, "--quick").exit_code == 0

    @pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"errors": 0}', '{"items_sha256": "%s", "errors": 0}'])
    def test_results_that_cannot_be_read_are_none(self, out, paths, text):
        digest = json.loads(paths.record.read_text())["items_sha256"]
        paths.results.write_text(text.replace("%s", digest))
        paths.card.unlink()
        build(out)
        assert NOT_YET in paths.card.read_text()

    def test_errors_that_a_build_may_have_put_right_are_not_told_again(self, out, paths):
        shard = first_shard(paths)
        table = pq.read_table(shard)
        pq.write_table(table.slice(0, len(table) - 1), shard)
        assert check(paths.folder, "--no-survival").exit_code == 1
        assert "error `" in paths.card.read_text()
        build(out)
        assert NOT_YET in paths.card.read_text()


class TestBroken:
    def test_a_shard_that_is_gone_is_an_error_and_the_rest_is_audited(self, paths):
        shard = first_shard(paths)
        shard.unlink()
        result = check(paths.folder, "--no-survival")
        assert result.exit_code == 1, result.output
        assert f"error shard.missing\n    in     {shard.name}\n" in result.stdout
        assert 0 < stored(paths)["audit"]["rows"] < 2 * LIMIT

    def test_without_any_shard_there_is_nothing_to_audit(self, paths):
        for shard in paths.data.glob("*.parquet"):
            shard.unlink()
        result = check(paths.folder)
        assert result.exit_code == 1, result.output
        assert isinstance(result.exception, SystemExit)
        assert stored(paths)["audit"] is None

    @pytest.mark.parametrize("harm", ["empty", "cut", "text"])
    def test_a_shard_that_cannot_be_opened_is_an_error_and_named(self, paths, harm):
        shard = first_shard(paths)
        data = shard.read_bytes()
        shard.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "text": b"not parquet"}[harm])
        result = check(paths.folder)
        assert result.exit_code == 1, result.output
        assert isinstance(result.exception, SystemExit)
        assert f"    in     {shard.name}\n" in result.stdout.partition("error shard.")[2]
        assert f"{NAME} was not audited: " in result.stderr
        assert stored(paths)["errors"] > 0
        assert stored(paths)["audit"] is None

    def test_bytes_that_were_turned_over_are_an_error(self, paths):
        shard = first_shard(paths)
        data = bytearray(shard.read_bytes())
        data[len(data) // 2 : len(data) // 2 + 500] = bytes(500)
        shard.write_bytes(data)
        result = check(paths.folder, "--no-survival")
        assert result.exit_code == 1, result.output
        assert isinstance(result.exception, SystemExit)
        assert "shard.sha256" in result.stdout

    def test_what_only_the_audit_finds_fails_the_check_too(self, paths, monkeypatch):
        judged = Judgement(holds=False, found="a sound in the other ear", wanted="one in this")
        monkeypatch.setattr(type(property_named("ear")), "judge", lambda *_: judged)
        assert check(paths.folder, "--quick").exit_code == 0
        result = check(paths.folder, "--no-survival")
        assert result.exit_code == 1
        assert {finding["rule"] for finding in stored(paths)["findings"]} == {"truth.label"}
        assert f"error `truth.label` ({2 * LIMIT} times)" in paths.card.read_text()
        assert f"0 hold, {2 * LIMIT} contradicted, 0 undecided" in " ".join(result.stdout.split())

    def test_a_planted_duplicate_is_found(self, paths):
        shard = first_shard(paths)
        rows = pq.read_table(shard).to_pylist()
        same = [row for row in rows if row["label"] == rows[0]["label"]]
        same[1]["audio"] = {**same[1]["audio"], "bytes": same[0]["audio"]["bytes"]}
        pq.write_table(pa.Table.from_pylist(rows, schema=pq.read_schema(shard)), shard)
        result = check(paths.folder, "--no-survival")
        assert result.exit_code == 1
        assert "duplicate.pcm" in {finding["rule"] for finding in stored(paths)["findings"]}

    @pytest.mark.parametrize("card", [None, b"", b"\xff\xfe", b"no header"])
    def test_a_card_that_cannot_be_read_is_an_error_and_no_traceback(self, paths, card):
        if card is None:
            paths.card.unlink()
        else:
            paths.card.write_bytes(card)
        result = check(paths.folder, "--no-survival")
        assert result.exit_code == 1
        assert isinstance(result.exception, SystemExit)
        assert "card.header" in result.stdout
        assert stored(paths)["errors"] >= 1


@pytest.mark.parametrize("place", ["card", "results"])
def test_a_place_that_cannot_be_written_gives_a_note_only(paths, monkeypatch, place):
    """As on a read-only disk; the owner of every file cannot be locked out by permissions."""
    refused = getattr(paths, place)

    replace = Path.replace

    def replaced(self, target):
        if target == refused:
            raise OSError(30, "Read-only file system")
        return replace(self, target)

    paths.results.unlink()
    paths.card.write_text(with_results(paths.card.read_text(), None))
    monkeypatch.setattr("pathlib.Path.replace", replaced)
    result = check(paths.folder, "--no-survival")
    assert result.exit_code == 0
    assert result.stderr == f"note: the results were not stored: {refused}: read-only file system\n"
    assert not list(paths.out.rglob("*.tmp"))


def test_json_holds_the_audit_and_nothing_else_is_printed(paths):
    result = check(paths.folder, "--json", "--no-survival")
    (dataset,) = json.loads(result.stdout, parse_constant=pytest.fail)["datasets"]
    assert dataset["audit"]["task"] == "ear"
    assert result.stderr == ""


class TestAnAuditOfOurOwn:
    def test_takes_the_task_from_the_record_and_says_so(self, paths):
        report = json.loads(audit(paths.folder, "--json").stdout)
        assert report["task"] == "ear"
        assert report["agreement"] == {"holds": 2 * LIMIT}
        assert "the task ear is from the record beside the set" in report["notes"]

    def test_by_a_path_with_a_detour_too(self, paths, monkeypatch):
        monkeypatch.chdir(paths.data)
        assert json.loads(audit("..", "--json").stdout)["task"] == "ear"

    def test_another_task_that_is_named_stands(self, paths):
        report = json.loads(audit(paths.folder, "--json", "--task", "duration", "--fail-on", "never").stdout)
        assert report["task"] == "duration"

    def test_takes_inherent_features_from_the_recipe_even_if_the_task_is_named(self, real):
        folder = real("pitch-perception").paths.folder
        for arguments in ((), ("--task", "F0_range")):
            report = json.loads(audit(folder, "--json", "--fail-on", "never", *arguments).stdout)
            assert report["task"] == "f0-range"
            assert any("from the recipe pitch-perception" in note for note in report["notes"])

    def test_without_a_record_it_is_anybodys(self, paths):
        paths.record.unlink()
        assert json.loads(audit(paths.folder, "--json").stdout)["task"] == ""

    def test_with_a_record_that_cannot_be_read_too(self, paths):
        paths.record.write_text("{")
        assert json.loads(audit(paths.folder, "--json").stdout)["task"] == ""


def test_what_is_released_is_checked_and_not_touched(paths):
    (paths.out / "release.json").write_text("{}", encoding="utf-8")
    before = paths.card.read_bytes(), paths.results.read_bytes()
    assert check(paths.folder, "--no-survival").exit_code == 0  # of which the results would be others
    assert (paths.card.read_bytes(), paths.results.read_bytes()) == before
