"""Strict multiple choice: which option a reply chooses, by rules alone."""
