"""Which function stands where another one is not shown: hidden, left out by a focus, or in a group."""

from __future__ import annotations

from proftui.state.session import Session


def is_left_out(session: Session, function: int) -> bool:
    """Whether a function is hidden or does not run under the focus, and not only in a group."""
    profile = session.ungrouped
    from proftui.analysis.shaped_profile import ShapedProfile

    return isinstance(profile, ShapedProfile) and bool(profile.hidden[function])


def shown_as(session: Session, function: int) -> int | None:
    """The function by which a function is shown: where there are groups, that of its group."""
    is_shown = session.groups is None or function in session.groups.group
    return function if is_shown else _group_instead_of(session, function)


def instead_of(session: Session, function: int) -> int | None:
    """Who stands for a hidden function: the heaviest that leads to it, else the first row."""
    from proftui.analysis.shape.hiding import instead_of as instead

    if session.groups is not None:
        return _group_instead_of(session, function)
    stands = None if session.shaped is None else instead(session.recorded, function, session.shaped.hidden)
    if stands is None:
        stands = session.focus
    return stands if stands is not None else next(iter(session.rows), None)


def _group_instead_of(session: Session, function: int) -> int | None:
    """The group of a function; of a built-in, that of what called it for the longest."""
    groups, edges = session.groups, session.recorded.edges
    assert groups is not None
    stands = groups.of_function(function)
    if stands is None and function < session.recorded.count:
        entries = range(edges.starts[function], edges.starts[function + 1])
        heaviest = max(entries, key=edges.tottime.__getitem__, default=None)
        stands = None if heaviest is None else groups.of_function(edges.callers[heaviest])
    return stands if stands is not None else next(iter(session.rows), None)
