"""Open any audio question set: what its rows are, and where their audio lies."""
