"""What the user is looking at: profile, shape, selection, history. No drawing in here."""

from __future__ import annotations

from proftui.analysis.columns import shaped_of
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.shape.shape import WHOLE, chosen_of, functions_named
from proftui.drawing.figures import UNITS, Unit
from proftui.state.figures import Figures, unit_of
from proftui.state.history import History
from proftui.state.listed import Listed
from proftui.state.one_side import OneSide
from proftui.state.settings import Ownership, Settings
from proftui.state.shapes import Shapes
from proftui.state.shaping import Shaping
from proftui.state.sources import Sources
from proftui.state.view_names import FUNCTIONS
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, cached_property

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from proftui.analysis.calltree.graph import CallGraph
    from proftui.analysis.members import Represented
    from proftui.analysis.mine import Mine
    from proftui.analysis.mine_rules import Rule
    from proftui.analysis.overview.figures import Overview
    from proftui.analysis.search.query import Query
    from proftui.analysis.shape.shape import Shape, Step
    from proftui.analysis.shaped_profile import ShapedProfile
    from proftui.analysis.source.listing import Listing
    from proftui.background.pieces import Pieces
    from proftui.state.call_trees import Trees
    from proftui.state.compared import Compared

CALLS_SHARES = ("function", "total", "none")
"""What percentages beside callers and callees are of, in the order in which ``%`` walks through them."""


class Options(NamedTuple):
    """What the command line chose for the first screen."""

    filter: str = ""
    view: str = FUNCTIONS
    watch: bool = False


class Headline(NamedTuple):
    """What is said of a whole profile."""

    sentence: str
    imports: str = ""
    """What imports take with what they run; empty where that is nothing."""
    own: Sequence[tuple[str, float]] = ()
    """Who takes own time, in percent: parts that do not overlap, the largest first."""


