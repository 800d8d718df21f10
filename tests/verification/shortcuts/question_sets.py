"""Question sets whose features, labels and names are drawn, without audio."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from verification.findings import Ledger
from verification.listening.facts import FEATURES, ClipFacts
from verification.opening.entry import AudioRef, Entry
from verification.shortcuts.cheating import Shortcuts

WORDINGS = (
    "Is the level of this recording rising or falling?",
    "Which way does the loudness go?",
    "How does the volume change over time?",
)
COMMON, SPREAD = 4, 3.0


def correlated(rng, rows, shared=COMMON):
    """Features that hang together, as those of real clips do, with a standard deviation of about 3 (dB)."""
    mixing = np.random.default_rng(99).normal(size=(shared, len(FEATURES))) / np.sqrt(2 * shared)
    values = rng.normal(size=(rows, shared)) @ mixing + rng.normal(size=(rows, len(FEATURES))) / np.sqrt(2)
    return SPREAD * values - 26.0


@dataclass
class QuestionSet:
    labels: np.ndarray
    features: np.ndarray
    names: tuple[str, ...] = ("falling", "rising")
    columns: dict = field(default_factory=dict)  # Entry fields, one value a row

    def rows(self):
        rng = np.random.default_rng(7)
        for number, label in enumerate(self.labels):
            name = f"{rng.integers(1 << 62):016x}"
            entry = Entry(
                number=number,
                split="test",
                id=name,
                audio=(AudioRef(name=f"audio/{name}.flac"),),
                question=WORDINGS[int(rng.integers(3))],
                options=tuple(rng.permutation(self.names).tolist()),
                label=self.names[label],
                source="demo",
            )
            entry = replace(entry, **{key: values[number] for key, values in self.columns.items()})
            yield entry, facts_of(self.features[number], name)


def facts_of(features, name):
    return ClipFacts(name=name, faults={}, heard=True, pcm_sha256=name, features=features.astype(np.float32))


def drawn(*, rows=120, labels=2, seed=0, **columns):
    rng = np.random.default_rng(seed)
    names = ("falling", "rising") if labels == 2 else tuple(f"kind {number}" for number in range(labels))
    return QuestionSet(rng.permutation(np.arange(rows) % labels), correlated(rng, rows), names, columns)


def paired(*, pairs=60, seed=0, within=0.5):
    """Minimal pairs, in shuffled order inside the pair: the second clip is nearly the first."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([rng.permutation(2) for _ in range(pairs)])
    features = np.repeat(correlated(rng, pairs), 2, axis=0) + within * (correlated(rng, 2 * pairs) + 26.0)
    return QuestionSet(labels, features, columns={"group": [f"pair {row // 2}" for row in range(2 * pairs)]})


def cheat(rows, *, inherent=None, seed=0):
    """Give scores by family, the rules found, and the notes."""
    shortcuts, ledger = Shortcuts(name="the set", inherent=inherent or {}, seed=seed), Ledger()
    for entry, facts in rows:
        shortcuts.add(entry, facts)
    scores = {score.family: score for score in shortcuts.finish(ledger)}
    return scores, ledger, shortcuts.notes


def rules(ledger):
    return {finding.rule for finding in ledger.findings}


def column(name):
    return FEATURES.index(name)
