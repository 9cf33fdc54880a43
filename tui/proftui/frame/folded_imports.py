"""What imports take of the user's own code while the rest is folded, and what leaves them out."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.imports.total import seconds_of_imports
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.state.session import Headline, Session

MUCH_IMPORTED = 0.3
"""The part of the run from which on it is said."""
DISJOINT = 1.005
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
    without = _without_imports(session, whole * DISJOINT - seconds)
    if without is None:
        return Headline(said)
    name = clean(session.names.shown_name(without), _LONGEST_NAME)
    return Headline(f"{said}: {messages.LEAVES_IMPORTS_OUT.format(name)}", brief=said, is_advice=True)


def _without_imports(session: Session, most: float) -> int | None:
    """What the program's module calls of the user's own, the heaviest, if it takes no more than that."""
    profile, cumtime = session.profile, session.profile.cumtime
    if cumtime is None or not profile.has_edges:
        return None
    modules = [i for i in range(profile.count) if profile.names[i] == "<module>" and not session.is_hidden(i)]
    if not modules:
        return None
    _, called = profile.calls_of(max(modules, key=cumtime.__getitem__))
    functions = [i for i in called if profile.names[i] != "<module>" and not session.is_hidden(i)]
    heaviest = max(functions, key=cumtime.__getitem__, default=None)
    return heaviest if heaviest is not None and 0 < cumtime[heaviest] <= most else None
