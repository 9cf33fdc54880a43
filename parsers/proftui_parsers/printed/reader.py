"""Printed reports in a text: rows below a heading, in a log behind what begins its lines.

A blank line and one that is no row end them: of some logs every other line is blank, of others none is.

What one ``Stats`` printed of functions, callers and callees is one report, as is all of one ``Timer unit``.
"""

from __future__ import annotations

import html
import re
from collections import deque

import proftui_parsers.messages as messages
from proftui_parsers.files import whole
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.printed.calls import Calls
from proftui_parsers.printed.lines import Lines, Memory
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.deriving import telling
from proftui_parsers.stacks.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui_parsers.files import Progress

_KINDS: dict[str, type[Calls | Lines]] = {"calls": Calls, "lines": Lines, "memory": Memory}
_UNDER = re.compile(r"=+\Z| *ncalls  tottime  cumtime\Z")
"""What stands below a heading before the rows."""
_HEADING = re.compile(
    r"(?P<calls>(?:   )?ncalls +tottime +percall +cumtime +percall +filename:lineno\(function\)"
    r"|Function +(?:was called by|called)\.\.\.)"
    r"|(?P<lines>Line # +Hits +Time +Per Hit +% Time +Line Contents)"
    r"|(?P<memory>Line # +Mem usage +Increment +(?:Occurr?ences +)?Line Contents)"
)
_COLOURS = re.compile(r"\x1b\[[\d;]{0,20}[mK]")
_TAGS = re.compile(r"</?(?:a|b|code|div|li|p|pre|span|strong|td|tr)\b[^<>\n]{0,300}>")
_BREAKS = re.compile(rb"<br ?/?>\r?\n?")
_MOST = 120_000
"""Rows of all reports, more than anybody prints."""
_MOST_REPORTS = 1_000
_ABOVE = 20
"""So many lines above a heading are looked at."""


def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
    """The first report, with all of them; ProfileError: none of them has a row."""
    data = whole(pieces)
    reading, is_page = _Reading(), b"</pre>" in data or b"</html>" in data
    for lines in telling(lines_of(_BREAKS.sub(b"\n", data) if is_page else data), progress):
        for line in lines:
            reading.take(html.unescape(_TAGS.sub("", line)) if is_page else line)
    found = [report for report in reading.reports if report.functions]
    if not found:
        from proftui_parsers.foreign import describe

        raise ProfileError(describe(data))
    count = f"{len(found):,}{'+' * (len(found) == _MOST_REPORTS)}"
    head, reports = {"path": path, "paths": (path,), "format": "printed"}, list[Profile]()
    for number, report in enumerate(found, 1):
        others = messages.PRINTED_REPORTS.format(count, number % len(found) + 1)
        reports.append(report.profile([others] * (len(found) > 1), report=number, **head))
    reports[0].reports = tuple(reports[1:])
    return reports[0]


class _Reading:
    """Lines on their way to reports."""

    def __init__(self) -> None:
        self.reports: list[Calls | Lines] = []
        self._above = deque[str](maxlen=_ABOVE)
        """What stands above the next heading, the last line first."""
        self._row: Callable[[str], bool] | None = None
        """What takes the rows that follow; ``None``: none do."""
        self._cut, self._left, self._is_apart, self._is_tabbed = 0, _MOST, False, False

    def take(self, line: str) -> None:
        """The next line of the text."""
        line = (_COLOURS.sub("", line) if "\x1b" in line else line).replace("\xa0", " ").rstrip()
        may_head = "ncalls" in line or "Function" in line or "Line #" in line
        is_tabbed = "\t" in line and (may_head if self._row is None else self._is_tabbed)
        line = line.expandtabs() if is_tabbed else line
        rest = line[self._cut :]
        if self._row is not None and self._row(rest):
            self._left, self._is_apart = self._left - 1, False
            if self._left < 0:
                raise ProfileError(messages.PRINTED_TOO_MUCH.format(_MOST))
        elif may_head and (found := _HEADING.search(line)):
            self._row, self._cut, self._is_apart = None, found.start(), False
            self._is_tabbed = is_tabbed or found.lastgroup == "calls"
            self._begin(_KINDS[found.lastgroup or ""], found[0], "\n".join(self._above))
            self._above.clear()
        else:
            self._above.appendleft(line)
            self._row = None if self._is_apart and rest and not _UNDER.match(rest) else self._row
            self._is_apart = self._is_apart or not rest

    def _begin(self, kind: type[Calls | Lines], heading: str, above: str) -> None:
        """Rows of a heading follow, of the report before it or of another one."""
        report = self.reports[-1] if self.reports else None
        if report is None or type(report) is not kind or report.ends_above(heading, above):
            if len(self.reports) == _MOST_REPORTS:
                return
            report = kind(above)
            self.reports.append(report)
        self._row = report.begin(heading, above)
