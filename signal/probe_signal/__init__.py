"""The maths: one operation a file, arrays in, arrays out; no files, no global state, no hidden randomness."""
