"""Scores of several models on several sets, read back from files."""

import pytest

from evaluation.asked import Question
from evaluation.replies.reading import Reply
from evaluation.reports.reading import read_scores
from evaluation.reports.report import make_report
from tests.evaluation.reports.cards import card, questions, replied, write

SETS = (
    ("volume-perception", "Volume Perception", 2, ("increasing", "decreasing")),
    ("pitch-perception", "Pitch Perception", 2, ("80 to 150 Hz", "180 to 250 Hz")),
    ("pitch-perception-matched", "Pitch Perception, matched", 2, ("80 to 150 Hz", "180 to 250 Hz")),
    ("cough-type-classification", "Cough Type Classification", 4, ("wet", "dry")),
)
LONG = "vendor/" + "a-very-long-name-of-a-model-" * 5


@pytest.fixture(scope="session")
def score_paths(tmp_path_factory):
    """Files: `good` on all sets, a long-named model on all but one with a control, both in a foreign set of WER."""
    folder, paths = tmp_path_factory.mktemp("scores"), []
    for number, (dataset, title, level, options) in enumerate(SETS):
        asked = questions(30, options)
        blind = replied(asked, 0.5, seed=50 + number)
        about = {"dataset": dataset, "title": title, "level": level}
        good = card(asked, replied(asked, 0.95, seed=number), model="good", **about)
        paths.append(write(folder / f"good-{dataset}.json", good.to_json()))
        if number:
            replies = replied(asked, 0.5, seed=20 + number, refused=0.1, nonsense=0.05)
            other = card(asked, replies, model=LONG, blind=blind, **about)
            paths.append(write(folder / f"long-{dataset}.json", other.to_json()))
    spoken = [Question(id=str(number), text="?", label=f"this is sentence {number}") for number in range(12)]
    for model, word in (("good", "this"), (LONG, "that")):
        replies = [Reply(id=each.id, text=each.label.replace("this", word), line=1) for each in spoken]
        foreign = card(
            spoken, replies, model=model, dataset="foreign", title="foreign", suite="", level=None, measure="WER"
        )
        paths.append(write(folder / f"{model[:4]}-foreign.json", foreign.to_json()))
    return paths


@pytest.fixture(scope="session")
def report(score_paths):
    return make_report(read_scores(score_paths))
