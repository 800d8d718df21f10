"""A stranger's text is printed as a text: on one line, without what a terminal obeys, and not at any length."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests.errors import RecordError
from manifests.printable import printable
from manifests.release_record.fields import release_name
from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release, read_release_items

YESTERDAY = Path(__file__).parent / "data" / "schema-1"
ESCAPE = "\x1b]0;P\x07\nsmall-1.0.0: every clip as recorded"


@given(st.text(st.characters(codec=None), max_size=300), st.integers(1, 250))
def test_whatever_is_printed_is_printable_and_short(text, most):
    shown = printable(text, most=most)
    assert shown.isprintable()
    assert len(shown) <= most * len(r"\U0010ffff") + len("… (300 characters)")
    if text.isprintable() and len(text) <= most:
        assert shown == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\u202egnp", r"\u202egnp"),
        ("\ud800", r"\ud800"),
        ("0.5 µs, Größe", "0.5 µs, Größe"),
        ("x" * 300, f"{'x' * 200}… (300 characters)"),
    ],
)
def test_what_a_terminal_obeys_is_spelled_out(text, shown):
    assert printable(text) == shown


def test_a_message_of_several_lines_may_keep_them():
    assert printable("a\n\x1bb", keep="\n") == "a\n\\x1bb"


def header_error(tmp_path, change):
    record = Path(shutil.copytree(YESTERDAY, tmp_path / "record"))
    value = json.loads((record / "release.json").read_text(encoding="utf-8"))
    change(value)
    (record / "release.json").write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_release(RecordFolder.at(record))
    return str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value.update({ESCAPE + "x" * 200_000: 1}),
        lambda value: value.update(schema_version="x" * 5_000_000),
        lambda value: value.update(schema_version=10**4000),
        lambda value: value.update(seed="x" * 5_000_000),
        lambda value: value.update(seed=10**4000),
        lambda value: value["packages"].update({"a" * 100_001: 5}),
        lambda value: value["datasets"][1].update(counts={f"o{number}" + "z" * 1000: 1 for number in range(999)}),
        lambda value: value["datasets"][1].update({ESCAPE * 1000: 1, "b" * 100_000: 2, "c" * 100_000: 3}),
        lambda value: value["datasets"][0]["construction"].update({"f" * 100_000 + "_hz": 1e300}),
    ],
)
def test_an_error_is_short_and_printable_whatever_the_record_holds(tmp_path, change):
    told = header_error(tmp_path, change)
    assert len(told) < 1500
    assert all(line.isprintable() for line in told.split("\n"))
    assert len(told.split("\n")) == 3


def test_an_id_that_steers_the_terminal_is_spelled_out(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps({"id": ESCAPE}) + "\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        list(read_release_items(path))
    assert r"line 1, item \x1b]0;P\x07\nsmall-1.0.0" in caught.value.where


@pytest.mark.parametrize("name", ["con", "nul", "aux", "prn", "com1", "lpt9"])
def test_a_device_of_windows_names_no_release(name):
    with pytest.raises(ValueError, match="device"):
        release_name(name)
    assert release_name(f"{name}-1") == f"{name}-1"
