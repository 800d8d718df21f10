"""Builders make items: one module a construction, and the engine that plans, renders, shards and writes."""
