"""The record: what was drawn, realised and hashed, and the row types that every room shares."""
