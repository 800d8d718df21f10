"""`soundprobe fetch`: what it says before and after, its exit codes, and what it leaves alone."""

import hashlib

import pytest

from corpora.indexing.model import Archive
from tests.builders.running import built, refused
from tests.corpora.fetching.conftest import corpus_of, shelf, waits  # noqa: F401 (fixtures)
from tests.corpora.fetching.packing import zipped


@pytest.fixture
def two(monkeypatch, shelf, corpus_of):  # noqa: F811
    """Give `two(data, ...)`, which makes a corpus of such an archive the only one there is."""

    def make(data=None, *, checksum="", **fields):
        data = zipped() if data is None else data
        shelf.files["two.zip"] = data
        checksum = checksum or f"md5:{hashlib.md5(data).hexdigest()}"
        archives = (Archive(url=shelf.url("two.zip"), checksum=checksum, size_bytes=len(data)),)
        corpus = corpus_of(*fields.pop("archives", archives), **fields)
        monkeypatch.setattr("corpora.indexing.registry._names", lambda: ["two"])
        monkeypatch.setattr("corpora.indexing.registry._declared", lambda _name: corpus)
        return corpus

    return make


def words(text):
    return " ".join(text.split())


def test_help_shows_how():
    text = built("fetch", "--help").output
    assert "soundprobe fetch ravdess" in text
    assert "SOUNDPROBE_CORPORA" in text
    assert "--keep-archives" in text


def test_terms_and_size_are_said_then_it_is_there_and_how_to_use_it(two, tmp_path):
    two()
    told = words(built("fetch", "two", "--to", tmp_path).output)
    assert "licence CC-BY-NC-4.0 (attribution, no commercial use) may be passed on; no commercial use" in told
    assert "https://example.org/terms" in told
    assert f"to download 1 file, {len(zipped())} bytes; unpacked about 1.0 MB" in told
    assert f"two.zip md5:{hashlib.md5(zipped()).hexdigest()} as published" in told
    assert f"unpacked 2 recordings {tmp_path}/two/two" in told
    assert told.endswith(f"use it: soundprobe build ... --corpora {tmp_path}")
    assert told.index("no commercial use") < told.index("as published")


def test_what_is_there_is_left_alone(two, shelf, tmp_path):  # noqa: F811
    two()
    built("fetch", "two", "--to", tmp_path)
    told = words(built("fetch", "two", "two", "--to", tmp_path).output)
    assert "left alone 2 recordings are there already" in told
    (tmp_path / "two/two/b.wav").unlink()
    told = words(built("fetch", "two", "--to", tmp_path).output)
    assert "left alone 1 of 2 recordings are there already; to fetch the whole, move it away" in told
    assert len(shelf.asked) == 1


def test_the_archive_of_a_part_that_lacks_is_named(tmp_path):
    actor = tmp_path / "ravdess/Audio_Speech_Actors_01-24/Actor_01"
    actor.mkdir(parents=True)
    for emotion in ("01", "02"):
        (actor / f"03-01-{emotion}-01-01-01-01.wav").write_bytes(b"")
    told = words(built("fetch", "ravdess", "--to", tmp_path).output)
    assert "2 of 2,452 recordings are there already" in told
    assert "speech 2 of 1,440; song 0 of 1,012: or unpack Audio_Song_Actors_01-24.zip beside what is here" in told


def test_without_a_published_sum_it_is_said_what_came(two, tmp_path, shelf):  # noqa: F811
    two(archives=(Archive(url=shelf.url("two.zip")),))
    told = words(built("fetch", "two", "--to", tmp_path).output)
    assert "size not published" in told
    assert f"sha256:{hashlib.sha256(zipped()).hexdigest()} no sum is published" in told


def test_a_corpus_that_a_person_has_to_ask_for_is_told_of_with_exit_code_2(two, tmp_path):
    two(archives=())
    told = words(refused("fetch", "two", "--to", tmp_path))
    assert "no commercial use" in told
    assert "to get it Write to two@example.org. then unpack it to" in told
    assert list(tmp_path.iterdir()) == []


def test_archives_are_kept_where_it_says(two, tmp_path):
    two()
    told = words(built("fetch", "two", "--to", tmp_path, "--keep-archives").output)
    assert f"archives {tmp_path}/.fetching/two" in told
    assert (tmp_path / ".fetching/two/two.zip").read_bytes() == zipped()


def test_a_wrong_checksum_ends_with_both(two, tmp_path):
    two(checksum="md5:" + "0" * 32)
    told = refused("fetch", "two", "--to", tmp_path)
    assert f"found another file: md5:{hashlib.md5(zipped()).hexdigest()}" in told
    assert f"wanted: md5:{'0' * 32}" in told
    assert "use it" not in told


def test_a_name_that_is_none_is_refused_before_anything_is_brought(two, shelf, tmp_path):  # noqa: F811
    two()
    assert "did you mean 'two'?" in refused("fetch", "two", "twoo", "--to", tmp_path)
    assert shelf.asked == []
    assert "Missing argument" in refused("fetch")


def test_what_the_build_makes_needs_no_fetch(tmp_path):
    told = built("fetch", "demo", "--to", tmp_path).output
    assert "the build makes it itself" in told
    assert "use it" not in told


def test_the_folder_is_the_one_that_builds_look_in(two, tmp_path, monkeypatch):
    two()
    monkeypatch.setenv("SOUNDPROBE_CORPORA", str(tmp_path / "all"))
    built("fetch", "two")
    assert (tmp_path / "all/two/two/a.wav").is_file()


def test_the_terms_fit_a_narrow_terminal(two, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    two(archives=(), obtain="Write to the owner and say what you want it for, at some length, please. " * 3)
    lines = refused("fetch", "two", "--to", "data").splitlines()
    assert max(map(len, lines)) <= 60
    assert len(lines) > 8
