"""What figures of Functions were before the file was read again, and what became of them."""

from __future__ import annotations

from array import array
from math import isfinite, nan

from proftui.analysis.columns import Figures
from proftui.drawing import changes
from proftui.drawing.line import Span
from proftui.views.functions.rows import CHANGE_CELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.state.session import Session
    from proftui_parsers import Profile

NEW = "new"


class Earlier:
    """Own times and times with callees before, by number of a function now; of groups by their names."""

    def __init__(self, session: Session, numbers: Sequence[int], count: int) -> None:
        """``session``: as it was looked at; ``numbers``: of its functions, now; ``count``: how many."""
        profile, self.is_shaped = session.profile, session.shaped is not None
        self.whole = session.whole
        self._columns = {
            name: _moved(column, numbers, count)
            for name, column in (("tottime", profile.tottime), ("cumtime", profile.cumtime))
            if column is not None
        }
        groups = session.groups
        self._groups = None if groups is None else {groups.name(f): _times(profile, f) for f in groups.group}

    def before(self, session: Session, column: str, function: int) -> float | None:
        """Seconds of a function, NaN if it is new; ``None``: that is not known of what is shown now."""
        groups = session.groups
        if (session.shaped is not None) != self.is_shaped or (groups is None) != (self._groups is None):
            return None
        if groups is not None and self._groups is not None and function in groups.group:
            return self._groups.get(groups.name(function), {}).get(column, nan)
        times = self._columns.get(column)
        return None if times is None or function >= len(times) else times[function]

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


def _moved(column: Sequence[float], numbers: Sequence[int], count: int) -> array[float]:
    there = array("d", [nan]) * count
    for number, value in zip(numbers, column, strict=False):
        if 0 <= number < count:
            there[number] = value
    return there


def _times(profile: Profile, function: int) -> dict[str, float]:
    times = {"tottime": profile.tottime[function]}
    return times if profile.cumtime is None else times | {"cumtime": profile.cumtime[function]}


def _fitting(text: str, cells: int) -> str:
    """A figure with as many digits as there is room for."""
    while len(text) > cells and "." in text:
        text = text[:-1].removesuffix(".")
    return text
