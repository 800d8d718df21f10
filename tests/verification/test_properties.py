import inspect
import pkgutil
from importlib import import_module

import pytest

import verification
from verification.findings import Finding, Ledger, by_harm
from verification.properties import PairRules, PropertyRules, rules_of

NAMES = sorted(
    module.name
    for module in pkgutil.iter_modules(verification.__path__)
    if module.name != "__main__" and "Rules" in vars(import_module(f"verification.{module.name}"))
)


@pytest.mark.parametrize("name", NAMES)
def test_every_module_with_rules_is_found_by_its_name(name):
    rules = rules_of(f"{name}.anything/1")
    assert isinstance(rules, PropertyRules)


def test_the_four_builders_of_level_2_have_rules():
    assert {"binaural", "pitch", "pitch_matched", "volume"} <= set(NAMES)
    assert {name for name in NAMES if isinstance(rules_of(name), PairRules)} >= {"binaural", "pitch_matched", "volume"}
    assert not isinstance(rules_of("pitch.range/1"), PairRules)


@pytest.mark.parametrize("operation", ["", "nothing.here/1", "check.dataset/1", "properties.x/1", "os.path/1", "../x"])
def test_other_operations_have_none(operation):
    assert rules_of(operation) is None


def test_a_new_file_is_enough(tmp_path, monkeypatch):
    (tmp_path / "dropped_in.py").write_text(
        "from verification.properties import PropertyRules\n"
        "class Rules(PropertyRules):\n"
        "    def check_clip(self, clip, ledger):\n"
        "        return {}\n"
    )
    monkeypatch.setattr(verification, "__path__", [*verification.__path__, str(tmp_path)])
    assert isinstance(rules_of("dropped_in.task/1"), PropertyRules)


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_uses_the_builders_signal_code(name):
    for module in (name, "contract", "spectra", "tracker", "reading", "flac"):
        source = inspect.getsource(import_module(f"verification.{module}"))
        assert "probe_signal" not in source
        assert "import builders" not in source
        assert "from builders" not in source


def test_findings_are_sorted_by_harm():
    warning = Finding("a", "volume.direction", "", "", "warning")
    label = Finding("z", "binaural.other_ear", "", "")
    audio = Finding("b", "audio.clipped", "", "")
    record = Finding("a", "record.label", "", "")
    balance = Finding("a", "balance.labels", "", "")
    assert by_harm([warning, balance, record, audio, label]) == (label, audio, record, balance, warning)


def test_a_ledger_counts_what_holds_too():
    ledger, other = Ledger(), Ledger()
    assert ledger.expect(True, "audio.rate", "a", found=1, wanted=1)
    assert not other.expect(False, "audio.rate", "b", found=2, wanted=1)
    ledger.absorb(other)
    assert ledger.checks == {"audio.rate": 2}
    assert ledger.findings == [Finding("b", "audio.rate", "2", "1")]
    assert ledger.findings[0].to_json() == {
        "item": "b",
        "rule": "audio.rate",
        "found": "2",
        "wanted": "1",
        "severity": "error",
    }
