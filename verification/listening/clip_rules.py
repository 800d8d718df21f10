"""The rules that a clip keeps or breaks whatever the rest of its set is like."""

from __future__ import annotations

from verification.findings import Ledger
from verification.listening.clip import CLIPPED_ONCE
from verification.listening.decoding import slack_frames
from verification.listening.defects import LONGEST_S, SILENT_DBFS
from verification.listening.facts import ClipFacts
from verification.opening.entry import AudioRef

LENGTH_TOLERANCE_S = 0.05


def check_clip(item: str, facts: ClipFacts, ledger: Ledger) -> None:
    """Apply the rules that need nothing but the clip: what cannot be read is not asked whether it is silent.

    Parameters
    ----------
    item : str
        What findings call it.
    facts : ClipFacts
        What is known of it.
    ledger : Ledger
        Takes the findings.
    """
    for rule, wanted in (
        ("audio.missing", "a file"),
        ("audio.decodes", "audio that can be decoded"),
        ("audio.empty", "samples"),
    ):
        if not ledger.expect(rule not in facts.faults, rule, item, found=facts.faults.get(rule), wanted=wanted):
            return
    for rule, wanted in (
        ("audio.truncated", "all the sound that the header promises"),
        ("audio.nonfinite", "finite samples"),
    ):
        ledger.expect(rule not in facts.faults, rule, item, found=facts.faults.get(rule), wanted=wanted)
    ledger.expect(
        "audio.too_long" not in facts.faults,
        "audio.too_long",
        item,
        found=facts.faults.get("audio.too_long"),
        wanted=f"{LONGEST_S:.0f} s at most: many models hear no more",
        severity="warning",
    )
    if "audio.nonfinite" in facts.faults or not facts.frames:
        return
    silent = facts.faults.get("audio.silent")
    ledger.expect(
        silent is None, "audio.silent", item, found=silent, wanted=f"a peak of {SILENT_DBFS:.0f} dBFS or more"
    )
    clipped = facts.faults.get("audio.clipped")
    once = facts.faults.get(CLIPPED_ONCE)
    ledger.expect(
        clipped is None and once is None,
        "audio.clipped",
        item,
        found=clipped or once,
        wanted="no three samples in a row at full scale",
        severity="error" if clipped else "warning",
    )


def check_declared(item: str, ref: AudioRef, facts: ClipFacts, ledger: Ledger) -> bool:
    """Hold the real rate, channels and length against what the set declares, if it does.

    Returns
    -------
    bool
        Whether all of it is true.
    """
    duration_s = facts.frames / facts.sampling_rate
    tolerance_s = LENGTH_TOLERANCE_S + slack_frames(facts.encoding) / facts.sampling_rate
    found, wanted = [], []
    if ref.sampling_rate and ref.sampling_rate != facts.sampling_rate:
        found.append(f"{facts.sampling_rate:,} Hz")
        wanted.append(f"{ref.sampling_rate:,} Hz")
    if ref.channels and ref.channels != facts.channels:
        found.append(channels_in_words(facts.channels))
        wanted.append(channels_in_words(ref.channels))
    # What was cut, or breaks off, has a finding of its own.
    whole = "audio.truncated" not in facts.faults
    if ref.duration_s is not None and whole and not abs(duration_s - ref.duration_s) <= tolerance_s:
        found.append(f"{duration_s:,.3f} s")
        wanted.append(f"{ref.duration_s:,.3f} s")
    if ref.sampling_rate is None and ref.channels is None and ref.duration_s is None:
        return True
    declared = ", ".join(wanted) + ", as declared"
    return ledger.expect(not found, "audio.declared", item, found=", ".join(found), wanted=declared)


def channels_in_words(count: int) -> str:
    """Say how many channels."""
    return "1 channel" if count == 1 else f"{count} channels"
