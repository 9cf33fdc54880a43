"""Edges without comprehensions: what these called counts to the functions that they stand in."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from math import inf
from typing import Any

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
