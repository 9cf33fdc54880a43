"""What lines that were measured have to do with the calls of another run, and with each other."""

from __future__ import annotations

import ast
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
