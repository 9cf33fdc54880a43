"""Which view is shown and has the keys, and the pane of calls that follows the cursor of Functions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from textual.containers import Horizontal
from textual.widget import Widget

from proftui.background.jobs import Working
from proftui.background.pieces import Pieces
from proftui.frame import breakpoints
from proftui.startup.first_screen import FirstScreen
from proftui.startup.opening import REST
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, OVERVIEW, SOURCE, TREE, is_empty
from proftui.views.call_tree import CallTreeView
from proftui.views.calls.widget import CallsView
from proftui.views.functions.widget import FunctionsView
from proftui.views.icicle.widget import IcicleView
from proftui.views.imports.widget import ImportsView
from proftui.views.overview.widget import OverviewView
from proftui.views.protocol import View
from proftui.views.source.built_in.widget import BuiltInView
from proftui.views.source.widget import SourceView
from proftui.views.tree.widget import TreeView

SOON = 0.004
"""Seconds after which the pane follows a cursor that was moved once; one that is held: REST."""
HELD = 0.07
"""Keys that come faster than this are one that is held."""
LOOK_REST = 0.08
"""Seconds after which the lines of the calls that are shown are found out."""
MORE: tuple[Any, ...] = ()
"""Views that nothing but their folder knows; their keys stand in ``state/view_names.py``."""


class Panes:
    """The views of one profile."""

    def __init__(self, session: Session, view: str, start: FirstScreen | None) -> None:
        # Keys that move the cursor come first: what is found out is of where it stood; Esc is not for it.
        self.finder = Working(awaited=False)

        def look(work: Pieces[None], found: Callable[[], None]) -> None:
            self.finder.begin_later(work, LOOK_REST, found)

        self.functions = FunctionsView(session, id=FUNCTIONS)
        self.side = CallsView(session, look, pane=True, id="side")
        self.beside = Horizontal(self.functions, self.side, id="beside")
        self.calls = CallsView(session, look, id=CALLS)
        self.tree = TreeView(session, id=TREE)
        self.icicle = IcicleView(session, id=ICICLE)
        self.source = SourceView(session, id=SOURCE)
        self.built_in = BuiltInView(session, look, id="built-in")
        self.below = CallsView(session, look, pane=True, id="pane")
        self.imports = ImportsView(session, id=IMPORTS)
        self.overview = OverviewView(session, id=OVERVIEW)
        numbered = (self.functions, self.calls, self.tree, self.icicle, self.source)
        views: tuple[Any, ...] = (*numbered, self.imports, self.overview)
        more = (view(session, id=view.view_name) for view in MORE)
        self.by_name = {view.view_name: view for view in (*views, *more)}
        self.view_name = view
        self.in_pane = False
        self._start = start
        self._size = (0, 0)
        self._rest_timer: asyncio.TimerHandle | None = None
        self._moved_at = 0.0

    def go_on(self) -> None:
        """Stand where the screen stood that was drawn before Textual was there."""
        if self._start is not None:
            self.functions.top, self.functions.touched = self._start.top, self._start.moved
            self._start = None

    # Who is who

    @property
    def shown(self) -> View:
        """The view that fills the screen; Source of a built-in is one of its own."""
        view: View = self.by_name[self.view_name]
        return self.built_in if view is self.source and self.built_in.is_wanted else view

    @property
    def pane(self) -> CallsView | None:
        """The pane of calls, where there is width or height for one."""
        if self.view_name != FUNCTIONS or is_empty(CALLS, self.functions.session.profile):
            return None
        where = breakpoints.pane(*self._size)
        return {"side": self.side, "pane": self.below}.get(where)

    @property
    def active(self) -> View:
        """Where keys go: the view that is shown, or the pane."""
        return (self.pane if self.in_pane else None) or self.shown

    @property
    def trees(self) -> tuple[CallTreeView, ...]:
        """The views of the call tree."""
        return self.tree, self.icicle

    def __iter__(self) -> Iterator[View]:
        """All views, and both panes."""
        return iter((*self.by_name.values(), self.built_in, self.side, self.below))

    def between_tabs_and_detail(self) -> list[Widget]:
        """The views, Functions with the pane beside it, of which one is on the screen at a time."""
        others = (view for view in self.by_name.values() if view is not self.functions)
        return [self.beside, *others, self.built_in]

    def alike(self, view: View) -> list[View]:
        """The other views that show the same as ``view``."""
        return [other for other in self if other.view_name == view.view_name and other is not view]

    def keep(self, alone: View | None = None) -> list[Any]:
        """What each view shows, or one of them ``alone``: by names, for another session."""
        return [view.keep() if alone in (None, view) else None for view in self]

    def show_session(self, session: Session, kept: Sequence[Any]) -> None:
        """Have all views show a session, which may be another; ``kept``: what each showed."""
        for view, shown in zip_longest(self, kept):
            view.kept = shown
            view.show(session)

    # What fits

    def arrange(self, width: int, height: int) -> None:
        """Show what fits and hide the rest; who has the keys looks like it."""
        self._size = width, height
        tiny = breakpoints.is_tiny(width, height)
        pane = self.pane
        self.in_pane = self.in_pane and pane is not None
        shown = self.shown
        for view in (*self.by_name.values(), self.built_in):
            view.display = view is shown and not tiny
        self.beside.display = self.functions.display
        for other in (self.side, self.below):
            other.display = other is pane
            other.active = self.in_pane and other is pane
            other.refresh()
        self.below.styles.height = breakpoints.pane_rows(height)
        self.functions.active = not self.in_pane
        self.functions.refresh()
        self.calls.refresh()
        self.follow()

    # The pane follows

    def follow(self) -> None:
        """The pane shows the selection; with the keys in it, what it showed, if that is still there."""
        # In the end widgets go before their screen.
        pane = self.pane if self.functions.is_attached and self.functions.app.is_running else None
        if pane is not None and not (self.in_pane and pane.around is not None):
            pane.follow(self.functions.selected)

    def follow_soon(self) -> None:
        """The pane follows at once where there is time for it, after a rest while a key is held."""
        self._stay()
        if self.pane is not None and not self.in_pane:
            now = time.monotonic()
            wait = REST if now - self._moved_at < HELD else SOON
            self._moved_at = now
            self._rest_timer = asyncio.get_running_loop().call_later(wait, self.follow)

    def end(self) -> None:
        """Nothing is followed or found out any more."""
        self._stay()
        self.finder.end()

    def _stay(self) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()
