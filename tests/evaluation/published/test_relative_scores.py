"""N/A scaling and relative improvement: section 5.1's rules, and the laws that they must obey."""

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.direction import Direction
from evaluation.published.errors import ResultsError
from evaluation.published.evidence import evidence
from evaluation.published.judged import BASELINE, Judge, read_judged
from evaluation.published.relative import Exclusion, relative_improvement, relative_scores
from evaluation.published.result import Result
from evaluation.published.taxonomy import domains

HIGHER, LOWER = Direction.HIGHER, Direction.LOWER
values = st.floats(min_value=0.001, max_value=1e6)
rates = st.floats(min_value=0.0, max_value=0.999)


def result(value, na_rate=0.0, metric="WER", direction=LOWER):
    return Result(metric=metric, direction=direction, value=value, na_rate=na_rate)


BASE = {"a": (result(0.4),), "b": (result(0.0, metric="F1", direction=HIGHER), result(0.5))}


class TestScaling:
    def test_the_papers_own_number(self):
        assert result(0.7481, 0.93, "DER").scaled == pytest.approx(10.687, abs=0.0005)

    def test_higher_is_better_is_multiplied(self):
        assert result(0.8637, 0.38, "F1", HIGHER).scaled == pytest.approx(0.5355, abs=0.0001)

    @given(value=values, less=rates, more=rates, direction=st.sampled_from(Direction))
    def test_more_unusable_replies_never_help(self, value, less, more, direction):
        less, more = sorted((less, more))
        better, worse = (result(value, rate, direction=direction).scaled for rate in (less, more))
        assert better >= worse if direction is HIGHER else better <= worse

    @pytest.mark.parametrize(("value", "na_rate"), [(None, 0.5), (0.3, 1.0), (None, 1.0)])
    def test_without_a_usable_reply_there_is_nothing(self, value, na_rate):
        assert result(value, na_rate).scaled is None

    @pytest.mark.parametrize(
        ("fields", "found"),
        [
            ({"na_rate": 93.0}, "93.0"),
            ({"na_rate": -0.1}, "-0.1"),
            ({"na_rate": float("nan")}, "nan"),
            ({"value": float("inf")}, "inf"),
            ({"value": float("nan")}, "nan"),
            ({"value": 45.0, "metric": "LLM-C", "direction": HIGHER}, "45.0"),
        ],
    )
    def test_impossible_values_are_refused(self, fields, found):
        with pytest.raises(ResultsError, match=found):
            result(**{"value": 0.5, **fields})


class TestImprovement:
    @pytest.mark.parametrize(
        ("value", "baseline", "direction", "improvement"),
        [
            (0.6, 0.4, HIGHER, 0.5),
            (0.2, 0.4, HIGHER, -0.5),
            (0.2, 0.4, LOWER, 0.5),
            (4.0, 0.4, LOWER, -9.0),
            (0.0, 0.4, LOWER, 1.0),
            (0.1, -0.2, HIGHER, 1.5),  # better than a negative correlation is an improvement
            (-0.4, -0.2, HIGHER, -1.0),
        ],
    )
    def test_a_better_value_is_positive_whichever_way_the_metric_runs(self, value, baseline, direction, improvement):
        assert relative_improvement(value, baseline, direction) == pytest.approx(improvement)

    @given(value=values, baseline=values, factor=st.floats(min_value=0.01, max_value=100))
    def test_the_unit_does_not_matter(self, value, baseline, factor):
        for direction in Direction:
            scaled = relative_improvement(factor * value, factor * baseline, direction)
            assert scaled == pytest.approx(relative_improvement(value, baseline, direction), rel=1e-6, abs=1e-9)

    @given(baseline=st.floats(min_value=-10, max_value=10).filter(bool), direction=st.sampled_from(Direction))
    def test_the_baseline_is_zero(self, baseline, direction):
        assert relative_improvement(baseline, baseline, direction) == 0

    def test_the_other_formula_for_error_rates_contradicts_the_paper(self):
        """With baseline / value - 1, SALMONN 13B would lead in speech recognition, where it is said to lag behind."""
        table, gains = read_judged(Judge.GPT_4O), []
        for row in table.rows:
            if domains()[row.task] == "Speech / Speech Recognition":
                value, base = row.result("SALMONN 13B").scaled, row.result(BASELINE).scaled
                gains.append(value / base - 1 if row.direction is HIGHER else base / value - 1)
        assert fmean(gains) == pytest.approx(1.10, abs=0.005)
        assert evidence(Judge.GPT_4O).means("Speech / Speech Recognition")["SALMONN 13B"] == pytest.approx(
            -0.60, abs=0.005
        )


class TestTasks:
    def test_a_task_is_the_mean_of_its_metrics(self):
        base = {"b": (result(0.5, metric="F1", direction=HIGHER), result(0.5))}
        scores = relative_scores({"b": (result(0.75, metric="F1", direction=HIGHER), result(1.0))}, base)
        assert scores["b"].improvements == {"F1": 0.5, "WER": -1.0}
        assert scores["b"].score == -0.25

    def test_what_cannot_be_compared_is_left_out_and_told(self):
        scores = relative_scores({"b": (result(0.3, metric="F1", direction=HIGHER), result(None, 1.0))}, BASE)
        assert scores["a"].excluded == {"WER": Exclusion.NOT_RUN}
        assert scores["b"].excluded == {"F1": Exclusion.BASELINE_ZERO, "WER": Exclusion.ALL_NA}
        assert scores["a"].score is scores["b"].score is None

    def test_a_baseline_without_a_usable_reply_leaves_the_metric_out(self):
        scores = relative_scores({"a": (result(0.3),)}, {"a": (result(None, 1.0),)})
        assert scores["a"].excluded == {"WER": Exclusion.BASELINE_ALL_NA}

    def test_the_baseline_scores_zero_against_itself_everywhere(self):
        for judge in Judge:
            baseline = read_judged(judge).of(BASELINE)
            scores = [score.score for score in relative_scores(baseline, baseline).values()]
            assert set(scores) == {0.0, None}

    def test_an_unknown_task_is_refused_and_the_nearest_named(self):
        baseline = read_judged(Judge.GPT_4O).of(BASELINE)
        with pytest.raises(ResultsError, match=r"SUPERB ASR \(LibriSpeech-TestClean\)"):
            relative_scores({"SUPERB ASR (Librispeech-Testclean)": (result(0.1),)}, baseline)

    @pytest.mark.parametrize(
        "wrong",
        [
            (result(0.1, metric="CER"),),
            (result(0.1, direction=HIGHER),),
            (result(0.1), result(0.2)),
        ],
    )
    def test_another_metric_direction_or_a_metric_twice_is_refused(self, wrong):
        with pytest.raises(ResultsError, match=r"wanted: WER \(lower is better\)"):
            relative_scores({"a": wrong}, BASE)
