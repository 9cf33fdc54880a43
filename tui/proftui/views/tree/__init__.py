"""View 3: the call tree, of which the user opens what is of interest."""
