"""What goes wrong when replies are measured."""

from __future__ import annotations

from manifests.errors import SoundprobeError


class MetricError(SoundprobeError):
    """A measure is unknown, or its references are not of the kind that it compares."""
