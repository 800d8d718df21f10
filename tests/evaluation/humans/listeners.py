"""Votes made to measure, and Table 12 of the SAGI paper."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from evaluation.asked import Question
from evaluation.humans.votes import Vote

RATERS = ("1", "2", "3", "4")


@dataclass(frozen=True)
class Row:
    """One row as it is printed, in per cent."""

    task: str
    accuracy: float
    number: int
    three: float
    four: float

    @property
    def options(self):
        """The paper has 80 of each label."""
        return self.number // 80


TABLE_12 = (
    Row("Volume Perception", 100.00, 160, 100.00, 100.00),
    Row("Pitch Perception", 96.25, 160, 100.00, 95.00),
    Row("Binaural Effect Perception", 100.00, 160, 100.00, 100.00),
    Row("Ambient Noise Detection", 91.88, 160, 100.00, 87.50),
    Row("Acoustic Scene Classification", 90.28, 720, 97.22, 93.89),
    Row("Speaker's Age Prediction", 52.59, 240, 76.67, 46.67),
    Row("Speaker's Gender Recognition", 97.50, 160, 100.00, 100.00),
    Row("Speech Emotion Recognition", 50.71, 560, 94.29, 85.71),
    Row("Cappella Emotion Recognition", 62.25, 400, 92.00, 68.00),
    Row("Emotion Intensity Perception", 97.50, 160, 100.00, 95.00),
    Row("Singing Detection", 98.13, 160, 100.00, 97.50),
    Row("COVID-19 Risk Detection", 60.63, 160, 70.00, 17.50),
    Row("Cough Type Classification", 52.50, 160, 77.50, 22.50),
    Row("Cough Origin Diagnosis", 32.19, 320, 28.75, 2.50),
    Row("Cough Severity Assessment", 45.42, 240, 45.00, 11.67),
)


def whole(percent, of):
    """Give the count that is printed as so many per cent; None if no count is."""
    count = round(percent * of / 100)
    return count if abs(100 * count / of - percent) <= 0.005 + 1e-9 else None


def asked(count, options):
    """Give so many closed questions, labels in turn."""
    names = tuple(f"option {place}" for place in range(options))
    return [Question(id=f"q{n}", text="Which?", options=names, label=names[n % options]) for n in range(count)]


def votes_with(questions, *, four, three, right):
    """Give four listeners' votes: agreements of 4 and of just 3, and right votes, so many; None if that cannot be."""
    pairs = len(questions) - four - three
    binary = len(questions[0].options) == 2
    # By kind of agreement, how many of the four votes may be right.
    for all_right, three_right, pair_right in product(range(four + 1), range(three + 1), range(pairs + 1)):
        one_right = right - 4 * all_right - 3 * three_right - 2 * pair_right
        if binary and pair_right < pairs:
            continue
        fits = one_right == three - three_right if binary else 0 <= one_right <= three - three_right
        if fits:
            shapes = [
                *_shapes(four, (all_right, "rrrr"), (four, "wwww")),
                *_shapes(three, (three_right, "rrrw"), (one_right, "wwwr"), (three, "wwwv")),
                *_shapes(pairs, (pair_right, "rrww"), (pairs, "wwvv")),
            ]
            return [
                Vote(rater=rater, id=question.id, answer=_option(question, letter))
                for question, shape in zip(questions, shapes, strict=True)
                for rater, letter in zip(RATERS, shape, strict=True)
            ]
    return None


def _shapes(count, *kinds):
    found = [shape for times, shape in kinds for _ in range(times)]
    return found[:count]


def _option(question, letter):
    place = question.options.index(question.label) + "rwv".index(letter)
    return question.options[place % len(question.options)]
