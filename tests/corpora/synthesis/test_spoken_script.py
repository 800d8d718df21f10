"""A script as a folder: spoken once, kept by utterance, whole or not there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import wave
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.synthesis.engines.espeak import EspeakNg
from corpora.synthesis.engines.openai_speech import OpenAISpeech
from corpora.synthesis.engines.protocol import Spoken
from corpora.synthesis.kept import TreeWriter
from corpora.synthesis.spoken import synthesised_tree
from corpora.synthesis.utterance import Utterance
from execution.patience import Patience
from manifests.errors import CorpusError, OutputError
from tests.corpora.synthesis.speech_server import Reply, speech_server, tone

SCRIPT = [
    Utterance(key="legal/robbery-1", text="检察机关以抢劫罪对他提起公诉。", language="zh"),
    Utterance(key="b", text="Good morning."),
    Utterance(key="B", text="Good morning."),
    Utterance(key="c.1", text='Answer with "yes" or "no"', voice="onyx"),
]


@dataclass
class Fake:
    """Says a tone for each text, and remembers what it was asked."""

    name: str = "fake 1"
    licence: str = "MIT"
    styles: bool = True
    says: Spoken | None = None
    asked: list = field(default_factory=list)

    def voice_of(self, utterance):
        return utterance.voice or "own"

    def speak(self, utterances):
        for utterance in utterances:
            self.asked.append(utterance.key)
            yield self.says or Spoken(tone(utterance.text + utterance.style), 24_000)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("SOUNDPROBE_TTS_KEY", raising=False)
    return tmp_path / "cache"


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 24_000)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def test_the_folder():
    root = synthesised_tree(SCRIPT, engine=Fake())
    lines = (root / "metadata.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "id|path|engine|voice|language|style|licence|text"
    rows = [line.split("|") for line in lines[1:]]
    assert [row[0] for row in rows] == [utterance.key for utterance in SCRIPT]
    assert rows[0][2:] == ["fake 1", "own", "zh", "", "MIT", "检察机关以抢劫罪对他提起公诉。"]
    assert rows[3][3] == "onyx"
    assert len({row[1].lower() for row in rows}) == 4
    for row, utterance in zip(rows, SCRIPT, strict=True):
        assert np.array_equal(samples(root / row[1]), tone(utterance.text))


def test_it_is_a_corpus():
    index = build_index(corpus_named("synthesised"), synthesised_tree(SCRIPT, engine=Fake()))
    assert index.notices == ()
    row = next(row for row in index.rows() if row["id"] == "legal/robbery-1")
    assert (row["text"], row["licence"]) == (SCRIPT[0].text, "MIT")
    assert (row["key"], row["engine"], row["voice"], row["language"], row["style"]) == (
        *("legal/robbery-1", "fake 1"),
        *("own", "zh", ""),
    )


def test_the_same_script_is_spoken_and_written_once(monkeypatch):
    engine = Fake()
    root = synthesised_tree(SCRIPT, engine=engine)
    assert sorted(engine.asked) == ["B", "c.1", "legal/robbery-1"], "the same text is said once"
    monkeypatch.setattr(TreeWriter, "add", None)
    assert synthesised_tree(SCRIPT, engine=engine) == root
    assert len(engine.asked) == 3


def test_a_changed_script_speaks_what_is_new():
    engine = Fake()
    first = synthesised_tree(SCRIPT, engine=engine)
    engine.asked.clear()
    renamed = [replace(SCRIPT[0], key="other"), Utterance(key="new", text="Good evening."), SCRIPT[1]]
    second = synthesised_tree(renamed, engine=engine)
    assert second != first
    assert engine.asked == ["new"]
    assert first.is_dir()


@pytest.mark.parametrize(
    "other",
    [
        {"text": "Good evening."},
        {"voice": "onyx"},
        {"style": "angry"},
        {"language": "de"},
    ],
)
def test_text_voice_style_and_language_are_spoken_anew(other):
    engine = Fake()
    synthesised_tree(SCRIPT, engine=engine)
    engine.asked.clear()
    synthesised_tree([replace(SCRIPT[1], **other)], engine=engine)
    assert engine.asked == ["b"]


def test_another_engine_speaks_anew_and_another_licence_does_not():
    first, second = Fake(), Fake(name="fake 2")
    roots = {synthesised_tree(SCRIPT, engine=first), synthesised_tree(SCRIPT, engine=second)}
    assert len(second.asked) == 3
    third = Fake(licence="CC-BY-4.0")
    roots.add(synthesised_tree(SCRIPT, engine=third))
    assert third.asked == []
    assert len(roots) == 3, "the licence stands in the list"


@pytest.mark.parametrize("harm", ["gone", "empty", "cut", "changed"])
def test_a_damaged_folder_is_made_anew_from_what_was_spoken(harm):
    engine = Fake()
    root = synthesised_tree(SCRIPT, engine=engine)
    clip = min((root / "clips").iterdir())
    whole = clip.read_bytes()
    broken = {"empty": b"", "cut": whole[:-100], "changed": whole[:-1] + b"x"}
    if harm == "gone":
        clip.unlink()
    else:
        clip.write_bytes(broken[harm])
    engine.asked.clear()
    assert synthesised_tree(SCRIPT, engine=engine) == root
    assert clip.read_bytes() == whole
    assert engine.asked == []


@pytest.mark.parametrize("content", [b"", b"RIFF", None])
def test_a_damaged_utterance_is_spoken_anew(content, cache):
    engine = Fake()
    synthesised_tree(SCRIPT[:2], engine=engine)
    for kept in (cache / "speech").rglob("*.wav"):
        kept.write_bytes(kept.read_bytes()[:-2] if content is None else content)
    engine.asked.clear()
    synthesised_tree(SCRIPT[1:2], engine=engine)
    assert engine.asked == ["b"]


def test_the_same_bytes_from_any_number_of_workers(tmp_path, monkeypatch):
    script = [Utterance(key=f"k{number}", text=f"Number {number}.") for number in range(20)]
    trees = []
    for workers in (1, 4):
        monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / str(workers)))
        root = synthesised_tree(script, engine=Fake(), workers=workers)
        trees.append({path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()})
    assert trees[0] == trees[1]
    assert len(trees[0]) == 22


def test_workers_ask_at_the_same_time():
    together = threading.Barrier(3, timeout=10.0)

    class Waiting(Fake):
        def speak(self, utterances):
            together.wait()
            yield from super().speak(utterances)

    script = [Utterance(key=f"k{number}", text=f"Number {number}.") for number in range(3)]
    assert synthesised_tree(script, engine=Waiting(), workers=3).is_dir()


def test_a_killed_run_loses_nothing(cache, tmp_path):
    """Killed while it speaks the fourth: the next run speaks the fourth and the rest."""
    program = """
