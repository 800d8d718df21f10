"""A script as a corpus: spoken by an engine, and laid into a folder of the cache."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from corpora.synthesis.engines.protocol import Synthesizer
from corpora.synthesis.kept import TreeWriter, kept_tree
from corpora.synthesis.listing import LANGUAGE, LICENCE, ListedClip, listing_of
from corpora.synthesis.metadata import METADATA
from corpora.synthesis.utterance import Utterance
from corpora.synthesis.voicing import ROOM, voiced
from manifests.digest import opaque_id
from manifests.errors import CorpusError

_FORM = 1  # of the folder
_UNLISTABLE = re.compile(r"[|\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # a bar, a control, a lone surrogate
_KEY = re.compile(r"[\w-][\w .-]*(/[\w-][\w .-]*)*")


def synthesised_tree(script: Sequence[Utterance], *, engine: Synthesizer, workers: int = 1) -> Path:
    """Give the folder in which a script lies spoken; speak what of it was never spoken.

    Parameters
    ----------
    script : sequence of Utterance
        What to say; each key once.
    engine : Synthesizer
        Who says it.
    workers : int
        How many utterances to ask for at a time.

    Returns
    -------
    pathlib.Path
        With metadata.csv and a clip for each key, in the order of the script. The same script and engine give the
        same folder. An utterance is spoken once for its text, language, style, voice and engine, whatever its key.

    Raises
    ------
    CorpusError
        If the script cannot be spoken by this engine, the engine fails, or what it says is nothing or over 30 s.
    OutputError
        If the cache folder cannot be written.
    """
    _require_usable(script, engine)
    listed = [_listed(utterance, engine) for utterance in script]
    listing = listing_of(listed)
    version = opaque_id(_FORM, [asdict(utterance) for utterance in script], listing)

    def write(writer: TreeWriter) -> None:
        for clip, spoken in zip(listed, voiced(script, engine=engine, workers=workers), strict=True):
            writer.add(clip.path, spoken.read_bytes())
        writer.add(METADATA, listing.encode())

    return kept_tree("synthesised", version=version, write=write, title="synthetic speech", room=ROOM)


def _listed(utterance: Utterance, engine: Synthesizer) -> ListedClip:
    return ListedClip(
        id=utterance.key,
        path=f"clips/{opaque_id(utterance.key)}.wav",
        engine=engine.name,
        voice=engine.voice_of(utterance),
        language=utterance.language,
        style=utterance.style,
        licence=engine.licence,
        text=utterance.text,
    )


def _require_usable(script: Sequence[Utterance], engine: Synthesizer) -> None:
    """Refuse what could not be spoken or not be listed, before anything is spoken."""
    if not script:
        raise _unusable("the script", "no utterances", "one at least", "see why there are none")
    if not LICENCE.fullmatch(engine.licence):
        wanted = "an SPDX identifier, as CC0-1.0, or LicenseRef-..."
        raise _unusable(engine.name, f"the licence {engine.licence!r}", wanted, "give its licence")
    seen: set[str] = set()
    for utterance in script:
        where = f"utterance {utterance.key!r}"
        if not _KEY.fullmatch(utterance.key):
            raise _unusable(where, "a key that is no name", "letters, digits, - _ . and /, as legal/robbery-1")
        if utterance.key in seen:
            raise _unusable(where, "its key twice", "each key once in a script")
        seen.add(utterance.key)
        for name, value in asdict(utterance).items():
            if _UNLISTABLE.search(value):
                raise _unusable(where, f"the {name} {value!r}", "one line, without |")
        if not any(map(str.isalnum, utterance.text)):
            raise _unusable(where, f"the text {utterance.text!r}", "something to say")
        if not LANGUAGE.fullmatch(utterance.language):
            raise _unusable(where, f"the language {utterance.language!r}", "a code of ISO 639, as en, zh or en-GB")
        if utterance.style and not engine.styles:
            remedy = "choose an engine that follows instructions, with --engine openai:...&styles=1"
            wanted = f"a neutral utterance: {engine.name} cannot follow a style"
            raise _unusable(where, f"the style {utterance.style!r}", wanted, remedy)


def _unusable(where: str, found: str, wanted: str, remedy: str = "correct the script") -> CorpusError:
    return CorpusError(where=where, found=found, wanted=wanted, remedy=remedy)
