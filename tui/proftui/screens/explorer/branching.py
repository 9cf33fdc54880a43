"""What keys do in the two views of the call tree: open and close, turn round, least share, zoom."""

from __future__ import annotations

from proftui.analysis.calltree.nodes import CallNode, heaviest_path
from proftui.analysis.calltree.reaching import MOST_LOOKED_AT
from proftui.drawing import figures
from proftui.frame import messages as states
from proftui.frame.functions import spoken
from proftui.frame.nodes import spoken_node
from proftui.screens.explorer.finding import Finding
from proftui.screens.explorer.stage import TREES
from proftui.state.call_trees import ALL_CALLERS, CALLERS
from proftui.views.icicle.widget import IcicleView
from proftui.views.tree.widget import TreeView
from proftui.widgets.rows import Rows

LEAST_SHARES = {"0": 0.0, "1": 0.001, "2": 0.01, "3": 0.1, "4": 0.5, "5": 1.0, "6": 5.0}
FOUND = {
    "wrapped": "from the other end again",
    "none": "nothing in this tree matches",
    "small": "matches may be below the least share: L lowers it",
    "stopped": f"no match among {MOST_LOOKED_AT:,} nodes · n searches on",
    "slow": "pattern too slow",
}


class Branching(Finding):
    """The stage with call trees that can be worked with."""

    def _waits(self) -> bool:
        """Whether the tree is being made still, so that there is nothing to act on."""
        waits = self.view in TREES and self.building is not None
        if waits:
            self.say(states.STILL_BUILDING)
        return waits

    def _in_tree(self) -> bool:
        """Whether the Tree is in use and shows something; else say why nothing happens."""
        if self.view != "tree":
            self.say("this is a key of the Tree: 3")
        elif self._waits():
            return False
        elif self.branches.node is None:
            self.say(states.no_calls(self.session))
        else:
            return True
        return False

    def action_expand(self) -> None:
        """Open the node."""
        if self._in_tree() and not self.branches.open_here():
            self.say(self._nothing_below())

    def action_collapse(self) -> None:
        """Close the node; a closed one: to its parent."""
        if self._in_tree() and not self.branches.close_here():
            self.say("this is a root")

    def tree_sideways(self, step: int) -> None:
        """Right opens, left closes; in the picture: to the box beside."""
        if self.view == "icicle":
            before = self.node
            self.icicle.move("right" if step > 0 else "left")
            if before is not None and self.node is before:
                self.say("the level ends here" if step > 0 else "the level starts here")
        elif step > 0:
            if self._in_tree() and not self.branches.right():
                self.say(self._nothing_below())
        else:
            self.action_collapse()

    def _nothing_below(self) -> str:
        node = self.node
        if node is not None and node in getattr(self.branches.unfolding, "opened", ()):
            return "it is open · - closes it"
        name = spoken_node(self.session.names, node) if node is not None else "it"
        return f"nothing to open below {name} · [ lowers the least share"

    def action_expand_all(self) -> None:
        """Open everything."""
        if self._in_tree():
            self._say_left(self.branches.expand_all())

    def action_subtree(self) -> None:
        """Open everything below the node."""
        if self._in_tree():
            self._say_left(self.branches.expand_subtree())

    def _say_left(self, left: int) -> None:
        opened = f"{self.branches.length:,} nodes shown"
        self.say(f"{opened} · {figures.plural(left, 'node')} left closed · U undoes" if left else opened)

    def action_collapse_all(self) -> None:
        """Close everything."""
        if self._in_tree():
            self.branches.collapse_all()
            self.say("closed · U undoes")

    def action_undo(self) -> None:
        """Take back the last expand-all or collapse-all."""
        if self._in_tree() and not self.branches.undo():
            self.say("nothing to take back here: U undoes E, C and *")

    def action_invert(self) -> None:
        """Bottom-up from the selection, from all functions, top-down again."""
        session = self.session
        if self.view not in TREES:
            self.say("this is a key of Tree and Icicle: 3, 4")
            return
        if self._waits():
            return
        if session.trees.tree is None:
            self.say(states.no_calls(session))
            return
        index = self.selected
        session.selected = index
        way = session.trees.invert(index)
        self.show_tree()
        if way == CALLERS and index is not None:
            self.say(f"own time of {spoken(session.names, index)} by its callers · i goes on")
        else:
            self.say("own time of all functions by their callers" if way == ALL_CALLERS else "top-down")
        self._refresh_frame()

    def action_recursion(self) -> None:
        """Mutual recursion as one node, or unrolled along the path."""
        session = self.session
        if self.view not in TREES:
            self.say("this is a key of Tree and Icicle: 3, 4")
        elif self._waits():
            return
        elif session.trees.tree is None or session.trees.tree.inverted:
            self.say("bottom-up, recursion is always unrolled" if session.trees.tree else "no call edges")
        elif not session.trees.has_cycles:
            self.say("no functions call each other in turn here")
        else:
            session.selected = self.selected
            session.trees.unrolled = not session.trees.unrolled
            self.show_tree()
            self.say("cycles unrolled" if session.trees.unrolled else "functions of a cycle as one node")
            self._refresh_frame()

    def action_least(self) -> None:
        """Choose the least share shown."""
        if self._in_tree():
            self.chord = "least"
            self.query_one("#state").refresh()

    def action_least_step(self, step: int) -> None:
        """The next least share, lower or higher."""
        if self._in_tree() and not self.branches.step_least(step):
            self.say("everything is shown" if step < 0 else "this is the highest least share")

    def choose_least(self, letter: str) -> None:
        """What was pressed after ``L``."""
        if letter in "[]" and letter:
            self.action_least_step(1 if letter == "]" else -1)
        elif letter in LEAST_SHARES:
            self.branches.set_least(LEAST_SHARES[letter])
            self._refresh_frame()

    def action_heat(self) -> None:
        """Colours by package or by own time."""
        if self.view != "icicle":
            self.say("this is a key of the Icicle: 4")
            return
        self.icicle.heat = not self.icicle.heat
        self.say("colours: own time" if self.icicle.heat else "colours: package")

    # Going on

    def open_node(self) -> None:
        """Enter: open, zoom, or on to the function's calls."""
        node = self.node
        if self._waits():
            return
        if node is None:
            self.say(states.no_calls(self.session))
        elif self.view == "icicle":
            if not self.icicle.zoom_in():
                self._to_calls(node)
        elif not self.branches.open_here():
            self._to_calls(node)

    def _to_calls(self, node: CallNode) -> None:
        if node.function >= 0:
            self.go("calls", node.function)
        elif node.kind == "unattributed":
            self.say("the file gives this time to no function: two of them had one name, or it was cut")
        elif node.count:
            self.say("what is too small to be shown on its own · [ lowers the least share")
        else:
            self.say("time of recursive calls that cannot be told apart")

    def hot_path_down(self) -> None:
        """Down the heaviest nodes."""
        if self._waits():
            return
        node, tree = self.node, self.session.trees.tree
        if node is None or tree is None:
            self.say(states.no_calls(self.session))
            return
        if self.view == "tree":
            path = self.branches.hot_path()
        else:
            path = heaviest_path(tree, node)
            self.icicle.put_node(path[-1])
        names = [spoken_node(self.session.names, step) for step in path[-4:]]
        if len(path) < 2:
            last = names[-1] if names else "it"
            self.say(f"{last} calls nothing heavier than itself", hint="u heaviest caller")
        else:
            hint = "5 source" if self.view == "tree" else "↵ zooms"
            self.say(states.hot_path(names, hint, self.size.width))

    def next_in_tree(self, step: int) -> None:
        """To the next match, also in branches that are not open."""
        if self._waits():
            return
        if self.view == "icicle":
            if not self.icicle.find(step):
                self.say("no match in this picture")
            return
        status = self.branches.find(step)
        if status in FOUND:
            self.say(FOUND[status])

    def shares_of_tree(self) -> None:
        """Shares of the total, of the parent, none."""
        if self.view == "icicle":
            self.say("the width of a box is its share of the whole run")
            return
        ring = ("total", "parent", "none")
        self.branches.shares = ring[(ring.index(self.branches.shares) + 1) % len(ring)]
        self.branches.changed()
        words = {"total": "%: of the whole run", "parent": "%: of the parent", "none": "shares are hidden"}
        self.say(words[self.branches.shares])

    # Mouse

    def on_icicle_view_opened(self, event: IcicleView.Opened) -> None:
        """A double click on the box that is zoomed."""
        self.open_node()

    def explain_column(self, event: Rows.HeadingClicked) -> None:
        """A click on a heading of the Tree."""
        if isinstance(event.view, TreeView):
            self.say(event.view.explains(event.column))
