"""What line_profiler and memory_profiler print: a table for each function, with the text of its lines.

- line_profiler: ``Timer unit: 1e-06 s`` tells what times are in; ``Total time: 0.017 s``, ``File: x.py`` and
  ``Function: f at line 14`` stand above a table; rows have hits, time, time by hit and percent
- memory_profiler: above stands ``Filename: x.py``; a row has ``40.414 MiB`` when the line was done, what that
  was more than before, and from 0.58 on how often it ran

Figures end below the end of their headings, or are wider; a line without any never ran.
"""

from __future__ import annotations

import math
import re
from array import array
from functools import partial

import proftui_parsers.messages as messages
from proftui_parsers.binary import clipped
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import BYTES, SECONDS
from proftui_parsers.profile import NOT_MEASURED, LineTime, Profile, no_edges
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.notes import amount_of
from proftui_parsers.stacks.recording import Tables
from proftui_parsers.sums import total

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from proftui_parsers.measure import Measure

    Row = tuple[int, int, tuple[float, ...]]
    """A line, its hits, and its figures as printed."""

_NUMBER = r"(\d{1,18}(?:\.\d{0,18})?(?:e[-+]?\d{1,2})?)"
_SIZE = r"(-?\d{1,15}(?:\.\d{1,9})?) Mi?B"
_UNIT = re.compile(rf"(?a)Timer unit: {_NUMBER} s")
_FILE = re.compile(r"(?:File: |Filename: |Could not find file )(.+)")
_FUNCTION = re.compile(r"(?a)Function: (.*) at line (\d{1,9})")
_TOTAL = re.compile(rf"(?a)Total time: {_NUMBER} s")
_DEFINED = re.compile(r"\s*(?:async\s+)?def\s+(\w{1,500})")
_LINE = len("Line #")


class _Function:
    """One of the tables."""

    def __init__(self, above: str) -> None:
        file, seconds, self._told = (form.search(above) for form in (_FILE, _TOTAL, _FUNCTION))
        self.file = file[1] if file else ""
        self.seconds = float(seconds[1]) if seconds else 0.0
        self.rows: list[Row] = []
        self.texts: dict[int, str] = {}

    @property
    def key(self) -> tuple[str, int, str]:
        """File, line and name, which its text tells where they were not printed."""
        if self._told:
            return self.file, int(self._told[2]), self._told[1]
        names = (found[1] for found in map(_DEFINED.match, self.texts.values()) if found)
        return self.file, min(self.texts, default=0), next(names, "<unknown>")


class Lines:
    """One report of line_profiler, as far as it is read."""

    MEASURES: tuple[Measure, ...] = (SECONDS,)
    ROW = re.compile(
        rf"(?a) *\d+ +(?P<hits>{_NUMBER}) +{_NUMBER} +{_NUMBER}(?: +(?P<share>{_NUMBER}))?(?:  |\Z)"
    )
    """What it is up to its text, which wide figures move."""
    FIGURES: tuple[int, ...] = (3,)
    """Which groups of that the measures are."""

    def __init__(self, above: str) -> None:
        unit = _UNIT.search(above)
        self.unit = float(unit[1]) if unit else 0.0
        self.functions: list[_Function] = []
        self._text = 0

    def ends_above(self, _: str, above: str) -> bool:
        """Whether what follows is of another report."""
        return _UNIT.search(above) is not None

    def begin(self, heading: str, above: str) -> Callable[[str], bool]:
        """What takes the rows below a heading, and says whether they are some."""
        # Occurrences is wider than its column.
        self._text = heading.find("Line Contents") - ("Occurrences" in heading)
        self.functions.append(_Function(above))
        return self._row

    def _row(self, line: str) -> bool:
        number, text, function = line[:_LINE].lstrip(), self._text, self.functions[-1]
        if not (number.isdecimal() and number.isascii() and line[_LINE - 1 :]):
            return False
        if line[_LINE:text].strip() and (found := self.ROW.match(line)):
            hits = clipped(int(float(found["hits"]))) if found["hits"] else NOT_MEASURED
            figures = [float(found[at]) for at in self.FIGURES]
            if found[self.FIGURES[0]][1:2] == "e" and self.unit and (share := float(found["share"] or 0)):
                # 4.1 and 4.2 print one digit of what is long: its share of the total tells more.
                figures = [function.seconds / self.unit * share / 100]
            function.rows.append((int(number), hits, tuple(figures)))
            text = max(text, found.end())
        function.texts[int(number)] = line[text:]
        return True

    def told(self) -> tuple[str, str]:
        """What the headline says of such a report, and a note."""
        seconds, time = max((each.seconds, sum(row[2][0] for row in each.rows)) for each in self.functions)
        # Where the unit was not printed, the largest total tells it.
        self.unit = self.unit or (10.0 ** round(math.log10(seconds / time)) if seconds and time else 1e-6)
        step = amount_of(self.unit, SECONDS)
        return messages.PRINTED_TO.format(step), messages.PRINTED_LINES_ROUNDED.format(step)

    def profile(self, notes: list[str], **head: Any) -> Profile:
        """What was printed, as a profile of the first measure."""
        producer, note = self.told()
        head.update(producer=producer, remarks=(*notes, note), texts={})
        for each in self.functions:
            if any(each.texts.values()):
                head["texts"].setdefault(each.file, {}).update(each.texts)
        if len(self.MEASURES) == 1:
            return self._made(0, head)
        totals = [self._made(number, head).total_time for number in range(len(self.MEASURES))]
        tables = Tables(measures=self.MEASURES, totals=totals, make=lambda n: self._made(n, head))
        return profile_of(tables)

    def _made(self, number: int, head: dict[str, Any]) -> Profile:
        measure, functions = self.MEASURES[number], self.functions
        files, linenos, names = map(list, zip(*(each.key for each in functions), strict=True))
        lines = [
            tuple([LineTime(line, hits, self.unit * time[number]) for line, hits, time in sorted(each.rows)])
            for each in functions
        ]
        whole = total if measure.adds else partial(max, default=0.0)
        own = [f.seconds or whole([line.time for line in of]) for f, of in zip(functions, lines, strict=True)]
        is_counted = all(line.hits >= 0 for each in lines for line in each)
        return Profile(
            **head,
            measure=measure,
            count=len(own),
            files=files,
            linenos=linenos,
            names=names,
            tottime=array("d", own),
            edges=no_edges(len(own)),
            total_time=whole(own),
            hits={n: sum(line.hits for line in each) for n, each in enumerate(lines)} if is_counted else {},
            lines=dict(enumerate(lines)),
        )


class Memory(Lines):
    """One report of memory_profiler, as far as it is read."""

    MEASURES = (
        BYTES._replace(key="usage", title=messages.MEMORY_IN_USE, adds=False),
        BYTES._replace(key="increment", title="increments", adds=False),
    )
    ROW = re.compile(rf"(?a) *\d+ +{_SIZE} +{_SIZE}(?: +(?P<hits>\d{{1,18}}))?(?:   |\Z)")
    FIGURES = (1, 2)

    def told(self) -> tuple[str, str]:
        """What the headline says of such a report, and a note."""
        self.unit = 1 << 20
        return messages.PRINTED_MIB, messages.PRINTED_MEMORY
