"""View 2: callers above, the function, callees below; also the pane beside Functions."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from proftui import callrows
from proftui.analysis.budget import TooSlow
from proftui.analysis.calls import Neighbour
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.query import Query
from proftui.callrows import BY_TIME, Around, CallLayout
from proftui.columns import Figures
from proftui.line import Line, Span, fitted
from proftui.views.drawing import strip_of
from proftui.views.rows import with_cursor

HALVES = ("callers", "callees")


class CallsView(Widget):
    """What is one step away from the selection, exact figures of the edges."""

    ALLOW_SELECT = False
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
        super().__init__(id=id)
        self.figs = figs
        self.names = names
        self.pane = pane
        self.order: Order = BY_TIME
        self.matching: Query | None = None
        self.shares = "function"
        self.strip_dirs = False
        self.active = not pane
        self.around: Around | None = None
        self.place: tuple[str, int] = ("middle", 0)
        self.tops = {"callers": 0, "callees": 0}
        self.why_empty = ""

    # What is shown

    def show_function(self, index: int | None) -> None:
        """Take another function; the cursor starts on it."""
        self.around = None if index is None else callrows.around(self.figs, self.names, index, self.order)
        self.tops = {"callers": 0, "callees": 0}
        self.place = self._start()
        self.refresh()

    def changed(self) -> None:
        """Order, unit or query are others: the cursor stays on its row's function."""
        if self.around is None:
            return
        before = self.neighbour
        half, _ = self.place
        self.around = callrows.around(self.figs, self.names, self.around.function, self.order)
        if before is not None:
            rows = self.around.half(half)
            found = [i for i, n in enumerate(rows) if n.function == before.function]
            self.place = (half, found[0] if found else 0)
            self._reveal()
        self.refresh()

    def _start(self) -> tuple[str, int]:
        if not self.pane or self.around is None:
            return "middle", 0
        return ("callers", 0) if self.around.callers else ("callees", 0)

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

    # Heights

    def heights(self) -> dict[str, int]:
        """Rows of each half, headings not counted."""
        body = self.size.height - 2 - (0 if self.pane else 1)
        if self.around is None or body < 2:
            return {"callers": max(1, body // 2), "callees": max(1, body - body // 2)}
        if self.pane:
            callers = 3 if body == 7 else max(1, body * 3 // 7)
        else:
            most = max(7, body * 2 // 5) if body >= 12 else max(1, body // 2)
            callers = max(1, min(len(self.around.callers), most))
            callees_left = max(1, len(self.around.callees))
            # What the callees do not need goes to the callers.
            callers = max(callers, min(len(self.around.callers), body - callees_left))
        return {"callers": callers, "callees": max(1, body - callers)}

    def _window(self, half: str) -> tuple[int, int, int]:
        """First row, rows shown, rows left below."""
        assert self.around is not None
        room, total, top = self.heights()[half], len(self.around.half(half)), self.tops[half]
        shown = room if total - top <= room else room - 1
        return top, shown, max(0, total - top - shown)

    def _reveal(self) -> None:
        half, row = self.place
        if half == "middle" or self.around is None:
            return
        room, total = self.heights()[half], len(self.around.half(half))
        top = min(self.tops[half], row)
        while row >= top + (room if total - top <= room else max(1, room - 1)):
            top += 1
        self.tops[half] = max(0, min(top, total - room) if total > room else 0)

    # Movement

    def move(self, how: str) -> None:
        """A movement by name through callers, function and callees as one list."""
        places = self._places()
        if not places:
            return
        here = places.index(self.place) if self.place in places else 0
        page = max(1, self.size.height - 4)
        half = max(1, page // 2)
        steps = {"down": 1, "up": -1, "half_down": half, "half_up": -half}
        steps |= {"page_down": page, "page_up": -page, "first": -len(places), "last": len(places)}
        there = max(0, min(len(places) - 1, here + steps[how]))
        self.put_cursor(places[there])

    def put_cursor(self, place: tuple[str, int]) -> None:
        """Move the cursor."""
        self.place = place
        self._reveal()
        self.refresh()
        self.post_message(self.Moved(self))

    def _places(self) -> list[tuple[str, int]]:
        if self.around is None:
            return []
        places = [("callers", i) for i in range(len(self.around.callers))]
        places += [] if self.pane else [("middle", 0)]
        return places + [("callees", i) for i in range(len(self.around.callees))]

    @property
    def matches(self) -> int:
        """How many callers and callees the query matches."""
        if self.around is None:
            return 0
        hits = self._hits()
        return sum(n.function in hits for half in HALVES for n in self.around.half(half))

    def _hits(self) -> set[int]:
        if self.matching is None or self.around is None:
            return set()
        functions = (n.function for half in HALVES for n in self.around.half(half))
        # A caller that the file has no entry for has no text to search in either.
        candidates = [index for index in functions if 0 <= index < self.figs.profile.count]
        try:
            return set(self.matching.select(self.figs.profile, self.names, candidates, 0.25))
        except TooSlow:
            return set()

    def find(self, step: int) -> bool:
        """To the next row that the query matches; whether there is one."""
        places = self._places()
        if self.matching is None or self.around is None or not places:
            return False
        hits = self._hits()
        here = places.index(self.place) if self.place in places else 0
        for distance in range(1, len(places) + 1):
            half, row = places[(here + step * distance) % len(places)]
            if half != "middle" and self.around.half(half)[row].function in hits:
                self.put_cursor((half, row))
                return True
        return False

    # Drawing

    def layout_now(self) -> CallLayout:
        """Column widths for the width there is."""
        assert self.around is not None
        ncalls = self.figs.ncalls_width if self.pane else 0
        return callrows.layout(self.figs, self.around, self.size.width, self.shares, ncalls, self.order)

    def render_line(self, y: int) -> Strip:
        """One row."""
        width = self.size.width
        if self.around is None:
            text = self.why_empty if y == 1 else ""
            return strip_of(self, fitted([Span(f"  {text}", "muted")], width), width)
        return strip_of(self, self._line(y), width)

    def _line(self, y: int) -> Line:
        assert self.around is not None
        place, heights = self.layout_now(), self.heights()
        above = heights["callers"]
        if y == 0:
            return self._heading("callers", place)
        if y <= above:
            return self._half_line("callers", y - 1, place)
        y -= above + 1
        if not self.pane:
            if y == 0:
                line = callrows.middle_row(
                    self.figs, self.names, place, self.around.function, self.matching, self.strip_dirs
                )
                return with_cursor(line, self.active) if self.place[0] == "middle" else line
            y -= 1
        return self._heading("callees", place) if y == 0 else self._half_line("callees", y - 1, place)

    def _heading(self, half: str, place: CallLayout) -> Line:
        assert self.around is not None
        top, shown, below = self._window(half)
        note = f"  {top + 1}–{top + shown} of {top + shown + below}" if top else ""
        order = self.order if self.active else None
        return callrows.heading(self.figs, self.names, place, half, self.around.function, order, note)

    def _half_line(self, half: str, y: int, place: CallLayout) -> Line:
        assert self.around is not None
        rows = self.around.half(half)
        top, shown, below = self._window(half)
        if y == shown and below:
            return callrows.rest_row(self.figs, place, rows[top + shown :], half)
        if not rows and y == 0:
            why, width = callrows.NOBODY[half], self.size.width
            indent = max(1, min(place.used + 2, width - len(why) - 1))
            return fitted([Span(" " * indent), Span(why, "muted")], width)
        row = top + y
        if row >= len(rows):
            return fitted([], self.size.width)
        line = callrows.row(
            self.figs, self.names, place, rows[row], self.around.function, self.matching, self.strip_dirs
        )
        here = self.place == (half, row) and (self.active or not self.pane)
        return with_cursor(line, self.active) if here else line

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
        if place in self._places():
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
        place = self.layout_now()
        end = 1
        if place.show_ncalls:
            end += place.ncalls
            if cell < end:
                return "ncalls"
        if place.show_tottime:
            end += place.gap + place.seconds
            if cell < end:
                return "tottime"
        if cell < place.used:
            return "cumtime"
        return "location" if cell >= self.size.width - 10 else "function"
