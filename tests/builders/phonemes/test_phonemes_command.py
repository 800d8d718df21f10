"""`soundprobe phonemes`: a dataset that opens, and plain words for what is wrong."""

from __future__ import annotations

import json

import datasets
import pytest
import yaml
from click.testing import CliRunner

from builders.commands.roof import main
from tests.corpora.trees.speechocean762 import small

COLUMNS = ["id", "instruction", "options", "label", "explanation", "source", "parameters", "group"]


def run(*arguments, code=0):
    result = CliRunner().invoke(main, ["phonemes", *map(str, arguments)])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def lines_of(folder):
    return [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_default_opens_with_datasets(tmp_path):
    out = tmp_path / "out"
    assert "48 questions on 16 sentences" in run("--out", out)
    found = datasets.load_dataset(str(out), cache_dir=str(tmp_path / "cache"))["test"]
    assert found.column_names == COLUMNS
    assert found.to_list() == lines_of(out)
    card = (out / "README.md").read_text(encoding="utf-8")
    header = yaml.safe_load(card.split("---\n")[1])
    assert header["license"] == "cc0-1.0"
    assert "| token-one-shot | 16 |" in card
    assert sorted(path.name for path in out.rglob("*") if path.is_file()) == [
        "README.md",
        "items.jsonl",
        "test-00000-of-00001.parquet",
    ]


def test_the_same_bytes_each_time(tmp_path):
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        run("--out", folder, "--seed", 3, "--limit", 4)
    for path in folders[0].rglob("*.*"):
        if path.is_file():
            assert path.read_bytes() == (folders[1] / path.relative_to(folders[0])).read_bytes()


@pytest.mark.parametrize("level", ["sequence", "token", "token-one-shot"])
def test_one_level(level, tmp_path):
    assert "5 questions on 5 sentences" in run("--out", tmp_path, "--level", level, "--limit", 5)
    assert {row["parameters"]["level"] for row in lines_of(tmp_path)} == {level}


def test_sentences_and_dictionary_of_ones_own(tmp_path):
    sentences, dictionary = tmp_path / "mine.txt", tmp_path / "mine.dict"
    sentences.write_bytes("\ufeffMark is here.\r\n\r\nNobody is.\r\n".encode())
    dictionary.write_text("MARK M AA1 R K\nIS IH1 Z\nHERE HH IH1 R\n")
    said = run("--sentences", sentences, "--dictionary", dictionary, "--out", tmp_path / "out", "--level", "token")
    assert "note: left out 1 sentence: the dictionary lacks 1 word: nobody" in said
    (row,) = lines_of(tmp_path / "out")
    assert row["label"] == "mark is here"
    assert row["source"] == [{"corpus": "mine.txt", "item": "line 1", "licence": ""}]
    card = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "- Left out 1 sentence: the dictionary lacks 1 word: nobody." in card
    assert yaml.safe_load(card.split("---\n")[1])["license"] == "other"


def test_speechocean762_with_its_own_phonemes_or_its_lexicon(tmp_path):
    root = small(tmp_path)
    words = sorted({word for split in ("train", "test") for word in _said(root / split / "text")})
    lexicon = root / "resource/lexicon.txt"
    lexicon.write_text("".join(f"{word}\tT EH0 S T {' '.join(word)}\n" for word in words))
    corpus = ("--corpus", f"speechocean762={root}")
    run(*corpus, "--out", tmp_path / "scored", "--level", "token-one-shot")
    scored = json.loads((root / "resource/scores.json").read_text())
    for row in lines_of(tmp_path / "scored"):
        (source,) = row["source"]
        assert (source["corpus"], source["licence"]) == ("speechocean762", "CC-BY-4.0")
        assert row["parameters"]["dictionary"] == "speechocean762"
        spelled = " ".join(f"[{' '.join(word['phones'])}]" for word in scored[source["item"]]["words"])
        assert f"“{spelled}”" in row["instruction"]
        assert "“[F AO0 R] [F AY0 V]" in row["instruction"]
    run(*corpus, "--out", tmp_path / "looked-up", "--dictionary", lexicon)
    for row in lines_of(tmp_path / "looked-up"):
        assert row["parameters"]["dictionary"] == "lexicon.txt"
        assert "T EH0 S T" in row["instruction"]


@pytest.mark.parametrize("phones", [None, ["?"], 3])
def test_words_that_the_corpus_does_not_spell_are_looked_up(phones, tmp_path):
    root = small(tmp_path)
    path = root / "resource/scores.json"
    scores = json.loads(path.read_text())
    for score in scores.values():
        for word in score["words"]:
            word["phones"] = phones
    path.write_text(json.dumps(scores))
    (root / "resource/lexicon.txt").write_text("MARK M AA0 R K\n")
    assert "error: the dictionary lexicon.txt: found none of 40 sentences" in run(
        "--corpus", f"speechocean762={root}", "--out", tmp_path / "out", code=2
    )


def test_phonemes_as_one_text(tmp_path):
    root = small(tmp_path)
    path = root / "resource/scores.json"
    scores = json.loads(path.read_text())
    for score in scores.values():
        for word in score["words"]:
            word["phones"] = " ".join(word["phones"])
    path.write_text(json.dumps(scores))
    run("--corpus", f"speechocean762={root}", "--out", tmp_path / "out")
    assert {row["parameters"]["dictionary"] for row in lines_of(tmp_path / "out")} == {"speechocean762"}


def _said(path):
    return [word for line in path.read_text().splitlines() for word in line.split()[1:]]


def test_trouble(tmp_path):
    sentences, empty = tmp_path / "mine.txt", tmp_path / "empty.txt"
    sentences.write_text("xyzzy\n")
    empty.write_text("\n\n")
    out = ("--out", tmp_path / "out")
    assert "lacks 1 word: xyzzy" in run("--sentences", sentences, *out, code=2)
    assert "no sentence" in run("--sentences", empty, *out, code=2)
    assert "NAME=PATH" in run("--corpus", "speechocean762", *out, code=2)
    assert "give one of them" in run("--corpus", f"ljspeech={tmp_path}", "--sentences", sentences, *out, code=2)
    assert "no corpus of that name" in run("--corpus", f"nosuch={tmp_path}", *out, code=2)
    assert "another layout" in run("--corpus", f"speechocean762={tmp_path}", *out, code=2)
    assert not (tmp_path / "out").exists()


def test_an_output_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    assert "one of the folders in the path is a file" in run("--out", tmp_path / "file/out", code=2)
