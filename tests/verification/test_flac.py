from dataclasses import replace

import pytest

from verification.findings import Ledger
from verification.flac import check_metadata, metadata_blocks

COMMENT = b"label=increasing"
VENDOR = b"reference libFLAC"


def with_block(flac, kind, body):
    """Put a metadata block behind STREAMINFO."""
    stop = 4 + 4 + 34
    first = bytearray(flac[:stop])
    last, first[4] = first[4] & 0x80, first[4] & 0x7F
    return bytes(first) + bytes([last | kind]) + len(body).to_bytes(3, "big") + body + flac[stop:]


def comments(*texts):
    body = len(VENDOR).to_bytes(4, "little") + VENDOR + len(texts).to_bytes(4, "little")
    return body + b"".join(len(text).to_bytes(4, "little") + text for text in texts)


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        (4, comments(COMMENT), "label=increasing"),
        (2, b"abcd" + COMMENT, "APPLICATION of 20 bytes"),
        (6, bytes(32), "a block of type 6 of 32 bytes"),
        (1, COMMENT, "PADDING that is not empty"),
    ],
)
def test_metadata_that_tell_something(volume_set, found, kind, body, said):
    def tag(shipped):
        return replace(shipped, flac=with_block(shipped.flac, kind, body))

    report = volume_set.forged(1, tag)
    assert found(report) == {(volume_set.id(1), "audio.metadata")}
    assert said in report.findings[0].found


def test_what_stands_behind_the_comments_is_found(volume_set):
    """libsndfile refuses such a file; another decoder may not."""
    ledger = Ledger()
    check_metadata("clip", with_block(volume_set.shipped[0].flac, 4, comments() + COMMENT), ledger)
    (finding,) = ledger.findings
    assert (finding.rule, finding.found) == ("audio.metadata", "comments: b'label=increasing'")


@pytest.mark.parametrize(("kind", "body"), [(1, bytes(100)), (4, comments())])
def test_padding_and_the_encoders_name_are_allowed(volume_set, kind, body):
    report = volume_set.forged(1, lambda one: replace(one, flac=with_block(one.flac, kind, body)))
    assert report.findings == ()


def test_blocks_are_read_to_the_last(volume_set):
    flac = with_block(volume_set.shipped[0].flac, 1, bytes(7))
    kinds = [kind for kind, _ in metadata_blocks(flac)]
    assert kinds[:2] == [0, 1]
    assert kinds.count(4) <= 1
    assert [body for _, body in metadata_blocks(flac[:48])] == [flac[8:42], bytes(2)]
