"""Treatments: a module each, which declares `TREATMENT`; the folder is the list."""
