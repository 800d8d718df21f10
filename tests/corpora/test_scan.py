"""What a file holds is what decodes; every kind of bad input gets its reason."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from corpora.indexing.scan import AudioFacts, scan_file
from tests.corpora.trees.mac import beside_as_a_mac

RATE = 22_050
NOISE = np.random.default_rng(1).normal(0.0, 0.1, RATE)


def write(path: Path, samples=NOISE, *, rate: int = RATE, subtype: str = "PCM_16") -> Path:
    soundfile.write(path, samples, rate, subtype=subtype)
    return path


def rewrite(path: Path, change) -> Path:
    path.write_bytes(change(path.read_bytes()))
    return path


def promise(path: Path, size: int) -> Path:
    """Let the header of a WAV claim `size` bytes of samples."""
    return rewrite(path, lambda raw: raw[:40] + struct.pack("<I", size) + raw[44:])


GOOD = {
    "8 kHz": ("a.wav", NOISE, 8_000, "PCM_16"),
    "192 kHz": ("a.wav", NOISE, 192_000, "PCM_16"),
    "8 bit": ("a.wav", NOISE, RATE, "PCM_U8"),
    "24 bit": ("a.wav", NOISE, RATE, "PCM_24"),
    "24 bit, one step": ("a.wav", np.full(RATE, 2.0**-23), RATE, "PCM_24"),
    "32 bit": ("a.wav", NOISE, RATE, "PCM_32"),
    "full-scale float": ("a.wav", np.sign(NOISE), RATE, "FLOAT"),
    "float above full scale": ("a.wav", 40.0 * NOISE, RATE, "FLOAT"),
    "double beyond float32": ("a.wav", np.full(RATE, 1e300), RATE, "DOUBLE"),
    "stereo": ("a.wav", np.stack([NOISE, 0 * NOISE], 1), RATE, "PCM_16"),
    "6 channels": ("a.wav", np.stack([NOISE] * 6, 1), RATE, "PCM_24"),
    "1 sample": ("a.wav", np.array([0.5]), RATE, "PCM_16"),
    "1 sample in FLAC": ("a.flac", np.array([0.5]), RATE, "PCM_16"),
    "one sample that is not 0": ("a.wav", np.eye(1, 500_000, 499_999)[0], RATE, "PCM_16"),
    "FLAC": ("a.flac", NOISE, RATE, "PCM_24"),
    "MP3": ("a.mp3", NOISE, RATE, "MPEG_LAYER_III"),
    "Vorbis": ("a.ogg", NOISE, RATE, "VORBIS"),
    "another suffix": ("a.wav.bak", None, RATE, "PCM_16"),
    "spaces and letters": ("a file, ünïcödé 语音.wav", NOISE, RATE, "PCM_16"),
}


@pytest.mark.parametrize("case", GOOD)
def test_good(case, tmp_path):
    name, samples, rate, subtype = GOOD[case]
    if samples is None:
        path = write(tmp_path / "a.wav").rename(tmp_path / name)
        samples = NOISE
    else:
        path = write(tmp_path / name, samples, rate=rate, subtype=subtype)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    facts = scan_file(path)
    assert re.fullmatch(r"[0-9a-f]{64}", facts.pcm_sha256)
    assert replace(facts, pcm_sha256="") == AudioFacts(sha256, len(samples), rate, channels)


def test_the_same_samples_have_one_hash_whatever_holds_them(tmp_path):
    def chunk(raw: bytes) -> bytes:
        return raw[:36] + b"LIST" + struct.pack("<I", 6) + b"noise\0" + raw[36:]

    steps = (32_767 * NOISE).astype(np.int16)  # floats are rounded differently for each container
    plain = scan_file(write(tmp_path / "a.wav", steps))
    integers, floats = {"h.wav": "PCM_24", "i.wav": "PCM_32"}, {"j.wav": "FLOAT", "k.wav": "DOUBLE"}
    paths = (
        rewrite(write(tmp_path / "b.wav", steps), chunk),
        write(tmp_path / "c.flac", steps),
        *(write(tmp_path / name, steps, subtype=subtype) for name, subtype in integers.items()),
        *(write(tmp_path / name, steps / 32_768, subtype=subtype) for name, subtype in floats.items()),
    )
    copies = [scan_file(path) for path in paths]
    assert {copy.pcm_sha256 for copy in copies} == {plain.pcm_sha256}
    assert len({plain.sha256, *(copy.sha256 for copy in copies)}) == 1 + len(copies)
    others = (
        write(tmp_path / "d.wav", -steps),
        write(tmp_path / "e.wav", steps, rate=RATE // 2),
        write(tmp_path / "f.wav", np.stack([steps, steps], 1)),
        write(tmp_path / "g.wav", steps[:-1]),
    )
    assert plain.pcm_sha256 not in {scan_file(path).pcm_sha256 for path in others}


def test_name_that_is_not_utf8(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.wav")
    write(tmp_path / "a.wav").rename(path)
    assert scan_file(path).frames == RATE


@pytest.mark.parametrize("suffix", ["wav", "flac", "mp3", "ogg"])
def test_what_a_mac_leaves_beside_a_file_is_no_part_of_it(suffix, tmp_path):
    path = tmp_path / f"a.{suffix}"
    soundfile.write(path, NOISE, RATE)
    alone = scan_file(path)
    beside_as_a_mac(path)
    assert scan_file(path) == alone
    assert (alone.frames, alone.damage) == (RATE, "")


def test_no_file_stays_open(tmp_path):
    path, text = write(tmp_path / "a.wav"), tmp_path / "b.wav"
    text.write_bytes(b"no sound " * 9)
    scan_file(path)  # what is opened once for all is open now
    before = len([*Path("/dev/fd").iterdir()])
    for _ in range(3):
        scan_file(path)
        scan_file(text)
    assert len([*Path("/dev/fd").iterdir()]) == before


@pytest.mark.parametrize("size", [0xFFFFFFFF, 2 * RATE + 1, 2 * RATE - 2])
def test_streamed_padded_or_followed_by_more(size, tmp_path):
    assert scan_file(promise(write(tmp_path / "a.wav"), size)).damage == ""


def test_chunks_before_the_samples(tmp_path):
    def insert(raw: bytes) -> bytes:
        return raw[:36] + b"LIST" + struct.pack("<I", 5) + b"noise\0" + raw[36:]

    assert scan_file(rewrite(write(tmp_path / "a.wav"), insert)).damage == ""
    cut = rewrite(tmp_path / "a.wav", lambda raw: raw[:-200])
    assert scan_file(cut).damage == "cut off: 21,950 of 22,050 samples"


def bad_files(folder: Path) -> dict[str, tuple[Path, str]]:
    nan, infinite = NOISE.copy(), NOISE.copy()
    nan[-1], infinite[0] = np.nan, -np.inf
    text, raw_text, empty = folder / "text.wav", folder / "text.raw", folder / "empty.wav"
    for path in (text, raw_text):
        path.write_text("<html>404 Not Found</html>\n" * 20)
    empty.touch()
    (folder / "folder.wav").mkdir()
    return {
        "absent": (folder / "absent.wav", "missing"),
        "folder": (folder / "folder.wav", "not a file"),
        "0 bytes": (empty, "0 bytes"),
        "text": (text, "not audio that libsndfile knows"),
        "text named raw": (raw_text, "not audio that libsndfile knows"),
        "header only": (write(folder / "header.wav", NOISE[:0]), "no samples after the header"),
        "cut to the header": (
            rewrite(write(folder / "cut0.wav"), lambda raw: raw[:44]),
            "no samples after the header",
        ),
        "cut WAV": (
            rewrite(write(folder / "cut.wav"), lambda raw: raw[: 44 + 2 * 1_234]),
            "cut off: 1,234 of 22,050 samples",
        ),
        "cut by one sample": (
            rewrite(write(folder / "cut1.wav"), lambda raw: raw[:-2]),
            "cut off: 22,049 of 22,050 samples",
        ),
        "cut 24-bit stereo": (
            rewrite(write(folder / "cut24.wav", np.stack([NOISE] * 2, 1), subtype="PCM_24"), lambda raw: raw[:-6]),
            "cut off: 22,049 of 22,050 samples",
        ),
        "cut ADPCM": (
            rewrite(write(folder / "adpcm.wav", subtype="IMA_ADPCM"), lambda raw: raw[:-1024]),
            "cut off: 10,240 of 11,264 bytes of samples",
        ),
        "cut FLAC": (rewrite(write(folder / "cut.flac"), lambda raw: raw[: len(raw) // 2]), "cut off or broken"),
        "broken FLAC": (
            rewrite(write(folder / "flip.flac"), lambda raw: raw[:9_000] + bytes([raw[9_000] ^ 4]) + raw[9_001:]),
            "cut off or broken",
        ),
        "cut MP3": (
            rewrite(
                write(folder / "cut.mp3", np.tile(NOISE, 4), subtype="MPEG_LAYER_III"),
                lambda raw: raw[: len(raw) // 2],
            ),
            "cut off: ",
        ),
        "NaN": (write(folder / "nan.wav", nan, subtype="FLOAT"), "NaN or infinite samples"),
        "infinity": (write(folder / "inf.wav", infinite, subtype="DOUBLE"), "NaN or infinite samples"),
        "silent": (write(folder / "silent.wav", 0 * NOISE), "silent: every sample is 0"),
        "silent FLAC": (write(folder / "silent.flac", 0 * NOISE), "silent: every sample is 0"),
        "silent float": (write(folder / "silentf.wav", -0.0 * NOISE, subtype="FLOAT"), "silent: every sample is 0"),
    }


def test_bad(tmp_path):
    for case, (path, reason) in bad_files(tmp_path).items():
        facts = scan_file(path)
        assert facts.damage.startswith(reason), case
        assert (facts.sha256 == "") == (case in ("absent", "folder")), case


def test_three_hours_in_constant_memory(tmp_path):
    """A sparse file: 8 kHz, 8 bits, 86 MB that take no place on the disk."""
    frames = 3 * 3_600 * 8_000
    long, short = (write(tmp_path / name, NOISE, rate=8_000, subtype="PCM_U8") for name in ("l.wav", "s.wav"))
    promise(long, frames)
    os.truncate(long, 44 + frames)
    measure = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from corpora.indexing.scan import scan_file\n"
        "peaks = []\n"
        "for path in sys.argv[1:]:\n"
        "    facts = scan_file(Path(path))\n"
        "    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        "print(facts.frames, facts.damage or 'whole', peaks[1] - peaks[0])\n"
    )
    answer = subprocess.run([sys.executable, "-c", measure, short, long], capture_output=True, text=True, check=True)
    counted, damage, grown_kb = answer.stdout.split()
    assert (int(counted), damage) == (frames, "whole")
    assert int(grown_kb) < 8_000
