"""A clip that many rows ask about is decoded once, unless its file changes."""

from dataclasses import replace

import numpy as np
import pytest
import soundfile as sf

from verification.audit import hearing
from verification.audit.hearing import HearingJob, hear
from verification.opening.entry import AudioRef, Entry


@pytest.fixture
def decoded(monkeypatch):
    names = []
    real = hearing.listen
    monkeypatch.setattr(hearing, "listen", lambda ref: names.append(ref.name) or real(ref))
    return names


def entry(path, number, **more):
    return Entry(number=number, audio=(AudioRef(name=f"{number}/{path.name}", path=path),), **more)


def written(path, seconds=1.0):
    sf.write(path, 0.3 * np.sin(np.arange(round(16_000 * seconds)) / 5.0), 16_000)
    return path


def test_one_file_is_heard_once_and_each_row_keeps_its_own_name(tmp_path, decoded):
    path = written(tmp_path / "a.wav")
    rows = hear(HearingJob(entries=tuple(entry(path, number) for number in range(5)), task="duration")).rows
    assert decoded == ["0/a.wav"]
    assert [row.entry.number for row in rows] == list(range(5))
    assert [row.facts[0].name for row in rows] == [f"{number}/a.wav" for number in range(5)]
    assert [row.values for row in rows] == [rows[0].values] * 5
    assert len({row.facts[0].pcm_sha256 for row in rows}) == 1


def test_a_file_that_changes_is_heard_again(tmp_path, decoded):
    path = written(tmp_path / "a.wav")
    hear(HearingJob(entries=(entry(path, 0),)))
    written(path, seconds=2.0)
    (row,) = hear(HearingJob(entries=(entry(path, 1),))).rows
    assert len(decoded) == 2
    assert row.facts[0].frames == 32_000


def test_another_task_stems_and_bytes_are_heard_for_themselves(tmp_path, decoded):
    path = written(tmp_path / "a.wav")
    plain = entry(path, 0)
    mixed = entry(path, 1, stems={"clean": AudioRef(name="clean", path=path)})
    embedded = replace(plain, audio=(AudioRef(name="b", data=path.read_bytes()),))
    hear(HearingJob(entries=(plain, mixed, embedded, embedded)))
    hear(HearingJob(entries=(plain,), task="duration"))
    assert decoded == ["0/a.wav", "1/a.wav", "clean", "b", "b", "0/a.wav"]


def test_no_more_is_remembered_than_was_said(tmp_path, decoded, monkeypatch):
    monkeypatch.setattr(hearing, "_MOST_KNOWN", 2)
    rows = tuple(entry(written(tmp_path / f"{name}.wav"), 0) for name in "abca")
    hear(HearingJob(entries=rows))
    assert len(decoded) == 4
    assert len(hearing._KNOWN) == 2
