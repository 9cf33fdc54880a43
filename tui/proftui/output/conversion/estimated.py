"""Stacks worked out of callers: the call tree, node by node, with the own time that each has there.

Such a file does not say which call made which: the outermost frame of every stack says so.
"""

from __future__ import annotations

import math
from array import array
from typing import NamedTuple

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.flow_nodes import UNATTRIBUTED
from proftui.analysis.calltree.nodes import NO_FUNCTION, CallNode
from proftui.analysis.calltree.outline import Outline, outlining, tops
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.measure import TIME
from proftui_parsers.stacks.recording import NO_PARENT, Choice, Recording, Records, Stacks, Track

LEAST_SHARE = 1e-4
"""Part of the run below which nodes of the tree are put together."""
DEEPEST = 500
"""Levels of the tree: each stack is written whole, and a chain of thousands would be as many times itself."""


class Estimated(NamedTuple):
    """A recording that nobody recorded."""

    recording: Recording
    choice: Choice
    off: float
    """Seconds by which the own times of its stacks can be off in all."""
    total: float
    cut: float
    """Seconds of what is deeper than stacks are made, or of more nodes than there may be."""


def estimating(profile: Profile) -> Pieces[Estimated]:
    """The stacks of the call tree of a profile without stacks."""
    tree = FlowTree(profile)
    yield from tree.preparing()
    least = tree.total * LEAST_SHARE
    roots = tops(tree, least)
    below = yield from outlining(tree, roots, least, DEEPEST)
    building = _Building(profile)
    for root in roots:
        building.add(root, below)
    # No more than all of it can be elsewhere, if that is known.
    off = building.off if building.off == math.inf else min(building.off, tree.total)
    return Estimated(building.recording(), Choice(), off, tree.total, building.cut)


class _Building:
    """A call tree on its way to a recording."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.files, self.linenos, self.names = [""], [0], [messages.ESTIMATED_FRAME]
        self.functions: dict[int, int] = {}
        """By function of the profile, its number here; time of none has one, too."""
        self.parent, self.function = array("i", [NO_PARENT]), array("i", [0])
        self.weights = array("d", [0.0])
        self.off = self.cut = 0.0

    def add(self, root: CallNode, below: Outline) -> None:
        """A tree with all that is listed below it."""
        waiting = [(root, 0)]
        while waiting:
            node, parent = waiting.pop()
            children, here = below.get(node, []), parent
            is_function = node.kind in ("function", "recursion") and node.function >= 0
            weight = node.own if children or node.kind == "function" else node.time
            # Members of a cycle stand where it does: nobody called it.
            if is_function or not children:
                here = len(self.parent)
                self.parent.append(parent)
                self.function.append(self._function(node.function if is_function else NO_FUNCTION))
                self.weights.append(0.0)
            self.weights[here] += weight
            elsewhere = 0.0 if is_function else weight
            self.off += max(node.own_high - node.own, node.own - node.own_low, elsewhere)
            self.cut += node.time if node.label == messages.EVERYTHING_BELOW else 0.0
            waiting += [(child, here) for child in children]

    def _function(self, function: int) -> int:
        known = self.functions.setdefault(function, len(self.names))
        if known == len(self.names):
            nobody = ("", 0, UNATTRIBUTED)
            file, line, name = self.profile.function(function) if function >= 0 else nobody
            self.files.append(file)
            self.linenos.append(line)
            self.names.append(name)
        return known

    def recording(self) -> Recording:
        """All of it."""
        profile, count = self.profile, len(self.names)
        nodes = [node for node, weight in enumerate(self.weights) if weight]
        weights = array("d", [self.weights[node] for node in nodes])
        # Which lines ran is not known.
        stacks = Stacks(self.parent, self.function, range(count), [0] * count)
        return Recording(
            path=profile.path,
            paths=profile.paths,
            format=profile.format,
            producer=profile.producer,
            files=self.files,
            linenos=self.linenos,
            names=self.names,
            measures=(TIME,),
            tracks=(Track(""),),
            stacks=stacks,
            records=Records(array("i", nodes), array("H", bytes(2 * len(nodes))), (weights,)),
            defined=True,
        )
