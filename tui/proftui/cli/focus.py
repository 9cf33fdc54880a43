"""The functions and paths that ``--focus`` names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.search.query import parse
from proftui.analysis.shape.shape import ANYWHERE, FOCUS, PATH, Step
from proftui.cli.bad_terms import refusing
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.state.loading import Refused
from proftui.state.session import Session

LONGEST = 200
"""Characters of what was asked for, or of a label, in a sentence."""


def functions_named(text: str, names: Names) -> Sequence[int]:
    """Those with this label, else with this name, as recorded or as shown, else those that a filter finds.

    Raises :class:`QueryError`.
    """
    profile = names.profile
    every = range(profile.count)
    exact = [index for index in every if names.label(index) == text]
    exact = exact or [i for i in every if text in (profile.names[i], names.shown_name(i))]
    if exact:
        return exact
    query = parse(text, profile)
    return query.select(profile, names, every) if query else ()


def told(found: Sequence[int], names: Names, most: int) -> str:
    """The labels of some functions; behind ``most`` of them, that there are more."""
    some = ", ".join(clean(names.label(index), LONGEST) for index in found[:most])
    return some + ", …" * (len(found) > most)


_CALLS = " > "
"""Stands between the functions of a path; before the first, where that is a root."""
_MOST_TOLD = 4


def focus_steps(texts: Iterable[str], session: Session, hidden: bytearray) -> list[Step]:
    """A step of each text, outermost first; Refused if it does not say which function, or that is hidden."""
    if why := sentences.no_edges(session.recorded):
        raise Refused(messages.FOCUS_NEEDS_CALLS.format(why))
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
    with refusing("--focus"):
        known = functions_named(text, names)
    left = [index for index in known if not hidden[index]]
    if not left:
        why = messages.FOCUS_IS_HIDDEN if known else messages.FOCUS_MATCHES_NOTHING
        raise Refused(why.format(said))
    if len(left) > 1:
        some = told(left, names, _MOST_TOLD)
        raise Refused(messages.FOCUS_MATCHES_SEVERAL.format(said, len(left), some))
    return left[0]
