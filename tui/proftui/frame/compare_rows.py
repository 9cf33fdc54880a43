"""The detail row of a comparison: what became of what is under the cursor."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import NodePair
from proftui.analysis.compare.measured import OWN, by_time
from proftui.drawing import changes, figures
from proftui.drawing.figures import Unit
from proftui.drawing.line import Line, fitted
from proftui.drawing.safe_text import clean
from proftui.frame.functions import in_words, spoken
from proftui.frame.nodes import spoken_node
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison
    from proftui.frame.compared_columns import Both, RowFigures
    from proftui.state.compared import Compared
    from proftui.state.session import Session

_WIDE = 100
_LONGEST = 60
"""Cells of a place."""


def detail(session: Session, index: int, width: int, *, alone: bool = True) -> Line:
    """What is known of the change of a function: by its calls, and by its time a call.

    ``alone``: it is plain that own time is meant.
    """
    compared = session.both
    row = compared.row(index)
    if row is None:
        return fitted([], width, "panel")
    said = _of_row(session, compared, row)
    if not alone or width >= _WIDE:
        said[0] = messages.OWN_SECONDS.format(said[0])
    return detail_line(session, index, said, width)


def detail_of_calls(session: Session, index: int, row: RowFigures, measure: str, width: int) -> Line:
    """What became of the time that a row of Calls shows, own or cumulative."""
    told = _split(session.both.now, row.calls, row.shown, session.figures.unit)
    told = f"≈ {told}" if row.estimated else told
    said = [(messages.OWN_SECONDS if measure == OWN else messages.CUM_CHANGED).format(told)]
    said += [messages.NOT_CALLED_HERE[row.became]] if row.became else []
    return detail_line(session, index, said, width)


def detail_line(session: Session, index: int, said: list[str], width: int) -> Line:
    """A function at the left with both places that it had, and what is said of it."""
    where = "" if session.compared is None else both_places(session, session.compared, index)
    return in_words(session.names, index, spoken(session.names, index), said, 1, width, where)


def both_places(session: Session, compared: Compared, index: int) -> str:
    """``demo.py:41→51``, ``old.py:5→pkg/new.py:9``; empty where it is the same, or on one side only."""
    function = compared.base_function(index)
    if function is None or compared.is_gone(index) or session.names.is_builtin(index) or session.groups:
        return ""
    before = clean(compared.base.recorded_names.location(function), _LONGEST)
    after = clean(session.names.location(index), _LONGEST)
    path, _, line = after.rpartition(":")
    path_before, _, line_before = before.rpartition(":")
    if before == after:
        return ""
    tail = path.rpartition("/")[2]
    if path_before.rpartition("/")[2] == tail:
        return f"{tail}:{line_before}→{line}"
    return f"{before}→{after}"


def _of_row(session: Session, compared: Compared, row: int) -> list[str]:
    comparison, pairs, unit = compared.now, compared.now.pairs, session.figures.unit
    own = compared.figures(row, OWN)
    change = changes.with_unit(own[1] - own[0], unit)
    status = pairs.status(row)
    if status in ("new", "gone"):
        is_new = status == "new"
        calls = pairs.new_calls[row] if is_new else pairs.base_calls[row]
        counted = comparison.new.profile.counts_calls
        said = [change, (messages.IS_NEW_FUNCTION if is_new else messages.IS_GONE_FUNCTION)[counted]]
        if calls >= 0:
            said.append(figures.plural(calls, comparison.new.profile.counted))
        return said
    if row in pairs.bundles:
        return [change, messages.OF_A_BUNDLE.format(*map(len, pairs.bundles[row]))]
    counts = pairs.base_calls[row], pairs.new_calls[row]
    said = [_split(comparison, counts, own, unit)]
    if comparison.runs is not None and comparison.has_several_runs:
        (low, high), by = comparison.runs, compared.divisor
        before = figures.time_range(low.lows[row], low.highs[row], unit)
        after = figures.time_range(high.lows[row] / by, high.highs[row] / by, unit)
        said.append(f"{before} → {after} {unit.name}".rstrip())
    return said


def _split(comparison: Comparison, calls: Both, took: Both, unit: Unit) -> str:
    """A change of time, where calls are counted by how many there are, and by what each takes."""
    change = took[1] - took[0]
    told = changes.with_unit(change, unit)
    if not (comparison.base.counts_calls and comparison.new.counts_calls and min(calls) > 0):
        return told
    longer = by_time(calls, took)
    said = messages.SPLIT.format(told, changes.time(change - longer, unit), changes.time(longer, unit))
    return said + messages.PER_CALL_CHANGED.format(
        *times_per_call(took[0] / calls[0], took[1] / calls[1], unit)
    )


def times_per_call(before: float, after: float, unit: Unit) -> tuple[str, str]:
    """Two times of a call, or what else it takes; the unit stands once, where it is the same."""
    then, now = (figures.per_call_in(value, unit) for value in (before, after))
    number, _, name = then.partition(" ")
    return number if name == now.partition(" ")[2] else then, now


def detail_of_node(session: Session, node: CallNode, pair: NodePair, width: int, *, inverted: bool) -> Line:
    """What became of a node: both times, the change, and that in percent of the node before."""
    unit = session.figures.unit
    told = changes.from_to(*pair.times, unit)
    if not pair.became:
        told = f"{told}  {changes.time(pair.change, unit)}  {figures.change(*pair.times)}".rstrip()
    said = [told if pair.exact else f"≈ {told}"]
    if pair == (None, None):
        said = [messages.SMALL_CHANGES]
    elif pair.became and node.function >= 0 and not inverted:
        said.append(messages.NOT_CALLED_HERE[pair.became])
    if node.function < 0:
        return in_words(session.names, -1, spoken_node(session.names, node), said, 1, width)
    return detail_line(session, node.function, said, width)
