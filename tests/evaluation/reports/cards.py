"""Score cards of invented replies, made by the scorer itself."""

import json

import numpy as np

from evaluation.asked import Question
from evaluation.certainty.confusion import confusion
from evaluation.certainty.hearing import hearing
from evaluation.certainty.instructions import instructions
from evaluation.certainty.positions import positions
from evaluation.certainty.tally import tally
from evaluation.replies.joining import join
from evaluation.replies.reading import Reply
from evaluation.scoring.card import Breakdown, ScoreCard
from evaluation.scoring.measures import CHOICE, scoring

REFUSAL, NONSENSE = "I'm sorry, but I cannot listen to audio.", "banana"


def questions(pairs, options=("increasing", "decreasing")):
    """Minimal pairs: each label once in a group of as many as there are options."""
    return [
        Question(
            id=f"{number:03d}-{place}",
            text=f"Is it {' or '.join(options)}?",
            options=options,
            label=label,
            group=str(number),
        )
        for number in range(pairs)
        for place, label in enumerate(options)
    ]


def replied(asked, right, *, seed=0, refused=0.0, nonsense=0.0, missing=0.0):
    """Replies of which the share `right` is right."""
    rng = np.random.Generator(np.random.Philox(seed))
    made = []
    for question in asked:
        drawn, luck = rng.random(2)
        wrong = next(option for option in question.options if option != question.label)
        text = question.label if luck < right else wrong
        if drawn < refused:
            text = REFUSAL
        elif drawn < refused + nonsense:
            text = NONSENSE
        elif drawn < refused + nonsense + missing:
            continue
        made.append(Reply(id=question.id, text=text, line=len(made) + 1))
    return made


def card(
    asked,
    replies,
    *,
    model="one",
    dataset="volume-perception",
    title="Volume Perception",
    suite="sagi",
    level=2,
    measure=CHOICE,
    blind=None,
):
    joined = join(asked, replies)
    made = scoring(asked, joined, measure=measure)
    closed = measure == CHOICE
    return ScoreCard(
        dataset=dataset,
        title=title,
        suite=suite,
        level=level,
        model=model,
        scoring=made,
        joined=joined,
        tally=tally(asked, made.verdicts),
        breakdown=Breakdown(
            positions=positions(asked, made.verdicts),
            instructions=instructions(asked, made.verdicts),
            confusion=confusion(asked, made.verdicts),
        )
        if closed
        else None,
        groups={question.id: question.group for question in asked},
        hearings=()
        if blind is None
        else (
            hearing(
                asked, made.verdicts, scoring(asked, join(asked, blind), measure=measure).verdicts, control="blind"
            ),
        ),
    )


def ungrouped(card):
    """The card as JSON values, as of a scorer that knows of no groups."""
    told = card.to_json()
    for item in told["items"]:
        del item["group"]
    return told


def write(path, told):
    path.write_text(json.dumps(told), encoding="utf-8")
    return path
