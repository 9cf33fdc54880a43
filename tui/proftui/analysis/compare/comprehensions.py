"""Comprehensions, functions before Python 3.12, folded into the functions that they stand in."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress
from math import inf
from typing import Any, TypeVar

from proftui.analysis.compare.side import Side
from proftui.analysis.names import Names
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import Edges


def folding_edges(profile: Profile, around: Mapping[int, int]) -> Pieces[Edges]:
    """The edges of the functions that are left; ``around``: by comprehension the function around it."""
    old, pace = profile.edges, Pace()
    starts, callers = array("q", [0]), array("q")
    columns = old.ncalls, old.primitive_calls, old.tottime, old.cumtime
    counts, primitive, own, cum = array("q"), array("q"), array("d"), array("d")
    figures: tuple[array[Any], ...] = counts, primitive, own, cum
    more_own: dict[int, float] = {}
    for comprehension, function in around.items():
        more_own[function] = more_own.get(function, 0.0) + profile.tottime[comprehension]
    for callee in range(profile.count):
        entries = range(old.starts[callee], old.starts[callee + 1])
        first, at = len(callers), dict[int, int]()
        for entry in entries if callee not in around else ():
            caller = around.get(old.callers[entry], old.callers[entry])
            place = at.setdefault(caller, len(callers))
            if place == len(callers):
                callers.append(caller)
                for made, column in zip(figures, columns, strict=True):
                    made.append(column[entry])
            else:
                for made, column in zip(figures, columns, strict=True):
                    made[place] += column[entry]
                if profile.cumtime is not None:
                    cum[place] = min(cum[place], profile.cumtime[callee])
        whole = sum(cum[first:])
        if callee in more_own and 0 < whole < inf:
            # Own time of a comprehension counts to the calls of the function around it, as they took time.
            for place in range(first, len(callers)):
                own[place] += more_own[callee] * cum[place] / whole
        starts.append(len(callers))
        if pace.done(1 + len(entries)):
            yield
    return Edges(starts, callers, counts, primitive, own, cum)


_Number = TypeVar("_Number", int, float)
_NAMES = frozenset({"<listcomp>", "<dictcomp>", "<setcomp>"})
"""What Python 3.12 and later make no functions of; generator expressions still are some."""


def folding_older(base: Side, new: Side) -> Pieces[tuple[Side, Side]]:
    """Both sides; comprehensions of one are folded where the other, of a newer Python, has none.

    Of a shape nothing is folded, nor is the other side then, where what is hidden is not.
    """
    if base.profile.is_shaped or new.profile.is_shaped:
        return base, new
    is_older = _has_comprehensions(base.profile)
    if is_older == _has_comprehensions(new.profile):
        return base, new
    folded = yield from folding_comprehensions(base if is_older else new)
    return (folded, new) if is_older else (base, folded)


def comprehensions(profile: Profile) -> dict[int, int]:
    """By comprehension, the function around it: its only caller. Those of several callers are not in it.

    Nor is anything of a shaped profile: its figures are no plain sums any more.
    """
    if not _may_have_some(profile):
        return {}
    around = dict(_around(profile))
    return {f: outermost for f in around if (outermost := _outermost(f, around)) not in around}


def _has_comprehensions(profile: Profile) -> bool:
    """Whether there are some that :func:`comprehensions` finds."""
    if not _may_have_some(profile):
        return False
    # One that no other is around is enough, and nearly every profile with some has one soon.
    names = profile.names
    return any(names[function] not in _NAMES for _, function in _around(profile)) or bool(
        comprehensions(profile)
    )


def _may_have_some(profile: Profile) -> bool:
    return not profile.is_shaped and profile.has_edges and any(map(_NAMES.__contains__, profile.names))


def _around(profile: Profile) -> Iterator[tuple[int, int]]:
    """Comprehensions of one caller, and that one."""
    starts, callers = profile.edges.starts, profile.edges.callers
    for f in compress(range(profile.count), map(_NAMES.__contains__, profile.names)):
        if starts[f + 1] == starts[f] + 1 and callers[starts[f]] < profile.count:
            yield f, callers[starts[f]]


def _outermost(function: int, around: dict[int, int]) -> int:
    """What no comprehension is; where they are only around each other, one of them."""
    seen = {function}
    while (function := around.get(function, function)) not in seen:
        seen.add(function)
    return function


def folding_comprehensions(side: Side) -> Pieces[Side]:
    """The same runs with what comprehensions took and called counted to the functions around them."""
    runs = []
    for run in side.runs:
        runs.append((yield from _folding(run, comprehensions(run))))
    profile = runs[side.median]
    number = sum(profile.absent or ()) - sum(side.profile.absent or ())
    return replace(side, runs=tuple(runs), profile=profile, names=Names(profile), folded=number)


def _folding(profile: Profile, around: dict[int, int]) -> Pieces[Profile]:
    """The profile with these functions absent: exact, but for time of calls that recur through them.

    Functions keep their numbers, by which screens, pairs and call trees know them.
    """
    absent = bytearray(profile.absent or len(profile.files))
    absent += bytes(len(profile.files) - len(absent))
    own = array("d", profile.tottime)
    for comprehension, function in around.items():
        absent[comprehension] = 1
        own[function] += own[comprehension]
    edges = yield from folding_edges(profile, around)
    yield

    def left(column: Sequence[_Number]) -> array[_Number]:
        made = array("d" if isinstance(column[0], float) else "q", column)
        for comprehension in around:
            made[comprehension] = type(column[0])(0)
        return made

    return profile.changed(
        absent=absent,
        tottime=left(own),
        cumtime=None if profile.cumtime is None else left(profile.cumtime),
        ncalls=None if profile.ncalls is None else left(profile.ncalls),
        primitive_calls=None if profile.primitive_calls is None else left(profile.primitive_calls),
        total_calls=_without(profile.total_calls, profile.ncalls, around),
        total_primitive_calls=_without(profile.total_primitive_calls, profile.primitive_calls, around),
        edges=edges,
        remarks=lambda _: profile.warnings,
    )


def _without(calls: int | None, by_function: Sequence[int] | None, around: Iterable[int]) -> int | None:
    """All calls but those of comprehensions, which the other side does not count either."""
    if calls is None or by_function is None:
        return calls
    return calls - sum(max(0, by_function[comprehension]) for comprehension in around)
