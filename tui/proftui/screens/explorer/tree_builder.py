"""Call trees are made at once or, where that takes long, while the screen stays alive."""

from __future__ import annotations

from collections.abc import Callable

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.frame import sentences
from proftui.screens.explorer.host import Host
from proftui.state.call_trees import TreeState
from proftui.state.view_names import FUNCTIONS
from proftui.views.protocol import Say


class TreeBuilder:
    """Makes the call tree in use, and shows it when it is there."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.worker = host.jobs.worker(self._given_up)
        self.building: TreeState | None = None
        """Which call tree is being made."""
        self._drawn: TreeState | None = None
        """Which call tree was drawn last."""
        self._wanted: CallNode | None = None
        self.view_before = FUNCTIONS
        """The view before a call tree."""

    def show(self, node: CallNode | None = None) -> None:
        """The call tree in use, at ``node`` or at the selected function, as soon as it is there."""
        session = self._host.session
        self._wanted = node
        if not session.trees.is_ready:
            self._build()
            return
        self._drawn = session.trees.state
        answer = self._host.panes.shown.show_selected(node)
        index = session.selected
        lost = index is not None and answer == Say(sentences.not_in_tree(session))
        if lost and index is not None and session.trees.turn_to(index):
            self.show()
        else:
            self._host.answer(answer)

    def _build(self) -> None:
        """Make the call tree in use; its views say so until it is there."""
        trees, state = self._host.session.trees, self._host.session.trees.state
        if self.building != state:
            self._set_building(state)
            work, expected = trees.preparing(), trees.pieces
            self._host.jobs.begin(self.worker, work, self._built, tell=self._tell, expected=expected)
        else:
            self._tell()

    def walk_down(self, then: Callable[[], None]) -> None:
        """Do ``then`` as soon as the tree of what is called can be walked; another one that is made waits."""
        host, trees = self._host, self._host.session.trees
        self._set_building(None)
        work, tell = trees.preparing_top_down(), host.status.telling(self.worker, messages.BUILDING)
        host.jobs.begin(self.worker, work, then, tell=tell, expected=trees.pieces)

    def _set_building(self, state: TreeState | None) -> None:
        self.building = state
        for view in self._host.panes.trees:
            view.is_building = state is not None

    def _built(self) -> None:
        self._set_building(None)
        if self._host.panes.shown.draws_call_tree:
            self.show(self._wanted)
            self._host.refresh_frame()

    def _given_up(self) -> None:
        """Go back to the tree that was drawn before, or to the view before it."""
        self._set_building(None)
        panes, trees = self._host.panes, self._host.session.trees
        if self._drawn is not None and self._drawn != trees.state:
            trees.state = self._drawn
            if panes.shown.draws_call_tree:
                self.show()
                self._host.refresh_frame()
        elif panes.shown.draws_call_tree:
            self._host.arrive(self.view_before, self._host.session.selected)

    def _tell(self) -> None:
        """How far the call tree is."""
        text = messages.BUILDING.format(self.worker.far)
        for view in self._host.panes.trees:
            if view.why_empty != text:
                view.draw_tree(None)
                view.why_empty = text
                view.changed()

    def forget(self) -> None:
        """The trees that there are belong to another profile; none is being made."""
        self._set_building(None)
        self._drawn = self._wanted = None
