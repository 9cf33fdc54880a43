"""The graph of calls as call trees need it: nodes, arcs, roots, and what of it can be trusted."""

from __future__ import annotations

import math
from functools import cached_property

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.components import Reentrance
from proftui.analysis.calltree.edge_times import EdgeTimes
from proftui.analysis.calltree.roots import Roots
from proftui.analysis.calltree.topology import Topology
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.consistency import checked


class CallGraph:
    """Nodes and arcs of a profile; everything but the splits is worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.estimated = profile.measure.sampled or (len(profile.edges) > 0 and not profile.edges.timed)
        """Whether times of arcs are shares by calls (README, "Calls without times")."""
        self.topology = Topology(profile)
        self.reentrance = Reentrance(self.topology, self.estimated)
        self.times = EdgeTimes(self.reentrance, self.estimated)
        self.arcs = Arcs(self.times)
        self.roots = Roots(self.arcs, self.reentrance)
        self.checked = checked(profile)

    @property
    def total(self) -> float:
        """Seconds of the whole, of which shares are taken."""
        total = self.profile.total_time
        return total if abs(total) < math.inf else sum(map(self.times.tottime, range(self.profile.count)))

    @property
    def most_of_all(self) -> float:
        """Seconds that everything takes at most, if no call is lost: the whole, or what it is focused on."""
        if not self.bounded:
            return math.inf
        focus = None if self.shaped is None else self.shaped.focus
        return self.total if focus is None else min(self.total, focus.high)

    @cached_property
    def is_told(self) -> bool:
        """Whether times of calls were measured, and do not contradict each other so that nothing is right."""
        profile = self.profile
        seconds = sum(profile.edges.cumtime) + sum(profile.tottime) + sum(profile.cumtime or ())
        if self.shaped is not None and not self.shaped.edge_bounds.time.certain:
            return False
        # Functions without calls between them overlap.
        is_known = profile.has_edges and not self.estimated and abs(seconds) < math.inf
        return is_known and not (self.checked.contradicts or self.checked.mixed)

    @property
    def is_told_apart(self) -> bool:
        """Whether own times of calls were measured, too, which shapes give to callers."""
        return self.is_told and self.profile.edges.tells_owns

    @property
    def certain(self) -> bool:
        """Whether anything in a tree can be exact: no call was lost, either, since it may be of any node."""
        return self.is_told and self.bounded

    @property
    def bounded(self) -> bool:
        """Whether estimates have bounds: no call is lost in the file."""
        return not self.checked.lossy

    def has_estimates(self, node: int) -> bool:
        """Whether a shape estimates calls of a node, or calls that it makes (README, "Shapes")."""
        return self.shaped is not None and self.topology.function(node) in self.shaped.doubts.ends

    @cached_property
    def shaped(self) -> ShapedProfile | None:
        """The profile, if some of its figures are estimates since it has a shape (README, "Shapes")."""
        return self.profile if isinstance(self.profile, ShapedProfile) else None

    def own_ends(self, caller: int, function: int, recorded: float) -> tuple[float, float]:
        """What bounds the own time of a function in its calls by a node; ``recorded`` if that is certain."""
        if not self.profile.edges.tells_own(function):
            return 0.0, math.inf
        if self.shaped is None:
            return recorded, recorded
        return self.shaped.doubts.own.get((self.topology.function(caller), function), (recorded, recorded))

    def time_below(self, entry: int, caller: int, callee: int) -> float:
        """Seconds at most that calls spent in what the callee calls: not those of its own time.

        Calls of one edge that may lie within each other run on meanwhile.
        """
        time, own = self.times.of_edge(entry, callee)
        if self.shaped is not None:
            bounds = self.shaped.edge_bounds
            time, own = bounds.time.highs[entry], bounds.own.lows[entry]
        own = own if self.profile.edges.tells_own(callee) else 0.0
        return time if self.may_nest(caller, callee) else time - own

    def may_nest(self, caller: int, callee: int) -> bool:
        """Whether calls of one function by another may lie within each other."""
        return self.reentrance.may_reenter(caller) and self.reentrance.may_reenter(callee)

    def most_own(self, node: int) -> float:
        """Own time of a function at most."""
        if self.shaped is None or node >= self.profile.count:
            return self.times.tottime(node)
        return self.shaped.own.highs[node]

    def most_time(self, node: int) -> float:
        """Time of a function with its callees at most."""
        if self.shaped is None or node >= self.profile.count:
            return self.arcs.cumtime(node)
        return self.shaped.time.highs[node]

    def own_is_told(self, function: int) -> bool:
        """Whether own time is told apart by caller, and is certain."""
        is_told = self.profile.edges.tells_own(function)
        return is_told and (self.shaped is None or function not in self.shaped.doubts.own_of)

    def most(self, function: int) -> float:
        """Seconds that a node of a function can take at most where nothing is certain."""
        return self.arcs.cumtime(function) if self.estimated and function >= 0 else math.inf

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces: what comes after finds it done."""
        yield from self.reentrance.preparing()
        yield from self.times.preparing()
        yield from self.checked.comparing()
        yield from self.roots.preparing()
