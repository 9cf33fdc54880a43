"""The views by name, in the order of their keys: said here, and nowhere else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers import Profile

VIEWS = ("functions", "calls", "tree", "icicle", "source")
FUNCTIONS, CALLS, TREE, ICICLE, SOURCE = VIEWS
TITLES = {name: f"{number} {name.capitalize()}" for number, name in enumerate(VIEWS, 1)}
"""As the tabs show them: ``1 Functions``."""
TREES = (TREE, ICICLE)
"""Views of the call tree."""


def is_empty(view: str, profile: Profile) -> bool:
    """Whether a view has nothing to show, as no calls were recorded."""
    return not (profile.has_tree if view in TREES else profile.has_edges or view != CALLS)
