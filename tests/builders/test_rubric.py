"""A rubric: read whole or refused, and a meaning for every score."""

from importlib.resources import files

import pytest

from builders.describing.rubric import Band, meaning, read_rubric
from manifests.errors import RecipeError

SHIPPED = files("recipes").joinpath("data/speechocean762_rubric.tsv")
HEAD = "aspect\tlow\thigh\tmeaning\n"


def written(folder, text):
    path = folder / "rubric.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_band_a_line(tmp_path):
    (band,) = read_rubric(written(tmp_path, f"{HEAD}word stress\t5\t5\twrong\n"))
    assert band == Band(aspect="word stress", low=5.0, high=5.0, meaning="wrong")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("aspect\tmeaning\n", "line 1"),
        (f"{HEAD}word stress\t5\twrong\n", "line 2"),
        (f"{HEAD}word stress\t5\t5\t\n", "line 2"),
        (f"{HEAD}word stress\tfive\t5\twrong\n", "line 2"),
        (f"{HEAD}word stress\t6\t5\twrong\n", "line 2"),
        (f"{HEAD}word stress\t5\tinf\twrong\n", "line 2"),
        (f"{HEAD}word stress\tnan\t5\twrong\n", "line 2"),
        (f"{HEAD}word stress\t5\t7\twrong\nword stress\t7\t10\tright\n", "line 3"),
    ],
)
def test_what_is_no_rubric_is_refused_by_its_line(text, where, tmp_path):
    with pytest.raises(RecipeError) as caught:
        read_rubric(written(tmp_path, text))
    assert caught.value.where.endswith(where)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RecipeError, match="cannot be read"):
        read_rubric(tmp_path / "none.tsv")


@pytest.mark.parametrize(
    ("aspect", "most", "step"),
    [
        ("sentence accuracy", 10, 0.1),
        ("sentence completeness", 10, 0.1),
        ("sentence fluency", 10, 0.1),
        ("sentence prosody", 10, 0.1),
        ("word accuracy", 10, 0.1),
        ("phone accuracy", 2, 0.1),
    ],
)
def test_the_rubric_that_ships_means_something_by_every_score(aspect, most, step):
    rubric = read_rubric(SHIPPED)
    meanings = [meaning(rubric, aspect, place * step) for place in range(round(most / step) + 1)]
    bands = [band.meaning for band in rubric if band.aspect == aspect]
    assert list(dict.fromkeys(meanings)) == bands[::-1]


def test_between_two_bands_the_lower_one_holds():
    rubric = read_rubric(SHIPPED)
    assert meaning(rubric, "sentence accuracy", 8.9) == meaning(rubric, "sentence accuracy", 7)
    assert meaning(rubric, "sentence accuracy", 9) != meaning(rubric, "sentence accuracy", 8.9)


@pytest.mark.parametrize(("aspect", "score"), [("word accuracy", 10.5), ("word accuracy", -1), ("word stress", 4)])
def test_a_score_beyond_the_rubric_is_refused(aspect, score):
    with pytest.raises(RecipeError, match=f"{score:g}"):
        meaning(read_rubric(SHIPPED), aspect, score)
