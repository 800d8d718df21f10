"""Every statement of the paper about its tables: whether it follows, by both judges, and the number that decides it."""

import pytest

from evaluation.published.evidence import evidence
from evaluation.published.judged import Judge
from evaluation.published.lines import Section, published_lines
from evaluation.published.statements.every import STATEMENTS

YES, NO = True, False
# By GPT-4o's table and by LLaMA-3.1-8B-Instruct's: whether it follows, and a figure that must be told.
EXPECTED = {
    "baseline-zero": ((YES, "0 in all 17 domains"), (YES, "0 in all 17 domains")),
    "recognition": ((YES, "Qwen2-Audio-7B-Inst. -0.21"), (YES, "Qwen2-Audio-7B-Inst. -0.24")),
    "understanding": ((NO, "above: Qwen2-Audio-7B-Inst. +0.18"), (NO, "WavLLM +0.87")),
    "phoneme-recognition": ((YES, "SALMONN 13B +0.76"), (YES, "SALMONN 7B +0.76")),
    "speaker": ((YES, "WavLLM +5.67; by the median task 1 of 8"), (YES, "WavLLM +0.23; by the median task 1 of 8")),
    "paralinguistics": ((YES, "LTU-AS +0.26"), (YES, "LTU-AS +0.01")),
    "music-models-on-speech": ((YES, "MU-LLaMA -1.98, GAMA-IT -3.22"), (YES, "MU-LLaMA -0.94, GAMA-IT -0.78")),
    "music-models-on-speaker": ((YES, "speech +5.67 to +13.63"), (YES, "speech +0.23 to +2.13")),
    "music-classification": ((YES, "8 of 8"), (YES, "8 of 8")),
    "sound-event": ((YES, "7 of 8"), (YES, "7 of 8")),
    "speech-models-harmony": ((NO, "SALMONN 7B -83.01"), (NO, "not ahead: SALMONN 13B -0.92")),
    "speech-models-music": ((NO, "MU-LLaMA +11.28"), (NO, "MU-LLaMA +9.28")),
    "speech-models-rhythm": ((YES, "all five are ahead"), (YES, "all five are ahead")),
    "exclusions": (
        (YES, "at zero 6, without a usable reply of it 1"),
        (YES, "at zero 1, without a usable reply of it 4"),
    ),
    "outliers": ((YES, "17 of 136"), (YES, "20 of 136")),
    "unbounded-metrics": ((YES, "9 of 10 low and 0 of 7 high"), (NO, "8 of 8 low and 0 of 12 high")),
    "phonetics-poor": ((YES, "WavLLM -22.85, LTU-AS -18.34"), (YES, "WavLLM -479.59, LTU-AS -144.91")),
    "phonetics-counting": ((YES, "WavLLM +0.12, LTU-AS -0.51"), (YES, "WavLLM +0.99, LTU-AS -0.10")),
    "phonetics-thousands": ((YES, "45,755.0; LTU-AS 1,012.8 and 3,759.4"), (YES, "51,811.9; LTU-AS 79.8 and 5,532.7")),
    "phonetics-squared": ((NO, "ACC and Abs Diff"), (NO, "ACC and Abs Diff")),
    "distorted": ((YES, "23 of 136"), (YES, "23 of 136")),
    "table-2": ((NO, "89 of 90"), (NO, "27 of 90")),
    "no-single-model": ((YES, "3 of 10 columns"), (YES, "3 of 10 columns")),
    "pr-salmonn": ((YES, "SALMONN 7B 25.4 %, SALMONN 13B 24.6 %"), (YES, "SALMONN 7B 25.4 %, SALMONN 13B 24.6 %")),
    "ks-qwen": ((YES, "Qwen-Audio-Chat 60.5 %"), (NO, "Whisper-LLaMA 75.5 %, Qwen2-Audio-7B-Inst. 59.0 %")),
    "ic-baseline": ((YES, "Whisper-LLaMA 36.5 %"), (YES, "Whisper-LLaMA 33.0 %")),
    "er-qwen": ((YES, "Qwen2-Audio-7B-Inst. 75.8 %"), (YES, "Qwen2-Audio-7B-Inst. 76.2 %")),
    "asr-below-10": ((YES, "SALMONN 13B 2.8 %, WavLLM 6.9 %"), (YES, "SALMONN 13B 2.8 %, WavLLM 6.9 %")),
    "qbe-guessing": ((NO, "Qwen2-Audio-7B-Inst. 53.5 %"), (NO, "MU-LLaMA 52.0 %")),
    "sf-top-two-f1": ((YES, "SALMONN 7B 61.5 %, Whisper-LLaMA 53.5 %"), (YES, "Whisper-LLaMA 51.0 %")),
    "sf-top-two-cer": ((NO, "Qwen2-Audio-7B-Inst. 55.7 %, SALMONN 7B 61.5 %"), (NO, "SALMONN 7B 42.3 %")),
    "sv-guessing": ((YES, "SALMONN 13B 51.0 %"), (NO, "Qwen2-Audio-7B-Inst. 59.0 %")),
    "sd-poor": ((YES, "3 of 9 models; lowest of the others 187.6 %"), (NO, "9 of 9 models")),
    "asr-against-domain": ((YES, "SALMONN 13B -0.60"), (YES, "SALMONN 13B -0.60")),
    "some-excel": ((YES, "none: LTU-AS, WavLLM, MU-LLaMA"), (YES, "4 models lead")),
    "raw-outputs": ((YES, "234 of 234"),),
    "hear-and-marble": ((YES, "216 of 216"),),
    "judges-very-high": ((YES, "llama-3.1-70B-Instruct regression 90.00 %"),),
    "judges-counted": ((YES, "16 of 16"),),
}


