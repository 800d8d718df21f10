import pytest
import yaml

from manifests.licences import hub_licence


def edited(planted, change):
    """Change the card's header."""
    _, header, body = planted.paths.card.read_text().split("---\n", 2)
    value = yaml.safe_load(header)
    change(value)
    planted.paths.card.write_text(f"---\n{yaml.safe_dump(value)}---\n{body}")
    return planted.check()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("# Planted\n", "without a header"),
        ("---\nlicense: cc0-1.0\n# Planted\n", "without a header"),
        ("---\nlicense: [\n---\n", "no YAML"),
        ("---\n- one\n---\n", "no mapping"),
        ("---\n" + "[" * 5000 + "\n---\n", "no YAML"),
    ],
)
def test_a_card_that_cannot_be_read(volume_set, found, text, said):
    volume_set.paths.card.unlink()
    if text is not None:
        volume_set.paths.card.write_text(text)
    report = volume_set.check()
    assert found(report) == {("volume-planted", "card.header")}
    assert said in report.findings[0].found


@pytest.mark.parametrize(
    "data_files",
    [
        None,
        "data/*.parquet",
        [{"split": "test", "path": "other/test-*.parquet"}],
        [{"split": "train", "path": "data/test-*.parquet"}],
        [{"split": "test", "path": "data/test-*.parquet"}, {"split": "extra", "path": "answers.csv"}],
    ],
)
def test_a_card_that_loads_other_files(volume_set, found, data_files):
    report = edited(volume_set, lambda card: card["configs"][0].update(data_files=data_files))
    assert found(report) == {("volume-planted", "card.data_files")}


@pytest.mark.parametrize("configs", [None, [], "default", [1]])
def test_a_card_without_configurations(volume_set, found, configs):
    assert found(edited(volume_set, lambda card: card.update(configs=configs))) == {
        ("volume-planted", "card.data_files")
    }


def test_a_second_configuration(volume_set, found):
    report = edited(volume_set, lambda card: card["configs"].append({"config_name": "b", "data_files": "b.csv"}))
    assert found(report) == {("volume-planted", "card.data_files")}


def test_features_that_are_not_the_columns(volume_set, found):
    report = edited(volume_set, lambda card: card["dataset_info"]["features"].pop())
    assert found(report) == {("volume-planted", "card.features")}
    assert found(edited(volume_set, lambda card: card.update(dataset_info=None))) == {
        ("volume-planted", "card.features")
    }


def test_a_licence_that_is_not_the_sources(volume_set, found):
    report = edited(volume_set, lambda card: card.update(license="cc-by-4.0"))
    assert found(report) == {("volume-planted", "card.license")}


@pytest.mark.parametrize("name", ["answers.csv", "data.parquet", "more/clip.FLAC", "test.jsonl", "all.tar"])
def test_data_that_lies_beside_the_shards(volume_set, found, name):
    path = volume_set.paths.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x")
    report = volume_set.check()
    assert found(report) == {("volume-planted", "card.other_files")}
    assert name in report.findings[0].found


def test_a_text_that_is_no_data_may_lie_there(volume_set):
    (volume_set.paths.folder / "LICENSE").write_text("CC0")
    (volume_set.paths.folder / ".gitattributes").write_text("*.parquet filter=lfs")
    assert volume_set.check().findings == ()


@pytest.mark.parametrize(
    ("names", "fields"),
    [
        ([], {"license": "cc0-1.0"}),
        (["CC-BY-4.0", "CC-BY-4.0"], {"license": "cc-by-4.0"}),
        (["LicenseRef-own"], {"license": "other", "license_name": "licenseref-own"}),
        (["MIT", "CC0-1.0", "mit"], {"license": ["cc0-1.0", "mit"]}),
        (["MIT", "LicenseRef-The own, 2"], {"license": "other", "license_name": "licenseref-the-own-2-and-mit"}),
    ],
)
def test_the_licence_of_a_card_is_that_of_all_sources(names, fields):
    assert hub_licence(names) == fields
