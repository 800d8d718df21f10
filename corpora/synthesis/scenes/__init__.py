"""Noises of nine classes, each from a small model of what makes it, and speech in them."""
