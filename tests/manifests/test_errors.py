"""Errors say where, what was found, what was wanted and what to do, also after a trip between processes."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manifests import errors

quick = settings(max_examples=40, deadline=None)

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.SoundprobeError)]
parts = st.fixed_dictionaries({name: st.text() for name in ("where", "found", "wanted", "remedy")})


def test_the_family_is_complete():
    names = {kind.__name__ for kind in KINDS}
    assert names >= {
        "AudioError",
        "CorpusError",
        "RecipeError",
        "PlanError",
        "RenderError",
        "OutputError",
        "RecordError",
    }


@pytest.mark.parametrize("kind", KINDS)
@quick
@given(parts=parts)
def test_an_error_survives_the_trip_from_a_worker(kind, parts):
    error = pickle.loads(pickle.dumps(kind(**parts)))
    assert type(error) is kind
    assert {name: getattr(error, name) for name in parts} == parts
    assert (
        str(error)
        == f"{parts['where']}: found {parts['found']}\n  wanted: {parts['wanted']}\n  to do:  {parts['remedy']}"
    )
