"""`similarity` on a built set."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from evaluation.commands.similarity import similarity_command


def run(*arguments):
    return CliRunner().invoke(similarity_command, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def vectors(asked):
    """Frame by frame; contents far apart, styles nearly alike."""
    rng = np.random.Generator(np.random.Philox(0))
    contents, found = {}, {}
    for question in asked["volume-perception"].questions:
        content = contents.setdefault(question.group, rng.normal(size=24))
        found[question.id] = content + 0.2 * rng.normal(size=(5, 24))
    return found


@pytest.fixture(scope="module")
def folder(small_level2):
    return small_level2 / "volume-perception"


def test_similarity_help_has_an_example():
    result = run("--help")
    assert result.exit_code == 0
    assert "soundprobe evaluate similarity build/level2/volume-perception" in result.output


def test_reads_the_set_pairs_it_and_says_what_is_told_apart(folder, vectors, tmp_path):
    np.savez(tmp_path / "e.npz", **vectors)
    result = run(folder, tmp_path / "e.npz")
    assert result.exit_code == 0
    text = " ".join(result.output.split())
    assert "The embeddings tell contents apart better than styles" in text
    assert f"{len(vectors)} embeddings averaged over frames" in text
    assert "does not prove that the style is lost" in text


def test_json_holds_each_pair_and_what_is_missing_is_exit_code_1(folder, vectors, tmp_path):
    lost, *others = vectors
    lines = [json.dumps({"id": name, "embedding": vectors[name].tolist()}) for name in others]
    (tmp_path / "e.jsonl").write_text("\n".join(lines))
    result = run(folder, tmp_path / "e.jsonl", "--json")
    told = json.loads(result.output)
    assert result.exit_code == 1
    assert told["missing"] == [lost]
    assert len(told["pairs"]) == sum(each["pairs"] for each in told["changes"].values())
    assert all(-1 <= each["cosine"] <= 1 for each in told["pairs"])


def test_pairs_from_a_file_and_ids_from_another(folder, vectors, tmp_path):
    names = list(vectors)
    np.save(tmp_path / "e.npy", np.stack(list(vectors.values())))
    (tmp_path / "ids.txt").write_text("\n".join(names))
    (tmp_path / "pairs.csv").write_text(f"id_a,id_b,change\n{names[0]},{names[1]},style\n")
    result = run(folder, tmp_path / "e.npy", "--ids", tmp_path / "ids.txt", "--pairs", tmp_path / "pairs.csv")
    assert result.exit_code == 0
    assert "1 pair, median cosine" in " ".join(result.output.split())


def test_nothing_to_compare_is_exit_code_2(folder, tmp_path):
    (tmp_path / "e.jsonl").write_text('{"id": "x", "embedding": [1, 2]}')
    for arguments in ((tmp_path / "e.jsonl",), (tmp_path / "none.npz",)):
        result = run(folder, *arguments)
        assert result.exit_code == 2
        assert result.output.startswith("error: ")
