"""docs/audit.md names every rule, every task and every front end that there is."""

import re
from pathlib import Path

import pytest

from verification.pages.rule_titles import TITLES
from verification.survival.registry import treatments
from verification.truth.registry import properties

PAGE = (Path(__file__).parents[2] / "docs/audit.md").read_text(encoding="utf-8")
# Families of rules that hold our own releases to their record; `soundprobe check` has them.
OF_RELEASES = {"audio.rate", "audio.channels", "audio.encoding", "audio.length", "audio.metadata", "audio.duplicate"}
INTERNAL = {"audio.clipped_once"}


def test_every_rule_stands_in_the_table_with_what_it_says():
    listed = dict(re.findall(r"^\| `([a-z]+\.[a-z_]+)` \| (.+?) \|", PAGE, flags=re.MULTILINE))
    assert listed == {rule: title for rule, title in TITLES.items() if rule not in OF_RELEASES | INTERNAL}


@pytest.mark.parametrize("task", properties())
def test_every_task_is_told_of(task):
    assert f"`{task}`" in PAGE


def test_every_front_end_stands_in_its_table_in_the_order_of_the_results():
    table = PAGE.partition("## What a front end leaves")[2].partition("## ")[0]
    assert re.findall(r"^\| `([a-z0-9-]+)` \| .+ \|", table, flags=re.MULTILINE) == list(treatments())
