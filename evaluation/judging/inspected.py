"""Any model that inspect-ai can reach as a judge, asked from ordinary threads."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from evaluation.answer import Answer
from evaluation.errors import JudgeError, MissingLibraryError
from evaluation.judging.judge import unreached
from evaluation.price import Price

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from inspect_ai.model import Model, ModelOutput

_MAX_RETRIES = 5  # inspect's own, with growing waits; it would go on for ever
_TIMEOUT_S = 300  # of one call with all its retries


class InspectJudge:
    """A model of inspect-ai as a judge, at temperature 0 as both papers' suites want it.

    Calls come from any thread; one event loop, in a thread of its own, serves them all. It works inside a
    `with` block: leaving that by an error or Ctrl-C ends the calls that are under way.

    Parameters
    ----------
    model : str
        As inspect names it: `openai/gpt-4o`, `ollama/llama3.1`, `mockllm/model`.
    price : Price or None
        What its tokens cost; inspect ships no prices. Without one, cost is unknown and cannot be capped.
    max_tokens : int
        The longest reply, in tokens.
    model_args : mapping
        Passed to `inspect_ai.model.get_model`.

    Raises
    ------
    MissingLibraryError
        If inspect-ai is not installed.
    JudgeError
        If inspect knows no such model, or lacks its key or client.
    """

    def __init__(self, model: str, *, price: Price | None = None, max_tokens: int = 1024, **model_args: Any) -> None:
        place = f", at {model_args['base_url']}" if model_args.get("base_url") else ""
        self.name = f"{model} (temperature 0, {max_tokens} tokens{place})"
        self._max_tokens = max_tokens
        self._price = price
        self._model = _opened(model, model_args, max_tokens=max_tokens)
        from anyio.from_thread import start_blocking_portal

        self._portals = start_blocking_portal()
        self._portal: BlockingPortal | None = None

    def __enter__(self) -> Self:
        self._portal = self._portals.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._portals.__exit__(kind, error, trace)  # an error ends the calls under way, else they are waited for

    def ask(self, prompt: str) -> Answer:
        """Ask the model.

        Raises
        ------
        JudgeError
            If it cannot be reached, or outside the `with` block.
        """
        if self._portal is None:
            raise unreached(self.name, RuntimeError("asked outside its `with` block"))
        try:
            output = self._portal.call(self._model.generate, prompt)
        except Exception as error:  # providers raise their own kinds
            raise unreached(self.name, error) from error
        if output.error:
            raise unreached(self.name, RuntimeError(output.error))
        return self._reply(output)

    def most_usd(self, prompt: str) -> float | None:
        """Bound the cost by the bytes of the prompt and the longest reply."""
        return self._price.at_most(prompt, output_tokens=self._max_tokens) if self._price else None

    def _reply(self, output: ModelOutput) -> Answer:
        usage = output.usage
        if usage is None:
            return Answer(text=output.completion)
        read = usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
        cost = usage.total_cost
        if cost is None and self._price is not None:
            cost = self._price.of(input_tokens=read, output_tokens=usage.output_tokens)
        return Answer(text=output.completion, input_tokens=read, output_tokens=usage.output_tokens, cost_usd=cost)


def _opened(name: str, model_args: dict[str, Any], *, max_tokens: int) -> Model:
    try:
        from inspect_ai.model import GenerateConfig, get_model
    except ImportError as error:
        raise MissingLibraryError.of("inspect-ai", needed_for=f"judge {name}") from error
    config = GenerateConfig(temperature=0, max_tokens=max_tokens, max_retries=_MAX_RETRIES, timeout=_TIMEOUT_S)
    try:
        # Not memoised: a client belongs to the event loop that it first ran in.
        return get_model(name, config=config, memoize=False, **model_args)
    except Exception as error:  # inspect and its providers raise their own kinds
        raise JudgeError(
            where=f"judge {name}",
            found=" ".join(str(error).split())[:300],
            wanted="a model as inspect names it, such as openai/gpt-4o or ollama/llama3.1",
            remedy="correct the name, install its client, or set its key",
        ) from error
