"""The call tree on the stage: made at once or, where that takes long, while the screen stays alive."""

from __future__ import annotations

from textual import messages

from proftui.analysis.calltree.nodes import CallNode
from proftui.background.working import Working
from proftui.frame import messages as states
from proftui.screens.explorer.stage import TREES, Stage
from proftui.screens.loading import Load
from proftui.state.call_trees import State
from proftui.state.session import Options, Session
from proftui_parsers import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.startup.first_screen import FirstScreen


class Growing(Stage):
    """The stage with call trees."""

    def __init__(
        self,
        profile: Profile,
        options: Options,
        load: Load,
        *,
        session: Session | None = None,
        start: FirstScreen | None = None,
    ) -> None:
        super().__init__(profile, options, load, session=session, start=start)
        self.working = Working()
        self.building: State | None = None
        """Which call tree is being made."""
        self._wanted: CallNode | None = None
        self.tree_drawn: State | None = None
        """Which call tree was drawn last."""

    def show_tree(self, node: CallNode | None = None) -> None:
        """The call tree in use, at ``node`` or at the selected function, as far as it is in there."""
        session = self.session
        if not self._prepared(node):
            return
        tree, self.tree_drawn = session.trees.tree if session.profile.count else None, session.trees.state
        if self.view == "tree":
            self.branches.why_empty = states.no_calls(session)
            if self.branches.unfolding is None or self.branches.unfolding.tree is not tree:
                self.branches.show_tree(tree)
        elif tree is None or self.icicle.call_tree is not tree:
            self.icicle.show_tree(tree, session.names, session.figures, states.no_calls(session))
        if self.view == "icicle":
            self.mark_icicle()
        view = self.branches if self.view == "tree" else self.icicle
        found = False
        if node is not None and tree is not None and root_of(node) in tree.roots():
            view.put_node(node)
            found = view.node is node
        if not found and session.selected is not None:
            found = view.select_function(session.selected)
            if not found and session.trees.turn_to(session.selected):
                self.show_tree()
                return
        self.not_there = None if found else view.node
        if not found and session.selected is not None and view.node is not None:
            self.say(states.not_in_tree(session))

    def _prepared(self, node: CallNode | None) -> bool:
        """Whether the call tree in use can be drawn; else its view says so until it can."""
        trees = self.session.trees
        self._wanted = node
        if trees.is_ready:
            return True
        if self.building != trees.state:
            self.building = trees.state
            if self.working.begin(trees.preparing(), trees.pieces, self._tell, self._built):
                self.building = None
                return True
        self.branches.show_tree(None)
        self.icicle.show_tree(None, self.session.names, self.session.figures)
        self._tell()
        return False

    def _built(self) -> None:
        self.building = None
        if self.view in TREES:
            self.show_tree(self._wanted)
            self._refresh_frame()

    def stop_building(self) -> None:
        """Leave a call tree unfinished, and go back to where the user was."""
        self.working.stop()
        self.building, trees = None, self.session.trees
        if self.tree_drawn is not None and self.tree_drawn != trees.state:
            trees.state = self.tree_drawn
            self.show_tree()
            self._refresh_frame()
        else:
            self._arrive(self.came_from or "functions", self.session.selected)

    async def on_prune(self, event: messages.Prune) -> None:
        """The end, however it came: widgets go before their screen, and no work may want them after this."""
        self.tidy()

    def tidy(self) -> None:
        """Leave undone all that would go on by itself."""
        self.working.end()

    def _tell(self) -> None:
        """How far the call tree is."""
        text = states.building(self.working.percent)
        for view in (self.branches, self.icicle):
            if view.why_empty != text:
                view.why_empty = text
                view.refresh()

    def mark_icicle(self) -> None:
        """The picture marks what the search has found."""
        session = self.session
        if self.icicle.matching is not session.query:
            self.icicle.mark(session.query, session.rows if session.query is not None else None)

    def forget_trees(self) -> None:
        """The trees that are on the stage are of another profile."""
        self.working.stop()
        self.building = self.tree_drawn = None
        self._wanted = self.not_there = None
        self.branches.show_tree(None)
        self.icicle.show_tree(None, self.session.names, self.session.figures)


def root_of(node: CallNode) -> CallNode:
    """The root that a node stands below."""
    while node.parent is not None:
        node = node.parent
    return node
