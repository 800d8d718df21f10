"""Two who publish one name and version to a mirror or a store: one release is there in the end, and no mixture."""

import shutil
import threading
import uuid
from pathlib import Path

import pytest

from publishing.hub import mirroring
from publishing.hub.errors import HubError
from publishing.hub.mirroring import publish_to_folder
from publishing.hub.shipment import packed
from publishing.hub.stores import Store, open_store
from publishing.hub.storing import publish_to_store
from tests.publishing.hub.running import contents, publish, shipped
from tests.publishing.releases.life import write_document

SHARD = "volume-perception/data/test-00000-of-00001.parquet"


@pytest.fixture
def other(release, tmp_path):
    """A release of the same name and version with other words."""
    folder = Path(shutil.copytree(release, tmp_path / "other" / "small-1.0.0"))
    write_document(folder, "README.md", (folder / "README.md").read_text(encoding="utf-8") + "\nmore\n")
    return folder


@pytest.fixture
def store():
    return open_store(f"memory://{uuid.uuid4().hex}/releases")


def below(store):
    """Give every file below a store's folder."""
    root = store.root.rstrip("/") + "/"
    return {path.removeprefix(root): store.system.cat_file(path) for path in store.system.find(root)}


@pytest.mark.parametrize("moment", ["files", "holds", "put"])
def test_store_has_one_of_two_releases(release, other, store, monkeypatch, moment):
    original, once, refused = getattr(Store, moment), [], []

    def come_between(self, *arguments):
        found = original(self, *arguments)
        if not once:
            once.append(moment)
            with packed(other) as (theirs,):
                try:
                    publish_to_store(theirs, store)
                except HubError as error:
                    refused.append(str(error))
        return found

    monkeypatch.setattr(Store, moment, come_between)
    with packed(release) as (ours,):
        try:
            publish_to_store(ours, store)
        except HubError as error:
            refused.append(str(error))
    assert once
    assert len(refused) == 1
    winner = release if moment in {"files", "put"} else other
    assert below(store) == {f"small-1.0.0/{path}": data for path, data in shipped(winner).items()}


def test_store_where_the_same_is_published_twice_at_once(release, store, monkeypatch):
    original, once = Store.put, []

    def come_between(self, file, path):
        original(self, file, path)
        if not once:
            once.append(path)
            with packed(release) as (theirs,):
                publish_to_store(theirs, store)

    monkeypatch.setattr(Store, "put", come_between)
    with packed(release) as (ours,):
        publish_to_store(ours, store)
    assert once
    assert below(store) == {f"small-1.0.0/{path}": data for path, data in shipped(release).items()}


def test_unfinished_other_release_in_a_store_is_told(release, other, store, monkeypatch):
    def failing(self, file, path):
        raise HubError(where=path, found="a quota", wanted="room", remedy="wait")

    with monkeypatch.context() as during, packed(other) as (theirs,):
        during.setattr(Store, "put", failing)
        with pytest.raises(HubError, match="a quota"):
            publish_to_store(theirs, store)
    with packed(release) as (ours,):
        with pytest.raises(HubError, match="begun and not finished") as told:
            publish_to_store(ours, store)
        assert "remove this file" in told.value.remedy
        store.remove(".small-1.0.0.publishing")
        publish_to_store(ours, store)
    assert below(store) == {f"small-1.0.0/{path}": data for path, data in shipped(release).items()}


def test_store_whose_bytes_are_other_than_sent_gets_no_header(release, store, monkeypatch):
    original = Store.put

    def altering(self, file, path):
        original(self, file, path)
        if path == SHARD:
            data = file.read_bytes()
            self.system.pipe_file(self._place(path), data[:-1] + b"x")

    with monkeypatch.context() as during, packed(release) as (ours,):
        during.setattr(Store, "put", altering)
        with pytest.raises(HubError, match=f"not as they were packed: {SHARD}"):
            publish_to_store(ours, store)
    assert "small-1.0.0/release.json" not in below(store)
    with packed(release) as (ours,):
        assert publish_to_store(ours, store).sent == 2  # the shard and the header


@pytest.mark.parametrize("same", [True, False])
def test_mirror_has_one_of_two_releases_whoever_holds_which_lock(release, other, tmp_path, monkeypatch, same):
    """The other publisher has a cache of its own, as on another machine, and so another lock."""
    original, once, theirs = mirroring.copy_stream, [], release if same else other

    def come_between(source, target, **settings):
        original(source, target, **settings)
        if not once and target.name.endswith(".parquet"):
            once.append(target)
            with monkeypatch.context() as elsewhere, packed(theirs) as (shipment,):
                elsewhere.setenv("SOUNDPROBE_CACHE", str(tmp_path / "their-cache"))
                publish_to_folder(shipment, tmp_path / "mirror")

    monkeypatch.setattr(mirroring, "copy_stream", come_between)
    done = publish(release, "--to", tmp_path / "mirror")
    assert once
    assert done.exit_code == (0 if same else 2), done.output
    assert "nothing to do" in done.output if same else "README.md" in done.output
    assert contents(tmp_path / "mirror" / "small-1.0.0") == shipped(theirs)


def test_two_copies_at_once_do_not_get_into_each_others_files(release, tmp_path, monkeypatch):
    arrived, original = threading.Barrier(2, timeout=20), mirroring.copy_stream

    def together(source, target, **settings):
        if target.name.endswith(".parquet"):
            arrived.wait()
        original(source, target, **settings)

    def send(number, done):
        with packed(release) as (shipment,):
            done[number] = publish_to_folder(shipment, tmp_path / "mirror").stood

    monkeypatch.setattr(mirroring, "build_lock", lambda *_, **__: threading.Lock())
    monkeypatch.setattr(mirroring, "copy_stream", together)
    done: dict[int, bool] = {}
    workers = [threading.Thread(target=send, args=(number, done)) for number in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(done) == [0, 1]
    assert contents(tmp_path / "mirror" / "small-1.0.0") == shipped(release)


def test_shard_replaced_after_it_was_packed_is_not_in_the_mirror(release, tmp_path):
    shard = release / SHARD
    with packed(release) as (shipment,):
        shard.write_bytes(b"x" * shard.stat().st_size)
        with pytest.raises(HubError, match="has changed while it was being sent"):
            publish_to_folder(shipment, tmp_path / "mirror")
    assert not (tmp_path / "mirror" / "small-1.0.0").exists()
