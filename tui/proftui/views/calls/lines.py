"""The lines on which callers call, as Calls shows them and as keys go there."""

from __future__ import annotations

from itertools import islice

from proftui.analysis.source.sites import MOST_CALLEES, Site
from proftui.state.session import Session
from proftui.views.calls.rows import Around
from proftui.views.protocol import CodeLine

_MOST_LINES = 3
"""Lines of one caller that a row names."""


def call_lines(session: Session, shown: Around) -> dict[str, dict[int, str]]:
    """By half and function, the lines of the calls with their file, where they could be told."""
    return {half: _of_half(session, shown, half) for half in ("callers", "callees")}


def _of_half(session: Session, shown: Around, half: str) -> dict[int, str]:
    told: dict[int, str] = {}
    for function in islice(shown.half(half).functions, MOST_CALLEES):
        site = _site(session, shown.function, half, function) if function >= 0 else None
        if site is not None:
            told[function] = _place(session, site) if half == "callers" else _numbered(site)
    return told


def _site(session: Session, middle: int, half: str, function: int) -> Site | None:
    caller, callee = (function, middle) if half == "callers" else (middle, function)
    return session.sources.calling_lines.sure_site(caller, callee)


def _place(session: Session, site: Site) -> str:
    """``demo.py:58``: of a caller, the file and the lines."""
    location = session.names.location(site.caller, with_dirs=not session.strip_dirs)
    return f"{location.rpartition(':')[0]}:{_numbers(site)}"


def _numbered(site: Site) -> str:
    """``line 58``: of a callee, the lines of the function."""
    numbers = _numbers(site)
    return f"lines {numbers}" if "," in numbers else f"line {numbers}"


def _numbers(site: Site) -> str:
    """``58``, or ``58, 61`` where any of several lines called, and ``…`` where there may be more."""
    shown = site.lines[:_MOST_LINES]
    more = ["…"] if site.joint or len(shown) < len(site.lines) else []
    return ", ".join([*map(str, shown), *more])


def call_line(session: Session, middle: int, half: str, function: int) -> CodeLine | None:
    """The first line of a call, in its caller."""
    site = _site(session, middle, half, function)
    return CodeLine(site.caller, site.lines[0]) if site is not None else None
