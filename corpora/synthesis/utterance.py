"""A line that a synthesiser is to say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Utterance:
    """One line of a script.

    Parameters
    ----------
    key : str
        Unique in a script: the recording's id.
    text : str
        What is said.
    language : str
        ISO 639-1, such as `zh`.
    voice : str
        As the engine names it; empty for its choice for the language.
    style : str
        An emotion or a manner, such as `angry`; empty for none.
    """

    key: str
    text: str
    language: str = "en"
    voice: str = ""
    style: str = ""
