"""Waits that double up to a bound, or are as long as a server asks; what is not worth a wait is raised at once."""

import time
from email.utils import formatdate

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution.patience import Patience, asked_wait_s, connection_failed


class Failing:
    """Fails so many times, then answers."""

    def __init__(self, times, error=ConnectionError):
        self.left, self.calls, self.error = times, 0, error

    def __call__(self):
        self.calls += 1
        if self.calls <= self.left:
            raise self.error(f"failure {self.calls}")
        return "answer"


def borne(call, **options):
    """Give the answer and the waits before it."""
    waits = []
    patience = Patience(sleep=waits.append, **options)

    def waiting_s(error, failures):
        return patience.wait_s(failures) if isinstance(error, ConnectionError) else None

    return patience.bear(call, waiting_s=waiting_s), waits


def test_what_succeeds_is_not_waited_for():
    assert borne(Failing(0)) == ("answer", [])


def test_waits_double_up_to_their_bound():
    assert borne(Failing(4), longest_wait_s=3.0) == ("answer", [1.0, 2.0, 3.0, 3.0])


def test_the_last_failure_is_raised():
    call = Failing(9)
    with pytest.raises(ConnectionError, match="failure 3"):
        borne(call, attempts=3)
    assert call.calls == 3


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_will_not_pass_is_raised_at_once(error):
    call = Failing(9, error)
    with pytest.raises(error, match="failure 1"):
        borne(call)
    assert call.calls == 1


def test_a_server_is_given_what_it_asks_for_within_bounds():
    patience = Patience(longest_asked_s=60.0)
    assert patience.wait_s(1, asked_s=60.0) == 60.0
    assert patience.wait_s(4, asked_s=0.0) == 0.0
    assert patience.wait_s(1, asked_s=60.1) is None
    assert patience.wait_s(5, asked_s=1.0) is None


@given(attempts=st.integers(1, 50), first_wait_s=st.floats(0.01, 10.0), longest_wait_s=st.floats(0.01, 100.0))
def test_the_time_spent_waiting_is_bounded(attempts, first_wait_s, longest_wait_s):
    patience = Patience(attempts=attempts, first_wait_s=first_wait_s, longest_wait_s=longest_wait_s)
    waits = [patience.wait_s(failures) for failures in range(1, attempts)]
    assert waits == sorted(waits)
    assert sum(waits) <= attempts * longest_wait_s
    assert patience.wait_s(attempts) is None


def test_it_sleeps_by_itself():
    patience = Patience(first_wait_s=0.02)
    started = time.monotonic()
    assert patience.bear(Failing(1), waiting_s=lambda _, failures: patience.wait_s(failures)) == "answer"
    assert time.monotonic() - started >= 0.02


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("12", 12.0), (" 7 ", 7.0), ("0", 0.0), ("", None), (None, None), ("soon", None), ("-3", None), ("\u0663", None)],
)
def test_retry_after_in_seconds(value, seconds):
    assert asked_wait_s(value) == seconds


def test_retry_after_may_be_a_date():
    assert 25.0 < asked_wait_s(formatdate(time.time() + 30, usegmt=True)) <= 30.0
    assert asked_wait_s("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
    assert asked_wait_s("Wed, 99 Oct 2015 07:28:00 GMT") is None


@given(st.text(max_size=40))
def test_any_retry_after_gives_no_time_before_now(value):
    asked_s = asked_wait_s(value)
    assert asked_s is None or asked_s >= 0.0


@pytest.mark.parametrize(
    ("error", "failed"),
    [
        (httpx2.ConnectError("refused"), True),
        (httpx2.ReadTimeout("silent"), True),
        (httpx2.RemoteProtocolError("cut"), True),
        (httpx2.UnsupportedProtocol("gopher"), False),
        (httpx2.LocalProtocolError("a header with a line break"), False),
        (httpx2.InvalidURL("http://["), False),
        (ConnectionError("of the system"), False),
    ],
)
def test_which_connections_failed(error, failed):
    assert connection_failed(error) is failed
