"""The format ``lprof``: pickled files of line_profiler."""
