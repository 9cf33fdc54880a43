"""What the screen asks of every view: what differs from view to view is answered, never tested for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.background.pieces import Pieces
from proftui.drawing.line import Line, Span, fitted
from proftui.frame import rows
from proftui.frame.about import about
from proftui.frame.about_one import AboutOne
from proftui.state.session import Session
from proftui.state.shapes import CallPath
from proftui.state.view_names import SHAPED

TYPE_CHECKING = False
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
    """A key leads to a function in a view, in Source perhaps to a ``line``; ``then`` is said there."""

    view: str
    function: int
    then: Say | None = None
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


class View(Protocol):
    """A view of the session: what is under the cursor, how keys change it, what the frame says of it."""

    view_name: str  # as in ``state/view_names.py``
    draws_call_tree: bool  # whether a call tree must be ready before it can show anything
    has_hot_path: bool  # whether its own rows are a way down to where the time is
    searches_text: bool  # whether ``/`` searches in its text instead of filtering functions
    has_detail: bool  # whether there is more to be said of the row under the cursor, in a row of the frame
    kept: Any  # what ``keep`` told of the session before, until it is shown again

    # What is shown

    # take another session: at the start, and after the file was read again
    def show(self, session: Session) -> None: ...
    def keep(self) -> Any: ...  # what is shown, by names: where is the cursor, what is open
    # bring the session's selection on the screen, in a call tree ``node``
    def show_selected(self, node: CallNode | None = None) -> Answer: ...
    def changed(self) -> None: ...  # figures, order or unit are others: measure and draw again
    def mark(self) -> None: ...  # the session's filter is another: mark what it matches
    def names_changed(self) -> None: ...  # functions have other names, and so there may be other rows
    def source_changed(self) -> None: ...  # source text may be another than it was

    # What keys act on

    @property
    def selected(self) -> int | None: ...  # the function that keys act on, as its index
    @property
    def node(self) -> CallNode | None: ...  # the node under the cursor of a call tree
    @property
    def line_number(self) -> int | None: ...  # the line of the source text under the cursor, from 1 on
    @property
    def line_before(self) -> int | None: ...  # the same line in the text of the base, where that is known
    @property
    def called_line(self) -> CodeLine | None: ...  # the line of the call under the cursor, where Source goes
    # make the function under the cursor the session's selection, before a key acts on it
    def take_cursor(self) -> None: ...
    def before_key(self) -> None: ...  # take note of a cursor that was moved, before the next key acts
    # whether a function can stand in this view; else Calls shows it
    def can_show(self, function: int) -> bool: ...
    # why a function that the history leads to is not shown; empty: it is
    def why_hidden(self, function: int) -> str: ...
    def extent(self) -> Extent: ...  # what of it a file is written of
    @property
    def call_path(self) -> CallPath | Say: ...  # how functions lead to what is under the cursor, or why not

    # Keys

    # move the cursor; the movements are those of ``frame/movement.py``
    def move(self, movement: str) -> None: ...
    # left (-1) or right (1): columns, text, close and open, the box beside
    def sideways(self, step: int) -> Answer: ...
    def open(self) -> Answer: ...  # Enter: open what is under the cursor, or lead on
    def hot_path(self) -> Answer: ...  # down the heaviest rows, where they are such a way
    def next_match(self, step: int) -> Answer: ...  # to the next (1) or previous (-1) match of the search
    def cycle_shares(self) -> Answer: ...  # shares of another whole, or none
    def peel(self) -> bool: ...  # Esc: take off the view's own layer; whether there was one
    @property
    def order(self) -> Order | None: ...  # how its rows are sorted; ``None``: they have an order of their own
    @property
    def sort_columns(self) -> Sequence[str]: ...  # the columns that ``s`` walks through
    # the column that a letter of ``o`` sorts by; ``None``: the profile has none
    def column_named(self, word: str) -> str | None: ...
    def sorting(self, order: Order) -> Pieces[None]: ...  # the work that :meth:`sort` needs done first
    # put the rows into another order; the column in words, if it needs them
    def sort(self, order: Order) -> Answer: ...
    def sort_own_way(self) -> Answer: ...  # ``s`` where rows have an order of their own
    # what a click on a heading does: sort by that column, or say what it means
    def heading_at(self, cell: int) -> str | Say | None: ...
    # search in the view's text: how many lines match, ``None`` without a search; raises QueryError where
    # it is no regular expression, TooSlow where that takes too long
    def find(self, text: str) -> int | None: ...
    @property
    def found_text(self) -> str: ...  # what was searched for in the view's text

    def explain(self) -> Explanation | None: ...  # how the figures of the row under the cursor came about

    # The frame around it

    def covered(self) -> list[Span]: ...  # what the search covers here
    def summary(self) -> str: ...  # how much of it is on the screen, for the row of tabs
    def detail(self, width: int) -> Line: ...  # what is under the cursor, in words
    def sentence(self, width: int) -> Line: ...  # the state row, while no message stands in it
    @property
    def footer(self) -> str: ...  # which footer of ``frame/keys.py`` offers its keys
    @property
    def idle_keys(self) -> Sequence[str]: ...  # actions of the footer that would do nothing now


class ViewDefaults:
    """What most views answer."""

    session: Session
    view_name: str
    draws_call_tree = has_hot_path = searches_text = False
    has_detail = True
    how_to_search = messages.FINDS
    kept: Any = None

    def keep(self) -> Any:
        return None

    @property
    def node(self) -> CallNode | None:
        return None

    @property
    def line_number(self) -> int | None:
        return None

    @property
    def line_before(self) -> int | None:
        return None

    @property
    def called_line(self) -> CodeLine | None:
        return None

    @property
    def order(self) -> Order | None:
        return None

    @property
    def sort_columns(self) -> Sequence[str]:
        return ()

    @property
    def found_text(self) -> str:
        return ""

    @property
    def selected(self) -> int | None:
        return self.session.selected

    @property
    def footer(self) -> str:
        return self.view_name

    def extent(self) -> Extent:
        return Extent([self.selected] if self.selected is not None else [])

    @property
    def figs(self) -> Figures:
        """The profile's figures in the unit in use; where nothing is hidden, those recorded."""
        session = self.session
        return session.figures if self.view_name in SHAPED else session.recorded_figures

    @property
    def about(self) -> AboutOne:
        """What is said of what is looked at."""
        return about(self.session)

    @property
    def names(self) -> Names:
        """What the profile's functions are called, or groups of them where these stand for functions."""
        session = self.session
        return session.names if self.view_name in SHAPED else session.recorded_names

    def mark(self) -> None:
        self.changed()

    def changed(self) -> None:
        """To be drawn again."""

    def names_changed(self) -> None:
        self.changed()

    def source_changed(self) -> None:
        """No source text is shown."""

    def take_cursor(self) -> None:
        """The cursor and the selection are one."""

    def before_key(self) -> None:
        """The cursor and the selection are one."""

    @property
    def call_path(self) -> CallPath | Say:
        return Say(messages.PATH_ELSEWHERE)

    def can_show(self, function: int) -> bool:
        return True

    def why_hidden(self, function: int) -> str:
        return ""

    def hot_path(self) -> Answer:
        return None

    def peel(self) -> bool:
        return False

    def column_named(self, word: str) -> str | None:
        return None

    def sorting(self, order: Order) -> Pieces[None]:
        yield from ()

    def sort(self, order: Order) -> Answer:
        return None

    def sort_own_way(self) -> Answer:
        return None

    def heading_at(self, cell: int) -> str | Say | None:
        return None

    def find(self, text: str) -> int | None:
        return None

    def next_match(self, step: int) -> Answer:
        return Say(self.how_to_search) if self.session.query is None else self.go_to_match(step)

    def go_to_match(self, step: int) -> Answer:
        """To the next match of the session's filter, which there is."""
        return None

    def explain(self) -> Explanation | None:
        from proftui.frame.explain import function

        if self.selected is None or self.session.is_gone(self.selected):
            return None
        return function(self.session, self.selected)

    def covered(self) -> list[Span]:
        return self.about.covered()

    def detail(self, width: int) -> Line:
        index = self.selected
        if index is None:
            return fitted([], width, "panel")
        if self.session.is_gone(index):
            return self.about.detail(index, width)
        return rows.detail_line(self.figs, self.names, index, width)
