"""Audit a question set as a whole: open, hear, judge, report."""
