"""What stands at the top of a card: what must not be done with the clips, and what a score does not say."""

from __future__ import annotations

from collections.abc import Iterable

from publishing.cards.markdown import inline
from publishing.licensing.ledger import Terms


def cautions_text(terms: Terms, cautions: Iterable[str], *, with_audio: bool = True) -> str:
    """Write them, one block each; nothing if there are none.

    Parameters
    ----------
    terms : Terms
        The combination of the sources' terms.
    cautions : iterable of str
        What recipes want to be read first.
    with_audio : bool
        Whether there are clips that could be passed on.
    """
    told = [f"> **Do not pass these clips on.** {inline('; '.join(terms.refusals))}."] if terms.refusals else []
    first = [_emphasised(caution) for caution in dict.fromkeys(cautions) if caution]
    return "\n\n".join([*(told if with_audio else []), *first])


def _emphasised(caution: str) -> str:
    """Set the first sentence in bold."""
    sentence, stop, rest = caution.partition(". ")
    return f"> **{inline(sentence + stop.strip())}** {inline(rest)}".rstrip()