import os, signal, sys
from corpora.synthesis.spoken import synthesised_tree
from tests.corpora.synthesis.test_spoken_script import Fake, long_script
class Killed(Fake):
    def speak(self, utterances):
        if len(self.asked) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().speak(utterances)
synthesised_tree(long_script(), engine=Killed())
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, ["", *filter(None, sys.path)]))}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=Path(__file__).parents[3],
        check=False,
        capture_output=True,
    )
    assert done.returncode == -9, done.stderr.decode()
    assert list(cache.glob("synthesised/*/metadata.csv")) == []
    engine = Fake()
    root = synthesised_tree(long_script(), engine=engine)
    assert engine.asked == ["k3", "k4", "k5"]
    assert len(list((root / "clips").iterdir())) == 6


def long_script():
    return [Utterance(key=f"k{number}", text=f"Number {number}.") for number in range(6)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_spoken_before_a_failure_is_kept(workers):
    class Failing(Fake):
        def speak(self, utterances):
            if utterances[0].key == "k4":
                time.sleep(0.2)
                raise CorpusError(where="k4", found="a fault", wanted="speech", remedy="none")
            return super().speak(utterances)

    with pytest.raises(CorpusError, match="a fault"):
        synthesised_tree(long_script(), engine=Failing(), workers=workers)
    engine = Fake()
    synthesised_tree(long_script(), engine=engine)
    assert set(engine.asked) <= {"k4", "k5"}
    assert "k4" in engine.asked


def test_a_server_is_not_asked_twice_for_the_same():
    with speech_server(Reply(503), Reply(429, headers={"Retry-After": "1"})) as server:
        patience = Patience(sleep=lambda _: None)
        engine = OpenAISpeech(base_url=server.url, model="m", voices={"": "v"}, licence="MIT", patience=patience)
        root = synthesised_tree(SCRIPT, engine=engine, workers=2)
        asked = sorted(set(server.texts()))
        assert asked == sorted({utterance.text for utterance in SCRIPT})
        assert len(server.requests) == 5
        assert synthesised_tree(SCRIPT, engine=engine) == root
        synthesised_tree(SCRIPT[:2], engine=engine)
        assert len(server.requests) == 5
    assert "|MIT|" in (root / "metadata.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (np.zeros(0, np.int16), "no speech"),
        (np.zeros(12_000, np.int16), "0.5 s of silence"),
        (np.full(12_000, -20, np.int16), "0.5 s of silence"),
        (np.full(31 * 24_000, 900, np.int16), "31.0 s of speech"),
    ],
)
def test_what_is_no_clip_is_refused_and_not_kept(said, found, cache):
    for _ in range(2):
        engine = Fake(says=Spoken(said, 24_000))
        with pytest.raises(CorpusError) as caught:
            synthesised_tree(SCRIPT, engine=engine)
        assert caught.value.where == "utterance legal/robbery-1, fake 1"
        assert caught.value.found == found
        assert SCRIPT[0].text in caught.value.wanted
        assert engine.asked == ["legal/robbery-1"]
    assert list(cache.rglob("*.wav")) == []


