from __future__ import annotations

import numpy as np
import pytest

from probe_signal.fades import raised_cosine_ends


@pytest.mark.parametrize("shape", [(1000,), (1000, 2)])
def test_ends_are_zero_and_the_middle_is_untouched(shape: tuple[int, ...]) -> None:
    samples = np.ones(shape, np.float32)
    faded = raised_cosine_ends(samples, sampling_rate=1000, fade_s=0.1)
    assert faded.dtype == np.float32
    assert faded.shape == shape
    assert not faded[[0, -1]].any()
    assert (faded[100:900] == 1.0).all()
    assert (faded[1:100] < 1.0).all()
    np.testing.assert_array_equal(faded, faded[::-1])
    wanted = np.sin(np.pi / 2 * np.arange(100) / 100) ** 2
    np.testing.assert_allclose(faded[:100].reshape(100, -1)[:, -1], wanted, atol=1e-7)
    assert (samples == 1.0).all()


def test_shortest_sound_that_reaches_full_gain() -> None:
    assert raised_cosine_ends(np.ones(3), sampling_rate=10, fade_s=0.1).tolist() == [0.0, 1.0, 0.0]


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="samples: found 200 frames, wanted 201 or more for both fades"):
        raised_cosine_ends(np.ones(200), sampling_rate=1000, fade_s=0.1)
    with pytest.raises(ValueError, match=r"fade_s: found 0.0001, wanted at least one frame"):
        raised_cosine_ends(np.ones(200), sampling_rate=1000, fade_s=0.0001)
    with pytest.raises(ValueError, match=r"fade_s: found 0.0, wanted a finite number above 0"):
        raised_cosine_ends(np.ones(200), sampling_rate=1000, fade_s=0.0)
