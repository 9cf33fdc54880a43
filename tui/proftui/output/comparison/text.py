"""A comparison as text: the headline, what it is made of, and the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis.compare.measured import CUMTIME
from proftui.analysis.compare.telling import headline
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import compare_words
from proftui.output.comparison import table, words
from proftui.output.comparison.shown import Shown
from proftui.output.tables import aligned
from proftui.state.view_names import CALLS
from proftui.views.calls.compared import around

ROWS = 30
_LONGEST = 1_000


def text(shown: Shown) -> Iterator[str | None]:
    """Lines; ``None``: no line yet."""
    yield from head(shown)
    if shown.filter_text:
        yield words.filter_line(shown)
    yield from causes(shown)
    yield ""
    rows = shown.upto(ROWS)
    if not shown.rows:
        yield nothing(shown)
    elif shown.view == CALLS:
        for row in rows:
            yield from _calls(shown, row)
    else:
        yield from aligned(table.titles(shown), lambda: (table.cells(shown, row) for row in rows))
    if len(shown.rows) > len(rows):
        yield messages.MORE_ROWS.format(len(shown.rows) - len(rows))
    yield from tail(shown, rows)


def head(shown: Shown) -> Iterator[str]:
    """The totals, the headline, what is known of noise, and the shape."""
    yield words.heading(shown)
    yield headline_line(shown)
    if not shown.comparison.is_same:
        yield words.noise(shown)
        yield compare_words.sums(shown.compared, shown.unit)
    yield from filter(None, [shown.shape])


def nothing(shown: Shown) -> str:
    """Why there is no row."""
    if not shown.filter_text:
        return messages.NO_FUNCTIONS[0]
    return messages.NOTHING_MATCHES_PRINTED.format(clean(shown.filter_text, 200), shown.every)


def tail(shown: Shown, rows: Sequence[int]) -> Iterator[str]:
    """What a mark in these rows means, and the notes."""
    if table.has_marks(shown, rows):
        yield messages.WITHIN_SPREAD
    yield from (f"! {clean(note, _LONGEST)}" for note in words.notes(shown))


def headline_line(shown: Shown) -> str:
    """The comparison in one sentence, and what its cause takes."""
    said = headline(shown.comparison)
    time = f"  {words.difference(shown, said.cause.time)}" if said.cause is not None else ""
    return clean(said.text, _LONGEST) + time


def causes(shown: Shown, most: int | None = None) -> Iterator[str]:
    """The causes with a blank line before them, ``most`` or all that are listed, and what all others are."""
    every = shown.causes
    listed = every.listed[:most]
    if not listed or shown.comparison.is_same:
        return
    yield ""
    lines = list(words.cause_lines(shown, listed))
    other = every.other_time + sum(cause.time for cause in every.listed[len(listed) :])
    if every.others or not figures.reads_as_zero(other, shown.unit):
        lines.append((words.difference(shown, other), messages.OTHER_CAUSES))
    width = max(len(time) for time, _ in lines)
    yield from (f"{time:>{width}}  {said}" for time, said in lines)


def _calls(shown: Shown, row: int) -> Iterator[str | None]:
    """The callers of a function, and its callees with its own time, the largest change first."""
    order = Order.usual(CUMTIME)
    shown_around, both = around(shown.session, shown.compared.index_of_row[row], order, divisor=1.0)
    name = table.name_of(shown, row)
    for half, title, none in (
        ("callers", messages.CALLERS_OF.format(name), messages.NOBODY_CALLS.format(name)),
        ("callees", messages.CALLEES_OF.format(name), messages.NO_CALLEES),
    ):
        functions, figured = shown_around.half(half).functions, both.halves[half]
        if functions:
            rows = [table.calls_cells(shown, function, figured[function]) for function in functions]
            yield from aligned(table.calls_titles(shown, title), rows.__iter__)
        else:
            yield none
    yield ""
