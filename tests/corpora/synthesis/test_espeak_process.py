"""The process that holds eSpeak NG: one for many utterances, none left behind, and what happens when it ends."""

import gc
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from corpora.synthesis.espeak import Speaker, speak
from manifests.errors import CorpusError

PAIR = [("gmw/en-US", "Good morning."), ("roa/fr", "Il pleut sur la ville.")]


@pytest.fixture
def speaker():
    held = Speaker()
    yield held
    held.close()


def said(speaker, *utterances):
    return speaker.speak(utterances or PAIR, words_per_minute=150)


def process_of(speaker):
    return speaker._child.process


def test_a_list_is_the_same_whatever_was_said_before(speaker):
    fresh = speak(PAIR, words_per_minute=150)
    said(speaker, ("sit/cmn", "你好。"), ("gmw/de+m3", "Guten Tag."))
    for before, now in zip(fresh, said(speaker), strict=True):
        assert np.array_equal(before, now)


def test_one_process_serves_all_and_ends_with_its_speaker():
    speaker = Speaker()
    said(speaker)
    process = process_of(speaker)
    said(speaker)
    assert process_of(speaker) is process
    assert process.poll() is None
    del speaker
    gc.collect()
    assert process.returncode == -signal.SIGKILL


def test_threads_take_turns(speaker):
    texts = [f"This is number {number}." for number in range(12)]
    alone = [said(speaker, ("gmw/en", text))[0] for text in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: said(speaker, ("gmw/en", text))[0], texts))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))


def test_a_fault_leaves_it_well(speaker):
    fresh = said(speaker)
    process = process_of(speaker)
    with pytest.raises(CorpusError, match="no voice gmw/xx"):
        said(speaker, ("gmw/xx", "Hello."))
    assert all(np.array_equal(one, other) for one, other in zip(fresh, said(speaker), strict=True))
    assert process_of(speaker) is process


def test_a_process_that_was_killed_is_an_error_once(speaker):
    said(speaker)
    process_of(speaker).kill()
    with pytest.raises(CorpusError, match="ended with code -9"):
        said(speaker)
    assert [len(samples) > 10_000 for samples in said(speaker)] == [True, True]


def test_ctrl_c_in_the_middle_does_not_mix_up_answers(speaker):
    long = ("gmw/en-US", "and so it went on, " * 2_000)
    fresh = said(speaker)
    process = process_of(speaker)

    def stop(_number, _frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            said(speaker, long)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert process.returncode is not None
    assert all(np.array_equal(one, other) for one, other in zip(fresh, said(speaker), strict=True))


def test_a_library_that_cannot_be_loaded(speaker, tmp_path, monkeypatch):
    (tmp_path / "lib.so").write_bytes(b"no library")
    monkeypatch.setattr("espeakng_loader.get_library_path", lambda: str(tmp_path / "lib.so"))
    with pytest.raises(CorpusError, match=r"lib\.so: (file too short|invalid ELF header)") as caught:
        said(speaker)
    assert "espeakng-loader" in caught.value.remedy


def test_it_ends_with_a_parent_that_is_killed():
    program = (
        "import os, signal\n"
        "from corpora.synthesis.espeak import Speaker\n"
        "speaker = Speaker()\n"
        "speaker.speak([('gmw/en', 'Hello.')], words_per_minute=150)\n"
        "print(speaker._child.process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert answer.returncode == -signal.SIGKILL
    pid = int(answer.stdout)
    deadline = time.monotonic() + 10.0
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(pid)


def _runs(pid):
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def test_it_is_quick(speaker):
    said(speaker)
    started = time.perf_counter()
    for number in range(10):
        said(speaker, ("gmw/en-US", f"Number {number}."))
    assert (time.perf_counter() - started) / 10 < 0.1  # a process for each would take 0.2 s
