"""The figures of a profile with what bounds them, whether it is a recorded one or shaped already."""

from __future__ import annotations

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shaped_profile import RootCalls, ShapedProfile
from proftui_parsers import Profile

_NOTHING = Bounded(0.0, 0.0, 0.0, True)


class Known:
    """Figures of functions, of edges by their number, and of root calls; times are seconds."""

    def __init__(self, graph: CallGraph) -> None:
        self.graph, self.profile = graph, graph.profile
        self.shaped = self.profile if isinstance(self.profile, ShapedProfile) else None
        self.hidden = bytearray(len(self.profile.files)) if self.shaped is None else self.shaped.hidden
        """By function, callers without an entry included: whether it is hidden already."""

    @property
    def recorded(self) -> Profile:
        """The profile as it was read."""
        return self.profile if self.shaped is None else self.shaped.recorded

    @property
    def whole(self) -> Bounded:
        """The time of everything: of what it is focused on, else of the run."""
        if self.shaped is not None and self.shaped.focus is not None:
            return self.shaped.focus
        run = max(self.graph.total, self.graph.checked.time_of_roots)
        return Bounded(run, run, run, True)

    def own(self, function: int) -> Bounded:
        """Own time of a function."""
        if self.shaped is not None:
            return self.shaped.own[function] if function < self.profile.count else _NOTHING
        return self._certain(self.graph.times.tottime(function))

    def time(self, function: int) -> Bounded:
        """Time of a function with its callees."""
        if self.shaped is not None:
            return self.shaped.time[function] if function < self.profile.count else _NOTHING
        return self._certain(self.graph.arcs.cumtime(function))

    def calls(self, function: int) -> Bounded:
        """All calls of a function."""
        if self.shaped is not None:
            return self.shaped.calls[function] if function < self.profile.count else _NOTHING
        counts = self.profile.ncalls
        return self._certain(
            float(max(0, counts[function])) if counts and function < self.profile.count else 0.0
        )

    def edge(self, entry: int, callee: int) -> RootCalls:
        """Calls, time and own time of one edge."""
        if self.shaped is not None:
            bounds = self.shaped.edge_bounds
            return RootCalls(bounds.calls[entry], bounds.time[entry], bounds.own[entry])
        time, own = self.graph.times.of_edge(entry, callee)
        calls = float(max(0, self.profile.edges.ncalls[entry]))
        return RootCalls(self._certain(calls), self._certain(time), self._certain(own))

    def time_of(self, entry: int, callee: int) -> float:
        """Seconds of one edge, estimated or not: all that is asked for where there are many."""
        if self.shaped is not None:
            return self.shaped.edge_bounds.time.values[entry]
        return self.graph.times.of_edge(entry, callee)[0]

    def root(self, function: int) -> RootCalls | None:
        """What something else than a visible function called of it; ``None``: nothing did."""
        if self.shaped is not None:
            return self.shaped.roots.get(function)
        root = self.graph.roots.of(self.graph.topology.root_node(function))
        if root is None:
            return None
        time = Bounded(root.time, root.low, root.high, self.graph.certain and root.exact)
        return RootCalls(self._certain(root.calls or 0.0), time, self._certain(root.own))

    def _certain(self, figure: float) -> Bounded:
        return Bounded(figure, figure, figure, self.graph.certain)
