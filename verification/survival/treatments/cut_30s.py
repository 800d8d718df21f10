"""The window of 30 s that most models listen through."""

from __future__ import annotations

from verification.survival.cut import Cut


class Cut30(Cut):
    """The first 30 s, as Whisper's front end and most that are built on it take."""

    name = "cut-30s"
    title = "cutting at 30 s"
    order = 90
    kept_s = 30.0


TREATMENT = Cut30()
