"""What lines that were measured have to do with the calls of another run, and with each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from proftui.analysis.names import Names
from proftui.analysis.source.call_sites import LARGEST_BLOCK
from proftui.analysis.source.called_names import last_part
from proftui.analysis.source.definitions import runs_later
from proftui.analysis.source.events import last_name
from proftui.analysis.source.source_text import block_end
from proftui.analysis.source.syntax import syntax_of
from proftui_parsers import LineTime, Profile

MOST_CALLERS = 40
"""Functions of a file that are asked whether they call the one that is shown."""
_OFTEN = 9
"""Times that one run of a line may well call the same."""
_GOES_OVER = re.compile(r"\S.*\bfor\b|\blambda\b|\bmap\(|\bfilter\(")
"""Text that may call something any number of times while its line runs once."""


class Disagreement(NamedTuple):
    """Calls that one run counted, and how often the other ran the function's first line."""

    calls: int
    line: int
    hits: int


def disagreement(profile: Profile, index: int, lines: Sequence[str]) -> Disagreement | None:
    """Where calls and lines of a function cannot be of runs with the same input, if that can be told."""
    times = [time for time in profile.lines.get(index, ()) if time.hits > 0]
    calls = profile.ncalls[index] if profile.ncalls is not None and index < profile.count else 0
    later = runs_later(lines, profile.linenos[index])
    if calls <= 0 or not times or later:
        # Of a generator, every step is a call.
        return None
    first = times[0]
    text = lines[first.line - 1] if 1 <= first.line <= len(lines) else "for"
    loops = text.lstrip().startswith(("for", "while", "async for"))
    # A statement of several lines comes back to its first, so many times a call.
    if first.hits < calls or (not loops and first.hits % calls):
        return Disagreement(calls, first.line, first.hits)
    return None


class MoreCalls(NamedTuple):
    """Calls that one run counted, more than lines of the other run can well have made."""

    callee: int
    calls: int
    hits: int
    """How often the lines with its name ran together, or without text the line that ran most often."""
    by_text: bool


def more_calls(profile: Profile, names: Names, index: int, lines: Sequence[str]) -> MoreCalls | None:
    """What a function called more often than its lines can well have done, of that what it called most often.

    ``lines``: the text of its file, empty where it is not known or may be another. That calls and lines are
    of runs with different input is then likely, not certain: another name may stand for what is called.
    """
    times = [time for time in profile.lines.get(index, ()) if time.hits > 0]
    if not times or not profile.has_edges:
        return None
    entries, callees = profile.calls_of(index)
    found = []
    for entry, callee in zip(entries, callees, strict=True):
        calls = profile.edges.ncalls[entry]
        hits = (
            _hits_with(last_name(names, callee), times, lines) if lines else _hits_without_text(calls, times)
        )
        if 0 < hits < calls:
            found.append(MoreCalls(callee, calls, hits, bool(lines)))
    return max(found, key=lambda more: more.calls, default=None)


def _hits_with(name: str, times: Sequence[LineTime], lines: Sequence[str]) -> int:
    """How often lines with a name ran, times how often they have it; 0: one of them goes over something."""
    word, hits = re.compile(rf"\b{re.escape(name)}\b"), 0
    for time in times:
        text = lines[time.line - 1] if time.line <= len(lines) else ""
        if mentions := len(word.findall(text)):
            if _GOES_OVER.search(text):
                return 0
            hits += mentions * time.hits
    return hits


def _hits_without_text(calls: int, times: Sequence[LineTime]) -> int:
    """How often the line ran that ran most often; 0: one may have made all calls, equally many each time."""
    hits = {time.hits for time in times}
    return 0 if any(calls % runs == 0 and calls <= _OFTEN * runs for runs in hits) else max(hits)


class Containing(NamedTuple):
    """A measured line that calls a measured function, with the line's function."""

    caller: int
    line: LineTime
    has_all: bool
    """Whether no other measured line calls it, and this one took as long as all its lines."""


def contained_in(profile: Profile, names: Names, index: int, lines: Sequence[str]) -> Containing | None:
    """The measured line of another function of the file that calls this one, so that time of it is in there.

    Of several, the one that took the longest.
    """
    name = last_name(names, index)
    found: list[tuple[int, LineTime]] = []
    same_file = [other for other in profile.lines if profile.files[other] == profile.files[index]]
    for other in same_file[:MOST_CALLERS]:
        first = max(1, profile.linenos[other])
        block = lines[first - 1 : block_end(lines, first)]
        if other != index and sum(map(len, block)) <= LARGEST_BLOCK and block:
            called = {
                first - 2 + line
                for root in syntax_of(last_name(names, other), block)
                for line in _lines(root, name)
            }
            found += [(other, time) for time in profile.lines[other] if time.line in called and time.hits > 0]
    if not found:
        return None
    caller, longest = max(found, key=lambda at: at[1].time)
    total = sum(time.time for time in profile.lines[index])
    return Containing(caller, longest, len(found) == 1 and longest.time >= total)


def _lines(root: ast.AST, name: str) -> Iterator[int]:
    """The lines, counted from 2, that call the name, in whatever is written there."""
    calls = (node for node in ast.walk(root) if isinstance(node, ast.Call))
    return (node.lineno for node in calls if last_part(node) == name)
