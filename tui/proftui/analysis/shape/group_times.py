"""What groups of functions probably take with their callees, where the file only bounds it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from operator import mul

from proftui.analysis.shape.group import Groups
from proftui.analysis.shape.known import Known
from proftui.background.pieces import PIECE, Pace, Pieces
from proftui_parsers import Profile

_MOST_VISITS = 3_000_000
"""Calls that are looked at; groups for which none are left keep what they have at least."""
_ROUNDS = 10
_TIMES = 3
"""How often the calls below a group are looked at on average."""
_STEPS = 1.4
"""Steps of work for each call that is looked at: that of its callee counts, too."""
_SETTLED = 0.01
"""The change of a part from which on another round is worth its time."""


def estimating_times(known: Known, group_of: Sequence[int], groups: Groups) -> Pieces[None]:
    """Estimate times of groups: calls of them by others, but for the part that runs under them already.

    The widest intervals come first. Which part of the time of a node of the graph is under a group follows
    from the times of its calls, solved by iteration (Gauss and Seidel).
    """
    times, own, topology = groups.time, groups.own, known.graph.topology
    if not times.estimated:
        return
    unsure = sorted(times.estimated, key=lambda group: times.lows[group] - times.highs[group])
    calls = yield from _calls(known)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for function, group in enumerate(group_of[: known.profile.count]):
        members[group] += topology.nodes_of(function)
    left = _MOST_VISITS
    for group in unsure:
        estimate = own.values[group]
        if left > 0:
            found = yield from _under(calls, members[group])
            left -= found.visits
            estimate = sum(
                calls.roots.get(node, 0.0)
                + sum(
                    time * (1.0 - found.part.get(caller, 0.0))
                    for caller, time in zip(*calls.of[node], strict=True)
                    if group_of[topology.function(caller)] != group
                )
                for node in members[group]
            )
        times.estimate(group, max(estimate, own.values[group]))


def pieces_of(profile: Profile) -> int:
    """How many pieces that probably takes: for each group, calls are looked at some times."""
    visits = min(_MOST_VISITS, _TIMES * len(set(profile.files)) * len(profile.edges))
    return int(_STEPS * visits) // PIECE


class _Calls:
    """The calls of each node of the graph: who made them, and the seconds of each."""

    def __init__(self) -> None:
        self.of: defaultdict[int, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
        self.below: defaultdict[int, list[int]] = defaultdict(list)
        """By caller, what it calls."""
        self.roots: dict[int, float] = {}
        """Seconds of calls by nobody."""
        self.whole: defaultdict[int, float] = defaultdict(float)
        """Seconds of all calls but those by itself."""


def _calls(known: Known) -> Pieces[_Calls]:
    topology, callers, pace = known.graph.topology, known.profile.edges.callers, Pace()
    times = known.edges.time.values
    made = _Calls()
    for function in range(known.profile.count):
        for entry in topology.entries(function):
            caller, node = callers[entry], topology.callee_node(function, callers[entry])
            above, time = topology.caller_node(caller, function), times[entry]
            if above != node and time > 0:
                made.of[node][0].append(above)
                made.of[node][1].append(time)
                made.below[above].append(node)
                made.whole[node] += time
        root = known.root(function)
        if root is not None and root.time.value > 0:
            node = topology.root_node(function)
            made.roots[node] = root.time.value
            made.whole[node] += root.time.value
        if pace.done(2 + len(topology.entries(function))):
            yield
    return made


class _Under:
    """Which part of the time of nodes is under some others."""

    def __init__(self, members: Sequence[int]) -> None:
        self.part = dict.fromkeys(members, 1.0)
        self.visits = 0
        """Calls that were looked at."""


def _under(calls: _Calls, members: Sequence[int]) -> Pieces[_Under]:
    found, pace = _Under(members), Pace()
    part, waiting, below = found.part, list(members), list[int]()
    while waiting:
        callees = calls.below.get(waiting.pop(), ())
        if pace.done(1 + len(callees)):
            yield
        for node in callees:
            if node not in part:
                part[node] = 0.0
                below.append(node)
                waiting.append(node)
    entries = list(map(calls.of.__getitem__, below))
    steps = sum(len(times) for _, times in entries)
    for _ in range(_ROUNDS):
        change = 0.0
        for node, (callers, times) in zip(below, entries, strict=True):
            if len(times) == 1:
                here = times[0] * part.get(callers[0], 0.0)
            else:
                here = sum(map(mul, times, map(part.get, callers, repeat(0.0))))
            now = here / calls.whole[node]
            if abs(now - part[node]) > change:
                change = abs(now - part[node])
            part[node] = now
            if pace.done(len(times)):
                yield
        found.visits += steps
        if change < _SETTLED:
            break
    return found
