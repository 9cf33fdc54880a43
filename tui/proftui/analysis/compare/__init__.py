"""Two profiles of one program, before and after a change: which function is which, what changed, and why."""
