"""The card of a set of phoneme probes."""

from __future__ import annotations

from collections import Counter

from builders.phonemes.planning import Planned
from manifests.licences import hub_licence
from manifests.printable import printable

_CARD = """\
# Phoneme probes

{rows:,} questions of text: given the phonemes of a sentence, what sentence is it? They ask whether a language model
knows what is heard when it is spelled out, and need no audio.

| level | items | the phonemes are given |
|---|---|---|
{table}

- {sentences:,} sentences, from {sources}.
- Phonemes in ARPABET as {spellers} has them; of several pronunciations in a dictionary the first.
{left_out}- The answer is the words in lower case without punctuation. Words that sound alike (four, for) are told
  apart by sense alone, so even a perfect reader may miss a few: score by word error rate. Sentences with the same
  phonemes are not in the set.
- Rows of one sentence share their `group`.
- The questions are those of Table 7 of the SAGI paper. Its one example, “four five six seven eight nine”, lacks
  the phonemes of the last word there; here it has them, and its phonemes come from the same dictionary as the
  question's if that has the words. The item that is this sentence gets another example.
"""
_HOW = {
    "sequence": "as one sequence, `M AA0 R K IH0 Z`",
    "token": "word by word, `[M AA0 R K] [IH0 Z]`",
    "token-one-shot": "word by word, after one solved example",
}


def card(planned: Planned, *, parquet: str) -> str:
    """Write the card: a header that tells the Hub and `datasets` what is here, and what a reader must know.

    Parameters
    ----------
    planned : Planned
        The rows.
    parquet : str
        Where they are, relative to the card.
    """
    import yaml

    counts = Counter(str(row["parameters"]["level"]) for row in planned.rows)
    asked = [level for level in _HOW if counts[level]]
    uses = {(each["corpus"], each["licence"]) for row in planned.rows for each in row["source"]}
    header = {
        "pretty_name": "Phoneme probes",
        **hub_licence(licence or "unknown" for _, licence in uses),
        "language": ["en"],
        "task_categories": ["text-generation"],
        "tags": ["probing", "benchmark", "soundprobe", "phonemes"],
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": parquet}]}],
    }
    spellers = sorted({str(row["parameters"]["dictionary"]) for row in planned.rows})
    sources = sorted(f"{name} ({licence or 'licence not known'})" for name, licence in uses)
    notice = planned.notice()
    text = _CARD.format(
        rows=len(planned.rows),
        table="\n".join(f"| {level} | {counts[level]:,} | {_HOW[level]} |" for level in asked),
        sentences=planned.sentences,
        sources=printable(", ".join(sources)),
        spellers=printable(", ".join(spellers)),
        left_out=f"- {printable(notice[0].upper() + notice[1:])}.\n" if notice else "",
    )
    return f"---\n{yaml.safe_dump(header, sort_keys=False, allow_unicode=True)}---\n\n{text}"
