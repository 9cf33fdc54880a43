"""What the help screen says of a view: its words and signs, then the keys that work in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, pad
from proftui.frame.actions import help_in
from proftui.frame.keys import CALLING_LINES, KEYS, TABLES, Key, works_in
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, SOURCE, TREE, TREES, VIEWS

PAGES = (*VIEWS, CALLING_LINES)
"""A page for each view, and one for Source of a built-in."""


class Word(NamedTuple):
    """A word or a sign of the screen, what it means, and the pages on which it stands."""

    word: str
    meaning: str
    views: tuple[str, ...] = PAGES


CALLED = (FUNCTIONS, CALLS)
LISTED = (SOURCE, CALLING_LINES)
NOT_DRAWN = tuple(page for page in PAGES if page != ICICLE)
GLOSSARY = (
    Word("tottime", "own time: in the function itself, without what it calls", (FUNCTIONS, ICICLE)),
    Word("tottime", "own time in these calls, without what they call", (CALLS,)),
    Word("cumtime", "cumulative: the time with everything it calls", CALLED),
    Word("ncalls", "all calls; 574/209: 209 of them not recursive (primitive)", CALLED),
    Word("%", "share of the whole run, as the bar; % changes it", (FUNCTIONS,)),
    Word("%busy", "share of the run without waiting", (FUNCTIONS,)),
    Word("own time: …", "by package, each with the built-ins it calls; parts of 100 %", (FUNCTIONS,)),
    Word("imports 9 %", "time of all imports, with all they run: not one of the parts", (FUNCTIONS,)),
    Word("%", "share of the function's cumtime, as the bar; % changes it", (CALLS,)),
    Word("own/call", "own time divided by all calls", (FUNCTIONS,)),
    Word("cum/call", "cumulative time divided by primitive calls", (FUNCTIONS,)),
    Word("hits", "how often its lines ran (line_profiler)", (FUNCTIONS,)),
    Word("›5", "its lines were measured too (line_profiler): 5 shows them", (FUNCTIONS,)),
    Word("callers, callees", "who calls the function, and what it calls", (CALLS,)),
    Word("(own time)", "what the function takes itself, beside its callees", (CALLS,)),
    Word("… 12 more", "callers or callees for which there is no room, added up", (CALLS,)),
    Word("(outside …)", "a caller that the profiler did not see", (CALLS,)),
    Word("time", "seconds on this path, with everything that is called there", (TREE,)),
    Word("calls", "how often the parent called it here", (TREE,)),
    Word("%", "share of the whole run, as the bar; % changes it", (TREE,)),
    Word("▸ ▾ ·", "closed, open, calls nothing that is shown", (TREE,)),
    Word("own", "seconds in the function itself on this path", (TREE,)),
    Word("█ ━", "the bar: own time, and what is called", (TREE,)),
    Word("f › g › h", "levels of the same time in one row; → opens them", (TREE,)),
    Word("14: f", "level 14, deeper than there is room to indent", (TREE,)),
    Word("width", "of a box: its share of the whole run, with what it calls", (ICICLE,)),
    Word("colour", "of a box: its package, named below; K: its own time", (ICICLE,)),
    Word("%", "share of the whole run", (ICICLE,)),
    Word("…", "a box without room for a name; … above: levels over the screen", (ICICLE,)),
    Word("… too thin", "functions too narrow to be drawn, added up: Enter zooms", (ICICLE,)),
    Word("› ‹", "a path: who calls whom", (ICICLE,)),
    Word("↻52", "a cycle: 52 functions that call each other; c takes it apart", TREES),
    Word("↻ imports", "all modules that are imported there, as one", TREES),
    Word("↻ recursion", "calls of a cycle that cannot be told apart", TREES),
    Word("… 12 more", "too small to be shown alone, added up; L changes what is", (TREE,)),
    Word("[unattributed]", "time that the file gives to no function", TREES),
    Word("callers", "i: bottom-up, own time by who called it, and who called those", TREES),
    Word("called at", "the line that calls it; in grey where its caller begins", (CALLING_LINES,)),
    Word("time", "of the calls on the line", (CALLING_LINES,)),
    Word("hits", "how often the line ran (line_profiler)", (SOURCE,)),
    Word("time", "of the line, with what it calls; without hits: of its calls", (SOURCE,)),
    Word("→121×", "what is known of the calls on the line: 121 of them", LISTED),
    Word("(→12×)", "calls of several lines together: nobody knows whose", LISTED),
    Word("0.083+", "at least so much: perhaps more", (SOURCE,)),
    Word("%", "share of the function's time with callees, as the bar", LISTED),
    Word("per hit", "time divided by hits", (SOURCE,)),
    Word("own", "the module's code and what it calls, without its imports", (IMPORTS,)),
    Word("cumulative", "with the modules that it imports", (IMPORTS,)),
    Word("%", "cumulative share of the whole run; % changes it", (IMPORTS,)),
    Word("▸ ▾", "closed, open: the modules that it imports first", (IMPORTS,)),
    Word("≈", "who imported it, by its source only", (IMPORTS,)),
    Word("▾ ▴", "sorted by this column: largest first, smallest first", TABLES),
    Word("↻ ░", "recursive: some calls were made while it was already running", (ICICLE,)),
    Word("↻", "recursive: some calls were made while it was already running", NOT_DRAWN),
    Word("≈", "an estimate, not a measurement", (*CALLED, *LISTED)),
    Word("≈  low–high", "an estimate: the file has edges, not stacks; 2 Calls is exact", TREES),
    Word("—", "not measured by the profiler that wrote the file", (*TABLES, TREE)),
    Word("built-in", "written in C, without source text"),
    Word("waiting", "sleep, select, locks, sockets: 20 µs a call and more", CALLED),
    Word("…/io.py", "cut here: the row under the table has it in full"),
    Word("!", "a note on this profile: what does not add up; ! shows all"),
)
"""In the order of the page; a word may mean another thing in another view."""

FILTER = (
    ("sklearn json", "terms that must all hold, in file:line(function)"),
    ("!re", "not"),
    ("file: func: module:", "where to look"),
    ("pkg:trio", "the functions of that package alone; Tab completes it"),
    ("tottime>10ms", "also cumtime>=5%, ncalls>1k"),
    ('"a b"  a\\ b', "a blank in a term; capitals make a term case-sensitive"),
)
MOUSE = "Click selects, twice opens, a heading sorts; Shift (or Option) selects text."


def help_rows(view: str) -> list[list[Span]]:
    """One of :data:`PAGES`: its words stand before the fold of a small terminal."""
    rows = _section("", [(word, meaning) for word, meaning, views in GLOSSARY if view in views])
    here = [key for key in KEYS if works_in(key, view)]
    # What leads on, and what this view has for itself, comes first.
    areas = dict.fromkeys(key.area for key in sorted(here, key=_is_common))
    for area in areas:
        keys = [(key.shown, help_in(key, view)) for key in here if key.area == area]
        rows += [[], *_section(f"Keys: {area}", keys)]
    if view not in LISTED:
        rows += [[], *_section("Filter" if view in (FUNCTIONS, IMPORTS) else "Find", FILTER)]
    return [*rows, [], [Span("Mouse", "title")], [Span(MOUSE)]]


def _is_common(key: Key) -> bool:
    return key.views == VIEWS and key.area != "go"


def _section(title: str, entries: Sequence[tuple[str, str]]) -> list[list[Span]]:
    cells = max(cell_width(word) for word, _ in entries) + 2
    lines = [[Span(pad(word, cells), "key"), Span(meaning)] for word, meaning in entries]
    return [[Span(title, "title")], *lines] if title else lines
