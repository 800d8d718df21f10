"""What is pulled is what was asked for, all of it, no more of it, and nothing that leads a loader elsewhere."""

import shutil
from dataclasses import replace

import pytest

from publishing.metadata.configs import card_faults
from tests.publishing.hub.running import contents, publish, pull, renamed, shipped
from tests.publishing.releases.life import edit_header, write_document

TASK = "volume-perception"
SHARD = f"{TASK}/data/test-00000-of-00001.parquet"


@pytest.fixture
def mirror(release, tmp_path):
    assert publish(release, "--to", tmp_path / "mirror").exit_code == 0
    return tmp_path / "mirror"


def refused(place, tmp_path, *more):
    done = pull(place, "--out", tmp_path / "out", *more)
    assert done.exit_code == 2, done.output
    assert not (tmp_path / "out" / "small-1.0.0").exists()
    return done.output


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../../swapped.parquet", "https://evil.example/x.parquet", "hf://datasets/me/x/x.parquet",
     "binaural-effect-perception/data/test-*.parquet", "volume-perception/data/other-*.parquet"],
)  # fmt: skip
@pytest.mark.parametrize("vouched", [True, False])
def test_card_that_opens_other_files(mirror, tmp_path, path, vouched):
    place = mirror / "small-1.0.0"
    card = (place / "README.md").read_text(encoding="utf-8")
    forged = card.replace(f"{TASK}/data/test-*.parquet", path)
    assert forged != card
    write_document(place, "README.md", forged)
    if not vouched:
        edit_header(place, lambda header: header.pop("documents"))
    output = refused(mirror, tmp_path)
    assert "README.md: found configuration volume-perception that opens" in output
    assert path in output


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ("path: data/test-*.parquet", "path: /etc/passwd", "opens '/etc/passwd'"),
        ("path: data/test-*.parquet", "path: [data/test-*.parquet, ../x]", "opens '../x'"),
        ("config_name: default", "config_name: default\n  data_dir: /etc", "with 'data_dir'"),
        ("config_name: default", "config_name: other", "names no dataset"),
        ("config_name: default", "config_name: [1]", "names no dataset"),
        ("configs:", "anchor: &a [1]\nmore: [*a]\nconfigs:", "references"),
        ("configs:", f"deep: {'[' * 60}{']' * 60}\nconfigs:", "lists in lists"),
        ("configs:", "configs: x\nother:", "no list"),
        ("configs:", "a: [\nconfigs:", "no YAML"),
        ("configs:", f"deep: {'x' * (9 << 20)}\nconfigs:", "a card of more than 8,388,608 bytes"),
    ],
)
def test_dataset_card_that_leads_elsewhere(mirror, tmp_path, before, now, told):
    place = mirror / "small-1.0.0"
    card = (place / TASK / "README.md").read_text(encoding="utf-8")
    write_document(place, f"{TASK}/README.md", card.replace(before, now, 1))
    assert told in refused(mirror, tmp_path)


def test_cards_of_a_build_are_in_order_with_audio_and_without(release, tmp_path):
    from publishing.hub.shipment import packed

    with packed(release) as (shipment,):
        assert list(card_faults(release, shipment.record, with_audio=True)) == []
    assert publish(release, "--to", tmp_path / "records", "--recipe-only").exit_code == 0
    with packed(release, recipe_only=True) as (shipment,):
        folder = tmp_path / "records" / "small-1.0.0"
        assert list(card_faults(folder, shipment.record, with_audio=False)) == []
        (folder / "README.md").write_text(
            (folder / "README.md").read_text(encoding="utf-8").replace(f"records/{TASK}.jsonl", "release.json"),
            encoding="utf-8",
        )
        assert [name for name, _ in card_faults(folder, shipment.record, with_audio=False)] == ["README.md"]


def test_papers_that_nobody_vouches_for_are_told(mirror, tmp_path):
    assert "vouches" not in pull(mirror, "--out", tmp_path / "vouched").output
    edit_header(mirror / "small-1.0.0", lambda header: header.pop("documents"))
    done = pull(mirror, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "nobody vouches for ATTRIBUTION.md, README.md, binaural-effect-perception/README.md, croissant.json" in (
        done.output
    )
    assert "every file as recorded" not in done.output


@pytest.mark.parametrize("deep", [(), ("--deep", "--workers", "1")])
@pytest.mark.parametrize("path", ["evil.py", f"{TASK}/data/test-00001-of-00002.parquet"])
def test_what_came_to_a_release_that_stands_is_told(mirror, tmp_path, deep, path):
    assert pull(mirror, "--out", tmp_path / "out").exit_code == 0
    added = tmp_path / "out" / "small-1.0.0" / path
    added.write_bytes(b"evil")
    again = pull(mirror, "--out", tmp_path / "out", *deep)
    assert again.exit_code == 2
    assert path in again.output
    assert "move the whole folder away" in again.output
    added.unlink()
    assert "is there already" in pull(mirror, "--out", tmp_path / "out", *deep).output


def test_card_that_was_changed_where_nobody_vouches_for_it(mirror, tmp_path):
    edit_header(mirror / "small-1.0.0", lambda header: header.pop("documents"))
    assert pull(mirror, "--out", tmp_path / "out").exit_code == 0
    card = tmp_path / "out" / "small-1.0.0" / "README.md"
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace(f"{TASK}/data/test-*.parquet", "/etc/passwd"), encoding="utf-8")
    again = pull(mirror, "--out", tmp_path / "out")
    assert again.exit_code == 2
    assert "/etc/passwd" in again.output


