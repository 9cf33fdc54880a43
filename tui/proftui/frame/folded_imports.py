"""What imports take of the user's own code while the rest is folded, and what leaves them out."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.importlib_names import seconds_of_imports
from proftui.analysis.recorded_files import MODULE
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.state.session import Headline, Session

MUCH_IMPORTED = 0.3
"""The part of the run from which on it is said."""
_DISJOINT = 1.005
"""So much of the run may imports and a function take together that has none of them."""
_LONGEST_NAME = 24


def folded_imports(session: Session) -> Headline | None:
    """A sentence about imports; ``None`` where they are little, or not folded into anything."""
    shape = session.shapes.now
    if not shape.is_mine_only or shape.focuses or session.groups is not None:
        return None
    seconds, whole = seconds_of_imports(session.recorded, session.recorded_names), session.whole
    if not seconds > MUCH_IMPORTED * whole:
        return None
    share = figures.percent(figures.share(seconds, whole))
    said = messages.IMPORTS_ARE.format(figures.with_unit(seconds, session.figures.unit), share)
    without = without_imports(session, seconds)
    if without is None:
        return Headline(said)
    name = clean(session.names.shown_name(without), _LONGEST_NAME)
    return Headline(f"{said}: {messages.LEAVES_IMPORTS_OUT.format(name)}", brief=said, is_advice=True)


def without_imports(session: Session, seconds: float) -> int | None:
    """What to focus on to leave imports of so many seconds out: the most of the user's that is no module."""
    whole, times, names = session.whole, session.recorded.cumtime, session.recorded.names
    if times is None or not seconds > MUCH_IMPORTED * whole:
        return None
    others = session.not_mine()
    mine = (index for index in range(len(times)) if not others[index] and names[index] != MODULE)
    first = max(mine, key=times.__getitem__, default=None)
    return first if first is not None and 0 < times[first] <= whole * _DISJOINT - seconds else None
