"""Sessions that compare: made beside the one that is looked at."""

from __future__ import annotations

from proftui.analysis.columns import Figures, unit_of
from proftui.analysis.compare.comparison import Comparison, Same, comparing
from proftui.analysis.compare.measured import OWN
from proftui.analysis.compare.side import Side, side_of
from proftui.analysis.order import Order
from proftui.background.pieces import Pieces
from proftui.state.compared import Compared
from proftui.state.session import Session
from proftui_parsers import Profile


def _beside(session: Session, profile: Profile, compared: Compared | None = None) -> Session:
    """A session on another profile, set up as this one."""
    made = Session(
        profile,
        Order.usual(OWN),
        session.sources.roots,
        session.sources.maps,
        strip_dirs=session.strip_dirs,
        settings=session.settings,
        figures=Figures(profile, session.figures.unit),
        compared=compared,
    )
    made.calls_order, made.calls_shares = session.calls_order, session.calls_shares
    return made


def new_side(session: Session) -> Side:
    """What a session is on as one side; of a comparison, its own new side."""
    return session.compared.sides[1] if session.compared is not None else side_of([session.recorded])


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
    compared = Compared(recorded, base, new, _beside(session, recorded.base.profile), same)
    yield
    fresh = resumed(session, compared)
    unit = unit_of(new.profile, max(base.total, new.total))
    for made in (fresh, compared.base):
        made.figures = made.figures.in_unit(unit)
    return fresh


def resumed(session: Session, compared: Compared | None) -> Session:
    """A session beside this one that compares, or that no longer does; its shapes are the same ones."""
    was = session.compared
    if compared is not None:
        profile = compared.profile
        compared.show_as_read()
    else:
        profile = was.sides[1].profile if was is not None else session.recorded
    fresh = _beside(session, profile, compared)
    fresh.whole_file, fresh.shapes, fresh.opened = session.whole_file, session.shapes, session.opened
    fresh.interval = session.interval
    fresh.history = session.history.below(len(profile.files))
    fresh.mark_mine()
    fresh.listed.sort_anew()
    fresh.select_first()
    if session.selected is not None and session.selected < len(profile.files):
        fresh.selected = session.selected
    return fresh
