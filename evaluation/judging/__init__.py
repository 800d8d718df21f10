"""Judges: the papers' prompts, models that score with them, the rule-based judge, and how far two judges agree."""
