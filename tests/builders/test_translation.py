"""Emotion translation: references from a file, engines that follow a style, and names that tell nothing."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from builders.engine.planning import plan
from builders.translation import (
    EmotionTranslation,
    Reference,
    TranslationMeasurements,
    TranslationParameters,
    read_references,
    referring,
)
from corpora.indexing.build import build_index
from corpora.indexing.registry import corpus_named
from corpora.synthesis.spoken import synthesised_tree
from evaluation.judging.prompt import judge_prompt
from evaluation.judging.slots import slot_values
from evaluation.sets.question_set import open_questions
from manifests.errors import CorpusError, PlanError, RecipeError
from manifests.layout import DatasetPaths
from publishing.commands.release import release_command
from recipes.catalogue.registry import find
from tests.builders.actors import WORD_S, Actor
from tests.builders.running import built, header_of, items_of, refused, rows_of
from tests.builders.speaking import clip_row, index_of
from tests.corpora.synthesis.speech_server import speech_server
from tests.publishing.releases.life import invoke

HEAD = "id\temotion\tsentence\ttranslation\n"
TWO = f"{HEAD}a\tangry\tYou are late again.\t你又迟到了！\nb\tsad\tYou are late again.\t你又来晚了……\n"
TARGET = "sagi/emotion-translation"


def recipe_of(**changes):
    (recipe,) = find(TARGET)
    return replace(recipe, **changes)


def written(folder, content):
    path = folder / "references.tsv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


REFERENCES = (
    Reference(id="a", emotion="angry", sentence="You are late again.", translation="你又迟到了！"),
    Reference(id="b", emotion="sad", sentence="You are late again.", translation="你又来晚了……"),
)


class TestReadingReferences:
    @pytest.mark.parametrize(
        "content",
        [
            TWO,
            TWO.replace("\n", "\r\n"),
            b"\xef\xbb\xbf" + TWO.encode(),
            TWO.replace("\n", "\n\n"),
            TWO.rstrip("\n"),
            TWO.replace("\tsad\t", "\t sad \t"),
            TWO.replace("\n", "\tmore\n"),
        ],
    )
    def test_what_spreadsheets_write_is_read(self, content, tmp_path):
        assert read_references(written(tmp_path, content)) == REFERENCES

    @pytest.mark.parametrize(
        ("content", "line", "found"),
        [
            (TWO.replace("translation", "chinese"), ", line 1", "'id\\temotion\\tsentence\\tchinese'"),
            (TWO.replace("\t", ","), ", line 1", "'id,emotion,sentence,translation'"),
            (f"{TWO}c\tsad\tShort.\n", ", line 4", "'c\\tsad\\tShort.'"),
            (f"{TWO}\nc\tsad\t \t短。\n", ", line 5", "'c\\tsad\\t \\t短。'"),
            (f"{TWO}a\tsad\tIt is me.\t是我。\n", ", line 4", "the id 'a' a second time"),
            (f"{TWO}c\tsad\tYou are late again.\t哎。\n", ", line 4", "a sentence a second time with one emotion"),
            (f"{TWO}c\tsad\tIt\u2019s  me.\t是我。\nd\tsad\tit's me.\t我。\n", ", line 5", "a sentence a second time"),
            (f"{TWO}c\tsad\t!!!\t哎。\n", ", line 4", "'c\\tsad\\t!!!"),
            (f"{TWO}c\tsad\tHe said a|b.\t哎。\n", ", line 4", "the sign '|' in a field"),
            (f"{TWO}c\tsad\tTrue.\t一|二\n", ", line 4", "the sign '|' in a field"),
            (f"{TWO}c\tsad\tFirst.\u2028Second.\t哎。\n", ", line 4", "the sign '\\u2028' in a field"),
            (f"{TWO}c\tsad\tFirst.\t哎。\x85\n", ", line 4", "the sign '\\x85' in a field"),
            (f"{TWO}c\tsad\tFirst.\x0bSecond.\t哎。\n", ", line 4", "the sign '\\x0b' in a field"),
            (HEAD, "", "no reference"),
            ("", ", line 1", "''"),
            (TWO.encode("gb18030"), "", "that it cannot be read"),
        ],
    )
    def test_what_cannot_be_used_is_named_with_its_line(self, content, line, found, tmp_path):
        path = written(tmp_path, content)
        with pytest.raises(RecipeError) as caught:
            read_references(path)
        assert caught.value.where == f"{path}{line}"
        assert caught.value.found.startswith(found)
        assert "after a first line with these words" in caught.value.wanted

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("angry\tDon’t you dare.", "angry\tDon't  you dare"),
            ("angry\tDon’t you dare.", "Angry\tDON`T YOU DARE!"),
            ("sad\tThat is fine.", "sad\tThat is \u200bfi\u200dne"),
            ("sad\tThat is fine.", "sad \tThat is ﬁne…"),
            ("sad\tA caf\u00e9.", "sad\tA cafe\u0301."),
            ("surprised\tTwo straße", "surprised\tTwo STRASSE"),
        ],
    )
    def test_a_sentence_that_sounds_the_same_has_one_answer(self, one, other, tmp_path):
        path = written(tmp_path, f"{HEAD}a\t{one}\t一\nb\t{other}\t二\n")
        with pytest.raises(RecipeError, match="a sentence a second time with one emotion") as caught:
            read_references(path)
        assert caught.value.where == f"{path}, line 3"

    def test_sentences_that_differ_in_a_letter_an_accent_or_the_emotion_do_not_sound_the_same(self, tmp_path):
        lines = ("sad\tA cafe.", "sad\tA caf\u00e9.", "angry\tA cafe.", "sad\tA cafe 2.")
        content = HEAD + "".join(f"{number}\t{line}\t一\n" for number, line in enumerate(lines))
        assert len(read_references(written(tmp_path, content))) == 4

    def test_a_file_that_is_not_there_is_named(self, tmp_path):
        with pytest.raises(RecipeError, match="cannot be read"):
            read_references(tmp_path / "none.tsv")

    def test_only_a_recipe_of_this_builder_takes_them(self, tmp_path):
        path = written(tmp_path, TWO)
        (other,) = find("sagi/legal-terms")
        assert referring(other, path) is other
        recipe = referring(recipe_of(), path)
        assert recipe.construction.references == REFERENCES
        assert recipe.per_label == 2
        assert recipe.digest() != recipe_of().digest()

    def test_ids_are_given_once(self):
        with pytest.raises(RecipeError, match="2 references with 1 ids"):
            EmotionTranslation(references=(REFERENCES[0], replace(REFERENCES[1], id="a")))
        with pytest.raises(RecipeError, match="0 references"):
            EmotionTranslation(references=())


def test_our_own_list_has_every_sentence_once_with_each_emotion():
    references = recipe_of().construction.references
    assert len(references) == 96
    assert Counter(each.emotion for each in references) == {"angry": 32, "sad": 32, "surprised": 32}
    said = Counter((each.sentence, each.emotion) for each in references)
    assert set(said.values()) == {1}
    assert len({each.sentence for each in references}) == 32
    assert len({each.translation for each in references}) == 96
    assert all(any("\u4e00" <= sign <= "\u9fff" for sign in each.translation) for each in references)


def test_a_key_tells_neither_emotion_nor_sentence():
    script = recipe_of().construction.script()
    for line, each in zip(script, recipe_of().construction.references, strict=True):
        assert line.style == each.emotion
        assert line.text == each.sentence
        assert set(line.key) <= set("0123456789abcdef")
        assert len(line.key) >= 12
    by_key = sorted(script, key=lambda line: line.key)
    runs = sum(one.style != two.style for one, two in pairwise(by_key))
    assert runs > 45  # of 95; sorted by emotion there would be two
    assert len({line.key for line in script}) == 96


def spoken_rows(recipe):
    return [
        clip_row(line.key, text=line.text, speaker="v", engine="e", voice="v", language="en", style=line.style)
        for line in recipe.script()
    ]


def planned(rows, **options):
    return plan(recipe_of(), index_of("synthesised", rows), seed=1, **options)


def test_every_reference_is_an_item_in_a_group_of_its_sentence():
    made = planned(spoken_rows(recipe_of()))
    assert made.counts() == {"items": 96}
    assert made.notes == ()
    assert Counter(Counter(item.group for item in made.items).values()) == {3: 32}
    of = {each.translation: each for each in recipe_of().construction.references}
    for item in made.items:
        each = of[item.label]
        assert (item.parameters["emotion"], item.parameters["sentence"]) == (each.emotion, each.sentence)
        assert (item.parameters["voice"], item.parameters["engine"]) == ("v", "e")
        assert item.options == ()
    assert len({item.instruction for item in made.items}) == 1


def test_what_was_screened_is_left_out_with_a_note():
    recipe = recipe_of()
    key = recipe.script()[4].key
    made = planned(spoken_rows(recipe), without=frozenset({"e001", "e003", key}))
    assert made.counts() == {"items": 93}
    assert "3 of 96 sentences were screened out: e001, e003, e005" in made.notes
    gone = {recipe.construction.references[number].translation for number in (0, 2, 4)}
    assert gone.isdisjoint(item.label for item in made.items)


def test_a_sentence_that_nobody_spoke_is_not_screened_out_but_missing():
    rows = spoken_rows(recipe_of())
    rows[3]["frames"] = 31 * 16_000  # cut, it would no longer be the sentence
    with pytest.raises(PlanError) as caught:
        planned(rows[:-1], without=frozenset({"e001"}))
    # Of 96 one is cut, one is not there, and one was screened out, which makes nothing short.
    assert caught.value.found == "94 sentences of the list that were spoken"
    made = planned(rows[:-1], without=frozenset({"e001"}), allow_short=True)
    assert made.counts() == {"items": 93}
    with pytest.raises(PlanError, match="0 sentences"):
        planned(rows[:1], without=frozenset({"e001"}), allow_short=True)


def test_a_limit_takes_the_first_of_the_list():
    made = planned(spoken_rows(recipe_of()), per_label=6)
    assert Counter(item.parameters["emotion"] for item in made.items) == {"angry": 2, "sad": 2, "surprised": 2}


@pytest.mark.parametrize("style", ["", "sad"])
def test_recordings_in_another_style_are_refused(style):
    rows = spoken_rows(recipe_of())
    rows[0]["style"] = style
    with pytest.raises(PlanError) as caught:
        planned(rows)
    assert caught.value.found == "1 recordings without their emotion, such as that of e001"
    assert "styles=1" in caught.value.remedy


def test_an_engine_that_says_it_all_alike_is_refused_though_it_claims_styles(tmp_path):
    script = recipe_of().script()[:6]
    root = synthesised_tree(script, engine=Actor(deaf=True))
    index = build_index(corpus_named("synthesised"), root)
    with pytest.raises(PlanError) as caught:
        plan(recipe_of(), index, seed=1, allow_short=True)
    assert caught.value.found == "4 recordings that sound as another does, such as those of e001 and e002"
    assert "styles=1" in caught.value.remedy


def test_an_engine_without_styles_is_refused_with_a_remedy(tmp_path):
    output = refused("build", TARGET, "--out", tmp_path, "--engine", "espeak-ng")
    assert "espeak-ng" in output
    assert "cannot speak" in output
    assert "--engine 'openai:URL?model=NAME&voice=NAME&styles=1'" in output
    engine = Actor()
    engine.styles = False
    with pytest.raises(CorpusError, match="cannot follow a style"):
        synthesised_tree(recipe_of().script(), engine=engine)
    assert engine.asked == []


def test_a_server_that_ignores_what_style_it_is_asked_for_is_refused(tmp_path):
    with speech_server() as server:
        engine = f"openai:{server.url}?model=m&voice=v&styles=1"
        path = written(tmp_path, TWO)
        output = refused("build", TARGET, "--out", tmp_path / "out", "--engine", engine, "--references", path)
        assert {request["input"] for request in server.requests} == {"You are late again."}
        assert sorted("angr" in request["instructions"] for request in server.requests) == [False, True]
    assert "sound as another does, such as those of a and b" in output


@pytest.fixture
def acted(monkeypatch):
    actor = Actor()
    monkeypatch.setattr("corpora.synthesis.engines.registry.engine_named", lambda _: actor)
    return actor


def test_an_engine_that_follows_styles_builds_a_set_that_holds(tmp_path, acted):
    out = tmp_path / "out"
    output = built("build", TARGET, "--limit", 6, "--out", out, "--workers", 1).output
    assert "6 items; the recipe asks for 96" in output
    assert len(acted.asked) == 96
    rows = rows_of(out, "emotion-translation")
    for row in rows:
        words = len(row["parameters"]["sentence"].split())
        assert row["measurements"]["words_per_s"] == pytest.approx(1.0 / WORD_S, rel=0.15)
        assert row["measurements"]["duration_s"] == pytest.approx(words * WORD_S, abs=0.11)
        manner = {"angry": "angrily", "sad": "sadly", "surprised": "with surprise"}[row["parameters"]["emotion"]]
        assert row["explanation"].startswith(f"Said {manner}: {row['parameters']['sentence']} The rate is")
        assert row["parameters"]["engine"] == "an actor"
        shown = f"{row['id']}{row['file']}{row['source'][0]['item']}"
        assert row["parameters"]["emotion"] not in shown
    pitches = {row["parameters"]["emotion"]: row["measurements"]["median_f0_hz"] for row in rows}
    assert pitches["sad"] < pitches["angry"] < pitches["surprised"]
    assert "all hold" in built("check", out, "--quick").output


def test_references_of_a_file_change_items_and_count(tmp_path, acted):
    out = tmp_path / "out"
    path = written(tmp_path, TWO)
    built("build", TARGET, "--references", path, "--out", out, "--workers", 1)
    assert header_of(out, "emotion-translation")["counts"] == {"items": 2}
    assert {item.label for item in items_of(out, "emotion-translation")} == {"你又迟到了！", "你又来晚了……"}
    assert header_of(out, "emotion-translation")["notes"] == []
    other = refused("build", "binaural-effect-perception", "--references", path, "--out", out)
    assert "no recipe here that reads references" in other
    wrong = refused("build", TARGET, "--references", written(tmp_path, HEAD), "--out", out)
    assert "no reference" in wrong


def test_a_screening_list_leaves_out_what_it_names(tmp_path, acted):
    out = tmp_path / "out"
    listed = tmp_path / "rejected.txt"
    listed.write_text("a  sounds cheerful\n", encoding="utf-8")
    path = written(tmp_path, TWO)
    output = built("build", TARGET, "--references", path, "--screened", listed, "--out", out, "--workers", 1).output
    assert "1 of 2 sentences were screened out: a" in output
    assert "in no corpus" not in output
    assert [item.label for item in items_of(out, "emotion-translation")] == ["你又来晚了……"]
    listed.write_text("a\nb\n", encoding="utf-8")
    said = refused("build", TARGET, "--references", path, "--screened", listed, "--out", out, "--workers", 1)
    assert "--without or --screened leaves out all 2" in said
    assert "leave out fewer of them" in said


def test_a_judge_finds_emotion_and_sentence_in_the_set(tmp_path, acted):
    out = tmp_path / "out"
    built("build", TARGET, "--references", written(tmp_path, TWO), "--out", out, "--workers", 1)
    questions = open_questions(DatasetPaths(out, "emotion-translation").folder).questions
    assert len(questions) == 2
    prompt = judge_prompt(recipe_of().measure.removeprefix("rating:"))
    for question in questions:
        values = slot_values(prompt, "你又迟到了", question)
        assert values["sentence"] == "You are late again."
        assert values["emotion"] == {"你又迟到了！": "angry", "你又来晚了……": "sad"}[question.label]
        assert values["suggestion"] == question.label
        asked = prompt.filled(values)
        assert all(value in asked for value in values.values())


def test_a_release_is_rendered_again_from_the_recordings(tmp_path, acted):
    root = synthesised_tree(recipe_of().script(), engine=acted)
    where = ("--corpus", f"synthesised={root}", "--workers", 1)
    places = ("--out", tmp_path / "out", "--records", tmp_path / "records", "--without-check")
    options = ("--name", "acted", "--version", "1.0.0", "--date", "2026-11-30", "--limit", 3)
    made = invoke(release_command, "build", "emotion-translation", *options, *where, *places)
    assert made.exit_code == 0, made.output
    result = invoke(release_command, "rebuild", tmp_path / "records" / "acted-1.0.0", *where)
    assert result.exit_code == 0, result.output
    assert "3 items rendered again" in result.output


@pytest.mark.parametrize("pcm", [np.zeros(16_000, np.int16), np.zeros(100, np.int16)])
def test_what_has_no_pitch_has_one_of_0_hz(pcm):
    parameters = TranslationParameters(emotion="sad", sentence="a b", reference="一", voice="v", engine="e")
    measured = EmotionTranslation(references=REFERENCES).measure(parameters, pcm)
    assert (measured.words_per_s, measured.median_f0_hz) == (2 / (len(pcm) / 16_000), 0.0)


def test_the_rate_is_that_of_the_words_and_the_label_the_reference():
    parameters = TranslationParameters(
        emotion="sad", sentence="One two three.", reference="一二三。", voice="v", engine="e"
    )
    construction = EmotionTranslation(references=REFERENCES)
    pcm = np.round(8_000 * np.sign(np.sin(2 * np.pi * 150.0 * np.arange(24_000) / 16_000))).astype(np.int16)
    measured = construction.measure(parameters, pcm)
    assert measured.words_per_s == 2.0
    assert measured.median_f0_hz == pytest.approx(150.0, rel=0.02)
    assert construction.label_of(parameters, measured) == "一二三。"
    told = construction.explain(parameters, TranslationMeasurements(words_per_s=2.04, median_f0_hz=149.6))
    assert told == "Said sadly: One two three. The rate is 2.0 words a second, the median F0 150 Hz."
