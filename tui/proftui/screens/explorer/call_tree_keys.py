"""What keys do in the two views of the call tree: open and close many, turn round, least share, colours."""

from __future__ import annotations

from proftui import messages
from proftui.frame import sentences
from proftui.frame.functions import spoken
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.tree_builder import TreeBuilder
from proftui.state.call_trees import ALL_CALLERS, CALLERS
from proftui.views.protocol import Say

LEAST_SHARES = {"0": 0.0, "1": 0.001, "2": 0.01, "3": 0.1, "4": 0.5, "5": 1.0, "6": 5.0}
"""Percent of the whole, by the digit that is pressed after ``L``."""


class CallTreeKeys:
    """Keys of Tree and Icicle; the screen sees to it that they are pressed there."""

    def __init__(self, host: Host, builder: TreeBuilder) -> None:
        self._host = host
        self._builder = builder

    def _shows_tree(self) -> bool:
        """Whether the Tree shows something; else say why nothing happens."""
        problem = self._host.panes.tree.nothing_here()
        self._host.answer(problem)
        return problem is None

    # Open and close

    def expand(self) -> None:
        """Open the node."""
        tree = self._host.panes.tree
        if self._shows_tree() and not tree.open_here():
            self._host.answer(tree.nothing_below())

    def collapse(self) -> None:
        """Close the node; a closed one: to its parent."""
        if self._shows_tree() and not self._host.panes.tree.close_here():
            self._host.say(messages.IS_ROOT)

    def expand_many(self, *, below_cursor: bool) -> None:
        """Open everything, or everything below the node."""
        tree = self._host.panes.tree
        if self._shows_tree():
            closed = tree.open_many(below_cursor=below_cursor)
            self._host.say(sentences.nodes_shown(len(tree.unfolding.nodes), closed))

    def collapse_all(self) -> None:
        """Close everything."""
        if self._shows_tree():
            self._host.panes.tree.collapse_all()
            self._host.say(messages.CLOSED)

    # Which tree

    def invert(self) -> None:
        """Bottom-up from the selection, from all functions, top-down again."""
        host, session = self._host, self._host.session
        is_building = self._builder.building is not None
        if is_building or session.trees.tree is None:
            host.say(messages.STILL_BUILDING if is_building else sentences.no_calls(session))
            return
        session.selected = index = host.panes.active.selected
        way = session.trees.invert(index)
        self._builder.show()
        if way == CALLERS and index is not None:
            host.say(messages.OWN_TIME_OF.format(spoken(session.names, index)), hint=messages.I_FOR_ALL)
        else:
            host.say(messages.OF_ALL_CALLERS if way == ALL_CALLERS else messages.TOP_DOWN)
        host.refresh_frame()

    def unroll(self) -> None:
        """Mutual recursion as one node, or unrolled along the path."""
        host, session = self._host, self._host.session
        if problem := self._not_unrolled():
            host.say(problem)
            return
        session.selected = host.panes.active.selected
        session.trees.unrolled = not session.trees.unrolled
        self._builder.show()
        host.say(messages.UNROLLED if session.trees.unrolled else messages.ROLLED)
        host.refresh_frame()

    def _not_unrolled(self) -> str:
        """Why recursion cannot be unrolled or rolled up; empty: it can."""
        if self._builder.building is not None:
            return messages.STILL_BUILDING
        trees = self._host.session.trees
        if trees.tree is None:
            return messages.NO_EDGES
        if trees.tree.inverted:
            return messages.ALWAYS_UNROLLED
        return "" if trees.has_cycles else messages.NO_CYCLES

    # Least share and colours

    def offer_least(self) -> None:
        """Wait for the digit of a least share."""
        if self._shows_tree():
            self._host.status.ask("least", self._choose_least)

    def _choose_least(self, letter: str) -> None:
        if letter in ("[", "]"):
            self.step_least(1 if letter == "]" else -1)
        elif letter in LEAST_SHARES:
            self._host.panes.tree.set_least(LEAST_SHARES[letter])
            self._host.refresh_frame()

    def step_least(self, step: int) -> None:
        """The next least share, lower or higher."""
        if self._shows_tree() and not self._host.panes.tree.step_least(step):
            self._host.say(messages.LEAST_IS_ALL if step < 0 else messages.LEAST_IS_HIGHEST)

    def heat(self) -> None:
        """Colours by package, in a comparison by change, or by own time."""
        icicle = self._host.panes.icicle
        if problem := icicle.nothing_here() or (not icicle.has_colours and Say(messages.WITHOUT_COLOURS)):
            self._host.answer(problem)
            return
        icicle.heat = not icicle.heat
        icicle.mark()
        by_change = icicle.side is not None and not icicle.heat
        self._host.say(messages.COLOURS_OF_CHANGE if by_change else messages.COLOURS[icicle.heat])
