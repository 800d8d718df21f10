"""SAGI, level 5: the spoken English coach and the voice detective (App. B.4.22 and B.4.23 of the roadmap paper)."""

from __future__ import annotations

from importlib.resources import files

from builders.coach import SpokenCoach
from builders.describing.rubric import read_rubric
from builders.detective import VoiceDetective
from builders.engine.recipe import Recipe
from recipes.catalogue.papers import SAGI_PAPER

_RUBRIC = read_rubric(files("recipes").joinpath("data/speechocean762_rubric.tsv"))
_NO_QUESTION = "The paper prints no question for this task; this one asks for what its judge's prompt gives points for."

RECIPES = (
    Recipe(
        name="spoken-english-coach",
        suite="sagi",
        level=5,
        paper=SAGI_PAPER,
        title="Spoken English Coach",
        question=(
            "You are a coach of spoken English. Listen to this learner, who reads a sentence aloud, and assess the "
            "overall pronunciation, the fluency and the prosody. Then name the words that are mispronounced, and the "
            "words that have wrong stress."
        ),
        options=(),
        measure="rating:sagi_english_coach",
        construction=SpokenCoach(rubric=_RUBRIC),
        per_label=1009,
        corpus="speechocean762",
        stand_in=None,
        labelled_by=(
            "Five experts, who scored each sentence for speechocean762; a program puts their scores into the words of "
            "the corpus's rubric."
        ),
        annotations_creators="expert-generated",
        shortcuts=(
            "Each of the corpus's 250 learners reads 20 sentences, and half of them are children: who knows the "
            "speaker may know something of the answer.",
        ),
        deviations=(
            _NO_QUESTION,
            "Sentences are taken as in the paper: 207 with a word of wrong stress (score 5), 6 with a completeness "
            "below 10, then 332, 85 and 179 with a fluency, prosody and accuracy of 5 or less, each only from what the "
            "steps before have left, and 40 of each accuracy from 6 to 10; 1,009 in all. The paper does not say how "
            "those within a step were chosen; here the seed draws them.",
            "Whether the corpus gives just those numbers was not checked on its own scores. If a step finds fewer, the "
            "higher levels make up for them evenly; where it finds more, those not taken stay for the steps after it. "
            '"How far this build is from the recipe" tells of either.',
            "The rubric is the corpus's own, put into whole sentences. The answer says what it says of accuracy, "
            "fluency and prosody, then names every word with an accuracy below 7 of 10 and every word with wrong "
            "stress; a word that stands several times has its number. The paper's own answers are not published.",
        ),
    ),
    Recipe(
        name="voice-detective",
        suite="sagi",
        level=5,
        paper=SAGI_PAPER,
        title="Voice Detective",
        question=(
            "You are a voice detective. Listen to the speaker of this audio segment and describe the person in one "
            "sentence: sex, place of birth, age (by decade, such as twenties) and native language."
        ),
        options=(),
        measure="rating:sagi_voice_detective",
        construction=VoiceDetective(),
        per_label=2134,
        corpus="speech_accent_archive",
        stand_in=None,
        labelled_by=(
            "The speakers, as they told the archive: sex, place of birth, age and native language. A program makes the "
            "sentence of it."
        ),
        annotations_creators="found",
        shortcuts=(
            "A place of birth mostly follows from the native language, and the other way round: two of the four points "
            "are not independent. English is the native language of 579 of the archive's 2,138 recordings (27 %).",
            "The recordings are those of pitch-perception, and the archive's half of speaker-age: what a model learns "
            "from the rows of one of these tasks gives away answers of the others.",
        ),
        deviations=(
            _NO_QUESTION,
            "All 2,134 recordings of people, as in the paper: 2,138 less 4 of synthesised voices.",
            "The paper does not say which ages form a band; here they are decades: under 13, teens (13 to 19), "
            "twenties, and so on. An age that the archive does not state (it writes 0), or of 100 years and more, is "
            "said to be unknown.",
            "A recording of more than 30 s is cut to its first 30 s.",
        ),
    ),
)
