"""A download goes on where it was cut, starts anew where it must, and bears with a server for a while."""

import hashlib

import pytest

from corpora.fetching.downloading import download
from corpora.fetching.parts import PartFile
from corpora.indexing.model import Archive
from manifests.errors import CorpusError
from tests.corpora.fetching.packing import tarred

BODY = bytes(range(256)) * 2_000  # 512,000 bytes
MD5 = f"md5:{hashlib.md5(BODY).hexdigest()}"
SHA256 = f"sha256:{hashlib.sha256(BODY).hexdigest()}"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "shop" / "body.zip"


def bring(shelf, path, checksum=SHA256, **options):
    shelf.files.setdefault("body.zip", BODY)
    return download(Archive(url=shelf.url("body.zip"), checksum=checksum), path, **options)


def refused(shelf, path, **options):
    with pytest.raises(CorpusError) as caught:
        bring(shelf, path, **options)
    return caught.value


def ranges(shelf):
    return [asked.get("Range") for asked in shelf.asked]


@pytest.mark.parametrize("checksum", [SHA256, MD5, SHA256.upper().replace("SHA256", "sha256")])
def test_what_hashes_to_its_checksum_is_kept_and_nothing_else_lies_about(shelf, path, checksum):
    done = bring(shelf, path, checksum)
    assert path.read_bytes() == BODY
    assert (done.checksum, done.stood) == (checksum.lower(), False)
    assert [each.name for each in path.parent.iterdir()] == ["body.zip"]


def test_without_a_checksum_it_is_said_what_came(shelf, path):
    assert bring(shelf, path, checksum="").checksum == SHA256


def test_what_is_there_and_whole_is_not_asked_for_again(shelf, path):
    bring(shelf, path)
    assert bring(shelf, path).stood
    assert len(shelf.asked) == 1


def test_a_cut_in_the_middle_is_gone_on_with_from_the_byte_where_it_was(shelf, path, waits):
    shelf.cuts = [200_000, 100_000]
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == [None, "bytes=200000-", "bytes=300000-"]
    assert [asked.get("If-Range") for asked in shelf.asked] == [None, '"one"', '"one"']
    assert waits == [1.0, 1.0]  # each attempt brought something: none counts as the second in a row


def test_another_run_goes_on_where_one_was_stopped(shelf, path, waits):
    shelf.cuts = [200_000]
    waits.then = lambda: shelf.faults.append((404, {}))
    error = refused(shelf, path)
    assert "404" in error.found
    assert "200.0 kB of it are kept" in error.remedy
    shelf.faults, shelf.asked = [], []
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == ["bytes=200000-"]


def test_a_server_without_ranges_is_asked_for_all_of_it_again(shelf, path, waits):
    shelf.ranges, shelf.cuts = False, [200_000]
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert len(shelf.asked) == 2


def test_a_server_without_ranges_that_always_cuts_is_given_up(shelf, path, waits):
    shelf.ranges, shelf.cuts = False, [1_000] * 99
    assert "no answer" in refused(shelf, path).found
    assert len(shelf.asked) == 5


def test_a_file_that_changed_in_between_is_not_mixed_with_the_old_one(shelf, path, waits):
    other = BODY[::-1]
    shelf.cuts = [200_000]
    waits.then = lambda: (shelf.files.update({"body.zip": other}), setattr(shelf, "etag", '"two"'))
    bring(shelf, path, checksum="")
    assert path.read_bytes() == other


@pytest.mark.parametrize(("checksum", "second"), [("", None), (SHA256, "bytes=200000-")])
def test_a_server_that_names_no_version_is_trusted_with_the_rest_only_if_a_checksum_tells(
    shelf, path, waits, checksum, second
):
    shelf.etag, shelf.cuts = None, [200_000]
    bring(shelf, path, checksum=checksum)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == [None, second]


def test_parts_that_do_not_add_up_are_asked_for_once_more_as_a_whole(shelf, path):
    path.parent.mkdir()
    part = PartFile(path.with_name("body.zip.part"), shelf.url("body.zip"), checked=True)
    part.accept(200, {"Content-Length": str(len(BODY))})
    part.path.write_bytes(b"x" * 1_000)
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == ["bytes=1000-", None]


def test_a_part_that_was_whole_when_the_run_was_killed_is_not_asked_for_again(shelf, path):
    path.parent.mkdir()
    part = PartFile(path.with_name("body.zip.part"), shelf.url("body.zip"), checked=True)
    part.accept(200, {"Content-Length": str(len(BODY))})
    part.path.write_bytes(BODY)
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert shelf.asked == []


def test_a_part_of_unknown_length_that_is_whole_is_seen_to_be(shelf, path):
    path.parent.mkdir()
    part = PartFile(path.with_name("body.zip.part"), shelf.url("body.zip"), checked=True)
    part.accept(200, {})
    part.path.write_bytes(BODY)
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == ["bytes=512000-"]


