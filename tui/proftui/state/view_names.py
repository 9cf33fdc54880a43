"""The views by name, in the order of their keys: said here, and nowhere else."""

from __future__ import annotations

from proftui_parsers import Profile

TABS = ("functions", "calls", "tree", "icicle", "source")
"""Those that have a number and always a tab; the others have a key, and a tab while they are shown."""
FUNCTIONS, CALLS, TREE, ICICLE, SOURCE = TABS
IMPORTS, OVERVIEW = "imports", "overview"
KEY_OF = {name: f"{number}" for number, name in enumerate(TABS, 1)} | {IMPORTS: "I", OVERVIEW: "0"}
"""By view the key that leads to it."""
VIEWS = tuple(KEY_OF)
TITLES = {name: f"{key} {name.capitalize()}" for name, key in KEY_OF.items()}
"""As the tabs show them: ``1 Functions``."""
TREES = (TREE, ICICLE)
"""Views of the call tree."""

TABLES_AND_TREES = (*TABS, IMPORTS)
"""Views that go into functions, lines and modules one by one: all but the overview."""

SHAPED = (FUNCTIONS, CALLS, *TREES)
"""Views in which hidden functions do not stand."""


def is_empty(view: str, profile: Profile) -> bool:
    """Whether a view has nothing to show, as no calls were recorded."""
    return view in (CALLS, *TREES) and not profile.has_edges
