"""The papers of a release: whole, the same each time, and left alone when they are as they should be."""

from dataclasses import replace

import pytest

from manifests.errors import OutputError, RecordError
from publishing.metadata.papers import write_release_papers
from recipes.catalogue.registry import find

RELEASE = {"name": "tones", "version": "1.2.0", "date": "2026-01-31"}
PAPERS = ("README.md", "ATTRIBUTION.md", "croissant.json")


def snapshot(folder):
    return {name: ((folder / name).stat().st_mtime_ns, (folder / name).read_text()) for name in PAPERS}


def test_writing_again_changes_nothing_in_whatever_order_the_datasets_come(built):
    folder, datasets = built
    before = snapshot(folder)
    write_release_papers(folder, **RELEASE, datasets=datasets)
    write_release_papers(folder, **RELEASE, datasets=datasets[::-1])
    assert snapshot(folder) == before


def test_a_paper_that_was_edited_is_written_anew_and_nothing_is_left_over(built):
    folder, datasets = built
    before = {name: text for name, (_, text) in snapshot(folder).items()}
    (folder / "ATTRIBUTION.md").write_text("mine")
    write_release_papers(folder, **RELEASE, datasets=datasets)
    assert {name: text for name, (_, text) in snapshot(folder).items()} == before
    assert not list(folder.glob(".*"))


def test_no_paper_tells_of_the_machine(built):
    folder, _ = built
    for name in PAPERS:
        text = (folder / name).read_text()
        assert str(folder) not in text
        assert "builders." not in text


def test_attributions_name_makers_terms_and_changes(tmp_path, speech):
    (volume,), (pitch,), (tones,) = (
        find("volume-perception"),
        find("pitch-perception"),
        find("binaural-effect-perception"),
    )
    datasets = [speech(volume, "ljspeech"), speech(pitch, "speech_accent_archive"), speech(tones)]
    write_release_papers(tmp_path, **RELEASE, datasets=datasets)
    text = (tmp_path / "ATTRIBUTION.md").read_text()
    for line in (
        "Licences in this release: CC-BY-NC-SA-2.0, LicenseRef-Public-Domain.",
        "no commercial use; what is made of it must be shared under the same terms",
        "As a whole it comes under CC-BY-NC-SA-2.0 (https://creativecommons.org/licenses/by-nc-sa/2.0/).",
        "- Authors: Steven H. Weinberger, Speech accent archive, George Mason University, 2013",
        "- Licence: Creative Commons Attribution-NonCommercial-ShareAlike 2.0 Generic (CC-BY-NC-SA-2.0), https://",
        "- Attribution: Weinberger, S. (2013). Speech accent archive.",
        "brought to 16,000 Hz and 16 bit",
        "  - `volume-perception`: Ramp clips linearly in amplitude, each in both directions.",
        "No recording of anybody is in `binaural-effect-perception`",
    ):
        assert line in text
    assert text.index("## LJSpeech 1.1") < text.index("## Speech Accent Archive")


def test_attributions_of_what_may_not_be_passed_on_say_why(tmp_path, speech):
    (volume,) = find("volume-perception")
    record, _ = speech(volume, "ljspeech")
    unknown = replace(record.corpora[0], name="nosuch", title="No such <corpus>", licence="LicenseRef-Mine")
    write_release_papers(
        tmp_path, **RELEASE, datasets=[(replace(record, corpora=(unknown,)), volume)], with_audio=False
    )
    text = (tmp_path / "ATTRIBUTION.md").read_text()
    assert "may not be passed on" in text
    assert "- nosuch: nobody has declared its terms" in text
    assert "## No such &lt;corpus&gt;" in text


@pytest.mark.parametrize("name", ["../../etc/passwd", "test-00000-of-00001.parquet/../x", "/test.parquet", "a)b"])
def test_a_file_of_another_form_of_name_is_refused(built, tmp_path, name):
    _, datasets = built
    record, recipe = datasets[0]
    wrong = replace(record, shards=(replace(record.shards[0], name=name),))
    with pytest.raises(RecordError, match="wanted: a record of"):
        write_release_papers(tmp_path, **RELEASE, datasets=[(wrong, recipe)])
    assert list(tmp_path.iterdir()) == []


def test_a_record_of_another_recipe_is_refused(built, tmp_path):
    _, datasets = built
    with pytest.raises(RecordError, match="a record of 'binaural-effect-perception'"):
        write_release_papers(tmp_path, **RELEASE, datasets=[(datasets[0][0], datasets[1][1])])


def test_a_folder_that_cannot_be_written(built, tmp_path):
    _, datasets = built
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError):
        write_release_papers(tmp_path / "file" / "release", **RELEASE, datasets=datasets)
