"""What goes wrong on the way to a Hub: nothing half-published, nothing lost, each error says what to do."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from huggingface_hub import close_session

from publishing.hub.errors import HubError
from publishing.hub.repository import Repository
from publishing.hub.shipment import packed
from publishing.hub.uploading import publish_to_hub
from tests.publishing.hub.running import contents, publish, pull, renamed, shipped
from tests.publishing.hub.server import TOKEN
from tests.publishing.releases.life import write_document

SHARDS = 2


def require_published(hub, release, name="me/small"):
    """Hold the repository to one commit that has every file, with its tag on it."""
    repo = hub.repos[name]
    assert len(repo.commits) == 2
    assert repo.tags == {"v1.0.0": repo.head}
    assert {path: hub.read(blob) for path, blob in repo.files().items() if path != ".gitattributes"} == shipped(release)


def require_nothing(hub, name="me/small"):
    """Hold the repository to what it was when it was made, if it was."""
    repo = hub.repos.get(name)
    assert repo is None or (len(repo.commits) == 1 and not repo.tags)


@pytest.mark.parametrize(
    "request_",
    ["POST /api/repos/create", "GET /api/datasets/me/small$", "GET .*/refs", "GET .*/tree", "POST .*/preupload",
     "POST .*/batch", "PUT /store", "POST .*/complete", "POST /verify", "POST .*/commit/", "POST .*/tag/",
     "POST /api/validate-yaml"],
)  # fmt: skip
@pytest.mark.parametrize("status", [500, 429])
def test_busy_server_is_borne_with(release, hub, waits, request_, status):
    fault = hub.fault(request_, status=status, times=2, headers={"Retry-After": "7"} if status == 429 else {})
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    assert fault.times == 0
    require_published(hub, release)
    assert len(waits) == 2
    assert min(waits) >= (7 if status == 429 else 1)


def test_wait_beyond_reason_is_not_waited(release, hub, waits):
    hub.fault("GET .*/refs", status=429, times=9, headers={"Retry-After": "86400"})
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "too many requests" in done.output
    assert "wait some minutes" in done.output
    assert waits == []
    require_nothing(hub)


@pytest.mark.parametrize("request_", ["GET /api/datasets/me/small$", "PUT /store", "POST .*/commit/"])
def test_server_that_stays_down_is_given_up(release, hub, waits, request_):
    fault = hub.fault(request_, status=503, times=1000, body="<html>down</html>")
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert 1000 - fault.times <= 60
    assert "503" in done.output
    assert "run the same command again" in done.output
    assert "X-Signature" not in done.output
    require_nothing(hub)
    fault.times = 0
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    require_published(hub, release)


def test_upload_cut_in_the_middle_of_a_file(release, hub, waits):
    fault = hub.fault("PUT /store", cut_at=50_000, times=3)
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    assert fault.times == 0
    require_published(hub, release)


def test_lost_answer_to_the_commit_makes_no_second_one(release, hub, waits):
    fault = hub.fault("POST .*/commit/", lost=True)
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    assert fault.times == 0
    require_published(hub, release)


def test_nobody_there(release, tmp_path, waits):
    done = publish(release, "--repo", "me/small", "--endpoint", "http://127.0.0.1:9")
    assert done.exit_code == 2
    assert "a connection that fails" in done.output
    assert "check the network" in done.output
    assert waits == [1, 2, 4, 8]


@pytest.mark.parametrize("refusal", [("hf_unknownTokenOfTests", 401), ("hf_readerTokenOfTests", 403)])
def test_token_refused(release, hub, waits, monkeypatch, refusal):
    token, status = refusal
    hub.readers.add("hf_readerTokenOfTests")
    monkeypatch.setenv("HF_TOKEN", token)
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert f"({status})" in done.output
    assert "hf auth login" in done.output
    assert token not in done.output
    assert waits == []
    require_nothing(hub)


def test_offline_is_told_at_once(release, hub, waits, monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    close_session()  # the library asks when it opens a connection pool
    try:
        sent = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
        fetched = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    finally:
        close_session()
    assert (sent.exit_code, fetched.exit_code) == (2, 2)
    assert "HF_HUB_OFFLINE" in sent.output
    assert "HF_HUB_OFFLINE" in fetched.output
    assert waits == []


def test_no_token(release, hub, monkeypatch):
    monkeypatch.delenv("HF_TOKEN")
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "HF_TOKEN" in done.output
    assert hub.requests == []


def test_token_never_travels_unencrypted(release):
    done = publish(release, "--repo", "me/small", "--endpoint", "http://hub.example")
    assert done.exit_code == 2
    assert "unencrypted" in done.output
    assert TOKEN not in done.output


def test_token_is_not_shown_though_the_server_does(release, hub, waits):
    hub.fault("POST .*/commit/", status=400, body=f'{{"error": "bad request by {TOKEN} or Bearer abc"}}')
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "bad request by *** or Bearer ***" in done.output
    assert TOKEN not in done.output


def test_token_of_another_hub_is_not_shown_either(release, hub, waits, monkeypatch):
    token = "plain-words-of-another-hub"
    monkeypatch.setenv("HF_TOKEN", token)
    hub.tokens.add(token)
    hub.fault("POST .*/commit/", status=400, body=f'{{"error": "bad request by {token}"}}')
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "bad request by ***" in done.output
    assert token not in done.output


def test_commit_that_lacks_a_file_gets_no_tag_and_is_filled_up(release, hub):
    hub.ignored = {"croissant.json"}
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "croissant.json" in done.output
    assert ".gitignore" in done.output
    assert not hub.repos["me/small"].tags
    hub.ignored = set()
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    repo = hub.repos["me/small"]
    assert repo.tags == {"v1.0.0": repo.head}
    assert set(repo.files()) == {*shipped(release), ".gitattributes"}


_PUBLISH = "from publishing.commands.publish import publish_command; publish_command()"


def test_killed_in_the_middle_and_run_again(release, hub):
    stalled = hub.fault("PUT /store", after=1, stall=threading.Event())
    command = [sys.executable, "-c", _PUBLISH, str(release), "--repo", "me/small", "--endpoint", hub.endpoint]
    root = str(Path(__file__).parents[3])
    running = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": root}, stdout=subprocess.DEVNULL)
    assert stalled.reached.wait(30)
    running.send_signal(signal.SIGKILL)
    assert running.wait(10) == -signal.SIGKILL
    require_nothing(hub)
    stalled.stall.set()
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    require_published(hub, release)


def test_what_arrived_before_is_not_sent_again(release, hub, waits):
    fault = hub.fault("POST .*/commit/", status=503, times=1000)
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 2
    assert len(hub.stored) == SHARDS
    sent, fault.times = hub.received, 0
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    assert hub.received == sent
    require_published(hub, release)


def other_publisher(hub, folder):
    def publish_too():
        with packed(folder) as (shipment,):
            publish_to_hub(shipment, Repository(name="me/small", endpoint=hub.endpoint, token=TOKEN), public=False)

    return publish_too


def changed(release, tmp_path):
    """Make a release of the same name and version with another card."""
    import shutil

    other = Path(shutil.copytree(release, tmp_path / "other" / "small-1.0.0"))
    write_document(other, "README.md", (other / "README.md").read_text(encoding="utf-8") + "\nmore\n")
    return other


@pytest.mark.parametrize("moment", ["POST .*/commit/", "POST .*/tag/", "POST .*/preupload"])
def test_two_publishers_of_the_same(release, hub, moment):
    hub.fault(moment, do=other_publisher(hub, release))
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    require_published(hub, release)


@pytest.mark.parametrize("moment", ["POST .*/commit/", "POST .*/preupload"])
def test_two_publishers_of_different_things(release, hub, tmp_path, moment):
    other = changed(release, tmp_path)
    hub.fault(moment, do=other_publisher(hub, other))
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "with other content: README.md" in done.output
    assert "another version" in done.output
    require_published(hub, other)


def test_one_who_comes_between_commit_and_tag_is_refused(release, hub, tmp_path):
    refused = []

    def come_between():
        try:
            other_publisher(hub, changed(release, tmp_path))()
        except HubError as error:
            refused.append(str(error))

    hub.fault("POST .*/tag/", do=come_between)
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    require_published(hub, release)
    assert "not tagged yet" in refused[0]


def test_version_with_other_content_is_never_overwritten(release, hub, tmp_path):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    done = publish(changed(release, tmp_path), "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "never overwritten" in done.output
    require_published(hub, release)


def test_next_version_leaves_the_one_before(release, hub, tmp_path):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    before = shipped(release)
    for version in ("1.9.0", "1.10.0"):
        renamed(release, version=version)
        assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    assert set(hub.repos["me/small"].tags) == {"v1.0.0", "v1.10.0", "v1.9.0"}
    first = pull("me/small@1.0.0", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert first.exit_code == 0, first.output
    assert contents(tmp_path / "out" / "small-1.0.0") == before
    newest = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert newest.exit_code == 0, newest.output
    assert (tmp_path / "out" / "small-1.10.0").is_dir()
    none = pull("me/small@2.0.0", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert none.exit_code == 2
    assert "v1.10.0" in none.output


def test_file_altered_after_the_build_is_not_published(release, hub):
    shard = release / "volume-perception" / "data" / "test-00000-of-00001.parquet"
    data = bytearray(shard.read_bytes())
    data[1000] ^= 1
    shard.write_bytes(data)
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "test-00000-of-00001.parquet" in done.output
    assert hub.requests == []
