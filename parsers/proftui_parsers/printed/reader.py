"""Printed reports in a text: rows below a heading up to a blank line, in a log behind what begins its lines.

What one ``Stats`` printed of functions, callers and callees is one report, as is all of one ``Timer unit``.
"""

from __future__ import annotations

import re

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.printed import calls, lines, memory
from proftui_parsers.printed.calls import Calls
from proftui_parsers.printed.lines import Lines
from proftui_parsers.printed.memory import Memory
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from proftui_parsers.files import Progress

    T = TypeVar("T", Calls, Lines, Memory)

_WORDS = (
    "function calls",
    "List reduced",
    "filename:line",
    "Function",
    "Line #",
    "Timer unit",
    "Total time",
    "ile",
)
_COLOURS = re.compile(r"\x1b\[[\d;]{0,20}m")
_TAGS = re.compile(r"</?(?:a|b|code|div|li|p|pre|span|strong|td|tr)\b[^<>\n]{0,300}>")
_MOST = 300_000
"""Rows of all reports, more than anybody prints."""
_MOST_REPORTS = 1_000


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The first report, with all of them; ProfileError: none of them has a row."""
    data = b"".join(pieces)
    pieces.clear()
    reading, is_page = _Reading(), b"</pre>" in data or b"</html>" in data
    for some, part in lines_of(data):
        if is_page:
            some = _shown(some)
        for line in some:
            reading.take(line)
        if progress is not None:
            progress(part)
    found = [report for report in reading.reports if report.size]
    if not found:
        from proftui_parsers.foreign import describe

        raise ProfileError(describe(data))
    told = f"{len(found):,}{'+' * (len(found) == _MOST_REPORTS)}"
    reports: list[Profile] = []
    for number, report in enumerate(found, 1):
        other = messages.PRINTED_REPORTS.format(told, number % len(found) + 1)
        is_one = len(found) == 1
        reports.append(report.profile(path, [] if is_one else [other], 0 if is_one else number))
    reports[0].reports = tuple(reports[1:])
    return reports[0]


class _Reading:
    """Lines on their way to reports."""

    def __init__(self) -> None:
        self.reports: list[Calls | Lines | Memory] = []
        self._calls: Calls | None = None
        """What further parts of a report of calls belong to."""
        self._lines, self._memory = Lines(), Memory()
        self._row: Callable[[str], None] | None = None
        """What takes the rows that follow; ``None``: none do."""
        self._cut, self._left = 0, _MOST

    def take(self, line: str) -> None:
        """The next line of the text."""
        if "\x1b" in line:
            line = _COLOURS.sub("", line)
        if self._row is not None:
            line = line[self._cut :].rstrip()
            if not line:
                self._row = None
                return
            before = self.reports[-1].size
            self._row(line)
            self._left -= self.reports[-1].size - before
            if self._left < 0:
                raise ProfileError(messages.PRINTED_TOO_MUCH.format(_MOST))
        elif any(word in line for word in _WORDS) and len(self.reports) <= _MOST_REPORTS:
            self._above(line)

    def _above(self, line: str) -> None:
        """A heading, what stands above one, or whatever else has such words."""
        if found := calls.SUMMARY.search(line):
            self._calls = self._new(Calls(found))
        elif found := calls.REDUCED.search(line):
            self._calls = self._calls or self._new(Calls())
            if not self._calls.parts:
                self._calls.reduced += map(int, found.groups())
        elif found := calls.TABLE.search(line) or calls.CALLERS.search(line):
            if self._calls is None or found[0].split()[1] in self._calls.parts:
                self._calls = self._new(Calls())
            self._calls.begin(found[0])
            is_table = found.re is calls.TABLE
            self._row = self._calls.row if is_table else self._calls.call
            self._cut = max(0, found.start() - calls.INDENT * is_table)
        elif found := lines.UNIT.search(line):
            self._lines = Lines(found)
        elif found := lines.TABLE.search(line):
            if self._lines not in self.reports[-1:]:
                self._new(self._lines)
            self._lines.begin(found[0])
            self._row, self._cut, self._calls = self._lines.row, found.start(), None
        elif found := memory.FILE.search(line):
            self._memory.file = found[1]
        elif found := memory.TABLE.search(line):
            if self._memory not in self.reports[-1:]:
                self._new(self._memory)
            self._memory.begin(found[0])
            self._row, self._cut, self._calls = self._memory.row, found.start(), None
        else:
            self._lines.tell(line)

    def _new(self, report: T) -> T:
        if isinstance(report, Calls):
            self._lines, self._memory = Lines(), Memory()
        self.reports.append(report)
        return report


def _shown(some: list[str]) -> list[str]:
    """Lines of a page as a browser shows them."""
    import html

    return [html.unescape(_TAGS.sub("", line)) for line in some]
