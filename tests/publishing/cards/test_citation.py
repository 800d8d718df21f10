"""BibTeX entries: the papers of recipes by their parts, anything else as a note, and nothing that breaks an entry."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing.cards.citation import paper_entry, release_entry, software_entry
from recipes.catalogue.registry import recipes

PAPERS = sorted({recipe.paper for recipe in recipes().values() if recipe.paper})


@pytest.mark.parametrize("paper", PAPERS)
def test_the_papers_of_recipes_are_understood(paper):
    entry = paper_entry(paper)
    assert re.search(r"year = \{\d{4}\}", entry)
    assert " and " in entry
    assert "note" not in entry


def test_another_form_is_a_note():
    assert paper_entry("See the web") == "@misc{paper,\n  note = {See the web}\n}"


@given(st.text(max_size=60))
def test_no_text_breaks_an_entry(text):
    for entry in (
        paper_entry(text),
        paper_entry(f"{text}: {text}, 2024"),
        software_entry(text),
        release_entry(name=text, version=text, date=text),
    ):
        assert entry.count("{") == entry.count("}")
        assert re.fullmatch(r"@\w+\{[a-z0-9-]+,", entry.split("\n")[0])
        assert "`" not in entry
        assert not re.search(r"(?<!\\)[%&#$]", entry)
