"""Hear every clip once: what it is, whether it is whole, and what a cheat could tell from it."""
