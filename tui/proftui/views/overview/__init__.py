"""The run on one page: hottest functions, hot path, packages, and what is odd."""
