"""Run pure functions over many jobs: in this process, or in worker processes (a cluster is to come)."""
