"""The life of a release: build it, build it again from its record, verify it, compare two."""
