"""Questions and answers in writing, as phoneme probes are, are asked and scored without audio."""

import json
import sys

import pytest
from click.testing import CliRunner

from builders.phonemes.command import phonemes_command
from evaluation.__main__ import main
from evaluation.sets.question_set import open_questions
from verification.opening.errors import CollectionError
from verification.opening.opening import open_collection

COUNT = 6


@pytest.fixture(scope="module")
def phonemes(tmp_path_factory):
    """A folder of phoneme probes."""
    folder = tmp_path_factory.mktemp("phonemes")
    made = CliRunner().invoke(phonemes_command, ["--level", "token", "--limit", str(COUNT), "--out", str(folder)])
    assert made.exit_code == 0, made.output
    return folder


@pytest.fixture(params=[".", "items.jsonl", "data/test-00000-of-00001.parquet"])
def dataset(phonemes, request):
    return phonemes / request.param


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def write(path, replies):
    path.write_text("".join(json.dumps({"id": name, "reply": text}) + "\n" for name, text in replies.items()))
    return path


def test_all_forms_are_scored_by_word_error_rate(dataset, tmp_path):
    labels = {question.id: question.label for question in open_questions(dataset).questions}
    assert len(labels) == COUNT
    first = next(iter(labels))
    words = labels[first].split()
    replies = {**labels, first: " ".join(["quite", *words[1:]])}
    result = command("score", dataset, write(tmp_path / "mine.jsonl", replies), "--measure", "WER", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.output)
    assert told["value"]["value"] == pytest.approx(1 / sum(len(label.split()) for label in labels.values()))


def test_a_model_gets_the_text_and_no_clip(phonemes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    body = "def answer(prompt):\n    assert prompt.clips == ()\n    return prompt.text.upper()\n"
    (tmp_path / "model_that_reads.py").write_text(body)
    result = command("run", phonemes, "--model", "model_that_reads:answer", "--out", "replies.jsonl")
    assert result.exit_code == 0, result.output
    assert "no column holds audio: asked in writing only" in result.stderr
    said = [json.loads(line)["reply"] for line in (tmp_path / "replies.jsonl").read_text().splitlines()]
    assert len(said) == COUNT
    assert all(text.startswith("GIVEN A TOKENIZED PHONE SEQUENCE") for text in said)


def test_no_control_without_audio(phonemes, tmp_path):
    out = tmp_path / "replies.jsonl"
    result = command("run", phonemes, "--model", "baseline:silent", "--control", "blind", "--out", out)
    assert result.exit_code == 2
    assert "found a set without audio" in " ".join(result.output.split())
    assert not out.exists()


def test_an_audit_still_asks_for_audio(phonemes):
    with pytest.raises(CollectionError, match="--audio COLUMN"):
        open_collection(phonemes)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"question": "what is heard?", "link": "https://example.org/stream/1", "label": "a"}, "nothing is downloaded"),
        ({"question": "what is heard?", "mood": "calm"}, "--audio COLUMN"),
        ({"mood": "calm", "label": "a"}, "--audio COLUMN"),
    ],
)
def test_what_needs_audio_or_asks_nothing_is_refused(tmp_path, row, said):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(CollectionError, match=said):
        open_questions(path)
