"""View 4: the call tree as a picture, one row a level, width is time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Region

from proftui import messages
from proftui.analysis.calltree.hot_path import hot_path
from proftui.analysis.calltree.nodes import CallNode, CallTree, above, path_of
from proftui.analysis.calltree.reaching import heaviest
from proftui.analysis.compare.both_tree import BothTree, SideTree
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.drawing import figures
from proftui.drawing.capabilities import NO_COLOURS
from proftui.drawing.line import Line, Span, fitted
from proftui.frame import compare_rows, compare_sentences, compare_words, nodes, state_row
from proftui.frame.nodes import whole_of
from proftui.state.kept import KeptTree, NodeKey, along, way_of
from proftui.state.session import Session
from proftui.state.view_names import ICICLE
from proftui.views.call_tree import CallTreeView
from proftui.views.icicle.boxes import NO_ROWS, Icicle, LevelRows, Place, arranged
from proftui.views.icicle.paint import EDGE, BoxChanges, Known, Paint, legend_of_changes
from proftui.views.icicle.rows import legend, level_line
from proftui.views.protocol import Answer, Extent, Say
from proftui.widgets.drawn import Drawn, painted
from proftui.widgets.rows import step_of

_MOST_PICTURES = 8
_MOST_OF_SIDES = 500
"""Nodes looked at for the heaviest of a function of a comparison."""


class IcicleView(Drawn, CallTreeView):
    """Boxes with a selected one; zooms into them and out again."""

    DEFAULT_CSS = "IcicleView { height: 1fr; }"
    view_name = ICICLE
    why_summed_up = messages.TOO_NARROW_ALONE
    node: CallNode | None = None

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.can_focus = False
        self.root: CallNode | None = None
        """The node that is zoomed on; ``None``: the whole tree is shown."""
        self._zooms: list[tuple[CallNode | None, CallNode | None]] = []
        self._top = 0
        self._hover: Place | None = None
        self._picture: Icicle | None = None
        self._pictures: dict[tuple[CallNode | None, int], Icicle] = {}
        """Those that were shown last: zooming out lays nothing out again."""
        self._known: Known | None = None
        self._paint: Paint | None = None
        self._matches: list[Place] | None = None
        self._place: Place | None = None
        self.heat = False
        """Whether boxes are coloured by own time, not by package or by what became of them."""

    # What is shown

    def draw_tree(self, tree: CallTree | None) -> None:
        """Take another tree, all of it in the picture."""
        if isinstance(tree, SideTree) and self.side is None:
            self.heat = False
        self.call_tree = tree
        self.root, self._zooms, self._top = None, [], 0
        self._pictures = {}
        if self._known is None or self._known.names is not self.names:
            self._known = Known(self.names)
        roots = tree.roots() if tree is not None else ()
        self.node = roots[0] if roots else None
        self.changed()

    def keep_tree(self, key_of: Callable[[CallNode], NodeKey]) -> KeptTree:
        shown = [*self._zooms, (self.root, self.node)]
        zooms = tuple((way_of(root, key_of), way_of(node, key_of)) for root, node in shown)
        return KeptTree(self.session.trees.way, zooms=zooms)

    def go_back_to(self, kept: KeptTree, key_of: Callable[[CallNode], NodeKey]) -> None:
        tree = self.call_tree
        assert tree is not None
        for to_root, to_node in kept.zooms:
            root, node = (along(way, tree.roots(), tree.children, key_of) for way in (to_root, to_node))
            if to_root and root is not None and way_of(root, key_of) == to_root:
                self._zoom_to(root, node or root)
            elif node is not None:
                self.put_node(node)

    def why_not(self, tree: CallTree) -> str:
        trees = (tree.both.base, tree.both.new) if isinstance(tree, SideTree) else (tree,)
        has_none = any(isinstance(one, StackTree) and not one.has_widths for one in trees)
        return messages.NO_WIDTHS if has_none else ""

    @property
    def wanted_tree(self) -> CallTree | None:
        """Of both sides of a comparison, the one that is shown."""
        tree, compared = super().wanted_tree, self.session.compared
        if not isinstance(tree, BothTree) or compared is None:
            return tree
        return compared.side_tree(tree)

    @property
    def side(self) -> SideTree | None:
        """The tree, if it is one side of a comparison."""
        return self.call_tree if isinstance(self.call_tree, SideTree) else None

    def extent(self) -> Extent:
        return super().extent()._replace(root=self.root)

    # The frame around it

    def summary(self) -> str:
        if self.picture is None or self.call_tree is None:
            return ""
        levels = len(self.picture.all_levels())
        direction = "callers" if self.call_tree.inverted else "top-down"
        if self.side is not None and self.side.after:
            direction = messages.AFTER
        more = "" if self.picture.complete else "+"
        return f"{direction} · {figures.plural(levels, 'level')}{more}"

    def detail(self, width: int) -> Line:
        node, tree = self.hovered or self.node, self.call_tree
        if node is None or tree is None:
            return super().detail(width)
        if self.side is not None:
            pair = self.side.sides(node)
            return compare_rows.detail_of_node(self.session, node, pair, width, inverted=tree.inverted)
        return nodes.detail_line(self.figs, self.names, tree, node, width)

    def sentence(self, width: int) -> Line:
        node = self.hovered or self.node
        if node is None:
            return state_row.without_tree(self.session, width)
        if self.session.query is None:
            return nodes.breadcrumb(self.names, node, width)
        return state_row.searching(self.session, self.covered(), [], width, most=30)

    # Keys that all views know

    def sideways(self, step: int) -> Answer:
        before = self.node
        self.move("right" if step > 0 else "left")
        return Say(messages.LEVEL_ENDS[step]) if self.node is before else None

    def hot_path(self) -> Answer:
        assert self.node is not None and self.call_tree is not None
        if self.side is not None:
            return self._biggest_change(self.side, self.node)
        path = hot_path(self.call_tree, self.node)
        self._zoom_to_see(path.nodes[-1])
        return self.told_path(path, messages.ENTER_ZOOMS, self.app.size.width)

    def _biggest_change(self, side: SideTree, node: CallNode) -> Answer:
        """Down the biggest change, as far as this side goes."""
        here = side.both.along(map(side.sides, path_of(node)))
        if here is None:
            return Say(messages.NO_WAY_DOWN)
        path = hot_path(side.both, here).nodes
        last = side.along(map(side.both.sides, path_of(path[-1])))
        self._zoom_to_see(last or node)
        return Say(compare_words.biggest_change(self.session, side.both, path))

    def go_to_match(self, step: int) -> Answer:
        if self.is_building or self.picture is None:
            return Say(messages.STILL_BUILDING if self.is_building else messages.NO_MATCH_IN_PICTURE)
        if self._matches is None:
            self._matches = self.paint.matches_in(self.picture)
        places, here = self._matches, self._place or Place(0, -1)
        if not places:
            return Say(messages.NO_MATCH_IN_PICTURE)
        number = bisect_right(places, here) if step > 0 else bisect_left(places, here) - 1
        self._go_to(places[number % len(places)])
        return None

    def next_shares(self) -> str:
        return "width"

    def changed(self) -> None:
        self._picture = self._hover = None
        self._paint = self._matches = None
        self._find_place()
        self.refresh()

    @property
    def picture(self) -> Icicle | None:
        """The layout for the width there is; ``None`` where there is nothing to show."""
        if self.call_tree is None:
            return None
        if self._picture is None:
            # Before the first layout keys may have been typed ahead: it will be as wide as the screen.
            width = self.size.width or self.app.size.width
            if not width:
                return None
            kept = self._pictures.pop((self.root, width), None)
            self._picture = kept or Icicle(self.call_tree, width, self.root)
            self._pictures[self.root, width] = self._picture
            if len(self._pictures) > _MOST_PICTURES:
                del self._pictures[next(iter(self._pictures))]
        return self._picture

    @property
    def has_colours(self) -> bool:
        """Whether boxes have grounds."""
        return painted(self).palette.mode != NO_COLOURS

    @property
    def idle_keys(self) -> Sequence[str]:
        zoomed_out = ["peel"] if self.root is None else []
        return [*super().idle_keys, *zoomed_out, *([] if self.has_colours else ["heat"])]

    @property
    def paint(self) -> Paint:
        """How boxes are labelled and coloured now."""
        assert self.call_tree is not None
        if self._paint is None:
            tree, side, query = self.call_tree, self.side, self.session.query
            self._paint = Paint(
                self._known or Known(self.names),
                tree.total,
                self.figs.unit,
                whole=whole_of(self.figs.profile, tree),
                heat=self.heat,
                matches=None if query is None else frozenset(self.session.listed.rows_with_entry),
                owns=self.figs.profile.tottime if tree.inverted else None,
                filler=" " if self.has_colours else "─",
                changes=None if side is None else BoxChanges(side, side.both.total),
            )
        return self._paint

    def names_changed(self) -> None:
        self._known = Known(self.names)
        self.mark()

    def mark(self) -> None:
        self._paint = self._matches = None
        self.refresh()

    @property
    def is_zoomed(self) -> bool:
        """Whether the selected box is the one that is zoomed on: Enter opens Calls there."""
        node = self.node
        return node is not None and (node is self.root or (self.root is None and self._is_only_root(node)))

    def _is_only_root(self, node: CallNode) -> bool:
        return self.call_tree is not None and list(self.call_tree.roots()) == [node]

    # Movement

    def move(self, movement: str) -> None:
        picture, here = self.picture, self._place
        if picture is None or here is None:
            return
        if movement in ("left", "right"):
            there = picture.beside(here, 1 if movement == "right" else -1)
        elif movement in ("first", "last"):
            there = Place(here.level, 0 if movement == "first" else len(picture.level(here.level)) - 1)
        else:
            there, levels = here, step_of(movement, self.page, 0)
            for _ in range(abs(levels)):
                further = picture.heaviest_child(there) if levels > 0 else picture.parent(there)
                if further is None:
                    break
                there = further
        if there is not None and there != here:
            self._go_to(there)

    @property
    def page(self) -> int:
        """Levels of a page."""
        return max(1, len(self._rows().levels) - 1)

    def _go_to(self, place: Place) -> None:
        picture = self.picture
        assert picture is not None
        before, top = self._place, self._top
        self._place, self.node = place, picture.box(place).node
        self._reveal()
        if self._top == top and before is not None and self.size.width:
            for level in {before.level, place.level}:
                self._refresh_level(level)
        else:
            self.refresh()
        self.post_message(self.Moved(self))

    def put_node(self, node: CallNode) -> bool:
        """Select a node, or where it is too thin what it is a part of: nothing zooms unasked."""
        place = self.picture.find(node) if self.picture is not None else None
        if place is not None:
            self._go_to(place)
            return True
        self.node = self.thin = node
        self._find_place()
        self.astray = self.node
        self.refresh()
        self.post_message(self.Moved(self))
        return False

    def _zoom_to_see(self, node: CallNode) -> None:
        """Select a node, zooming so far that it can be seen."""
        picture = self.picture
        if picture is not None and picture.find(node) is None:
            parent = above(node)
            # Below a much longer parent it would be too thin as well.
            thin = parent is None or node.time < parent.time / picture.width
            self._zoom_to(node if thin else parent, node)
        else:
            self.put_node(node)

    def select_function(self, index: int) -> bool:
        """Select a function's widest box; where all are too thin, what its heaviest call is a part of."""
        if self.call_tree is None:
            return False
        if self.function_here == index:
            return True
        place = self.picture.widest(index) if self.picture is not None else None
        if place is not None:
            self._go_to(place)
            return True
        # Each node of both sides takes two trees, and what is thin on one may not be on the other.
        if self.side is not None:
            node = heaviest(self.call_tree, index, None, _MOST_OF_SIDES)
        else:
            node = heaviest(self.call_tree, index, self.figs.profile)
        return node is not None and self.put_node(node)

    # Zoom

    def open_node(self) -> bool:
        # The selected box takes the whole width. Where it stands for what was asked for and is too thin,
        # that is zoomed to.
        if self.thin is not None and self.node is self.astray:
            self._zoom_to_see(self.thin)
            return True
        if self.node is None or self.is_zoomed or self.node.kind == "rest":
            return False
        self._zoom_to(self.node, self.node)
        return True

    def _zoom_to(self, root: CallNode | None, selected: CallNode) -> None:
        self._zooms.append((self.root, self.node))
        self._show(root, selected)

    def peel(self) -> bool:
        # Back to what was shown before the last zoom.
        if not self._zooms:
            return False
        root, selected = self._zooms.pop()
        self._show(root, selected)
        return True

    def _show(self, root: CallNode | None, selected: CallNode | None) -> None:
        if root is not None and root.parent is None and self._is_only_root(root):
            root = None
        self.root, self.node, self._top = root, selected, 0
        self.astray = self.thin = None
        self.changed()
        self.post_message(self.Moved(self))

    # Rows

    def _rows(self) -> LevelRows:
        """Which levels stand on the screen; the last row is the legend's."""
        picture = self.picture
        # While it is drawn it has its place: this is its size, at once.
        height = self.outer_size.height
        return NO_ROWS if picture is None else arranged(picture, max(0, height - 1), self._top)

    def _refresh_level(self, level: int) -> None:
        y = self._rows().row_of(level)
        if y is None:
            self.refresh()
        else:
            self.refresh(Region(0, y, self.size.width, 1))

    def _reveal(self) -> None:
        """Scroll so far that the selected level is on the screen."""
        picture, place = self.picture, self._place
        if picture is None or place is None or place.level < picture.first or not self.size.height:
            return
        height = max(1, max(0, self.size.height - 1) - len(self._rows().pinned))
        level = place.level - picture.first
        self._top = min(level, max(self._top, level - height + 1))

    def _find_place(self) -> None:
        """The selected node's box in this picture, or that of what it is part of."""
        picture, self._place = self.picture, None
        if picture is None or self.node is None:
            return
        for node in reversed(path_of(self.node)):
            self._place = picture.find(node)
            if self._place is not None:
                break
        else:
            self._place = picture.find(self.root) if self.root is not None else None
            if self._place is None and picture.level(picture.first):
                self._place = Place(picture.first, 0)
        if self._place is not None:
            self.node = picture.box(self._place).node
            self._reveal()

    def on_resize(self, event: events.Resize) -> None:
        """Other widths: the selection stays; the frame counts the levels that are shown now."""
        self.changed()
        self.post_message(self.Moved(self))

    # Drawing

    def line_at(self, y: int) -> Line:
        """One level, or the legend."""
        picture, (width, height) = self.picture, self.outer_size
        if picture is None or not picture.level(picture.first):
            return fitted([Span(f"  {self.why_empty}" if y == 1 else "", "muted")], width)
        rows, place = self._rows(), self._place
        if y == height - 1:
            return self._legend(picture, rows)
        if rows.folded and y == 0:
            text = Span(f"{EDGE}… {figures.plural(rows.folded, 'level')} above", "muted")
            return fitted([text], width, "cursor" if place is not None and place.level < rows.folded else "")
        level = rows.level_at(y)
        if level is None:
            return fitted([], width)
        selected, hovered = (
            one.number if one is not None and one.level == level else -1 for one in (place, self._hover)
        )
        return level_line(picture, level, self.paint, selected, hovered)

    def _legend(self, picture: Icicle, rows: LevelRows) -> Line:
        more, paint = len(picture.levels) - rows.levels.stop, self.paint
        below = messages.LEVELS_BELOW[picture.complete].format(more) if more else ""
        if paint.changes is not None and not paint.heat:
            words = compare_sentences.less_more_equal(self.session.profile.measure)[:2]
            return legend_of_changes(picture, paint.changes, picture.width, below, *words)
        return legend(picture, (*rows.pinned, *rows.levels), paint, picture.width, below)

    # Mouse

    def _box_at(self, x: int, y: int) -> Place | None:
        level = self._rows().level_at(y)
        return self.picture.at(x, level) if self.picture is not None and level is not None else None

    @property
    def hovered(self) -> CallNode | None:
        """What is under the mouse; the frame says it instead of the selection."""
        if self.picture is None or self._hover is None:
            return None
        return self.picture.box(self._hover).node

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light up what is under the mouse."""
        self._put_hover(self._box_at(event.x, event.y))

    def on_leave(self, event: events.Leave) -> None:
        """The mouse is elsewhere."""
        self._put_hover(None)

    def _put_hover(self, place: Place | None) -> None:
        if place == self._hover:
            return
        before, self._hover = self._hover, place
        for level in {p.level for p in (before, place) if p is not None}:
            self._refresh_level(level)
        self.post_message(self.Moved(self))

    def on_click(self, event: events.Click) -> None:
        """Select a box; once more: zoom on it; on the zoomed one: open it."""
        event.stop()
        place = self._box_at(event.x, event.y)
        if place is None or self.picture is None:
            return
        if place != self._place:
            self._go_to(place)
        elif self.is_zoomed and event.chain >= 2:
            self.post_message(self.Opened(self))
        else:
            self.open_node()

    def scroll_rows(self, levels: int) -> None:
        picture, rows = self.picture, self._rows()
        if picture is None:
            return
        most = max(0, len(picture.levels) - picture.first - max(1, self.size.height - 1 - len(rows.pinned)))
        self._top = max(0, min(self._top + levels, most))
        self.refresh()
