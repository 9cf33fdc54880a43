"""What Tree and Icicle have in common: a node under the cursor, and the way to the selected function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui import messages
from proftui.analysis.calltree.hot_path import HotPath
from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of, root_of
from proftui.analysis.calltree.plans import IMPORTS as MODULES_IMPORTED
from proftui.drawing.line import Span
from proftui.frame import idle_keys, sentences
from proftui.frame.keys import OF_ALL_CALLERS, OF_CALLERS
from proftui.frame.nodes import spoken_node, told_path
from proftui.state.call_trees import ALL_CALLERS, CALLERS
from proftui.state.kept import KeptTree, NodeKey, node_keys
from proftui.state.session import Session
from proftui.state.shapes import CallPath
from proftui.state.view_names import CALLS, IMPORTS
from proftui.views.protocol import Answer, Go, Say, View
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.frame.explain import Explanation

_TURNED = {CALLERS: OF_CALLERS, ALL_CALLERS: OF_ALL_CALLERS}
"""How the footer's name ends, by which tree is shown."""


class CallTreeView(View):
    """A view of the session's call tree in use."""

    draws_call_tree = has_hot_path = True
    own_order = messages.TREE_ORDER
    call_tree: CallTree | None = None
    """The tree that is shown."""
    is_building = False
    """Whether the tree is still being made, so that there is nothing to act on."""
    why_empty = ""
    why_summed_up = messages.TOO_SMALL_ALONE
    """What a rest is."""
    astray: CallNode | None = None
    """Where the cursor stands because the selected function is not in the tree."""

    kept: KeptTree | None = None

    thin: CallNode | None = None
    """What was asked for where it is too thin to be seen: ``astray`` is what it is a part of."""

    def draw_tree(self, tree: CallTree | None) -> None:
        """Take another tree; ``None``: show why there is none."""
        raise NotImplementedError

    def why_not(self, tree: CallTree) -> str:
        """Why a tree cannot be shown here; empty: it can."""
        return ""

    def put_node(self, node: CallNode) -> bool:
        """To a node of the tree; whether it is in it."""
        raise NotImplementedError

    def select_function(self, index: int) -> bool:
        """To the heaviest node of a function; whether there is one."""
        raise NotImplementedError

    @property
    def wanted_tree(self) -> CallTree | None:
        """The tree that is to be shown."""
        return self.session.trees.tree if self.session.profile.count else None

    def keep(self) -> KeptTree | None:
        return self.kept if self.call_tree is None else self.keep_tree(node_keys(self.session))

    def keep_tree(self, key_of: Callable[[CallNode], NodeKey]) -> KeptTree:
        """What is shown of the tree; ``key_of``: by what nodes are known."""
        raise NotImplementedError

    def go_back_to(self, kept: KeptTree, key_of: Callable[[CallNode], NodeKey]) -> None:
        """Show the same of another tree, as far as it has it."""
        raise NotImplementedError

    def show(self, session: Session) -> None:
        self.session = session
        self.astray = None
        self.draw_tree(None)

    def show_selected(self, node: CallNode | None = None) -> Answer:
        session = self.session
        tree = self.wanted_tree
        self.why_empty = sentences.no_nodes(session)
        if tree is not None and (why_not := self.why_not(tree)):
            self.why_empty, tree = why_not, None
        if tree is None or tree is not self.call_tree:
            self.draw_tree(tree)
            self._go_to_kept(tree)
        is_there, self.thin = False, None
        if node is not None and tree is not None and root_of(node) in tree.roots():
            is_there = self.put_node(node)
        if not is_there and self.thin is None and session.selected is not None:
            is_there = self.select_function(session.selected)
        self.astray = None if is_there else self.node
        if self.astray is None or session.selected is None:
            return None
        if self.thin is not None:
            return Say(messages.TOO_THIN.format(spoken_node(self.names, self.thin)))
        return Say(sentences.not_in_tree(session))

    def _go_to_kept(self, tree: CallTree | None) -> None:
        kept = self.kept
        if tree is not None and kept is not None:
            self.kept = None
            if kept.way == self.session.trees.way:
                self.go_back_to(kept, node_keys(self.session))

    @property
    def function_here(self) -> int | None:
        """The function under the cursor."""
        node = self.node
        return node.function if node is not None and node.function >= 0 else None

    @property
    def selected(self) -> int | None:
        here = self.function_here if self.node is not self.astray else None
        return self.session.selected if here is None else here

    @property
    def call_path(self) -> CallPath | Say:
        node, tree = self.node, self.call_tree
        problem = self.nothing_here()
        if problem is not None or node is None or tree is None:
            return problem or Say(messages.NOTHING_SELECTED)
        path = path_of(node)
        if any(step.kind != "function" for step in path):
            return Say(messages.NO_SINGLE_PATH[any(step.kind == "cycle" for step in path)])
        functions = [step.function for step in path]
        return CallPath(tuple(functions[::-1] if tree.inverted else functions), not tree.inverted)

    def covered(self) -> list[Span]:
        return [] if self.session.query is None else super().covered()

    # Keys

    def nothing_here(self) -> Say | None:
        """Why there is nothing to act on."""
        if self.is_building:
            return Say(messages.STILL_BUILDING)
        return Say(self.why_empty or sentences.no_nodes(self.session)) if self.node is None else None

    def open_node(self) -> bool:
        """Show more of the node under the cursor; whether there is more."""
        raise NotImplementedError

    def open(self) -> Answer:
        node = self.node
        if node is None or self.is_building:
            return self.nothing_here()
        if node.key == MODULES_IMPORTED and node.parent is not None and node.parent.function >= 0:
            return Go(IMPORTS, node.parent.function)
        if self.open_node():
            return None
        if node.function >= 0:
            return Go(CALLS, node.function)
        if node.kind == "unattributed":
            return Say(messages.UNATTRIBUTED)
        return Say(self.why_summed_up if node.count else messages.RECURSIVE_REST)

    def told_path(self, path: HotPath, hint: str, width: int) -> Say:
        """A hot path in words."""
        assert self.call_tree is not None
        hint = hint if len(path.nodes) > 1 else messages.U_HEAVIEST_CALLER
        return Say(told_path(self.figs, self.names, self.call_tree, path, width), hint=hint)

    def explain(self) -> Explanation | None:
        from proftui.frame.explain import node

        if self.is_building or self.node is None or self.call_tree is None:
            return None
        if self.session.side.base is not None:
            # What is estimated is so on either side: how is told where one side is looked at.
            return None
        return node(self.session, self.call_tree, self.node)

    @property
    def footer(self) -> str:
        return self.about.footer(self.view_name, self.view_name + _TURNED.get(self.session.trees.way, ""))

    @property
    def idle_keys(self) -> Sequence[str]:
        return idle_keys.in_calls(self.session)
