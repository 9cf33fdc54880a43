"""The recorded profile in shapes: how they are worked out, and those looked at last, which are kept."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, cached_property

if TYPE_CHECKING:
    from proftui.analysis.calltree.graph import CallGraph
    from proftui.analysis.names import Names
    from proftui.analysis.shape.shape import Shape
    from proftui.background.pieces import Pieces
    from proftui.state.call_trees import Trees
    from proftui.state.compared import Compared
    from proftui.state.settings import Ownership
    from proftui_parsers import Profile

_SHAPES_KEPT = 2
"""Shapes of which the figures are kept, so that to undo takes no time."""


class Shaping:
    """One recorded profile in shapes, and in a comparison both sides in them."""

    def __init__(
        self, recorded: Profile, names: Names, ownership: Ownership, compared: Compared | None = None
    ) -> None:
        """``compared``: what it is compared with."""
        self.recorded = recorded
        """As it was read, in the measure and the threads that are chosen."""
        self._names, self._ownership, self._compared = names, ownership, compared
        self._known: dict[Shape, CallGraph] = {}
        self._left: dict[Shape, Shape] = {}

    # What the first screen does not need is imported when it is asked for.

    @cached_property
    def recorded_trees(self) -> Trees:
        """The call trees of the recorded profile, from whose graph shapes are worked out."""
        from proftui.state.call_trees import Trees

        return Trees(self.recorded)

    def _chosen(self, shape: Shape) -> Profile:
        """What a shape is of: the measure and the threads that it chooses."""
        source = self.recorded.chosen_from
        if source is None:
            return self.recorded
        from proftui_parsers.stacks.deriving import profile_of

        return profile_of(source, shape.chosen.choice(source))

    def _trees_in(self, shape: Shape) -> Trees:
        """The call trees of what a shape is of."""
        profile = self._chosen(shape)
        if profile is self.recorded:
            return self.recorded_trees
        from proftui.state.call_trees import Trees

        return Trees(profile)

    # The measure and the threads

    def would_choose(self, shape: Shape) -> bool:
        """Whether a shape is of another measure or of other threads than what is shown."""
        source = self.recorded.chosen_from
        return source is not None and shape.chosen.choice(source) != self.recorded.choice

    def choose(self, shape: Shape) -> bool:
        """Take the measure and the threads that a shape is of; whether these are others."""
        profile = self._chosen(shape)
        if profile is self.recorded:
            return False
        self.recorded = profile
        self.__dict__.pop("recorded_trees", None)
        return True

    # Working out

    def has_made(self, shape: Shape) -> bool:
        """Whether :meth:`making` was done for it, and what came of it is kept."""
        left = self.left_of(shape)
        is_compared = self._compared is None or self._compared.knows(shape)
        return is_compared and (not left.steps or self.knows(left))

    def pieces_of(self, shape: Shape) -> int:
        """How many pieces :meth:`making` probably has."""
        source, pieces = self.recorded.chosen_from, 2 * self.recorded_trees.pieces if shape.steps else 0
        if source is None:
            return pieces
        from proftui_parsers.stacks.deriving import stops_of

        return pieces + stops_of(source, shape.chosen.choice(source))

    def making(self, shape: Shape) -> Pieces[None]:
        """Work out what a shape makes of the profile, in pieces."""
        source = self.recorded.chosen_from
        if source is not None:
            from proftui_parsers.stacks.deriving import making

            yield from making(source, shape.chosen.choice(source))
        yield from self._making_left(shape)
        if self._compared is not None:
            yield from self._compared.shaping(self, shape)

    def _making_left(self, shape: Shape) -> Pieces[None]:
        """Work out what of a shape can be, in pieces, if it is not known."""
        from proftui.analysis.shape.making import making
        from proftui.analysis.shape.shape import StepGone

        def others() -> bytearray:
            return self._ownership.mine(shape.said).others

        left = shape
        while left.steps and left not in self._known:
            # Before another takes its room.
            while len(self._known) >= _SHAPES_KEPT:
                del self._known[next(iter(self._known))]
            try:
                made = yield from making(left, self._trees_in(shape).graph, self._names, others)
            except StepGone as gone:
                left = left.without(gone.step)
            else:
                self._known[left] = made
        self._left = {asked: of for asked, of in self._left.items() if of in self._known}
        self._left[shape] = left

    # What came of it

    def knows(self, shape: Shape) -> bool:
        """Whether a shape was made, and is kept."""
        return shape in self._known

    def left_of(self, shape: Shape) -> Shape:
        """What of a shape that was made could be: without a focus on what the profile does not have."""
        return self._left.get(shape, shape)

    def graph(self, shape: Shape) -> CallGraph:
        """The graph of what was made of a shape: its profile, and what call trees are made from."""
        # Those asked for last are kept.
        made = self._known[shape] = self._known.pop(shape)
        return made

    def profile_in(self, shape: Shape) -> Profile:
        """The profile in what could be made of a shape, whether it is on or not."""
        left = self.left_of(shape)
        return self.graph(left).profile if left.steps else self._trees_in(shape).profile

    def graph_in(self, shape: Shape) -> CallGraph:
        """Its graph."""
        left = self.left_of(shape)
        return self.graph(left) if left.steps else self._trees_in(shape).graph
