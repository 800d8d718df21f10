"""Rates, channels and bandwidths: what is odd about a clip, next to the others of its set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from verification.findings import Ledger
from verification.listening.bandwidth import UPSAMPLED_SHARE
from verification.listening.clip import TWIN_CHANNELS
from verification.listening.clip_rules import channels_in_words
from verification.listening.facts import ClipFacts
from verification.listening.published import published_rate

NEARLY_ALL = 0.9
_FEWEST_FOR_ALL = 10  # clips: fewer that are all alike are told one by one
_WIDE_FROM_HZ = 16_000  # at these rates speech and noise reach above half of the band; below, a whole set may not


@dataclass(frozen=True, slots=True)
class _Form:
    """What many clips share, and is kept once."""

    sampling_rate: int
    channels: int
    declared: bool
    edge: str
    dead: str
    twins: str


class Forms:
    """Collects the form of each clip, and compares at the end.

    Parameters
    ----------
    ledger : Ledger
        Takes the findings.
    name : str
        Of the set.
    corpus : str
        The known corpus that the set is; empty if none.
    notes : list of str
        Takes what is worth saying but no fault.
    """

    def __init__(self, ledger: Ledger, *, name: str, corpus: str, notes: list[str]) -> None:
        self._ledger, self._name, self._corpus, self._notes = ledger, name, corpus, notes
        self._items: list[str] = []
        self._forms: list[_Form] = []
        self._known: dict[_Form, _Form] = {}

    def add(self, item: str, facts: ClipFacts, *, declared: bool) -> None:
        """Take a clip that was decoded; `declared` says whether it is what the set declares."""
        observed = (facts.faults.get(rule, "") for rule in ("audio.bandwidth", "audio.dead_channel", TWIN_CHANNELS))
        form = _Form(facts.sampling_rate, facts.channels, declared, *observed)
        self._items.append(item)
        self._forms.append(self._known.setdefault(form, form))

    def finish(self) -> None:
        """Compare, and tell what is odd."""
        if self._forms:
            self._check_rates()
            self._check_channels()
            wrong_rate = self._check_corpus()
            self._check_bandwidths(explained=wrong_rate)

    def _check_rates(self) -> None:
        usual_hz = self._usual([form.sampling_rate for form in self._forms], "sampling rates", "{:,} Hz")
        for item, form in self._clips() if usual_hz else ():
            # One that is not as declared has been told.
            self._ledger.expect(
                form.sampling_rate == usual_hz or not form.declared,
                "audio.odd_rate",
                item,
                found=f"{form.sampling_rate:,} Hz",
                wanted=f"{usual_hz:,} Hz, as nearly all clips have",
                severity="warning",
            )

    def _check_channels(self) -> None:
        usual = self._usual([form.channels for form in self._forms], "numbers of channels", "{}")
        for item, form in self._clips() if usual else ():
            self._ledger.expect(
                form.channels == usual or not form.declared,
                "audio.odd_channels",
                item,
                found=channels_in_words(form.channels)
                + "".join(f", {what}" for what in (form.dead, form.twins) if what),
                wanted=f"{channels_in_words(usual)}, as nearly all clips have",
                severity="warning",
            )
        several = [(item, form) for item, form in self._clips() if 1 < form.channels == (usual or form.channels)]
        dead_odd = 2 * sum(bool(form.dead) for _, form in several) < len(several)
        twins_odd = 2 * sum(bool(form.twins) for _, form in several) < len(several)
        for item, form in several:
            found = (form.dead if dead_odd else "") or (form.twins if twins_odd else "")
            wanted = "channels as most of the set's clips have them: they " + ("all sound" if form.dead else "differ")
            self._ledger.expect(not found, "audio.dead_channel", item, found=found, wanted=wanted, severity="warning")

    def _check_corpus(self) -> int:
        """Give the published rate if the corpus is not at it, else 0."""
        published_hz = published_rate(self._corpus) if self._corpus else None
        if not published_hz:
            return 0
        off = [form.sampling_rate for form in self._forms if form.sampling_rate != published_hz]
        holds = self._ledger.expect(
            2 * len(off) < len(self._forms),
            "audio.corpus_rate",
            self._name,
            found=f"{Counter(off).most_common(1)[0][0]:,} Hz in {len(off):,} of {len(self._forms):,} clips"
            if off
            else "",
            wanted=f"{published_hz:,} Hz, at which {self._corpus} is published",
        )
        return 0 if holds else published_hz

    def _check_bandwidths(self, *, explained: int) -> None:
        """Tell which clips were brought to their rate from a lower one; not again that of the corpus as a whole."""
        narrow = [form for form in self._forms if form.edge]
        wanted = f"sound above {UPSAMPLED_SHARE:.2f} of the Nyquist frequency, or a lower rate"
        if len(narrow) >= max(_FEWEST_FOR_ALL, NEARLY_ALL * len(self._forms)):
            wide = any(form.sampling_rate >= _WIDE_FROM_HZ for form in narrow)
            found = f"{narrow[0].edge} in {len(narrow):,} of {len(self._forms):,} clips"
            holds = not wide or bool(explained)
            self._ledger.expect(holds, "audio.bandwidth", self._name, found=found, wanted=wanted, severity="warning")
            return
        few = 2 * len(narrow) < len(self._forms)
        for item, form in self._clips():
            lower = bool(form.edge) and (few or form.sampling_rate >= _WIDE_FROM_HZ)
            holds = not lower or bool(explained)
            self._ledger.expect(holds, "audio.bandwidth", item, found=form.edge, wanted=wanted, severity="warning")

    def _clips(self) -> Iterator[tuple[str, _Form]]:
        return zip(self._items, self._forms, strict=True)

    def _usual(self, values: list[int], what: str, form: str) -> int:
        """Give what nearly all clips have; 0, with a note, if there is no such."""
        counts = Counter(values).most_common()
        if counts[0][1] >= NEARLY_ALL * len(values):
            return counts[0][0]
        told = ", ".join(f"{form.format(value)} ({count:,} clips)" for value, count in counts[:4])
        self._notes.append(f"The clips have several {what}: {told}{', ...' if len(counts) > 4 else ''}.")
        return 0
