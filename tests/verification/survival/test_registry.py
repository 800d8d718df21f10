"""The folder is the list."""

import re

import pytest

from manifests.errors import SoundprobeError
from verification.survival import registry
from verification.survival import treatments as folder
from verification.survival.registry import TreatmentError, treatments, treatments_named


def test_names_come_in_the_order_of_the_table():
    assert list(treatments_named(["peak", "mono", "peak"])) == ["mono", "peak"]
    assert treatments_named([]) == {}


def test_every_treatment_has_words_of_its_own():
    titles = [treatment.title for treatment in treatments().values()]
    orders = [treatment.order for treatment in treatments().values()]
    assert len(set(titles)) == len(titles)
    assert len(set(orders)) == len(orders)
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in treatments())
    assert all(title and not title.endswith(".") for title in titles)


def test_an_unknown_name_gets_near_ones():
    with pytest.raises(TreatmentError, match=r"did you mean 'mp3-64k'") as caught:
        treatments_named(["mono", "mp3_64"])
    assert isinstance(caught.value, SoundprobeError)
    assert "'mp3_64'" in str(caught.value)
    with pytest.raises(TreatmentError, match="give one of these names"):
        treatments_named(["xyzzy"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no TREATMENT"),
        ("TREATMENT = 3", "TREATMENT of type int"),
        ("from verification.survival.treatments.peak import TREATMENT", "a treatment named 'peak'"),
        ("x = 1\n1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_module_that_declares_none_is_named(tmp_path, monkeypatch, text, found):
    (tmp_path / "dropped_in.py").write_text(text)
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    registry.treatments.cache_clear()
    monkeypatch.delitem(__import__("sys").modules, "verification.survival.treatments.dropped_in", raising=False)
    try:
        with pytest.raises(TreatmentError, match=re.escape(found)) as caught:
            treatments()
    finally:
        registry.treatments.cache_clear()
    assert "treatments/dropped_in.py" in caught.value.where
