"""What the page says of a profile, as figures, whether there is room or not; what is odd."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Literal, NamedTuple

from proftui.analysis.bounds import Bounded, BoundedColumn, exact_sum
from proftui.analysis.builtin_names import BUILT_IN, NO_FILE_RECORDED
from proftui.analysis.calltree.flow_nodes import UNATTRIBUTED
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.names import Names
from proftui.analysis.own_by_package import making_half, seconds_waited
from proftui.analysis.shape.group import OUTSIDE, own_of_groups
from proftui.analysis.shape.stacked import own_in_stacks
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.profile import LineTime
from proftui_parsers.sums import SAME
from proftui_parsers.waiting import waiting_functions

MOST_FUNCTIONS, MOST_LINES = 10, 10


class Package(NamedTuple):
    """A package with its own time, seconds, and that of the built-ins which it called."""

    name: str
    own: Bounded
    functions: int
    """How many functions it has; of what is no package, how many built-ins nothing else called."""
    is_one: bool = True
    """Whether it is a package, and not what is in none."""


class HotLine(NamedTuple):
    """A line with the function that it is in."""

    function: int
    line: LineTime


class Overview(NamedTuple):
    """The figures of the page, the largest first; functions are numbers, times seconds."""

    functions: int
    """Those that are not hidden."""
    mine: int
    recursive: int
    recursive_calls: int
    half: int
    """How many functions take half of the time; 0 where that cannot be said."""
    hottest: Sequence[int]
    lines: Sequence[HotLine]
    """Where only lines were measured."""
    packages: Sequence[Package]
    path: Sequence[CallNode]
    """The hot path from where most of the program begins."""


def gathering(
    profile: Profile,
    names: Names,
    hidden: Sequence[int],
    not_mine: Sequence[int],
    graph: CallGraph | None,
    path: Sequence[CallNode],
) -> Pieces[Overview]:
    """Put the page together, in pieces.

    ``hidden``, ``not_mine``: by function, whether it is. ``graph``: that of the profile; ``None``: it has no
    calls.
    """
    visible = [index for index in range(profile.count) if not hidden[index]]
    own = profile.tottime
    timed = [index for index in visible if 0 < own[index] < math.inf]
    hottest = nlargest(MOST_FUNCTIONS, timed, key=lambda index: own[index])
    total = profile.total_time
    lines = [] if profile.has_calls else _lines(profile, visible)
    recursive, again = _recursive(profile, visible)
    yield
    packages = (yield from _packages(profile, names, visible, graph)) if graph is not None else []
    return Overview(
        functions=len(visible),
        mine=sum(not not_mine[index] for index in visible),
        recursive=recursive,
        recursive_calls=again,
        half=making_half([own[index] for index in timed], total) if 0 < total < math.inf and not lines else 0,
        hottest=hottest,
        lines=lines,
        packages=packages,
        path=path,
    )


def _recursive(profile: Profile, visible: Iterable[int]) -> tuple[int, int]:
    """How many functions were called while they ran, and how many such calls there were."""
    every, primitive = profile.ncalls, profile.outermost
    if every is None or primitive is None:
        return 0, 0
    more = [every[index] - primitive[index] for index in visible if primitive[index] >= 0]
    return sum(count > 0 for count in more), sum(count for count in more if count > 0)


def _lines(profile: Profile, visible: Iterable[int]) -> list[HotLine]:
    every = (HotLine(index, line) for index in visible for line in profile.lines.get(index, ()))
    timed = (one for one in every if 0 < one.line.time < math.inf)
    return nlargest(MOST_LINES, timed, key=lambda hot: hot.line.time)


def _own_alone(profile: Profile, group_of: Sequence[int], count: int) -> tuple[BoundedColumn, set[int]]:
    """As ``own_in_stacks``, where nobody is known to call anybody: own times, added up."""
    sums = [0.0] * (count + 1)
    for index, own in enumerate(profile.tottime[: profile.count]):
        sums[group_of[index]] += own
    alone = {index for index in range(profile.count) if group_of[index] == OUTSIDE}
    return BoundedColumn(sums, sums, certain=True), alone


def _packages(
    profile: Profile, names: Names, visible: Iterable[int], graph: CallGraph
) -> Pieces[list[Package]]:
    """All packages by own time, with the built-ins that none called, and what the file gives to none."""
    numbers: dict[str, int] = {}
    group_of, pace = [], Pace()
    for index in range(len(profile.files)):
        is_builtin = names.is_builtin(index)
        group_of.append(OUTSIDE if is_builtin else numbers.setdefault(names.package(index), len(numbers)))
        if pace.done(1):
            yield
    if profile.recording is not None:
        own, alone = own_in_stacks(profile, group_of, len(numbers))
    elif not profile.has_edges:
        own, alone = _own_alone(profile, group_of, len(numbers))
    else:
        own = yield from own_of_groups(graph, group_of, len(numbers))
        alone = {index for index, number in enumerate(graph.topology.root_calls) if number > 0}
    counts = [0] * (len(numbers) + 1)
    for index in visible:
        if group_of[index] != OUTSIDE or index in alone:
            counts[group_of[index]] += 1
    told = [figure.shown(bounded=graph.bounded) for figure in own]
    every = [Package(name, told[number], counts[number]) for name, number in numbers.items()]
    kinds = {names.kind_without_file(index) for index in alone if names.is_builtin(index)}
    called = kinds.pop() if len(kinds) == 1 else NO_FILE_RECORDED if kinds else BUILT_IN
    every.append(Package(called, told[len(numbers)], counts[OUTSIDE], is_one=False))
    whole = exact_sum(profile.tottime)
    lost = whole - exact_sum(own.values)
    if lost > SAME * whole:
        every.append(Package(UNATTRIBUTED, Bounded(lost, lost, lost, graph.certain), 0, is_one=False))
    shown = [package for package in every if package.functions or package.own.value]
    return sorted(shown, key=lambda package: -package.own.value if package.own.value < math.inf else 0.0)


Kind = Literal["note", "outside", "short", "waits"]
_MOST_OUTSIDE, _MUCH_WAITING = 0.5, 0.2
"""Parts of the run from which on they are odd."""
_SHORTEST = 0.01
"""Seconds of a run below which figures say little."""


class Odd(NamedTuple):
    """One thing that is odd: the function that it is about, and a part of the whole."""

    kind: Kind
    function: int | None = None
    part: float = 0.0
    others: int = 0
    """How many other functions are like that."""
    notes: int = 0
    """How many notes there are that it does not tell."""


def first_odd(profile: Profile, notes: int, outside: float = 0.0) -> Odd | None:
    """The first that holds.

    ``notes``: how many notes on the profile there are. ``outside``: seconds that count to nobody since
    something is hidden.
    """
    whole = profile.total_time
    # Notes on recordings are on what figures are; that most of them is waiting is more.
    waiting = _waiting(profile, whole) if profile.recording is not None and 0 < whole < math.inf else None
    if waiting is not None:
        return waiting._replace(notes=notes)
    if notes:
        return Odd("note", notes=notes - 1)
    if not 0 < whole < math.inf:
        return None
    if outside > _MOST_OUTSIDE * whole:
        return Odd("outside", part=outside / whole)
    return Odd("short") if whole < _SHORTEST else _waiting(profile, whole)


def _waiting(profile: Profile, whole: float) -> Odd | None:
    waited = seconds_waited(profile)
    if not waited > _MUCH_WAITING * whole:
        return None
    own = profile.tottime
    counted = [index for index in waiting_functions(profile) if 0 < own[index] < math.inf]
    heaviest = max(counted, key=lambda index: own[index])
    return Odd("waits", heaviest, waited / whole, len(counted) - 1)
