"""What goes wrong with embeddings."""

from __future__ import annotations

from manifests.errors import SoundprobeError


class EmbeddingError(SoundprobeError):
    """A file of embeddings or pairs cannot be read, or says nothing about the set."""
