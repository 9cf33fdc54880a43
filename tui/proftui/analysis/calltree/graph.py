"""The graph of calls as call trees need it, put together from its parts (README, "Definitions")."""

from __future__ import annotations

import math

from proftui.analysis.calltree.arcs import Arcs
from proftui.analysis.calltree.edge_times import EdgeTimes
from proftui.analysis.calltree.reentrance import Reentrance
from proftui.analysis.calltree.roots import Roots
from proftui.analysis.calltree.topology import Topology
from proftui.background.pieces import Pieces
from proftui_parsers import Profile


class CallGraph:
    """Nodes and arcs of a profile; everything but the splits is worked out when it is asked for."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.estimated = profile.measure.sampled or bool(
            profile.has_edges and profile.edges.cumtime and all(t != t for t in profile.edges.cumtime[:100])
        )
        """Whether times of arcs are shares by calls (README, "Calls without times")."""
        self.topology = Topology(profile)
        self.reentrance = Reentrance(self.topology, self.estimated)
        self.times = EdgeTimes(self.reentrance, self.estimated)
        self.arcs = Arcs(self.times)
        self.roots = Roots(self.arcs, self.reentrance)

    @property
    def total(self) -> float:
        """Seconds of the whole, of which shares are taken."""
        total = self.profile.total_time
        return total if abs(total) < math.inf else sum(map(self.times.tottime, range(self.profile.count)))

    def preparing(self) -> Pieces[None]:
        """Work out what takes long, in pieces: what comes after finds it done."""
        yield from self.reentrance.preparing()
