"""View 1: the sortable table of functions."""
