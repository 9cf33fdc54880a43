"""Callgrind files: what functions cost themselves, line by line, and what their calls of others cost.

A header of ``key: value`` lines has ``events: Ir Dr``, what is measured, and ``positions: instr line``.
Then ``ob= fl= fn=`` say whose costs follow, ``fi= fe=`` that lines of another file were compiled into it. A
cost is a line with its positions and one number an event, of which those at the end may be missing. Behind
``cob= cfi= cfn=`` and ``calls=COUNT POSITION`` one such line says what these calls cost with all they
called. ``(5) name`` gives a name a number by which ``(5)`` means it. Numbers are decimal or ``0x``; ``+3``,
``-3`` and ``*`` are relative to the last one of their column. A file may have several parts.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.callgrind.costs import LAST_LINE, Costs
from proftui_parsers.callgrind.figures import profile_of_costs
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.building import LONGEST_NAME, Builder
from proftui_parsers.stacks.deriving import taking
from proftui_parsers.stacks.text import decoded, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from proftui_parsers.callgrind.costs import Callee
    from proftui_parsers.files import Progress

_TOLD_BY = ("events:", "fl=", "fn=", "fi=", "ob=")
_BEGINS = ("# callgrind format", "version:", "creator:", "cmd:", "event:", "positions:", "desc:", *_TOLD_BY)
_SPACES = {
    **dict.fromkeys(("ob", "cob", "job"), "ob"),
    **dict.fromkeys(("fl", "fi", "fe", "cfi", "cfl", "jfi"), "fl"),
    **dict.fromkeys(("fn", "cfn", "jfn"), "fn"),
}
"""Which keys share the numbers of their names."""
_NUMBERS, _SIGNS = frozenset("+-*0123456789"), frozenset("+-")
_DIGITS = 18
"""Of a number that any recording has."""
_MOST_EVENTS = 64
_LONGEST_EVENT = 40
_OF_NAME = 200
"""Bytes that one takes beside its characters."""


def matches(head: bytes) -> bool:
    """Whether a text that begins like this has a header of callgrind, and names what costs are of."""
    lines = [line for line in decoded(head, cut=True).replace("\r", "\n").split("\n") if line.strip()]
    is_told = any(line.startswith(_TOLD_BY) for line in lines) or lines[:1] == [_BEGINS[0]]
    return is_told and lines[0].startswith(_BEGINS)


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The profile of the first event; ProfileError: there are no costs, or nothing says of what."""
    data = b"".join(pieces)
    pieces.clear()
    reading, tell = _Reading(Builder(size=len(data)).take), taking(progress)
    for lines, part in lines_of(data):
        reading.take(lines)
        if tell is not None:
            tell(part)
    del data
    costs = reading.costs
    if not costs.events:
        raise ProfileError(messages.NO_EVENTS)
    costs.settle()
    if not costs.names:
        raise ProfileError(messages.NO_COSTS)
    return profile_of_costs(costs, path, progress)


