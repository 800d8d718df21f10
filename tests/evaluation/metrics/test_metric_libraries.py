"""The extra `eval`: not needed to import, named where it is missing."""

import subprocess
import sys

import pytest

from evaluation.errors import MissingLibraryError
from evaluation.metrics import normalising
from evaluation.metrics.registry import METRICS


@pytest.mark.parametrize(
    ("name", "module", "library", "text"),
    [
        ("WER", "jiwer", "jiwer", "a b"),
        ("Sacre Bleu", "sacrebleu.metrics.bleu", "sacrebleu", "a b"),
        ("DER", "pyannote.core", "pyannote.metrics", "A: 0-1"),
        ("WER", "whisper_normalizer.basic", "whisper-normalizer", "a b"),
    ],
)
def test_a_missing_library_is_named(monkeypatch, name, module, library, text):
    normalising._basic.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingLibraryError, match=f"no {library}") as caught:
        METRICS[name].measure([text], [text])
    assert "pip install 'soundprobe[eval]'" in caught.value.remedy


def test_importing_the_registry_imports_no_library():
    code = (
        "import sys, evaluation.metrics.registry, evaluation.metrics.transcripts, evaluation.metrics.extracting;"
        "heavy = {'jiwer', 'sacrebleu', 'scipy', 'pyannote', 'whisper_normalizer', 'pandas', 'torch'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
