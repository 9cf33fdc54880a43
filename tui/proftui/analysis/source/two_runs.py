"""Whether lines that were measured can be of a run like that of the calls beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.analysis.source.definitions import runs_later
from proftui_parsers import Profile


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
