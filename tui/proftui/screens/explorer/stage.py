"""The stage: the frame and the views on it, what fits where, and which function is selected."""

from __future__ import annotations

import asyncio
import time

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer

from proftui.analysis.calltree.nodes import CallNode
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width
from proftui.frame import breakpoints as room
from proftui.frame import messages as states
from proftui.frame import nodes as nodelines
from proftui.frame import rows as frame
from proftui.screens.loading import Load
from proftui.startup.first_screen import FirstScreen
from proftui.startup.opening import REST
from proftui.state.session import Options, Place, Session
from proftui.views.calls.widget import CallsView
from proftui.views.functions.widget import FunctionsView
from proftui.views.icicle.widget import IcicleView
from proftui.views.source.widget import SourceView
from proftui.views.tree.widget import TreeView
from proftui.widgets.drawn import Page, Row
from proftui.widgets.prompt import Prompt
from proftui.widgets.rows import Rows
from proftui_parsers import Profile
from proftui_parsers.import_free import replace

TREES = ("tree", "icicle")
VIEWS = ("functions", "calls", "tree", "icicle", "source")
View = FunctionsView | CallsView | TreeView | IcicleView | SourceView
MESSAGE_SECONDS = 4.0
SOON = 0.004
"""Seconds after which the pane follows a cursor that was moved once; one that is held: REST."""
HELD = 0.07
"""Keys that come faster than this are one that is held."""


