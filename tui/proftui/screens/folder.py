"""The profiles of a folder as rows: which there are, and what is in each, told once it was read."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.source.nearby import Nearby
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean, cut_end, pad, pad_start
from proftui.frame.functions import spoken
from proftui.frame.rows import total_text
from proftui.state.loading import GivenUp
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.consistency import whole_time
from proftui_parsers.detect import sniff

MOST_FILES = 5_000
MOST_BYTES = 8 << 20
"""Of a larger file nothing is told before it is opened."""
TOTAL, FORMAT, AGE = 10, 6, 8
LEAST_NAME, LEAST_HOTTEST = 16, 22
"""Cells of columns."""


class Candidate(NamedTuple):
    """A profile that can be opened."""

    path: Path
    format: str
    size: int
    modified: float


class Summary(NamedTuple):
    """What is in a profile: its total, its hottest function and that one's share; or why nothing is told."""

    total: str = ""
    hottest: str = ""
    share: str = ""
    problem: str = ""
    of_lines: str = ""
    """What its lines took together, for which a column of totals has no room."""


def candidates(folder: Path) -> list[Candidate]:
    """The profiles in ``folder``, the newest first; contents decide, not names."""
    profiles, nearby = [], Nearby((str(folder),))
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_FILES):
                with suppress(OSError):
                    # A link may lead to another computer.
                    kind = sniff(nearby.reached(entry.path).path)
                    if kind is not None:
                        status = entry.stat()
                        profiles.append(Candidate(Path(entry.path), kind, status.st_size, status.st_mtime))
    except OSError:
        return []
    return sorted(profiles, key=lambda c: -c.modified)


def counted(folder: Path) -> str:
    """How many profiles there are: ``60 profiles``."""
    return figures.plural(len(candidates(folder)), "profile")


def summary_of(candidate: Candidate, progress: Callable[[float], None]) -> Summary:
    """Read a profile and say what is in it; raises only GivenUp, which ``progress`` may raise."""
    if candidate.size > MOST_BYTES:
        return Summary(problem=messages.IS_LARGE)
    try:
        return summary(load(str(candidate.path), max_bytes=MOST_BYTES, progress=progress))
    except GivenUp:
        raise
    except ProfileError as problem:
        return Summary(problem=clean(str(problem), 400))
    except MemoryError:
        return Summary(problem=messages.NOT_ENOUGH_MEMORY)
    except Exception as fault:
        return Summary(problem=messages.FAILED_WITH.format(type(fault).__name__))


def summary(profile: Profile) -> Summary:
    """What a row says of a profile: that of line times leaves the total to :func:`in_full`."""
    total, of_lines = total_text(profile), ""
    if not profile.has_calls:
        total, of_lines = "", total
    if not profile.count:
        lines = of_lines if profile.has_lines else messages.NO_LINES_TIMED
        return Summary(total, messages.HAS_NO_FUNCTIONS, of_lines=lines)
    hottest = max(range(profile.count), key=profile.tottime.__getitem__)
    own = profile.tottime[hottest]
    share = figures.percent(figures.share(own, whole_time(profile)))
    text = f"{share} %" if profile.has_calls and share else f"{figures.time(own)} s"
    return Summary(total, spoken(Names(profile), hottest), text, of_lines=of_lines)


def heading(longest: int, width: int) -> Line:
    """The titles of the columns; ``longest``: cells of the longest name."""
    name, hottest = _cells(longest, width)
    text = f"  {pad('profile', name)}{pad_start('total', TOTAL)}  {pad(messages.HOTTEST_FUNCTION, hottest)}"
    text += f"  {pad('format', FORMAT)}{pad_start('age', AGE)} "
    return fitted([Span(text, "heading")], width, "panel")


def row(candidate: Candidate, told: Summary | None, now: float, longest: int, width: int) -> Line:
    """One profile; ``told`` once it was read."""
    name, hottest = _cells(longest, width)
    age = figures.age(now - candidate.modified).removesuffix(" ago")
    spans = [Span(f"  {pad(clean(candidate.path.name), name - 1)} ")]
    if told is not None and told.problem:
        role = "muted" if candidate.size > MOST_BYTES else "error"
        spans.append(Span(f"  {pad(told.problem, TOTAL + hottest)}", role))
    else:
        spans += _told(told or Summary(), hottest)
    right = f"  {pad(candidate.format, FORMAT)}{pad_start(age, AGE)} "
    return fitted([*spans, Span(right, "muted")], width)


def in_full(candidate: Candidate, told: Summary | None) -> str:
    """What a row may have no room for."""
    of_lines = f" · {told.of_lines}" if told is not None and told.of_lines else ""
    return f"{clean(candidate.path.name)} · {figures.size(candidate.size)}{of_lines}"


def _told(told: Summary, cells: int) -> list[Span]:
    function = cut_end(told.hottest, cells - cell_width(told.share) - 1)
    gap = " " * (cells - cell_width(function) - cell_width(told.share))
    return [Span(pad_start(told.total, TOTAL)), Span(f"  {function}"), Span(gap + told.share, "muted")]


def _cells(longest: int, width: int) -> tuple[int, int]:
    """The cells of the file's name and of the hottest function."""
    left = width - 2 - TOTAL - 2 - 2 - FORMAT - AGE - 1
    name = max(LEAST_NAME, min(longest + 1, left - LEAST_HOTTEST))
    return name, max(8, left - name)
