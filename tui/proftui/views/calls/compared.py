"""Calls while both sides of a comparison stand there: callers and callees matched by both ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis import calls, neighbours
from proftui.analysis.columns import COLUMNS
from proftui.analysis.compare.edge_pairs import EdgePair, callees_of, callers_of, marks_of
from proftui.analysis.compare.measured import (
    CALLS,
    CUMTIME,
    MEASURES,
    OWN,
    by_ratio,
    how_far,
    is_by_ratio,
    measure_of,
    ratio,
)
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME, Neighbour, Neighbours
from proftui.analysis.order import Order
from proftui.background.pieces import PIECE, Pieces
from proftui.frame.compared_columns import NOTHING, RowFigures, figures_of, table_of_both
from proftui.state.session import Session
from proftui.views.calls.rows import Around, by_text, nobody
from proftui_parsers import Edge, Profile
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.drawing.table import Table
    from proftui.state.compared import Compared

_AT_ONCE = 4_000
"""Callers and callees that are matched before the next key."""
Figures = dict[int, RowFigures]
"""By function at the other end, or what stands for none."""


@dataclass(frozen=True, eq=False)
class BothSides:
    """What the rows around a function show of both sides, by half."""

    measure: str
    halves: dict[str, Figures]
    middle: RowFigures

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Callers, callees, and how many of both are new, and gone."""
        functions = [[f for f in half if f >= 0] for half in self.halves.values()]
        became = [row.became for half in self.halves.values() for row in half.values()]
        return len(functions[0]), len(functions[1]), became.count("new"), became.count("gone")


def is_large(session: Session, index: int) -> bool:
    """Whether a function has so many callers and callees that they are matched in pieces, beside."""
    profile = session.profile
    return profile.callers_count(index) + profile.callees_count(index) > _AT_ONCE


def gathering(session: Session, index: int, order: Order) -> Pieces[tuple[Around, BothSides]]:
    """A function with its callers and callees of both sides, and their figures."""
    compared = session.both
    row, measure = compared.row(index), measure_of(order) or compared.calls_measure
    found: dict[str, Figures] = {"callers": {}, "callees": {}}
    middle = RowFigures(NOTHING, NOTHING)
    if row is not None:
        sides, pairs = (compared.now.base.profile, compared.now.new.profile), compared.now.pairs
        for half, of in (("callers", callers_of), ("callees", callees_of)):
            matched = yield from of(*sides, pairs, row)
            found[half] = yield from _rows(compared, matched, measure)
        middle = figures_of(compared, row, measure)
        outside = _outside(compared, row, measure)
        if outside is not None:
            found["callers"][OUTSIDE] = outside
        if found["callees"] and measure in (OWN, CUMTIME):
            found["callees"][OWN_TIME] = figures_of(compared, row, OWN)._replace(tells_calls=False)
    callers = yield from _in_order(session, found["callers"], order)
    callees = yield from _in_order(session, found["callees"], order)
    return Around(index, callers, callees), BothSides(measure, found, middle)


def _rows(compared: Compared, pairs: Sequence[EdgePair], measure: str) -> Pieces[Figures]:
    profiles, made = (compared.now.base.profile, compared.now.new.profile), Figures()
    are_shaped = any(profile.is_shaped for profile in profiles)
    for number, pair in enumerate(pairs, 1):
        if not number % PIECE:
            yield
        if pair.row >= 0:
            function = compared.index_of_row[pair.row]
        elif pair.new is not None:
            function = pair.new.function
        else:
            # Who has no entry on the side that is gone has no name here.
            continue
        became = "new" if pair.base is None else "gone" if pair.new is None else ""
        shown = _figure(pair.base, measure), _figure(pair.new, measure)
        if measure != CALLS:
            shown = shown[0], shown[1] / compared.divisor
        counted = _figure(pair.base, CALLS), _figure(pair.new, CALLS)
        mark = marks_of(pair, *profiles) if are_shaped else 0
        of_calls, of_times = bool(mark & neighbours.NCALLS), bool(mark & neighbours.CUMTIME)
        made[function] = RowFigures(
            counted, shown, NOTHING, became, estimated=of_times, calls_estimated=of_calls
        )
    return made


def _figure(edge: Edge | None, measure: str) -> float:
    """A figure of the calls of one side; 0 where it has none of them."""
    column = COLUMNS[measure]
    if edge is None:
        return math.nan if column.per else 0.0
    value = getattr(edge, column.of)
    divisor = getattr(edge, column.per) if column.per else 1
    return math.nan if value is None or not divisor else value / divisor


def _outside(compared: Compared, row: int, measure: str) -> RowFigures | None:
    """The calls that nothing in the profile made, on either side."""
    pairs, sides = compared.now.pairs, (compared.now.base.profile, compared.now.new.profile)
    both = (
        None if function < 0 else calls.outside(profile, function)
        for profile, function in zip(sides, (pairs.base[row], pairs.new[row]), strict=True)
    )
    before, after = both
    if before is None and after is None:
        return None
    counted = _count(before), _count(after)
    became = "new" if before is None else "gone" if after is None else ""
    return RowFigures(counted, counted if measure == CALLS else NOTHING, became=became)


def _count(row: Neighbour | None) -> float:
    return float(row.ncalls) if row is not None and row.ncalls is not None else 0.0


def _in_order(session: Session, figures: Figures, order: Order) -> Pieces[Neighbours]:
    """The rows of a half, as those that views of one side have."""
    functions = list(figures)
    if order.column in ("function", "location"):
        positions = by_text(functions, session.names, order)
    else:
        keys = [_key(figures[function], is_by_ratio(order)) for function in functions]
        yield
        positions = sorted(range(len(functions)), key=keys.__getitem__, reverse=not order.reversed)
    yield
    known = [_neighbour(functions[at], figures[functions[at]]) for at in positions]
    yield
    return Neighbours.of(known)


def _key(row: RowFigures, ratios: bool) -> float:
    if not ratios:
        return abs(row.change) if math.isfinite(row.change) else -1.0
    value = None if row.became else ratio(*row.shown)
    return how_far(value) if value else math.inf if row.became else -1.0


def _neighbour(function: int, row: RowFigures) -> Neighbour:
    """What stands for a row where one side is asked for: its figures after."""
    counted = row.calls[1]
    known = None if counted != counted or function == OWN_TIME else round(counted)
    time = row.shown[1] if math.isfinite(row.shown[1]) else None
    return Neighbour(function, known, None, time, None if function == OWN_TIME else time)


def layout(session: Session, both: BothSides, width: int, screen: int) -> Table:
    """The columns that fit in ``width`` cells."""
    rows = [row for half in both.halves.values() for row in half.values()]
    return table_of_both(session, both.measure, width, rows, screen=screen)


def why_nobody(session: Session, index: int, half: str) -> str:
    """Why a half of a comparison is empty."""
    is_known, compared = index < session.profile.count, session.compared
    why = nobody(session, half) if is_known or half == "callees" else messages.NO_CALLERS
    row = None if compared is None else compared.row(index)
    is_new = compared is not None and row is not None and compared.now.pairs.base[row] < 0
    return f"{why} · {messages.NOT_CALLED_BEFORE}" if is_new and half == "callers" else why


def sort_columns(profile: Profile) -> list[str]:
    """What ``s`` walks through."""
    known = [measure for measure in MEASURES if not COLUMNS[measure].per or profile.ncalls is not None]
    order = [CUMTIME, *(measure for measure in known if measure != CUMTIME)]
    return [*order, by_ratio(CUMTIME), "function", "location"]
