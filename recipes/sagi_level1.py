"""SAGI, level 1: language, transcripts, terms and lyrics (App. B.4.1 to B.4.5 of the roadmap paper)."""

from __future__ import annotations

import csv
from importlib.resources import files

from builders.engine.recipe import Recipe
from builders.selection import Selected
from builders.terms import SpokenTerms
from builders.transcript import BY_CORPUS_ORDER, Transcribed
from recipes.catalogue.papers import SAGI_PAPER

_WHAT_IS_SAID = "What does the person say? Please answer with 'The person says: xxxx'."
_SPLITS = (("split", ("test-clean", "test-other")),)
_ENGLISH_DEMO = (("language", ("en-gb", "en-us")),)
_IDS = "Ids are opaque; in the release the label or the source stands in the path."
_WORDS = (
    "What is said is the corpus's own text, in Unicode's composed form and with single spaces. A clip whose text has "
    "more than {most} words, or less than {least:g}, for each second that sounds is left out, and named under "
    '"How far this build is from the recipe".'
)
_SPOKEN_FROM = (
    "Nobody: a clip is spoken from a sentence of the recipe, and the answer is the term in it. Whether the engine says "
    "it well, only listeners can tell (`--screened`)."
)
_CARRIERS = (
    "The carrier sentences are our own, four for each term: the paper prints none. They are spoken by the engine that "
    "the rows' source names, and by one voice; the paper used CosyVoice."
)
_SCREENING = (
    "The paper's listeners kept {kept} of {all} sentences; here all {all} stand until yours have screened them: with a "
    "list of those that they reject (`--screened FILE`) the set is smaller by these."
)


def _table(name: str) -> list[dict[str, str]]:
    text = files("recipes").joinpath(f"data/{name}.tsv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def _spoken_terms(domain: str) -> SpokenTerms:
    carriers = [row for row in _table("sagi_term_carriers") if row["domain"] == domain]
    return SpokenTerms(
        domain=domain,
        terms=tuple(row["term"] for row in _table(f"sagi_{domain}_terms")),
        carriers=tuple(row["sentence"] for row in sorted(carriers, key=lambda row: int(row["number"]))),
    )


def _replaced(domain: str) -> str:
    told = [f"{row['term']} for {row['released']}" for row in _table(f"sagi_{domain}_terms") if row["released"]]
    return f"{len(told)} terms are not the released ones, which are no standard names: {', '.join(told)}."


RECIPES = (
    Recipe(
        name="language-identification",
        suite="sagi",
        level=1,
        paper=SAGI_PAPER,
        title="Language Identification",
        question=(
            "What language is spoken in this audio segment? Please choose from the {0}, {1}, {2}, {3} and {4} options."
        ),
        options=("German", "English", "French", "Spanish", "Italian"),
        synonyms=(
            ("German", ("Deutsch", "德语", "德文")),
            ("English", ("英语", "英文")),
            ("French", ("français", "francais", "法语", "法文")),
            ("Spanish", ("español", "espanol", "Castilian", "西班牙语", "西班牙文")),
            ("Italian", ("italiano", "意大利语", "意大利文")),
        ),
        construction=Selected(
            column="language",
            labels=(
                ("German", ("de",)),
                ("English", ("en", "en-gb", "en-us")),
                ("French", ("fr",)),
                ("Spanish", ("es",)),
                ("Italian", ("it",)),
            ),
            min_duration_s=1.0,
        ),
        per_label=500,
        corpus="europarl_st",
        labelled_by="The corpus: the label is the language in which it lists the clip. Nobody was asked for this set.",
        annotations_creators="found",
        languages=("de", "en", "fr", "es", "it"),
        shortcuts=(
            "Hardly any speaker has two languages: who knows the voice of a member of parliament knows the language.",
        ),
        deviations=(
            "The order of the options in the question is balanced; the paper always names them in the same one.",
            _IDS,
            "500 for each language, as the paper says; the release holds 501, by a count that is checked too late.",
            "Speeches are cut to their first 30 s, as in the release, and spread over speakers; the release took the "
            "first in the order of the folders.",
        ),
    ),
    Recipe(
        name="speech-recognition",
        suite="sagi",
        level=1,
        paper=SAGI_PAPER,
        title="Auto-Speech Recognition",
        question=_WHAT_IS_SAID,
        options=(),
        measure="sagi-wer",
        construction=Transcribed(where=_SPLITS, stand_in_where=_ENGLISH_DEMO, strata=("split",)),
        as_released=Transcribed(where=_SPLITS, stand_in_where=_ENGLISH_DEMO, order=BY_CORPUS_ORDER),
        per_label=2_791,
        corpus="librispeech",
        labelled_by="The corpus: the answer is the text that it gives with the clip. Nobody wrote it for this set.",
        annotations_creators="found",
        languages=("en",),
        shortcuts=("The texts are of books in the public domain, which a language model may know by heart.",),
        deviations=(
            "2,791 clips, as the paper says, half of test-clean and half of test-other, spread over speakers; the "
            "release holds the 2,620 of test-clean and only 171 of the 2,939 of test-other. Clips over 30 s are left "
            "out; as released, clips of test-other stand in for them.",
            _WORDS.format(most=8, least=0.2),
            _IDS,
        ),
    ),
    Recipe(
        name="legal-terms",
        suite="sagi",
        level=1,
        paper=SAGI_PAPER,
        title="ASR for Legal Terms",
        question=_WHAT_IS_SAID,
        options=(),
        measure="sagi-terms",
        construction=_spoken_terms("legal"),
        per_label=108,
        corpus="synthesised",
        stand_in=None,
        labelled_by=_SPOKEN_FROM,
        languages=("zh",),
        deviations=(
            _CARRIERS,
            _SCREENING.format(kept=102, all=108),
            _replaced("legal"),
            "The answer is the term, as the paper says; the release also asks for the words 既遂 (completed) or 未遂 "
            "(attempted) after it.",
            _IDS,
        ),
    ),
    Recipe(
        name="medical-terms",
        suite="sagi",
        level=1,
        paper=SAGI_PAPER,
        title="ASR for Medical Terms",
        question=_WHAT_IS_SAID,
        options=(),
        measure="sagi-terms",
        construction=_spoken_terms("medical"),
        per_label=248,
        corpus="synthesised",
        stand_in=None,
        labelled_by=_SPOKEN_FROM,
        languages=("zh",),
        deviations=(_CARRIERS, _SCREENING.format(kept=203, all=248), _replaced("medical"), _IDS),
    ),
    Recipe(
        name="lyrics-transcription",
        suite="sagi",
        level=1,
        paper=SAGI_PAPER,
        title="Auto-Lyrics Transcription",
        question="Please transcribe the lyrics of this audio segment. Please answer with: 'The lyrics is: xxxx'.",
        options=(),
        measure="sagi-wer",
        construction=Transcribed(
            where=(("language", ("en",)),),
            group_by="song",
            whole=True,
            min_duration_s=0.4,  # the shortest line of the corpus is 0.45 s
            min_words_per_s=0.05,
            max_words_per_s=10.0,
        ),
        per_label=868,
        corpus="jamendo_lyrics",
        stand_in=None,
        labelled_by="The corpus: its lines of lyrics, and when each begins and ends. Nobody wrote them for this set.",
        annotations_creators="found",
        languages=("en",),
        deviations=(
            "One clip for each of the 868 annotated lines of the 20 English songs, from its start to its end. The "
            "paper speaks of segmentation points that were set by hand; the release has the annotated ones.",
            _WORDS.format(most=10, least=0.05),
            _IDS,
        ),
    ),
)