def test_deep_looks_at_a_release_that_stands(mirror, tmp_path, monkeypatch):
    assert pull(mirror, "--out", tmp_path / "out").exit_code == 0
    looked_at = []
    monkeypatch.setattr("publishing.hub.pulling._require_whole", lambda folder, **_: looked_at.append(folder))
    assert pull(mirror, "--out", tmp_path / "out", "--deep").exit_code == 0
    assert looked_at == [tmp_path / "out" / "small-1.0.0"]


def test_release_that_was_built_here_stands(release, mirror):
    done = pull(mirror, "--out", release.parent)
    assert done.exit_code == 0, done.output
    assert "is there already" in done.output
    assert (release / "manifests").is_dir()


@pytest.mark.parametrize("size", [0, 60 << 20])
@pytest.mark.parametrize("path", ["README.md", "release.json", SHARD])
def test_hub_that_sends_another_size_than_it_lists(release, hub, tmp_path, path, size):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    repo = hub.repos["me/small"]
    files = repo.files()
    listed = files[path]
    if listed.data is None:
        hub.lfs_path(listed.sha256).write_bytes(b"\0" * size)
    else:
        files[path] = replace(listed, data=b"\0" * size)
        repo.commits[-1] = (repo.head, files)
    done = pull("me/small", "--endpoint", hub.endpoint, "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert f"wanted: {listed.size:,}, as listed" in done.output
    kept = contents(tmp_path / "out")
    assert sum(map(len, kept.values())) <= sum(map(len, shipped(release).values()))
    assert not (tmp_path / "out" / "small-1.0.0").exists()


def test_listing_without_end_is_not_read_to_it(release, hub, tmp_path, monkeypatch):
    assert publish(release, "--repo", "me/small", "--endpoint", hub.endpoint).exit_code == 0
    monkeypatch.setattr("publishing.hub.repository.MOST_FILES", 3)
    assert "6 files and folders or more" in refused("me/small", tmp_path, "--endpoint", hub.endpoint)


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_staging_that_is_a_link_is_not_followed(mirror, tmp_path, kind):
    (tmp_path / "victim" / "sub").mkdir(parents=True)
    for name in ("keep.txt", "sub/keep.txt"):
        (tmp_path / "victim" / name).write_text("mine", encoding="utf-8")
    (mirror / "small-1.0.0" / "ATTRIBUTION.md").write_text("altered", encoding="utf-8")
    assert pull(mirror, "--out", tmp_path / "out").exit_code == 2
    (staging,) = (tmp_path / "out").iterdir()
    shutil.rmtree(staging)
    staging.symlink_to(tmp_path / "victim" / ("" if kind == "folder" else "keep.txt"))
    assert "found a symbolic link" in refused(mirror, tmp_path)
    assert contents(tmp_path / "victim") == {"keep.txt": b"mine", "sub/keep.txt": b"mine"}


@pytest.mark.parametrize("place", ["mirror/small-1.0.0", "mirror", "mirror@1.0.0"])
def test_release_that_claims_another_name_than_its_folder(release, mirror, tmp_path, place):
    renamed(release, name="sagi", version="1.0.0")
    (mirror / "small-1.0.0" / "release.json").write_bytes((release / "release.json").read_bytes())
    output = refused(tmp_path / place, tmp_path)
    assert "found the record of sagi-1.0.0" in output
    assert "wanted: that of small-1.0.0" in output
    assert not (tmp_path / "out").exists()


def test_folder_of_another_kind_of_name_is_taken_at_its_records_word(mirror, tmp_path):
    (mirror / "small-1.0.0").rename(tmp_path / "downloaded")
    assert pull(tmp_path / "downloaded", "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "small-1.0.0").is_dir()


@pytest.mark.parametrize("version", ["1.0", "latest", "v1", "1.0.0.0"])
@pytest.mark.parametrize("place", ["me/small", "mirror"])
def test_what_is_no_version_is_told(mirror, tmp_path, place, version):
    output = refused(f"{place}@{version}", tmp_path)
    assert f"{version!r} behind the @, which is no version" in output
    assert "three numbers, such as 1.0.0" in output
    assert f"`soundprobe pull {place}` fetches the newest" in output


def test_header_of_a_card(tmp_path):
    from publishing.metadata.configs import front_matter_of

    path = tmp_path / "README.md"
    for text, found in (
        ("# no header\n", {}),
        ("---\na: 1\n---\n", {"a": 1}),
        ("---\n---\n", {}),
        ("---\nx\n---\n", None),
    ):
        path.write_text(text, encoding="utf-8")
        if found is None:
            with pytest.raises(ValueError, match="no mapping"):
                front_matter_of(path)
        else:
            assert front_matter_of(path) == found
