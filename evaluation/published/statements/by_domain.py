"""Section 5.1 on who surpasses the baseline where."""

from __future__ import annotations

from statistics import fmean

from evaluation.published.evidence import Evidence
from evaluation.published.judged import BASELINE
from evaluation.published.statements.statement import Check, Finding, Statement, highest, listed, lowest, signed

RECOGNITION, UNDERSTANDING = "Speech / Speech Recognition", "Speech / Spoken Language Understanding"
SPEAKER, PARALINGUISTICS = "Speech / Speaker & Language", "Speech / Paralinguistics"
# The models that the paper calls spoken language models where it compares them with the music models by name.
SPEECH_MODELS = ("Qwen-Audio-Chat", "Qwen2-Audio-7B-Inst.", "SALMONN 7B", "SALMONN 13B", "WavLLM")
MUSIC_MODELS = ("MU-LLaMA", "GAMA-IT")
_PHONEMES = (
    "SUPERB Phoneme Recognition (LibriSpeech-TestClean)",
    "Phoneme Recognition (LibriSpeech-TestOther)",
)


def _baseline_zero(evidence: Evidence) -> Finding:
    means = [score.mean for score in evidence.domains[BASELINE].values() if score.mean is not None]
    return Finding(not any(means), f"0 in all {len(means)} domains that have a score")


def _none_above(domain: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        means = evidence.means(domain)
        above = {model: mean for model, mean in means.items() if mean > 0}
        return Finding(not above, f"above: {listed(above)}" if above else f"highest: {highest(means)}")

    return check


def _all_above(domain: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        means = evidence.means(domain)
        medians = [evidence.domains[model][domain].median or 0.0 for model in means]
        figures = f"lowest: {lowest(means)}; by the median task {sum(m > 0 for m in medians)} of {len(means)} do"
        return Finding(min(means.values()) > 0, figures)

    return check


def _most_above(domain: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        means = evidence.means(domain)
        above = sum(mean > 0 for mean in means.values())
        return Finding(above > len(means) / 2, f"{above} of {len(means)} do")

    return check


def _phonemes(evidence: Evidence) -> Finding:
    salmonn = ("SALMONN 7B", "SALMONN 13B")
    gains = {model: fmean(evidence.tasks[model][task].score or 0.0 for task in _PHONEMES) for model in salmonn}
    each = [evidence.tasks[model][task].score or 0.0 for model in salmonn for task in _PHONEMES]
    return Finding(min(each) > 0, f"mean of the two tasks: {listed(gains)}")


def _music_models_poor_on_speech(evidence: Evidence) -> Finding:
    told, follows = [], True
    for domain in (RECOGNITION, UNDERSTANDING):
        means = evidence.means(domain)
        music = {model: means.pop(model) for model in MUSIC_MODELS}
        follows &= max(music.values()) < min(0.0, *means.values())
        told.append(f"{domain.removeprefix('Speech / ')}: {listed(music)}, next {lowest(means)}")
    return Finding(follows, "; ".join(told))


def _music_models_comparable(evidence: Evidence) -> Finding:
    told, follows = [], True
    for domain in (SPEAKER, PARALINGUISTICS):
        means = evidence.means(domain)
        music = {model: means.pop(model) for model in MUSIC_MODELS}
        low, high = min(means.values()), max(means.values())
        follows &= all(low <= mean <= high for mean in music.values())
        told.append(f"{domain.removeprefix('Speech / ')}: {listed(music)}, speech {signed(low)} to {signed(high)}")
    return Finding(follows, "; ".join(told))


def _speech_models_ahead(domain: str) -> Check:
    def check(evidence: Evidence) -> Finding:
        means = evidence.means(domain)
        music = {model: means[model] for model in MUSIC_MODELS if model in means}
        behind = {model: means[model] for model in SPEECH_MODELS if means[model] <= max(music.values())}
        rest = f"not ahead: {listed(behind)}" if behind else "all five are ahead"
        return Finding(not behind, f"best music model {highest(music)}; {rest}")

    return check


_FIVE = "SALMONN (both), both Qwen models and WavLLM each have a higher mean than either music model"
STATEMENTS = (
    Statement(
        id="baseline-zero",
        section="5.1",
        said="Whisper-LLaMA consistently has zero scores throughout all domains",
        held_to="every domain mean of Whisper-LLaMA is 0",
        check=_baseline_zero,
    ),
    Statement(
        id="recognition",
        section="5.1",
        said="no model outperforms Whisper-LLaMA in speech recognition",
        held_to="no domain mean is above 0",
        check=_none_above(RECOGNITION),
    ),
    Statement(
        id="understanding",
        section="5.1",
        said="no model outperforms Whisper-LLaMA in spoken language understanding",
        held_to="no domain mean is above 0",
        check=_none_above(UNDERSTANDING),
    ),
    Statement(
        id="phoneme-recognition",
        section="5.1",
        said="Whisper-LLaMA lags behind SALMONN in phoneme recognition",
        held_to="both SALMONNs improve on it in both tasks that are scored by PER",
        check=_phonemes,
    ),
    Statement(
        id="speaker",
        section="5.1",
        said="in the speaker domain, all models surpass the baseline",
        held_to="every domain mean is above 0",
        check=_all_above(SPEAKER),
    ),
    Statement(
        id="paralinguistics",
        section="5.1",
        said="in the paralinguistics domain, all models surpass the baseline",
        held_to="every domain mean is above 0",
        check=_all_above(PARALINGUISTICS),
    ),
    Statement(
        id="music-models-on-speech",
        section="5.1",
        said="GAMA-IT and Mu-LLaMA perform poorly on speech recognition and understanding",
        held_to="below 0 and the two lowest of the eight, in both domains",
        check=_music_models_poor_on_speech,
    ),
    Statement(
        id="music-models-on-speaker",
        section="5.1",
        said="they achieved scores comparable to the speech models in speaker and paralinguistics",
        held_to="within the range of the other six, in both domains",
        check=_music_models_comparable,
    ),
    Statement(
        id="music-classification",
        section="5.1",
        said="most models outperform the baseline in music classification",
        held_to="more than half of the domain means are above 0",
        check=_most_above("Audio / Music Classification"),
    ),
    Statement(
        id="sound-event",
        section="5.1",
        said="most models outperform the baseline in sound event detection",
        held_to="more than half of the domain means are above 0",
        check=_most_above("Audio / Sound Event"),
    ),
    Statement(
        id="speech-models-harmony",
        section="5.1",
        said="spoken language models outperform the two music models in harmony and pitch",
        held_to=_FIVE,
        check=_speech_models_ahead("Audio / Harmony & Pitch"),
    ),
    Statement(
        id="speech-models-music",
        section="5.1",
        said="spoken language models outperform the two music models in music classification",
        held_to=_FIVE,
        check=_speech_models_ahead("Audio / Music Classification"),
    ),
    Statement(
        id="speech-models-rhythm",
        section="5.1",
        said="spoken language models outperform the two music models in rhythm analysis",
        held_to=_FIVE,
        check=_speech_models_ahead("Audio / Rhythm Analysis"),
    ),
)
