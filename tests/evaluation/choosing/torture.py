"""The torture set: replies as models write them, each with the verdict that a person gave it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evaluation.asked import Question

FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    set: str
    kind: str
    reply: str
    label: str
    verdict: str
    chosen: str
    by_place: bool = False  # it answers by letter or place, or repeats the list in its order

    def question(self, *, label: str = "", options: tuple[str, ...] = ()) -> Question:
        asked = option_sets()[self.set]
        return Question(
            id=f"{self.set}/{self.reply}",
            text=asked["text"],
            options=options or tuple(asked["options"]),
            label=label or self.label,
            synonyms={option: tuple(names) for option, names in asked.get("synonyms", {}).items()},
        )


@cache
def option_sets() -> dict[str, Any]:
    return json.loads((FOLDER / "option_sets.json").read_text(encoding="utf-8"))


@cache
def rows() -> tuple[Row, ...]:
    lines = (FOLDER / "torture.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Row(**json.loads(line)) for line in lines)
