"""The figures of a profile with what bounds them, whether it is a recorded one or shaped already."""

from __future__ import annotations

from functools import partial
from itertools import repeat

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ShapedProfile
from proftui.background.pieces import Pieces
from proftui_parsers import Profile


class Known:
    """Figures of functions that have an entry, of edges by their number, and of root calls; seconds."""

    own: BoundedColumn
    time: BoundedColumn
    """With callees."""
    calls: BoundedColumn
    edges: EdgeBounds

    def __init__(self, graph: CallGraph) -> None:
        self.graph, self.profile = graph, graph.profile
        self.shaped = self.profile if isinstance(self.profile, ShapedProfile) else None
        self.hidden = bytearray(len(self.profile.files)) if self.shaped is None else self.shaped.hidden
        """By function, callers without an entry included: whether it is hidden already."""

    def preparing(self) -> Pieces[None]:
        """Put the figures in columns: what was recorded is certain."""
        if self.shaped is not None:
            self.own, self.time, self.calls = self.shaped.own, self.shaped.time, self.shaped.calls
            self.edges = self.shaped.edge_bounds
            return
        profile, times, functions = self.profile, self.graph.times, range(self.profile.count)
        told = partial(BoundedColumn.recorded, certain=self.graph.is_told_apart)
        self.own = told(map(times.tottime, functions))
        yield
        self.time = told(map(times.cumtime, functions))
        yield
        self.calls = told(map(max, profile.ncalls or [0] * profile.count, repeat(0)))
        seconds, owns = yield from times.of_all()
        self.edges = EdgeBounds(told(map(max, profile.edges.ncalls, repeat(0))), told(owns), told(seconds))

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

    @property
    def lost(self) -> list[int]:
        """Visible functions that may take more than is told, since calls were lost."""
        found = self.graph.checked.contradictions
        return [function for function in {*found.missing, *found.excess} if not self.hidden[function]]

    def edge(self, entry: int) -> RootCalls:
        """Calls, time and own time of one edge."""
        return RootCalls(self.edges.calls[entry], self.edges.time[entry], self.edges.own[entry])

    def root(self, function: int) -> RootCalls | None:
        """What something else than a visible function called of it; ``None``: nothing did."""
        if self.shaped is not None:
            return self.shaped.roots.get(function)
        if function < self.profile.count and self.graph.topology.root_calls[function] <= 0:
            return None
        root = self.graph.roots.of(self.graph.topology.root_node(function))
        if root is None:
            return None
        certain, calls = self.graph.is_told_apart, root.calls or 0.0
        return RootCalls(
            Bounded(calls, calls, calls, certain),
            Bounded(root.time, root.low, root.high, certain and root.exact),
            Bounded(root.own, root.own, root.own, certain),
        )
