"""Use it: metrics, judges and reports over published datasets (the rooms before it come first)."""
