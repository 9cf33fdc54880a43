"""What pstats prints: figures of functions, who called them, and what they called, rounded to milliseconds.

``237 function calls (230 primitive calls) in 0.092 seconds`` comes first. A row of print_stats has all
calls, a slash and primitive ones where they differ, own time, that by call, time with callees, that by
primitive call, and ``file:line(name)``; a time by no call is blank. print_callers and print_callees have such
figures of calls behind ``<-`` or ``->``, which stands in one column, and of the ``profile`` module
``name(calls)`` and a time of that function.
"""

from __future__ import annotations

import re
from array import array
from itertools import accumulate

import proftui_parsers.messages as messages
from proftui_parsers.binary import clipped
from proftui_parsers.consistency import checked
from proftui_parsers.contradictions import Contradictions
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile
from proftui_parsers.sums import total
from proftui_parsers.texts import unified

if TYPE_CHECKING:
    from collections.abc import Iterable

    Key = tuple[str, int, str]
    Figures = tuple[int, int, float, float]
    """All calls, primitive ones, own time, time with callees."""

TABLE = re.compile(r"ncalls +tottime +percall +cumtime +percall +filename:lineno\(function\)")
INDENT = 3
"""Blanks before the heading of a table."""
CALLERS = re.compile(r"Function +(?:was called by|called)\.\.\.")
SUMMARY = re.compile(
    r"(?a)(\d{1,18}) function calls(?: \((\d{1,18}) primitive calls\))? in (\d{1,18}\.\d+) (?:CPU )?sec"
)
REDUCED = re.compile(r"(?a)List reduced from (\d{1,18}) to (\d{1,18}) due to restriction")
_TIME = r"(?:-?\d{1,18}\.\d{3}|nan|inf)"
_COUNTS = r" *(?P<calls>-?\d{1,18})(?:/(?P<primitive>-?\d{1,18}))? +"
_ROW = re.compile(rf"(?a){_COUNTS}((?:{_TIME} +){{2,4}})(.+)")
_CALL = re.compile(rf"(?a){_COUNTS}({_TIME}) +({_TIME})  (.+)")
_COUNTED = re.compile(rf"(?a)(.+)\((-?\d{{1,18}})\) +{_TIME}\Z")
_PLACE = re.compile(r"(?a)(.*?):(\d{1,9})\(")
_ARROWS = "<-", "->"
_NARROWEST = len("Function ")
_NAN = float("nan")
_UNKNOWN = (NOT_MEASURED, NOT_MEASURED, _NAN, _NAN)


