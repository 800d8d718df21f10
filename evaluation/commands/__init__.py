"""Doors of the evaluation module."""
