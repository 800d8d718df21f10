from __future__ import annotations

import numpy as np
import pytest

from probe_signal.spatial import Ear, in_one_ear


@pytest.mark.parametrize(("ear", "channel"), [("left", 0), ("right", 1)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_one_ear_hears_it_and_the_other_nothing(ear: Ear, channel: int, dtype: type) -> None:
    samples = np.random.default_rng(6).uniform(-1, 1, 300).astype(dtype)
    stereo = in_one_ear(samples, ear=ear)
    assert stereo.dtype == dtype
    assert stereo.shape == (300, 2)
    np.testing.assert_array_equal(stereo[:, channel], samples)
    assert not stereo[:, 1 - channel].any()


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="ear: found 'both', wanted 'left' or 'right'"):
        in_one_ear(np.zeros(3), ear="both")
    with pytest.raises(ValueError, match=r"samples: found shape \(3, 2\), wanted \(frames,\)"):
        in_one_ear(np.zeros((3, 2)), ear="left")
