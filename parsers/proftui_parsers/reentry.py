"""What one thread never leaves of functions that were called while they ran, where none shares its name."""

from __future__ import annotations

from proftui_parsers.recursion import calls_while_running
from proftui_parsers.sums import SAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.profile import Profile


def lacking(profile: Profile, function: int, below: float) -> float:
    """Seconds that a function, or some call of it, takes more than what it is made of.

    ``below``: what its calls of others took together. Whenever a call of it runs, either that function works
    itself, at some depth, or a call runs that it made.
    """
    assert profile.cumtime is not None
    edges, time = profile.edges, profile.cumtime[function]
    more, itself = time - profile.tottime[function] - below, 0.0
    entries = range(edges.starts[function], edges.starts[function + 1])
    for entry in entries:
        if edges.callers[entry] == function:
            itself = edges.cumtime[entry]
            more = max(more, itself - edges.tottime[entry] - below)
    for entry in entries:
        if edges.callers[entry] != function:
            more = max(more, edges.cumtime[entry] - edges.tottime[entry] - below - itself)
    return more if more > SAME * max(time, below) else 0.0


def callers_that_ran_once(profile: Profile, function: int) -> list[int]:
    """Who called the function twice, the second time while the first was not over, and yet ran but once."""
    edges = profile.edges
    return [
        caller
        for entry in range(edges.starts[function], edges.starts[function + 1])
        if function != (caller := edges.callers[entry]) < profile.count
        and 0 <= edges.primitive_calls[entry] < edges.ncalls[entry]
        and calls_while_running(profile, caller) == 0
    ]


def begins_at_root_while_running(profile: Profile, function: int) -> bool:
    """Whether some calls of a function that nobody made began while it ran, as only in another thread."""
    assert profile.primitive_calls is not None
    return profile.primitive_calls[function] < profile.root_calls[function]
