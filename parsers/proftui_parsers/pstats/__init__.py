"""The format ``pstats``: marshalled dicts of cProfile and all who write as it does."""
