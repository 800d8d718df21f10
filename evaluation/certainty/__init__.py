"""Honest numbers: intervals by group, chance, breakdowns and comparisons of what models scored."""
