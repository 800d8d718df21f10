"""What every benchmark shares: results, interleaved rounds, one core, fresh processes, the tables."""
