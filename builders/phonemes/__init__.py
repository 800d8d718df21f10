"""Phoneme probes: rows of text that ask for the sentence behind its phonemes."""
