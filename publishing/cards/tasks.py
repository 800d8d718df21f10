"""What kind of task a dataset holds, and by what its replies are scored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from publishing.cards.markdown import code, fenced

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe

# Measures of transcripts, among SAGI's and those of Dynamic-SUPERB's tables.
_OF_TRANSCRIPTS = re.compile(r"sagi-(?:wer|cer|terms).*|[wcpm]er", re.IGNORECASE)
_RATING = "rating:"
_CHOICE = (
    "By strict choice: a reply is right if it names the right option and no other. One that names none is N/A, which "
    "is not right either. Chance is {chance:.1f} %."
)
_MEASURES = {
    "sagi-wer": (
        "By `sagi-wer`: how many words of a transcript are wrong, after Whisper's normaliser for English (lower is "
        "better), and how many replies are transcripts at all."
    ),
    "sagi-cer": (
        "By `sagi-cer`: how many characters of a transcript are wrong, after Whisper's normaliser (lower is better), "
        "and how many replies are transcripts at all."
    ),
    "sagi-terms": "By `sagi-terms`: in what share of the replies the Chinese term stands, as it is written here.",
    "sagi-terms-en": "By `sagi-terms-en`: in what share of the replies the term stands, as whole words.",
}


def task_categories(recipe: Recipe) -> list[str]:
    """Give the tasks of the Hub's list (https://huggingface.co/tasks) that a recipe's is one of."""
    if not recipe.is_open:
        return ["audio-classification"]
    if _OF_TRANSCRIPTS.fullmatch(recipe.measure):
        return ["automatic-speech-recognition"]
    return [*(["translation"] if recipe.answer_language else []), "audio-text-to-text"]


def scoring(recipe: Recipe) -> str:
    """Write the section that says how replies are scored, and by which commands."""
    judged = " --judge JUDGE" if recipe.measure.startswith(_RATING) else ""
    commands = (
        f"soundprobe evaluate run path/to/{recipe.name} --model MODEL --out replies.jsonl\n"
        f"soundprobe evaluate score path/to/{recipe.name} replies.jsonl{judged}"
    )
    return "\n\n".join(
        ["## Scoring", f"{_said(recipe)} Intervals are of 95 %, by `group`.", fenced(commands, language="bash")]
    )


def _said(recipe: Recipe) -> str:
    if not recipe.is_open:
        return _CHOICE.format(chance=100.0 / len(recipe.options))
    if recipe.measure.startswith(_RATING):
        return (
            f"By {code(recipe.measure)}: a judge, a model that `--judge` names, compares each reply with the answer "
            "and gives it 0 to 4 points by the paper's prompt."
        )
    return _MEASURES.get(recipe.measure, f"By {code(recipe.measure)}.")
