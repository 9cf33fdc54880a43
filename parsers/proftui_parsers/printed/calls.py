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

import proftui_parsers.messages as messages
from proftui_parsers.binary import clipped
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import NOT_MEASURED, Edges, Profile
from proftui_parsers.stacks.deriving import starts_of
from proftui_parsers.sums import total

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Key = tuple[str, int, str]
    Figures = tuple[int, int, float, float]
    """All calls, primitive ones, own time, time with callees."""

_SUMMARY = re.compile(
    r"(?a)(\d{1,18}) function calls(?: \((\d{1,18}) primitive calls\))? in (\d{1,18}\.\d+) (?:CPU )?sec"
)
_REDUCED = re.compile(r"(?a)List reduced from (\d{1,18}) to (\d{1,18}) due to restriction")
_TIME = r"(-?\d{1,18}\.\d{3}|nan|inf)"
_ROW = re.compile(
    rf"(?a) *(-?\d{{1,18}})(?:/(-?\d{{1,18}}))? +{_TIME} +(?:{_TIME} +)?{_TIME} +(?:{_TIME} +)?"
    r"(\{.*\}|<.*>.*|(?!\d+\.\d{3}(?: |\Z))[^{< ].*)"
)
_COUNTED = re.compile(rf"(?a) *(.+)\((-?\d{{1,18}})\) +{_TIME}\Z")
_PLACE = re.compile(r"(?a)(.*?):(\d{1,9})\(")
_UNKNOWN = (NOT_MEASURED, NOT_MEASURED, float("nan"), float("nan"))


class Calls:
    """One report of pstats, as far as it is read."""

    def __init__(self, above: str) -> None:
        self._summary, self._reduced = _SUMMARY.search(above), _REDUCED.findall(above)
        self.functions: dict[Key, Figures | None] = {}
        """What was printed, in this order; ``None``: a function whose callers or callees are all that was."""
        self._calls: dict[tuple[Key, Key], Figures] = {}
        """By callee and caller."""
        self._parts: set[str] = set()
        """Which headings were there."""
        self._source, self._arrow, self._wrapped = ("", 0, ""), "", ""

    def ends_above(self, heading: str, above: str) -> bool:
        """Whether what follows is of another report."""
        return heading.split()[1] in self._parts or _SUMMARY.search(above) is not None

    def begin(self, heading: str, _: str) -> Callable[[str], bool]:
        """What takes the rows below a heading, and says whether they are some."""
        self._parts.add(heading.split()[1])
        self._arrow = "  <- " if "was" in heading else "  -> "
        return self._row if "ncalls" in heading else self._call

    def _row(self, line: str) -> bool:
        wrapped, self._wrapped = self._wrapped, ""
        if found := (wrapped and _ROW.match(wrapped + line)) or _ROW.match(line):
            self.functions[_key(found[7])] = _figures(found)
        elif _ROW.match(f"{line} >}}"):
            # A mail has the rest of the name in the next line.
            self._wrapped = f"{line} "
        return bool(found or self._wrapped)

    def _call(self, line: str) -> bool:
        name, arrow, rest = f"{line} ".partition(self._arrow)
        is_first = bool(arrow) and not name.startswith(" ")
        if is_first:
            self._source = _key(name.rstrip())
            self.functions.setdefault(self._source, None)
        rest = (rest if is_first else line).rstrip()
        if found := _ROW.match(rest):
            other, figures = _key(found[7]), _figures(found)
        elif found := _COUNTED.match(rest):
            other, figures = _key(found[1]), (int(found[2]), *_UNKNOWN[1:])
        else:
            return is_first
        pair = self._source, other
        self._calls[pair if "<" in self._arrow else pair[::-1]] = figures
        return True

    def profile(self, notes: list[str], **head: Any) -> Profile:
        """What was printed, as a profile."""
        rows, calls = self._with_sums(), self._calls
        places = {key: n for n, key in enumerate(dict.fromkeys((*rows, *(caller for _, caller in calls))))}
        files, linenos, names = map(list, zip(*places, strict=True))
        ncalls, primitive, own, cumulative = zip(*(row or _UNKNOWN for row in rows.values()), strict=True)
        counted = (sum(n for n in column if n > 0) for column in (ncalls, primitive))
        # Where no total was printed, all took no less than one of them.
        least = max(total(own), 0.0, *(time for time in cumulative if 0 < time < float("inf")))
        whole: Any = self._summary or (0, *counted, least)
        notes.append(messages.PRINTED_ROUNDED.format(messages.PRINTED_MILLISECOND))
        if self._reduced:
            notes.append(messages.PRINTED_IN_PART.format(self._reduced[0][1], self._reduced[-1][0]))
        if rows != self.functions:
            notes.append(messages.PRINTED_ADDED)
        return Profile(
            **head,
            producer=messages.PRINTED_TO.format(messages.PRINTED_MILLISECOND),
            measure=SECONDS,
            count=len(rows),
            files=files,
            linenos=linenos,
            names=names,
            tottime=own,
            cumtime=cumulative,
            ncalls=list(map(clipped, ncalls)),
            primitive_calls=list(map(clipped, primitive)),
            edges=_edges(calls, places, len(rows)),
            total_time=float(whole[3]),
            total_calls=int(whole[1]),
            total_primitive_calls=int(whole[1] if whole[2] is None else whole[2]),
            remarks=tuple(notes),
            in_part=True,
        )

    def _with_sums(self) -> dict[Key, Figures | None]:
        """All rows; of functions without figures of their own what their callers have of them."""
        rows = self.functions.copy()
        for (callee, caller), (ncalls, primitive, own, cumulative) in self._calls.items():
            if self.functions.get(callee) is None:
                # In a call of itself everything is counted again.
                outer, (n, p, o, c) = caller != callee, rows.get(callee) or (0, 0, 0.0, 0.0)
                rows[callee] = n + ncalls, p + outer * primitive, o + own, c + outer * cumulative
        return rows


def _figures(row: re.Match[str]) -> Figures:
    return int(row[1]), int(row[2] or row[1]), float(row[3]), float(row[5])


def _key(text: str) -> Key:
    """The function that was printed so."""
    if text.endswith(")") and (found := _PLACE.match(text)):
        return found[1], int(found[2]), text[found.end() : -1]
    return "~", 0, f"<{text[1:-1]}>" if text[:1] == "{" and text[-1:] == "}" else text


def _edges(calls: dict[tuple[Key, Key], Figures], places: dict[Key, int], count: int) -> Edges:
    pairs = sorted(calls, key=lambda pair: places[pair[0]])
    callees, callers = (array("q", [places[pair[end]] for pair in pairs]) for end in range(2))
    columns = zip(*map(calls.pop, pairs), strict=True) if pairs else [()] * 4
    return Edges(starts_of(count, callees), callers, *map(array, "qqdd", columns))
