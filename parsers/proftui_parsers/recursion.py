"""What counts and times of calls say of single functions: which ran again meanwhile, which began at roots."""

from __future__ import annotations

from proftui_parsers.profile import NOT_MEASURED, Profile
from proftui_parsers.sums import SAME


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


def calls_while_running(profile: Profile, function: int) -> int | None:
    """How many calls of a function were made while it ran, so are not primitive; ``None``: not known."""
    calls, primitive = profile.ncalls, profile.primitive_calls
    if calls is None or primitive is None or NOT_MEASURED in (calls[function], primitive[function]):
        return None
    return calls[function] - primitive[function]


def calls_by_itself(profile: Profile, function: int) -> int:
    """How many calls of a function it made itself."""
    edges, span = profile.edges, slice(*profile.edges.starts[function : function + 2])
    callers = edges.callers[span]
    if function not in callers:
        return 0
    return sum(max(0, n) for c, n in zip(callers, edges.ncalls[span], strict=True) if c == function)


def is_reentered(profile: Profile, function: int) -> bool:
    """Whether a function was called while it ran, other than by itself; also where that is not known."""
    return calls_while_running(profile, function) != calls_by_itself(profile, function)


def runs_from_roots_only(profile: Profile, function: int) -> bool:
    """Whether all primitive calls of a function are root calls: so is all its time theirs."""
    primitive = profile.primitive_calls
    return primitive is not None and 0 < primitive[function] == profile.root_calls[function]


def time_of_root_calls(profile: Profile, function: int) -> tuple[float, bool]:
    """Seconds of a function's root calls at least, perhaps not finite, and whether they are just that."""
    assert profile.cumtime is not None
    edges, time = profile.edges, profile.cumtime[function]
    span = range(edges.starts[function], edges.starts[function + 1])
    by_others = [edges.cumtime[entry] for entry in span if edges.callers[entry] != function]
    if not by_others or runs_from_roots_only(profile, function):
        return time, True
    return time - sum(by_others), not is_reentered(profile, function)
