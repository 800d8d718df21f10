"""SAGI, level 3: who speaks and how (App. B.4.9, B.4.11 to B.4.14 and B.4.17 of the roadmap paper)."""

from __future__ import annotations

from builders.engine.recipe import Recipe
from builders.selection import BY_CORPUS_ORDER, Selected
from recipes.catalogue.papers import SAGI_PAPER

_ORDER = "The order of the options in the question is balanced; the paper always names the same one first."
_AGES = "Please choose from the ['{0}', '{1}', '{2}'] options."
_AGE_QUESTIONS = (
    "In which age group do you think the speaker's voice belongs?",
    "What age category do you believe the speaker's voice fits into best?",
    "Which age bracket do you feel corresponds to the speaker's voice?",
    "How old do you think the speaker sounds, based on their voice?",
    "Which age range would you assign to the speaker's voice?",
    "What age range do you associate with the speaker's voice?",
    "Which age group do you think best describes the speaker's vocal characteristics?",
    "What do you believe is the age range of the speaker judging by their voice?",
)
_EMOTION_QUESTION = "What emotion does this audio clip convey? Please answer by single word select from "
_SUNG = ("neutral", "happy", "sad", "angry", "fearful")
_SPOKEN = (*_SUNG, "disgust", "surprised")
_EMOTION_WORDS = {
    "neutral": ("neutrality", "unemotional", "emotionless", "中性", "中立"),
    "happy": ("happiness", "joy", "joyful", "joyous", "cheerful", "delighted", "高兴", "快乐", "开心", "喜悦"),
    "sad": ("sadness", "sorrow", "sorrowful", "unhappy", "melancholy", "悲伤", "伤心", "难过"),
    "angry": ("anger", "furious", "rage", "愤怒", "生气"),
    "fearful": ("fear", "afraid", "scared", "frightened", "terrified", "恐惧", "害怕"),
    "disgust": ("disgusted", "revulsion", "厌恶", "恶心"),
    "surprised": ("surprise", "astonished", "astonishment", "amazed", "惊讶", "吃惊"),
}
_EFFORT = "a raised voice has more of its power in the higher harmonics, and a higher F0"
_PITCH = "F0 and the first harmonics are most of a voice's power, and lie higher in women"
_ASKED = (
    "The makers of RAVDESS: the label is the emotion for which the actor was asked. Whether listeners hear it, nobody "
    "was asked for this set."
)
_TAKES = ("actor", "statement", "repetition")


