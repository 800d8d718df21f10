"""What the benchmarks work on: speech-like clips, and corpora in their native layout made of them."""
