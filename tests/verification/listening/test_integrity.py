"""Each rule finds what it is for, and nothing in a set that keeps it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.verification.listening.heard_sounds import RATE, babble, encoded, heard, heard_sound, tone, upsampled
from verification.findings import Ledger
from verification.listening.integrity import Integrity
from verification.opening.entry import AudioRef, Entry

SET = "the set"
CLIPS = [heard_sound(babble(1.2, seed=seed)) for seed in range(20)]


def entry(number, **more):
    name = more.pop("file", f"audio/clip_{number:03d}.flac")
    form = {key: more.pop(key) for key in ("sampling_rate", "channels", "duration_s") if key in more}
    texts = {"id": f"clip-{number}", "split": "test", "question": "Which?", "options": ("a", "b")} | more
    texts.setdefault("label", "ab"[number % 2])
    return Entry(number=number, audio=(AudioRef(name=name, **form),), **texts)


def named(facts, row):
    return replace(facts, name=row.audio[0].name)


def rows(clips=CLIPS, **more):
    entries = [entry(number, **more) for number in range(len(clips))]
    return [(row, named(facts, row)) for row, facts in zip(entries, clips, strict=True)]


def audited(pairs, *, corpus=""):
    ledger = Ledger()
    integrity = Integrity(ledger, name=SET, corpus=corpus)
    for row, facts in pairs:
        integrity.add(row, facts if isinstance(facts, tuple) else (facts,))
    integrity.finish()
    return ledger, integrity.notes


def found(pairs, **how):
    return [(each.rule, each.item, each.severity) for each in audited(pairs, **how)[0].findings]


def swapped(number, facts, **more):
    """Give the clean set with one clip, or what its row says, exchanged."""
    pairs = rows()
    row = entry(number, **more)
    pairs[number] = row, named(facts or CLIPS[number], row)
    return pairs


def noises():
    return [heard_sound(0.1 * np.random.default_rng(seed).normal(size=RATE)) for seed in range(20)]


def tones():
    waveforms = ("sine", "square", "saw")
    return [heard_sound(tone(200 + 40 * number, waveform=waveforms[number % 3])) for number in range(20)]


class TestCleanSets:
    @pytest.mark.parametrize("clips", [CLIPS, noises(), tones()], ids=["speech", "noise", "tones"])
    def test_nothing_is_found_and_every_rule_was_applied(self, clips):
        ledger, notes = audited(rows(clips, sampling_rate=RATE, channels=1))
        assert ledger.findings == []
        assert notes == []
        per_clip = (
            "missing",
            "decodes",
            "empty",
            "truncated",
            "nonfinite",
            "silent",
            "clipped",
            "too_long",
            "declared",
        )
        per_clip = (*(f"audio.{rule}" for rule in per_clip), "audio.odd_rate", "audio.odd_channels", "audio.bandwidth")
        for rule in (*per_clip, "duplicate.pcm", "duplicate.split", "duplicate.near", "name.path", "name.twice"):
            assert ledger.checks[rule] == 20, rule

    def test_one_ear_each(self):
        sounds = [babble(1.0, seed=seed) for seed in range(10)]
        clips = [
            heard_sound(np.stack((sound, 0 * sound) if ear else (0 * sound, sound), axis=1))
            for sound in sounds
            for ear in (0, 1)
        ]
        pairs = [(replace(row, group=f"g{row.number // 2}"), facts) for row, facts in rows(clips)]
        assert audited(pairs)[0].findings == []

    def test_an_empty_set(self):
        assert audited([])[0].findings == []


class TestBrokenClips:
    @pytest.mark.parametrize(
        ("data", "rule", "severity"),
        [
            (np.random.default_rng(0).bytes(9000), "audio.decodes", "error"),
            (b"", "audio.empty", "error"),
            (encoded(np.zeros(0)), "audio.empty", "error"),
            (encoded(babble(4.0))[:90_000], "audio.truncated", "error"),
            (encoded(babble(4.0), kind="FLAC")[:50_000], "audio.truncated", "error"),
            (encoded(np.append(babble(), np.nan), subtype="FLOAT"), "audio.nonfinite", "error"),
            (encoded(np.zeros(RATE)), "audio.silent", "error"),
            (encoded(np.clip(20 * babble(seed=99), -1, 1)), "audio.clipped", "error"),
            (encoded(np.concatenate((babble(4.0, seed=99), np.ones(4)))), "audio.clipped", "warning"),
            (encoded(np.tile(babble(1.7, seed=99), 18)), "audio.too_long", "warning"),
            (encoded(upsampled(babble(seed=3))), "audio.bandwidth", "warning"),
            (encoded(babble(seed=99, rate=22_050), rate=22_050), "audio.odd_rate", "warning"),
            (encoded(np.repeat(babble(seed=99)[:, np.newaxis], 2, axis=1)), "audio.odd_channels", "warning"),
        ],
    )
    def test_it_breaks_one_rule(self, data, rule, severity):
        assert found(swapped(7, heard(data))) == [(rule, "clip-7", severity)]

    def test_a_missing_file_breaks_one_rule(self, tmp_path):
        from verification.listening.clip import listen

        facts, _ = listen(AudioRef(name="audio/clip_007.flac", path=tmp_path / "absent.flac"))
        assert found(swapped(7, facts, duration_s=1.0, sampling_rate=RATE)) == [("audio.missing", "clip-7", "error")]

    def test_all_clips_silent_is_no_duplicate(self):
        silent = [heard_sound(np.zeros(RATE))] * 20
        assert {rule for rule, *_ in found(rows(silent))} == {"audio.silent"}


class TestDeclared:
    @pytest.mark.parametrize(
        "declared", [{"sampling_rate": 44_100}, {"channels": 2}, {"duration_s": 1.26}, {"duration_s": float("nan")}]
    )
    def test_what_is_declared_and_not_so(self, declared):
        assert found(swapped(7, None, **declared)) == [("audio.declared", "clip-7", "error")]

    @pytest.mark.parametrize("declared", [{"sampling_rate": RATE}, {"channels": 1}, {"duration_s": 1.24}])
    def test_what_is_so(self, declared):
        assert found(swapped(7, None, **declared)) == []

    def test_a_rate_that_is_not_declared_is_told_once(self):
        clip = heard_sound(babble(seed=99, rate=22_050), rate=22_050)
        assert found(swapped(7, clip, sampling_rate=RATE)) == [("audio.declared", "clip-7", "error")]

    def test_coders_may_lengthen_a_clip(self):
        clips = [heard_sound(babble(1.0, seed=s), kind="MP3", subtype="MPEG_LAYER_III") for s in range(10)]
        assert found(rows(clips, duration_s=1.0)) == []


class TestForms:
    def test_a_set_of_two_rates_has_no_odd_one(self):
        clips = [heard_sound(babble(seed=n, rate=rate), rate=rate) for n in range(10) for rate in (16_000, 22_050)]
        ledger, notes = audited(rows(clips))
        assert ledger.findings == []
        assert notes == ["The clips have several sampling rates: 16,000 Hz (10 clips), 22,050 Hz (10 clips)."]

    def test_a_dead_channel_among_live_ones(self):
        stereo = [np.stack((babble(1.0, seed=n), babble(1.0, seed=n + 50)), axis=1) for n in range(12)]
        stereo[3][:, 1] = 0.0
        stereo[5][:, 1] = stereo[5][:, 0]
        wanted = [("audio.dead_channel", f"clip-{n}", "warning") for n in (3, 5)]
        assert found(rows([heard_sound(clip) for clip in stereo])) == wanted

    def test_one_sound_in_both_ears_among_sounds_in_one(self):
        stereo = [np.stack((babble(1.0, seed=n), np.zeros(RATE)), axis=1) for n in range(12)]
        stereo[5][:, 1] = stereo[5][:, 0]
        wanted = [("audio.dead_channel", "clip-5", "warning")]
        assert found(rows([heard_sound(clip) for clip in stereo])) == wanted

    def test_a_whole_set_from_a_lower_rate_is_told_once(self):
        clips = [heard_sound(upsampled(babble(2.0, seed=n))) for n in range(12)]
        assert found(rows(clips)) == [("audio.bandwidth", SET, "warning")]

    def test_a_corpus_at_another_rate_than_its_owners(self):
        clips = [
            heard_sound(upsampled(babble(1.5, seed=n, rate=44_100), over=22_050, rate=44_100), rate=44_100)
            for n in range(12)
        ]
        ledger, _ = audited(rows(clips), corpus="LJSpeech-1.1")
        assert [(each.rule, each.item) for each in ledger.findings] == [("audio.corpus_rate", SET)]
        assert ledger.findings[0].found.startswith("44,100 Hz in 12 of 12 clips")
        assert ledger.findings[0].wanted == "22,050 Hz, at which LJSpeech-1.1 is published"

    @pytest.mark.parametrize("corpus", ["librispeech", "LibriSpeech", "a corpus that nobody knows", ""])
    def test_a_corpus_at_its_own_rate(self, corpus):
        assert found(rows(), corpus=corpus) == []


class TestDuplicates:
    def test_a_copy_under_another_name(self):
        assert found(swapped(7, CLIPS[1])) == [("duplicate.pcm", "clip-7", "warning")]

    def test_a_copy_in_another_question(self):
        pairs = swapped(7, CLIPS[2], question="Another?", label="b")
        assert found(pairs) == [("duplicate.pcm", "clip-7", "warning")]

    def test_a_contradiction_is_a_rule_of_the_questions(self):
        assert found(swapped(7, CLIPS[2])) == []

    def test_a_copy_in_another_split(self):
        assert found(swapped(7, CLIPS[1], split="train")) == [("duplicate.split", "clip-7", "error")]

    def test_one_clip_for_several_questions_is_no_duplicate(self):
        pairs = swapped(7, CLIPS[2], question="Another?", file="audio/clip_002.flac", id="clip-2-other")
        assert found(pairs) == []

    def test_one_group_may_ask_several_questions_of_a_clip(self):
        pairs = swapped(7, CLIPS[1], question="Another?", group="g")
        pairs[1] = replace(pairs[1][0], group="g"), pairs[1][1]
        assert found(pairs) == []

    def test_a_copy_in_a_group_is_one_all_the_same(self):
        pairs = swapped(7, CLIPS[1], group="g")
        pairs[1] = replace(pairs[1][0], group="g"), pairs[1][1]
        assert found(pairs) == [("duplicate.pcm", "clip-7", "warning")]

    def test_rows_of_several_clips_count_as_a_whole(self):
        pairs = [
            (replace(row, audio=(row.audio[0], AudioRef(name=f"b{row.number}.flac"))), (facts, CLIPS[0]))
            for row, facts in rows()
        ]
        assert found(pairs) == []
        pairs[6] = pairs[6][0], pairs[4][1]
        pairs[6] = pairs[6][0], tuple(replace(facts, name=f"{n}.flac") for n, facts in enumerate(pairs[6][1]))
        assert found(pairs) == [("duplicate.pcm", "clip-6", "warning")]

    @pytest.mark.parametrize("change", [lambda s: 0.8 * s, lambda s: s[1600:]])
    @pytest.mark.parametrize("label", ["a", "b"])
    def test_a_near_copy(self, change, label):
        pairs = swapped(7, heard_sound(change(babble(1.2, seed=2))), label=label)
        assert found(pairs) == [("duplicate.near", "clip-7", "warning")]

    def test_minimal_pairs_of_a_group_are_none(self):
        pairs = swapped(7, heard_sound(0.8 * babble(1.2, seed=2)), group="g")
        pairs[2] = replace(pairs[2][0], group="g"), pairs[2][1]
        assert found(pairs) == []

    def test_sentences_of_one_machine_voice_are_nearly_alike_and_no_fault(self):
        pairs = swapped(7, heard_sound(0.8 * babble(1.2, seed=2)), source="synthesised")
        assert found(pairs) == [("duplicate.near", "clip-7", "warning")]
        pairs[2] = replace(pairs[2][0], source="synthesised"), pairs[2][1]
        assert found(pairs) == []

    def test_mixtures_that_say_they_share_a_recording_are_nearly_alike_and_no_fault(self):
        def mixed(of, other):
            pairs = swapped(7, heard_sound(0.8 * babble(1.2, seed=2)), metadata={"source.item": of})
            pairs[2] = replace(pairs[2][0], metadata={"source.item": other}), pairs[2][1]
            return found(pairs)

        assert mixed("speech/3; noise/1", "speech/3; noise/2") == []
        assert mixed("speech/3; noise/1", "speech/4; noise/2") == [("duplicate.near", "clip-7", "warning")]
        assert mixed("speech/3", "speech/3") == [("duplicate.near", "clip-7", "warning")]  # not mixed: a repetition

    def test_pairs_all_through_are_the_design(self):
        clips = [heard_sound(gain * babble(1.2, seed=seed)) for seed in range(10) for gain in (1.0, 0.5)]
        ledger, notes = audited(rows(clips))
        assert ledger.findings == []
        assert len(notes) == 1
        assert notes[0].startswith("20 of 20 clips have a near duplicate")

    def test_near_copies_with_one_label_all_through_are_not(self):
        clips = [heard_sound(gain * babble(1.2, seed=seed)) for seed in range(10) for gain in (1.0, 0.5)]
        pairs = [(replace(row, label="ab"[row.number // 2 % 2]), facts) for row, facts in rows(clips)]
        assert found(pairs) == [("duplicate.near", f"clip-{number}", "warning") for number in range(1, 20, 2)]


class TestNames:
    def test_an_id_beside_another_rows_file(self):
        pairs = swapped(7, None, file="audio/clip_107.flac")
        assert found(pairs) == [("name.path", "clip-7", "warning")]

    def test_ids_that_have_nothing_to_do_with_files(self):
        pairs = [(replace(row, id=f"{'xyz'[row.number % 3]}{7 * row.number}"), facts) for row, facts in rows()]
        assert found(pairs) == []

    @pytest.mark.parametrize("row_id", ["clip_007", "CLIP-7", "audio/clip_007.flac", "clip_007.wav", "7", "x-clip-7"])
    def test_spelling_does_not_matter(self, row_id):
        assert found(swapped(7, None, id=row_id)) == []

    def test_one_id_twice(self):
        pairs = swapped(7, None, id="clip-3", file="audio/clip_3.flac")
        ledger, _ = audited(pairs)
        assert [(each.rule, each.item) for each in ledger.findings] == [("name.twice", "clip-3")]
        assert ledger.findings[0].found == "rows 3 and 7 have this id"

    def test_ids_may_start_anew_in_another_split(self):
        pairs = [
            (replace(row, id=f"clip-{row.number % 10}", split="test" if row.number < 10 else "train"), facts)
            for row, facts in rows()
        ]
        assert not [rule for rule, *_ in found(pairs) if rule == "name.twice"]

    def test_ids_of_clips_rather_than_rows_are_noted(self):
        pairs = [(replace(row, id=f"clip-{row.number // 2}"), facts) for row, facts in rows()]
        ledger, notes = audited(pairs)
        assert not [each for each in ledger.findings if each.rule == "name.twice"]
        assert notes == ["Ids do not tell rows apart: 20 rows share 10 ids."]


def test_facts_must_be_of_the_rows_clips():
    with pytest.raises(ValueError, match="shorter"):
        Integrity(Ledger(), name=SET).add(entry(0), ())
