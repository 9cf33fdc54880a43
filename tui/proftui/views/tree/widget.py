"""View 3: the tree of calls, of which the user opens what he wants to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proftui import messages
from proftui.analysis.calltree import reaching
from proftui.analysis.calltree.hot_path import HotPath, hot_path
from proftui.analysis.calltree.nodes import CallNode, CallTree, NoTree, above, patience
from proftui.analysis.calltree.reaching import MOST_LOOKED_AT, Goal
from proftui.analysis.calltree.unfolding import Unfolding
from proftui.analysis.compare.both_tree import BothTree
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, fitted
from proftui.frame import compare_rows, compare_words, state_row
from proftui.frame.nodes import chain_line, detail_line, has_estimate, spoken_node
from proftui.state.kept import KeptTree, NodeKey, OpenPart, along, parts_of, way_of
from proftui.state.session import Session
from proftui.state.view_names import TREE, is_empty
from proftui.views.call_tree import CallTreeView
from proftui.views.protocol import Answer, Extent, Say
from proftui.views.table_view import TableView
from proftui.views.tree import rows as treerows
from proftui.views.tree.chains import Chains
from proftui.views.tree.compared import table_of
from proftui.views.tree.rows import Branch, TreeTable

LEAST = 0.5
"""Percent of the whole below which nodes are summed up, at the start."""
LEAST_CHANGE = 0.01
"""The same of changes."""
STEPS = (0.0, 0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
"""The least shares to choose from."""
NO_TREE = NoTree()
FIRST_PAGE = 18
"""Rows taken for granted before the view has a size."""
SHARES = ("total", "parent", "none")
"""What percentages are of, in the order in which ``%`` walks through them."""

MOST_AT_START = 2_000
"""Nodes after which nothing more is opened at the start."""


class TreeView(TableView[TreeTable], CallTreeView):
    """A call tree as rows; a row is made into text when it is on the screen."""

    view_name = TREE

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.shares = SHARES[0]
        self.least = LEAST
        self.unfolding = Unfolding(NO_TREE, 0.0)
        self.chains = Chains(self.unfolding, session.names.is_thread_or_mine)
        self._goal: Goal | None = None
        self._goal_of: tuple[object, ...] = ()

    # What is shown

    def draw_tree(self, tree: CallTree | None) -> None:
        """Another tree, opened a little; the cursor stays on its function where that is possible."""
        before, height = self.function_here, self.cursor - self.top
        first = self.call_tree is None
        self._goal, self._goal_of = None, ()
        self._fit = None
        self.cursor = 0
        if isinstance(tree, BothTree) is not isinstance(self.call_tree, BothTree) and tree is not None:
            self.least = LEAST_CHANGE if isinstance(tree, BothTree) else LEAST
            if isinstance(tree, BothTree) and not any(root.time for root in tree.roots()):
                # Where nothing changed, what is there is shown.
                self.least = 0.0
        self.call_tree = tree
        shown, unit = tree or NO_TREE, self.figs.unit
        self.unfolding = Unfolding(
            shown, self._seconds(shown), lambda node: has_estimate(node, shown.total, unit)
        )
        folds = not isinstance(tree, BothTree)
        self.chains = Chains(self.unfolding, self.session.names.is_thread_or_mine, folds=folds)
        self._open_first(max(6, (self.page if self.size.height else FIRST_PAGE) // 2))
        self.go_to(0)
        self._changed()
        if not first and before is not None and self.select_function(before):
            self.go_to(self.cursor - height)
            self.reveal()

    def keep_tree(self, key_of: Callable[[CallNode], NodeKey]) -> KeptTree:
        rows = self.unfolding
        made = parts_of((*rows.opened, *self.chains.apart), key_of)
        for opened in rows.opened:
            made[opened].is_open = True
        for last in self.chains.apart:
            made[last].is_apart = True
        height = self.cursor - self.top
        return KeptTree(self.session.trees.way, way_of(self.node, key_of), height, made[None])

    def go_back_to(self, kept: KeptTree, key_of: Callable[[CallNode], NodeKey]) -> None:
        assert kept.opened is not None
        rows, opened, apart = self.unfolding, list[CallNode](), set[CallNode]()
        waiting: list[tuple[OpenPart, Sequence[CallNode]]] = [(kept.opened, rows.tree.roots())]
        while waiting:
            part, nodes = waiting.pop()
            for node in nodes:
                below = part.below.get(key_of(node))
                if below is not None and below.is_apart:
                    apart.add(node)
                if below is not None and below.is_open:
                    opened.append(node)
                    waiting.append((below, rows.children(node)))
        rows.reopen(opened)
        self.chains.apart = apart
        self.chains.renew()
        here = along(kept.cursor, rows.tree.roots(), rows.children, key_of)
        if here is not None and self.put_node(here):
            self.go_to(self.cursor - kept.height)
            self.reveal()

    def _open_first(self, rows: int) -> None:
        """Open what is heaviest until there are so many rows, or long chains take too many nodes."""
        nodes, goes_on = rows, patience(self.unfolding.tree)
        while goes_on():
            self.unfolding.open_first(nodes)
            self.chains.renew()
            if self.length >= rows or not nodes <= len(self.unfolding.nodes) < MOST_AT_START:
                return
            nodes = len(self.unfolding.nodes) + rows - self.length

    def _seconds(self, tree: CallTree) -> float:
        return tree.total * self.least / 100

    @property
    def both(self) -> BothTree | None:
        """The tree, if it is one of both sides of a comparison."""
        return self.call_tree if isinstance(self.call_tree, BothTree) else None

    @property
    def length(self) -> int:
        """Rows shown."""
        return len(self.chains.rows)

    @property
    def chain(self) -> list[CallNode]:
        """The levels in the row under the cursor; of most there is one."""
        return self.chains.nodes(self.cursor) if self.cursor < self.length else []

    @property
    def node(self) -> CallNode | None:
        """What keys act on: of a chain the last level, since that is where the time goes on."""
        return self.chain[-1] if self.cursor < self.length else None

    @property
    def _number(self) -> int:
        """The number of that node among all that are open."""
        return self.chains.rows[self.cursor].last

    def extent(self) -> Extent:
        return super().extent()._replace(least=self.least)

    # The frame around it

    def summary(self) -> str:
        if self.call_tree is None:
            return ""
        way = "callers" if self.unfolding.tree.inverted else "top-down"
        return f"{way} · {figures.plural(len(self.unfolding.nodes), 'node')} open"

    def detail(self, width: int) -> Line:
        if self.node is None:
            return super().detail(width)
        tree, chain = self.unfolding.tree, self.chain
        if self.both is not None:
            pair = self.both.sides(self.node)
            return compare_rows.detail_of_node(self.session, self.node, pair, width, inverted=tree.inverted)
        if len(chain) > 1:
            return chain_line(self.figs, self.names, tree, chain, width)
        return detail_line(self.figs, self.names, tree, self.node, width)

    def sentence(self, width: int) -> Line:
        if self.node is None:
            return state_row.without_tree(self.session, width)
        some = bool(self.unfolding.estimates)
        texts = self.columns.hidden_texts(self.least, self.unfolding.hidden, has_estimates=some)
        return state_row.tree(self.session, self.covered(), texts, width)

    # Keys that all views know

    def sideways(self, step: int) -> Answer:
        if step > 0:
            return None if self.right() else self.nothing_below()
        return None if self.close_here() else Say(messages.IS_ROOT)

    def nothing_below(self) -> Say:
        """Why the node under the cursor shows no more."""
        node = self.node
        if node in self.unfolding.opened:
            return Say(messages.IS_OPEN)
        return Say(messages.NOTHING_BELOW.format(spoken_node(self.names, node) if node is not None else "it"))

    def hot_path(self) -> Answer:
        path = self.open_hot_path()
        if path is None:
            return Say(messages.NO_WAY_DOWN)
        if self.both is not None:
            return Say(compare_words.biggest_change(self.session, self.both, path.nodes))
        return self.told_path(path, "5 source", self.app.size.width)

    def go_to_match(self, step: int) -> Answer:
        if self.is_building:
            return Say(messages.STILL_BUILDING)
        goal = self.goal
        if goal is None or not goal.functions:
            return Say(messages.SEARCH_ENDED["none"])
        search = reaching.find(self.unfolding, self._number if self.length else 0, goal, step)
        if search.node is not None:
            self.put_node(search.node)
            return Say(messages.SEARCH_ENDED["wrapped"]) if search.wrapped else None
        if search.stopped:
            # Again goes on from there.
            return Say(messages.SEARCH_STOPPED.format(MOST_LOOKED_AT))
        roots = self.unfolding.tree.roots()
        reached = any(root.function < 0 or goal.reach[root.function] for root in roots)
        is_small = reached and self.unfolding.least > 0
        return Say(messages.SEARCH_ENDED["small" if is_small else "none"])

    def next_shares(self) -> str:
        self.shares = SHARES[(SHARES.index(self.shares) + 1) % len(SHARES)]
        self.changed()
        return self.shares

    def heading_at(self, cell: int) -> str | Say | None:
        if self.both is not None:
            return Say(messages.COMPARE_COLUMNS["cumtime"])
        return Say(messages.TREE_COLUMNS[self.columns.column_at(cell)])

    # The cursor

    def put_node(self, node: CallNode) -> bool:
        """To ``node``, opening what stands above it; whether it is in this tree."""
        if self.unfolding.reveal(node) is None:
            return False
        self.chains.renew()
        self.chains.split(node)
        self._changed(self.chains.row_of(node))
        return True

    def select_function(self, index: int) -> bool:
        """To the heaviest node of a function: of those in sight, else in branches that are not open."""
        if not 0 <= index < len(self.figs.profile.files):
            return False
        if self.function_here == index:
            return True
        seen = (node for node in self.unfolding.nodes if node.function == index)
        # Where a recursive call is all there is, that has to do.
        node = max(seen, key=lambda node: (node.kind != "recursion", node.time), default=None)
        node = node or reaching.heaviest(self.unfolding.tree, index, self.figs.profile)
        return node is not None and self.put_node(node)

    def _changed(self, row: int | None = None) -> None:
        """Other rows are open: draw them, with the cursor on ``row``."""
        if row is not None:
            self.cursor = row
        self.resized()
        self.post_message(self.Moved(self))

    # Opening and closing

    def open_here(self) -> bool:
        """Open what is closed under the cursor, or else give each level of its chain a row of its own."""
        if self.open_node():
            return True
        if self.node is None or not self.chains.split_all(self.cursor):
            return False
        self._changed()
        return True

    def open_node(self) -> bool:
        if self.node is None or not self.unfolding.open(self._number):
            return False
        self._renew()
        return True

    def close_here(self) -> bool:
        """Put a chain together again, else close the node; one that is not open: to its parent."""
        rows, node = self.unfolding, self.node
        if node is None:
            return False
        if self.chains.join(self.cursor):
            self._changed(self.chains.row_of(node))
            return True
        if node in rows.opened:
            rows.close(self._number)
            self._renew()
            return True
        parent = self.chains.parent_row(self.cursor)
        if parent is not None:
            self.put_cursor(parent)
        return parent is not None

    def right(self) -> bool:
        """Open the node under the cursor, or else a chain; what is open: to its first child."""
        if self.open_here():
            return True
        if self.node not in self.unfolding.opened or self.unfolding.end(self._number) == self._number + 1:
            return False
        self.put_cursor(self.cursor + 1)
        return True

    def _renew(self) -> None:
        """After something opened or closed."""
        self.chains.renew()
        self._changed()

    def open_many(self, *, below_cursor: bool = False) -> int:
        """Open everything, heaviest first, up to a limit; how many nodes are left closed."""
        node = self.node
        closed = self.unfolding.expand(self._number if below_cursor and node is not None else None)
        self._keep(node)
        return closed

    def collapse_all(self) -> bool:
        """Close everything; the cursor goes up to what is left."""
        node = self.node
        if node is None or not self.unfolding.collapse():
            return False
        self.chains.apart.clear()
        self._keep(node)
        return True

    def _keep(self, node: CallNode | None, *, forget: bool = False) -> None:
        """The cursor stays on ``node``, or goes to the nearest one above it, at the same height."""
        self.chains.renew(forget=forget)
        height = self.cursor - self.top
        row = None
        while node is not None and row is None:
            row, node = self.chains.row_of(node), node.parent
        row = min(self.cursor, self.length - 1) if row is None else row
        self._changed(max(0, row))
        self.go_to(self.cursor - height)
        self.reveal()

    def open_hot_path(self) -> HotPath | None:
        """Open the hot path from the cursor on, and go to its end; the path, if there is one."""
        rows, node = self.unfolding, self.node
        while node is not None and node.kind not in ("function", "cycle"):
            node = node.parent
        if node is None or self.is_building:
            return None
        path = hot_path(rows.tree, node)
        rows.open_all(path.nodes[:-1])
        self.put_node(path.nodes[-1])
        return path

    # What is too small

    def set_least(self, percent: float) -> None:
        """Another least share, in percent of the whole."""
        self.least = percent
        self._goal = None
        node = self.node
        self.unfolding.set_least(self._seconds(self.unfolding.tree))
        self._keep(node, forget=True)

    def step_least(self, step: int) -> bool:
        """To the next higher (1) or lower (-1) of :data:`STEPS`; whether there is one."""
        further = [least for least in STEPS if (least - self.least) * step > 0]
        if further:
            self.set_least(min(further) if step > 0 else max(further))
        return bool(further)

    # Matches

    @property
    def goal(self) -> Goal | None:
        """The functions that a search matches and what leads to them; ``None`` without search or tree."""
        query = self.session.query
        if not query or self.call_tree is None:
            return None
        made_for = (query, self.figs.profile, self.unfolding.tree, self.least)
        if self._goal is None or self._goal_of != made_for:
            hits = set(self.session.listed.rows_with_entry)
            inverted = self.unfolding.tree.inverted
            reach = reaching.reaching(self.figs.profile, hits, inverted=inverted)
            self._goal, self._goal_of = Goal(hits, reach), made_for
        return self._goal

    # Drawing

    def names_changed(self) -> None:
        self._goal = None
        self.changed()

    def laid_out(self, width: int) -> TreeTable:
        """The columns that fit."""
        return table_of(self.session, self.unfolding.tree, width, self.shares)

    @property
    def has_legend(self) -> bool:
        """Whether the last row says what ``≈`` means."""
        return self.both is None and bool(self.unfolding.estimates) and self.size.height > FIRST_PAGE

    @property
    def page(self) -> int:
        """How many rows fit."""
        return max(1, self.size.height - 1 - self.has_legend)

    def resized(self) -> None:
        """Take over a new number of rows and keep the cursor among them."""
        super().resized()
        self.reveal()

    def heading_line(self) -> Line:
        """Column titles; none where there never will be rows."""
        if is_empty(TREE, self.session.profile):
            return fitted([], self.size.width, "panel")
        return self.columns.heading()

    def row_line(self, row: int) -> Line:
        """One node."""
        return self.columns.row(self.branch(row))

    def branch(self, row: int) -> Branch:
        """A row's nodes with what its drawing depends on."""
        rows, nodes = self.unfolding, self.chains.nodes(row)
        last, total = nodes[-1], rows.tree.total
        closed = len(nodes) > 1 or (last.kind != "rest" and rows.opens(last))
        marker = treerows.CLOSED if closed else treerows.LEAF
        marker = treerows.OPEN if last in rows.opened else marker
        parent = above(nodes[0])
        whole = parent.time if parent is not None and self.shares == "parent" else total
        owns = self.figs.profile.tottime if rows.tree.inverted else None
        own = treerows.own_of(nodes if owns is None else nodes[-1:], owns)
        return Branch(nodes, self.chains.rows[row].level, marker, whole, figures.share(own, total))

    def line_at(self, y: int) -> Line:
        """The heading, a node, or what ``≈`` means."""
        if y == self.size.height - 1 and self.has_legend:
            return fitted([Span(treerows.legend(self.figs.profile), "muted")], self.size.width)
        return super().line_at(y)

    def why_no_rows(self) -> Sequence[str]:
        """Why there is no tree."""
        return (self.why_empty,)

    # Mouse

    def marker_at(self, row: int) -> int:
        """The cell of a row's marker."""
        return self.columns.table.used + 2 + self.columns.indent(self.branch(row).level)

    def toggle(self) -> None:
        """Open the node under the cursor, or close it."""
        if self.node in self.unfolding.opened:
            self.close_here()
        else:
            self.open_here()
