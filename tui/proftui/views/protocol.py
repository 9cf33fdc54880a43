"""What the screen asks of every view: what differs from view to view is answered, never tested for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.background.pieces import Pieces
from proftui.drawing.line import Line, Span, fitted
from proftui.frame import rows
from proftui.frame.about import about
from proftui.frame.about_one import AboutOne
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.state.shapes import CallPath
from proftui.state.view_names import SHAPED
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.frame.explain import Explanation


class Say(NamedTuple):
    """A key is answered by a sentence; by a ``hint`` too where there is width for it."""

    text: str
    role: str = "text"
    hint: str = ""


class CodeLine(NamedTuple):
    """A line of a function's source text, from 1 on; 0: the function, no line of it is known."""

    function: int
    line: int


class Go(NamedTuple):
    """A key leads to a function in a view, in Source perhaps to a ``line``."""

    view: str
    function: int
    line: int = 0


class OpenGroup(NamedTuple):
    """A key leads to the functions of the group that a function stands for."""

    function: int


class Narrow(NamedTuple):
    """A key leads to Functions, where ``terms`` of a filter leave some of them."""

    terms: str


class Run(NamedTuple):
    """A key does what another one does: an action of ``frame/keys.py``."""

    action: str


Answer = Say | Go | OpenGroup | Narrow | Run | None
"""What comes of a key besides a change of the view: a sentence, a way to go, or nothing."""


Look = Callable[[Pieces[None], Callable[[], None]], None]
"""Has something found out while the cursor rests, and then the second called."""
STEPS_SHOWN = 20
"""Steps of that after which what is known by then is drawn."""


class Extent(NamedTuple):
    """What of a view a file is written of: functions, and in a call tree the least share and the root."""

    functions: Sequence[int]
    on_screen: Sequence[int] | None = None
    """Those of a table that are on the screen now."""
    least: float | None = None
    root: CallNode | None = None


Finding = tuple[Pieces[None], int]
"""What has to be found out before a view shows anything, and how many pieces it probably has."""


