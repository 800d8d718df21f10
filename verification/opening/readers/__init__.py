"""Readers of question sets, one a form."""
