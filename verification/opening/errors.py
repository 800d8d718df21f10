"""What a user can put right about a question set that cannot be opened."""

from __future__ import annotations

from manifests.errors import SoundprobeError


class CollectionError(SoundprobeError):
    """A question set is absent, not recognised, broken, or has no such column."""