class Stage(Screen[None]):
    """The views of one profile, and which function is selected in them."""

    AUTO_FOCUS = ""

    def __init__(
        self,
        profile: Profile,
        options: Options,
        load: Load,
        *,
        session: Session | None = None,
        start: FirstScreen | None = None,
    ) -> None:
        super().__init__()
        self.options = options
        self.load = load
        self.session = session or Session(profile, options.order, options.source_roots, options.source_maps)
        self.session.filter(options.filter, None)
        self.session.selected = self.session.rows[0] if self.session.rows else None
        self._begun_at: tuple[int, bool] | None = None
        """The top row and whether the user had moved, where a first screen was drawn before Textual's."""
        if start is not None:
            self.session.selected = start.selected
            self._begun_at = start.top, start.moved
        self.view = options.view
        self.in_pane = False
        self.chord = ""
        self.find_text = ""
        self.not_there: CallNode | None = None
        """Where the cursor of a call tree stands because the selected function is not in it."""
        self._message: tuple[Span, ...] = ()
        self._message_timer: Timer | None = None
        self._rest_timer: asyncio.TimerHandle | None = None
        self._moved_at = 0.0
        self.came_from = ""
        """The view before a call tree."""

    # Layout

    def compose(self) -> ComposeResult:
        """The frame with all views in it; those not in use are hidden."""
        session = self.session
        yield Row(self._top_line, id="top")
        yield Row(self._tabs_line, id="tabs")
        with Horizontal(id="beside"):
            yield FunctionsView(session.figures, session.names, session.order, id="functions")
            yield CallsView(session.figures, session.names, pane=True, id="side")
        yield CallsView(session.figures, session.names, id="calls")
        yield TreeView(session.figures, session.names, id="tree")
        yield IcicleView(id="icicle")
        yield SourceView(session.figures, session.names, id="source")
        yield Row(self._detail_line, id="detail")
        yield CallsView(session.figures, session.names, pane=True, id="pane")
        yield Prompt(self.keep_filter, self.drop_filter, id="prompt")
        yield Row(self._state_line, id="state")
        yield Row(self._footer_line, id="footer")
        yield Page(lambda width: states.tiny_lines(self.session, width), id="tiny")

    def on_mount(self) -> None:
        """The first screen."""
        self.functions = self.query_one("#functions", FunctionsView)
        self.calls = self.query_one("#calls", CallsView)
        self.branches = self.query_one("#tree", TreeView)
        self.icicle = self.query_one("#icicle", IcicleView)
        self.source = self.query_one("#source", SourceView)
        self.prompt = self.query_one(Prompt)
        self.functions.look = replace(self.functions.look, strip_dirs=self.options.strip_dirs)
        for view in self.query(CallsView):
            view.strip_dirs = self.options.strip_dirs
        self.branches.strip_dirs = self.options.strip_dirs
        if self.session.selected is not None:
            self.session.history.visit(Place(self.view, self.session.selected))
        self._take_over()
        if self._begun_at is not None:
            self.functions.top, self.functions.touched = self._begun_at

    async def _on_idle(self, event: events.Idle) -> None:
        """Lay out and draw at once what has changed; Textual waits for the next sixtieth of a second."""
        event.prevent_default()
        due = self._layout_required or self._scroll_required or self._repaint_required
        if self.is_current and not self.app._batch_count and (due or self._dirty_widgets):
            self._on_timer_update()
        await self._invoke_and_clear_callbacks()

    def on_resize(self, event: events.Resize) -> None:
        """Another size: other rows and panes."""
        self._arrange()

    @property
    def pane(self) -> CallsView | None:
        """The Calls pane, where there is room for one."""
        if self.view != "functions" or not self.session.profile.has_edges:
            return None
        where = room.pane(*self.size)
        return self.query_one(f"#{where}", CallsView) if where else None

    def _arrange(self) -> None:
        """Show what fits and what the view needs, hide the rest."""
        if not self.is_mounted:
            return
        width, height = self.size
        tiny = room.is_tiny(width, height)
        pane = self.pane
        self.in_pane = self.in_pane and pane is not None
        for name in VIEWS:
            self.query_one(f"#{name}").display = self.view == name and not tiny
        self.query_one("#beside").display = self.view == "functions" and not tiny
        for other in ("#pane", "#side"):
            self.query_one(other).display = pane is not None and f"#{pane.id}" == other
        self.query_one("#pane").styles.height = room.pane_rows(height)
        self.query_one("#top").display = self.query_one("#tabs").display = not tiny
        self.query_one("#detail").display = room.has_detail(width, height)
        self.query_one("#state").display = not self.prompt.is_open and room.has_state(width, height)
        self.query_one("#footer").display = not tiny
        self.query_one("#tiny").display = tiny
        self._activate()
        self._follow()
        self._refresh_frame()

    def _activate(self) -> None:
        pane = self.pane
        self.functions.active = not self.in_pane
        self.calls.active = True
        for view in (self.functions, *self.query(CallsView)):
            if view.id in ("pane", "side"):
                assert isinstance(view, CallsView)
                view.active = self.in_pane and view is pane
            view.refresh()

    def _refresh_frame(self) -> None:
        for row in self.query(Row):
            row.refresh()
        self._refresh_tiny()

    def _refresh_tiny(self) -> None:
        """Where all else gives way, the function that stands first is another by order and filter."""
        if room.is_tiny(*self.size):
            self.query_one("#tiny").refresh()

    def keep_filter(self, text: str) -> None:
        """Enter in the prompt."""
        raise NotImplementedError

    def drop_filter(self) -> None:
        """Escape in the prompt."""
        raise NotImplementedError

    # Rows of the frame

    def _top_line(self, width: int) -> Line:
        return frame.top_line(self.session.profile, width)

    def _tabs_line(self, width: int) -> Line:
        if self.view in TREES:
            shown = self.branches.open_text if self.view == "tree" else self.icicle.shown_text()
        else:
            shown = states.shown(self.session, self.view, self.functions.top, self.functions.page)
        return frame.tabs_line(self.view, states.dim_views(self.session.profile), shown, width)

    def _detail_line(self, width: int) -> Line:
        index = self.selected
        if index is None:
            return fitted([], width, "panel")
        if self.view == "source":
            number, calls = self.source.line_number, self.line_texts()
            line = states.source_detail(self.session, self.source.shown, number, calls, width)
            if line is not None:
                return line
        node = self.node_shown
        if self.view == "tree" and node is not None:
            return self.branches.detail_line(width)
        # Only where a node is shown is there a tree already: making one takes time.
        tree = self.session.trees.tree if node is not None else None
        if node is not None and tree is not None:
            return nodelines.detail_line(self.session.figures, self.session.names, tree, node, width)
        return frame.detail_line(self.session.figures, self.session.names, index, width)

    def _state_line(self, width: int) -> Line:
        if self._message:
            return frame.state_line(self._message, [], width)
        if self.chord:
            return frame.state_line([Span(states.CHORDS[self.chord])], [], width)
        if self.view in TREES and self.node_shown is not None:
            return self._tree_state(width)
        return states.state_line(self.session, self.view, self.source.shown, self.find_text, width)

    def _tree_state(self, width: int) -> Line:
        """The search; else which tree this is and what is too small to be shown, or the path to the box."""
        hidden = self.branches.hidden_text if self.view == "tree" else ""
        right = [Span(hidden, "muted")] if hidden else []
        if self.session.query is not None:
            spans = states.finding(self.session, self.found)
            room = width - sum(len(span.text) for span in (*spans, *right)) - 4
            return frame.state_line(spans, right if room >= 0 else [], width)
        if self.view == "tree":
            return frame.state_line([Span(states.which_tree(self.session), "muted")], right, width)
        assert self.node_shown is not None
        return nodelines.breadcrumb(self.session.names, self.node_shown, width)

    @property
    def found(self) -> list[Span]:
        """What the search covers in the view in use."""
        if self.session.query is None and self.view in ("calls", *TREES):
            return []
        if self.view == "tree":
            return states.in_tree(self.branches.matches)
        if self.view == "icicle":
            covered = self.icicle.covered()
            return states.in_picture(covered.seconds, covered.share, covered.complete)
        return states.among(self.calls.matches) if self.view == "calls" else states.covered(self.session)

    def line_texts(self) -> list[str]:
        """What the line under the cursor calls, in words, the heaviest first."""
        raise NotImplementedError

    def _footer_line(self, width: int) -> Line:
        if self.prompt.is_open:
            entries = states.FIND_KEYS if self.view == "source" else states.PROMPT_KEYS
            return frame.keys_line(entries, width, plain=self._plain)
        idle = states.idle_keys(self.session, self.view, self.source.shown)
        return frame.footer_line(self._footer_name, width, idle, self._plain)

    @property
    def _plain(self) -> bool:
        return bool(getattr(self.app, "ascii_only", False))

    @property
    def _footer_name(self) -> str:
        if self.view == "functions" and not self.session.profile.has_edges:
            return "lines"
        return "calls" if self.in_pane else self.view

    def say(self, text: str, role: str = "text", hint: str = "") -> None:
        """A message in the state line, for four seconds or until a key; a hint where there is room for it."""
        if hint and cell_width(text) + cell_width(hint) + 5 <= self.size.width:
            text += f" · {hint}"
        message = self._message = (Span(text, role),)
        if self._message_timer is not None:
            self._message_timer.stop()
        self._message_timer = self.set_timer(MESSAGE_SECONDS, lambda: self._hush(message))
        self.query_one("#state").refresh()

    def _hush(self, only: tuple[Span, ...] | None = None) -> None:
        """Take the message off, or only that one: a timer that was stopped may have fired already."""
        if self._message and (only is None or only is self._message):
            self._message = ()
            self.query_one("#state").refresh()

    # Selection

    @property
    def active_view(self) -> View:
        """Where movements go."""
        if self.view == "functions":
            return (self.pane if self.in_pane else None) or self.functions
        views: dict[str, View] = {
            "calls": self.calls,
            "tree": self.branches,
            "icicle": self.icicle,
            "source": self.source,
        }
        return views[self.view]

    @property
    def node(self) -> CallNode | None:
        """The node under the cursor of a call tree."""
        view = self.active_view
        return view.node if isinstance(view, TreeView | IcicleView) else None

    @property
    def node_shown(self) -> CallNode | None:
        """The node that the frame speaks of: the one under the mouse, or under the cursor."""
        if self.view == "icicle" and self.icicle.hovered is not None:
            return self.icicle.hovered
        return self.node

    @property
    def selected(self) -> int | None:
        """The function that keys act on: the row under the cursor."""
        view, node = self.active_view, self.node
        if isinstance(view, SourceView) or (node is not None and node is self.not_there):
            return self.session.selected
        if (isinstance(view, TreeView | IcicleView) or self.view == "calls") and view.selected is None:
            # Where there is nothing to select, as in Calls without edges, the selection stays what it was.
            return self.session.selected
        return view.selected

    def _take_over(self) -> None:
        """Show a session: at the start, and after reading the file again."""
        session = self.session
        for view in (self.functions, self.branches, self.source, *self.query(CallsView)):
            view.figs = session.figures
        for table in (self.functions, self.branches, *self.query(CallsView)):
            table.names, table.matching = session.names, session.query
        self.mark_tree()
        for calls in self.query(CallsView):
            calls.forget()
        self.source.names = session.names
        self.forget_trees()
        self.functions.order = session.order
        self.functions.when_empty = states.no_functions(session)
        self.functions.show_rows(session.rows, session.selected)
        self._show_selected()
        self._arrange()

    def mark_tree(self) -> None:
        """The call tree marks what the search has found."""
        session = self.session
        self.branches.mark(session.query, session.rows if session.query is not None else None)

    def _show_selected(self) -> None:
        """Bring the view in use to the selection."""
        session = self.session
        index = session.selected
        if self.view == "calls":
            self.calls.why_empty = states.no_calls(session)
            self.calls.show_function(index if session.profile.has_edges else None)
        elif self.view in TREES:
            self.show_tree()
        elif self.view == "source" and index is None:
            self.source.show_listing(None, "", states.no_functions(session))
        elif self.view == "source" and index is not None:
            file = session.names.location(index).rpartition(":")[0] or session.names.location(index)
            shown = session.listing(index)
            self.source.show_listing(shown, file, states.no_source(session, shown))
        if self.view == "functions":
            if index is not None and index in session.rows and index != self.functions.selected:
                self.functions.put_cursor(session.rows.index(index))
            self._follow()

    def show_tree(self, node: CallNode | None = None) -> None:
        """The call tree in use, at ``node`` or at the selected function."""
        raise NotImplementedError

    def forget_trees(self) -> None:
        """The trees that are on the stage are of another profile."""
        raise NotImplementedError

    def _follow(self) -> None:
        """The pane shows the selection; with the focus in it, what it showed, if that is still there."""
        # In the end widgets go before their screen.
        pane = self.pane if self.app.is_running else None
        if pane is None or (self.in_pane and pane.around is not None):
            return
        index = self.functions.selected
        pane.why_empty = "no function is selected"
        if pane.around is None or pane.around.function != index:
            pane.show_function(index)
        else:
            pane.refresh()

    async def settled(self) -> None:
        """Show at once what would follow the cursor after a rest; for pictures and tests."""
        if self._rest_timer is not None:
            self._rest_timer.cancel()
        self._follow()

    def _follow_soon(self) -> None:
        """The pane follows at once where there is time for it, after a rest while a key is held."""
        if self._rest_timer is not None:
            self._rest_timer.cancel()
        if self.pane is not None and not self.in_pane:
            now = time.monotonic()
            wait = REST if now - self._moved_at < HELD else SOON
            self._moved_at = now
            self._rest_timer = asyncio.get_running_loop().call_later(wait, self._follow)

    def go(self, view: str, function: int, node: CallNode | None = None) -> None:
        """Go somewhere and remember it."""
        self._leave()
        self.session.history.visit(Place(view, function, node))
        self._arrive(view, function, node)

    def _leave(self) -> None:
        if self.session.selected is not None:
            self.session.history.update(Place(self.view, self.session.selected, self.node))

    def _arrive(self, view: str, function: int | None, node: CallNode | None = None) -> None:
        self.session.selected = function
        stays = self.in_pane and view == "functions"
        if self.view not in TREES:
            self.came_from = self.view
        self.view, self.in_pane = view, stays
        if node is not None and view in TREES:
            self.show_tree(node)
        else:
            self._show_selected()
        if stays and self.pane is not None:
            self.pane.show_function(function)
        self._arrange()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        """The cursor moved in the table or in the source."""
        if event.view is self.functions:
            self._follow_soon()
        self._refresh_moved()

    def on_calls_view_moved(self, event: CallsView.Moved) -> None:
        """The cursor moved among callers and callees."""
        self._refresh_moved()

    def on_icicle_view_moved(self, event: IcicleView.Moved) -> None:
        """Another box."""
        self._refresh_moved()

    def on_icicle_view_hovered(self, event: IcicleView.Hovered) -> None:
        """The mouse is on another box."""
        self._refresh_moved()

    def _refresh_moved(self) -> None:
        self._refresh_tiny()
        for name in ("#tabs", "#detail", *(("#state",) if self.view in TREES else ())):
            self.query_one(name).refresh()
