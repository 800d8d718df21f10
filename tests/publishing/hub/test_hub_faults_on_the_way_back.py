"""What goes wrong on the way back from a Hub: nothing half-fetched, nothing lost, each error says what to do."""

import errno
import io
import os

import pytest

from tests.publishing.hub.running import contents, publish, pull, shipped

SHARDS = 2


def test_download_cut_in_the_middle_of_a_file(release, hub, tmp_path, waits, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 10_000)
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    fault = hub.fault("GET /store/", cut_at=70_000, times=2)
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert fault.times == 0
    assert contents(tmp_path / "out" / "small-1.0.0") == shipped(release)
    assert hub.ranges[0] == "bytes=70000-"  # gone on with where it broke off


@pytest.mark.parametrize("request_", ["GET .*/refs", "GET .*/tree", "(GET|HEAD) .*/resolve/", "GET /store/"])
def test_busy_server_is_borne_with_on_the_way_back(release, hub, tmp_path, waits, request_):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    fault = hub.fault(request_, status=503, times=2, headers={"Retry-After": "3"})
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert fault.times == 0
    assert contents(tmp_path / "out" / "small-1.0.0") == shipped(release)


def test_disk_too_small_is_told_before(release, hub, tmp_path, monkeypatch):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    monkeypatch.setattr("publishing.hub.pulling.free_bytes", lambda _: 1000)
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "1,000 bytes free" in done.output
    assert "--out" in done.output
    assert not (tmp_path / "out" / "small-1.0.0").exists()


def test_disk_that_fills_up_leaves_nothing_half_and_keeps_what_was_fetched(release, hub, tmp_path, monkeypatch):
    from huggingface_hub import file_download

    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    original, calls = file_download.http_get, []

    def filling(url, temp_file, **settings):
        calls.append(url)
        if len(calls) == 6:
            whole = io.BytesIO()
            original(url, whole, **settings)
            temp_file.write(whole.getvalue()[:1000])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original(url, temp_file, **settings)

    monkeypatch.setattr(file_download, "http_get", filling)
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "no space left" in done.output
    assert "free some space" in done.output
    assert not (tmp_path / "out" / "small-1.0.0").exists()
    again = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert again.exit_code == 0, again.output
    assert contents(tmp_path / "out" / "small-1.0.0") == shipped(release)
    # The record is read twice, once by each run; of the others each is fetched once, and the one that failed twice.
    assert len(calls) == len(shipped(release)) + 1 + 2


def test_private_repository_without_a_token(release, hub, tmp_path, monkeypatch):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    monkeypatch.delenv("HF_TOKEN")
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "hf auth login" in done.output


def test_no_request_to_the_store_carries_the_token(release, hub, tmp_path):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    assert pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out").exit_code == 0
    to_store = [with_token for request, with_token in hub.requests if " /store/" in request]
    assert len(to_store) >= 6
    assert not any(to_store)
