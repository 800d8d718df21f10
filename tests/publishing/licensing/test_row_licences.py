"""Rows name the licences that the ledger does, and nothing else."""

from manifests.record import CorpusUse
from manifests.rows import ItemRecord, SourceRef
from publishing.licensing.rows import RowLicences, row_licences


def item(name, *sources):
    return ItemRecord(
        id=name,
        group="g",
        label="a",
        instruction="a or b?",
        options=("a", "b"),
        operation="x.y/1",
        parameters={},
        sources=tuple(
            SourceRef(
                corpus=corpus,
                item="i",
                path="p.wav",
                sha256="0" * 64,
                sampling_rate=16_000,
                start_frame=0,
                frames=1,
                speaker="s",
                sex="",
                licence=licence,
            )
            for corpus, licence in sources
        ),
    )


def use(name, licence):
    return CorpusUse(name=name, title=name, licence=licence, index_sha256="0" * 64, files=1)


LIBRI = ("librispeech", "CC-BY-4.0")


def test_rows_that_agree():
    items = (item(str(number), LIBRI) for number in range(50))
    assert row_licences(items, [use(*LIBRI)]) == ()
    assert row_licences([item("1"), item("2")], []) == ()


def test_a_row_with_another_licence_is_counted_and_the_first_named():
    items = [item("1", LIBRI), item("2", ("librispeech", "MIT")), item("3", ("librispeech", "MIT"))]
    assert row_licences(items, [use(*LIBRI)]) == (
        "corpus librispeech: 2 rows (first: item 2) say MIT, the ledger CC-BY-4.0",
    )


def test_a_row_without_a_licence():
    assert row_licences([item("1", ("librispeech", ""))], [use(*LIBRI)]) == (
        "corpus librispeech: 1 row (first: item 1) say nothing, the ledger CC-BY-4.0",
    )


def test_a_header_that_names_another_licence_or_corpus():
    found = row_licences([item("1", LIBRI)], [use("librispeech", "CC0-1.0")])
    assert found == (
        "corpus librispeech: the record says CC0-1.0, the ledger CC-BY-4.0",
        "corpus librispeech: 1 row (first: item 1) say CC-BY-4.0, the record CC0-1.0",
    )
    found = row_licences([item("1", LIBRI)], [use("demo", "CC0-1.0")])
    assert found == (
        "corpus librispeech: 1 row (first: item 1) are made of it, the record does not name it",
        "corpus demo: the record names it, no row is made of it",
    )


def test_a_corpus_that_the_ledger_does_not_know_is_held_to_the_header():
    assert row_licences([item("1", ("nosuch", "MIT"))], [use("nosuch", "MIT")]) == ()
    assert row_licences([item("1", ("nosuch", "CC0-1.0"))], [use("nosuch", "MIT")]) == (
        "corpus nosuch: 1 row (first: item 1) say CC0-1.0, the record MIT",
    )
    assert row_licences([item("1", ("nosuch", "MIT"))], []) == (
        "corpus nosuch: 1 row (first: item 1) are made of it, the record does not name it",
    )


def test_a_million_licences_are_not_held():
    rows = RowLicences()
    for number in range(5000):
        rows.add(item("1", ("librispeech", f"LicenseRef-{number}")))
    assert len(rows.faults([use(*LIBRI)])) == 1000


def test_an_item_of_several_sources_is_one_row():
    items = [item("1", ("demo", "MIT"), ("demo", "MIT"), LIBRI)]
    assert row_licences(items, [use("demo", "CC0-1.0"), use(*LIBRI)]) == (
        "corpus demo: 1 row (first: item 1) say MIT, the ledger CC0-1.0",
    )


class TestRecordingsOfSeveralLicences:
    """A corpus whose recordings differ: header and rows name each, and nothing else."""

    NOISE, SPEECH = "CC-BY-SA-3.0", "CC-BY-4.0"

    def test_header_and_rows_that_agree(self):
        items = [item("1", ("ms_snsd", self.NOISE), ("ms_snsd", self.SPEECH))]
        assert row_licences(items, [use("ms_snsd", f"{self.SPEECH} AND {self.NOISE}")]) == ()

    def test_a_licence_that_the_header_leaves_out(self):
        items = [item("1", ("ms_snsd", self.NOISE), ("ms_snsd", self.SPEECH))]
        assert row_licences(items, [use("ms_snsd", self.SPEECH)]) == (
            f"corpus ms_snsd: 1 row (first: item 1) say {self.NOISE}, the record {self.SPEECH}",
        )

    def test_a_licence_that_no_recording_of_it_has(self):
        (fault, *_) = row_licences([item("1", ("ms_snsd", "MIT"))], [use("ms_snsd", "MIT")])
        assert fault.startswith("corpus ms_snsd: the record says MIT, the ledger ")

    def test_speech_that_was_synthesised_comes_under_what_its_engine_says(self):
        spoken = ("synthesised", "LicenseRef-Some-Voice")
        assert row_licences([item("1", spoken)], [use(*spoken)]) == ()
        assert row_licences([item("1", ("synthesised", ""))], [use("synthesised", "CC0-1.0")])
