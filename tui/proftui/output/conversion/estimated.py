"""Stacks worked out of callers: the call tree, node by node, with the own time that each has there.

Such a file does not say which call made which: the outermost frame of every stack says so.
"""

from __future__ import annotations

import math

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.flow_nodes import UNATTRIBUTED
from proftui.analysis.calltree.nodes import EVERYTHING_BELOW
from proftui.analysis.calltree.outline import outlining
from proftui.background.pieces import Pieces
from proftui.drawing import figures
from proftui_parsers import Profile
from proftui_parsers.measure import TIME
from proftui_parsers.stacks.building import Builder
from proftui_parsers.stacks.collecting import Collector
from proftui_parsers.stacks.recording import NO_PARENT, Recording, Track

LEAST_SHARE = 1e-4
"""Part of the run below which nodes of the tree are put together."""
DEEPEST = 500
"""Levels of the tree: each stack is written whole, and a chain of thousands would be as many times itself."""
_UNIT = 1e-6
"""Seconds that a line of collapsed stacks can have at least; less than that counts to the caller."""


def estimating(profile: Profile, notes: list[str]) -> Pieces[Recording]:
    """The stacks of the call tree of a profile without stacks; ``notes`` gets how far off they can be."""
    tree = FlowTree(profile)
    yield from tree.preparing()
    least = tree.total * LEAST_SHARE
    roots = tree.roots()
    below = yield from outlining(tree, roots, least, DEEPEST)
    builder, collected, off, cut = Builder(defined=True), Collector(1), 0.0, 0.0
    first = _stack(builder, NO_PARENT, "", 0, messages.ESTIMATED_FRAME)
    waiting = [(root, first) for root in roots]
    while waiting:
        node, here = waiting.pop()
        children = below.get(node, [])
        is_function = node.kind in ("function", "recursion") and node.function >= 0
        weight = node.own if children or node.kind == "function" else node.time
        # Members of a cycle stand where it does: nobody called it.
        if is_function:
            here = _stack(builder, here, *profile.function(node.function))
        elif not children and abs(weight) >= _UNIT:
            here = _stack(builder, here, "", 0, UNATTRIBUTED)
        if weight:
            collected.add(here, 0, (weight,))
        off += max(node.own_high - node.own, node.own - node.own_low, 0.0 if is_function else weight)
        cut += node.time if node.label == EVERYTHING_BELOW else 0.0
        waiting += [(child, here) for child in children]
    collected.track(Track(""))
    recording = builder.collected(
        profile.path, profile.format, profile.producer, collected,
        paths=profile.paths, measures=(TIME,), defined=True,
    )  # fmt: skip
    # No more than all of it can be elsewhere, if that is known.
    off = off if off == math.inf else min(off, tree.total)
    unit, share = figures.unit_for(tree.total), figures.percent(figures.share(off, tree.total) or 0.0)
    told = messages.ESTIMATED_STACKS if math.isfinite(off) else messages.ESTIMATED_UNBOUNDED
    notes.append(told.format(figures.with_unit(off, unit), share))
    if cut:
        # Deeper than stacks are made, or of more nodes than there may be.
        notes.append(messages.ESTIMATED_STACKS_CUT.format(figures.with_unit(cut, unit), DEEPEST))
    return recording


def _stack(builder: Builder, parent: int, file: str, line: int, name: str) -> int:
    """A stack with one more function, of which no line is known."""
    return builder.node(parent, builder.frame(builder.function(file, line, name), 0))
