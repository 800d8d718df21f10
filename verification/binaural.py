"""Binaural: one ear must be exactly silent, and the other must hold the sound that is promised."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from verification.clip import Clip, Floats, Row, RowValueError
from verification.contract import rms, to_dbfs
from verification.findings import Ledger
from verification.properties import Measured, PairRules
from verification.spectra import ToneSpectrum, flatness_db, tone_spectrum

EARS = ("left", "right")
LEVEL_TOLERANCE_DB = 0.1
FREQUENCY_TOLERANCE = 0.01
# The third harmonic of the ideal waveforms: 1/3 and 1/9 of the first; a sine has none.
_THIRD_DB = {"sine": -np.inf, "square": 20 * np.log10(1 / 3), "triangle": 20 * np.log10(1 / 9)}
_HARMONIC_TOLERANCE_DB = 1.0
_STRAY_DB = -70.0
# Rounding to 16 bits adds an error of -101 dBFS, which gathers in few lines if the frequency divides the sampling
# rate; twice that, all in one line, is no alias.
_ROUNDING_DBFS = -98.0
_NOISE_FLATNESS_DB = 12.0
# A raised cosine has reached 2.5 % after a tenth of its length.
_FADE_PART, _FADE_GAIN = 0.1, 0.05


class Rules(PairRules):
    """Silence in one ear; level, frequency, waveform and ends in the other; the same sound in both of a pair."""

    def check_clip(self, clip: Clip, ledger: Ledger) -> Measured:
        """Check one clip."""
        row = clip.row
        ledger.expect(
            row.label in EARS and row.parameters.get("ear") == row.label,
            "binaural.label",
            row.name,
            found=f"label {row.label!r}",
            wanted=f"{row.parameters.get('ear')!r}, the ear of its parameters",
        )
        if row.label not in EARS:
            return {}
        ear = EARS.index(row.label)
        levels = [to_dbfs(float(level)) for level in rms(clip.samples)]
        self._check_ears(clip, ear, levels, ledger)
        if levels[ear] == -np.inf:
            return {}
        sound = clip.samples[:, ear].astype(np.float64)
        fade = round(row.parameter("fade_s") * clip.sampling_rate)
        _check_ends(row, sound, fade, ledger)
        measured = {"level_error_db": abs(levels[ear] - row.parameter("level_dbfs"))}
        steady = sound[fade : len(sound) - fade]
        if row.parameters.get("waveform") == "noise":
            _check_noise(row, steady, ledger)
            return measured
        return {**measured, **_check_tone(clip, steady, levels[ear], ledger)}

    def _check_ears(self, clip: Clip, ear: int, levels: list[float], ledger: Ledger) -> None:
        row, other = clip.row, clip.samples[:, 1 - ear]
        sounding = np.flatnonzero(other)
        found = ""
        if sounding.size:
            peak_dbfs = to_dbfs(float(np.abs(other.astype(np.int32)).max()))
            found = (
                f"{sounding.size:,} samples other than 0 in the {EARS[1 - ear]} ear, {peak_dbfs:.1f} dBFS at most, "
                f"the first at frame {sounding[0]:,}"
            )
        ledger.expect(
            sounding.size == 0,
            "binaural.other_ear",
            row.name,
            found=found,
            wanted=f"exact silence: the label is {row.label}",
        )
        wanted_dbfs = row.parameter("level_dbfs")
        ledger.expect(
            abs(levels[ear] - wanted_dbfs) <= LEVEL_TOLERANCE_DB,
            "binaural.level",
            row.name,
            found=f"{levels[ear]:.2f} dBFS RMS in the {row.label} ear",
            wanted=f"{wanted_dbfs:.2f} dBFS within {LEVEL_TOLERANCE_DB:g} dB",
        )

    def check_pair(self, first: Clip, second: Clip, ledger: Ledger) -> None:
        """Check that what is left in one is right in the other, sample for sample."""
        same = np.array_equal(first.samples, second.samples[:, ::-1])
        ledger.expect(
            same,
            "binaural.mirror",
            first.row.name,
            found=f"another sound than in {second.row.name}" + ("" if same else _first_difference(first, second)),
            wanted="the same sound in the other ear, sample for sample",
        )

    def summary(self, measured: Sequence[Measured]) -> list[str]:
        """Tell how close the sounds are to what was asked for."""
        lines = []
        levels = [values["level_error_db"] for values in measured if "level_error_db" in values]
        tones = [values for values in measured if "frequency_error" in values]
        if levels:
            lines.append(f"level of the sounding ear is within {max(levels):.3f} dB of its parameter")
        if tones:
            frequency = max(values["frequency_error"] for values in tones)
            stray = max(values["stray_db"] for values in tones)
            lines.append(
                f"frequency of {len(tones)} tones is within {frequency:.4%}; the strongest line beside the "
                f"harmonics is at {stray:.1f} dB"
            )
        return lines


def _first_difference(first: Clip, second: Clip) -> str:
    if first.samples.shape != second.samples.shape:
        return f" ({len(first.samples):,} frames here, {len(second.samples):,} there)"
    places = np.flatnonzero((first.samples != second.samples[:, ::-1]).any(axis=1))
    return f" ({places.size:,} frames differ, the first is {places[0]:,})" if places.size else ""


def _check_ends(row: Row, sound: Floats, fade: int, ledger: Ledger) -> None:
    part = max(round(fade * _FADE_PART), 1)
    loudest = max(float(np.abs(end).max()) for end in (sound[:part], sound[-part:]))
    limit = _FADE_GAIN * float(np.abs(sound).max()) + 1.0
    ledger.expect(
        loudest <= limit,
        "binaural.ends",
        row.name,
        found=f"{loudest:.0f} steps in the first or last {part} frames",
        wanted=f"ends that are faded: at most {limit:.0f} steps",
    )


def _check_tone(clip: Clip, steady: Floats, level_dbfs: float, ledger: Ledger) -> Measured:
    row = clip.row
    waveform, frequency_hz = row.parameters.get("waveform"), row.parameter("frequency_hz")
    if waveform not in _THIRD_DB:
        raise RowValueError(f"parameters.waveform is {waveform!r}")
    if len(steady) < 8 * clip.sampling_rate / frequency_hz:
        raise RowValueError(f"parameters.fade_s leaves {len(steady)} frames of {frequency_hz:g} Hz")
    spectrum = tone_spectrum(steady, sampling_rate=clip.sampling_rate)
    error = abs(spectrum.frequency_hz / frequency_hz - 1.0)
    ledger.expect(
        error <= FREQUENCY_TOLERANCE,
        "binaural.frequency",
        row.name,
        found=f"{spectrum.frequency_hz:.2f} Hz",
        wanted=f"{frequency_hz:.2f} Hz within {FREQUENCY_TOLERANCE:.0%}",
    )
    _check_waveform(row, str(waveform), spectrum, ledger)
    limit_db = max(_STRAY_DB, _ROUNDING_DBFS - level_dbfs)
    ledger.expect(
        spectrum.stray_db <= limit_db,
        "binaural.alias",
        row.name,
        found=f"a line beside the harmonics at {spectrum.stray_db:.1f} dB re the first",
        wanted=f"none above {limit_db:.0f} dB: no aliasing",
    )
    return {"frequency_error": error, "stray_db": spectrum.stray_db}


def _check_waveform(row: Row, waveform: str, spectrum: ToneSpectrum, ledger: Ledger) -> None:
    if spectrum.third_db is None:
        return
    wanted_db = _THIRD_DB[waveform]
    if wanted_db == -np.inf:
        holds, wanted = spectrum.third_db <= _STRAY_DB + 20.0, f"none in a {waveform}"
    else:
        holds = abs(spectrum.third_db - wanted_db) <= _HARMONIC_TOLERANCE_DB
        wanted = f"{wanted_db:.1f} dB in a {waveform}"
    found = f"a third harmonic at {spectrum.third_db:.1f} dB re the first"
    ledger.expect(holds, "binaural.waveform", row.name, found=found, wanted=wanted)


def _check_noise(row: Row, steady: Floats, ledger: Ledger) -> None:
    if len(steady) < 1024:
        raise RowValueError(f"parameters.fade_s leaves {len(steady)} frames of noise")
    flatness = flatness_db(steady)
    ledger.expect(
        flatness <= _NOISE_FLATNESS_DB,
        "binaural.noise",
        row.name,
        found=f"a line {flatness:.1f} dB above the median of the spectrum",
        wanted=f"a noise: none above {_NOISE_FLATNESS_DB:g} dB",
    )
