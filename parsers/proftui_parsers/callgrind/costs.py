"""What is read of a callgrind file, in columns: costs by function, calls, and rows of costs by line."""

from __future__ import annotations

from array import array

from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.stacks.building import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Key = tuple[str, str, str]
    """Object, file and name of a function."""
    Callee = tuple[str, str, str, str]
    """The same of what is called, behind its file another one: if nothing costs anything in the first."""

BITS, MASK = 32, 0xFFFFFFFF
LAST_LINE = (1 << 31) - 1
_OF_FUNCTION, _OF_EDGE, _OF_BLOCK, _OF_COST = 500, 250, 150, 32
"""Bytes that one of these takes until the figures are there."""
_NO_FILE = ("", "???")
_LONGEST_LINE = 9
"""Digits."""


class Costs:
    """All that was read so far; ``take`` is told what it takes."""

    def __init__(self, take: Callable[[int], None]) -> None:
        self._take = take
        self.events, self.titles, self.creator = list[str](), dict[str, str](), ""
        self.declared, self.odd = {"totals": 0.0, "summary": 0.0}, 0
        self.files, self.names, self.linenos = list[str](), list[str](), array("q")
        """By function; line 0: not known."""
        self.own: list[list[float]] = []
        """By function, its own cost of each event."""
        self.edges: dict[int, int] = {}
        """By callee and caller as one number, the place in what follows."""
        self.calls, self.call_costs = array("d"), array("d")
        self.lines, self.costs, self.starts = array("i"), array("d"), array("q", [0])
        """By row its line; its costs; where those begin, of several events, of which some may be missing."""
        self.blocks: dict[int, array[int]] = {}
        """By function, where rows of it begin and end."""
        self._functions: dict[Key, int] = {}
        self._callees: dict[Callee, int] = {}
        self._callee_lines = array("q")
        self._now, self._is_here = -1, True

    def begin(self, key: Key, *, is_here: bool) -> None:
        """Whose costs come; ``is_here``: lines are those of the function's file."""
        self._now, self._is_here = self._function(key), is_here

    def _function(self, key: Key) -> int:
        known = self._functions.setdefault(key, len(self.names))
        if known == len(self.names):
            ob, file, name = (part[:LONGEST_NAME] for part in key)
            self._take(_OF_FUNCTION + len(name) + len(file) + _OF_COST * len(self.events))
            self.files.append(ob if file in _NO_FILE else file)
            self.names.append(name)
            self.linenos.append(0)
            self.own.append([0.0] * len(self.events))
        return known

    def _callee(self, key: Callee, line: int) -> int:
        """The number of what is called."""
        known = self._callees.setdefault(key, len(self._callee_lines))
        if known == len(self._callee_lines):
            self._take(_OF_FUNCTION)
            self._callee_lines.append(min(line, LAST_LINE))
        return known

    def add(self, line: int, costs: Sequence[float]) -> None:
        """Own cost of a line."""
        own = self.own[self._now]
        for event, cost in enumerate(costs):
            own[event] += cost
        self._row(line, costs)

    def add_rows(self, rows: Sequence[tuple[int, float]]) -> None:
        """Own costs of lines as the last one, of one event."""
        lines, costs = zip(*rows, strict=True)
        self.own[self._now][0] += sum(costs)
        if self._is_here:
            self.lines.extend(lines)
            self.costs.extend(costs)
            self.blocks[self._now][-1] = len(self.lines)

    def add_calls(self, key: Callee, first: int, count: float, line: int, costs: Sequence[float]) -> None:
        """So many calls, and what they cost with all that was called, which begins at line ``first``."""
        events = len(self.events)
        place = self.edges.setdefault(self._callee(key, first) << BITS | self._now, len(self.calls))
        if place == len(self.calls):
            self._take(_OF_EDGE + 8 * events)
            self.calls.append(0)
            self.call_costs.extend([0.0] * events)
        self.calls[place] += count
        for event, cost in enumerate(costs, place * events):
            self.call_costs[event] += cost
        # Calls by itself are in its other lines already.
        if key[3] != self.names[self._now]:
            self._row(line, costs)

    def _row(self, line: int, costs: Sequence[float]) -> None:
        if not self._is_here:
            return
        block = self.blocks.get(self._now)
        if block is None:
            self._take(_OF_BLOCK)
            block = self.blocks[self._now] = array("q", (len(self.lines),) * 2)
        elif block[-1] != len(self.lines):
            block.extend((len(self.lines),) * 2)
        self.lines.append(line if line <= LAST_LINE else 0)
        self.costs.extend(costs if costs else (0.0,))
        if len(self.events) > 1:
            self.starts.append(len(self.costs))
        block[-1] = len(self.lines)

    def cost(self, row: int, event: int) -> float:
        """What a row costs of an event."""
        if len(self.events) == 1:
            return self.costs[row]
        place = self.starts[row] + event
        return self.costs[place] if place < self.starts[row + 1] else 0.0

    def settle(self) -> None:
        """All is read: what is called becomes a function, and converters' names are taken apart."""
        functions, events, edges = list[int](), len(self.events), dict[int, int]()
        known = set(self._functions)
        for (ob, file, other, name), line in zip(self._callees, self._callee_lines, strict=True):
            # Some valgrinds leave out a file that is that of the lines before, some the function's.
            is_other = (ob, file, name) not in known and (ob, other, name) in known
            functions.append(self._function((ob, other if is_other else file, name)))
            self.linenos[functions[-1]] = self.linenos[functions[-1]] or line
        for key, place in self.edges.items():
            first = edges.setdefault(functions[key >> BITS] << BITS | key & MASK, place)
            if first != place:
                self.calls[first] += self.calls[place]
                for event in range(events):
                    self.call_costs[first * events + event] += self.call_costs[place * events + event]
        self.edges = edges
        if not self.creator.startswith("callgrind"):
            for number, (file, name) in enumerate(zip(self.files, self.names, strict=True)):
                self.names[number], line = _parts_of(name, file)
                self.linenos[number] = line or self.linenos[number]


def _parts_of(name: str, file: str) -> tuple[str, int]:
    """The name of a function of Python and its line, of ``f:3``, ``f /a.py:3``, ``f a:3``; 0: it has none."""
    head, _, digits = name.rpartition(":")
    if head[-1:] in ("", ":") or not digits.isdecimal() or len(digits) > _LONGEST_LINE:
        return name, 0
    bare = head.removesuffix(f" {file}")
    return (bare if bare != head else head.rpartition(" ")[0] or head), int(digits)
