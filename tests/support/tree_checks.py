"""Where a call tree says what is not true, as data: each node beside what the log says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from tests.support.log_truth import Truth, calls, own_seconds
from tests.support.lsprof_emulation import TICK, Logged
from tests.support.plain_logs import plain_of
from tests.support.tree_identities import CLOSE, said
from tests.support.tree_places import Place, Places, hidden_roots

from proftui.analysis.calltree.flow import WRAPPER
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.background.pieces import finished
from proftui.state.call_trees import ALL_CALLERS, TOP_DOWN, Trees
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

MOST_NODES = 30_000
WAYS = {"tree": (TOP_DOWN, False), "unrolled": (TOP_DOWN, True), "callers": (ALL_CALLERS, False)}
"""The trees that are looked at: way, and whether cycles are unrolled."""


class Violation(NamedTuple):
    """One figure that is wrong."""

    way: str
    kind: str
    """``time outside``, ``exact time``, ``own outside``, ``exact own``, ``calls``: claims that do not hold.
    ``roots``, ``sum``, ``table``, ``lost``, ``bounds``: figures do not agree. ``flagged``: without reason."""
    node: str
    shown: tuple[float, ...]
    """What was said: the figure, or its bounds."""
    true: float


CLAIMS = frozenset({"time outside", "exact time", "own outside", "exact own", "calls"})
"""Kinds that count where a file contradicts itself, too."""


@dataclass
class Counts:
    """What a tree shows, for those who compare."""

    nodes: int = 0
    exact: int = 0
    time: float = 0.0
    """Of all nodes, seconds."""
    exact_time: float = 0.0
    """Of those that are exact."""
    widths: list[float] = field(default_factory=list)
    """Of estimated nodes: the width of the bounds, as a share of the whole."""

    def add(self, node: CallNode, total: float) -> None:
        """Count one more; ``total``: seconds of the whole."""
        self.nodes += 1
        self.time += node.time
        if node.exact:
            self.exact += 1
            self.exact_time += node.time
        else:
            self.widths.append((node.high - node.low) / (total or 1.0))


class TreeCheck:
    """One tree beside the truth."""

    def __init__(self, way: str, profile: Profile, truth: Truth, tree: CallTree, least: float = 0.0) -> None:
        """``least``: seconds of the smallest nodes that are looked at."""
        self.way, self.tree, self.least, self.profile = way, tree, least, profile
        self.places = Places(tree, truth, least)
        self.slack = CLOSE * max(tree.total, TICK * truth.down.time, TICK)
        self.found: list[Violation] = []
        self.counts = Counts()
        self.own: Counter[int] = Counter()

    def run(self) -> None:
        """Look at all nodes."""
        waiting = self.places.roots()
        roots = sum(place.node.time for place in waiting)
        hidden = WRAPPER * self.tree.total if hidden_roots(self.tree) else 0.0
        if abs(roots - self.profile.total_time) > self.slack + hidden:
            self.add("roots", None, (roots,), self.profile.total_time)
        for _ in range(MOST_NODES):
            if not waiting:
                if not self.tree.inverted:
                    self._table()
                break
            place = waiting.pop()
            below = self.places.below(place)
            self._fits(place.node, below)
            self._holds(place)
            waiting.extend(below)

    def add(self, kind: str, node: CallNode | None, shown: tuple[float, ...], true: float) -> None:
        self.found.append(Violation(self.way, kind, named(self.profile, node) if node else "", shown, true))

    def _holds(self, place: Place) -> None:
        node, slack = place.node, self.slack
        true = self.places.time(place)
        if node.kind == "function":
            self.own[node.function] += node.own  # type: ignore[assignment]
            self.counts.add(node, self.tree.total)
        if true is None:
            return
        if node.exact and abs(node.time - true) > slack:
            self.add("exact time", node, (node.time,), true)
        elif not node.low - slack <= true <= node.high + slack:
            self.add("time outside", node, (node.low, node.high), true)
        if node.kind == "function":
            self._own_holds(node, own_seconds(place.contexts))
        if node.kind in ("function", "cycle") and not place.inside:
            self._calls_hold(place)

    def _own_holds(self, node: CallNode, true: float) -> None:
        low = getattr(node, "own_low", node.own if node.exact else 0.0)
        high = getattr(node, "own_high", node.own if node.exact else node.high)
        if self.tree.inverted and node.parent is not None and not hasattr(node, "own_low"):
            return
        if low - self.slack <= true <= high + self.slack:
            return
        self.add(
            "exact own" if high - low <= self.slack else "own outside", node, (node.own, low, high), true
        )

    def _calls_hold(self, place: Place) -> None:
        node = place.node
        if self.tree.inverted or node.calls is None or not getattr(node, "calls_exact", node.exact):
            return
        true = calls(place.contexts)
        if abs(node.calls - true) > CLOSE * max(1, true):
            self.add("calls", node, (node.calls,), true)

    def _fits(self, node: CallNode, below: list[Place]) -> None:
        """Whether the figures of a node fit together; no truth is needed."""
        slack = self.slack
        if not node.low - slack <= node.time <= node.high + slack:
            self.add("bounds", node, (node.low, node.high), node.time)
        if not -slack <= node.own <= node.time + slack:
            self.add("bounds", node, (node.own,), node.time)
        if node.kind == "rest" and self.least:
            return
        together = node.own + sum(place.node.time for place in below)
        if (below or node.kind == "function") and abs(together - node.time) > slack:
            self.add("sum", node, (together,), node.time)

    def _table(self) -> None:
        """Nobody has more own time in the tree than in the table, nor less where nobody calls in turn."""
        everything = not self.least and not in_turn(self.profile)
        for function, own in self.own.items():
            known = self.profile.tottime[function]
            if own > known + self.slack:
                self.found.append(Violation(self.way, "table", self.profile.names[function], (own,), known))
            elif everything and own < known - self.slack:
                self.found.append(Violation(self.way, "lost", self.profile.names[function], (own,), known))


def in_turn(profile: Profile) -> bool:
    """Whether some functions call each other in turn."""
    graph = {
        function: [e.function for e in profile.callers(function) if e.function != function]
        for function in range(profile.count)
    }
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError:
        return True
    return False


def named(profile: Profile, node: CallNode) -> str:
    """The path of a node with the names of functions, and what it says."""
    steps: list[str] = []
    here: CallNode | None = node
    while here is not None:
        name = profile.names[here.function] if here.function >= 0 else ""
        steps.append(
            {"function": "", "recursion": "↻"}.get(here.kind, here.kind + ":")
            + (name if not here.label else f"{here.label} {name}".strip())
        )
        here = here.parent
    return " / ".join(reversed(steps)) + " " + said(node).partition(" = ")[2]


def trees_of(profile: Profile) -> Iterator[tuple[str, CallTree]]:
    """All ways to look at a profile's calls; none where nobody called anybody."""
    trees = Trees(profile)
    for name, (way, unrolled) in WAYS.items():
        trees.state = (way, None, unrolled)
        tree = trees.tree
        if tree is not None:
            finished(trees.preparing())
            yield name, tree


def flagged(profile: Profile) -> bool:
    """Whether it is known that figures contradict each other: too little of them is not said in a note."""
    known = checked(profile)
    return bool(known.notes or known.contradictions.missing or known.contradictions.excess)


def violations(made: Logged, least: float = 0.0) -> list[Violation]:
    """All that is wrong in the trees of a log's profile.

    ``least``: the share of the whole from which on nodes are looked at.
    """
    return [violation for check in checks(made, least) for violation in check.found]


def checks(made: Logged, least: float = 0.0) -> list[TreeCheck]:
    """The trees of a log's profile, looked at beside the truth, of the plain program if there is one."""
    plain = plain_of(made)
    profile, truth = (plain or made).profile, Truth(plain or made)
    doubtful = flagged(profile)
    found = []
    for way, tree in trees_of(profile):
        check = TreeCheck(way, profile, truth, tree, least * tree.total)
        check.run()
        if doubtful:
            check.found = [violation for violation in check.found if violation.kind in CLAIMS]
            if plain is not None:
                check.found.append(Violation(way, "flagged", "", (1,), 0))
        found.append(check)
    return found
