"""SAGI, level 4: what coughs tell a physician (App. B.4.18 to B.4.21 of the roadmap paper)."""

from __future__ import annotations

from builders.cough import BY_CORPUS_ORDER, ExpertLabel
from builders.engine.recipe import Recipe
from builders.selection import Selected
from recipes.catalogue.papers import SAGI_PAPER

_ORDER = "The order of the options in the question is balanced; the paper always names the same one first."
_RULE = (
    "As in the paper, the recordings come first on which at least three of four physicians agree, and then those that "
    "a single physician found good; those that two or three judged are not used. Within either pool the seed draws "
    "the order. The release takes them by uuid{}; as_released does."
)
_CONTRADICTED = (
    "Not used where a second physician, who did not judge the recording's quality, gives another answer; the paper and "
    "as_released do not ask for that."
)
_PERSONS = (
    "The release names no persons: a group is one recording, and one person may have sent several, under one label or "
    "under two."
)
_OPINION = (
    "A label is an opinion formed by ear, in most rows a single physician's, and no test result: in the release 8 of "
    "300 wet coughs and 2 of 198 of COVID-19 rest on four. How many do here stands under "
    '"How far this build is from the recipe".'
)
_PHYSICIANS = (
    "Physicians, who listened to the recordings for COUGHVID: up to four a recording, mostly one. How many are behind "
    "a label, and what each said, stands in `parameters`."
)
_NO_TEST = "Not a medical test. A score here says nothing about diagnosing people."
_DEVICES = "Everybody coughed into a device of their own, through a web page: devices and rooms are not matched."
_TYPES = (("wet", "wet"), ("dry", "dry"))
_ORIGINS = (
    ("COVID-19", "COVID-19"),
    ("healthy cough", "healthy_cough"),
    ("lower infection", "lower_infection"),
    ("upper infection", "upper_infection"),
)
_SEVERITIES = (("pseudocough", "pseudocough"), ("mild", "mild"), ("severe", "severe"))

_COVID_RISK = Recipe(
    name="covid-risk",
    suite="sagi",
    level=4,
    paper=SAGI_PAPER,
    title="COVID-19 Risk Detection",
    question=(
        "Please listen to the following cough sound and determine whether the person is at risk of having a COVID-19 "
        "infection. Respond with '{0}' or '{1}'."
    ),
    options=("yes", "no"),
    synonyms=(
        ("yes", ("at risk", "positive", "是", "是的", "有风险", "阳性")),
        ("no", ("negative", "not at risk", "no risk", "否", "不是", "没有风险", "无风险", "阴性")),
    ),
    construction=Selected(
        column="result",
        labels=(("yes", ("pos",)), ("no", ("neg",))),
        where=(("kind", ("segment",)),),
        alike=("sex",),
        min_duration_s=0.1,
    ),
    per_label=48,
    corpus="virufy",
    stand_in=None,
    caution=_NO_TEST,
    labelled_by=(
        "A hospital's PCR tests: a label is the result that the corpus states of the patient. Nobody judged the coughs."
    ),
    annotations_creators="found",
    shortcuts=(
        "There are 16 patients, 7 positive and 9 negative: who knows the patient knows the answer. In the full set a "
        "positive patient coughs 4 to 9 times and a negative one 2 to 11 times. Keep the groups together, and take "
        "a score for one about 16 people, not 96 coughs.",
        "Positive patients are 24 to 65 years old (median 50), negative ones 17 to 66 (median 43).",
    ),
    deviations=(
        _ORDER,
        "The paper has 56 coughs at risk and 64 not. These come from another segmentation of the same 16 recordings "
        "(`segment` of https://github.com/bagustris/virufy-data, cut by a program). The owner's own segments, cut by "
        "hand, are 48 of the 7 positive and 73 of the 9 negative patients. Here 48 of each are taken, from the "
        "negative patients in turn, and as many of men (37) and women (11) under either label.",
        "There is no as_released variant: the owner's segments cannot give 56.",
    ),
)

