"""Find a model by what `--model` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from evaluation.errors import ModelError
from evaluation.models.baselines import First, Random, Silent
from evaluation.models.callables import called
from evaluation.models.endpoint import Endpoint
from evaluation.models.protocol import Model
from evaluation.models.signal_baseline import SignalBaseline
from evaluation.price import Price
from verification.truth.registry import properties, property_named

_PLAIN: Mapping[str, Callable[[], Model]] = {"first": First, "random": Random, "silent": Silent}
BASELINES = ("signal", *_PLAIN)


def model_named(
    name: str,
    *,
    task: str = "",
    base_url: str | None = None,
    one_clip: bool = False,
    price: Price | None = None,
    is_open: bool = False,
    title: str = "",
) -> Model:
    """Give the model of a name: `baseline:NAME`, `openai:MODEL` or `module:function`.

    Parameters
    ----------
    name : str
        As `--model` takes it.
    task : str
        The property that the questions ask for, which `baseline:signal` measures.
    base_url, one_clip, price
        For an endpoint.
    is_open : bool
        Whether no question has options.
    title : str
        Of the set, if it is one of ours: then it is known whether a measurement answers it.

    Raises
    ------
    ModelError
        If there is no such model, or it can only name options and there are none.
    MissingLibraryError
        If it needs a library of the extra `eval`.
    SoundprobeError
        If there is no such task.
    """
    kind, _, rest = name.partition(":")
    if kind == "baseline":
        return _baseline(rest, task, is_open=is_open, title=title)
    if kind == "openai" and rest:
        return Endpoint(rest, base_url=base_url, one_clip=one_clip, price=price)
    if rest:
        return called(name)
    raise ModelError(
        where=f"--model {name}",
        found="no colon in it",
        wanted="baseline:NAME, openai:MODEL or module:function",
        remedy=f"take one of baseline:{', baseline:'.join(BASELINES)}, or name your own function",
    )


def _baseline(name: str, task: str, *, is_open: bool, title: str) -> Model:
    if is_open and name in BASELINES and name != "silent":
        raise ModelError(
            where=f"--model baseline:{name}",
            found="questions without options",
            wanted="options, of which this baseline names one",
            remedy="take baseline:silent, which says nothing, or a model of your own",
        )
    if name == "signal":
        if not task:
            raise _not_measured(title)
        return SignalBaseline(property_named(task))
    if name in _PLAIN:
        return _PLAIN[name]()
    near = get_close_matches(name, BASELINES, n=1, cutoff=0.4)
    raise ModelError(
        where=f"--model baseline:{name}",
        found="no such baseline",
        wanted=f"one of {', '.join(BASELINES)}",
        remedy=f"did you mean baseline:{near[0]}?" if near else "take one of these",
    )


def _not_measured(title: str) -> ModelError:
    where, known = "--model baseline:signal", ", ".join(properties())
    if title:
        return ModelError(
            where=where,
            found=f"{title!r}, which no measurement answers",
            wanted=f"a set that asks for what it knows: {known}",
            remedy="take baseline:first or baseline:random",
        )
    return ModelError(
        where=where,
        found="a set that asks for no property that is known here",
        wanted=f"one that can be measured: {known}",
        remedy="name it with --task if it is one of these; else take baseline:first or baseline:random",
    )
