"""The pool: results in order, few jobs in flight, and processes that end when they should."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from execution.pool import WorkerError, available_cores, map_jobs
from execution.threads import single_threaded_children
from manifests.errors import AudioError
from tests.execution.jobs import complain, die, map_often, process_and_threads, square


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers):
    assert list(map_jobs(square, range(20), workers=workers)) == [number**2 for number in range(20)]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(), max_size=20), st.integers(-1, 1))
def test_one_worker_is_a_plain_map(numbers, workers):
    assert list(map_jobs(str, numbers, workers=workers)) == list(map(str, numbers))


def test_no_job_and_a_single_job_start_no_process():
    assert list(map_jobs(os.getpid.__call__, [], workers=4)) == []
    assert [pid for pid, _ in map_jobs(with_threads_here, [0], workers=4)] == [os.getpid()]


def with_threads_here(_):
    return os.getpid(), None


def test_several_jobs_run_in_other_processes_of_one_thread_each():
    before = dict(os.environ)
    answers = list(map_jobs(process_and_threads, range(6), workers=2))
    assert os.getpid() not in {pid for pid, _ in answers}
    assert len({pid for pid, _ in answers}) <= 2
    assert {threads for _, threads in answers} == {"1"}
    assert dict(os.environ) == before


def test_jobs_are_taken_as_they_are_needed():
    taken = []

    def jobs():
        for number in range(100):
            taken.append(number)
            yield number

    results = map_jobs(square, jobs(), workers=2)
    assert next(results) == 0
    assert len(taken) <= 2 * 2 + 1
    results.close()
    assert len(taken) <= 2 * 2 + 1


def test_a_worker_that_dies_is_told_of_and_not_waited_for():
    with pytest.raises(WorkerError, match=r"ended without an answer \(killed, or out of memory\)") as caught:
        list(map_jobs(die, range(8), workers=2))
    assert "finished work is kept" in caught.value.remedy


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_worker_arrives_whole(workers):
    results = map_jobs(complain, range(8), workers=workers)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(AudioError) as caught:
        next(results)
    error = caught.value
    assert (error.where, error.found, error.wanted, error.remedy) == ("a.wav", "0 bytes", "audio", "get it again")


PROGRAM = """
import os, sys, time
if __name__ == "__mp_main__":
    open(f"{sys.argv[0]}.{os.getpid()}.importing", "w").close()
    time.sleep(1.0)
from execution.pool import map_jobs
from tests.execution.jobs import sleep_long
if __name__ == "__main__":
    try:
        list(map_jobs(sleep_long, sys.argv[1:], workers=2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.fixture
def sleeper(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    marks = [tmp_path / f"started{number}" for number in range(4)]
    path = os.pathsep.join(path for path in sys.path if path)
    program = subprocess.Popen(
        [sys.executable, script, *marks],
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    yield program, marks
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate()


def wait_until(holds, *, patience_s=20.0):
    end = time.monotonic() + patience_s
    while not holds() and time.monotonic() < end:
        time.sleep(0.005)
    return holds()


def dead(process):
    try:
        return process.status() == psutil.STATUS_ZOMBIE  # ended; only nobody has asked yet
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_do_not_outlive_a_parent_that_is_killed(sleeper, number):
    program, marks = sleeper
    assert wait_until(lambda: sum(mark.exists() for mark in marks) == 2)
    workers = psutil.Process(program.pid).children(recursive=True)
    assert len(workers) >= 2
    program.send_signal(number)
    program.communicate()
    assert wait_until(lambda: all(map(dead, workers)), patience_s=5.0)


@pytest.mark.parametrize("when", ["starting", "working"])
def test_ctrl_c_ends_everything_at_once_without_a_traceback(sleeper, when):
    """A terminal sends it to every process of the group, also to a worker that is still being imported."""
    program, marks = sleeper
    family = psutil.Process(program.pid)
    signs = {"working": "started*", "starting": "*.importing"}
    assert wait_until(lambda: len(list(marks[0].parent.glob(signs[when]))) == 2)
    workers = family.children(recursive=True)
    for worker in workers:  # one by one and the parent last, so that a worker has the time to complain
        worker.send_signal(signal.SIGINT)
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=20)
    assert program.returncode == 130
    assert errors == ""
    assert wait_until(lambda: all(map(dead, workers)), patience_s=5.0)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not say")
def test_cores_are_those_that_this_process_may_use():
    assert available_cores() == len(os.sched_getaffinity(0))


def test_thread_counts_are_restored_as_they_were(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with single_threaded_children():
        assert (os.environ["OMP_NUM_THREADS"], os.environ["MKL_NUM_THREADS"]) == ("1", "1")
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "MKL_NUM_THREADS" not in os.environ


@pytest.mark.parametrize("times", [1, 2])
def test_a_process_that_multiprocessing_started_can_map_and_end(times):
    """It waits for its children at its end, so workers that are kept for the next map must be let go."""
    child = multiprocessing.get_context("spawn").Process(target=map_often, args=(times,))
    child.start()
    child.join(timeout=30)
    hangs = child.is_alive()
    child.kill()
    assert not hangs
    assert child.exitcode == 0


def test_workers_are_kept_for_the_next_map():
    first, second = ({process for process, _ in map_jobs(process_and_threads, range(8), workers=2)} for _ in range(2))
    assert first & second
