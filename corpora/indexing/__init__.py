"""What every corpus module shares: the corpus type, the index table, the scan of its audio, the registry."""
