"""How the figures of a function came about, and those of calls of one by another."""

from __future__ import annotations

import math

from proftui import messages
from proftui.analysis.columns import (
    COUNT,
    PER_CALL,
    SHAPED,
    SHARE,
    TIME,
    Column,
    call_titles,
    columns_of,
    has_counts,
)
from proftui.analysis.source.recorded_paths import may_have_text
from proftui.drawing import figures
from proftui.drawing.formula import difference, product, quotient, total
from proftui.frame.explain import Explanation, Figure, amount, of_run, percent, share_of, whole_number
from proftui.frame.functions import spoken
from proftui.state.stand_ins import shown_as
from proftui_parsers.consistency import checked
from proftui_parsers.recursion import is_reentered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.session import Session
    from proftui_parsers import Profile

_NEAR = 1e-6


def function(session: Session, index: int) -> Explanation:
    """The figures of a row of Functions."""
    profile = session.profile
    if profile.grouped_by:
        group = shown_as(session, index)
        return Explanation("", []) if group is None else _group(session, group)
    made: list[Figure] = []
    if index < profile.count:
        shown = (c for c in columns_of(profile) if c.kind != SHARE and c.key not in SHAPED)
        found = (_of_column(session, column, index) for column in shown)
        made += [figure for figure in found if figure is not None]
        if profile.measure.sampled:
            is_time = profile.measure.unit == "s"
            said = messages.SAMPLED_FIGURES if is_time else messages.COUNTED_SAMPLES
            made.append(Figure("").say(said))
    else:
        made.append(Figure("").say(messages.ONLY_A_CALLER))
    look = [messages.LOOK_CALLS[profile.edges.timed]] if profile.has_edges else []
    if may_have_text(session.profile.files[index]):
        look.append(messages.LOOK_SOURCE)
    if look:
        made.append(Figure("").say(" ".join(look), "muted"))
    return Explanation(spoken(session.names, index), made)


def _group(session: Session, index: int) -> Explanation:
    """The figures of a group of functions."""
    groups, figs = session.groups, session.figures
    assert groups is not None
    members = figures.plural(groups.size(index), "function")
    made: list[Figure] = []
    for column in columns_of(session.profile):
        if column.kind == COUNT:
            figure = Figure(column.title.removeprefix(messages.CALLS_ONLY))
            made.append(figure.say(f"{figures.thousands(figs.text(column.key, index))}: {column.meaning}"))
        elif column.kind == TIME:
            made.append(_time_of_group(session, column, index, members))
    name = spoken(session.names, index)
    made.append(Figure("").say(messages.LOOK_GROUP.format(name), "muted"))
    return Explanation(name, made)


def _time_of_group(session: Session, column: Column, index: int, members: str) -> Figure:
    """Own time of a group, or its time with callees; and what that lies between."""
    seconds = session.figures.value(column.key, index) or 0.0
    is_own = column.key == "tottime"
    said = messages.SUM_OF_FUNCTIONS.format("{}", members) if is_own else f"{{}}: {column.meaning}"
    made = Figure(column.title).say(said.format(amount(session, seconds)))
    bounds = session.figures.bounds(column.key, index)
    if bounds is not None:
        made.say(messages.GROUP_BETWEEN.format(*(amount(session, end) for end in (bounds.low, bounds.high))))
    if figures.share(seconds, session.whole) is not None:
        made.reckon(session, quotient(seconds, session.whole), percent, what=of_run(session.profile))
    return made


