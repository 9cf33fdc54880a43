"""A profile written in a form that other programs read: collapsed stacks, speedscope's, pstats'."""
