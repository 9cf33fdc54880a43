"""Speed against floors and peers, as ratios of what was measured in one run: ``python -m benchmarks``."""