class Session:
    """One opened profile and how it is being looked at."""

    def __init__(
        self,
        profile: Profile,
        order: Order,
        roots: Sequence[str] = (),
        maps: Sequence[tuple[str, str]] = (),
        *,
        strip_dirs: bool = False,
        settings: Settings | None = None,
        figures: Figures | None = None,
        compared: Compared | None = None,
    ) -> None:
        """``figures``: as they are shown already; then rows stand once ``listed.sort_anew()`` was called."""
        self.settings = settings or Settings()
        self.compared = compared
        """What it is compared with; ``None``: with nothing."""
        self.side: OneSide = compared or OneSide()
        """The same, also where there is nothing."""
        self.profile = profile
        """As its shape makes it."""
        self.shapes = Shapes(WHOLE._replace(chosen=chosen_of(profile)))
        self.shaped: ShapedProfile | None = None
        """The same with what bounds its figures, if it has a shape; ``shapes`` may be a step further."""
        self._graph: CallGraph | None = None
        """Its graph."""
        self.coming: Shape | None = None
        """The shape of which rows are shown already while its figures are worked out."""
        self._ungrouped: Figures | None = None
        """What :attr:`ungrouped_figures` was last, where there are groups."""
        self._counted: dict[tuple[Step, tuple[Rule, ...]], int] = {}
        """How many functions steps hide."""
        self.strip_dirs = strip_dirs
        """Whether locations are shown without their folders."""
        self.recorded_names = Names(profile)
        """What functions are called and where they stand."""
        # In a comparison a shape is that of each side alone, whatever only the other has.
        own = self.recorded_names if compared is None else Names(profile, compared.recorded.new.names.files)
        self.ownership = Ownership(own, self.settings)
        self.shaping = Shaping(profile, own, self.ownership, compared)
        self.names = self.recorded_names
        """The same, or what groups of functions are called."""
        self.figures = figures or figures_of(profile)
        self.calls_order = Order.usual("cumtime")
        """How callers and callees stand, beside Functions too."""
        self.calls_shares = CALLS_SHARES[0]
        self.history = History()
        self.sources = Sources(profile, self.recorded_names, self.settings, roots, maps)
        # Measured lines are read in their file, what calls cost in the function.
        self.whole_file = profile.has_edges and profile.has_lines
        self.selected: int | None = None
        self.opened: int | None = None
        """How many files were opened, to which the others were added; ``None``: none were added."""
        self.headline: Headline | None = None
        """Once it was asked for."""
        self.overview: Overview | None = None
        """What the overview shows, once it was found out (``state/overview.py``)."""
        self.known_own: Sequence[tuple[str, float]] | None = None
        """What a headline said of own time, which no name changes."""
        self.listed = Listed(profile, self.names, order, compared)
        """The rows of all functions: their order, and the filter."""
        if figures is None:
            self.listed.sort_anew()
            self.select_first()

    def beside(self, profile: Profile, compared: Compared | None = None) -> Session:
        """A session on another profile, set up as this one; its rows stand once they were sorted."""
        is_alike = profile.measure.unit == self.recorded.measure.unit
        made = Session(
            profile,
            Order.usual("tottime"),
            self.sources.roots,
            self.sources.maps,
            strip_dirs=self.strip_dirs,
            settings=self.settings,
            figures=Figures(profile, self.figures.unit) if is_alike else figures_of(profile),
            compared=compared,
        )
        made.calls_order, made.calls_shares = self.calls_order, self.calls_shares
        return made

    @property
    def both(self) -> Compared:
        """What it is compared with, where it is known that there is something."""
        assert self.compared is not None
        return self.compared

    @property
    def recorded(self) -> Profile:
        """The profile as it was read."""
        return self.shaping.recorded

    @property
    def rows(self) -> Sequence[int]:
        """The functions that are listed, one after the other."""
        return self.listed.rows

    @property
    def query(self) -> Query | None:
        """What the filter asks; ``None``: nothing."""
        return self.listed.query

    def select_first(self) -> None:
        """Select the function of the first row."""
        self.selected = next(iter(self.rows), None)

    def qualify(self, found: Mapping[int, str]) -> Pieces[None]:
        """Show functions with names that were found out; rows that names sort or select follow, in pieces."""
        self.recorded_names.texts.qualify(found)
        if self.headline is not None:
            self.known_own = self.headline.own
        self.headline = None
        yield from self.listed.renamed()

    def is_gone(self, index: int) -> bool:
        """Whether a function is one of the base alone, in a comparison."""
        return self.side.is_gone(index)

    @property
    def notes(self) -> tuple[str, ...]:
        """What does not add up, as far as it was looked for; and what there is to know of a comparison."""
        check = checked(self.profile)
        found = check.notes if check.is_done else check.early_notes
        return (*found, *self.side.notes)

    @property
    def whole(self) -> float:
        """Seconds of the run, of which shares are taken."""
        return self.profile.total_time

    @cached_property
    def packages(self) -> list[str]:
        """The packages that there are, by own time; quick where ``listed.texts_to_search`` was done."""
        column = self.names.texts.column("package")
        own = [0.0] * len(column.texts)
        for number, time in zip(column.numbers, self.profile.tottime, strict=False):
            own[number] += time if time - time == 0 else 0.0
        order = sorted(range(len(own)), key=own.__getitem__, reverse=True)
        known = column.texts if column.change is None else list(map(column.change, column.texts))
        return list(dict.fromkeys(known[number] for number in order))

    def next_unit(self) -> Unit:
        """Seconds, milliseconds, microseconds in turn; what is no time has one unit."""
        here = self.figures.unit
        unit = UNITS[(UNITS.index(here) + 1) % len(UNITS)] if here in UNITS else here
        self.figures = self.figures.in_unit(unit)
        if self.shaped is not None:
            self.headline = None
        return unit

    # The shape

    @property
    def recorded_figures(self) -> Figures:
        """The figures of the recorded profile, in the unit in use: source text shows these."""
        figs = self.figures
        return figs if self.profile is self.recorded else self._recorded_figures.in_unit(figs.unit)

    @cached_property
    def _recorded_figures(self) -> Figures:
        return Figures(self.recorded)

    @property
    def count(self) -> int:
        """How many functions there are that are not hidden."""
        if self.shaped is not None:
            return self.shaped.visible
        return self.profile.count - sum(self.profile.absent or ())

    @property
    def ungrouped(self) -> Profile:
        """The profile of functions one by one, in the shape that is on but for groups, if that is known."""
        shape = self.shapes.now.grouped("")
        if self.groups is None or not shape.steps:
            return self.profile if self.groups is None else self.recorded
        return self.shaping.graph(shape).profile if self.shaping.knows(shape) else self.recorded

    @property
    def ungrouped_figures(self) -> Figures:
        """Its figures, in the unit in use."""
        if self.groups is None:
            return self.figures
        profile = self.ungrouped
        if self._ungrouped is None or self._ungrouped.profile is not profile:
            self._ungrouped = Figures(profile)
        return self._ungrouped.in_unit(self.figures.unit)

    def hidden_by_step(self, step: Step) -> int:
        """How many functions a step hides."""
        key = step, self.shapes.now.said
        if key not in self._counted:
            from proftui.analysis.shape.hiding import hidden_by
            from proftui.analysis.shape.shape import Shape

            hidden = hidden_by(Shape((step,)), self.recorded_names, self.not_mine)
            self._counted[key] = sum(hidden[: self.recorded.count])
        return self._counted[key]

    @property
    def can_be_grouped(self) -> bool:
        """Whether some function that is not hidden has a file."""
        every = range(self.recorded.count)
        return any(not self.recorded_names.is_builtin(f) and not self.is_hidden(f) for f in every)

    @property
    def mine(self) -> Mine:
        """What is not the user's own, by all that is said of it now."""
        return self.ownership.mine(self.shapes.now.said)

    def not_mine(self) -> bytearray:
        """By function, callers without an entry included: whether its code is not the user's own."""
        return self.mine.others

    def mark_mine(self) -> bool:
        """Have names know whose functions are, by all that is said and read so far; whether that is news."""
        said = self.shapes.now.said or self.settings.asked or (self.settings.is_read and self.settings.rules)
        others = self.mine.others if said else None
        is_news = others is not self.recorded_names.others
        self.recorded_names.others = others
        if is_news:
            self.headline = self.known_own = None
        return is_news

    def drop_gone(self) -> tuple[Step, ...]:
        """Take off what of the shape could not be made, and tell which steps these are."""
        shape = self.shapes.now
        left = self.shaping.left_of(shape)
        self.shapes.become(left)
        return tuple(step for step in shape.steps if step not in left.steps)

    def drop_gone_threads(self) -> None:
        """Choose no threads that the file does not have any more."""
        shape = self.shapes.now
        self.shapes.become(shape._replace(chosen=shape.chosen.left_in(self.recorded)))

    @property
    def focus(self) -> int | None:
        """The function that everything shown runs under."""
        step = self.shapes.now.focus if self.shaped is not None else None
        return None if step is None else self.find(step.function)

    def is_hidden(self, function: int | None) -> bool:
        """Whether a function is hidden."""
        return function is not None and self.shaped is not None and bool(self.shaped.hidden[function])

    def reshape(self) -> None:
        """Show the profile in the shape that ``shapes`` has now; filter and order stay if they can."""
        shape, way, unit = self.shapes.now, self.trees.state, self._choose(self.shapes.now)
        self._graph = self.shaping.graph(shape) if shape.steps else None
        self.mark_mine()
        self.profile = self.recorded if self._graph is None else self._graph.profile
        self.shaped = shaped_of(self.profile)
        self.side.take_shape(shape)
        self.names = self._names()
        self.figures = Figures(self.profile, unit)
        for known in ("trees", "packages"):
            self.__dict__.pop(known, None)
        if self.shaped is None or way[1] is None or not self.shaped.hidden[way[1]]:
            self.trees.state = way
        self.headline = self.known_own = self.overview = None
        hidden = self.recorded.absent if self.shaped is None else self.shaped.hidden
        self.listed.take(self.profile, self.names, hidden)

    def take_shape(self, shape: Shape) -> None:
        """Show another shape, which was worked out, if it is another; of it what could be made."""
        left = self.shaping.left_of(shape)
        if self.shapes.now != left:
            self.shapes.take(left, None)
            self.reshape()

    def _choose(self, shape: Shape) -> Unit:
        """Take the measure and the threads that a shape is of; the unit to show them in."""
        unit, was = self.figures.unit, self.recorded.measure.unit
        if not self.shaping.choose(shape):
            return unit
        recorded = self.recorded
        self.__dict__.pop("_recorded_figures", None)
        self.sources.take(recorded)
        return unit if recorded.measure.unit == was else unit_of(recorded)

    def _names(self) -> Names:
        if self.groups is None:
            return self.recorded_names
        from proftui.analysis.members import GroupNames

        return GroupNames(self.recorded_names, self.side.groups_of_both(self.groups))

    @property
    def groups(self) -> Represented | None:
        """Which functions stand for which group; ``None``: each stands for itself."""
        return None if self.shaped is None else self.shaped.groups

    # What the first screen does not need is imported when it is asked for.

    @cached_property
    def trees(self) -> Trees:
        """The call trees of the profile."""
        from proftui.state.call_trees import Trees

        if self.compared is not None:
            from proftui.state.compared_trees import ComparedTrees

            return ComparedTrees(self.profile, self._graph, self.compared)
        if self.profile is self.recorded:
            return self.shaping.recorded_trees
        return Trees(self.profile, self._graph)

    @property
    def trees_made(self) -> Trees | None:
        """The same if they were asked for."""
        made: Trees | None = self.__dict__.get("trees")
        return made

    @property
    def read(self) -> Profile:
        """The profile as it was read from its files; in a comparison, of the run that stands for its side."""
        return self.recorded if self.compared is None else self.compared.sides[1].profile

    def listing(self, index: int) -> Listing:
        """The lines of a function, or of its file, with their times and calls."""
        return self.sources.listing(index, self.whole_file)

    def find(self, function: tuple[str, int, str] | None) -> int | None:
        """The index of a function by what was recorded of it."""
        return next(functions_named(self.profile, function), None)


def figures_of(profile: Profile) -> Figures:
    """The figures of a profile, in the unit that fits its total."""
    return Figures(profile, unit_of(profile))
