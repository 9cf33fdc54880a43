"""What runs under one function alone, or under it where it was called by one path (README, "Focus")."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.fold import by_function
from proftui.analysis.shape.known import Known
from proftui.analysis.shape.paths import PathTime
from proftui.analysis.shape.rows import Rows
from proftui.analysis.shape.shares import NOBODY, Shares, reached_from
from proftui.analysis.shaped_profile import RootCalls, ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.contradictions import may_share_name
from proftui_parsers.profile import NOT_MEASURED

_FOCUS = 0
"""The source of what runs under the focus; all else is nobody's."""
_NOTHING = Bounded(0.0, 0.0, 0.0, True)


def focusing(graph: CallGraph, function: int, path: PathTime | None = None) -> Pieces[ShapedProfile]:
    """Only what runs under a function: all else is hidden, and its time is no part of any figure.

    ``graph``: of a recorded profile, or of one of which functions are hidden already. ``path``: only where it
    was called by one path. Times are seconds.
    """
    return (yield from _Focusing(graph, function, path).all())


class _Focusing:
    def __init__(self, graph: CallGraph, function: int, path: PathTime | None) -> None:
        self.graph, self.function, self.known = graph, function, Known(graph)
        self.time = None if path is None else path.time
        self.path = None if path is None or path.is_all else path
        self.profile, self.topology = graph.profile, graph.topology
        source_of = array("q", [NOBODY]) * len(self.profile.files)
        source_of[function] = _FOCUS
        self.shares = Shares(self.known, source_of)
        self.inside: list[int] = []
        """What the function leads to, and itself, in ascending order."""
        self.factor = 1.0
        """The part of what is below the function that is by the path."""

    def all(self) -> Pieces[ShapedProfile]:
        yield from self.graph.preparing()
        yield from self.known.preparing()
        nodes = yield from reached_from(self.topology, self.topology.nodes_of(self.function))
        yield from self.shares.preparing(nodes, self._doubtful())
        yield from self.shares.parting()
        functions = {self.function, *map(self.topology.function, nodes)}
        self.inside = sorted(f for f in functions if f < self.profile.count)
        self.whole = self._whole()
        return (yield from self._made())

    def _doubtful(self) -> list[int]:
        """Nodes that calls which are not in the file may have been of."""
        found = self.graph.checked.contradictions
        if not found.missing and not found.excess:
            return []
        shared = [f for f in range(self.profile.count) if may_share_name(self.profile, f)]
        return [n for f in {*shared, *found.missing, *found.excess} for n in self.topology.nodes_of(f)]

    def _whole(self) -> Bounded:
        """The time of the focus."""
        time, root = self.known.time[self.function], self.known.root(self.function)
        if not time.value and root is not None:
            time = root.time
        if self.time is None:
            return time
        value, low, high = (min(seconds, time.high) for seconds in self.time[:3])
        if self.path is not None:
            here = 0.0 if self._calls is None else self._calls.own.value
            below = time.value - (self.known.own[self.function].value if self._calls else 0.0)
            self.factor = min(1.0, max(0.0, value - here) / below) if below > 0 else 0.0
        return Bounded(value, low, high, self.time.exact)

    @property
    def _calls(self) -> RootCalls | None:
        """The calls that a path is, where none of them ran within another."""
        return None if self.path is None or not self._never_reenters() else self.path.calls

    def _never_reenters(self) -> bool:
        """Whether the focus was never called while it ran."""
        calls, primitive = self.known.calls[self.function], self.profile.primitive_calls
        return primitive is not None and calls.exact and primitive[self.function] == calls.value

    # Calls

    def _part(self, node: int) -> tuple[float, bool]:
        """Which part of a node is probably under the focus, and whether that is certain."""
        if self.topology.function(node) == self.function:
            return self.factor, self.path is None
        part = self.shares.parts.get(node, {}).get(_FOCUS, 0.0)
        return part * self.factor, self.path is None and list(self.shares.of(node)) == [_FOCUS]

    def _is_all_here(self, function: int) -> bool:
        """Whether nothing else leads to a function, or it is the focus."""
        return all(self._part(node)[1] for node in self.topology.nodes_of(function))

    def _add_calls(self, function: int, rows: Rows, place_of: dict[int, int]) -> float:
        """Add the calls of a function by what is under the focus; the part of its time that they are."""
        edges, whole, here = self.profile.edges, 0.0, 0.0
        for entry in self.topology.entries(function):
            caller = edges.callers[entry]
            node, calls = self.topology.caller_node(caller, function), self.known.edge(entry)
            whole += calls.time.value
            is_inside = caller in place_of and (caller == self.function or node in self.shares.entering)
            if is_inside and not (function == self.function and self._never_reenters()):
                part, sure = self._part(node)
                here += part * calls.time.value
                primitive = edges.primitive_calls[entry] if sure else NOT_MEASURED
                rows.add(place_of[caller], calls, part, sure=sure, primitive=primitive)
        root = self.known.root(function)
        whole += 0.0 if root is None else root.time.value
        return here / whole if whole > 0 else 0.0

    def _root(self, rows: Rows) -> RootCalls:
        """What entered the focus: all of its time, and the calls of it that are not by what it leads to."""
        calls, own = self.known.calls[self.function], self.known.own[self.function]
        if self._calls is not None:
            return self._calls._replace(time=self.whole)
        if self.path is not None:
            entered = _between(calls.value * self.factor, 1.0, max(1.0, calls.high))
            return RootCalls(entered, self.whole, _between(own.value * self.factor, 0.0, own.high))
        primitive, begin = self.profile.primitive_calls, rows.starts[-1]
        least = max(1.0, float(primitive[self.function]) if primitive is not None else 0.0)
        inner = [(sum(c.lows[begin:]), sum(c.highs[begin:])) for c in (rows.calls, rows.own)]
        most, number = calls.high - inner[0][0], max(least, calls.low - inner[0][1])
        entered = _between(number, min(number, most), max(number, most))
        alone = own.value - inner[1][1]
        return RootCalls(
            entered, self.whole, _between(alone, max(0.0, own.low - inner[1][1]), own.high - inner[1][0])
        )

    # Figures

    def _made(self) -> Pieces[ShapedProfile]:
        known, certain, count, pace = self.known, self.graph.is_told_apart, self.profile.count, Pace()
        place_of = {function: place for place, function in enumerate(self.inside)}
        rows, figures = Rows(certain=certain), list[tuple[Bounded, Bounded, Bounded]]()
        for function in self.inside:
            part = self._add_calls(function, rows, place_of)
            if function == self.function:
                rows.add(NOBODY, self._root(rows), sure=True)
            figures.append(self._of(function, rows, rows.end(), part))
            if pace.done(2 + len(self.topology.entries(function))):
                yield
        own, time, calls = (_column(column, certain=certain) for column in zip(*figures, strict=True))
        left = own.level(self.whole.value)
        time.estimate_all(map(max, time.values, own.values))
        yield
        nothing = bytes(len(self.inside))
        yield from rows.settling(own, nothing, time, self.whole.high, lambda *_: True)
        told = yield from rows.made(self.inside, count)
        yield
        hidden = bytearray(b"\x01" * len(self.profile.files))
        known_primitive, primitive = self.profile.primitive_calls, [0] * count
        for function in self.inside:
            hidden[function] = known.hidden[function]
            if known_primitive is not None and not hidden[function]:
                is_told = self._is_all_here(function)
                primitive[function] = known_primitive[function] if is_told else NOT_MEASURED
        if self._calls is not None and self._calls.calls.exact:
            primitive[self.function] = round(self._calls.calls.value)
        return ShapedProfile(
            known.recorded,
            hidden,
            own=by_function(own, self.inside, count),
            time=by_function(time, self.inside, count),
            calls=by_function(calls, self.inside, count),
            primitive_calls=None if known_primitive is None else primitive,
            told=told,
            outside=_NOTHING,
            unattributed=left,
            focus=self.whole,
        )

    def _of(self, function: int, rows: Rows, span: range, part: float) -> tuple[Bounded, Bounded, Bounded]:
        """Own time, time with callees and number of calls of a function; ``span``: of its calls."""
        known, whole = self.known, self.whole
        own, time, calls = known.own[function], known.time[function], known.calls[function]
        if function == self.function and self._calls is not None:
            return self._calls.own, whole, self._calls.calls
        if self._is_all_here(function):
            return own, whole if function == self.function else time, calls
        if function == self.function:
            own, calls = (
                _between(figure.value * self.factor, 0.0, min(figure.high, most))
                for figure, most in ((own, whole.high), (calls, calls.high))
            )
            return own, whole, calls
        of_own, of_time, of_calls = (
            [sum(column[span.start : span.stop]) for column in (of.guesses, of.lows, of.highs)]
            for of in (rows.own, rows.time, rows.calls)
        )
        mine = _between(of_own[0], of_own[1], min(own.high, whole.high, of_own[2]))
        longest = max(rows.longest[span.start : span.stop], default=0.0)
        here = _between(time.value * part, max(longest, mine.low), min(time.high, whole.high, of_time[2]))
        return mine, here, _between(*of_calls)


def _between(value: float, low: float, high: float) -> Bounded:
    column = BoundedColumn([low], [high], certain=True)
    column.estimate(0, value)
    return column[0]


def _column(figures: Sequence[Bounded], *, certain: bool) -> BoundedColumn:
    made = BoundedColumn([f.low for f in figures], [f.high for f in figures], certain=certain)
    made.estimate_all(figure.value for figure in figures)
    made.doubt(row for row, figure in enumerate(figures) if not figure.exact)
    return made