class Calls:
    """One report of pstats, as far as it is read."""

    def __init__(self, summary: re.Match[str] | None = None) -> None:
        self.summary, self.reduced = summary, list[int]()
        """What stands above it; of how many functions how many were printed."""
        self.rows: dict[Key, Figures | None] = {}
        """What was printed, in this order; ``None``: a function whose callers or callees are all that was."""
        self.calls: dict[tuple[Key, Key], Figures] = {}
        """By callee and caller."""
        self.parts: set[str] = set()
        """Which headings were there."""
        self._width, self._source, self._is_callees = 0, ("", 0, ""), False

    @property
    def size(self) -> int:
        """How much is kept."""
        return len(self.rows) + len(self.calls)

    def begin(self, heading: str) -> None:
        """Rows of this heading follow."""
        self.parts.add(heading.split()[1])
        self._source, self._is_callees = ("", 0, ""), "was" not in heading
        self._width = heading.find("called" if self._is_callees else "was called")

    def row(self, line: str) -> None:
        """A row of print_stats, or whatever stands between them."""
        found = _ROW.match(line)
        if found is None:
            return
        calls, primitive, times, name = found.groups()
        ncalls, told = int(calls), times.split()
        cumulative = told[2 if len(told) == 4 or (len(told) == 3 and ncalls) else 1]
        self.rows[_key(name)] = (ncalls, int(primitive or calls), float(told[0]), float(cumulative))

    def call(self, line: str) -> None:
        """A row of print_callers or print_callees, or whatever stands between them."""
        at = self._width
        if at == _NARROWEST and not self._source[2]:
            # The heading is wider than all names.
            at = self._width = next((at for at in range(at) if line[at : at + 2] in _ARROWS), at)
        is_first = line[at : at + 2] in _ARROWS
        if is_first:
            self._source = _key(line[:at].rstrip())
            self.rows.setdefault(self._source, None)
        elif not self._source[2] or not line[:at].isspace():
            return
        rest = line[at + 2 :] if is_first else line
        if found := _CALL.match(rest):
            calls, primitive, own, cumulative, name = found.groups()
            figures = int(calls), int(primitive or calls), float(own), float(cumulative)
        elif found := _COUNTED.match(rest.strip()):
            name, figures = found[1], (int(found[2]), *_UNKNOWN[1:])
        else:
            return
        pair = self._source, _key(name)
        self.calls[pair[::-1] if self._is_callees else pair] = figures

    def profile(self, path: str, notes: Iterable[str], number: int) -> Profile:
        """What was printed, as a profile."""
        added, told = _added_up(self.calls, self.rows), self.summary
        rows = {key: self.rows.get(key) or added.get(key, _UNKNOWN) for key in (*self.rows, *added)}
        keys = dict.fromkeys((*rows, *(caller for _, caller in self.calls)))
        files, linenos, names = zip(*keys, strict=True)
        ncalls, primitive, own, cumulative = zip(*rows.values(), strict=True)
        profile = Profile(
            path=path,
            paths=(path,),
            format="printed",
            report=number,
            producer=messages.PRINTED_TO.format(messages.PRINTED_MILLISECOND),
            measure=SECONDS,
            count=len(rows),
            files=unified(list(files)),
            linenos=array("q", linenos),
            names=unified(list(names)),
            tottime=array("d", own),
            cumtime=array("d", cumulative),
            ncalls=array("q", map(clipped, ncalls)),
            primitive_calls=array("q", map(clipped, primitive)),
            edges=_edges(self.calls, {key: place for place, key in enumerate(keys)}, len(rows)),
            total_time=float(told[3]) if told else total(own),
            total_calls=int(told[1]) if told else sum(n for n in ncalls if n > 0),
            total_primitive_calls=int(told[2] or told[1]) if told else sum(n for n in primitive if n > 0),
            remarks=(*notes, *self._notes(added)),
        )
        # Figures that are rounded, and some of which were not printed, contradict nothing.
        nothing = Contradictions({}, {}, odd=False)
        sure = {"roots": [], "impossible": "", "has_threads": False, "contradictions": nothing, "lossy": True}
        checked(profile).__dict__.update(sure)
        # Of functions whose callees were not printed nobody knows that they call none.
        profile.__dict__["_only_leaves"] = False
        return profile

    def _notes(self, added: dict[Key, Figures]) -> list[str]:
        notes = [messages.PRINTED_ROUNDED.format(messages.PRINTED_MILLISECOND)]
        if self.reduced:
            part = messages.PRINTED_IN_PART.format(self.reduced[-1], self.reduced[0])
            notes.append(part + messages.PRINTED_TOTAL * (self.summary is not None))
        return [*notes, messages.PRINTED_ADDED] if added else notes


def _key(text: str) -> Key:
    """The function that was printed so."""
    if text.endswith(")") and (found := _PLACE.match(text)):
        return found[1], int(found[2]), text[found.end() : -1]
    return "~", 0, f"<{text[1:-1]}>" if text[:1] == "{" and text[-1:] == "}" else text


def _added_up(calls: dict[tuple[Key, Key], Figures], rows: dict[Key, Figures | None]) -> dict[Key, Figures]:
    """Of functions without figures of their own, what their callers have of them."""
    added: dict[Key, Figures] = {}
    for (callee, caller), (ncalls, primitive, own, cumulative) in calls.items():
        if rows.get(callee) is None:
            # In a call of itself everything is counted again.
            outer, (n, p, o, c) = caller != callee, added.get(callee, (0, 0, 0.0, 0.0))
            added[callee] = (n + ncalls, p + outer * primitive, o + own, c + outer * cumulative)
    return added


def _edges(calls: dict[tuple[Key, Key], Figures], places: dict[Key, int], count: int) -> Edges:
    counts, ordered = [0] * (count + 1), sorted(calls, key=lambda pair: places[pair[0]])
    for callee, _ in ordered:
        counts[places[callee] + 1] += 1
    columns = [*zip(*map(calls.__getitem__, ordered), strict=True)] or [()] * 4
    callers = array("q", [places[caller] for _, caller in ordered])
    return Edges(array("q", accumulate(counts)), callers, *map(array, "qqdd", columns))
