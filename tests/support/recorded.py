"""What a ``.stats`` file says, by ``pstats`` alone: where every number on the screen must come from."""

from __future__ import annotations

import pstats
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.stats_files import plain

WAITING = ("acquire", "select.select", "select.poll", "select.epoll", "select.devpoll", "select.kqueue")
"""What the names of functions hold that wait for others."""
Key = tuple[Any, ...]
"""File, line and name of a function."""


class Calls(NamedTuple):
    """The figures of a function, or of its calls by one caller; ``None`` where the file has none."""

    calls: int | None
    primitive: int | None
    own: float | None
    time: float | None


NOTHING = Calls(None, None, None, None)


class Recorded:
    """A file as pstats reads it, with the figures of yappi, which has them the other way round, in order."""

    def __init__(self, path: Path) -> None:
        stats: Any = pstats.Stats(str(path))
        rows = plain(stats.stats)
        swapped = any(row[0] > row[1] for row in rows.values())
        self.functions = {
            key: Calls(*((row[0], row[1]) if swapped else (row[1], row[0])), row[2], row[3])
            for key, row in rows.items()
        }
        self.callers = {
            key: {caller: _edge(edge) for caller, edge in row[4].items()} for key, row in rows.items()
        }
        self.callees: dict[Key, dict[Key, Calls]] = {key: {} for key in rows}
        for key, callers in self.callers.items():
            for caller, edge in callers.items():
                self.callees.setdefault(caller, {})[key] = edge

    @cached_property
    def timed(self) -> bool:
        """Whether the calls of one function by another have times."""
        edges = [edge for callers in self.callers.values() for edge in callers.values()]
        return bool(edges) and all(edge.time is not None for edge in edges)

    @cached_property
    def own(self) -> float:
        """Own time of all functions, seconds."""
        return sum(row.own or 0.0 for row in self.functions.values())

    @cached_property
    def roots(self) -> float:
        """Time of the calls that no function of the file made, seconds; 0 where calls have no times."""
        return self.timed and sum(self.from_outside(key).time or 0.0 for key in self.functions)

    def from_outside(self, key: Key) -> Calls:
        """A function's calls that no function of the file made."""
        row, edges = self.functions[key], self.callers[key]
        calls = (row.calls or 0) - sum(edge.calls or 0 for edge in edges.values())
        if calls <= 0:
            return Calls(0, None, 0.0, 0.0)
        own = (row.own or 0.0) - sum(edge.own or 0.0 for edge in edges.values())
        others = sum(edge.time or 0.0 for caller, edge in edges.items() if caller != key)
        time = row.time or 0.0
        return Calls(calls, None, own, time if calls == row.primitive else max(0.0, time - others))

    @cached_property
    def wholes(self) -> tuple[float, ...]:
        """What a share can be of, seconds: all own time; or the roots, or one function, if clearly more."""
        longest = max((row.time or 0.0 for row in self.functions.values()), default=0.0)
        above = [time for time in (self.roots, longest) if time > 1.005 * self.own]
        return (self.own, *above)

    def shares(self, *seconds: float | None) -> list[float]:
        """These times in percent of the whole."""
        return [100 * time / whole for time in seconds if time is not None for whole in self.wholes]

    def above(self, percent: float) -> Iterator[Key]:
        """The functions that take so much of the own time, with what they call."""
        for key, row in self.functions.items():
            if max(row.own or 0.0, row.time or 0.0) >= percent / 100 * self.own:
                yield key

    def halves(self) -> Iterator[int]:
        """How many functions make half of the whole."""
        largest = sorted((row.own or 0.0 for row in self.functions.values()), reverse=True)
        for whole in self.wholes:
            # Times are added up in another order than the whole was.
            half, made = whole / 2 * (1 - 1e-9), accumulate(largest)
            yield next((count for count, time in enumerate(made, 1) if time >= half), 0)

    def oddities(self) -> dict[str, list[float | None]]:
        """By unit, what notes on figures that do not add up can say."""
        rows, own = self.functions, self.own
        claimed = {
            key: Calls(*(sum(v or 0 for v in column) for column in zip(*edges.values(), strict=True)))
            for key, edges in self.callers.items()
            if edges
        }
        counts = [
            sum((claim.calls or 0) > (rows[key].calls or 0) for key, claim in claimed.items()),
            sum((claim.own or 0) > 1.01 * (rows[key].own or 0) + 1e-6 for key, claim in claimed.items()),
            sum((row.calls or 0) < 0 for row in rows.values()),
        ]
        missing, excess = self.differences
        waiting = sum(row.own or 0.0 for key, row in rows.items() if any(word in key[2] for word in WAITING))
        lost = sum(missing.values())
        return {
            "function": [*counts],
            "other": [len(missing) - 1, len(excess) - 1],
            "s": [lost],
            "%": [100 * self.roots / own, *self.shares(lost, waiting)],
        }

    @cached_property
    def differences(self) -> tuple[dict[Key, float], dict[Key, float]]:
        """Seconds that functions have more, and less, than their own time and that of what they call."""
        more: dict[Key, float] = {}
        less: dict[Key, float] = {}
        for key, row in self.functions.items():
            itself = self.edge(key, key).calls or 0
            if not self.timed or (row.calls or 0) - (row.primitive or 0) != itself:
                continue
            below = self.leaving({key}, [key])
            difference = (row.time or 0.0) - (row.own or 0.0) - below
            if abs(difference) > 1e-9 * max(row.time or 0.0, below):
                (more if difference > 0 else less)[key] = abs(difference)
        return more, less

    def edge(self, caller: Key, callee: Key) -> Calls:
        """The calls of one function by another."""
        return self.callers.get(callee, {}).get(caller, NOTHING)

    def leaving(self, members: Set[Key], some: Iterable[Key]) -> float:
        """Seconds of calls that some of a group's members make of others."""
        return sum(
            edge.time or 0.0
            for member in some
            for callee, edge in self.callees.get(member, {}).items()
            if callee not in members
        )


def _edge(edge: Any) -> Calls:
    return Calls(edge, None, None, None) if isinstance(edge, int) else Calls(*edge)
