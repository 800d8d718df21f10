"""Words before an option that deny it: "not", "I doubt that", "nothing suggests", "it fails to", 不."""

from __future__ import annotations

from evaluation.choosing.lexicon import words

REACH = 12  # tokens between a "not" and what it denies

_ALWAYS = frozenset(
    words(
        "not never neither nor none non without hardly lacks lack unlike excluding excludes exclude eliminate "
        "eliminates eliminating except unlikely nothing nobody anything absent absence devoid opposite insufficient "
        "doubtful skeptical sceptical deny denies denied dismiss dismisses reject rejects rejected contradict "
        "contradicts disprove disproves refute refutes avoid avoids refuse refuses refused prevent prevents prevented "
        "lying myth"
    )
)
_UNTRUE = frozenset(words("and or but so"))
_EVIDENCE = frozenset(words("in on from at evidence sign indication reason suggests indicates"))
_FAIL = frozenset({"to"})
_UNLESS_FOLLOWED = {
    "no": frozenset(words("it the i this that there he she they we is")),
    **dict.fromkeys(words("wrong incorrect false untrue inaccurate mistaken misleading"), _UNTRUE),
}
_IF_FOLLOWED = {
    **dict.fromkeys(words("silence little"), _EVIDENCE),
    **dict.fromkeys(words("fail fails failed failing"), _FAIL),
}
_UNLESS_PRECEDED = {
    "less": frozenset({"or"}),
    "few": frozenset({"a"}),
    **dict.fromkeys(words("doubt doubts"), frozenset(words("little beyond any"))),
}
_IF_PRECEDED = {
    "of": frozenset({"instead"}),
    "to": frozenset(words("opposed compared")),
    **dict.fromkeys(words("out from"), frozenset(words("rule ruled ruling rules far"))),
    "up": frozenset(words("gave give gives given")),
    "against": frozenset(words("evidence argues argue speaks speak points")),
}
_BESIDE = frozenset(words("stop stops stopped stopping cease ceases ceased quits barely #0"))
_HAN = {"不": "仅止只同过论错", "没": "", "非": "常", "未": "", "无": "论疑", "除": "", "排": "", "比": "如较"}
_HAN_PAIRS = frozenset(words("停止 怀疑 否认 难说 难以 停下"))


def denies(key: str, previous: str, following: str, *, steps: int) -> bool:
    """Tell whether a word denies the option that follows it in its clause.

    Parameters
    ----------
    key, previous, following : str
        The word, the one before it and the one after it.
    steps : int
        How many words stand between it and the option.
    """
    if key == "than":
        return not (steps and following.startswith("#"))  # "more than 70 % of it lies in ..."
    if key in _HAN:
        return following not in _HAN[key] and not (key == "排" and following != "除")
    return (
        key in _ALWAYS
        or key + following in _HAN_PAIRS
        or (key in _BESIDE and steps <= 1)
        or (key in _UNLESS_FOLLOWED and following not in _UNLESS_FOLLOWED[key])
        or (key in _UNLESS_PRECEDED and previous not in _UNLESS_PRECEDED[key])
        or following in _IF_FOLLOWED.get(key, ())
        or previous in _IF_PRECEDED.get(key, ())
    )
