"""Sessions that compare: made beside the one that is looked at."""

from __future__ import annotations

from proftui.analysis.compare.comparison import Comparison, Same, comparing
from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.shape.shape import WHOLE
from proftui.background.pieces import Pieces
from proftui.drawing.figures import Unit
from proftui.state.compared import Compared
from proftui.state.figures import unit_of
from proftui.state.kept import in_place_of
from proftui.state.session import Session


def new_side(session: Session) -> Side:
    """What a session is on as one side; of a comparison, its own new side."""
    return session.compared.sides[1] if session.compared is not None else side_of([session.recorded])


def unit_of_both(comparison: Comparison) -> Unit:
    """The unit that fits the longer side."""
    base, new = comparison.base, comparison.new
    return unit_of(new.profile, max(base.total, new.total), base.profile.tottime)


def comparing_session(
    session: Session,
    base: Side,
    new: Side,
    same: tuple[Same, ...] = (),
    known: Comparison | None = None,
) -> Pieces[Session]:
    """A session that compares ``new``, whose profile this one is on, with a base; in pieces.

    ``known``: their comparison, where it is known.
    """
    recorded = known or (yield from comparing(base, new, same))
    compared = Compared(recorded, base, new, session.beside(recorded.base.profile), same)
    yield
    fresh = resumed(session, compared)
    unit = unit_of_both(recorded)
    for made in (fresh, compared.base):
        made.figures = made.figures.in_unit(unit)
    return fresh


def resumed(session: Session, compared: Compared | None) -> Session:
    """A session in place of this one that compares, or that no longer does; its shapes are the same ones."""
    was = session.compared
    if compared is not None:
        compared.take_shape(WHOLE)
        return in_place_of(session, compared.profile, compared)
    return in_place_of(session, was.sides[1].profile if was is not None else session.recorded)
