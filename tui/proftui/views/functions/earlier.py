"""What figures of Functions were before the file was read again, and what became of them."""

from __future__ import annotations

from math import isfinite, nan

from proftui.analysis.columns import Figures
from proftui.drawing import changes
from proftui.drawing.line import Span
from proftui.state.kept import ByName
from proftui.views.functions.rows import CHANGE_CELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.state.session import Session

NEW = "new"


class Earlier:
    """Own times and times with callees before; of groups by their names."""

    def __init__(self, former: Session, session: Session) -> None:
        """``former``: as it was looked at; ``session``: what is looked at now."""
        self.whole, self.is_shaped = former.whole, former.shaped is not None
        # Not the profile, which is large.
        self._times = {"tottime": former.profile.tottime, "cumtime": former.profile.cumtime}
        self._before, self._now = ByName(former.profile), ByName(session.profile)
        groups = former.groups
        self._groups = None if groups is None else {groups.name(f): f for f in groups.group}

    def before(self, session: Session, column: str, function: int) -> float | None:
        """Seconds of a function, NaN if it is new; ``None``: that is not known of what is shown now."""
        groups, times = session.groups, self._times.get(column)
        is_alike = (session.shaped is not None) == self.is_shaped
        if not is_alike or (groups is None) != (self._groups is None) or times is None:
            return None
        if groups is not None and self._groups is not None and function in groups.group:
            place = self._groups.get(groups.name(function))
        else:
            place = self._before.find(self._now.known(function))
        return nan if place is None else times[place]

    def span(self, session: Session, figs: Figures, column: str, function: int, cells: int) -> Span | None:
        """The change in so many cells; ``None``: it is none that can be seen."""
        before, now = self.before(session, column, function), figs.value(column, function)
        if before is None or now is None or not isfinite(now):
            return None
        most = min(cells, CHANGE_CELLS)
        if before != before:
            return Span(NEW.rjust(most).ljust(cells), "slower")
        text = changes.time(now - before, figs.unit)
        if text[0] not in "+−":
            return None
        return Span(_fitting(text, most).rjust(most).ljust(cells), changes.role(now - before, self.whole))


def _fitting(text: str, cells: int) -> str:
    """A figure with as many digits as there is room for."""
    while len(text) > cells and "." in text:
        text = text[:-1].removesuffix(".")
    return text
