"""A repository that holds anything but older versions of the same release is left as it is, and stays as private."""

import pytest

from tests.publishing.hub.repos import plain_blob
from tests.publishing.hub.running import publish, renamed


def commit(hub, name, files):
    """Commit files over what a repository holds, as its owner would."""
    repo = hub.repos[name]
    repo.add({**repo.files(), **{path: plain_blob(data) for path, data in files.items()}})


def as_it_was(hub, name, *, commits):
    repo = hub.repos[name]
    return repo.private and len(repo.commits) == commits and not repo.tags


@pytest.mark.parametrize("public", [(), ("--public",)])
@pytest.mark.parametrize("path", ["thesis.csv", "README.md", "release.json"])
def test_content_of_somebody_else_is_not_touched_and_not_shown(release, hub, public, path):
    hub.create("me/precious", private=True)
    commit(hub, "me/precious", {path: b"the work of years"})
    done = publish(release, "--repo", "me/precious", *public, "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert path in done.output
    assert "another repository" in done.output
    assert as_it_was(hub, "me/precious", commits=2)
    assert hub.read(hub.repos["me/precious"].files()[path]) == b"the work of years"


@pytest.mark.parametrize("place", ["an older commit", "a tag"])
def test_private_history_is_not_shown(release, hub, place):
    hub.create("me/cleared", private=True)
    repo = hub.repos["me/cleared"]
    empty = repo.files()
    repo.add({**empty, "patients.csv": plain_blob(b"private")})
    if place == "a tag":
        repo.tags["draft"] = repo.head
        del repo.commits[0]
        repo.commits.insert(0, ("0" * 40, empty))
    repo.add(empty)
    done = publish(release, "--repo", "me/cleared", "--public", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "patients.csv at commit" in done.output
    assert "make it public in its settings" in done.output
    assert repo.private
    assert len(repo.commits) == 3
    assert publish(release, "--repo", "me/cleared", "--endpoint", hub.endpoint).exit_code == 0
    assert repo.private


def test_versions_of_one_release_may_be_shown(release, hub):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    renamed(release, version="1.1.0")
    done = publish(release, "--repo", "me/small", "--public", "--endpoint", hub.endpoint)
    assert done.exit_code == 0, done.output
    assert not hub.repos["me/small"].private


def test_files_beside_an_older_version_are_not_taken_away(release, hub):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    commit(hub, "me/small", {"notes.txt": b"mine"})
    renamed(release, version="1.1.0")
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "files that are not of this release: notes.txt" in done.output
    assert set(hub.repos["me/small"].tags) == {"v1.0.0"}


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (("other", "0.5.0"), ("small", "1.0.0"), "another release, other-0.5.0"),
        (("small", "1.0.0"), ("small", "0.9.0"), "version 1.0.0, which is newer than 0.9.0"),
        (("small", "1.0.0"), ("small", "1.0.0-rc.1"), "version 1.0.0, which is newer than 1.0.0-rc.1"),
    ],
)
def test_another_release_and_a_newer_version_are_not_gone_over(release, hub, before, now, told):
    if before != ("small", "1.0.0"):
        renamed(release, name=before[0], version=before[1])
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    head = hub.repos["me/small"].head
    renamed(release, name=now[0], version=now[1])
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert told in done.output
    assert hub.repos["me/small"].head == head
    assert set(hub.repos["me/small"].tags) == {f"v{before[1]}"}


def test_record_of_another_soundprobe_is_not_gone_over(release, hub):
    hub.create("me/newer", private=True)
    commit(hub, "me/newer", {"release.json": b'{"schema_version": 9}'})
    done = publish(release, "--repo", "me/newer", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert "schema version 9" in done.output
    assert as_it_was(hub, "me/newer", commits=2)


def test_shard_that_changes_while_it_is_sent_is_not_committed(release, hub):
    shard = release / "volume-perception" / "data" / "test-00000-of-00001.parquet"
    hub.fault("POST /api/repos/create", do=lambda: shard.write_bytes(b"other" + shard.read_bytes()[5:]))
    done = publish(release, "--repo", "me/small", "--endpoint", hub.endpoint)
    assert done.exit_code == 2
    assert f"{shard}: found a file that has changed while it was being sent" in done.output
    assert as_it_was(hub, "me/small", commits=1)
