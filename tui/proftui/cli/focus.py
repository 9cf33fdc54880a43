"""The functions and paths that ``--focus`` names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui import messages
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.analysis.shape.shape import ANYWHERE, FOCUS, PATH, Step
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.state.loading import Refused
from proftui.state.session import Session

_CALLS = " > "
"""Stands between the functions of a path; before the first, where that is a root."""
_MOST_TOLD, _LONGEST = 4, 200


def focus_steps(texts: Iterable[str], session: Session, hidden: bytearray) -> list[Step]:
    """A step of each text, outermost first; Refused if it does not say which function, or that is hidden."""
    profile = session.recorded
    if not profile.has_edges:
        raise Refused(messages.FOCUS_NEEDS_CALLS.format(sentences.no_edges(profile)))
    return [_step(text, session, hidden) for text in texts]


def _step(text: str, session: Session, hidden: bytearray) -> Step:
    from_root = text.startswith(_CALLS.lstrip())
    parts = text.removeprefix(_CALLS.lstrip()).split(_CALLS)
    path = tuple(session.recorded.function(_found(part.strip(), session, hidden)) for part in parts)
    if len(path) == 1 and not from_root:
        return Step(FOCUS, function=path[-1])
    return Step(PATH, "" if from_root else ANYWHERE, path[-1], path)


def _found(text: str, session: Session, hidden: bytearray) -> int:
    """The function that a text names: as it is called, as it is recorded, or as a filter finds it."""
    known = _named(text, session) or _matched(text, session)
    left = [index for index in known if not hidden[index]]
    shown = clean(text, _LONGEST)
    if not left:
        why = messages.FOCUS_IS_HIDDEN if known else messages.FOCUS_MATCHES_NOTHING
        raise Refused(why.format(shown))
    if len(left) > 1:
        some = ", ".join(clean(session.names.label(index), _LONGEST) for index in left[:_MOST_TOLD])
        more = ", …" if len(left) > _MOST_TOLD else ""
        raise Refused(messages.FOCUS_MATCHES_SEVERAL.format(shown, len(left), some + more))
    return left[0]


def _named(text: str, session: Session) -> Sequence[int]:
    names, profile = session.names, session.recorded
    every = range(profile.count)
    by_label = [index for index in every if names.label(index) == text]
    return by_label or [i for i in every if text in (profile.names[i], names.shown_name(i))]


def _matched(text: str, session: Session) -> Sequence[int]:
    try:
        query = parse(text, session.recorded)
    except QueryError as error:
        raise Refused(f"--focus: {error}") from None
    if not query:
        return ()
    return list(query.select(session.recorded, session.names, range(session.recorded.count), None))
