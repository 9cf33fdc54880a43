"""What is said of a comparison: sums, causes, what a filter leaves, the way down the biggest change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.compare.both_tree import BothTree
from proftui.analysis.compare.measured import CUMTIME
from proftui.drawing import changes, figures
from proftui.drawing.figures import Unit
from proftui.drawing.line import Line, Span
from proftui.drawing.safe_text import cell_width, clean
from proftui.frame import rows
from proftui.frame.functions import spoken
from proftui.frame.nodes import spoken_node
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Comparison, Page
    from proftui.state.compared import Compared
    from proftui.state.session import Session


def sums(compared: Compared, unit: Unit, width: int | None = None) -> str:
    """What counts explain, what times per call do, and how the machine moved; in so many cells."""
    forms = _sums(compared.now, unit)
    return next((text for text in forms if width is None or cell_width(text) + 2 <= width), "")


def _sums(comparison: Comparison, unit: Unit) -> Iterable[str]:
    """The longest form first."""
    causes, control = comparison.causes, comparison.control
    if causes is None:
        yield messages.NO_CAUSES_YET
        return
    if not causes.counted:
        yield _own_times(comparison, unit)
        return
    said = messages.BOTH_PARTS.format(
        changes.with_unit(causes.by_counts, unit), changes.with_unit(causes.by_time_per_call, unit)
    )
    lost = changes.time(causes.not_attributed, unit)
    if lost[:1] in ("+", "−"):
        said += messages.AND_NOT_ATTRIBUTED.format(changes.with_unit(causes.not_attributed, unit))
    if control.band is None:
        yield said + messages.AND_SPREAD_UNKNOWN
    elif control.ratio == control.ratio:
        counted, ratio = figures.plural(control.functions, "function"), f"{control.ratio:.2f}"
        wide = messages.EQUAL_COUNTS_WIDE[control.functions == 1]
        yield said + wide.format(counted, ratio, *map("{:.2f}".format, control.quarter))
        yield said + messages.EQUAL_COUNTS_BRIEF.format(control.functions, ratio)
    yield said


def _own_times(comparison: Comparison, unit: Unit) -> str:
    """Of what does not count calls: how much longer some take, and how much shorter others."""
    deltas = [comparison.pairs.delta(row) for row in range(len(comparison.pairs))]
    more = [change for change in deltas if change > 0]
    less = [change for change in deltas if change < 0]
    return messages.OWN_TIMES_CHANGED.format(
        changes.with_unit(sum(more), unit), len(more), changes.with_unit(sum(less), unit), len(less)
    )


def calls_shown(counts: tuple[int, int, int, int]) -> str:
    """``1 caller · 3 callees · 2 new``; ``counts``: callers, callees, those that are new, and gone."""
    callers, callees, new, gone = counts
    said = [figures.plural(callers, "caller"), figures.plural(callees, "callee")]
    said += [f"{number} {messages.BECAME[what]}" for what, number in (("new", new), ("gone", gone)) if number]
    return " · ".join(said)


def one_side(page: Page, unit: Unit, noun: str) -> str:
    """What is on one side alone: ``1 new function, 0.010 s · nothing is gone``."""
    said = []
    for what, alone, own in (("new", page.new, page.new_own), ("gone", page.gone, page.gone_own)):
        count = figures.plural(len(alone), f"{messages.BECAME[what]} {noun}")
        said.append(f"{count}, {figures.with_unit(own, unit)}" if alone else messages.NOBODY_IS[what])
    return " · ".join(said)


def of_lines(said: str, note: str, width: int) -> Line:
    """How lines of both sides were matched; what is wrong with the text, if there is room."""
    told = clean(note)
    spans = [Span(said, "muted")]
    if told and cell_width(said) + cell_width(told) + 6 <= width:
        spans += [Span(" · ", "muted"), Span(told, "warning")]
    return rows.state_line(spans, [], width)


def of_calls(session: Session, function: int | None, width: int) -> Line:
    """The cause that was gone to; else that parts do not add up, where a function calls itself."""
    compared = session.both
    told = cause_in_words(compared, compared.at, session.figures.unit)
    if told:
        return rows.state_line([Span(told, "muted")], [], width)
    if function is not None and session.figures.recursive(function):
        return rows.state_line([Span(messages.PARTS_DO_NOT_ADD_UP, "estimate")], [], width)
    return rows.state_line([Span(sums(compared, session.figures.unit, width), "muted")], [], width)


def cause_in_words(compared: Compared, number: int, unit: Unit) -> str:
    """``cause 1 of 9: calls edit_distance 2.44× per call, not 5.14×: −1.000 s``; empty: there is none."""
    causes = compared.now.causes
    if causes is None or not 0 <= number < len(causes.listed):
        return ""
    from proftui.frame.compare_sentences import told_in_turn

    cause = causes.listed[number]
    told = clean(told_in_turn(compared.now, cause, number + 1), 300)
    return f"{told}: {changes.with_unit(cause.time, unit)}"


def biggest_change(session: Session, tree: BothTree, path: Sequence[CallNode]) -> str:
    """The way down the biggest change in words."""
    names = [spoken_node(session.names, node) for node in path[-3:]]
    return _biggest(names, tree.sides(path[-1]).change, session.figures.unit)


def told_change(session: Session, compared: Compared, path: Sequence[int]) -> str:
    """The same of functions as a whole."""
    row = compared.row(path[-1])
    before, after = (0.0, 0.0) if row is None else compared.figures(row, CUMTIME)
    names = [spoken(session.names, index) for index in path[-3:]]
    return _biggest(names, after - before, session.figures.unit)


def _biggest(names: Sequence[str], change: float, unit: Unit) -> str:
    return messages.BIGGEST_CHANGE.format(messages.STEP.join(names).strip(), changes.with_unit(change, unit))
