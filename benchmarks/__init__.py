"""Speed and memory, as ratios within one run: `python -m benchmarks`. Every module of this folder is a benchmark."""
