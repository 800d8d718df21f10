"""What an audio encoder keeps: how far its embeddings move when the style changes, and when the content does."""
