"""SAGI, level 3, the tasks that are made of recordings: scenes, emotional intensity, emotion translation.

App. B.4.10, B.4.15 and B.4.16 of the roadmap paper.
"""

from __future__ import annotations

from importlib.resources import files

from builders.engine.recipe import Recipe
from builders.intensity import StrongerHalf
from builders.scene import SceneMix
from builders.translation import EmotionTranslation, read_references
from recipes.catalogue.papers import SAGI_PAPER

# The label as the paper prints it, and the names that the corpus's files begin with.
_SCENES = (
    ("Babble", ("Babble",)),
    ("CopyMachine", ("CopyMachine",)),
    ("Neighbor", ("Neighbor",)),
    ("ShuttingDoor", ("ShuttingDoor",)),
    ("AirportAnnouncements", ("AirportAnnouncements",)),
    ("Munching", ("Munching",)),
    ("Typing", ("Typing",)),
    ("AirConditioner", ("AirConditioner",)),
    ("VacuumCleaner", ("VacuumCleaner",)),
)
_CHOICES = "['{0}', '{1}', '{2}', '{3}', '{4}', '{5}', '{6}', '{7}', '{8}']"
# App. D.2; the paper does not say how the options followed.
_SCENE_VARIATIONS = (
    "How would you detect the background sound in this audio clip?",
    "What kind of ambient noise can be heard in this segment?",
    "Can you describe the environmental sounds present in this audio?",
    "What background audio elements are featured in this segment?",
    "What atmosphere is created by the sounds in this audio segment?",
    "Can you identify the ambient sound in this clip?",
    "What noises are occurring in the background of this audio?",
    "What type of surrounding sound is present in this recording?",
)
_TALK = ("talking", "speaking", "chatting")


def _doing(*who: str, doing: tuple[str, ...]) -> tuple[str, ...]:
    """Name what is heard by who does it."""
    return tuple(f"{each} {verb}" for each in who for verb in doing)


_REFERENCES = read_references(files("recipes").joinpath("data/sagi_emotion_translation.tsv"))

