"""View 2: callers above, the function, callees below; also the pane beside Functions."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.neighbours import Neighbour
from proftui.analysis.search.budget import TooSlow
from proftui.views.calls import rows as callrows
from proftui.views.calls.page import CallPage
from proftui.widgets.drawn import Drawn, strip_of

HALVES = ("callers", "callees")


class CallsView(CallPage, Drawn):
    """What is one step away from the selection, exact figures of the edges."""

    DEFAULT_CSS = "CallsView { height: 1fr; }"

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        view: CallsView

    @dataclass
    class Opened(Message):
        """The row under the cursor was clicked twice."""

        view: CallsView

    @dataclass
    class HeadingClicked(Message):
        """A heading was clicked, at this cell."""

        view: CallsView
        column: int

    def __init__(self, figs: Figures, names: Names, *, pane: bool = False, id: str) -> None:
        Drawn.__init__(self, id=id)
        CallPage.__init__(self, figs, names, pane)

    # What is shown

    def show_function(self, index: int | None) -> None:
        """Take another function; the cursor starts on it."""
        self.take(index)
        self.refresh()

    def changed(self) -> None:
        """Order, unit or query are others: the cursor stays on its row's function."""
        if self.around is None:
            return
        before = self.neighbour
        half, _ = self.place
        if not self.display:
            # It is filled anew when it is shown again.
            self.take(None)
            return
        self.around = callrows.ordered(self.around, self.names, self.order)
        if before is not None:
            functions = self.around.half(half).functions
            self.place = (half, functions.index(before.function) if before.function in functions else 0)
            self.reveal()
        self.refresh()

    @property
    def neighbour(self) -> Neighbour | None:
        """The caller or callee under the cursor; ``None`` on the function itself."""
        half, row = self.place
        if self.around is None or half == "middle":
            return None
        rows = self.around.half(half)
        return rows[row] if row < len(rows) else None

    @property
    def selected(self) -> int | None:
        """The function under the cursor."""
        neighbour = self.neighbour
        if neighbour is not None and neighbour.function >= 0:
            return neighbour.function
        return self.around.function if self.around else None

    # Movement

    def move(self, how: str) -> None:
        """A movement by name through callers, function and callees as one list."""
        count = self._count()
        if not count:
            return
        page = max(1, self.size.height - 4)
        half = max(1, page // 2)
        steps = {"down": 1, "up": -1, "half_down": half, "half_up": -half}
        steps |= {"page_down": page, "page_up": -page, "first": -count, "last": count}
        self.put_cursor(self._place_at(max(0, min(count - 1, self._number() + steps[how]))))

    def put_cursor(self, place: tuple[str, int]) -> None:
        """Move the cursor."""
        self.place = place
        self.reveal()
        self.refresh()
        self.post_message(self.Moved(self))

    # Callers, the function (not in a pane) and callees, as numbers from 0 on

    def _count(self) -> int:
        if self.around is None:
            return 0
        return len(self.around.callers) + (not self.pane) + len(self.around.callees)

    def _place_at(self, number: int) -> tuple[str, int]:
        assert self.around is not None
        above = len(self.around.callers)
        if number < above:
            return "callers", number
        if number == above and not self.pane:
            return "middle", 0
        return "callees", number - above - (not self.pane)

    def _number(self) -> int:
        """Where the cursor stands; 0 where there is no such place."""
        assert self.around is not None
        half, row = self.place
        number = {"callers": 0, "middle": len(self.around.callers)}.get(half)
        if number is None:
            number = len(self.around.callers) + (not self.pane)
        return number + row if self._is_there(self.place) else 0

    def _is_there(self, place: tuple[str, int]) -> bool:
        if self.around is None or place[0] == "middle":
            return self.around is not None and not self.pane
        return 0 <= place[1] < len(self.around.half(place[0]))

    @property
    def matches(self) -> int:
        """How many callers and callees the query matches."""
        if self.around is None:
            return 0
        hits = self._hits()
        return sum(function in hits for half in HALVES for function in self.around.half(half).functions)

    def _hits(self) -> set[int]:
        if self.matching is None or self.around is None:
            return set()
        functions = (function for half in HALVES for function in self.around.half(half).functions)
        # A caller that the file has no entry for has no text to search in either.
        candidates = [index for index in functions if 0 <= index < self.figs.profile.count]
        try:
            return set(self.matching.select(self.figs.profile, self.names, candidates, 0.25))
        except TooSlow:
            return set()

    def find(self, step: int) -> bool:
        """To the next row that the query matches; whether there is one."""
        count = self._count()
        if self.matching is None or self.around is None or not count:
            return False
        hits, here = self._hits(), self._number()
        for distance in range(1, count + 1):
            half, row = self._place_at((here + step * distance) % count)
            if half != "middle" and self.around.half(half).functions[row] in hits:
                self.put_cursor((half, row))
                return True
        return False

    # Drawing

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.size

    @room.setter
    def room(self, room: tuple[int, int]) -> None:
        """Textual decides."""

    def render_line(self, y: int) -> Strip:
        """One row."""
        return strip_of(self, self.line(y), self.size.width)

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Heading: sort; row: select; again: open."""
        event.stop()
        if self.around is None:
            return
        y, above = event.y, self.heights()["callers"]
        if y == 0 or y == above + (1 if self.pane else 2):
            self.post_message(self.HeadingClicked(self, event.x))
            return
        place: tuple[str, int] = ("callers", self.tops["callers"] + y - 1)
        if y > above:
            place = ("callees", self.tops["callees"] + y - above - (2 if self.pane else 3))
        if not self.pane and y == above + 1:
            place = ("middle", 0)
        if self._is_there(place):
            self.put_cursor(place)
            if event.chain == 2:
                self.post_message(self.Opened(self))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Three rows down."""
        event.stop()
        for _ in range(3):
            self.move("down")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Three rows up."""
        event.stop()
        for _ in range(3):
            self.move("up")

    def column_at(self, cell: int) -> str:
        """The column whose heading stands at ``cell``."""
        return callrows.column_at(self.layout_now(), cell)