@pytest.mark.parametrize("note", ["", "[]", '{"url": 3}', '{"url": "http://elsewhere/", "total": 9}', "\0"])
def test_a_part_of_something_else_is_thrown_away(shelf, path, note):
    path.parent.mkdir()
    path.with_name("body.zip.part").write_bytes(b"junk")
    path.with_name("body.zip.part.json").write_text(note)
    bring(shelf, path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == [None]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(shelf, path, waits, status):
    shelf.faults = [(status, {}), (status, {})]
    bring(shelf, path)
    assert waits == [1.0, 2.0]


def test_a_server_is_given_the_time_that_it_asks_for(shelf, path, waits):
    shelf.faults = [(429, {"Retry-After": "7"})]
    bring(shelf, path)
    assert waits == [7.0]


@pytest.mark.parametrize(
    ("fault", "times"), [((404, {}), 1), ((403, {}), 1), ((500, {}), 5), ((429, {"Retry-After": "86400"}), 1)]
)
def test_what_will_not_pass_is_said_with_the_address(shelf, path, waits, fault, times):
    shelf.faults = [fault] * 9
    error = refused(shelf, path)
    assert error.where == shelf.url("body.zip")
    assert f"the server answers {fault[0]}" in error.found
    assert len(shelf.asked) == times


def test_a_wrong_checksum_says_both_and_deletes_nothing(shelf, path):
    path.parent.mkdir()
    path.write_bytes(b"an older version")
    wrong = "sha256:" + "0" * 64
    error = refused(shelf, path, checksum=wrong)
    assert SHA256 in error.found
    assert "512,000 bytes" in error.found
    assert wrong in error.wanted
    assert path.read_bytes() == b"an older version"
    assert path.with_name("body.zip.refused").read_bytes() == BODY
    assert str(path.with_name("body.zip.refused")) in error.remedy


def test_a_redirection_is_followed_with_the_range(shelf, path, waits):
    shelf.moved, shelf.cuts = {"old": shelf.url("body.zip")}, [200_000]
    shelf.files["body.zip"] = BODY
    download(Archive(url=shelf.url("old"), checksum=SHA256), path)
    assert path.read_bytes() == BODY
    assert ranges(shelf) == [None, None, "bytes=200000-", "bytes=200000-"]


def test_a_circle_of_redirections_ends(shelf, path):
    shelf.moved = {"body.zip": "/body.zip"}
    assert "redirect" in refused(shelf, path).found


def test_an_archive_that_the_server_calls_encoded_stays_as_it_is(shelf, path):
    body = tarred()
    shelf.files["body.zip"], shelf.headers = body, {"Content-Encoding": "gzip"}
    bring(shelf, path, checksum=f"md5:{hashlib.md5(body).hexdigest()}")
    assert path.read_bytes() == body
    assert shelf.asked[0]["Accept-Encoding"] == "identity"


def test_a_file_of_no_bytes_is_a_file(shelf, path):
    shelf.files["body.zip"] = b""
    bring(shelf, path, checksum="")
    assert path.read_bytes() == b""


def test_more_than_was_declared_is_not_downloaded(shelf, path):
    shelf.length = False
    error = refused(shelf, path, checksum="", most_bytes=100_000)
    assert "more than 100.0 kB" in error.found
    assert list(path.parent.iterdir()) == []


def test_a_disk_that_is_too_small_is_said_before_anything_is_written(shelf, path, monkeypatch):
    monkeypatch.setattr("corpora.fetching.room.shutil.disk_usage", lambda _path: type("Usage", (), {"free": 1_000}))
    error = refused(shelf, path)
    assert error.found == "1.0 kB free"
    assert error.wanted.startswith("512.0 kB")
    assert not path.exists()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/body.zip", "gopher://127.0.0.1/body.zip", "http://[/body.zip"])
def test_an_address_that_does_not_answer_is_an_error_of_ours(path, waits, url):
    with pytest.raises(CorpusError, match="no answer"):
        download(Archive(url=url), path)


@pytest.mark.parametrize("host", ["a" * 70, "a..b", ".a"])
def test_a_redirection_to_what_is_no_host_is_an_error_of_ours(shelf, path, waits, host):
    shelf.moved = {"body.zip": f"http://{host}/body.zip"}
    error = refused(shelf, path)
    assert (error.where, error.found[:9]) == (shelf.url("body.zip"), "no answer")
    assert waits == []


@pytest.mark.parametrize("status", [206, 416])
@pytest.mark.parametrize("told", [f"bytes 0-9/{'9' * 5_000}", f"bytes {'9' * 5_000}-5/*", f"bytes */{'9' * 5_000}"])
def test_a_range_of_thousands_of_digits_is_none(shelf, path, waits, status, told):
    shelf.faults = [(status, {"Content-Range": told})] * 9
    error = refused(shelf, path)
    assert error.found.startswith(("no answer", "the server answers 416"))
    assert list(path.parent.glob("*.zip")) == []


def test_a_length_of_thousands_of_digits_is_none(path):
    path.parent.mkdir()
    part = PartFile(path, "http://localhost/body.zip", checked=True)
    part.accept(200, {"Content-Length": "9" * 5_000})
    assert part.total is None


@pytest.mark.parametrize("headers", [{"ETag": '"\xe9"'}, {"ETag": '"a\tb"'}, {"Last-Modified": "\xff"}])
def test_a_version_that_cannot_be_sent_back_is_none(path, headers):
    path.parent.mkdir()
    part = PartFile(path, "http://localhost/body.zip", checked=True)
    part.accept(200, headers)
    path.write_bytes(b"x")
    assert part.request_headers() == {"Accept-Encoding": "identity", "Range": "bytes=1-"}
