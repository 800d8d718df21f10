"""The parts of a dataset card: each section from the recipe, the record or the items, never by hand."""
