"""Recipes as tasks of inspect-ai, which runs them on any model that it knows."""