def _same(words: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Label by the words of the corpus itself."""
    return tuple((word, (word,)) for word in words)


def _emotion_words(emotions: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((emotion, _EMOTION_WORDS[emotion]) for emotion in emotions)


def _decade(word: str, digits: str, chinese: str) -> tuple[str, ...]:
    """Name a decade of life as people do."""
    return (word, digits, f"mid-{word}", f"mid-{digits}", f"{chinese}多岁", f"{chinese}几岁", f"{chinese}岁")


def _years(first: int, last: int) -> tuple[str, ...]:
    """Name each age in years from the first to the last, and where it begins a range."""
    ways = (
        "{} years",
        "{} year old",
        "aged {}",
        "age {}",
        "age of {}",
        "{}岁",
        "{} to",
        "between {} and",
        "{}到",
        "{}至",
    )
    return tuple(way.format(years) for years in range(first, last + 1) for way in ways)


_SPEAKER_AGE = Recipe(
    name="speaker-age",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Speaker’s Age Prediction",
    question=f"Which age range do you believe best matches the speaker's voice? {_AGES}",
    variations=tuple(f"{question} {_AGES}" for question in _AGE_QUESTIONS),
    options=("teens to twenties", "thirties to forties", "fifties to sixties"),
    synonyms=(
        (
            "teens to twenties",
            ("teens", "teenager", "teenage", "十几岁", *_decade("twenties", "20s", "二十"), *_years(13, 29)),
        ),
        (
            "thirties to forties",
            (
                "fourties",
                *_decade("thirties", "30s", "三十"),
                *_decade("forties", "40s", "四十"),
                *_years(30, 49),
            ),
        ),
        (
            "fifties to sixties",
            (*_decade("fifties", "50s", "五十"), *_decade("sixties", "60s", "六十"), *_years(50, 69)),
        ),
    ),
    construction=Selected(
        column="age_group",
        labels=(
            ("teens to twenties", ("teens", "twenties")),
            ("thirties to forties", ("thirties", "forties")),
            ("fifties to sixties", ("fifties", "sixties")),
        ),
        ages=(
            ("teens to twenties", (13.0, 29.0)),
            ("thirties to forties", (30.0, 49.0)),
            ("fifties to sixties", (50.0, 69.0)),
        ),
        where=(("language", ("en",)),),
        shares=("common_voice", "speech_accent_archive"),
        alike=("sex",),
        per_speaker=1,
    ),
    per_label=330,
    corpus="common_voice",
    also=("speech_accent_archive",),
    stand_in=None,
    labelled_by=(
        "The speakers themselves: volunteers of Common Voice state a decade of life, those of the Speech Accent "
        "Archive an age in years. Nobody judged the voices."
    ),
    annotations_creators="found",
    languages=("en",),
    shortcuts=("First languages, accents and equipment are not matched: what goes with age in a corpus may tell it.",),
    deviations=(
        _ORDER,
        "Each corpus gives the same number of clips to every label, 165 if both hold enough (the card says so if not), "
        "so the source tells nothing. In the release all 330 of the youngest are from Common Voice and 266 of the 330 "
        "oldest (81 %) from the Speech Accent Archive, whose speakers all read one passage: to tell a read passage "
        "from a sentence is to tell the age.",
        "There is no as_released variant: the release took the rows of AIR-Bench's own list of Common Voice clips, in "
        "its order (330 of its 653, 268 and 64), and filled up with 62 and 266 of the Speech Accent Archive; the list "
        "is no part of either corpus.",
        "Men and women are equally many under every label, as far as the corpora hold them; there is one clip of a "
        "speaker, and none of the archive's synthesised voices, which have no age.",
        "Ages of the archive are years: 13 to 29, 30 to 49 and 50 to 69. Common Voice states decades.",
        "The paper's eight other wordings, which name no options, are each followed by the sentence that does.",
    ),
)

_SPEAKER_GENDER = Recipe(
    name="speaker-gender",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Speaker’s Gender Recognition",
    question="Is the speaker in this audio segment {0} or {1}? Please answer with '{0}' or '{1}'.",
    options=("male", "female"),
    synonyms=(
        ("male", ("man", "men", "boy", "guy", "gentleman", "masculine", "男", "男性", "男声", "男人")),
        ("female", ("woman", "women", "girl", "lady", "feminine", "女", "女性", "女声", "女人")),
    ),
    construction=Selected(
        column="sex", labels=_same(("male", "female")), per_speaker=30, speakers_per_label=47, shared="text"
    ),
    per_label=1410,
    corpus="vctk",
    labelled_by="The corpus: the label is the sex that its list of speakers states. Nobody judged the voices.",
    annotations_creators="found",
    shortcuts=(
        "The option 'male' is a part of the word 'female': a reply must be read by whole words, as "
        "`soundprobe evaluate` does.",
    ),
    inherent=(
        *((f"band_{centre_hz}_hz_db", _PITCH) for centre_hz in (63, 125, 250, 500)),
        ("centroid_hz", _PITCH),
        ("tilt_db_per_octave", _PITCH),
        ("flatness_db", "harmonics of a high voice stand further apart, and less of the spectrum is filled"),
        ("crest_db", "at equal RMS the fewer pulses of a low voice are higher"),
        ("peak_dbfs", "at equal RMS the peak is higher by as much as the crest factor is"),
    ),
    deviations=(
        _ORDER,
        "The 47 women are drawn by the seed from those with 30 recordings, and of each speaker the 30 recordings come "
        "first whose text most speakers read, so that men and women say the same. The paper takes the first 30 "
        "recordings of the first 47 women; as_released does.",
        "The paper's sentence on how to answer is asked; the release leaves it out.",
        "Release 0.80 of the corpus does not state the sex of p280, so she is in no set made of it.",
    ),
    as_released=Selected(
        column="sex",
        labels=_same(("male", "female")),
        per_speaker=30,
        speakers_per_label=47,
        order=BY_CORPUS_ORDER,
    ),
)

_SPEECH_EMOTION = Recipe(
    name="speech-emotion",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Speech Emotion Recognition",
    question=f"{_EMOTION_QUESTION}['{{0}}', '{{1}}', '{{2}}', '{{3}}', '{{4}}', '{{5}}', '{{6}}'].",
    options=_SPOKEN,
    synonyms=_emotion_words(_SPOKEN),
    construction=Selected(
        column="emotion",
        labels=_same(_SPOKEN),
        where=(("channel", ("speech",)), ("intensity", ("normal",))),
        matched_by=_TAKES,
    ),
    per_label=96,
    corpus="ravdess",
    stand_in=None,
    labelled_by=_ASKED,
    annotations_creators="expert-generated",
    shortcuts=(
        "Emotions differ in pace and loudness: on two of the 24 actors the duration alone tells 36 % of the emotions, "
        "the level alone 27 %; chance is 14 %.",
    ),
    inherent=(("spectrum", _EFFORT),),
    deviations=(
        _ORDER,
        "96 clips of each emotion, all of normal intensity: every actor says every sentence as often in each emotion, "
        "and nothing tells neutral, of which RAVDESS has no strong recordings, from the others.",
        "as_released takes every recording but the calm ones: 192 of each emotion and 96 neutral ones, 1,248 in all. "
        "The paper says 200 and 100, 1,300 in all: its copy held Actor_06 twice. The corpus holds 192 and 96, and "
        "duplicates are refused.",
    ),
    as_released=Selected(column="emotion", labels=_same(_SPOKEN), where=(("channel", ("speech",)),)),
    released_counts=tuple((emotion, 96 if emotion == "neutral" else 192) for emotion in _SPOKEN),
)

_CAPPELLA_EMOTION = Recipe(
    name="cappella-emotion",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Cappella Emotion Recognition",
    question=f"{_EMOTION_QUESTION}['{{0}}', '{{1}}', '{{2}}', '{{3}}', '{{4}}'].",
    options=_SUNG,
    synonyms=_emotion_words(_SUNG),
    construction=Selected(
        column="emotion",
        labels=_same(_SUNG),
        where=(("channel", ("song",)), ("intensity", ("normal",))),
        matched_by=_TAKES,
    ),
    per_label=92,
    corpus="ravdess",
    stand_in=None,
    labelled_by=_ASKED,
    annotations_creators="expert-generated",
    shortcuts=("Emotions differ in pace and loudness, so that the duration or the level alone tells some of them.",),
    inherent=(("spectrum", _EFFORT),),
    deviations=(
        _ORDER,
        "Five options, as in the release: the paper prints the seven of speech, but RAVDESS has no songs of disgust or "
        "surprise.",
        "92 clips of each emotion, all of normal intensity: each of the 23 actors sings every sentence as often in one "
        "emotion as in another. as_released takes all songs but the calm ones: 184 of each emotion, 92 neutral, as the "
        "paper has them.",
    ),
    as_released=Selected(column="emotion", labels=_same(_SUNG), where=(("channel", ("song",)),)),
    released_counts=tuple((emotion, 92 if emotion == "neutral" else 184) for emotion in _SUNG),
)

_SINGING = Recipe(
    name="singing-detection",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Singing Detection",
    question="Is there singing in this audio clip? Please answer by {0} or {1}.",
    options=("yes", "no"),
    synonyms=(("yes", ("是", "是的", "有歌声")), ("no", ("否", "不是", "没有歌声"))),
    construction=Selected(
        column="channel",
        labels=(("yes", ("song",)), ("no", ("speech",))),
        matched_by=("actor", "emotion", "intensity", "statement", "repetition"),
    ),
    per_label=1012,
    corpus="ravdess",
    stand_in=None,
    labelled_by="The corpus: the label tells whether the actor was asked to sing or to speak.",
    annotations_creators="found",
    shortcuts=("A sentence takes longer to sing than to say: the duration of a clip tells much of the answer.",),
    inherent=(("spectrum", "notes are held, at an F0 that is mostly higher than that of speech"),),
    deviations=(
        _ORDER,
        "Every song stands against the same actor's speech of the same sentence, emotion, intensity and repetition: "
        "1,012 and 1,012, of 23 actors. The release's 1,012 rows of speech are 952 recordings, of which 60 stand there "
        "twice, of other actors and emotions than the songs.",
    ),
)

_AMBIENT_NOISE = Recipe(
    name="ambient-noise-detection",
    suite="sagi",
    level=3,
    paper=SAGI_PAPER,
    title="Ambient Sound Detection",
    question=(
        "Is there any ambient noise in this audio segment, in addition to the speaker's voice? "
        "Please answer with {0} or {1}."
    ),
    options=("yes", "no"),
    synonyms=(
        ("yes", ("noisy", "there is background noise", "some background noise", "是", "是的", "有噪音", "有噪声")),
        ("no", ("noiseless", "no background noise", "no noise", "否", "不是", "没有噪音", "没有噪声")),
    ),
    construction=Selected(
        column="condition", labels=(("yes", ("noisy",)), ("no", ("clean",))), matched_by=("utterance",)
    ),
    per_label=824,
    corpus="voicebank_demand",
    labelled_by="The corpus: it added the noise itself, and keeps clean and noisy clips apart.",
    annotations_creators="found",
    stand_in="demo_scenes",
    shortcuts=("A noisy clip takes more bytes as FLAC than the clean one: the size of the file tells them apart.",),
    inherent=(
        ("noise floor", "noise is what remains where the speaker is silent"),
        ("edges", "noise goes on before and after the sentence, where a clean clip is silent"),
        ("flatness_db", "noise fills the spectrum between the harmonics"),
        ("bandwidth", "noise reaches higher than the voice where the sentence is soft"),
    ),
    deviations=(_ORDER, "The release's paths name the folders, clean or noisy; here ids are opaque."),
)

RECIPES = (_AMBIENT_NOISE, _SPEAKER_AGE, _SPEAKER_GENDER, _SPEECH_EMOTION, _CAPPELLA_EMOTION, _SINGING)
