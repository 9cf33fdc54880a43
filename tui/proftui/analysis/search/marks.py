"""Where a pattern matches in what is displayed of a function."""

from __future__ import annotations

import re
from itertools import islice
from typing import Literal

from proftui.analysis.search.terms import LABEL, Pattern, compiled
from proftui.background.budget import TooSlow, within

Kind = Literal["name", "location"]
Span = tuple[int, int]
_CELL_BUDGET = 0.05
"""Seconds: on a busy machine a pattern that is quick may wait this long for its turn."""
_STRIKES = 3
_SPANS_IN_A_CELL = 100
_slow: dict[str, int] = {}
"""How often a pattern did not get through a cell in time; such a one is not highlighted again."""


def marks(term: Pattern, text: str, kind: Kind, label: str | None, package: str = "") -> list[Span]:
    """The ranges of ``text`` that a pattern matches; with ``label``, its matches that reach in here too."""
    if term.scope == "pkg":
        return _package_marks(term, text, kind, package)
    if term.scope and (kind == "name") != (term.scope == "func"):
        return []
    if term.scope == "module":
        text = text.replace("/", ".").replace("\\", ".")
    ranges = _label_marks(term.label, text, kind, term.ignore_case) if term.label else []
    if _slow.get(term.source, 0) >= _STRIKES or (term.regex is None and term.needle is None):
        return ranges
    label = None if term.scope else label
    budget = None if term.needle is not None else _CELL_BUDGET
    try:
        return ranges + within(budget, lambda: _cell_matches(term, text, kind, label))
    except TooSlow:
        if len(_slow) > 1_000:
            _slow.clear()
        _slow[term.source] = _slow.get(term.source, 0) + 1
        return ranges
    except (re.error, RecursionError, OverflowError):
        return ranges


def _cell_matches(term: Pattern, text: str, kind: Kind, label: str | None) -> list[Span]:
    """Matches in a cell, and the part of the label's matches that stands in it."""
    regex = compiled(term.source, term.ignore_case)
    ranges = _matches(regex, text)
    if label is None:
        return ranges
    if kind == "location":
        core = text.removeprefix("…")
        offset = label.rfind(core + "(")
    else:
        core = text.removesuffix("…")
        offset = label.find("(" + core) + 1 or -1
    if not core or offset < 0:
        return ranges
    lead = len(text) - len(core) if kind == "location" else 0
    shifted = ((max(a - offset, 0), min(b - offset, len(core))) for a, b in _matches(regex, label))
    return ranges + [(a + lead, b + lead) for a, b in shifted if a < b]


def _matches(regex: re.Pattern[str], text: str) -> list[Span]:
    return [match.span() for match in islice(regex.finditer(text), _SPANS_IN_A_CELL)]


def _label_marks(label: str, text: str, kind: Kind, ignore_case: bool) -> list[Span]:
    """Where the parts of a pasted pstats label stand."""
    parts = LABEL.fullmatch(label)
    if parts is None or parts[1] is None:
        return []
    text = text.lower() if ignore_case else text
    if kind == "name":
        return [(0, len(text))] if text == parts[2] else []
    start = text.find(parts[1])
    if start >= 0:
        return [(start, start + len(parts[1]))]
    return [(0, len(text))] if text and parts[1].endswith(text) else []


def _package_marks(term: Pattern, text: str, kind: Kind, package: str) -> list[Span]:
    """Where the package that a term names stands in a location."""
    named = package.lower() if term.lowered else package
    if kind == "name" or not package or term.regex is None or not term.regex.search(named):
        return []
    start = text.find(package)
    return [(start, start + len(package))] if start >= 0 else []


def merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in order, those that touch made one."""
    made: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made
