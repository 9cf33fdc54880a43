"""Callgrind files: what functions cost themselves, line by line, and what their calls of others cost.

A header of ``key: value`` lines has ``events: Ir Dr``, what is measured, and ``positions: instr line``.
Then ``ob= fl= fn=`` say whose costs follow, ``fi= fe=`` that lines of another file were compiled into it. A
cost is a line with its positions and one number an event, of which those at the end may be missing. Behind
``cob= cfi= cfn=`` and ``calls=COUNT POSITION`` one such line says what these calls cost with all they
called. ``(5) name`` gives a name a number by which ``(5)`` means it. Numbers are decimal or ``0x``; ``+3``,
``-3`` and ``*`` are relative to the last one of their column. A file may have several parts.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING, pattern
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.building import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Parsed = tuple[bool, int, tuple[int, ...]]
    """Whether the line is relative to the last one; that; the costs."""
    Rows = tuple[array[int], array[float], array[int]]
    """Lines; their costs; where those begin, of several events, of which some may be missing."""

_COSTS = pattern(r"([-+]?(0x[\da-fA-F]{1,16}|[0-9]{1,19})(\s+|$)|\*(\s+|$))+")
_PLAIN = pattern(r"[0-9]{1,19}( [0-9]{1,19})* ?")
_FILES = ("fl", "fi", "fe", "cfl", "cfi", "jfi")
_SPACES = {**dict.fromkeys(_FILES, "fl"), "ob": "ob", "cob": "ob", "fn": "fn", "cfn": "fn", "jfn": "fn"}
"""Which keys share the numbers of their names."""
_EVENT, _LINED = pattern(r"[A-Za-z][!-~]{,39}"), pattern(r"(.*[^:]):(\d{1,9})")
"""What can be the name of a unit; the name of a function with its line."""
_RELATIVE = frozenset("+-*")
_MOST_EVENTS, _LAST_LINE, _NO_PLACE, _DIGITS = 64, 500_000, 99, 19
_OF_NAME, _OF_FUNCTION, _OF_EDGE, _OF_COST = 200, 600, 300, 40
"""Bytes that one takes beside its characters."""
_KNOWN = 20_000
"""Different lines of costs that are kept: most are met again."""


class Costs:
    """What was read so far, in columns: costs of functions, of calls, and of lines."""

    def __init__(self, take: Callable[[int], None]) -> None:
        """``take`` is told what it takes."""
        self._take = take
        self.events, self.ratios, self.creator = list[str](), set[str](), ""
        self.declared = {"totals": 0, "summary": 0}
        self.files, self.names, self.linenos = list[str](), list[str](), array("q")
        self.own: list[list[int]] = []
        """By function, its own cost of each event."""
        self.edges: dict[tuple[int, int], array[float]] = {}
        """By callee and caller, how many calls, and what they cost of each event."""
        self.rows: list[Rows] = []
        """By function."""
        self._functions, self._names = dict[tuple[str, str, str], int](), dict[tuple[str, str], str]()
        self._at, self._called = {"ob": "", "fn": "???"}, dict[str, str]()
        self._file = self._home = ""
        """The file of the lines, and of the function: another one may be compiled into it."""
        self._now, self._count = -1, -1
        """Whose costs come, below 0: it is to be looked up; how often it called what costs come of, if so."""
        self._wide, self._place = 1, 0
        """How many positions there are, and which of them is the line."""
        self._line, self._last = 0, tuple[int, ...]()
        self._known: dict[str, Parsed] = {}

    def read(self, lines: Sequence[str]) -> None:
        """Take some lines."""
        known, every = self._known, self.own
        for line in filter(None, lines):
            parsed = None if line[:1] > "9" else known.get(line) or self._parsed(line)
            if parsed is None:
                self._told(line)
                continue
            is_relative, place, costs = parsed
            self._line = at = self._line + place if is_relative else place
            if not costs:
                continue
            at = at if 0 <= at <= _LAST_LINE else 0
            if self._now < 0:
                self._begin(at)
            self._last = costs
            if self._count >= 0:
                costs = self._add_calls(costs)
            else:
                own = every[self._now]
                for event, cost in enumerate(costs):
                    own[event] += cost
            if self._file == self._home:
                numbers, numbered, starts = self.rows[self._now]
                numbers.append(at)
                numbered.extend(costs)
                starts.append(len(numbered))

    def _parsed(self, line: str) -> Parsed | None:
        """What a line of costs says; ``None``: it is none."""
        parts, is_plain = line.split(), _PLAIN.fullmatch(line) is not None
        if not is_plain and not _COSTS.fullmatch(line):
            return None
        place = parts[self._place] if self._place < len(parts) else "0"
        texts = parts[self._wide :][: len(self.events)]
        if is_plain:
            parsed = False, int(place), tuple(map(int, texts))
        else:
            last = *self._last, *[0] * len(self.events)
            costs = tuple(max(0, _number(*both)) for both in zip(texts, last, strict=False))
            parsed = place[0] in _RELATIVE, _number(place, 0), costs
        if len(self._known) < _KNOWN and (is_plain or not any(text[0] in _RELATIVE for text in texts)):
            self._known[line] = parsed
        return parsed

    def _begin(self, line: int) -> None:
        """Find whose costs come now."""
        self._now = self._function(self._at["ob"], self._home, self._at["fn"])
        if self._file == self._home:
            self.linenos[self._now] = self.linenos[self._now] or line

    def _function(self, ob: str, file: str, name: str) -> int:
        known = self._functions.setdefault((ob, file, name), len(self.names))
        if known == len(self.names):
            self._take(_OF_FUNCTION + _OF_COST * len(self.events))
            # Converters write `name:5`, or `name /path:5`.
            found = None if self.creator.startswith("callgrind") else _LINED.fullmatch(name)
            self.files.append(ob if file in ("", "???") else file)
            self.names.append(found[1].removesuffix(f" {file}") if found else name)
            self.linenos.append(int(found[2]) if found else 0)
            self.own.append([0] * len(self.events))
            self.rows.append((array("i"), array("d"), array("q", [0])))
        return known

    def _add_calls(self, costs: tuple[int, ...]) -> tuple[int, ...]:
        """Add what calls cost; of calls by itself, that is in other lines of the function already."""
        # What is called without a file is in that of the lines.
        here = {"ob": self._at["ob"], "fl": self._file, "fn": "???", **self._called}
        pair = self._function(here["ob"], here["fl"], here["fn"]), self._now
        if pair not in self.edges:
            self._take(_OF_EDGE + 8 * len(self.events))
            self.edges[pair] = array("d", bytes(8 + 8 * len(self.events)))
        for column, number in enumerate((self._count, *costs)):
            self.edges[pair][column] += number
        self._called, self._count = {}, -1
        return costs if pair[0] != pair[1] else ()

    def _told(self, line: str) -> None:
        """A line that is no cost."""
        key, equals, value = line.partition("=")
        if key == "calls":
            self._count = _first(value)
        elif equals and key in _SPACES:
            self._name(key, _SPACES[key], value.strip()[:LONGEST_NAME])
        elif ":" in line:
            self._head(*line.partition(":")[::2])

    def _name(self, key: str, space: str, name: str) -> None:
        """A name, or its number, of whom costs or calls are."""
        if name[:1] == "(" and name[1:2].isdecimal():
            number, _, told = name.partition(")")
            if told:
                self._take(_OF_NAME + len(told))
                self._names[space, number] = told.strip()
            name = self._names.get((space, number), name)
        if key[0] == "c":
            self._called[space] = name
        elif key[0] != "j":
            # Where jumps lead to does not matter here.
            self._at[key], self._now = name, -1
            if key == "fn":
                self._home = self._file = self._at.get("fl", self._file)
            elif space == "fl":
                # Lines of nowhere change no file.
                self._file = self._home if name == "???" and key != "fl" else name

    def _head(self, key: str, value: str) -> None:
        words = value.split()
        if key == "events":
            words = [word if _EVENT.fullmatch(word) else f"event-{n}" for n, word in enumerate(words, 1)]
            if self.events and words != self.events:
                raise ProfileError(messages.OTHER_EVENTS)
            self.events = words[:_MOST_EVENTS]
            self._known.clear()
        elif key == "positions":
            self._wide, self._place = len(words), words.index("line") if "line" in words else _NO_PLACE
            self._known.clear()
        elif key == "event" and "/" in value.partition(":")[2]:
            self.ratios.add(words[0])
        elif key == "creator":
            self.creator = value.strip()[:LONGEST_NAME]
        elif key in self.declared:
            self.declared[key] += _first(value)


def _first(text: str) -> int:
    """The number that a text begins with; 0: there is none."""
    words = text.split(None, 1)
    return int(words[0]) if words and words[0].isdecimal() and len(words[0]) <= _DIGITS else 0


def _number(text: str, last: int) -> int:
    """A number that may be relative to the last one of its column."""
    value = 0 if text == "*" else int(text, 16 if "x" in text else 10)
    return last + value if text[0] in _RELATIVE else value
