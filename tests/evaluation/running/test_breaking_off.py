"""A run that is broken off ends soon, keeps what has come, and leaves no lock behind."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from evaluation.errors import ModelError
from evaluation.models.callables import Called
from evaluation.running.run import RunRequest, run_model
from manifests.digest import opaque_id

_HANGS = """
import time
from pathlib import Path
from threading import Lock
guard, calls = Lock(), []
def answer(prompt):
    with guard:
        calls.append(prompt.id)
        number = len(calls)
    if number > 3:
        Path("hanging").touch()
        time.sleep(600)
    return "increasing"
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_a_run_whose_model_hangs(small_level2, tmp_path):
    (tmp_path / "hangs.py").write_text(_HANGS)
    # A process that was started in the background ignores Ctrl-C, and so do its children: not this one.
    heeding = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    command = [sys.executable, "-c", f"{heeding}runpy.run_module('evaluation', run_name='__main__')", "run"]
    with subprocess.Popen(
        [*command, str(small_level2 / "volume-perception"), "--model", "hangs:answer", "--out", "r.jsonl"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            end = time.monotonic() + 60
            while not (tmp_path / "hanging").exists() and run.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.3)
            started = time.monotonic()
            run.send_signal(signal.SIGINT)
            said, _ = run.communicate(timeout=20)
            took_s = time.monotonic() - started
        finally:
            run.kill()
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert took_s < 5  # 0.7 s, and what a busy machine adds
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 3
    assert not (tmp_path / "r.jsonl.lock").exists()


def test_replies_in_the_air_are_kept_when_a_run_breaks_off(asked, tmp_path):
    volume = asked["volume-perception"]
    slow = {opaque_id(question.id) for question in volume.questions[:3]}
    broken = threading.Event()

    def answer(prompt):
        if prompt.id in slow:
            broken.wait(5)
            time.sleep(0.3)  # it comes after the run has broken off
            return "increasing"
        calls.append(prompt.id)
        if len(calls) >= 5:
            broken.set()
        raise ConnectionError("no route to host")

    calls = []
    with pytest.raises(ModelError, match="5 failures") as caught:
        run_model(volume, Called("mine", answer), RunRequest(out=tmp_path / "r.jsonl", concurrency=4))
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert {line["id"] for line in lines if line["reply"]} == {question.id for question in volume.questions[:3]}
    assert any(question.id in caught.value.where for question in volume.questions)
    assert not (tmp_path / "r.jsonl.lock").exists()


def test_replies_that_come_together_with_the_last_failure_are_kept(asked, tmp_path):
    volume = asked["volume-perception"]
    together = threading.Barrier(8, timeout=5)
    good = {opaque_id(question.id) for question in volume.questions[5:8]}

    def answer(prompt):
        together.wait()
        if prompt.id in good:
            return "increasing"
        raise ConnectionError("no route to host")

    with suppress(ModelError):  # by chance a reply lands between the failures
        run_model(volume, Called("mine", answer), RunRequest(out=tmp_path / "r.jsonl", concurrency=8, limit=8))
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert sum(line["reply"] is not None for line in lines) == 3
