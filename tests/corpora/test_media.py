"""M4A, AAC and WebM are indexed like any other sound, and what is wrong with them gets its reason."""

from __future__ import annotations

import hashlib
import io

import numpy as np
import pytest

from corpora.indexing.media import MediaError, decode_media, needs_pyav, open_media
from corpora.indexing.scan import scan_file
from tests.verification.listening.heard_sounds import RATE, babble, encoded, muxed

KINDS = {
    "speech.m4a": ("ipod", "aac", RATE),
    "speech.mp4": ("mp4", "aac", 44_100),
    "speech.aac": ("adts", "aac", RATE),
    "speech.webm": ("webm", "libopus", 48_000),
}


def written(folder, name, *, seconds=1.5, silent=False):
    container, codec, rate = KINDS[name]
    sound = babble(seconds, rate=rate)
    path = folder / name
    path.write_bytes(muxed(0 * sound if silent else sound, container=container, codec=codec, rate=rate))
    return path


@pytest.mark.parametrize("name", KINDS)
def test_what_is_indexed_is_what_decodes(name, tmp_path):
    path = written(tmp_path, name)
    facts = scan_file(path)
    decoded = decode_media(io.BytesIO(path.read_bytes()), most_s=60.0)
    assert facts.damage == ""
    assert facts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (facts.sampling_rate, facts.channels) == (KINDS[name][2], 1)
    assert facts.frames == len(decoded.samples)
    assert abs(facts.frames - 1.5 * facts.sampling_rate) <= 3 * 1_152


def test_another_suffix_changes_nothing(tmp_path):
    path = written(tmp_path, "speech.m4a")
    facts = scan_file(path)
    assert scan_file(path.rename(tmp_path / "SPEECH.WAV")) == facts


@pytest.mark.parametrize("name", ["speech.webm", "speech.m4a"])
def test_silence_is_damage(name, tmp_path):
    assert scan_file(written(tmp_path, name, silent=True)).damage == "silent: every sample is 0"


def test_a_webm_that_was_cut_is_damage(tmp_path):
    path = written(tmp_path, "speech.webm", seconds=6.0)
    whole = scan_file(path).frames
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    facts = scan_file(path)
    assert facts.damage.startswith("cut off: ")
    assert 0 < facts.frames < 0.7 * whole


@pytest.mark.parametrize(
    "data",
    [b"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00", b"\x1a\x45\xdf\xa3 nothing", b"\xff\xf1\x50", b"#!AMR\n"],
)
def test_what_only_begins_like_media_is_damage(data, tmp_path, capfd):
    path = tmp_path / "speech.m4a"
    path.write_bytes(data)
    facts = scan_file(path)
    assert facts.damage.startswith(
        ("not audio that can be decoded", "a media file without a sound track", "no samples")
    )
    assert facts.sha256
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "AIFF", "OGG", "MP3"])
def test_what_libsndfile_reads_is_left_to_it(kind):
    subtype = {"OGG": "VORBIS", "MP3": "MPEG_LAYER_III"}.get(kind, "PCM_16")
    assert not needs_pyav(io.BytesIO(encoded(babble(0.2), kind=kind, subtype=subtype)))


def test_ffmpeg_never_sees_a_playlist(tmp_path):
    """It would open what the playlist names, wherever that is."""
    secret = written(tmp_path, "speech.aac")
    playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:1.5,\nfile://{secret}\n#EXT-X-ENDLIST\n".encode()
    assert not needs_pyav(io.BytesIO(playlist))
    (tmp_path / "list.m4a").write_bytes(playlist)
    assert scan_file(tmp_path / "list.m4a").damage == "not audio that libsndfile knows"


def test_decoding_stops_where_it_may():
    data = muxed(np.tile(babble(1.5), 10), container="ipod", codec="aac")
    assert len(decode_media(io.BytesIO(data), most_s=2.0).samples) < 3 * RATE


def test_a_picture_is_no_sound():
    import av

    sink = io.BytesIO()
    with av.open(sink, "w", format="mp4") as output:
        stream = output.add_stream("mpeg4", rate=5)
        stream.width, stream.height, stream.pix_fmt = 32, 32, "yuv420p"
        frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
        for packet in (*stream.encode(frame), *stream.encode(None)):
            output.mux(packet)
    with pytest.raises(MediaError, match="without a sound track"), open_media(io.BytesIO(sink.getvalue())):
        pass
