"""Mistakes in files of rules: trouble that says whose, and no traceback."""

import pytest
from click.testing import CliRunner

import verification
from manifests.errors import SoundprobeError
from verification.commands.check import check_command
from verification.guard import RuleError

RULES = """
from verification.properties import PairRules

class Rules(PairRules):
    def check_clip(self, clip, ledger):
        {clip}
        return {{"x": 1.0}}

    def check_pair(self, first, second, ledger):
        {pair}
        ledger.expect(True, "mistaken.pair", first.row.name + second.row.name, found="", wanted="")

    def summary(self, measured):
        {summary}
        return [str(len(measured))]
"""


@pytest.fixture
def with_rules(tmp_path, monkeypatch, volume_set):
    """Check the planted volume set by rules of its own."""

    def plant(name, **mistakes):
        folder = tmp_path / name
        folder.mkdir()
        code = {part: mistakes.get(part, "pass") for part in ("clip", "pair", "summary")}
        (folder / f"{name}.py").write_text(RULES.format(**code))
        monkeypatch.setattr(verification, "__path__", [*verification.__path__, str(folder)])
        volume_set.operation = f"{name}.x/1"
        shipped = [one.saying(operation=volume_set.operation) for one in volume_set.shipped]
        return volume_set.release(shipped)

    return plant


@pytest.mark.parametrize(
    ("part", "where"), [("clip", "{first}"), ("pair", "{first} and {second}"), ("summary", "volume-planted")]
)
def test_a_mistake_names_item_module_and_exception(with_rules, part, where):
    name = f"mistaken_{part}"
    planted = with_rules(name, **{part: "[][3]"})
    wanted = where.format(first=planted.id(0), second=planted.id(1))
    with pytest.raises(RuleError) as caught:
        planted.check()
    assert caught.value.where == f"item {wanted}, checked by verification.{name}"
    assert caught.value.found.startswith("IndexError: ")
    result = CliRunner().invoke(check_command, [str(planted.paths.folder), "--workers", "1"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert f"verification/{name}.py" in result.stderr


def test_it_comes_back_from_a_worker_process():
    error = RuleError(where="a", found="b", wanted="c", remedy="d")
    kind, arguments = error.__reduce__()
    assert isinstance(kind(*arguments), SoundprobeError)
    assert str(kind(*arguments)) == str(error)


def test_a_summary_is_never_asked_about_nothing(with_rules):
    planted = with_rules("mistaken_empty", summary="measured[0]")
    assert planted.check().summary == ("8",)
    for number in (0, 1):
        planted.shard(number).unlink()
    assert planted.check().summary == ()


def test_every_member_of_a_group_is_checked_against_the_first(with_rules):
    planted = with_rules("mistaken_three")
    first = planted.shipped[0].item
    shipped = [one.saying(group=first.group) if number < 4 else one for number, one in enumerate(planted.shipped)]
    report = planted.release(shipped).check()
    assert report.checks["mistaken.pair"] == 3 + 2
