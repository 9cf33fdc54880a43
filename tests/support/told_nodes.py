"""The numbers that a detail row says of a node of a call tree, each held against what the file recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.support.figures_said import Facts, Said, said_in, unexplained
from tests.support.recorded import NOTHING, Calls, Key, Recorded

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree, above, path_of

Sentence = Callable[[CallNode], str]


class Told:
    """The nodes of one tree, each with a sentence."""

    def __init__(
        self, recorded: Recorded, key: Callable[[int], Key], tree: CallTree, sentence: Sentence
    ) -> None:
        self.recorded = recorded
        self.tree = tree
        self.sentence = sentence
        self._key = key

    def key(self, node: CallNode) -> Key | None:
        return self._key(node.function) if node.function >= 0 else None

    def problems(self, node: CallNode) -> list[Any]:
        """The numbers that nothing recorded explains, or that contradict each other."""
        said = said_in(self.sentence(node))
        first = [one for one in said if one.part == said[0].part]
        found: list[Any] = []
        if said[0].estimated:
            found += self._estimate(node, first)
        else:
            time = said[0]
            near = [row for row in self.recorded_as(node) if row.time is not None and time.is_near(row.time)]
            times = [row.time for row in near]
            if node.parent is None and len(self.tree.roots()) == 1:
                # The only root has the whole run.
                times += self.recorded.wholes
            if node.function < 0 and node.parent is not None:
                # What its parent passes on to nobody else.
                others = sum(child.time for child in self.tree.children(node.parent) if child is not node)
                times.append(node.parent.time - node.parent.own - others)
            if not node.exact and time.is_near(node.low) and time.is_near(node.high):
                # All that it can be reads alike.
                times += [node.low, node.high]
            known: Facts = {"s": times, "%": self.recorded.shares(*times)}
            found += unexplained(first, known)
        for part in dict.fromkeys(one.part for one in said if one.part != said[0].part):
            figures = [one for one in said if one.part == part]
            if len(figures) == 3 and figures[0].estimated:
                found += self._between(figures, said[0])
            else:
                found += [one for one in figures if not self._is_right(node, one, said[0])]
        return found

    def _between(self, own: Sequence[Said], time: Said) -> list[Any]:
        """Own time with bounds: that they hold it, and it is part of the time."""
        guess, low, high = own
        fits = low.low <= guess.high and guess.low <= high.high and guess.low <= time.high
        return [] if fits else list(own)

    def _estimate(self, node: CallNode, said: Sequence[Said]) -> list[Any]:
        """A time with bounds: that they hold it, and that no more than what was recorded is above."""
        seconds, shares = ([one for one in said if one.unit == unit] for unit in ("s", "%"))
        time, *bounds = seconds
        found: list[Any] = []
        # Where figures contradict each other, none is told.
        if shares and not any(
            overlaps(one, time, whole, whole) for one in shares for whole in self.recorded.wholes
        ):
            found.append("the share is not that of the time")
        if messages.NO_BOUNDS in self.sentence(node) and not bounds:
            return found
        low, high = bounds
        if not low.low <= time.high or not time.low <= high.high:
            found.append("the time is not between its bounds")
        most = self.most(node)
        if high.low > most * (1 + 1e-9):
            found.append(f"above are {high.low} s, but {most} s were recorded")
        return found

    def _is_right(self, node: CallNode, one: Said, time: Said) -> bool:
        """Whether a number that is not of the node's time is explained by what was recorded of it."""
        if "parent" in one.part:
            assert node.parent is not None
            parent = said_in(self.sentence(node.parent))[0]
            return overlaps(one, time, parent.low, parent.high)
        if one.estimated:
            key = self.key(path_of(node)[0] if self.tree.inverted else node)
            calls = self.recorded.functions[key].calls if key is not None else None
            most = time.high if one.unit == "s" else calls
            return most is None or one.low <= most
        rows = list(self.recorded_as(node))
        facts: Facts = {"s": [row.own for row in rows], "call": [row.calls for row in rows]}
        if node.own_low < node.own_high and one.is_near(node.own_low) and one.is_near(node.own_high):
            return True
        return not unexplained([one], facts)

    # What was recorded

    def most(self, node: CallNode) -> float:
        """Seconds that a node can have at most, by the file."""
        key, found = self.key(node), self.recorded
        path = {self.key(step) for step in path_of(node)}
        if self.tree.inverted:
            root = self.key(path_of(node)[0])
            own = (found.functions[root].own or 0.0) if root is not None else found.own
            return own + (max(found.own, found.roots) if found.contradicting else 0.0)
        without_folders = not any("/" in key[0] for key in found.functions)
        if not found.contradicting.isdisjoint(path) or (found.contradicting and without_folders):
            return max(found.own, found.roots)
        if key is None:
            return self.most(node.parent) if node.parent is not None else max(found.own, found.roots)
        if node.kind == "cycle":
            return max(row.time or 0.0 for row in self._of_cycle(node, None))
        # What stands for the profiler itself has no figures, only callees.
        return found.functions[key].time or max(found.own, found.roots)

    def recorded_as(self, node: CallNode) -> Iterator[Calls]:
        """What an exact node can be, by the file: calls, own time, and time that is the node's."""
        key, parent = self.key(node), above(node)
        if node.kind == "rest":
            yield self._of_rest(node)
        elif key is None:
            return
        elif self.tree.inverted:
            yield from self._of_caller(node, key, parent)
        elif node.kind == "cycle":
            yield from self._of_cycle(node, parent)
        elif parent is None:
            yield self.recorded.functions[key]
            yield self.recorded.from_outside(key)
        else:
            yield from self._of_callee(node, key, parent)

    def _of_callee(self, node: CallNode, key: Key, parent: CallNode) -> Iterator[Calls]:
        """A function that another calls, or that is a member of a cycle."""
        caller, found = self.key(parent), self.recorded
        if parent.kind == "cycle" and key in (members := self._members(parent)):
            row = found.functions[key]
            yield row._replace(time=(row.own or 0.0) + found.leaving(members, [key]))
        elif caller is not None:
            edge, itself = found.edge(caller, key), found.edge(key, key)
            yield edge
            # A function that calls itself is one node.
            yield edge._replace(own=(edge.own or 0.0) + (itself.own or 0.0))

    def _of_caller(self, node: CallNode, key: Key, parent: CallNode | None) -> Iterator[Calls]:
        """A function upside down: what it has of the own time of the first one."""
        if parent is None:
            row = self.recorded.functions[key]
            yield row._replace(time=row.own)
        elif above(parent) is None:
            edge = self.recorded.edge(key, self.key(parent) or ())
            yield edge._replace(time=edge.own)
        else:
            # Exact where nobody else calls what it calls.
            yield from (row._replace(calls=None) for row in self.recorded_as(parent))

    def _of_rest(self, node: CallNode) -> Calls:
        """The sum of what it stands for, each of which is something that was recorded."""
        calls, time = 0, 0.0
        for part in self.tree.children(node, 0.0):
            rows = [row for row in self.recorded_as(part) if row.time is not None]
            row = min(rows, key=lambda row: abs((row.time or 0.0) - part.time), default=NOTHING)
            calls, time = calls + (row.calls or 0), time + (row.time or 0.0)
        return Calls(calls, None, None, time)

    def _members(self, cycle: CallNode) -> set[Key]:
        keys = (self.key(node) for node in self.tree.children(cycle, 0.0) if node.kind == "function")
        return {key for key in keys if key is not None}

    def _of_cycle(self, node: CallNode, parent: CallNode | None) -> Iterator[Calls]:
        """All members: their own time and the calls that they make of others; or the calls from above."""
        found, members = self.recorded, self._members(node)
        caller = self.key(parent) if parent is not None else None
        entries = [
            found.from_outside(member) if caller is None else found.edge(caller, member) for member in members
        ]
        own = sum(found.functions[member].own or 0.0 for member in members)
        calls = sum(edge.calls or 0 for edge in entries)
        yield Calls(calls, None, own, own + found.leaving(members, members))
        yield Calls(calls, None, 0.0, sum(edge.time or 0.0 for edge in entries))


def overlaps(share: Said, time: Said, low: float, high: float) -> bool:
    """Whether a share can be that of a time of something between two values, all as they are rounded."""
    least, most = 100 * time.low / high if high else 0.0, 100 * time.high / low if low > 0 else float("inf")
    return share.low <= most * (1 + 1e-9) and least <= share.high * (1 + 1e-9)