def _of_column(session: Session, column: Column, index: int) -> Figure | None:
    """How a figure in a column came about."""
    profile, made = session.profile, Figure(column.title)
    values = getattr(profile, column.of)
    value = None if values is None else values.get(index) if isinstance(values, dict) else values[index]
    if value is None or not 0 <= value < math.inf:
        return None
    if column.kind == PER_CALL:
        count = getattr(profile, column.per)
        if count is None or count[index] <= 0:
            return None
        per_call = quotient(float(value), count[index])
        return made.reckon(session, per_call, figures.per_call, what=f"· {column.meaning}")
    if column.kind == COUNT:
        # What a form like 574/209 means is of interest only where it stands.
        text = figures.thousands(session.figures.text(column.key, index))
        meaning = column.meaning if "/" in text else column.meaning.partition(";")[0]
        if profile.is_focused:
            return made.say(messages.UNDER_FOCUS_IS.format(f"{_mark(session, column, index)}{text}"))
        made.say(messages.RECORDED.format(text, meaning))
        return _of_calls(session, made, column, index)
    if profile.is_focused:
        _of_focus(session, made, column, index, value)
    elif column.of == "tottime" and profile.folded_title:
        _of_charged(session, made, index)
    else:
        # What is of a recording says that itself.
        said = messages.RECORDED if profile.recording is None else messages.AS_IT_SAYS
        made.say(said.format(amount(session, value), column.meaning))
    if figures.share(value, session.whole) is not None:
        whole = quotient(float(value), session.whole)
        made.reckon(session, whole, percent, what=_of_whole(profile, index))
    sums = column.of == "cumtime" and not profile.is_focused
    return _of_cumtime(session, made, index) if sums else made


def _mark(session: Session, column: Column, index: int) -> str:
    """``≈`` before an estimate."""
    return "" if session.figures.bounds(column.key, index) is None else "≈ "


def _of_focus(session: Session, made: Figure, column: Column, index: int, value: float) -> None:
    """What is left of a time under a focus, and what that lies between."""
    bounds = session.figures.bounds(column.key, index)
    made.say(messages.UNDER_FOCUS_IS.format(f"{_mark(session, column, index)}{amount(session, value)}"))
    if bounds is not None:
        made.say(messages.FOCUS_BETWEEN.format(*(amount(session, end) for end in (bounds.low, bounds.high))))


def _of_charged(session: Session, made: Figure, index: int) -> None:
    """Own time with what is hidden below the function, and what that lies between."""
    shaped = session.shaped
    assert shaped is not None
    parts = total(shaped.recorded_own[index], shaped.folded[index])
    made.reckon(session, parts, what=messages.OWN_AND_CHARGED)
    bounds = session.figures.bounds("tottime", index)
    if bounds is not None:
        made.say(messages.HIDDEN_BETWEEN.format(*(amount(session, end) for end in (bounds.low, bounds.high))))


def _of_whole(profile: Profile, index: int) -> str:
    """What its share is of: the run, or lines that may be within each other."""
    return of_run(profile) if profile.has_calls else messages.OF_LINES_ADDED.strip()


def _of_calls(session: Session, made: Figure, column: Column, index: int) -> Figure:
    """How many calls were made while the function ran, and by whom all were."""
    profile = session.profile
    if column.of != "ncalls" or profile.ncalls is None or profile.measure.sampled:
        return made
    calls, primitive = profile.ncalls[index], (profile.primitive_calls or profile.ncalls)[index]
    if 0 <= primitive < calls:
        made.reckon(session, difference(calls, primitive), whole_number, what=messages.RECURSIVE_CALLS)
    edges = profile.edges
    counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]] if profile.has_edges else ()
    if counts and min(counts) >= 0 and calls > sum(counts):
        made.reckon(
            session, total(sum(counts), calls - sum(counts)), whole_number, what=messages.CALLED_BY_OTHERS
        )
    return made