RECIPES = (
    Recipe(
        name="acoustic-scene",
        suite="sagi",
        level=3,
        paper=SAGI_PAPER,
        title="Acoustic Scene Classification",
        question=f"What is the ambient noise of this audio segment? Please choose from the {_CHOICES} options?",
        options=tuple(label for label, _ in _SCENES),
        synonyms=(
            ("Babble", ("babble noise", "babbling", *_doing("people", "crowd", doing=_TALK), "chatter", "嘈杂人声")),
            ("CopyMachine", ("copy machine", "copier", "photocopier", "copying machine", "复印机")),
            ("Neighbor", ("neighbors", "neighbour", "neighbours", "neighbor speaking", "邻居")),
            (
                "ShuttingDoor",
                (
                    *("shutting door", "closing door", "slamming door", "door slam", "关门"),
                    *_doing("door", doing=("shutting", "shut", "shuts", "closing", "closed", "closes")),
                    *_doing(
                        "door",
                        doing=("slamming", "slams", "slammed", "being closed", "is being shut", "is being closed"),
                    ),
                ),
            ),
            (
                "AirportAnnouncements",
                (
                    *("airport", "announcement", "announcements", "airport announcement", "airport announcements"),
                    *("AirportAnnouncement", "机场广播"),
                ),
            ),
            ("Munching", ("munch", "chewing", "eating", "crunching", "咀嚼声", "咀嚼")),
            ("Typing", ("keyboard", "keyboard typing", "typing on a keyboard", "打字声", "打字", "键盘")),
            (
                "AirConditioner",
                ("air conditioner", "air-conditioner", "air conditioning", "A/C unit", "AC unit", "空调"),
            ),
            ("VacuumCleaner", ("vacuum cleaner", "vacuum", "vacuuming", "吸尘器")),
        ),
        construction=SceneMix(scenes=_SCENES),
        per_label=300,
        corpus="ms_snsd",
        labelled_by="The corpus: the label is the kind by which it names the noise. Ratio and level are measured.",
        annotations_creators="found",
        stand_in="demo_scenes",
        shortcuts=(
            "In noise_test the vacuum cleaner is one recording, copy machine and typing are two each, the others four "
            "to ten: a model can know these by heart.",
        ),
        variations=tuple(f"{asked} Please choose from the {_CHOICES} options." for asked in _SCENE_VARIATIONS),
        inherent=(
            ("spectrum", "the spectrum of a noise is what tells its kind"),
            ("crest_db", "a noise of impacts has higher peaks than one that stays"),
        ),
        as_released=SceneMix(scenes=_SCENES),
        released_counts=tuple(
            zip((label for label, _ in _SCENES), (310, 310, 310, 315, 305, 300, 310, 305, 310), strict=True)
        ),
        deviations=(
            "The paper's text says 6,105 clips and its Table 10 adds up to 2,775 (300 to 315 a kind); here 300 of "
            "each, 60 at each of five ratios. As released: Table 10's counts, mixed by the same rule.",
            "MS-SNSD's mixer may splice noises of several kinds into one clip, and its file names carry the ratio. "
            "Here a clip has one noise, from a random place in it, and every speech is heard in all nine at one ratio.",
            "Noises are those of noise_test, as in the paper; speech is that of clean_train, as MS-SNSD's mixer takes "
            "it, and of clean_test where that is all there is.",
            "Ratios are 0, 5, 10, 15 and 20 dB by the powers of speech and noise over the whole clip of 10 s; every "
            "mix has a level of -26 dBFS. Noises that are silent are not used.",
        ),
    ),
    Recipe(
        name="emotional-intensity",
        suite="sagi",
        level=3,
        paper=SAGI_PAPER,
        title="Emotional Intensity Perception",
        question=(
            "In this audio segment, a sentence is repeated twice. Is the emotion in the '{0}' stronger or the '{1}' "
            "stronger? Please answer with '{0}' or '{1}'."
        ),
        options=("former", "latter"),
        synonyms=(
            (
                "former",
                ("first", "first one", "first half", "first sentence", "former half", "前者", "前一句", "第一句"),
            ),
            (
                "latter",
                ("second", "second one", "second half", "second sentence", "latter half", "后者", "后一句", "第二句"),
            ),
        ),
        construction=StrongerHalf(),
        per_label=144,
        corpus="ravdess",
        stand_in=None,
        labelled_by=(
            "The makers of RAVDESS: the label tells in which half the actor was asked for a strong intensity. Whether "
            "listeners hear it, nobody was asked for this set."
        ),
        annotations_creators="expert-generated",
        shortcuts=(
            "An emotion that is acted strongly is louder: in the pairs of RAVDESS's first two actors the louder half "
            "is the stronger one 24 times of 24. The check says how often it is in a build.",
        ),
        deviations=(
            "The paper says 143 and 143, the release holds 300 rows (150 and 150) of which 12 are exact duplicates: "
            "actor 06 stands in it twice. RAVDESS holds 288 pairs for angry, fearful and disgust; all of them are "
            "taken, 144 and 144.",
            "In the release the strong half's place follows from the order of a folder listing (disgust 41 former and "
            "55 latter, angry 55 and 41). Here it is balanced within every actor, emotion and sentence.",
            "The release joins the two recordings directly; here there is silence of 0.5 s between them.",
        ),
    ),
    Recipe(
        name="emotion-translation",
        suite="sagi",
        level=3,
        paper=SAGI_PAPER,
        title="Emotion Translation",
        question=(
            "Please translate the following sentence into the most appropriate Chinese, based on the emotion and "
            "content of this audio segment."
        ),
        options=(),
        measure="rating:sagi_emotion_translation",
        construction=EmotionTranslation(references=_REFERENCES),
        per_label=len(_REFERENCES),
        corpus="synthesised",
        stand_in=None,
        labelled_by=(
            "The makers of soundprobe wrote the translations; no translator has reviewed them. Another translation may "
            "be as good, so that a judge gives points."
        ),
        languages=("en",),
        answer_language="zh",
        deviations=(
            "The paper lets CosyVoice imitate RAVDESS's acted emotions, and its Table 10 counts 325 items (its text "
            "has a placeholder, xxx); its sentences and references are not printed. Here there are "
            f"{len(_REFERENCES)}: 32 sentences, each said angrily, sadly and with surprise, with references of our "
            "own. `--references FILE` takes others.",
            "In the release a sentence stands under several ids with different references, and the emotion is in the "
            "path. Here each sentence has each emotion once, and ids are opaque.",
            "Nobody has listened to what an engine makes of an emotion: screen it, and name what was rejected with "
            "`--screened FILE`.",
        ),
    ),
)
