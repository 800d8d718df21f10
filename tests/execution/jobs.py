"""Jobs that a fresh process can import."""

import os
import signal
import time
from pathlib import Path

from execution.pool import map_jobs
from manifests.errors import AudioError


def square(number):
    time.sleep(0.002 * (number % 3))  # so that jobs end out of order
    return number * number


def process_and_threads(_):
    return os.getpid(), os.environ["OMP_NUM_THREADS"]


def die(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def complain(number):
    if number == 2:
        raise AudioError(where="a.wav", found="0 bytes", wanted="audio", remedy="get it again")
    return number


def sleep_long(mark):
    Path(mark).touch()
    time.sleep(60)


def squares_of(workers):
    return list(map_jobs(square, range(6), workers=workers))


def map_often(times):
    for _ in range(times):
        assert squares_of(2) == [0, 1, 4, 9, 16, 25]
