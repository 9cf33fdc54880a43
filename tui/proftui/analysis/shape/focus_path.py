"""What runs under one function where it was called by one path (README, "Focus")."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.neighbours import counts
from proftui.analysis.shape.focus import NOTHING, focusing, with_estimates
from proftui.analysis.shape.focus_edges import settling
from proftui.analysis.shape.paths import PathTime
from proftui.analysis.shaped_profile import EdgeBounds, RootCalls, ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers.import_free import replace
from proftui_parsers.profile import NOT_MEASURED


def focusing_path(graph: CallGraph, function: int, path: PathTime) -> Pieces[ShapedProfile]:
    """Only what runs under a function where it was called by a path that took so long.

    Of everything that runs under the function, so much may have run elsewhere as its time is less than all of
    the function's: lower bounds are so much lower, and no figure is more than the path's time.
    """
    whole = yield from focusing(graph, function)
    if path.is_all:
        return whole
    back = yield from _leading_to(whole, function)
    time, most = path.time, whole.time[function].high
    time = Bounded(min(time.value, most), min(time.low, most), min(time.high, most), time.exact)
    # What never runs within itself was called in these calls so often, and took so long itself.
    calls = path.calls if len(back) == 1 and function not in _callers_of(whole, function) else None
    return (yield from _part(whole, function, time, back, calls))


def _callers_of(whole: ShapedProfile, function: int) -> Sequence[int]:
    starts = whole.edges.starts
    return whole.edges.callers[starts[function] : starts[function + 1]]


def _leading_to(whole: ShapedProfile, function: int) -> Pieces[set[int]]:
    """What may run the function again, itself included."""
    edges, found, waiting, pace = whole.edges, {function}, [function], Pace()
    while waiting:
        callee = waiting.pop()
        span = slice(edges.starts[callee], edges.starts[callee + 1]) if callee < whole.count else slice(0)
        callers = edges.callers[span]
        for caller in callers:
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
        if pace.done(1 + len(callers)):
            yield
    return found


def _part(
    whole: ShapedProfile, function: int, time: Bounded, back: set[int], calls: RootCalls | None
) -> Pieces[ShapedProfile]:
    all_of_it = whole.time[function]
    elsewhere = max(0.0, all_of_it.high - time.low)
    # All but the function itself ran in what it called.
    here, everywhere = (NOTHING, NOTHING) if calls is None else (calls.own, whole.own[function])
    below, most = all_of_it.value - everywhere.value, time.high - here.low
    factor = min(1.0, max(0.0, time.value - here.value) / below) if below > 0 else 0.0

    def seconds(column: BoundedColumn, nothing: Callable[[int], bool]) -> BoundedColumn:
        lows = [0.0 if nothing(row) else max(0.0, low - elsewhere) for row, low in enumerate(column.lows)]
        return _estimated(lows, [min(high, most) for high in column.highs], column, factor)

    def numbers(column: BoundedColumn) -> BoundedColumn:
        return _estimated([0.0] * len(column), column.highs, column, factor)

    edges, bounds = whole.edges, whole.edge_bounds
    called = _callees(edges.starts, len(edges))
    own, times, numbered = (
        seconds(whole.own, lambda _: False),
        # What runs the function again may have run before the path was, and until it ended.
        seconds(whole.time, back.__contains__),
        numbers(whole.calls),
    )
    _put(times, function, time)
    if calls is not None:
        _put(own, function, calls.own)
        _put(numbered, function, calls.calls)
    for row, low in enumerate(own.lows):
        times.narrow(row, low, times.highs[row])
    cut = EdgeBounds(
        numbers(bounds.calls),
        seconds(bounds.own, lambda entry: called[entry] == function),
        seconds(bounds.time, lambda entry: called[entry] in back),
    )
    root = whole.roots[function]
    shorter = RootCalls(
        Bounded(max(1.0, root.calls.value * factor), 1.0, max(1.0, whole.calls[function].high), False),
        time,
        Bounded(min(root.own.value * factor, own.highs[function]), 0.0, own.highs[function], False),
    )
    roots = {function: shorter if calls is None else RootCalls(calls.calls, time, calls.own)}
    cut, left = yield from settling(own, times, numbered, edges, cut, roots, time.value)
    unknown, primitive = counts([NOT_MEASURED] * len(edges)), [NOT_MEASURED] * whole.count
    if calls is not None and calls.calls.exact:
        primitive[function] = round(calls.calls.value)
    return ShapedProfile(
        whole.recorded,
        whole.hidden,
        own=own,
        time=times,
        calls=numbered,
        primitive_calls=primitive,
        edges=with_estimates(replace(edges, primitive_calls=unknown), cut),
        edge_bounds=cut,
        roots=roots,
        outside=NOTHING,
        unattributed=left,
        focus=time,
    )


def _callees(starts: Sequence[int], count: int) -> list[int]:
    """By edge, who is called."""
    called, callee = [], 0
    for entry in range(count):
        while starts[callee + 1] <= entry:
            callee += 1
        called.append(callee)
    return called


def _put(column: BoundedColumn, row: int, figure: Bounded) -> None:
    column.lows[row], column.highs[row], column.values[row] = figure.low, figure.high, figure.value
    if figure.low == figure.high and not figure.exact:
        column.impossible.add(row)


def _estimated(
    lows: Sequence[float], highs: Sequence[float], column: BoundedColumn, factor: float
) -> BoundedColumn:
    made = BoundedColumn(lows, highs, certain=column.certain)
    made.estimate_all(value * factor for value in column.values)
    made.impossible |= column.impossible
    return made
