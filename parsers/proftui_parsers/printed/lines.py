"""What line_profiler prints: a table for each function, with the text of its lines.

``Timer unit: 1e-06 s`` tells what times are in; ``Total time: 0.017 s``, ``File: x.py`` and
``Function: f at line 14`` stand above a table. Hits, time, time by hit and percent end below the end of their
headings, or are wider; where there are no hits, the line never ran. A function without source has no name.
"""

from __future__ import annotations

import math
import re
from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import SECONDS
from proftui_parsers.profile import LineTime, Profile, no_edges
from proftui_parsers.sums import total
from proftui_parsers.texts import unified

if TYPE_CHECKING:
    from collections.abc import Iterable

    Row = tuple[int, int, float]
    """A line, its hits, and its time as printed."""

TABLE = re.compile(r"Line # +Hits +Time +Per Hit +% Time +Line Contents")
_NUMBER = r"(\d{1,18}(?:\.\d{0,18})?(?:e[-+]?\d{1,2})?)"
UNIT = re.compile(rf"(?a)Timer unit: {_NUMBER} s")
_ABOVE = tuple(
    map(
        re.compile,
        (
            rf"(?a)Total time: {_NUMBER} s",
            "(?:File: |Could not find file )(.+)",
            r"(?a)Function: (.*) at line (\d{1,9})",
        ),
    )
)
_ROW = re.compile(rf"(?a) *(\d{{1,9}}) +{_NUMBER} +{_NUMBER} +{_NUMBER}(?: +{_NUMBER})?")
_LINE = len("Line #")
UNNAMED = "<unknown>"


class Lines:
    """One report of line_profiler, as far as it is read."""

    def __init__(self, unit: re.Match[str] | None = None) -> None:
        self.unit, self.size = unit, 0
        self.functions: list[tuple[str, int, str, str | None, list[Row]]] = []
        """File, line, name, and time in seconds as printed."""
        self.texts: dict[str, dict[int, str]] = {}
        """By file, the lines of which there is text."""
        self._above: dict[int, re.Match[str]] = {}
        self._hits, self._text, self._is_whole, self._is_cut = 0, 0, True, False

    def tell(self, line: str) -> None:
        """A line above a table, or whatever else has such words."""
        self._above |= {place: found for place, form in enumerate(_ABOVE) if (found := form.search(line))}

    def begin(self, heading: str) -> None:
        """Rows of this heading follow."""
        seconds, file, function = map(self._above.get, range(len(_ABOVE)))
        line, name = (int(function[2]), function[1]) if function else (0, UNNAMED)
        self.functions.append((file[1] if file else "", line, name, seconds[1] if seconds else None, []))
        self._hits, self._text = heading.find("Hits") + len("Hits"), heading.find("Line Contents")
        self._above, self.size = {}, self.size + 1

    def row(self, line: str) -> None:
        """A row, or whatever stands between them."""
        file, first, name, seconds, rows = self.functions[-1]
        number, at = line[:_LINE].strip(), self._text
        if not (number.isdecimal() and number.isascii()):
            return
        self.size += 1
        if not first:
            self.functions[-1] = (file, int(number), name, seconds, rows)
        if line[_LINE : self._hits].strip() and (found := _ROW.match(line)):
            time = float(found[3])
            rows.append((int(number), min(int(float(found[2])), _MOST), time))
            self._is_whole = self._is_whole and "." not in found[3]
            self._is_cut = self._is_cut or "e" in found[3]
            # What is wider than its column moves the text; of no time at all there is no share.
            at = found.end() + 2 if found[5] and time else at
        if text := line[at:]:
            self.texts.setdefault(file, {})[int(number)] = text

    def profile(self, path: str, notes: Iterable[str], number: int) -> Profile:
        """What was printed, as a profile."""
        unit = self._unit()
        tottime = array("d", [
            sum(row[2] for row in rows) * unit if seconds is None else float(seconds)
            for _, _, _, seconds, rows in self.functions
        ])  # fmt: skip
        least = unit if self._is_whole else unit / 10
        step = (
            messages.PRINTED_SECONDS.format(least)
            if least > _SHORT
            else messages.PRINTED_MICROSECONDS.format(least * 1e6)
        )
        return Profile(
            path=path,
            paths=(path,),
            format="printed",
            report=number,
            producer=messages.PRINTED_TO.format(step),
            measure=SECONDS,
            count=len(self.functions),
            files=unified([each[0] for each in self.functions]),
            linenos=array("q", [each[1] for each in self.functions]),
            names=unified([each[2] for each in self.functions]),
            tottime=tottime,
            edges=no_edges(len(self.functions)),
            total_time=total(tottime),
            hits={place: sum(row[1] for row in each[4]) for place, each in enumerate(self.functions)},
            lines={
                place: tuple([LineTime(line, hits, time * unit) for line, hits, time in sorted(each[4])])
                for place, each in enumerate(self.functions)
            },
            texts=self.texts if sum(map(max, self.texts.values())) <= MOST_TEXT else {},
            remarks=(
                *notes,
                messages.PRINTED_ROUNDED.format(step + messages.PRINTED_LONG_ONES * self._is_cut),
            ),
        )

    def _unit(self) -> float:
        """Seconds of what times are in; where that is not printed, as totals tell."""
        if self.unit is not None:
            return float(self.unit[1])
        told = [(float(each[3]), sum(row[2] for row in each[4])) for each in self.functions if each[3]]
        seconds, times = max(told, default=(0.0, 0.0))
        return 10.0 ** round(math.log10(seconds / times)) if seconds and times else 1e-6


MOST_TEXT = 1_000_000
"""Lines of all files up to the last that was printed."""
_SHORT = 5e-4
"""Seconds below which microseconds are easier to read."""
_MOST = 2**63 - 1