_COUGH_TYPE = Recipe(
    name="cough-type",
    suite="sagi",
    level=4,
    paper=SAGI_PAPER,
    title="Cough Type Classification",
    question=(
        "Please help me determine whether the cough in this audio segment is a {0} cough or a {1} cough. Please "
        "respond with '{0}' or '{1}'."
    ),
    options=("wet", "dry"),
    synonyms=(
        ("wet", ("productive", "phlegmy", "湿咳", "湿性咳嗽", "湿性")),
        ("dry", ("non-productive", "nonproductive", "unproductive", "干咳", "干性咳嗽", "干性")),
    ),
    construction=ExpertLabel(question="cough_type", labels=_TYPES),
    per_label=300,
    corpus="coughvid",
    stand_in=None,
    caution=_NO_TEST,
    labelled_by=_PHYSICIANS,
    annotations_creators="expert-generated",
    shortcuts=(_OPINION, _DEVICES, _PERSONS),
    inherent=(("spectrum", "mucus in the airways is what colours the sound of a wet cough"),),
    deviations=(
        _ORDER,
        _RULE.format(": its dry coughs have uuids up to 42..., its wet ones up to bd..."),
    ),
    as_released=ExpertLabel(question="cough_type", labels=_TYPES, order=BY_CORPUS_ORDER),
)

_COUGH_ORIGIN = Recipe(
    name="cough-origin",
    suite="sagi",
    level=4,
    paper=SAGI_PAPER,
    title="Cough Origin Diagnosis",
    question=(
        "Please help me determine the infection origin of the cough in the following audio segment. Choose from '{0}', "
        "'{1}', '{2}', or '{3}'."
    ),
    options=tuple(label for label, _ in _ORIGINS),
    synonyms=(
        ("COVID-19", ("COVID", "COVID19", "coronavirus", "新冠", "新冠肺炎")),
        ("healthy cough", ("healthy", "no infection", "健康")),
        (
            "lower infection",
            ("lower respiratory", "lower respiratory tract", "lower airway", "lower airways", "下呼吸道"),
        ),
        (
            "upper infection",
            ("upper respiratory", "upper respiratory tract", "upper airway", "upper airways", "上呼吸道"),
        ),
    ),
    construction=ExpertLabel(question="diagnosis", labels=_ORIGINS),
    per_label=198,
    corpus="coughvid",
    stand_in=None,
    caution=_NO_TEST,
    labelled_by=_PHYSICIANS,
    annotations_creators="expert-generated",
    shortcuts=(_OPINION, _DEVICES, _PERSONS),
    deviations=(
        _ORDER,
        _RULE.format(""),
        _CONTRADICTED,
        "198 of each, 792 in all: by the rule there are 198 coughs of COVID-19, 2 by four physicians and 196 by one. "
        "The paper has 198, 200, 200 and 200, and so has as_released.",
        "The release writes its options with underscores (healthy_cough); here they stand as the paper prints them. "
        "The corpus's fifth diagnosis, obstructive disease, is not asked for in either.",
    ),
    as_released=ExpertLabel(question="diagnosis", labels=_ORIGINS, contradicted=True, order=BY_CORPUS_ORDER),
    released_counts=tuple((label, 198 if label == "COVID-19" else 200) for label, _ in _ORIGINS),
)

_COUGH_SEVERITY = Recipe(
    name="cough-severity",
    suite="sagi",
    level=4,
    paper=SAGI_PAPER,
    title="Cough Severity Assessment",
    question=(
        "Please help me assess the severity of the cough in the audio segment. Choose from '{0}', '{1}', or '{2}'."
    ),
    options=tuple(label for label, _ in _SEVERITIES),
    synonyms=(
        ("pseudocough", ("pseudo cough", "pseudo-cough", "fake cough", "假咳", "伪咳")),
        ("mild", ("slight", "轻度", "轻微")),
        ("severe", ("serious", "重度", "严重")),
    ),
    construction=ExpertLabel(question="severity", labels=_SEVERITIES),
    per_label=170,
    corpus="coughvid",
    stand_in=None,
    caution=_NO_TEST,
    labelled_by=_PHYSICIANS,
    annotations_creators="expert-generated",
    shortcuts=(_OPINION, _DEVICES, _PERSONS),
    deviations=(
        _ORDER,
        _RULE.format(""),
        _CONTRADICTED,
        "170 of each, as in the paper.",
    ),
    as_released=ExpertLabel(question="severity", labels=_SEVERITIES, contradicted=True, order=BY_CORPUS_ORDER),
)

RECIPES = (_COVID_RISK, _COUGH_TYPE, _COUGH_ORIGIN, _COUGH_SEVERITY)