def _of_cumtime(session: Session, made: Figure, index: int) -> Figure:
    """Whether own time and calls of others make it up."""
    from proftui.analysis.calls import callees, time_of_others

    profile = session.profile
    assert profile.cumtime is not None
    if not profile.has_edges or not profile.edges.timed:
        return made
    others = time_of_others(callees(profile, index), index)
    own, whole = profile.tottime[index], profile.cumtime[index]
    if not others:
        return made
    if profile.recording is not None and profile.measure.sampled:
        is_whole = own + others <= whole + _NEAR * max(whole, 1e-9)
        return made.reckon(session, total(own, others), what=messages.OWN_AND_CALLED[is_whole])
    if abs(own + others - whole) <= _NEAR * max(whole, 1e-9):
        return made.reckon(session, total(own, others), what=messages.OWN_AND_CALLEES)
    if profile.is_shaped:
        # Estimates need not add up.
        return made
    return made.reckon(session, total(own, others), what=_why_not(profile, index, own + others < whole))


def _why_not(profile: Profile, index: int, less: bool) -> str:
    """Why own time and calls of others are ``less`` than the cumulative time, or more."""
    if less:
        return messages.CALLEES_MISSING
    if checked(profile).is_doubtful:
        return messages.CALLEES_CONTRADICT
    # Of what never runs within itself, no time is counted twice.
    return messages.CALLEES_DIFFER if is_reentered(profile, index) else messages.CALLEES_OF_NAMESAKES


# A caller or callee


def edge(session: Session, selection: int, caller: int, callee: int) -> Explanation:
    """The figures of calls of one function by another, in Calls of ``selection``."""
    from proftui.analysis.calls import callers

    names, profile = session.names, session.profile
    by, called = spoken(names, caller), spoken(names, callee)
    row = next((row for row in callers(profile, callee) if row.function == caller), None)
    made: list[Figure] = []
    titles, sampled = call_titles(profile), profile.measure.sampled
    if row is not None and row.ncalls is not None and has_counts(profile):
        counted = figures.thousands(figures.ncalls(row.ncalls, row.primitive_calls))
        said = (messages.EDGE_SAMPLES if sampled else messages.EDGE_CALLS).format(called, by)
        made.append(Figure(titles["ncalls"]).say(f"{counted}: {said}"))
    if row is not None and row.tottime is not None:
        said = (messages.EDGE_SAMPLED_OWN if sampled else messages.EDGE_OWN).format(called)
        made.append(Figure(titles["tottime"]).say(f"{amount(session, row.tottime)}: {said}"))
    if row is not None and row.cumtime is not None:
        made.append(_edge_time(session, callee, row.cumtime, row.ncalls, bool(row.estimated)))
        of = profile.cumtime[selection] if profile.cumtime and selection < profile.count else 0.0
        made += share_of(session, row.cumtime, of, messages.OF_CUMTIME.format(spoken(names, selection)))
    return Explanation(f"{by} → {called}", made)


def _edge_time(session: Session, callee: int, time: float, calls: int | None, estimated: bool) -> Figure:
    profile = session.profile
    made = Figure(call_titles(profile)["cumtime"])
    said = messages.EDGE_SAMPLED_TIME if profile.measure.sampled else messages.EDGE_TIME
    if profile.is_focused:
        mark = "≈ " if estimated else ""
        return made.say(f"{mark}{amount(session, time)}: {said}")
    if not estimated:
        return made.say(f"{amount(session, time)}: {said}")
    assert profile.cumtime is not None and profile.ncalls is not None and calls is not None
    whole, every = profile.cumtime[callee], profile.ncalls[callee]
    name = spoken(session.names, callee)
    shared = product(whole, calls, every, "cumtime", "calls", "every")
    made.reckon(session, shared, words={"cumtime": messages.CUMTIME_OF.format(name)})
    return made.say(messages.SHARED_BY_CALLS.format(name))


def from_outside(session: Session, index: int) -> Explanation:
    """The calls of a function that no profiled function made."""
    profile = session.profile
    edges = profile.edges
    made = Figure("ncalls")
    if profile.ncalls is not None:
        counts = edges.ncalls[edges.starts[index] : edges.starts[index + 1]]
        made.reckon(session, difference(profile.ncalls[index], sum(counts)), whole_number)
    made.say(messages.NO_CALLER_COUNTED)
    return Explanation(spoken(session.names, index), [made])
