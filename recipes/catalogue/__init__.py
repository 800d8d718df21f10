"""What every recipe module shares: the registry of recipes and the catalogue of the suites."""
