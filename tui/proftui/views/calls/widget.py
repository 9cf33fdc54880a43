"""View 2: callers above, the function, callees below; also the pane beside Functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from textual import events

from proftui import messages
from proftui.analysis.calls import SORT_KEYS
from proftui.analysis.compare.measured import CUMTIME, OWN
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME, Neighbour
from proftui.analysis.order import Order
from proftui.analysis.source.sites import MOST_CALLEES, Site
from proftui.background.budget import SEARCH_BUDGET, TooSlow
from proftui.background.pieces import Pieces
from proftui.drawing.line import Line, Span
from proftui.drawing.safe_text import clean
from proftui.frame import compare_rows, compare_words, idle_keys, sentences, state_row
from proftui.frame.compared_columns import column_at
from proftui.state.session import CALLS_SHARES, Session
from proftui.state.shapes import CallPath
from proftui.state.view_names import CALLS, FUNCTIONS, SOURCE, is_empty
from proftui.views.calls import compared as compared_calls
from proftui.views.calls import rows as callrows
from proftui.views.calls.page import CallPage
from proftui.views.calls.rows import Around
from proftui.views.protocol import STEPS_SHOWN, Answer, CodeLine, Go, Look, OpenGroup, Say, View
from proftui.widgets.drawn import Drawn
from proftui.widgets.rows import step_of
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.frame.explain import Explanation

_MOST_LINES = 3
"""Lines of one caller that a row names."""


def call_lines(session: Session, shown: Around) -> dict[str, dict[int, str]]:
    """By half and function, the lines of the calls with their file, where they could be told."""
    return {half: _of_half(session, shown, half) for half in ("callers", "callees")}


def _of_half(session: Session, shown: Around, half: str) -> dict[int, str]:
    told: dict[int, str] = {}
    for function in islice(shown.half(half).functions, MOST_CALLEES):
        site = _site(session, shown.function, half, function) if function >= 0 else None
        if site is not None:
            told[function] = _place(session, site) if half == "callers" else _numbered(site)
    return told


def _site(session: Session, middle: int, half: str, function: int) -> Site | None:
    caller, callee = (function, middle) if half == "callers" else (middle, function)
    return session.sources.calling_lines.sure_site(caller, callee)


def _place(session: Session, site: Site) -> str:
    """``demo.py:58``: of a caller, the file and the lines."""
    location = session.names.location(site.caller, with_dirs=not session.strip_dirs)
    return f"{location.rpartition(':')[0]}:{_numbers(site)}"


def _numbered(site: Site) -> str:
    """``line 58``: of a callee, the lines of the function."""
    numbers = _numbers(site)
    return f"lines {numbers}" if "," in numbers else f"line {numbers}"


def _numbers(site: Site) -> str:
    """``58``, or ``58, 61`` where any of several lines called, and ``…`` where there may be more."""
    shown = site.lines[:_MOST_LINES]
    more = ["…"] if site.joint or len(shown) < len(site.lines) else []
    return ", ".join([*map(str, shown), *more])


def call_line(session: Session, middle: int, half: str, function: int) -> CodeLine | None:
    """The first line of a call, in its caller."""
    site = _site(session, middle, half, function)
    return CodeLine(site.caller, site.lines[0]) if site is not None else None


class CallsView(CallPage, Drawn, View):
    """What is one step away from the selection, exact figures of the edges."""

    DEFAULT_CSS = "CallsView { height: 1fr; }"
    view_name = CALLS

    def __init__(self, session: Session, look: Look, *, pane: bool = False, id: str) -> None:
        Drawn.__init__(self, id=id)
        self._look_soon = look
        CallPage.__init__(self, session, pane)
        self.how_to_search = messages.FILTERS if pane else messages.FINDS

    # What is shown

    def show(self, session: Session) -> None:
        self.session = session
        self.forget()

    def show_selected(self, node: object = None) -> None:
        self.why_empty = sentences.no_calls(self.session)
        self.show_function(None if is_empty(CALLS, self.session.profile) else self.session.selected)

    def show_function(self, index: int | None) -> None:
        """Take another function; the cursor starts on it."""
        self.take(index)
        self.refresh()
        self._look()

    def _look(self) -> None:
        """Have the lines of the calls found out, beside; groups stand on none."""
        if self.awaited is not None:
            self._look_soon(self._gathering(self.session, self.awaited), self._shown)
        elif self.around is not None and self.session.groups is None:
            self._look_soon(self._finding(self.session, self.around), self._found)

    def _gathering(self, session: Session, index: int) -> Pieces[None]:
        around, both = yield from compared_calls.gathering(session, index, self.order)
        if session is self.session and index == self.awaited:
            self.awaited = None
            self.gathered(around, both)

    def _shown(self) -> None:
        self.start()
        self.refresh()
        self.post_message(self.Moved(self))
        self._look()

    def _finding(self, session: Session, shown: Around) -> Pieces[None]:
        # The view may show another session by then.
        yield from session.sources.finding_paths()
        calling = session.sources.calling_lines
        function, callers = shown.function, shown.callers.chosen(range(len(shown.callers))[:MOST_CALLEES])
        steps = chain(calling.finding_callers(function, callers), calling.finding_callees(function))
        for number, _ in enumerate(steps, 1):
            if number % STEPS_SHOWN == 0:
                self._found()
            yield

    def _found(self) -> None:
        """Draw the lines that were found out."""
        if self.around is not None:
            self.called_at = call_lines(self.session, self.around)
            self.refresh()
            self.post_message(self.Moved(self))

    def follow(self, index: int | None) -> None:
        """As a pane: show the function under the cursor of the table beside it."""
        self.why_empty = messages.NOT_SELECTED
        here = self.around.function if self.around is not None else self.awaited
        if here is None or here != index:
            self.show_function(index)
        else:
            self.refresh()

    def mark(self) -> None:
        self.refresh()

    def changed(self) -> None:
        if self.awaited is not None:
            self.show_function(self.awaited)
        if self.around is None:
            return
        before = self.neighbour
        half, row = self.place
        if not self.display:
            # It is filled anew when it is shown again.
            self.take(None)
            return
        self.look_around(self.around.function)
        if self.around is not None:
            if before is not None:
                functions = self.around.half(half).functions
                row = functions.index(before.function) if before.function in functions else 0
            self.cursor = min(self.first(half) + row, max(0, self.count - 1))
            self.reveal()
        self.refresh()
        self._look()

    def source_changed(self) -> None:
        self._look()

    # What keys act on

    @property
    def neighbour(self) -> Neighbour | None:
        """The caller or callee under the cursor; ``None`` on the function itself."""
        half, row = self.place
        if self.around is None or half == "middle":
            return None
        rows = self.around.half(half)
        return rows[row] if row < len(rows) else None

    @property
    def called_line(self) -> CodeLine | None:
        neighbour = self.neighbour
        half = self.place[0]
        if neighbour is None or self.around is None or neighbour.function not in self.called_at.get(half, {}):
            return None
        return call_line(self.session, self.around.function, half, neighbour.function)

    @property
    def selected(self) -> int | None:
        neighbour = self.neighbour
        if neighbour is not None and neighbour.function >= 0:
            return neighbour.function
        if self.around is not None:
            return self.around.function
        return None if self.pane else self.session.selected

    @property
    def call_path(self) -> CallPath | Say:
        neighbour, around = self.neighbour, self.around
        if around is None or neighbour is None or neighbour.function == OWN_TIME:
            return Say(messages.PATH_OF_CALLS)
        if neighbour.function < 0:
            return self._from_outside()
        if neighbour.function == around.function:
            return Say(messages.PATH_BY_ITSELF)
        by_it = self.place[0] == "callers"
        both = neighbour.function, around.function
        return CallPath(both if by_it else both[::-1])

    # Keys

    def nothing_here(self) -> Say | None:
        return Say(self.why_empty) if self.around is None and self.awaited is None else None

    def sideways(self, step: int) -> Answer:
        return Say(messages.ALL_COLUMNS_SHOWN)

    def open(self) -> Answer:
        index, neighbour = self.selected, self.neighbour
        if index is None:
            return Say(messages.NOTHING_SELECTED)
        if neighbour is None or neighbour.function == OWN_TIME:
            groups = self.session.groups
            return OpenGroup(index) if groups is not None and index in groups.group else Go(SOURCE, index)
        if neighbour.function == OUTSIDE:
            return self._from_outside()
        return Go(FUNCTIONS if self.pane else CALLS, neighbour.function)

    def _from_outside(self) -> Say:
        beside = self.session.profile.is_focused
        return Say(messages.CALLED_FROM_OUTSIDE_FOCUS if beside else messages.CALLED_FROM_OUTSIDE)

    def next_shares(self) -> str:
        session = self.session
        following = CALLS_SHARES.index(session.calls_shares) + 1
        session.calls_shares = CALLS_SHARES[following % len(CALLS_SHARES)]
        self.changed()
        return session.calls_shares

    def explain(self) -> Explanation | None:
        from proftui.frame import explain

        session, neighbour = self.session, self.neighbour
        if self.around is None or neighbour is None or neighbour.function < 0:
            return super().explain()
        here, other = self.around.function, neighbour.function
        if self.both is not None and self.both.halves[self.place[0]][other].became == "gone":
            return None
        called = (other, here) if self.place[0] == "callers" else (here, other)
        return explain.edge(session, here, *called)

    @property
    def sort_columns(self) -> Sequence[str]:
        if self.session.compared is not None:
            return compared_calls.sort_columns(self.session.profile)
        return list(SORT_KEYS)

    def column_named(self, word: str) -> str | None:
        return self.about.column_named(word, of_calls=True) or (word if word in SORT_KEYS else None)

    def sorting(self, order: Order) -> Pieces[None]:
        return self.session.listed.texts_to_sort_by(order.column)

    def sort(self, order: Order) -> Answer:
        self.session.calls_order = order
        self.changed()
        return None if self.session.compared is None else Say(self.about.sorted_by(order.column))

    # The frame around it

    def covered(self) -> list[Span]:
        if self.session.query is None:
            return []
        return state_row.in_calls(self.about.covered(), self.matches)

    def summary(self) -> str:
        if self.both is not None:
            return compare_words.calls_shown(self.both.counts)
        return sentences.calls_shown(self.session.profile, self.around.function if self.around else None)

    def sentence(self, width: int) -> Line:
        if self.both is not None and self.session.query is None:
            function = self.around.function if self.around is not None else None
            return compare_words.of_calls(self.session, function, width)
        return state_row.calls(self.session, self.about.covered(), width)

    def detail(self, width: int) -> Line:
        if self.both is None or self.selected is None:
            return super().detail(width)
        both, neighbour, (half, _) = self.both, self.neighbour, self.place
        if both.measure not in (OWN, CUMTIME) or (neighbour is not None and neighbour.function < 0):
            return compare_rows.detail(self.session, self.selected, width, alone=self.pane)
        row = both.middle if neighbour is None else both.halves[half][neighbour.function]
        return compare_rows.detail_of_calls(self.session, self.selected, row, both.measure, width)

    @property
    def idle_keys(self) -> Sequence[str]:
        return idle_keys.in_calls(self.session)

    # Movement

    def move(self, movement: str) -> None:
        if count := self.count:
            row = self.cursor + step_of(movement, max(1, self.size.height - 4), count)
            self.put_cursor(max(0, min(count - 1, row)))

    def put_cursor(self, row: int) -> None:
        """Move the cursor."""
        self.cursor = row
        self.reveal()
        self.refresh()
        self.post_message(self.Moved(self))

    @property
    def _functions(self) -> list[int]:
        """What stands in the rows; the function itself is not searched for."""
        if self.around is None:
            return []
        itself = [] if self.pane else [OWN_TIME]
        return [*self.around.callers.functions, *itself, *self.around.callees.functions]

    @property
    def matches(self) -> int:
        """How many callers and callees the query matches."""
        hits = self._hits()
        return sum(function in hits for function in self._functions)

    def _hits(self) -> set[int]:
        query = self.session.query
        if query is None:
            return set()
        # A caller that the file has no entry for has no text to search in either.
        candidates = [index for index in self._functions if 0 <= index < self.figs.profile.count]
        try:
            return set(query.select(self.figs.profile, self.names, candidates, SEARCH_BUDGET))
        except TooSlow:
            return set()

    def go_to_match(self, step: int) -> Answer:
        functions, hits, count = self._functions, self._hits(), self.count
        for distance in range(1, count + 1):
            row = (self.cursor + step * distance) % count
            if functions[row] in hits:
                self.put_cursor(row)
                return None
        return Say(messages.NO_MATCH.format(clean(self.session.listed.filter_text)))

    # Drawing

    @property
    def page_size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.size

    @page_size.setter
    def page_size(self, size: tuple[int, int]) -> None:
        """Textual decides."""

    def line_at(self, y: int) -> Line:
        """One row."""
        self.screen_cells = self.screen.size.width
        return self.line(y)

    def on_resize(self, event: events.Resize) -> None:
        """The cursor stays on the screen."""
        self.reveal()

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Heading: sort; row: select; again: open."""
        event.stop()
        if self.around is None:
            return
        part, row = self.part_at(event.y)
        if row < 0:
            self.post_message(self.HeadingClicked(self, event.x))
            return
        row += self.tops.get(part, 0)
        if part == "middle" or row < self.around.length(part):
            self.put_cursor(self.first(part) + row)
            if event.chain == 2:
                self.post_message(self.Opened(self))

    def scroll_rows(self, rows: int) -> None:
        for _ in range(abs(rows)):
            self.move("down" if rows > 0 else "up")

    def heading_at(self, cell: int) -> str | Say | None:
        if self.both is not None:
            return column_at(self.layout_now(), self.both.measure, cell)
        return callrows.column_at(self.layout_now(), cell)
