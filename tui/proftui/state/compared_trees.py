"""The call trees of both sides as one."""

from __future__ import annotations

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.calltree.nodes import CallTree
from proftui.analysis.compare.both_tree import BothTree
from proftui.background.pieces import Pieces
from proftui.state.call_trees import CALLERS, Trees, TreeState
from proftui.state.compared import Compared
from proftui_parsers import Profile


class ComparedTrees(Trees):
    """The trees of the new side; the one in use is of both sides."""

    def __init__(self, profile: Profile, graph: CallGraph | None, compared: Compared) -> None:
        """``graph``: that of the profile, if it is known."""
        super().__init__(profile, graph)
        self._compared = compared
        self._both: dict[TreeState, BothTree] = {}

    @property
    def tree(self) -> CallTree | None:
        """The tree of both sides in use."""
        if self.state not in self._both:
            base, new = self._of_base, self._plain_tree
            if base is None and new is None:
                return None
            compared = self._compared
            self._both[self.state] = BothTree(base, new, compared.now, compared.index_of_row, compared.gone)
        return self._both[self.state]

    @property
    def _of_base(self) -> CallTree | None:
        """The same tree before; ``None``: its function was not there."""
        function = None
        if self.way == CALLERS and self.function is not None:
            function = self._compared.base_function(self.function)
            if function is None:
                return None
        trees = self._compared.base.trees
        trees.state = self.way, function, self.unrolled
        return trees.tree

    def preparing(self) -> Pieces[None]:
        """The work that both trees take before they can be drawn."""
        if self._of_base is not None:
            yield from self._compared.base.trees.preparing()
        yield from super().preparing()

    @property
    def pieces(self) -> int:
        """How many pieces that work probably has."""
        return super().pieces + self._compared.base.trees.pieces
