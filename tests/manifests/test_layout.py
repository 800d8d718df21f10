"""Where datasets lie, and how they are found again."""

from manifests.layout import DatasetPaths, built_datasets, shard_name


def record(folder, name):
    (folder / "manifests").mkdir(parents=True, exist_ok=True)
    (folder / "manifests" / f"{name}.json").write_text("{}")
    return DatasetPaths(folder, name)


def test_datasets_are_found_from_their_folder_their_build_folder_and_above(tmp_path):
    one, two = record(tmp_path / "build/level2", "volume"), record(tmp_path / "build/level2", "pitch")
    three = record(tmp_path / "build/level3", "scene")
    assert built_datasets(one.folder) == [one]
    assert built_datasets(tmp_path / "build/level2") == [two, one]
    assert built_datasets(tmp_path) == [two, one, three]


def test_where_nothing_was_built_nothing_is_found(tmp_path):
    (tmp_path / "manifests").mkdir()
    (tmp_path / "volume").mkdir()
    assert built_datasets(tmp_path) == []
    assert built_datasets(tmp_path / "no such folder") == []


def test_all_that_is_published_lies_in_the_dataset_folder(tmp_path):
    paths = DatasetPaths(tmp_path, "volume")
    assert {paths.data.parent, paths.card.parent} == {paths.folder}
    assert not any(path.is_relative_to(paths.folder) for path in (paths.record, paths.items, paths.partial))


def test_shards_are_named_as_the_hub_names_them():
    assert shard_name(3, 12) == "test-00003-of-00012.parquet"
