"""The row that says which shape is on, and how much of the run it covers: none is on without it."""

from __future__ import annotations

from functools import lru_cache

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted, spread
from proftui.drawing.safe_text import cell_width, clean, cut_end, cut_start
from proftui.frame import choice_rows
from proftui.frame.functions import spoken
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui.analysis.mine_rules import Rule
    from proftui.analysis.shape.shape import Shape, Step
    from proftui.analysis.shaped_profile import ShapedProfile
    from proftui.state.figures import Figures
    from proftui.state.session import Session

_LEAST_SHARE = 0.05
"""Percent of the run from which on it is said that nobody is charged with it."""
_STEPS_BESIDE = 3
"""The part of the row that steps have beside the headline of a comparison."""
_LONGEST_NAME = 40
_LONGEST_PATH = 3
"""Functions of a path that are all named."""
_LEFT_OUT = messages.STEP + "…"
"""What stands for the first steps."""


def line(session: Session, width: int, *, applies: bool = True) -> Line:
    """Steps at the left, what they cover at the right, then as many clauses as fit.

    ``applies``: whether what stands below is in that shape.
    """
    shaped = session.shaped
    applies = applies or shaped is None
    if session.coming is not None:
        coming = "".join(messages.STEP + step_in_words(session, step) for step in session.coming.steps)
        return spread([Span(cut_start(coming, width - 3), "estimate")], [Span("… ")], width, "panel")
    if session.compared is not None:
        from proftui.frame.compare_head import headline_line

        before = "".join(_shown_steps(session, width // _STEPS_BESIDE))
        return headline_line(session, width, before, applies=applies)
    if not is_shown(session):
        return fitted([], width, "panel")
    part = _chosen_part(session) if shaped is None else _coverage(session, shaped)
    right = f" {part if applies else messages.NOT_SHAPED_HERE} "
    left = "".join(_shown_steps(session, width - cell_width(right) - 1))
    for clause in _clauses(session, shaped) if applies and shaped is not None else ():
        longer = f"{right[:-1]} · {clause} "
        if cell_width(left) + cell_width(longer) >= width:
            break
        right = longer
    role = "estimate" if applies else "muted"
    return spread([Span(left, role)], [Span(right, "heading")], width, "panel")


def is_shown(session: Session) -> bool:
    """Whether there is anything to say."""
    is_on = session.shaped is not None or session.coming is not None or session.compared is not None
    return is_on or bool(choice_rows.parts(session))


def _chosen_part(session: Session) -> str:
    """How much of the measure is chosen: ``all 316 samples``, ``0.425 of 0.895 s · 47.5 %``."""
    profile, unit, whole = session.profile, session.figures.unit, session.whole
    if profile.recording is None or profile.choice is None or profile.choice.tracks is None:
        return messages.ALL_TIME.format(figures.with_unit(whole, unit))
    every = sum(profile.recording.records.weights[profile.choice.measure])
    share = figures.percent(figures.share(whole, every))
    return messages.PART_OF_TIME.format(figures.time(whole, unit), figures.with_unit(every, unit), share)


def words_of(session: Session, shape: Shape) -> list[str]:
    """All that makes a shape: what is chosen, its steps, and what was said of the user's code."""
    return [*_steps(session, shape), *map(rule_in_words, shape.said)]


def _steps(session: Session, shape: Shape) -> list[str]:
    steps = (step_in_words(session, step) for step in shape.steps)
    return [*choice_rows.parts(session, shape.chosen), *steps]


def in_words(session: Session, *, by_function: bool = False) -> str:
    """All of it in one line of text; ``by_function``: of functions one by one, also where groups are on."""
    shape, shaped = session.shapes.now, session.shaped
    if by_function and shape.by:
        from proftui.analysis.shaped_profile import ShapedProfile

        profile, shape = session.ungrouped, shape.grouped("")
        shaped = profile if isinstance(profile, ShapedProfile) else None
    chosen = choice_rows.parts(session)
    if shaped is None:
        return " · ".join((messages.STEP.join(chosen), _chosen_part(session))) if chosen else ""
    steps = messages.STEP.join(_steps(session, shape))
    return " · ".join((steps, _coverage(session, shaped), *_clauses(session, shaped)))


def steps_in_words(session: Session) -> str:
    """All steps; empty where none is on."""
    steps = session.shapes.now.steps if session.shaped is not None else ()
    return messages.STEP.join(step_in_words(session, step) for step in steps)


def step_in_words(session: Session, step: Step) -> str:
    """``my code``, ``without dumps``, ``without json (12)``."""
    from proftui.analysis.shape.shape import FILE, FOCUS, GROUP, MY_CODE, PATH

    if step.kind == GROUP:
        return messages.STEP_BY.format(step.name)
    if step.kind == MY_CODE:
        package = session.mine.package
        return f"{messages.STEP_MY_CODE}: {name_in_words(package)}" if package else messages.STEP_MY_CODE
    if step.kind in (FOCUS, PATH):
        return messages.STEP_IN.format(path_in_words(session, step))
    if step.function is not None:
        index = session.find(step.function)
        name = step.function[2] if index is None else spoken(session.recorded_names, index)
        return messages.STEP_WITHOUT.format(name_in_words(name))
    name = session.recorded_names.files.displayed(step.name).path if step.kind == FILE else step.name
    return messages.STEP_WITHOUT_ALL.format(name_in_words(name), session.hidden_by_step(step))


def rule_in_words(rule: Rule) -> str:
    """``mine numpy``, ``not mine site-packages``."""
    return f"{messages.MINE_OR_NOT[rule.is_mine]} {pattern_in_words(rule.pattern)}"


def pattern_in_words(pattern: str) -> str:
    """A pattern for running text; of a place its name."""
    return messages.PLACES.get(pattern) or name_in_words(pattern)


def nothing_is_mine(session: Session) -> str:
    """That there is no code of the user's, and why."""
    every = figures.plural(session.recorded.count, "function")
    said = messages.NOTHING_IS_MINE_BY_RULE if session.mine.ruled else messages.NOTHING_IS_MINE
    return said.format(every)


def path_in_words(session: Session, step: Step) -> str:
    """``main``, ``main › tune``; of a longer path its ends."""
    functions = step.path or (() if step.function is None else (step.function,))
    names = []
    for function in functions:
        index = session.find(function)
        name = function[2] if index is None else spoken(session.recorded_names, index)
        names.append(name_in_words(name))
    if len(names) > _LONGEST_PATH:
        names[1:-1] = ["…"]
    return messages.STEP.join(names)


def name_in_words(name: str) -> str:
    """A name for running text, which cannot act on a terminal."""
    return clean(name, _LONGEST_NAME)


def _shown_steps(session: Session, cells: int) -> list[str]:
    """All steps; where there is no room for them, the first ones as ``…``."""
    steps = [messages.STEP + words for words in _steps(session, session.shapes.now)]
    for first in range(len(steps)):
        shown = [_LEFT_OUT, *steps[first:]] if first else steps
        if cell_width("".join(shown)) <= cells:
            return shown
    if not steps:
        return []
    gone = [_LEFT_OUT] if len(steps) > 1 else []
    return [*gone, cut_end(steps[-1], max(1, cells - cell_width("".join(gone))))]


def _coverage(session: Session, shaped: ShapedProfile) -> str:
    """How much of the run is left: all of it, or what some visible function ran for."""
    whole, unit = session.whole, session.figures.unit
    if shaped.focus is not None:
        focus = shaped.focus.value
        mark = "" if shaped.focus.exact else "≈ "
        share = figures.percent(figures.share(focus, whole))
        times = mark + figures.with_unit(focus, unit), share, figures.with_unit(whole, unit)
        return messages.PART_UNDER.format(*times)
    outside = shaped.outside.value
    if not whole or 100 * outside < _LEAST_SHARE * whole:
        return messages.ALL_TIME.format(figures.with_unit(whole, unit))
    if shaped.recording is not None:
        # In what was recorded without a frame nothing visible ran either.
        outside += shaped.unattributed
    left = max(0.0, whole - outside)
    share = figures.percent(figures.share(left, whole))
    return messages.PART_OF_TIME.format(figures.time(left, unit), figures.with_unit(whole, unit), share)


def _clauses(session: Session, shaped: ShapedProfile) -> Iterator[str]:
    """What else is to be known of the figures, the most important first."""
    if not shaped.has_edges:
        yield from [messages.NOT_FOLDED] if session.shapes.now.hiding else []
        return
    if shaped.groups is not None:
        names = session.recorded_names
        if names.texts.builtins:
            is_built_in = names.has_built_ins_alone
            yield messages.BUILT_INS_TO_CALLERS if is_built_in else messages.FILELESS_TO_CALLERS
        if estimated := _estimated(shaped, session.figures, "cumtime"):
            yield messages.CUMTIMES_ESTIMATED.format(estimated, shaped.visible)
        return
    shape, visible = session.shapes.now, shaped.visible
    if shape.is_mine_only and session.mine.is_guess:
        yield messages.PATHS_STRIPPED
    if shape.hiding:
        yield messages.COUNTS_AS_OWN if shape.is_mine_only else messages.COUNTS_TO_CALLERS
    if estimated := _estimated(shaped, session.figures, "tottime"):
        yield messages.SOME_ESTIMATED.format(estimated, visible)
    elif shaped.own.certain and not checked(shaped.recorded).contradicts:
        yield messages.ALL_EXACT.format(visible) if visible > 1 else messages.ONE_EXACT


@lru_cache(maxsize=1)
def _estimated(shaped: ShapedProfile, figs: Figures, key: str) -> int:
    """How many functions have a figure that is marked as an estimate."""
    column = shaped.own if key == "tottime" else shaped.time
    return sum(figs.bounds(key, f) is not None for f in column.estimated if not shaped.hidden[f])
