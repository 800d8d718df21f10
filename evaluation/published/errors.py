"""What goes wrong when results are put beside the published ones."""

from __future__ import annotations

from manifests.errors import SoundprobeError


class ResultsError(SoundprobeError):
    """Results that cannot be compared with a published table: another task, another metric, an impossible value."""
