"""Detective: people and no machines, and one sentence that says of each what the archive states."""

from random import Random

import numpy as np
import pyarrow as pa
import pytest

from builders.detective import VoiceDetective, VoiceMeasurements
from builders.engine.planning import plan
from corpora.indexing.registry import corpus_named
from corpora.indexing.table import CorpusIndex, index_schema
from manifests.errors import PlanError
from probe_signal.quantise import to_pcm16
from recipes.catalogue.registry import find
from tests.builders.voices import buzz

ARCHIVE = corpus_named("speech_accent_archive")
DETECTIVE = VoiceDetective()


def row(name, **changes):
    return {
        "id": name,
        "path": f"recordings/{name}.mp3",
        "sha256": name,
        "start_frame": 0,
        "frames": 44_100 * 20,
        "channels": 1,
        "sampling_rate": 44_100,
        "speaker": f"7{name}",
        "sex": "female",
        "age": 40.0,
        "text": "",
        "licence": "CC-BY-NC-SA-2.0",
        "native_language": "zulu",
        "birthplace": "durban, south africa",
        "country": "south africa",
        "age_onset": "5",
        "csv_row": "1",
        **changes,
    }


def planned(rows, folder, **options):
    (recipe,) = find("sagi/voice-detective")
    table = pa.Table.from_pylist(list(rows), schema=index_schema(ARCHIVE))
    index = CorpusIndex(corpus=ARCHIVE, root=folder, table=table)
    return plan(recipe, index, seed=1, allow_short=True, **options)


def test_machines_are_left_out(tmp_path):
    rows = [row("zulu1"), row("synthesized1", native_language="synthesized", age=None)]
    assert [item.sources[0].item for item in planned(rows, tmp_path).items] == ["zulu1"]
    with pytest.raises(PlanError, match="0 recordings of speakers who are no machines"):
        planned(rows[1:], tmp_path)


def test_the_sentence_is_what_the_archive_states(tmp_path):
    (item,) = planned([row("zulu1")], tmp_path).items
    assert item.label == (
        "This is a female speaker in her forties, born in durban, south africa, whose native language is zulu."
    )
    assert item.parameters == {
        "sex": "female",
        "birthplace": "durban, south africa",
        "native_language": "zulu",
        "age_years": 40.0,
        "age_band": "forties",
    }
    assert DETECTIVE.label_of(DETECTIVE.Parameters(**item.parameters), None) == item.label


def test_an_age_that_is_not_stated_is_unknown_and_counted(tmp_path):
    made = planned([row("zulu1", age=None), row("zulu2", age=187.0), row("zulu3")], tmp_path)
    assert sum("of unknown age" in item.label for item in made.items) == 2
    assert "the age of 2 of 3 speakers is not known, and said to be so" in made.notes
    assert not any("not known" in note for note in planned([row("zulu3")], tmp_path).notes)


def test_a_place_that_is_not_stated_is_unknown(tmp_path):
    (item,) = planned([row("zulu1", birthplace="")], tmp_path).items
    assert "whose place of birth is unknown" in item.label


def test_everybody_is_taken_and_a_few_by_the_seed(tmp_path):
    rows = [row(f"zulu{number}") for number in range(40)]
    made = planned(rows, tmp_path)
    assert len({item.group for item in made.items}) == len(made.items) == 40
    few = planned(rows, tmp_path, per_label=10)
    Random(2).shuffle(rows)
    assert planned(rows, tmp_path, per_label=10).items == few.items
    assert {item.sources[0].item for item in few.items} != {f"zulu{number}" for number in range(10)}


def test_a_long_recording_is_cut_to_30_s(tmp_path):
    (item,) = planned([row("zulu1", frames=44_100 * 45)], tmp_path).items
    assert item.sources[0].frames == 44_100 * 30


def test_the_pitch_is_that_of_the_clip(tmp_path):
    (item,) = planned([row("zulu1")], tmp_path).items
    parameters = DETECTIVE.Parameters(**item.parameters)
    pcm = to_pcm16(buzz(210.0, duration_s=1.0, sampling_rate=16_000))[0]
    measured = DETECTIVE.measure(parameters, pcm)
    assert measured.median_f0_hz == pytest.approx(210.0, abs=1.0)
    assert measured.voiced_s == pytest.approx(1.0, abs=0.1)
    said = DETECTIVE.explain(parameters, measured)
    assert said.startswith("Age, sex, birthplace and language are as the speaker stated them (age 40). ")
    assert "The median F0 is 210 Hz over" in said


def test_a_clip_without_pitch_has_none(tmp_path):
    (item,) = planned([row("zulu1", age=None)], tmp_path).items
    parameters = DETECTIVE.Parameters(**item.parameters)
    measured = DETECTIVE.measure(parameters, np.zeros(8_000, np.int16))
    assert measured == VoiceMeasurements(voiced_s=0.0, median_f0_hz=None)
    assert DETECTIVE.explain(parameters, measured).endswith("The clip has no pitch.")
    assert "(no age stated)" in DETECTIVE.explain(parameters, measured)


def test_of_copies_that_are_said_to_be_two_people_none_is_used(tmp_path):
    rows = [row("a"), row("b", sha256="a", sex="male"), row("c"), row("d", sha256="c"), row("e")]
    made = planned(rows, tmp_path)
    assert {item.sources[0].item for item in made.items} == {"c", "e"}
    assert any("speech_accent_archive/a = speech_accent_archive/b" in note for note in made.notes)
