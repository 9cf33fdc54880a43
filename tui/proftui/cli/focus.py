"""The functions and paths that ``--focus`` names."""

from __future__ import annotations

from collections.abc import Iterable

from proftui import messages
from proftui.analysis.search.terms import QueryError
from proftui.analysis.shape.shape import ANYWHERE, FOCUS, PATH, Step
from proftui.cli.named import LONGEST, functions_named, told
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.state.loading import Refused
from proftui.state.session import Session

_CALLS = " > "
"""Stands between the functions of a path; before the first, where that is a root."""
_MOST_TOLD = 4


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
    names, said = session.names, clean(text, LONGEST)
    try:
        known = functions_named(text, names)
    except QueryError as error:
        raise Refused(f"--focus: {error}") from None
    left = [index for index in known if not hidden[index]]
    if not left:
        why = messages.FOCUS_IS_HIDDEN if known else messages.FOCUS_MATCHES_NOTHING
        raise Refused(why.format(said))
    if len(left) > 1:
        some = told(left, names, _MOST_TOLD)
        raise Refused(messages.FOCUS_MATCHES_SEVERAL.format(said, len(left), some))
    return left[0]
