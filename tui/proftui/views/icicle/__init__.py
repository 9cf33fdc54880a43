"""View 4: the call tree as a picture, one row a level, width is time."""
