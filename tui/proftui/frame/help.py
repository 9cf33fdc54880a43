"""What the help screen says: keys of this view, the words of the field, all keys."""

from __future__ import annotations

from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width
from proftui.frame.keys import KEYS, Key
from proftui.state.view_names import VIEWS

GLOSSARY = (
    ("tottime", "own time: in the function itself, without what it calls"),
    ("cumtime", "time with everything it calls, cumulative"),
    ("ncalls", "all calls; 574/209: all calls / primitive calls"),
    ("primitive calls", "calls that are not recursive"),
    ("own/call", "own time divided by all calls"),
    ("cum/call", "cumulative time divided by primitive calls"),
    ("%", "share of the whole run; in Calls of the function's cumtime"),
    ("callers, callees", "who calls the function, and what it calls: exact figures"),
    ("hits", "how often a line ran (line_profiler)"),
    ("↻", "recursive: some calls were made while it was already running"),
    ("≈", "an estimate, not a measurement"),
    ("›5", "its lines were measured too (line_profiler): 5 shows them"),
    ("→121×", "in Source: how often a line calls what the profile knows"),
    ("—", "not measured by the profiler that wrote the file"),
)


def help_rows(view: str) -> list[list[Span]]:
    """The page for one view."""
    here = [key for key in KEYS if (view in key.views and key.views != VIEWS) or key.area in ("go", "filter")]
    rows = _section("Keys of this view", [key for key in here if view in key.views])
    rows += [[], [Span("Words", "title")]]
    cells = max(cell_width(word) for word, _ in GLOSSARY) + 2
    rows += [[Span(_padded(word, cells), "key"), Span(meaning)] for word, meaning in GLOSSARY]
    areas = dict.fromkeys(key.area for key in KEYS)
    for area in areas:
        rows += [[], *_section(area.capitalize(), [key for key in KEYS if key.area == area])]
    rows += [
        [],
        [Span("Filter", "title")],
        [
            Span("sklearn json    ", "key"),
            Span("terms that must all hold: patterns in file:line(function)"),
        ],
        [Span("!re             ", "key"), Span("not")],
        [Span("file: func: module:  ", "key"), Span("where to look")],
        [
            Span("pkg:trio        ", "key"),
            Span("the functions of that package alone; Tab completes it"),
        ],
        [Span("tottime>10ms cumtime>=5% ncalls>1k  ", "key"), Span("comparisons")],
        [
            Span('"a b"  a\\ b      ', "key"),
            Span("a blank inside a term; capitals make a term case-sensitive"),
        ],
        [],
        [Span("Mouse", "title")],
        [Span("Click selects, twice opens, a heading sorts; Shift (or Option) selects text.")],
    ]
    return rows


def _section(title: str, keys: list[Key]) -> list[list[Span]]:
    cells = max((cell_width(key.shown) for key in keys), default=0) + 2
    lines = [[Span(_padded(key.shown, cells), "key"), Span(key.help)] for key in keys]
    return [[Span(title, "title")], *lines]


def _padded(text: str, cells: int) -> str:
    return text + " " * max(0, cells - cell_width(text))
