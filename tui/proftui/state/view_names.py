"""The views by name, in the order of their keys: said here, and nowhere else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers import Profile

TABS = ("functions", "calls", "tree", "icicle", "source")
"""Those that have a number and always a tab; the others have a letter, and a tab while they are shown."""
FUNCTIONS, CALLS, TREE, ICICLE, SOURCE = TABS
IMPORTS = "imports"
VIEWS = (*TABS, IMPORTS)
TITLES = {name: f"{number} {name.capitalize()}" for number, name in enumerate(TABS, 1)} | {
    IMPORTS: "I Imports"
}
"""As the tabs show them: ``1 Functions``."""
TREES = (TREE, ICICLE)
"""Views of the call tree."""

SHAPED = (FUNCTIONS, CALLS, *TREES)
"""Views in which hidden functions do not stand."""


def is_empty(view: str, profile: Profile) -> bool:
    """Whether a view has nothing to show, as no calls were recorded."""
    return not (profile.has_tree if view in TREES else profile.has_edges or view != CALLS)
