from __future__ import annotations

import hashlib

import numpy as np
import pytest

from probe_signal.noise import white_noise


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(seed)))


def test_uniform_and_white() -> None:
    noise = white_noise(2**16, generator=generator(1)).astype(np.float64)
    assert noise.min() >= -1.0
    assert noise.max() < 1.0
    assert abs(noise.mean()) < 0.01
    assert abs(np.sqrt(np.mean(noise**2)) - 3**-0.5) < 0.005
    octaves = [np.mean(np.abs(np.fft.rfft(noise)[2**k : 2 ** (k + 1)]) ** 2) for k in range(8, 15)]
    assert 10 * np.log10(max(octaves) / min(octaves)) < 1.5


def test_is_the_generators_raw_stream() -> None:
    """24 bits of every 32 the bit generator gives: nothing that numpy could sample otherwise one day."""
    raw = generator(7).bit_generator.random_raw(500)
    words = np.stack([raw & 0xFFFFFFFF, raw >> 32], axis=1).reshape(-1)
    wanted = (words >> 8).astype(np.float64) / 2**23 - 1.0
    np.testing.assert_array_equal(white_noise(1000, generator=generator(7)), wanted)


def test_same_bytes_on_every_machine() -> None:
    digest = hashlib.sha256(white_noise(4096, generator=generator(2024)).astype("<f4").tobytes()).hexdigest()
    assert digest == "c14830e67f3a9a7f028a889e2c6d1fa17fd4dc0f990bee355c2ba9fd6e2e719f"


def test_generator_goes_on() -> None:
    source = generator(3)
    assert (white_noise(100, generator=source) != white_noise(100, generator=source)).any()


def test_lengths() -> None:
    assert white_noise(0, generator=generator(0)).shape == (0,)
    with pytest.raises(ValueError, match="frames: found -1, wanted 0 or more"):
        white_noise(-1, generator=generator(0))
