"""``--my-code``, ``--hide``, ``--focus`` and ``--by`` of a comparison: the same shape on every run."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Any

from proftui import messages
from proftui.analysis.compare.side import Side, median_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.search.terms import QueryError
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import TERMS, Shape, Step
from proftui.cli.options import Asked, settings_of, take_shape
from proftui.frame import shape_row
from proftui.output import json_shape
from proftui.state.compared_sides import left_by_focus, names_of
from proftui.state.loading import Refused
from proftui.state.session import Session
from proftui_parsers import Profile

Shaped = tuple[Side, Side, Sequence[str], dict[str, Any]]
"""Both sides, the shape in words, and as JSON has it."""


def shaped(asked: Asked, base: Side, new: Side) -> Shaped:
    """Both sides in the shape that is asked for; Refused as of one profile.

    What is hidden must be on one side at least: the other may be from before it was there.
    """
    if not any((asked.my_code, asked.hide, asked.focus, asked.by, asked.mine, asked.not_mine)):
        return base, new, (), {}
    sessions = [[_session(asked, run) for run in side.runs] for side in (base, new)]
    _check_hidden(asked, [session for some in sessions for session in some])
    for session in (session for some in sessions for session in some):
        given = copy(asked)
        given.hide = [text for text in asked.hide if _hides(text, session)]
        take_shape(given, session)
    before, after = map(_side, sessions)
    shown = sessions[1][after.median]
    said = shape_row.steps_in_words(shown)
    return before, after, [said] if said else [], json_shape.head(shown)


def _session(asked: Asked, run: Profile) -> Session:
    return Session(run, Order.usual("tottime"), strip_dirs=asked.strip_dirs, settings=settings_of(asked))


def _check_hidden(asked: Asked, sessions: Sequence[Session]) -> None:
    for text in asked.hide:
        if not any(_hides(text, session) for session in sessions):
            raise Refused(messages.HIDES_NOTHING.format(text))


def _hides(text: str, session: Session) -> bool:
    try:
        return any(hidden_by(Shape((Step(TERMS, text),)), session.names, session.not_mine))
    except QueryError as error:
        raise Refused(f"--hide: {error}") from None


class FocusedSide(Side):
    """Runs of which only what runs under something is left: their totals are of that."""

    @cached_property
    def totals(self) -> tuple[float, ...]:
        """By run, what it is focused on."""
        return tuple(map(_total, self.runs))


def _side(sessions: Sequence[Session]) -> Side:
    runs = tuple(session.profile for session in sessions)
    median = median_of(list(map(_total, runs)))
    kind = FocusedSide if any(run.is_focused for run in runs) else Side
    return kind(runs, runs[median], _names(sessions[median]), median)


def _total(run: Profile) -> float:
    focused = left_by_focus(run)
    return run.total_time if focused is None else focused


def _names(session: Session) -> Names:
    """Names of the functions that are left, or of their groups."""
    shaped_profile = session.shaped
    return (
        session.names if shaped_profile is None else names_of(shaped_profile, session.recorded_names.others)
    )
