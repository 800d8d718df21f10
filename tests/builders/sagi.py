"""The tasks of SAGI: what each is built from, and how many items it must have."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from builders.engine.recipe import Recipe
from tests.corpora.trees.sounds import write_noise

# Items by label of the clean sets over corpora of full size; of open tasks, in all.
COUNTS = {
    "language-identification": dict.fromkeys(("German", "French", "English", "Spanish", "Italian"), 500),
    "speech-recognition": {"items": 2_791},
    "legal-terms": {"items": 108},
    "medical-terms": {"items": 248},
    "lyrics-transcription": {"items": 868},
    "ambient-noise-detection": {"yes": 824, "no": 824},
    "acoustic-scene": dict.fromkeys(
        (
            *("Babble", "CopyMachine", "Neighbor", "ShuttingDoor", "AirportAnnouncements"),
            *("Munching", "Typing", "AirConditioner", "VacuumCleaner"),
        ),
        300,
    ),
    "speaker-age": dict.fromkeys(("teens to twenties", "thirties to forties", "fifties to sixties"), 330),
    "speaker-gender": {"male": 1_410, "female": 1_410},
    "speech-emotion": dict.fromkeys(("neutral", "happy", "sad", "angry", "fearful", "disgust", "surprised"), 96),
    "cappella-emotion": dict.fromkeys(("neutral", "happy", "sad", "angry", "fearful"), 92),
    "emotional-intensity": {"former": 144, "latter": 144},
    "emotion-translation": {"items": 96},
    "singing-detection": {"yes": 1_012, "no": 1_012},
    "covid-risk": {"yes": 48, "no": 48},
    "cough-type": {"wet": 300, "dry": 300},
    "cough-origin": dict.fromkeys(("COVID-19", "healthy cough", "lower infection", "upper infection"), 198),
    "cough-severity": dict.fromkeys(("pseudocough", "mild", "severe"), 170),
    "spoken-english-coach": {"items": 1_009},
    "voice-detective": {"items": 2_134},
}
# The published counts, where the corpus can give them.
AS_RELEASED = {
    "acoustic-scene": dict(zip(COUNTS["acoustic-scene"], (310, 310, 310, 315, 305, 300, 310, 305, 310), strict=True)),
    "speech-recognition": {"items": 2_791},
    "speaker-gender": {"male": 1_410, "female": 1_410},
    "speech-emotion": {**dict.fromkeys(COUNTS["speech-emotion"], 192), "neutral": 96},
    "cappella-emotion": {**dict.fromkeys(COUNTS["cappella-emotion"], 184), "neutral": 92},
    "cough-type": {"wet": 300, "dry": 300},
    "cough-origin": {"COVID-19": 198, "healthy cough": 200, "lower infection": 200, "upper infection": 200},
    "cough-severity": {"pseudocough": 170, "mild": 170, "severe": 170},
}


def tree_of(corpus: str, size: str, folder: Path) -> Path:
    """Write the tree of a corpus: `small` or `full`."""
    root: Path = getattr(import_module(f"tests.corpora.trees.{corpus}"), size)(folder)
    return root


def spoken_tree(recipe: Recipe, folder: Path) -> Path:
    """Write what a synthesiser would say for a recipe: every line of its script, as noise of about its length."""
    lines = ["id|path|engine|voice|language|style|licence|text"]
    (folder / "clips").mkdir()
    for number, line in enumerate(recipe.script()):
        seconds = 1.0 + len(line.text) / (5 if line.language == "zh" else 15)
        write_noise(folder / f"clips/{line.key}.wav", seconds=seconds, sampling_rate=1_000, seed=number)
        lines.append(f"{line.key}|clips/{line.key}.wav|none|none|{line.language}|{line.style}|CC0-1.0|{line.text}")
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