class View:
    """A view of the session: what is under the cursor, how keys change it, what the frame says of it.

    What most views answer stands here; what none can do without raises ``NotImplementedError``.
    """

    session: Session
    view_name: str
    """As in ``state/view_names.py``."""
    draws_call_tree = False
    """Whether a call tree must be ready before it can show anything."""
    has_hot_path = False
    """Whether its own rows are a way down to where the time is."""
    searches_text = False
    """Whether ``/`` searches in its text instead of filtering functions."""
    has_detail = True
    """Whether there is more to be said of the row under the cursor, in a row of the frame."""
    how_to_search = messages.FINDS
    """What says ``n`` where nothing is searched for."""
    own_order = ""
    """What ``s`` says where rows have an order of their own."""
    kept: Any = None
    """What ``keep`` told of the session before, until it is shown again."""

    # What is shown

    def show(self, session: Session) -> None:
        """Take another session: at the start, and after the file was read again."""
        raise NotImplementedError

    def keep(self) -> Any:
        """What is shown, by names: where is the cursor, what is open."""
        return None

    def finding(self) -> Finding | None:
        """What has to be found out first; ``None``: nothing."""
        return None

    def wait(self, far: str) -> None:
        """Say how far that is."""

    def show_selected(self, node: CallNode | None = None) -> Answer:
        """Bring the session's selection on the screen, in a call tree ``node``."""
        raise NotImplementedError

    def changed(self) -> None:
        """Figures, order or unit are others: measure and draw again."""

    def mark(self) -> None:
        """The session's filter is another: mark what it matches."""
        self.changed()

    def names_changed(self) -> None:
        """Functions have other names, and so there may be other rows."""
        self.changed()

    def source_changed(self) -> None:
        """Source text may be another than it was."""

    @property
    def figs(self) -> Figures:
        """The profile's figures in the unit in use; where nothing is hidden, those recorded."""
        session = self.session
        return session.figures if self.view_name in SHAPED else session.recorded_figures

    @property
    def names(self) -> Names:
        """What the profile's functions are called, or groups of them where these stand for functions."""
        session = self.session
        return session.names if self.view_name in SHAPED else session.recorded_names

    # What keys act on

    @property
    def selected(self) -> int | None:
        """The function that keys act on, as its index."""
        return self.session.selected

    @property
    def node(self) -> CallNode | None:
        """The node under the cursor of a call tree."""
        return None

    @property
    def line_number(self) -> int | None:
        """The line of the source text under the cursor, from 1 on."""
        return None

    @property
    def line_before(self) -> int | None:
        """The same line in the text of the base, where that is known."""
        return None

    @property
    def called_line(self) -> CodeLine | None:
        """The line of the call under the cursor, where Source goes."""
        return None

    def take_cursor(self) -> None:
        """Make the function under the cursor the session's selection, before a key acts on it."""

    def before_key(self) -> None:
        """Take note of a cursor that was moved, before the next key acts."""

    def can_show(self, function: int) -> bool:
        """Whether a function can stand in this view; else Calls shows it."""
        return True

    def why_hidden(self, function: int) -> str:
        """Why a function that the history leads to is not shown; empty: it is."""
        return ""

    def extent(self) -> Extent:
        """What of it a file is written of."""
        return Extent([self.selected] if self.selected is not None else [])

    @property
    def call_path(self) -> CallPath | Say:
        """How functions lead to what is under the cursor, or why not."""
        return Say(messages.PATH_ELSEWHERE)

    # Keys

    def move(self, movement: str) -> None:
        """Move the cursor; the movements are those of ``frame/movement.py``."""
        raise NotImplementedError

    def nothing_here(self) -> Say | None:
        """Why there is nothing that keys could change; ``None``: there is something."""
        return None

    def sideways(self, step: int) -> Answer:
        """Left (-1) or right (1): columns, text, close and open, the box beside."""
        return None

    def open(self) -> Answer:
        """Enter: open what is under the cursor, or lead on."""
        raise NotImplementedError

    def hot_path(self) -> Answer:
        """Down the heaviest rows, where they are such a way."""
        return None

    def next_match(self, step: int) -> Answer:
        """To the next (1) or previous (-1) match of the search."""
        return Say(self.how_to_search) if self.session.query is None else self.go_to_match(step)

    def go_to_match(self, step: int) -> Answer:
        """To the next match of the session's filter, which there is."""
        return None

    def cycle_shares(self) -> Answer:
        """Shares of another whole, or none; of both sides of a comparison, times on another scale."""
        if said := self.about.next_scale():
            self.changed()
            return Say(said)
        return Say(messages.SHARES[self.next_shares()])

    def next_shares(self) -> str:
        """Shares of another whole, or none; which it is now, a key of :data:`messages.SHARES`."""
        raise NotImplementedError

    def peel(self) -> bool:
        """Esc: take off the view's own layer; whether there was one."""
        return False

    @property
    def order(self) -> Order | None:
        """How its rows are sorted; ``None``: they have an order of their own."""
        return None

    @property
    def sort_columns(self) -> Sequence[str]:
        """The columns that ``s`` walks through."""
        return ()

    def column_named(self, word: str) -> str | None:
        """The column that a letter of ``o`` sorts by; ``None``: the profile has none."""
        return None

    def sorting(self, order: Order) -> Pieces[None]:
        """The work that :meth:`sort` needs done first."""
        yield from ()

    def sort(self, order: Order) -> Answer:
        """Put the rows into another order; the column in words, if it needs them."""
        return None

    def sort_own_way(self) -> Answer:
        """``s`` where rows have an order of their own."""
        return Say(self.own_order) if self.own_order else None

    def heading_at(self, cell: int) -> str | Say | None:
        """What a click on a heading does: sort by that column, or say what it means."""
        return None

    def find(self, text: str) -> int | None:
        """Search in the view's text: how many lines match, ``None`` without a search.

        Raises:
            QueryError: it is no regular expression.
            TooSlow: it takes too long.
        """
        return None

    @property
    def found_text(self) -> str:
        """What was searched for in the view's text."""
        return ""

    def explain(self) -> Explanation | None:
        """How the figures of the row under the cursor came about."""
        from proftui.frame.explain import function

        if self.selected is None or self.session.is_gone(self.selected):
            return None
        return function(self.session, self.selected)

    # The frame around it

    @property
    def about(self) -> AboutOne:
        """What is said of what is looked at."""
        return about(self.session)

    def covered(self) -> list[Span]:
        """What the search covers here."""
        return self.about.covered()

    def summary(self) -> str:
        """How much of it is on the screen, for the row of tabs."""
        return ""

    def detail(self, width: int) -> Line:
        """What is under the cursor, in words."""
        index = self.selected
        if index is None:
            return fitted([], width, "panel")
        if self.session.is_gone(index):
            return self.about.detail(index, width)
        return rows.detail_line(self.figs, self.names, index, width)

    def sentence(self, width: int) -> Line:
        """The state row, while no message stands in it."""
        raise NotImplementedError

    @property
    def footer(self) -> str:
        """Which footer of ``frame/keys.py`` offers its keys."""
        return self.about.footer(self.view_name)

    @property
    def idle_keys(self) -> Sequence[str]:
        """Actions of the footer that would do nothing now."""
        return ()
