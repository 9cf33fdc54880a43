"""Where the user goes and came from: views, the history, the heaviest caller, the hot path."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.calltree.nodes import CallNode
from proftui.frame import sentences
from proftui.frame.about import about
from proftui.frame.functions import spoken
from proftui.frame.nodes import told_path
from proftui.screens.explorer.filter import Filter
from proftui.screens.explorer.finders import Finder
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.tree_builder import TreeBuilder
from proftui.state.call_trees import TOP_DOWN
from proftui.state.history import HistoryEntry
from proftui.state.session import Session
from proftui.state.stand_ins import instead_of, is_left_out, shown_as
from proftui.state.view_names import CALLS, FUNCTIONS, IMPORTS, OVERVIEW, SHAPED, SOURCE, TABS, TITLES
from proftui.views.protocol import Go, View

PANE = "pane"


class Navigation:
    """The way of the user through views and functions."""

    def __init__(self, host: Host, builder: TreeBuilder, filter_: Filter) -> None:
        self._host = host
        self._builder = builder
        # What packages take is told when it is known who imports whom.
        self.finder = Finder(host, filter_.measure_soon)

    # Going

    def go(self, view: str, function: int, node: CallNode | None = None) -> None:
        """Show a view at a function, and remember the way."""
        if view == SOURCE and self._is_group(function):
            return
        self._leave()
        self._host.session.history.visit(HistoryEntry(view, function, node))
        self.arrive(view, function, node)

    def _is_group(self, function: int) -> bool:
        """Whether it stands for a group, which has no source text; if so, that is said."""
        groups = self._host.session.groups
        if groups is None or function not in groups.group:
            return False
        self._host.say(messages.NEEDS_ONE_FUNCTION.format(groups.members.by, TITLES[SOURCE]))
        return True

    def _leave(self) -> None:
        """The entry that is left is where the cursor stands now."""
        session, panes = self._host.session, self._host.panes
        if session.selected is not None:
            session.history.update(HistoryEntry(panes.view_name, session.selected, panes.active.node))

    def arrive(self, view: str, function: int | None, node: CallNode | None = None) -> None:
        """Show a view at a function; a pane keeps the keys where Functions stays."""
        panes, session = self._host.panes, self._host.session
        hidden = function if view in SHAPED and session.is_hidden(function) else None
        if hidden is not None:
            function, node = instead_of(session, hidden), None
        session.selected = function
        if not panes.shown.draws_call_tree:
            self._builder.view_before = panes.view_name
        panes.view_name, panes.in_pane = view, panes.in_pane and view == FUNCTIONS
        self.show_selected(node)
        if panes.in_pane and panes.pane is not None:
            panes.pane.show_function(function)
        self._host.lay_out()
        if hidden is not None:
            self._host.say(self._why_another(hidden))

    def _why_another(self, function: int) -> str:
        """Why something else is shown than a function: it is hidden, or in a group."""
        session = self._host.session
        name = spoken(session.recorded_names, function)
        if session.groups is not None and not is_left_out(session, function):
            return messages.IN_GROUP.format(name, session.groups.members.by)
        return messages.HIDDEN_THERE.format(name)

    def show_selected(self, node: CallNode | None = None) -> None:
        """Bring the view in use to the selection, as soon as it can be drawn."""
        view = self._host.panes.shown
        if view.draws_call_tree:
            self._builder.show(node)
        else:
            self.finder.show(view)

    # Views

    def show_view(self, view: str) -> None:
        """Another view of the selection."""
        panes = self._host.panes
        active = panes.active
        if view == SOURCE and (called := active.called_line) is not None:
            self._host.answer(Go(SOURCE, called.function, line=called.line))
            return
        if panes.view_name == view and not panes.in_pane:
            if view == OVERVIEW:
                self.finder.leave()
            return
        index, node = self._taken_along(), active.node
        if view == SOURCE and index is not None and self._is_group(index):
            return
        active.take_cursor()
        self.finder.come_to(view)
        panes.in_pane = False
        if index is None:
            self.arrive(view, None)
        else:
            self.go(view, index, node)

    def _taken_along(self) -> int | None:
        """What another view shows: of a row that is of no function, what was selected before."""
        active = self._host.panes.active
        before = self._host.session.selected if active.view_name in (IMPORTS, OVERVIEW) else None
        return before if active.selected is None else active.selected

    def cycle_view(self, step: int) -> None:
        """The next view; a pane that is on the screen already only takes the keys."""
        panes = self._host.panes
        views = [view for view in TABS if view != SOURCE or self._host.session.groups is None]
        ring = [PANE if name == CALLS and panes.pane is not None else name for name in views]
        here = PANE if panes.in_pane else panes.view_name
        # What has no number stands behind the last that has one.
        at = ring.index(here) if here in ring else -1 if step > 0 else 0
        there = ring[(at + step) % len(ring)]
        index, node = self._taken_along(), panes.active.node
        if there == PANE or (panes.in_pane and there == FUNCTIONS):
            panes.in_pane = there == PANE
            self._host.lay_out()
            return
        if panes.in_pane:
            index = self._host.session.selected
        panes.in_pane = False
        self.arrive(there, index, node)

    def open(self) -> None:
        """Enter: lead on."""
        view = self._host.panes.active
        view.take_cursor()
        self._host.answer(view.open())

    # The history

    def back(self) -> None:
        """Where the user was before; at last the list of profiles, if it was chosen there."""
        from proftui.screens.file_picker import Picker

        app = self._host.app
        if self._host.session.history.here <= 0 and isinstance(app.screen_stack[-2], Picker):
            app.pop_screen()
        else:
            self._step(-1, messages.STARTED_HERE)

    def forward(self) -> None:
        """Where the user went back from."""
        self._step(1, messages.NOTHING_AHEAD)

    def _step(self, by: int, otherwise: str) -> None:
        self._leave()
        entry = self._host.session.history.step(by)
        if entry is None:
            self._host.say(otherwise)
            return
        self.arrive(entry.view, entry.function, entry.node)
        why = self._host.panes.active.why_hidden(entry.function)
        if why:
            self._host.say(why, hint=messages.CLEARS_FILTER)

    # Callers and callees

    def _function_with_calls(self) -> int | None:
        """The selection, which may have callers and callees; if it cannot, that is said."""
        index, profile = self._host.panes.active.selected, self._host.session.profile
        index = None if index is None else shown_as(self._host.session, index)
        why = messages.NOTHING_SELECTED if index is None else sentences.no_edges(profile)
        if why:
            self._host.say(why)
        return None if why else index

    def top_caller(self) -> None:
        """The heaviest caller becomes the selection."""
        host, session, view = self._host, self._host.session, self._host.panes.active
        index = self._function_with_calls()
        if index is None:
            return
        callers = calls.callers(session.profile, index)
        position = calls.heaviest(callers, [index])
        if position is None:
            host.say(f"{spoken(session.names, index)}: {sentences.no_callers(session)}")
            return
        edge = callers[position]
        node = view.node if session.trees.way == TOP_DOWN else None
        parent = node.parent if node is not None else None
        # Above a root the tree has nothing: what calls it may stand elsewhere for other calls.
        stays = view.can_show(edge.function) and (node is None or parent is not None)
        is_above = parent is not None and parent.function == edge.function
        view.take_cursor()
        self.go(host.panes.view_name if stays else CALLS, edge.function, parent if is_above else None)
        host.say(sentences.caller_sentence(session, index, edge, host.app.size.width), hint="< back")

    def hot_path(self) -> None:
        """Down the hot path, the same as the Tree's; every step is in the history."""
        host, session, view = self._host, self._host.session, self._host.panes.active
        if view.has_hot_path:
            host.answer(view.nothing_here() or view.hot_path())
            return
        index = self._function_with_calls()
        if index is None:
            return
        changed = about(session).biggest_change(index)
        if changed is not None:
            self._walk(view, *changed, messages.WALKS_BACK)
            return
        self._builder.walk_down(lambda: self._walk_down(session, view, index))

    def _walk_down(self, session: Session, view: View, index: int) -> None:
        """The hot path of all calls of a function, if the user still waits for it."""
        host, panes = self._host, self._host.panes
        if host.session is not session or panes.active is not view or view.selected != index:
            return
        tree = session.trees.top_down
        path = hot_path(tree, session.trees.all_calls_of(index))
        told = told_path(session.figures, session.names, tree, path, host.app.size.width, by_function=True)
        self._walk(view, path.functions, told, messages.U_HEAVIEST_CALLER)

    def _walk(self, view: View, path: Sequence[int], told: str, hint: str) -> None:
        """Go along a path in Calls, every step in the history; ``hint``: of a path of one function."""
        panes = self._host.panes
        if len(path) > 1:
            view.take_cursor()
            panes.in_pane, hint = False, messages.WALKS_BACK
            if panes.view_name != CALLS:
                self.go(CALLS, path[0])
            for step in path[1:]:
                self._host.session.history.visit(HistoryEntry(CALLS, step))
            self.arrive(CALLS, path[-1])
        self._host.say(told, hint=hint)
