"""Who speaks: an engine that is named, or a folder of speech. Either is said, and none is dropped silently."""

import pytest

from tests.builders.running import built, refused
from tests.corpora.trees import synthesised

SERVER = "openai:http://127.0.0.1:9/v1?model=kokoro&voice=af_sky"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Two legal and two medical terms, spoken elsewhere, in a folder of corpora."""
    folder = tmp_path_factory.mktemp("data")
    synthesised.small(folder)
    return folder


def planned(*options):
    return built("plan", "legal-terms", "--allow-short", "--rows", 1, *options).output


def test_speech_from_a_folder_is_said_to_be(data):
    assert f"legal-terms: speech taken from {data / 'speech'}" in planned("--corpora", data)
    assert f"speech taken from {data / 'speech'}" in planned("--corpus", f"synthesised={data / 'speech'}")


def test_an_engine_that_is_named_wins_over_a_folder_that_was_found(data):
    said = planned("--corpora", data, "--engine", "espeak-ng")
    assert "speech by espeak-ng" in said
    assert f"as --engine says, and not from {data / 'speech'}" in said
    assert "speech taken from" not in said


def test_nothing_is_passed_over_where_there_is_no_folder(tmp_path):
    assert "as --engine says" not in planned("--corpora", tmp_path, "--engine", "espeak-ng")


@pytest.mark.parametrize("engine", ["espeak-ng", SERVER])
def test_an_engine_and_a_folder_both_named_are_refused(data, engine):
    said = refused("plan", "legal-terms", "--corpus", f"synthesised={data / 'speech'}", "--engine", engine)
    assert "two sources of speech" in said
    assert "leave out --engine" in said


@pytest.mark.parametrize("target", ["legal-terms", "binaural-effect-perception"])
def test_an_engine_is_looked_at_though_it_need_not_speak(data, target):
    said = refused("build", target, "--corpora", data, "--engine", "espeek-ng")
    assert "did you mean 'espeak-ng'?" in said


def test_a_question_that_the_folder_lacks_says_how_to_have_it_spoken(data, tmp_path):
    said = refused("plan", "speech-recognition", "--spoken", "--corpora", data)
    assert "no recording of the question" in said
    assert "--engine" in said
    assert (
        "speech by espeak-ng"
        in built(
            "plan", "speech-recognition", "--spoken", "--corpora", data, "--engine", "espeak-ng", "--rows", 1
        ).output
    )
