"""What the rows around a view say: of one profile, or of both sides of a comparison."""

from __future__ import annotations

from proftui.frame.about_one import AboutOne
from proftui.state.session import Session


def about(session: Session) -> AboutOne:
    """What is said of what is looked at."""
    if session.compared is None:
        return AboutOne(session)
    from proftui.frame.about_both import AboutBoth

    return AboutBoth(session, session.compared)
