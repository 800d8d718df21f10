"""A release is held to the licences of its sources: rows, header and ledger say the same, or it is refused."""

import json
import shutil
from pathlib import Path

import pytest

from manifests.release_record.folder import RecordFolder
from manifests.release_record.reading import read_release
from publishing.licensing.holding import require_sources, terms_faults
from publishing.licensing.ledger import LicenceError

YESTERDAY = Path(__file__).parents[2] / "manifests" / "release_record" / "data" / "schema-1"
VOLUME = "volume-perception"


@pytest.fixture
def record(tmp_path):
    return Path(shutil.copytree(YESTERDAY, tmp_path / "record"))


def edit(record, *, header=None, source=None):
    """Change the header, or every source of every row of the dataset that has some."""
    path = record / "release.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    if header:
        header(value, value["datasets"][1])
    path.write_text(json.dumps(value), encoding="utf-8")
    if source:
        lines = [json.loads(line) for line in (record / f"{VOLUME}.jsonl").read_text(encoding="utf-8").splitlines()]
        for line in lines:
            for each in line["sources"]:
                each.update(source)
        (record / f"{VOLUME}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def hold(record):
    folder = RecordFolder.at(record)
    require_sources(read_release(folder), folder.items, where="the release")


def test_a_record_that_agrees_is_let_through(record):
    hold(record)
    edit(record, header=lambda value, _: value["licence"].update(redistribution=False, commercial_use=False))
    hold(record)
    edit(record, header=lambda value, _: value["licence"].update(spdx=["CC0-1.0", "LicenseRef-Mine"], share_alike=True))
    hold(record)


@pytest.mark.parametrize(
    ("edits", "told"),
    [
        ({"header": lambda _, entry: entry.update(corpora=[])}, "made of it, the record does not name it"),
        ({"header": lambda _, entry: entry["corpora"][0].update(licence="MIT")}, "the record says MIT, the ledger CC0"),
        (
            {"header": lambda _, entry: entry["corpora"][0].update(name="librispeech")},
            "corpus librispeech: the record says CC0-1.0, the ledger CC-BY-4.0",
        ),
        ({"source": {"licence": "MIT"}}, "say MIT, the ledger CC0-1.0"),
        (
            {"source": {"corpus": "virufy", "licence": "LicenseRef-Virufy"}},
            "corpus virufy: 4 rows (first: item ",
        ),
        ({"source": {"corpus": "\x1bvirufy"}}, r"corpus \x1bvirufy: 4 rows"),
        (
            {"header": lambda value, _: value["licence"].update(spdx=["MIT"])},
            "licences MIT of the whole, the ledger CC0",
        ),
    ],
)
def test_what_does_not_agree_is_refused_by_name(record, edits, told):
    edit(record, **edits)
    with pytest.raises(LicenceError) as caught:
        hold(record)
    assert told in caught.value.found
    assert caught.value.where == "the release"
    assert len(caught.value.found) < 1200


def test_freer_terms_than_those_of_the_corpora_are_named(record):
    freer = {"spdx": ["CC-BY-NC-SA-2.0"], "redistribution": True, "commercial_use": True, "share_alike": False}
    accent = {"name": "speech_accent_archive", "licence": "CC-BY-NC-SA-2.0"}

    def change(value, entry):
        value["licence"].update(freer)
        entry["corpora"][0].update(accent)

    edit(record, header=change)
    assert list(terms_faults(read_release(RecordFolder.at(record)))) == [
        "terms that allow commercial use, which the ledger forbids",
        "terms without share-alike, for which the ledger asks",
    ]


def test_a_corpus_without_a_module_here_is_held_to_the_header_alone(record):
    strange = {"name": "strange", "licence": "MIT"}
    edit(record, header=lambda _, entry: entry["corpora"][0].update(strange), source={"corpus": "strange"})
    with pytest.raises(LicenceError, match=r"say CC0-1\.0, the record MIT"):
        hold(record)
    edit(record, source={"licence": "MIT"})
    hold(record)
