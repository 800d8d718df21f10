"""The record of a release: what it holds, how it is written, and what is refused on reading."""
