"""How the figures of a node of a call tree came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.derivation import derivation, of_caller, stands_for_modules
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree, above
from proftui.analysis.columns import counts_title, has_counts
from proftui.drawing import figures
from proftui.frame.explain import Explanation, Row, amount, between, explanation, said, share
from proftui.frame.nodes import calls_text, estimate_mark, is_sure, spoken_node
from proftui.state.session import Session
from proftui_parsers.consistency import checked


def node(session: Session, tree: CallTree, here: CallNode) -> Explanation:
    """The figures of a node, those that matter most first."""
    return explanation(spoken_node(session.names, here), _rows(session, tree, here))


def chain(session: Session, tree: CallTree, levels: Sequence[CallNode]) -> Explanation:
    """The figures of the last of several levels in a row, and which of them the row shows."""
    told = node(session, tree, levels[-1])
    first = messages.ROW_OF_LEVELS.format(len(levels), spoken_node(session.names, levels[0]))
    return explanation(told.name, [Row("", "", first), *told.figures])


def _rows(session: Session, tree: CallTree, here: CallNode) -> Iterator[Row]:
    profile, unit = session.profile, session.figures.unit
    mark = "≈ " if estimate_mark(here, tree.total, unit) else ""
    is_time = profile.measure.unit == "s"
    label = "own" if tree.inverted else "time" if is_time else "cum"
    is_told = tree.inverted or not checked(profile).contradicts
    part = share(here.time, tree.total, messages.OF_RUN) if is_told else ""
    yield Row(label, mark + amount(session, here.time), _kind(here) or part)
    if isinstance(tree, FlowTree | CallerTree):
        if mark:
            yield Row("", "", between(session, here.low, here.high))
        yield from _time(session, tree, here)
    if here.kind == "function" and not tree.inverted:
        yield _own(session, tree, here)
    if here.calls is not None and here.function >= 0 and not tree.inverted and has_counts(profile):
        counted = messages.EXACT_CALLS if here.calls_exact else messages.CALLS_IN_PROPORTION
        text = calls_text(here)
        counts = f"≈ {figures.thousands(text[1:])}" if text.startswith("≈") else figures.thousands(text)
        yield Row(counts_title(profile), counts, counted)
    if mark and here.kind != "rest":
        yield Row("", "", messages.LOOK_STACKS)


def _kind(here: CallNode) -> str:
    """What the node stands for, where it is more or less than a function."""
    if here.kind == "cycle":
        return messages.CYCLE_IS.format(here.count)
    if here.kind == "rest":
        return messages.TOO_SMALL_ADDED_UP.format(figures.plural(here.count, "node"))
    if stands_for_modules(here):
        return messages.MODULES_TOGETHER
    if here.kind == "unattributed" or here.key == -1:
        return messages.LEFT_TO_NOBODY
    return messages.CALL_BACK if here.kind == "recursion" else ""


def _time(session: Session, tree: FlowTree | CallerTree, here: CallNode) -> Iterator[Row]:
    """What a time is made of, of calls by the one that stands above."""
    formula = derivation(tree, here) if isinstance(tree, FlowTree) else of_caller(tree, here)
    parent = above(here)
    by = spoken_node(session.names, parent) if parent is not None else ""
    if formula is not None and len(formula.values) > 1:
        how = (
            messages.FROM_OUTSIDE_LESS if parent is None else messages.PART_OF_CALLS[tree.inverted].format(by)
        )
        yield Row("", "", f"= {formula.text(session.figures.unit)} · {how}")
    elif here.exact and parent is not None and here.kind == "function" and not tree.inverted:
        yield Row("", "", messages.EXACT_PART.format(by))


def _own(session: Session, tree: CallTree, here: CallNode) -> Row:
    sure = is_sure(here.own_low, here.own_high, tree.total, session.figures.unit)
    own = ("" if sure else "≈ ") + amount(session, here.own)
    if here.own == here.time:
        return Row("own", own, messages.ALL_OWN)
    within = "" if sure or not here.bounded else between(session, here.own_low, here.own_high)
    return Row("own", own, said(within, share(here.own, here.time, messages.OF_ITS_TIME)))
