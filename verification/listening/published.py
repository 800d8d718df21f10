"""The sampling rates at which well-known corpora are published by their owners."""

from __future__ import annotations

import re
from collections.abc import Mapping

# Rate in hertz by the corpus's name in small letters and digits. Each is what the owner's page or paper states.
PUBLISHED_RATES: Mapping[str, int] = {
    "audiomnist": 48_000,  # github.com/soerenab/AudioMNIST
    "cremad": 16_000,  # github.com/CheyneyComputerScience/CREMA-D, AudioWAV
    "emodb": 16_000,  # Burkhardt et al., Interspeech 2005
    "esc50": 44_100,  # Piczak, ACM Multimedia 2015
    "fleurs": 16_000,  # Conneau et al., 2022
    "gtzan": 22_050,  # Tzanetakis and Cook, 2002
    "librispeech": 16_000,  # openslr.org/12
    "librittsr": 24_000,  # openslr.org/141
    "libritts": 24_000,  # openslr.org/60
    "ljspeech": 22_050,  # keithito.com/LJ-Speech-Dataset
    "musan": 16_000,  # openslr.org/17
    "nsynth": 16_000,  # Engel et al., 2017
    "ravdess": 48_000,  # Livingstone and Russo, PLOS ONE 2018
    "rirsnoises": 16_000,  # openslr.org/28
    "speechaccentarchive": 44_100,  # accent.gmu.edu; MP3 copies at the same rate
    "speechcommands": 16_000,  # Warden, 2018
    "tedlium": 16_000,  # openslr.org/51
    "timit": 16_000,  # LDC93S1
    "vctk": 48_000,  # datashare.ed.ac.uk/handle/10283/3443
    "voxceleb": 16_000,  # Nagrani et al., Interspeech 2017
}


def published_rate(corpus: str) -> int | None:
    """Give the rate in hertz at which a corpus is published; None if it is not known here.

    Parameters
    ----------
    corpus : str
        Its name, in any spelling, with or without a version: `LJSpeech-1.1`, `speech_accent_archive`.
    """
    name = re.sub(r"[^a-z0-9]", "", corpus.lower())
    return PUBLISHED_RATES.get(name) or PUBLISHED_RATES.get(re.sub(r"v?\d+$", "", name))