def test_every_statement_has_a_name_of_its_own_and_an_expectation():
    assert sorted(EXPECTED) == sorted(statement.id for statement in STATEMENTS)


@pytest.mark.parametrize(
    ("statement", "judge"),
    [(statement, judge) for statement in STATEMENTS for judge in statement.by],
    ids=lambda value: getattr(value, "id", None) or str(value),
)
def test_a_statement_follows_or_does_not_and_the_figures_say_why(statement, judge):
    assert len(EXPECTED[statement.id]) == len(statement.by)
    follows, figure = EXPECTED[statement.id][statement.by.index(judge)]
    found = statement.check(evidence(judge))
    assert found.follows is follows, found.figures
    assert figure in found.figures


def test_every_statement_of_section_5_is_held_against_both_judges():
    assert {statement.section for statement in STATEMENTS if len(statement.by) == 1} == {
        "4.2",
        "Appendix D",
        "Appendix E",
    }


def test_one_verdict_depends_on_how_the_exclusions_are_read():
    other = {
        (statement.id, judge)
        for statement in STATEMENTS
        for judge in statement.by
        if statement.check(evidence(judge)).follows is not statement.check(evidence(judge, alike=True)).follows
    }
    assert other == {("unbounded-metrics", Judge.GPT_4O)}


def test_the_list_tells_every_statement_with_its_verdicts():
    lines = published_lines(Section.STATEMENTS)
    for statement in STATEMENTS:
        said = statement.said[0].upper() + statement.said[1:]
        place = lines.index(f"- {said}. Held to: {statement.held_to}.")
        for judge, line in zip(statement.by, lines[place + 1 : place + 1 + len(statement.by)], strict=True):
            found = statement.check(evidence(judge))
            assert line.endswith(f": {'follows' if found.follows else '**does not follow**'}; {found.figures}.")
            assert line.startswith(f"  - {judge.full_name}" if len(statement.by) > 1 else "  - The tables")


def test_the_list_begins_with_how_many_follow():
    lines = published_lines(Section.STATEMENTS)
    for which, line in ((0, lines[0]), (1, lines[1])):
        held = [expected[which][0] for expected in EXPECTED.values() if len(expected) > which]
        assert line.endswith(f"table {sum(held)} of {len(held)} statements follow.")
