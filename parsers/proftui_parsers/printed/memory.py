"""What memory_profiler prints: a table for each function, with the text of its lines.

``Filename: x.py`` stands above a table. A row has a line, ``40.414 MiB`` when the line was done, what that
was more than before, from 0.58 on how often it ran, and its text; without figures, the line never ran.
"""

from __future__ import annotations

import re
from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.measure import BYTES
from proftui_parsers.printed.lines import MOST_TEXT, UNNAMED
from proftui_parsers.profile import NOT_MEASURED, LineTime, Profile, no_edges
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.tables import Tables
from proftui_parsers.texts import unified

if TYPE_CHECKING:
    from collections.abc import Iterable

    Row = tuple[int, int, float, float]
    """A line, how often it ran, and MiB: how much was in use, and how much more that was."""

TABLE = re.compile(r"Line # +Mem usage +Increment +(?:Occurrences +)?Line Contents")
FILE = re.compile(r"Filename: (.+)")
MEASURES = (
    BYTES._replace(key="usage", title="memory in use", adds=False),
    BYTES._replace(key="increment", title="increments", adds=False),
)
_SIZE = r"(-?\d{1,15}\.\d{1,9}) MiB"
_ROW = re.compile(rf"(?a) *(\d{{1,9}}) +{_SIZE} +{_SIZE}(?: +(\d{{1,18}})(?= |\Z))?")
_TEXT = re.compile(r"(?a) *(\d{1,9})(?: |\Z)")
_DEFINED = re.compile(r"\s*(?:async\s+)?def\s+(\w{1,500})")
_MIB = 1 << 20


class Memory:
    """One report of memory_profiler, as far as it is read."""

    def __init__(self) -> None:
        self.file, self.size = "", 0
        self.functions: list[tuple[str, list[int], list[str], list[Row]]] = []
        """File, all lines, the name where it is known, and rows."""
        self.texts: dict[str, dict[int, str]] = {}
        self._at, self._counts = 0, False

    def begin(self, heading: str) -> None:
        """Rows of this heading follow."""
        self.functions.append((self.file, [], [], []))
        self._counts = "Occurrences" in heading
        # That word is wider than its column.
        self._at = heading.find("Line Contents") - self._counts
        self.size += 1

    def row(self, line: str) -> None:
        """A row, or whatever stands between them."""
        found, (file, numbers, names, rows) = _ROW.match(line) or _TEXT.match(line), self.functions[-1]
        if found is None:
            return
        number, at = int(found[1]), self._at
        if found.re is _ROW:
            hits = int(found[4]) if self._counts and found[4] else NOT_MEASURED
            rows.append((number, hits, float(found[2]), float(found[3])))
            # What is wider than its column moves the text.
            at = max(at, found.end(4 if self._counts and found[4] else 3) + 3)
        self.size += 1
        numbers.append(number)
        if text := line[at:]:
            self.texts.setdefault(file, {})[number] = text
            names += [defined[1] for defined in [_DEFINED.match(text)] if defined and not names]

    def profile(self, path: str, notes: Iterable[str], number: int) -> Profile:
        """What was printed, as a profile of what was in use; increments are another measure."""
        has_texts = sum(map(max, self.texts.values())) <= MOST_TEXT

        def make(measure: int) -> Profile:
            sizes = [[_MIB * row[2 + measure] for row in rows] for *_, rows in self.functions]
            most = array("d", [max(each, default=0.0) for each in sizes])
            return Profile(
                path=path,
                paths=(path,),
                format="printed",
                report=number,
                producer=messages.PRINTED_MIB,
                measure=MEASURES[measure],
                count=len(most),
                files=unified([each[0] for each in self.functions]),
                linenos=array("q", [min(each[1], default=0) for each in self.functions]),
                names=unified([each[2][0] if each[2] else UNNAMED for each in self.functions]),
                tottime=most,
                edges=no_edges(len(most)),
                total_time=max(most, default=0.0),
                hits={} if not self._counts else {
                    place: sum(max(0, row[1]) for row in each[3]) for place, each in enumerate(self.functions)
                },
                lines={
                    place: tuple([
                        LineTime(row[0], row[1], size)
                        for row, size in sorted(zip(self.functions[place][3], each, strict=True))
                    ])
                    for place, each in enumerate(sizes)
                },
                texts=self.texts if has_texts else {},
                remarks=(*notes, messages.PRINTED_MEMORY),
            )  # fmt: skip

        totals = [make(measure).total_time for measure in range(len(MEASURES))]
        return profile_of(Tables(measures=MEASURES, totals=totals, make=make))
