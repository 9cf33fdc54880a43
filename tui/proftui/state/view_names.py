"""The views by name, in the order of their keys: said here, and nowhere else."""

from __future__ import annotations

VIEWS = ("functions", "calls", "tree", "icicle", "source")
FUNCTIONS, CALLS, TREE, ICICLE, SOURCE = VIEWS
TITLES = {name: f"{number} {name.capitalize()}" for number, name in enumerate(VIEWS, 1)}
"""As the tabs show them: ``1 Functions``."""
TREES = (TREE, ICICLE)
"""Views of the call tree."""
NEED_CALLS = (CALLS, *TREES)
"""Views that have nothing to show where no calls were recorded."""
