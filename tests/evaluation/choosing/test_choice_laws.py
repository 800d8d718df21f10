"""Laws of strict choice, over replies that nobody wrote down."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluation.asked import Question
from evaluation.choosing.judge import judge_choice
from evaluation.verdicts import Outcome
from manifests.errors import RecordError
from tests.evaluation.choosing.torture import option_sets, rows
from verification.opening.entry import AudioRef

# Options whose names are words: a single letter, a bare number or a function word is no answer inside a sentence.
WORDS = ("binaural", "volume", "pitch", "gender", "language", "scene", "age", "emotion", "cough", "origin", "severity")
CHOOSING = [
    "{}",
    "The answer is {}.",
    "Answer: {}",
    "I think it is {}",
    "It sounds like {}.",
    "My final answer is {}",
    "I considered everything.\n\n{}",
    "```\n{}\n```",
    '{{"answer": "{}"}}',
    "\\boxed{{{}}}",
]
TWO = [
    "{} or {}",
    "{} and {}",
    "{}, {}",
    "{}/{}",
    "{}. {}.",
    "{}\n{}",
    "Either {} or {}",
    "The answer is {} or {}.",
    "Answer: {}\nAnswer: {}",
    "It is {}. It is also {}.",
    "I hear {}, maybe {}",
    "**{}** and **{}**",
    "{} or **{}**",
    "first {}, then {}",
    "Answer: {}. The sound is {}.",
]
CASES = [str, str.upper, str.title, str.lower]
EMPHASIS = ["{}", "**{}**", "*{}*", "__{}__", "`{}`", "_{}_", "<b>{}</b>"]
MARKS = st.text(alphabet=".!,;: \n\t\"'…。！", max_size=4)


def question(name: str, label: str) -> Question:
    asked = option_sets()[name]
    return Question(id="q", text=asked["text"], options=tuple(asked["options"]), label=label)


@st.composite
def named(draw: st.DrawFn) -> tuple[str, str, str]:
    name = draw(st.sampled_from(WORDS))
    one, two = draw(st.permutations(option_sets()[name]["options"]))[:2]
    return name, one, two


@given(named(), st.sampled_from(CHOOSING), st.sampled_from(CASES), MARKS, MARKS)
def test_case_marks_and_space_around_do_not_change_the_choice(case, template, cased, before, after):
    name, option, _ = case
    verdict = judge_choice(before + cased(template.format(option)) + after, question(name, option))
    assert verdict.outcome is Outcome.RIGHT


@given(named(), st.sampled_from(CHOOSING[:7]), st.sampled_from(EMPHASIS), st.sampled_from(EMPHASIS))
def test_emphasis_does_not_change_the_choice(case, template, inner, outer):
    name, option, _ = case
    assume("\n" not in template or outer == "{}")
    reply = outer.format(template.format(inner.format(option)))
    assert judge_choice(reply, question(name, option)).outcome is Outcome.RIGHT


@given(named(), st.sampled_from(TWO), st.sampled_from(CASES), st.sampled_from(EMPHASIS))
def test_two_options_named_as_answers_never_score(case, template, cased, emphasis):
    name, one, two = case
    reply = emphasis.format(cased(template.format(one, two)))
    for label in (one, two):
        verdict = judge_choice(reply, question(name, label))
        assert verdict.outcome is Outcome.WRONG
        assert verdict.chosen == ""


@given(named(), st.sampled_from(["not {}", "It is not {}.", "I do not think it is {}", "neither {} nor {}", "不是{}"]))
def test_what_is_denied_is_not_chosen(case, template):
    name, one, two = case
    reply = template.format(one, two)
    assert judge_choice(reply, question(name, one)).outcome is Outcome.UNPARSABLE


@given(named(), st.sampled_from(["not {} but {}", "It isn't {}, it is {}.", "不是{}，而是{}", "instead of {}: {}"]))
def test_what_is_put_in_the_place_of_the_denied_is_chosen(case, template):
    name, one, two = case
    verdict = judge_choice(template.format(one, two), question(name, two))
    assert (verdict.outcome, verdict.chosen) == (Outcome.RIGHT, two)


@given(named(), st.text(alphabet="abcxyz", min_size=1, max_size=3), st.booleans())
def test_an_option_inside_a_longer_word_is_not_named(case, letters, before):
    name, option, _ = case
    assume(option.isalpha())
    word = letters + option if before else option + letters
    assume(word.lower() not in {other.lower() for other in option_sets()[name]["options"]})
    assert judge_choice(f"It is {word}", question(name, option)).outcome is Outcome.UNPARSABLE


@settings(max_examples=200)
@given(st.sampled_from(sorted(option_sets())), st.text(max_size=60) | st.sampled_from([row.reply for row in rows()]))
def test_no_text_breaks_the_scorer_or_is_right_for_two_labels(name, reply):
    verdicts = [judge_choice(reply, question(name, label)) for label in option_sets()[name]["options"]]
    assert sum(verdict.is_right for verdict in verdicts) <= 1
    assert len({verdict.chosen for verdict in verdicts}) == 1
    assert all((verdict.score is None) is (verdict.outcome in {"unparsable", "refused"}) for verdict in verdicts)


@pytest.mark.parametrize("options", [(), ("left", "right")])
def test_a_question_without_its_label_among_the_options_is_named(options):
    with pytest.raises(RecordError, match="question seven") as error:
        judge_choice("left", Question(id="seven", text="?", options=options, label="up"))
    assert "Traceback" not in str(error.value)


def test_a_synonym_that_names_two_options_names_none_and_an_options_own_name_comes_first():
    asked = Question(
        id="q",
        text="?",
        options=("loud", "soft"),
        label="loud",
        synonyms={"loud": ("medium", "soft"), "soft": ("medium", "quiet")},
    )
    assert judge_choice("medium", asked).outcome is Outcome.UNPARSABLE
    assert judge_choice("soft", asked).chosen == "soft"
    assert judge_choice("quiet", asked).chosen == "soft"


def test_the_second_one_is_a_clip_where_there_are_two_clips():
    clip = AudioRef(name="clip.wav")
    asked = Question(id="q", text="?", options=("same", "different"), label="different", clips=(clip, clip))
    assert judge_choice("the second one", asked).outcome is Outcome.UNPARSABLE
    assert judge_choice("option 2", asked).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    "piece",
    [
        "The left channel may be louder than the right one, or not. Let me look at both again, step by step. ",
        *(
            "left, ",
            "**left** ",
            "left or right ",
            "no ",
            "not ",
            "answer: ",
            "A. left\nB. right\n",
            "(",
            "[left ",
            "百",
            "答案是",
            "The answer is ",
            "不是",
            "the speaker says ",
            "I cannot tell ",
            "<think>a</think>",
        ),
    ],
)
def test_a_model_that_cannot_stop_is_read_to_its_end(piece):
    for length in (20_000, 400_000):
        reply = piece * (length // len(piece)) + "\nFinal answer: left"
        assert judge_choice(reply, question("binaural", "left")).outcome is Outcome.RIGHT


@pytest.mark.parametrize("loud", [1, 8_100, 50_000])
def test_of_a_long_reply_both_ends_are_read_and_the_middle_is_not(loud):
    noise = "The tone is loud. " * (loud // 18)
    assert judge_choice(f"Answer: left. {noise}", question("binaural", "left")).outcome is Outcome.RIGHT
    assert judge_choice(f"{noise} Answer: left.", question("binaural", "left")).outcome is Outcome.RIGHT
    assert judge_choice(f"Left. {noise} Right.", question("binaural", "left")).chosen == ""
    hidden = judge_choice(f"{noise} Left. {noise}", question("binaural", "left"))
    assert hidden.outcome is (Outcome.RIGHT if loud < 4_000 else Outcome.UNPARSABLE)


@given(st.integers(7_000, 9_000), st.sampled_from(["not ", "un", "de", "It is not "]))
def test_a_cut_never_drops_the_word_that_denies(length, before):
    reply = "ok " * (length // 3) + f"{before}increasing" + " ok" * 1_300 + ". I hear a voice"
    assert judge_choice(reply, question("volume", "increasing")).outcome is Outcome.UNPARSABLE
