"""Which call tree is looked at: top-down, the callers of one function, or those of all."""

from __future__ import annotations

from functools import cached_property

from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.hot_path import all_calls_of
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.analysis.stacktree.weighed import WeighedStacks
from proftui.background.pieces import PIECE, Pieces
from proftui.state.view_names import TREE, is_empty
from proftui_parsers import Profile

TreeState = tuple[str, int | None, bool]
"""Which tree: way, function, whether cycles are unrolled."""
MOST_CALLERS = 3
"""Trees of one function's callers that are kept."""
TOP_DOWN, CALLERS, ALL_CALLERS = "top-down", "bottom-up", "bottom-up of all"


class Trees:
    """The trees of one profile, each made when it is first looked at and kept."""

    def __init__(self, profile: Profile, graph: CallGraph | None = None) -> None:
        """``graph``: that of the profile, if it is known."""
        self.profile = profile
        if graph is not None:
            self.graph = graph
        self.way = TOP_DOWN
        self.function: int | None = None
        self.unrolled = False
        self._made: dict[TreeState, CallTree] = {}
        self._ready: set[TreeState] = set()

    @cached_property
    def graph(self) -> CallGraph:
        """The graph that all of them are made from."""
        return CallGraph(self.profile)

    @cached_property
    def stacks(self) -> WeighedStacks:
        """Those of a recording, which all of them are made from then."""
        return WeighedStacks(self.profile)

    @property
    def tree(self) -> CallTree | None:
        """The tree in use; ``None`` where the file does not say who calls whom."""
        return self._plain_tree

    @property
    def _plain_tree(self) -> CallTree | None:
        if is_empty(TREE, self.profile):
            return None
        tree = self._tree_in(self.state)
        self._forget_callers()
        return tree

    def _tree_in(self, state: TreeState) -> CallTree:
        if state not in self._made:
            self._made[state] = self._make(*state)
        return self._made[state]

    @property
    def top_down(self) -> FlowTree | StackTree:
        """The tree of what is called, also while another one is in use."""
        tree = self._tree_in(self._top_down)
        assert isinstance(tree, FlowTree | StackTree)
        return tree

    def all_calls_of(self, function: int) -> CallNode:
        """A node of all calls of a function together, from which :attr:`top_down` can be walked."""
        tree = self.top_down
        return all_calls_of(tree, function) if isinstance(tree, FlowTree) else tree.all_calls_of(function)

    @property
    def _top_down(self) -> TreeState:
        return TOP_DOWN, None, self.unrolled

    @property
    def state(self) -> TreeState:
        """Which tree is in use."""
        return self.way, self.function if self.way == CALLERS else None, self.unrolled

    @state.setter
    def state(self, state: TreeState) -> None:
        self.way, self.function, self.unrolled = state

    @property
    def is_ready(self) -> bool:
        """Whether the tree in use can be drawn without much work."""
        return self.state in self._ready

    def preparing(self) -> Pieces[None]:
        """The work that the tree in use takes before it can be drawn."""
        yield from self._preparing(self.state, self._plain_tree)

    def preparing_top_down(self) -> Pieces[None]:
        """The work that :attr:`top_down` takes before it can be walked without much work."""
        yield from self._preparing(self._top_down, self.top_down)

    def _preparing(self, state: TreeState, tree: CallTree | None) -> Pieces[None]:
        if state not in self._ready and isinstance(tree, FlowTree | CallerTree | StackTree):
            yield from tree.preparing()
        self._ready.add(state)

    @property
    def pieces(self) -> int:
        """How many pieces that work probably has, where there are many cycles; of stacks, all."""
        if self.profile.recording is not None:
            return len(self.profile.recording) // PIECE
        return (8 * self.profile.count + 7 * len(self.profile.edges) // 2) // PIECE

    def _forget_callers(self) -> None:
        """Of the trees of one function's callers, of which there may be one of each, keep the last ones."""
        callers = [state for state in self._made if state[0] == CALLERS]
        for state in callers[:-MOST_CALLERS]:
            del self._made[state]
            self._ready.discard(state)

    def _make(self, way: str, function: int | None, unrolled: bool) -> CallTree:
        """Exact where there are whole stacks, else worked out from edges."""
        is_down = way == TOP_DOWN
        if self.profile.recording is not None:
            return StackTree(self.stacks, function, inverted=not is_down, unrolled=unrolled)
        if is_down:
            return FlowTree(self.profile, grouped=not unrolled, bare=True, graph=self.graph)
        return CallerTree(self.profile, function, graph=self.graph)

    @property
    def has_cycles(self) -> bool:
        """Whether functions call each other in turn, or themselves in a tree of stacks: can be unrolled."""
        tree = self.top_down
        return tree.recursive if isinstance(tree, StackTree) else bool(tree.groups.cycles)

    def turn_to(self, function: int) -> bool:
        """Bottom-up from one function: from another one now; whether that makes another tree."""
        if self.way != CALLERS or self.function == function:
            return False
        self.function = function
        return True

    def invert(self, function: int | None) -> str:
        """From top-down to the callers of a function, of all functions, and back; which it is now."""
        if self.way == TOP_DOWN and function is not None:
            self.way, self.function = CALLERS, function
        else:
            self.way = TOP_DOWN if self.way == ALL_CALLERS else ALL_CALLERS
        return self.way