def test_an_engine_that_answers_once_too_often():
    class Twice(Fake):
        def speak(self, utterances):
            return [*super().speak(utterances), *super().speak(utterances)]

    with pytest.raises(CorpusError, match="found 2 answers"):
        synthesised_tree(SCRIPT, engine=Twice())


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"key": ""}, "a key that is no name"),
        ({"key": "../b"}, "a key that is no name"),
        ({"key": "/b"}, "a key that is no name"),
        ({"key": "a//b"}, "a key that is no name"),
        ({"key": "a|b"}, "a key that is no name"),
        ({"key": "b\n"}, "a key that is no name"),
        ({"key": "c.1"}, "its key twice"),
        ({"text": ""}, "the text ''"),
        ({"text": "..."}, "the text '...'"),
        ({"text": "this|that"}, "the text 'this|that'"),
        ({"text": "this\nthat"}, "the text 'this\\nthat'"),
        ({"text": "this\ud800"}, "the text 'this\\ud800'"),
        ({"voice": "a|b"}, "the voice 'a|b'"),
        ({"style": "a\tb"}, "the style 'a\\tb'"),
        ({"language": "English"}, "the language 'English'"),
        ({"language": ""}, "the language ''"),
    ],
)
def test_a_script_that_cannot_be_listed(changes, found):
    engine = Fake()
    with pytest.raises(CorpusError) as caught:
        synthesised_tree([*SCRIPT[:1], SCRIPT[3], replace(SCRIPT[1], **changes)], engine=engine)
    assert caught.value.found == found
    assert engine.asked == [], "it is read before anything is spoken"


def test_spaces_of_all_kinds_are_text():
    texts = ["Que dit-il\u00a0?", "Que dit-il\u202f?", "你\u3000好", " as it is "]
    script = [Utterance(key=f"k{number}", text=text) for number, text in enumerate(texts)]
    index = build_index(corpus_named("synthesised"), synthesised_tree(script, engine=Fake()))
    assert [row["text"] for row in index.rows()] == texts


def test_an_empty_script():
    with pytest.raises(CorpusError, match="no utterances"):
        synthesised_tree([], engine=Fake())


def test_a_licence_that_is_none():
    with pytest.raises(CorpusError, match="the licence 'free to use'"):
        synthesised_tree(SCRIPT, engine=Fake(licence="free to use"))


def test_a_style_that_the_engine_cannot_follow():
    with pytest.raises(CorpusError, match="styles=1") as caught:
        synthesised_tree([replace(SCRIPT[1], style="angry")], engine=EspeakNg())
    assert "'b'" in caught.value.where
    assert caught.value.found == "the style 'angry'"


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path / "file"))
    with pytest.raises(OutputError, match="SOUNDPROBE_CACHE"):
        synthesised_tree(SCRIPT, engine=Fake())


def test_a_cache_of_utterances_that_cannot_be_written(cache):
    cache.mkdir()
    (cache / "speech").write_text("x")
    with pytest.raises(OutputError) as caught:
        synthesised_tree(SCRIPT, engine=Fake())
    assert "SOUNDPROBE_CACHE" in caught.value.remedy
    assert "--out" not in str(caught.value)
