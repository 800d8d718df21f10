"""What each rule of an audit says when it is broken, in words."""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "audio.missing": "The audio file does not exist",
    "audio.decodes": "The audio cannot be decoded",
    "audio.empty": "The clip holds no audio",
    "audio.truncated": "The header promises more audio than there is",
    "audio.nonfinite": "The clip holds NaN or infinity",
    "audio.silent": "The clip is silent",
    "audio.clipped": "The clip is clipped",
    "audio.too_long": "The clip is longer than 30 s",
    "audio.declared": "The audio is not what the set declares",
    "audio.odd_rate": "The sampling rate differs from the rest of the set",
    "audio.odd_channels": "The number of channels differs from the rest of the set",
    "audio.bandwidth": "The clip was upsampled: it holds less than its rate promises",
    "audio.corpus_rate": "The corpus is published at another sampling rate",
    "audio.dead_channel": "A channel is silent or a copy of another",
    "audio.clipped_once": "A single run of samples stands at full scale",
    "audio.rate": "The sampling rate is not the one that releases have",
    "audio.channels": "The number of channels is not the one that was promised",
    "audio.encoding": "The encoding is not the one that releases have",
    "audio.length": "The clip is not as long as was recorded",
    "audio.metadata": "The audio file carries more than audio",
    "audio.duplicate": "The same audio stands in the release twice",
    "duplicate.pcm": "The same audio stands under several names",
    "duplicate.split": "The same audio stands in two splits",
    "duplicate.near": "Two clips are nearly the same",
    "name.path": "The id does not match the name of the audio file",
    "name.twice": "Two rows share an id",
    "question.no_answer": "The answer is not among the options",
    "question.answer_twice": "The answer stands twice among the options",
    "question.repeated_option": "An option stands twice",
    "question.spaces": "The answer or an option has stray spaces",
    "question.spelling": "The answer is spelt otherwise than its option",
    "question.contradiction": "The same clip and question have different answers",
    "question.no_label": "The row has no answer",
    "question.inverse": "Some instructions ask for the inverse",
    "question.unit": "Answers are numbers and no instruction names the unit",
    "question.substring": "An option contains another",
    "question.few_wordings": "The instruction is worded in too few ways",
    "balance.labels": "The answers are not balanced",
    "balance.position": "The place of the answer among the options is biased",
    "balance.source": "An answer comes from one source only",
    "balance.block": "The place in the set tells the answer",
    "leak.name": "Names tell the answer",
    "leak.metadata": "Another column tells the answer",
    "card.licence": "Licences differ",
    "card.version": "The version is missing or contradictory",
    "card.instance": "instance.json lacks a required field",
    "truth.label": "The audio contradicts the answer",
    "truth.weak": "The answer holds, but can hardly be heard",
    "truth.declared": "A declared number is not what is measured",
    "truth.undecided": "Many answers could not be judged",
    "truth.second_ear": "The ear that should be silent is not",
    "stem.longer": "The output is longer than its clean stem",
    "stem.shift": "The output is shifted against its clean stem",
    "stem.same_noise": "The same noise lies under several clips",
    "stem.splice": "The noise changes abruptly inside a clip",
}


def title_of(rule: str) -> str:
    """Give a rule's sentence; a rule that has none is read from its name."""
    family, _, name = rule.partition(".")
    if rule in TITLES:
        return TITLES[rule]
    words = name.replace("_", " ")[:120]
    if family == "shortcut":
        return f"The answer can be guessed from the {words}"
    return f"{family.replace('_', ' ').capitalize()}: {words}" if words else family
