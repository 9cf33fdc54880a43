"""A comparison as it is looked at: the session of the new side has it, and views ask for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite

from proftui import messages
from proftui.analysis.columns import BEFORE, COLUMNS, COUNT, DELTA, RATIO
from proftui.analysis.compare.both_tree import BothTree, SideTree
from proftui.analysis.compare.columns import with_gone
from proftui.analysis.compare.comparison import Comparison, Same, comparing
from proftui.analysis.compare.measured import (
    CALLS,
    CUMTIME,
    MEASURES,
    OWN,
    FiguresOfRows,
    by_keys,
    columns,
    figures_of,
    keys_of,
    measure_of,
    ratio,
)
from proftui.analysis.compare.side import Side
from proftui.analysis.members import Represented
from proftui.analysis.names import Names
from proftui.analysis.order import TEXTS, Order, text_keys
from proftui.analysis.shape.shape import TERMS, Shape, Step, chosen_of, functions_named
from proftui.background.pieces import Pieces
from proftui.state.compared_rows import Gone, Rows, rows_after
from proftui.state.compared_sides import InShapes, Looked, is_estimate, shaping_runs, without_gone
from proftui.state.one_side import OneSide
from proftui.state.scales import NORMALISED, SECONDS
from proftui_parsers import Function, Profile
from proftui_parsers.consistency import Checked, checked
from proftui_parsers.recent import keep

_KEPT = 3
"""Shapes of which the comparison is kept."""


def notes_of(comparison: Comparison) -> list[str]:
    """What to know of it: how many functions are not called equally often in each run of a side."""
    uneven = zip((runs.uneven for runs in comparison.runs or ()), messages.OF_SIDES, strict=False)
    return [messages.UNEVEN_CALLS[count == 1].format(count, side) for count, side in uneven if count]


class Compared(OneSide):
    """The base, what both sides have in common, and what the user chose of that."""

    def __init__(
        self, recorded: Comparison, base: Side, new: Side, looked: Looked, same: tuple[Same, ...] = ()
    ) -> None:
        """``recorded``: of both sides without a shape; ``looked``: at the base; ``same``: as asked."""
        self.same = same
        self.recorded = self.now = recorded
        self.sides = base, new
        """As they were read."""
        self._gone = Gone(recorded)
        self.profile = with_gone(recorded.new.profile, recorded.base.profile, self._gone.functions)
        """The new side's, with what is gone."""
        self.gone = self._gone.numbers
        """The numbers that functions of the base alone have in ``profile``."""
        self.base: Looked = looked
        """How the base is looked at: in the shape of the new side."""
        self._chosen_of_base = chosen_of(base.profile)
        self.scale = SECONDS
        self.before = False
        """Whether the other side is shown where there is room for one only."""
        self.measure = OWN
        """What the columns of both sides show."""
        self.calls_measure = CUMTIME
        """The same of calls."""
        self.at = -1
        """The cause that was gone to last; -1: none."""
        self._looked_at: Checked | None = None
        self._made: dict[Shape, Comparison] = {}
        self._side_trees: tuple[BothTree, tuple[SideTree, SideTree]] | None = None
        self._take(recorded)

    def _take(self, comparison: Comparison) -> None:
        self.now, self.at = comparison, -1
        self._figures = FiguresOfRows(comparison.pairs, self.divisor)
        rows = Rows(comparison, self._gone, is_recorded=comparison is self.recorded)
        self.counts, self.index_of_row, self._rows = rows.counts, rows.functions, rows.of_function

    def row(self, index: int) -> int | None:
        """The row of a function of the session's profile; ``None``: it has none."""
        row = self._rows[index] if 0 <= index < len(self._rows) else -1
        return None if row < 0 else row

    def is_gone(self, index: int) -> bool:
        """Whether the new side does not have the function."""
        row = self.row(index)
        return row is not None and self.now.pairs.new[row] < 0

    def base_function(self, index: int) -> int | None:
        """The function of the base that is the same; ``None``: there is none."""
        row = self.row(index)
        function = -1 if row is None else self.now.pairs.base[row]
        return function if function >= 0 else None

    def recorded_row(self, index: int) -> int | None:
        """The row of a function of the session as recorded, whatever is hidden; ``None``: it has none."""
        pairs, function = self.recorded.pairs, self._gone.function(index)
        if function >= 0:
            row = pairs.base_row[function]
        else:
            row = pairs.new_row[index] if 0 <= index < len(pairs.new_row) else -1
        return row if row >= 0 else None

    def index_of_recorded(self, row: int) -> int:
        """The number in the session's profile of the function of a row of :attr:`recorded`."""
        after = self.recorded.pairs.new[row]
        return after if after >= 0 else self._gone.of_base(self.recorded.pairs.base[row])

    def pointed_at(self, index: int) -> tuple[Looked, int] | None:
        """The base and its function that is meant by one of the session; ``None``: that one itself is."""
        function = self.base_function(index) if self.before or self.is_gone(index) else None
        return None if function is None else (self.base, function)

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        """What to know of how both sides were matched; what does not add up in the base, once looked for."""
        check = checked(self.now.base.profile)
        of_base = check.notes if check.is_done else check.early_notes if self._looked_at is check else ()
        return (*notes_of(self.now), *(f"{messages.OF_SIDES[0]}: {note}" for note in of_base))

    def look_at_base(self) -> None:
        """Look for what does not add up there at first sight: of many functions that takes a while."""
        self._looked_at = checked(self.now.base.profile)

    # Figures

    @property
    def divisor(self) -> float:
        """What times after are divided by, where they are normalised: how slow the control group is."""
        of_equal = self.now.control.ratio
        return of_equal if self.scale == NORMALISED and of_equal > 0 else 1.0

    @property
    def figures_of_rows(self) -> FiguresOfRows:
        """What is known of all rows, on the scale in use."""
        if self._figures.divisor != self.divisor:
            self._figures = FiguresOfRows(self.now.pairs, self.divisor)
        return self._figures

    def figures(self, row: int, measure: str) -> tuple[float, float]:
        """What a row shows of a measure, before and after, NaN where there is none; no percentages."""
        before, after = figures_of(self.now.pairs, row, measure)
        return before, after if COLUMNS[measure].kind == COUNT else after / self.divisor

    def ratio(self, row: int, measure: str) -> float | None:
        """After by before; ``None`` for what is new or gone, or nothing before."""
        pairs = self.now.pairs
        if pairs.base[row] < 0 or pairs.new[row] < 0:
            return None
        return ratio(*self.figures(row, measure))

    def is_estimate(self, row: int, measure: str) -> bool:
        """Whether a figure of a row is an estimate on either side."""
        pairs = self.now.pairs
        both_sides = (self.now.base.profile, pairs.base[row]), (self.now.new.profile, pairs.new[row])
        return any(is_estimate(profile, measure, f) for profile, f in both_sides)

    def side_tree(self, tree: BothTree) -> SideTree:
        """The side of a tree of both that is shown."""
        if self._side_trees is None or self._side_trees[0] is not tree:
            totals = self.now.base.total, self.now.new.total
            made = tuple(SideTree(tree, total, after=bool(side)) for side, total in enumerate(totals))
            self._side_trees = tree, (made[0], made[1])
        return self._side_trees[1][not self.before]

    # What a filter asks

    def values(self, field: str, indices: Iterable[int]) -> Iterator[tuple[int, float]]:
        """The functions among these that have a figure: ``delta``, ``ratio``, ``before``, or one after."""
        measure = field if field in MEASURES else self.measure
        known = ((index, row) for index in indices if (row := self.row(index)) is not None)
        befores, afters = self.figures_of_rows.both(measure)
        if field == RATIO:
            found = ((index, self.ratio(row, measure)) for index, row in known)
            return ((index, value) for index, value in found if value is not None)
        if field == BEFORE:
            values = ((index, befores[row]) for index, row in known)
        elif field == DELTA:
            values = ((index, afters[row] - befores[row]) for index, row in known)
        else:
            values = ((index, afters[row]) for index, row in known)
        return ((index, value) for index, value in values if value == value)

    def longest_change(self, indices: Sequence[int]) -> float:
        """The largest change of the measure in use among functions, in either direction."""
        of_all = self.figures_of_rows
        if len(indices) >= len(self.index_of_row):
            return max(map(abs, of_all.largest_changes(self.measure)))
        changes, rows = of_all.changes(self.measure), map(self._rows.__getitem__, indices)
        return max((abs(changes[row]) for row in rows if row >= 0 and isfinite(changes[row])), default=0.0)

    def whole(self, field: str) -> float | None:
        """What percentages of such figures are of: the time before; of what is after, that after."""
        if CALLS in (field, self.measure):
            return None
        return self.now.new.total if field in MEASURES else self.now.base.total

    def is_of(self, word: str, index: int) -> bool:
        """Whether a function is ``new``, ``gone`` or ``changed``."""
        row = self.row(index)
        return row is not None and self.now.pairs.status(row) == word

    # Order

    def sort_columns(self) -> list[str]:
        """What ``s`` walks through."""
        return columns(self.now.pairs)

    def sorting(self, order: Order, names: Names) -> Pieces[list[int]]:
        """The functions of all rows in an order, in pieces."""
        if order.column not in TEXTS and order.heading not in TEXTS:
            pairs = self.now.pairs
            # Of those that changed alike, what took longest stands first.
            rows = by_keys(self.now.there, list(pairs.new_own))
            keys = keys_of(pairs, order, self.figures_of_rows)
            return self._functions(by_keys(rows, keys, is_reversed=order.reversed))
        indices = self._functions(self.now.there)
        for keys in text_keys(names, order.column, range(len(names.profile.files))):
            yield
            indices.sort(key=keys.__getitem__)
            yield
        return indices[::-1] if order.reversed else indices

    def _functions(self, rows: Sequence[int]) -> list[int]:
        # Of most comparisons they are the same.
        same = isinstance(self.index_of_row, range)
        return list(rows if same else map(self.index_of_row.__getitem__, rows))

    def sorted_by(self, order: Order) -> None:
        """Another order: its measure is shown."""
        self.measure = measure_of(order) or self.measure

    # Shapes

    def knows(self, shape: Shape) -> bool:
        """Whether :meth:`shaping` was done for it."""
        return not shape.steps or (
            shape in self._made and self.base.shaping.has_made(self.shape_of_base(shape))
        )

    def shaping(self, new: InShapes, shape: Shape) -> Pieces[None]:
        """Compare both sides in a shape; ``new``: the new side, of which it was made."""
        if self.knows(shape):
            return
        of_base = self.shape_of_base(shape)
        yield from self.base.shaping.making(of_base)
        profiles = self.base.shaping.profile_in(of_base), without_gone(new.profile_in(shape), self.gone)
        settings = self.base.settings
        before = yield from shaping_runs(self.recorded.base, profiles[0], of_base, settings)
        after = yield from shaping_runs(self.recorded.new, profiles[1], shape, settings)
        made = yield from comparing(before, after, list(self._pairs_between(*profiles)))
        keep(self._made, shape, made, _KEPT)

    def _pairs_between(self, base: Profile, new: Profile) -> Iterator[Same]:
        """Who is who in a shape: what is the same without it; groups have their names."""
        from proftui.analysis.shaped_profile import ShapedProfile

        if new.grouped_by:
            return
        hidden = [of.hidden if isinstance(of, ShapedProfile) else bytes(len(of.files)) for of in (base, new)]
        pairs = self.recorded.pairs
        for row, (f, g) in enumerate(zip(pairs.base, pairs.new, strict=True)):
            if f >= 0 and g >= 0 and row not in pairs.bundles and not hidden[0][f] and not hidden[1][g]:
                yield Same(f, g, pairs.stages[row], pairs.score(row))

    def take_shape(self, shape: Shape) -> None:
        """The session has this shape now."""
        self.base.take_shape(self.shape_of_base(shape))
        made = self._made[shape] if shape.steps else self.recorded
        if made is self.now:
            self.at = -1
        else:
            self._take(made)

    def groups_of_both(self, groups: Represented) -> Represented:
        """Groups of the new side with those that only the base has."""
        from proftui.analysis.shaped_profile import ShapedProfile

        base, pairs = self.now.base.profile, self.now.pairs
        before = base.groups if isinstance(base, ShapedProfile) else None
        names, sizes, group = [*groups.members.names], [*groups.members.sizes], dict(groups.group)
        for row in range(rows_after(pairs), len(pairs)):
            if before is not None and pairs.base[row] in before.group:
                group[self.index_of_row[row]] = len(names)
                names.append(before.name(pairs.base[row]))
                sizes.append(before.size(pairs.base[row]))
        return groups._replace(members=groups.members._replace(names=names, sizes=sizes), group=group)

    def shape_of_base(self, shape: Shape) -> Shape:
        """The same steps of the base, without what it does not have."""
        steps = tuple(found for step in shape.steps if (found := self._step_of_base(step)) is not None)
        return shape._replace(steps=steps, chosen=self._chosen_of_base)

    def lacks(self, shape: Shape) -> bool:
        """Whether the base has nothing of what a shape leaves, as far as that is known before it is made."""
        of_base = self.shape_of_base(shape)
        return len(self.base.shaping.left_of(of_base).focuses) < len(shape.focuses)

    def _step_of_base(self, step: Step) -> Step | None:
        if step.kind == TERMS and not self.base.hidden_by_step(step):
            # What hides nothing there is no reason to work its figures out anew.
            return None
        if step.function is None and not step.path:
            return step
        function = None if step.function is None else self._function_of_base(step.function)
        path = tuple(map(self._function_of_base, step.path))
        if None in path or (step.function is not None and function is None):
            return None
        return step._replace(function=function, path=tuple(of for of in path if of is not None))

    def _function_of_base(self, function: Function) -> Function | None:
        index = next(functions_named(self.profile, function), None)
        row = None if index is None else self.recorded_row(index)
        found = -1 if row is None else self.recorded.pairs.base[row]
        return self.sides[0].profile.function(found) if found >= 0 else None
