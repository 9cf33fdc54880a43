"""What counts of calls say of single functions: which ran again while they ran, and which began at a root."""

from __future__ import annotations

from proftui_parsers.profile import NOT_MEASURED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.profile import Profile


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
