"""A corpus is fetched whole or not at all, and what was downloaded serves the next run."""

import hashlib

import pytest
from filelock import FileLock

from corpora.fetching.fetching import fetch
from corpora.fetching.standing import recordings_there
from corpora.fetching.wording import archive_names
from corpora.indexing.model import Archive
from manifests.errors import CorpusError
from tests.builders.running import digests
from tests.corpora.fetching.packing import TREE, tarred, zipped


def offered(shelf, name, data, *, checksum=True, **fields):
    shelf.files[name] = data
    told = f"sha256:{hashlib.sha256(data).hexdigest()}" if checksum else ""
    return Archive(url=shelf.url(name), checksum=told, size_bytes=len(data), source="here", **fields)


def below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_corpus_is_where_a_search_finds_it_and_nothing_else_is_left(shelf, tmp_path, corpus_of):
    corpus = corpus_of(offered(shelf, "two.tar.gz", tarred()))
    done = fetch(corpus, tmp_path / "data")
    assert (done.standing.state, done.standing.found, done.archives) == ("present", 2, None)
    assert corpus.locate(tmp_path / "data") == done.standing.root == tmp_path / "data/two/two"
    assert below(tmp_path / "data") == sorted(f"two/{name}" for name in TREE)
    assert list((tmp_path / "data").iterdir()) == [tmp_path / "data/two"]


def test_several_archives_make_one_corpus(shelf, tmp_path, corpus_of):
    first = offered(shelf, "first.zip", zipped({"two.txt": b"a b", "a.wav": b"a"}), unpack_to="two")
    second = offered(shelf, "second.tar.bz2", tarred({"b.wav": b"b"}, mode="w:bz2"), unpack_to="two")
    done = fetch(corpus_of(first, second), tmp_path)
    assert done.standing.found == 2
    assert below(tmp_path) == ["two/two/a.wav", "two/two/b.wav", "two/two/two.txt"]


def test_archives_are_kept_if_asked_for_and_serve_again(shelf, tmp_path, corpus_of):
    corpus = corpus_of(offered(shelf, "two.zip", zipped()))
    stray = tmp_path / ".fetching/two/tmp1234"  # as a killed run leaves it
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"")
    done = fetch(corpus, tmp_path, keep_archives=True)
    assert not stray.exists()
    assert (done.archives / "two.zip").read_bytes() == zipped()
    (tmp_path / "two").rename(tmp_path / "elsewhere")
    assert fetch(corpus, tmp_path).downloads[0].stood
    assert len(shelf.asked) == 1


def test_a_part_of_a_corpus_is_put_there_and_said_to_be_one(shelf, tmp_path, corpus_of):
    data = zipped({name: data for name, data in TREE.items() if name != "two/b.wav"})
    standing = fetch(corpus_of(offered(shelf, "two.zip", data)), tmp_path).standing
    assert (standing.state, standing.found, standing.expected) == ("partial", 1, 2)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (zipped({"../out.wav": b"x"}), "leads out"),
        (zipped({"three/three.txt": b"x"}), "another layout: three"),
        (zipped(TREE)[:300], "cannot be unpacked"),
        (b"<html>", "a web page"),
    ],
)
def test_what_is_not_the_corpus_leaves_no_corpus_and_keeps_the_download(shelf, tmp_path, corpus_of, data, found):
    corpus = corpus_of(offered(shelf, "two.zip", data))
    with pytest.raises(CorpusError) as caught:
        fetch(corpus, tmp_path / "data")
    assert found in caught.value.found
    assert [name for name in below(tmp_path) if not name.endswith(".lock")] == ["data/.fetching/two/two.zip"]
    assert corpus.locate(tmp_path / "data") is None


def test_what_a_killed_run_had_half_unpacked_is_no_corpus_and_is_made_anew(shelf, tmp_path, corpus_of):
    corpus = corpus_of(offered(shelf, "two.zip", zipped()))
    half = tmp_path / ".fetching/two/unpacked/two"
    half.mkdir(parents=True)
    (half / "two.txt").write_text("a b c d")
    assert corpus.locate(tmp_path) is None
    assert fetch(corpus, tmp_path).standing.found == 2
    assert below(tmp_path) == sorted(f"two/{name}" for name in TREE)


def test_a_place_that_is_taken_is_left_as_it_is(shelf, tmp_path, corpus_of):
    (tmp_path / "two").mkdir()
    (tmp_path / "two/mine.txt").write_text("mine")
    before = digests(tmp_path)
    with pytest.raises(CorpusError, match="not the corpus"):
        fetch(corpus_of(offered(shelf, "two.zip", zipped())), tmp_path)
    assert digests(tmp_path) == before
    assert shelf.asked == []


def test_two_fetches_of_one_corpus_do_not_meet(shelf, tmp_path, corpus_of):
    (tmp_path / ".fetching").mkdir()
    with FileLock(tmp_path / ".fetching/two.lock"), pytest.raises(CorpusError, match="another fetch"):
        fetch(corpus_of(offered(shelf, "two.zip", zipped())), tmp_path)
    assert fetch(corpus_of(offered(shelf, "two.zip", zipped())), tmp_path).standing.found == 2


def test_the_disk_is_looked_at_first(shelf, tmp_path, corpus_of, monkeypatch):
    monkeypatch.setattr("corpora.fetching.room.shutil.disk_usage", lambda _path: type("Usage", (), {"free": 10**9}))
    with pytest.raises(CorpusError) as caught:
        fetch(corpus_of(offered(shelf, "two.zip", zipped()), size_gb=3.0), tmp_path)
    assert caught.value.wanted.startswith("3.0 GB for two")
    assert shelf.asked == []


def test_a_folder_that_cannot_be_made_is_an_error_of_ours(shelf, tmp_path, corpus_of):
    (tmp_path / "file").write_text("")
    with pytest.raises(CorpusError, match="a folder to write to"):
        fetch(corpus_of(offered(shelf, "two.zip", zipped())), tmp_path / "file")


def test_recordings_are_counted_without_being_opened(tmp_path, corpus_of):
    for name in ("two.txt", "a.wav", "c.wav"):
        (tmp_path / name).write_text("a b")
    (tmp_path / "b.wav").mkdir()
    assert len(recordings_there(corpus_of(), tmp_path)) == 1


def test_archives_have_names_of_their_own():
    urls = ("http://h/x/main.zip?a=1", "http://h/y/main.zip", "http://h/content", "http://h/..", "http://h/a%2Fb c.zip")
    names = archive_names(tuple(Archive(url=url) for url in urls))
    assert names == ["1-main.zip", "2-main.zip", "content", "4-", "b_c.zip"]