class _Reading:
    """What was read so far, and where: whose costs come, and what the last numbers were."""

    def __init__(self, take: Callable[[int], None]) -> None:
        self.costs, self._take = Costs(take), take
        self._names: dict[tuple[str, str], str] = {}
        self._here, self._called = {"ob": "", "fl": ""}, dict[str, str]()
        """Of the next function, whose name is there once it begins, and of what it calls."""
        self._at = self._file = ""
        """The file of the next costs, and of the function: another one is compiled into it."""
        self._has_files = self._goes_on = False
        """Whether ``fl=`` was met; whether lines that come next may be costs like the last one."""
        self._calls: tuple[Callee, int, float] | None = None
        """Of what, which line of it, and how many: the calls whose cost comes next."""
        self._positions, self._line = [0], 0
        """The last ones, and which of them is the line; below 0: none."""
        self._last: list[float] = []

    def take(self, lines: list[str]) -> None:
        """Read some lines."""
        every = iter(lines)
        for line in every:
            left: str | None = line
            while left is not None:
                if left[:1] in _NUMBERS:
                    self._cost(left.split())
                else:
                    self._told(left.strip())
                left = self._plain_costs(every) if self._goes_on else None

    def _plain_costs(self, lines: Iterator[str]) -> str | None:
        """Take costs as the last one, up to a line that is none, which is given back; most lines are such."""
        at, left, rows = self._positions[0], None, list[tuple[int, int]]()
        for left in lines:
            place, _, cost = left.partition(" ")
            if not cost.isdecimal() or len(left) > _DIGITS:
                break
            try:
                at = at if place == "*" else int(place) + (at if place[0] in _SIGNS else 0)
            except ValueError:
                break
            if not 0 <= at <= LAST_LINE:
                break
            self._positions[0] = at
            rows.append((at, int(cost)))
        else:
            left = None
        if rows:
            self._last[0] = rows[-1][1]
            self.costs.add_rows(rows)
        return left

    def _told(self, line: str) -> None:
        """A line that is no cost."""
        key, equals, value = line.partition("=")
        self._goes_on = False
        if equals and key in _SPACES:
            self._name(key, value)
        elif equals and key == "calls":
            self._call(value.split())
        elif key and key[0] != "#" and not (equals and key in ("jump", "jcnd")):
            self._head(*line.partition(":"))

    def _head(self, key: str, colon: str, value: str) -> None:
        costs, words = self.costs, value.split()
        if not colon:
            costs.odd += 1
        elif key == "events":
            words = [word if _is_name(word) else f"event-{n}" for n, word in enumerate(words, 1)]
            if costs.events and words != costs.events:
                raise ProfileError(messages.OTHER_EVENTS)
            if len(words) > _MOST_EVENTS:
                raise ProfileError(messages.TOO_MANY_EVENTS.format(_MOST_EVENTS))
            costs.events, self._last = words, [0.0] * len(words)
        elif key == "event":
            name, _, title = value.partition(":")
            costs.titles[name.partition("=")[0].strip()] = title.strip()[:LONGEST_NAME]
        elif key == "positions":
            kinds = words[:2] or ["line"]
            self._positions, self._line = [0] * len(kinds), kinds.index("line") if "line" in kinds else -1
        elif key == "creator":
            costs.creator = value.strip()[:LONGEST_NAME]
        elif key in ("totals", "summary") and words:
            costs.declared[key] += _number(words[0], 0) or 0

    def _name(self, key: str, value: str) -> None:
        """A name, or its number, of whom costs or calls are."""
        space = _SPACES[key]
        if value[:1] == "(" and ")" in value:
            number, _, name = value.partition(")")
            if name:
                self._take(_OF_NAME + len(name))
                self._names[space, number] = name.strip()[:LONGEST_NAME]
            value = self._names.get((space, number), f"{number})")
        if key[0] == "c":
            self._called[space] = value
        elif key[0] != "j":
            # Where jumps lead to does not matter here.
            if space == "fl":
                self._at, self._has_files = value, self._has_files or key == "fl"
            if space != "fl" or key == "fl" or not self._has_files:
                self._here[space] = value
            if space == "fn":
                self._at = self._file = self._here["fl"]

    def _call(self, parts: list[str]) -> None:
        """So many calls of what was named, at the position where that begins."""
        called, self._called, at = self._called, {}, self._line + 1
        count, name = _number(parts[0], 0) if parts else None, called.get("fn")
        if count is None or name is None:
            self.costs.odd += 1
            return
        first = _number(parts[at], self._positions[self._line]) if 0 < at < len(parts) else None
        file, other = called.get("fl", self._at), called.get("fl", self._file)
        key = called.get("ob", self._here["ob"]), file, other, name
        self._calls = key, int(first or 0), count

    def _cost(self, parts: list[str]) -> None:
        """What a line cost, or calls that it made."""
        positions, wide, costs = self._positions, len(self._positions), self.costs
        numbers = [n for n in map(_number, parts, [*positions, *self._last]) if n is not None]
        is_whose = "fn" in self._here and self._last
        if not wide <= len(numbers) >= min(len(parts), wide + len(self._last)) or not is_whose:
            costs.odd += 1
            return
        positions[:], found = map(int, numbers[:wide]), numbers[wide:]
        self._last[: len(found)] = found
        line = positions[self._line] if self._line >= 0 else 0
        costs.begin((self._here["ob"], self._file, self._here["fn"]), is_here=self._at == self._file)
        if self._calls is not None:
            costs.add_calls(*self._calls, line, found)
            self._calls = None
        else:
            costs.add(line, found)
            self._goes_on = len(costs.events) == wide == 1 and self._line == 0


def _is_name(event: str) -> bool:
    """Whether an event has a name that can be the name of a unit."""
    return len(event) <= _LONGEST_EVENT and event.isascii() and event.isprintable() and event[0].isalpha()


def _number(text: str, last: float) -> float | None:
    """A number that may be relative to the last one of its column; ``None``: it is none, or below 0."""
    if text == "*":
        return last
    digits = text[1:] if text[0] in _SIGNS else text
    if len(digits) > _DIGITS or not (digits.isdecimal() or digits[:2] == "0x"):
        return None
    try:
        value = int(digits, 16 if digits[:2] == "0x" else 10)
    except ValueError:
        return None
    made = value if digits is text else last + value if text[0] == "+" else last - value
    return made if made >= 0 else None
