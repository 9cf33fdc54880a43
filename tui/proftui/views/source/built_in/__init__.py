"""Source of a built-in, which has none: the lines that call it."""
