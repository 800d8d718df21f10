"""Where the papers' tables spell one thing in several ways: declared here, put right on reading, never in the data."""

from __future__ import annotations

# Tables 5 and 6 spell the N/A row of this task right and its F1 row wrong; without this they are two tasks.
_TASKS = {
    "Domestic Environment Sound EventDetection (DESED-PublicEval)": (
        "Domestic Environment Sound Event Detection (DESED-PublicEval)"
    ),
}
# Table 2's and the text's names of models, as Tables 5 to 8 have them.
_MODELS = {"SALMONN-7B": "SALMONN 7B", "SALMONN-13B": "SALMONN 13B", "Mu-LLaMA": "MU-LLaMA"}
# Where the SAGI paper's Tables 3, 10 and 12 differ from its Table 2, whose titles the catalogue has.
_SAGI = {
    "Ambient Noise Detection": "Ambient Sound Detection",
    "Emotion Intensity Perception": "Emotional Intensity Perception",
    "Speaker’s Age": "Speaker’s Age Prediction",
    "Speaker’s Gender": "Speaker’s Gender Recognition",
}


def sagi_title(printed: str) -> str:
    """Give a SAGI task the title that the catalogue has."""
    return _SAGI.get(printed, printed)


def task_name(printed: str) -> str:
    """Give a task of Tables 5 and 6 the one name that it goes by here."""
    return _TASKS.get(printed, printed)


def model_name(printed: str) -> str:
    """Give a model the name of Tables 5 to 8."""
    return _MODELS.get(printed, printed)
