"""View 5: the lines of a function with their times and what their calls cost."""
