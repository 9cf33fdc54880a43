"""The profiles of a folder as rows: which there are, and what is in each, told once it was read."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.nearby import Nearby
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean, cut_end, cut_start, pad, pad_start
from proftui.frame.functions import spoken
from proftui.frame.rows import total_text
from proftui.state.loading import GivenUp
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.detect import sniff

MOST_FILES = 5_000
FOLDER, DEEPEST, PATIENCE = "folder", 3, 0.2
"""What stands for the format of a folder; how far below folders are looked into, and for how many seconds."""
MOST_BYTES = 8 << 20
"""Of a larger file nothing is told before it is opened."""
TOTAL, FORMAT, AGE = 10, 6, 8
LEAST_NAME, LEAST_HOTTEST = 16, 22
"""Cells of columns."""


class Candidate(NamedTuple):
    """A profile that can be opened, or a folder of some."""

    path: Path
    format: str
    size: int
    """Bytes; of a folder its profiles."""
    modified: float
    name: str
    """As it is listed."""


class Summary(NamedTuple):
    """What is in a profile: its total, its hottest function and that one's share; or why nothing is told."""

    total: str = ""
    hottest: str = ""
    share: str = ""
    problem: str = ""


def candidates(folder: Path, nearby: Nearby | None = None) -> list[Candidate]:
    """The profiles in ``folder``, which the user named, or is ``nearby``; newest first; contents decide."""
    profiles, nearby = [], nearby or Nearby((str(folder),))
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_FILES):
                with suppress(OSError):
                    # A link may lead to another computer.
                    kind = sniff(nearby.reached(entry.path).path)
                    if kind is not None:
                        status = entry.stat()
                        path, size, modified = Path(entry.path), status.st_size, status.st_mtime
                        profiles.append(Candidate(path, kind, size, modified, clean(entry.name)))
    except OSError:
        return []
    return sorted(profiles, key=lambda c: -c.modified)


def folders_in(folder: Path) -> list[Candidate]:
    """The folders below that hold profiles, the newest first, as far as there is time to look; no mounts."""
    found: list[Candidate] = []
    nearby = Nearby((str(folder),))
    end, waiting = monotonic() + PATIENCE, _folders(folder, nearby)
    for inside in waiting:
        if monotonic() > end:
            break
        name = inside.relative_to(folder)
        if profiles := candidates(inside, nearby):
            newest = profiles[0].modified
            found.append(Candidate(inside, FOLDER, len(profiles), newest, clean(f"{name}{os.sep}")))
        if len(name.parts) < DEEPEST:
            waiting += _folders(inside, nearby)
    return sorted(found, key=lambda c: -c.modified)


def _folders(folder: Path, nearby: Nearby) -> list[Path]:
    """Those in a folder, but for hidden ones and what is mounted there, which may be another computer's."""
    with suppress(OSError), os.scandir(folder) as entries:
        device = os.lstat(folder).st_dev
        inside = (e for e in islice(entries, MOST_FILES) if not e.name.startswith("."))
        # What an automounter is on is near, but nothing in it.
        near = (entry for entry in inside if not nearby.reached(os.path.join(entry.path, entry.name)).why)
        folders = (entry for entry in near if entry.is_dir(follow_symlinks=False))
        return [Path(e.path) for e in folders if e.stat(follow_symlinks=False).st_dev == device]
    return []


def page_in(folder: Path) -> str:
    """What a folder without profiles has in their place, a page that a profiler wrote; empty: it has none."""
    page = folder / "index.html"
    try:
        if path := Nearby((str(folder),)).reached(str(page)).path:
            load(path, max_bytes=MOST_BYTES)
    except (OSError, ProfileError) as problem:
        return f"{page.name} {problem}"
    return ""


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
    """What a row says of a profile; lines added up are no total."""
    total = total_text(profile) if profile.has_calls else ""
    if not profile.count:
        return Summary(total, messages.HAS_NO_FUNCTIONS)
    hottest = max(range(profile.count), key=profile.tottime.__getitem__)
    own = profile.tottime[hottest]
    share = figures.percent(figures.share(own, profile.total_time))
    text = f"{share} %" if profile.has_calls and share else f"{figures.time(own)} s"
    return Summary(total, spoken(Names(profile), hottest), text)


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
    spans = [Span(f"  {pad(cut_start(candidate.name, name - 1), name - 1)} ")]
    if told is not None and told.problem:
        role = "muted" if candidate.size > MOST_BYTES else "error"
        spans.append(Span(f"  {pad(told.problem, TOTAL + hottest)}", role))
    else:
        spans += _told(told or Summary(), hottest)
    right = f"  {pad(candidate.format, FORMAT)}{pad_start(age, AGE)} "
    return fitted([*spans, Span(right, "muted")], width)


def in_full(candidate: Candidate) -> str:
    """What a row may have no room for."""
    is_folder = candidate.format == FOLDER
    size = figures.plural(candidate.size, "profile") if is_folder else figures.size(candidate.size)
    return f"{candidate.name} · {size}"


def _told(told: Summary, cells: int) -> list[Span]:
    function = cut_end(told.hottest, cells - cell_width(told.share) - 1)
    gap = " " * (cells - cell_width(function) - cell_width(told.share))
    return [Span(pad_start(told.total, TOTAL)), Span(f"  {function}"), Span(gap + told.share, "muted")]


def _cells(longest: int, width: int) -> tuple[int, int]:
    """The cells of the file's name and of the hottest function."""
    left = width - 2 - TOTAL - 2 - 2 - FORMAT - AGE - 1
    name = max(LEAST_NAME, min(longest + 1, left - LEAST_HOTTEST))
    return name, max(8, left - name)
