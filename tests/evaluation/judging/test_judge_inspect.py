from __future__ import annotations

import importlib
import sys
import threading
import time

import pytest

from evaluation.errors import JudgeError, MissingLibraryError
from evaluation.judging.inspected import InspectJudge
from evaluation.judging.many import judge_many
from evaluation.judging.metered import MeteredJudge
from evaluation.judging.rating import rate
from evaluation.price import Price

pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated")  # in inspect's own retries

inspect_model = importlib.import_module("inspect_ai.model")


def output(text: str, **usage: int):
    made = inspect_model.ModelOutput.from_content("mockllm/model", text)
    # Without usage the mock model would count tokens, and load a vocabulary from the network.
    made.usage = inspect_model.ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110, **usage)
    return made


def mocked(*texts: str, **options):
    return InspectJudge("mockllm/model", custom_outputs=[output(text) for text in texts], **options)


def test_a_mock_model_rates(detective):
    with mocked("Well.", '{"reason": "Sex fits.", "score": 1}') as judge:
        rating = rate(judge, "A man.", detective, prompt="sagi_voice_detective")
    assert (rating.score, rating.attempts, rating.reason) == (1.0, 2, "Sex fits.")
    assert judge.name == "mockllm/model (temperature 0, 1024 tokens)"


def test_it_is_asked_from_threads_with_temperature_0():
    seen = []

    def answer(given, tools, choice, config):
        seen.append((given[-1].text, config.temperature, config.max_tokens))
        return output(f"Score: {len(given[-1].text) % 5}")

    with InspectJudge("mockllm/model", custom_outputs=answer, max_tokens=50) as judge:
        judged = judge_many({str(n): "x" * n for n in range(30)}, lambda text: judge.ask(text).text, workers=8)
    assert list(judged.results.values()) == [f"Score: {n % 5}" for n in range(30)]
    assert {each[1:] for each in seen} == {(0, 50)}


def test_cost_follows_from_the_price():
    with mocked("a", price=Price(input_usd=2.5, output_usd=10.0), max_tokens=100) as judge:
        metered = MeteredJudge(judge, cap_usd=1.0)
        reply = metered.ask("hello")
        assert reply.cost_usd == pytest.approx(100 * 2.5e-6 + 10 * 10e-6)
        assert judge.most_usd("hello") == pytest.approx((5 + 64) * 2.5e-6 + 100 * 10e-6)
    assert (metered.spending.input_tokens, metered.spending.output_tokens) == (100, 10)


def test_without_a_price_the_cost_is_unknown():
    with mocked("a") as judge:
        assert judge.ask("hello").cost_usd is None
        assert judge.most_usd("hello") is None


def test_tokens_that_a_provider_kept_are_counted():
    made = [output("a", input_tokens_cache_read=40, input_tokens_cache_write=2)]
    with InspectJudge("mockllm/model", custom_outputs=made) as judge:
        assert judge.ask("hello").input_tokens == 142


def test_a_model_that_breaks_off_is_told():
    with mocked() as judge, pytest.raises(JudgeError, match="ran out of values"):
        judge.ask("hello")


@pytest.mark.parametrize("name", ["nonsense/model", "nonsense"])
def test_an_unknown_model_is_told(name):
    with pytest.raises(JudgeError, match="as inspect names it"):
        InspectJudge(name)


def test_it_wants_its_with_block():
    judge = mocked("a")
    with pytest.raises(JudgeError, match="with"):
        judge.ask("hello")


def test_leaving_by_an_error_ends_the_calls_under_way():
    import anyio

    began = threading.Event()

    async def never(given, tools, choice, config):
        began.set()
        await anyio.sleep(60)

    ended = []

    def ask():
        try:
            judge.ask("hello")
        except JudgeError as error:
            ended.append(error)

    def interrupted(thread):
        with judge:
            thread.start()
            assert began.wait(10)
            raise KeyboardInterrupt

    started = time.monotonic()
    judge = InspectJudge("mockllm/model", custom_outputs=never)
    thread = threading.Thread(target=ask)
    with pytest.raises(KeyboardInterrupt):
        interrupted(thread)
    thread.join(5)
    assert len(ended) == 1
    assert time.monotonic() - started < 10


def test_without_inspect_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai.model", None)
    with pytest.raises(MissingLibraryError, match=r"soundprobe\[eval\]"):
        InspectJudge("mockllm/model")
