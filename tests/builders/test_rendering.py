"""Rendering: an item that breaks the audio contract or its label stops the build and is named."""

import io
import signal
import threading

import numpy as np
import pytest
import soundfile as sf

from builders.engine.build import build_dataset
from builders.engine.planning import plan
from builders.engine.rendering import encode_flac, render_item
from builders.engine.sources import SourceReader
from manifests.errors import RenderError
from tests.builders.fakes import Tones, tones_recipe


def render(construction, **options):
    planned = plan(tones_recipe(construction), None, seed=1)
    item = planned.items[0]
    return item, render_item(item, construction, channels=options.get("channels", 1), reader=SourceReader({}, ()))


@pytest.mark.parametrize(
    ("construction", "found", "wanted"),
    [
        (Tones(flaw="mislabelled"), "the label '(soft|loud)' by measurement", "'(loud|soft)'"),
        (Tones(flaw="silent"), "silence", "(can be heard|a peak of at least)"),
        (Tones(flaw="nan"), "samples: found values from nan", "a clip that can be rendered"),
        (Tones(flaw="stereo"), "2 channels", "1, as the recipe says"),
        (Tones(seconds=0.0), "0 samples", r"1 to 480,000 samples \(30 s\)"),
        (Tones(seconds=30.1), "481,600 samples", r"1 to 480,000 samples \(30 s\)"),
    ],
)
def test_a_clip_that_breaks_its_promise_stops_the_build_and_is_named(tmp_path, construction, found, wanted):
    planned = plan(tones_recipe(construction), None, seed=1)
    with pytest.raises(RenderError, match=found) as caught:
        build_dataset(planned, out=tmp_path, workers=1, card=lambda record, items: "card")
    assert any(item.id in caught.value.where for item in planned.items)
    assert "tones.loudness/1" in caught.value.where
    assert caught.match(wanted)
    assert not (tmp_path / "tones").exists()
    assert list((tmp_path / "manifests").iterdir()) == []


def test_thirty_seconds_are_allowed():
    assert render(Tones(seconds=30.0))[1].record.frames == 480_000


def test_what_ships_is_what_was_recorded():
    item, rendered = render(Tones())
    pcm, rate = sf.read(io.BytesIO(rendered.flac), dtype="int16")
    wanted = np.rint(
        32768
        * (0.5 if item.label == "loud" else 0.05)
        * np.sin(2 * np.pi * item.parameters["frequency_hz"] * np.arange(1600) / 16_000)
    )
    assert rate == 16_000
    assert np.array_equal(pcm, wanted)
    assert rendered.record.measurements["peak_dbfs"] == pytest.approx(
        20 * np.log10(np.abs(pcm).max() / 32768), abs=1e-3
    )
    assert rendered.record.measurements["duration_s"] == 0.1
    assert rendered.record.id == item.id


@pytest.mark.parametrize("shape", [(5000,), (5000, 2), (1,), (1, 2)])
def test_flac_is_lossless_and_the_same_each_time(shape):
    pcm = np.random.default_rng(5).integers(-32768, 32768, shape).astype(np.int16)
    flac = encode_flac(pcm)
    assert flac == encode_flac(pcm)
    assert np.array_equal(sf.read(io.BytesIO(flac), dtype="int16")[0], pcm)


def test_ctrl_c_while_a_clip_is_encoded_is_heard_and_never_forgotten():
    """libsndfile calls back into Python; an exception that is raised in there is printed and lost."""
    pcm = np.random.default_rng(5).integers(-3000, 3000, 480_000).astype(np.int16)
    whole = encode_flac(pcm)

    def encode_until_stopped(after_s):
        threading.Timer(after_s, signal.raise_signal, [signal.SIGINT]).start()
        for _ in range(30):
            assert encode_flac(pcm) == whole

    for place in range(20):
        with pytest.raises(KeyboardInterrupt):
            encode_until_stopped(0.001 + place * 0.0005)
