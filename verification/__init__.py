"""Prove it: independent measurement of every promise from the audio that ships."""
