"""No password and no token stands in what is said, however it is spelled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing.hub.errors import said_of, scrubbed, shown_address
from publishing.hub.stores import open_store
from tests.publishing.hub.running import publish, pull

SECRET = "s3cret"
ADDRESSES = (
    f"ftp://user:p@{SECRET}@127.0.0.1:9/x",
    f"ftp://user:pa/{SECRET}@127.0.0.1:9/x",
    f"ftp://user:pa?{SECRET}@127.0.0.1:9/x",
    f"s3://AKIAKEY:{SECRET}/abc@bucket/x",
    f"https:/user:{SECRET}@host/x",
    f"nosuch://{SECRET}@host/x",
    f"https://host/x?sig={SECRET}",
    f"memory://user:{SECRET}@x/y",
    f"user:{SECRET}@host/x",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_commands_show_no_password(release, address, waits, monkeypatch):
    monkeypatch.setattr("socket.create_connection", _nobody)
    for done in (
        publish(release, "--to", address, "--dry-run"),
        publish(release, "--to", f"{address}@1.0.0", "--dry-run"),
        pull(address),
        pull(f"{address}@1.0.0"),
        pull(f"{address}@latest"),
    ):
        assert SECRET not in done.output


def _nobody(*_, **__):
    raise ConnectionRefusedError(111, "nobody is there")


@pytest.mark.parametrize("address", ADDRESSES[:6])
def test_library_that_repeats_the_address_gives_nothing_away(address):
    assert SECRET not in scrubbed(f"cannot open {address}: refused")


def test_library_that_repeats_a_password_with_spaces(monkeypatch):
    from publishing.hub.errors import HubError

    store = open_store(f"memory://user:a {SECRET} b@x/y")
    monkeypatch.setattr(type(store.system), "isfile", _repeat(store.url))
    with pytest.raises(HubError) as told:
        store.holds("release.json")
    assert SECRET not in str(told.value)
    assert SECRET not in repr(store)


def _repeat(words):
    def isfile(*_):
        raise ValueError(f"cannot open {words}")

    return isfile


def test_address_with_one_slash_is_no_folder(release, tmp_path):
    done = publish(release, "--to", "s3:/bucket/releases")
    assert done.exit_code == 2
    assert "two slashes" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["built"]


def test_pieces_of_a_password_are_not_said_either():
    said = said_of("ftp://user:pa/ssWORD@host/x", "port 'pa' of user at ssWORD, in a path")
    assert said == "port '***' of *** at ***, in a path"


@pytest.mark.parametrize(
    "place",
    ["me/small@1.0.0", "/mnt/mirror@1.0.0", "s3://bucket/releases", "s3://bucket/releases@1.0.0", "s3://bucket@1.0.0",
     "http://127.0.0.1:9/x", "C:/releases@1.0.0", "C:\\releases"],
)  # fmt: skip
def test_what_is_no_secret_is_shown(place):
    assert shown_address(place) == place


_WORD = st.text(st.characters(codec="ascii", exclude_categories=("C",)), min_size=1, max_size=12)


@given(st.sampled_from(["ftp", "s3", "https", "sftp"]), _WORD, _WORD)
def test_whatever_the_password_is(scheme, before, after):
    shown = shown_address(f"{scheme}://user:{before}{SECRET}{after}@host/x")
    assert SECRET not in shown
    assert shown == f"{scheme}://***@host/x"
