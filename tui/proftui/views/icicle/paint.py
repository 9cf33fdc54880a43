"""What boxes are labelled and coloured by, worked out once for each function."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from proftui import messages
from proftui.analysis.builtin_names import BUILT_IN, is_builtin
from proftui.analysis.calltree.nodes import CallNode, own_time
from proftui.analysis.compare.both_tree import SideTree
from proftui.analysis.names import Names
from proftui.drawing import figures
from proftui.drawing.changes import MUCH
from proftui.drawing.line import Line, Span, spread
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end
from proftui.frame.functions import last_part
from proftui.frame.nodes import is_sure, name_of
from proftui.views.icicle.boxes import Icicle, Place

MINE = "0"
"""The hue of the user's own code: the theme's primary colour's."""
GREY = "g"
"""The hue of built-ins and the import system, which run below everything, and of all narrow packages."""
BY_WIDTH = ("5", "2", "4", "6", "1", "3", "7")
"""The hues of libraries from the widest on: the first ones lie far apart on the wheel."""
_MOST_FILES = 1_000
"""Files looked at for the widths of packages, those with the most time first."""
_IN_GREY = frozenset({BUILT_IN, "importlib"})


def _widths(names: Names) -> dict[str, float]:
    """How much of the picture of the whole run the boxes of each library fill, in seconds times levels."""
    profile, files = names.profile, names.files
    times = profile.tottime if profile.cumtime is None else profile.cumtime
    by_file: dict[str, float] = {}
    for file, time in zip(profile.files, times, strict=False):
        # What is no number is not above 0.
        if time > 0:
            by_file[file] = by_file.get(file, 0.0) + time
    widths: dict[str, float] = {}
    for file in heapq.nlargest(_MOST_FILES, by_file, key=by_file.__getitem__):
        package = files.package(file)
        # What was made while running is in no package that anybody knows.
        if not (is_builtin(file, 0) or files.is_own(file) or package in _IN_GREY or package[0] == "<"):
            widths[package] = widths.get(package, 0.0) + by_file[file]
    return widths


EDGE = "│"
LEAST_LABEL = 3
"""Cells of the narrowest box with a label, and letters of the shortest name that is cut."""
_LEAST_FIGURE = 4
"""Cells of the shortest figure and the blank before it: `` 1 %``."""


class Ink(NamedTuple):
    """What the parts of boxes that look alike have in common, made once for all of them."""

    hue: str
    role: str
    edge: Span
    hatch: str


@cache
def inks(hue: str, state: str = "") -> tuple[Ink, Ink]:
    """The first and the second shade of boxes in one state."""
    first, second = (
        Ink(hue, role, Span(EDGE, role + "-edge"), role + "-hatch")
        for role in (f"box{hue}{state}", f"box{hue}b{state}")
    )
    return first, second


class Package(NamedTuple):
    """A package as a legend names it."""

    title: str
    hue: str


class Known:
    """What was found out about the functions of a profile: it outlives the pictures of it."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.inks: dict[int, tuple[Ink, Ink]] = {}
        """The plain shades of functions whose boxes were drawn."""
        self._hues: dict[int, str] = {}
        self._shown: dict[int, tuple[Clean, int]] = {}
        self.packages: dict[int, Package] = {}
        """The packages of functions that were asked for; see ``package``."""

    @cached_property
    def _by_package(self) -> dict[str, str]:
        """The hues of libraries: the same in all pictures of a profile, zoomed or not."""
        # The view has no picture for long, perhaps never, and many files must be looked at.
        widths = _widths(self.names)
        widest = sorted(widths, key=lambda package: (-widths[package], package))
        return dict(zip(widest, BY_WIDTH, strict=False))

    def name(self, node: CallNode) -> tuple[Clean, int]:
        """What a node is called, and the cells of that."""
        own = bool(node.label) or node.kind == "rest" or node.function < 0
        known = None if own else self._shown.get(node.function)
        if known is None:
            name = name_of(self.names, node)
            known = name, cell_width(name)
            if not own:
                self._shown[node.function] = known
        return known

    def hue(self, function: int) -> str:
        """``0`` for the user's code, ``1`` to ``7`` for the widest libraries, ``g`` for the rest."""
        hue = self._hues.get(function)
        if hue is None:
            package = self._by_package.get(self.names.package(function), GREY)
            hue = self._hues[function] = MINE if self.names.is_mine(function) else package
        return hue

    def package(self, function: int) -> Package:
        """The package of a function."""
        package = self.packages.get(function)
        if package is None:
            title = clean(self.names.package(function), 24)
            package = self.packages[function] = Package(title, self.hue(function))
        return package


class Paint(NamedTuple):
    """What the boxes of one picture are labelled and coloured by."""

    known: Known
    """What pictures of the same profile have found out."""
    total: float
    unit: figures.Unit
    whole: float
    """What labels have shares of; 0: of nothing."""
    heat: bool = False
    matches: frozenset[int] | None = None
    """Functions that a search matches; ``None``: there is no search."""
    owns: Sequence[float] | None = None
    """Own time of each function, for a picture of callers; see ``own_time``."""
    filler: str = " "
    """What boxes are filled with; a blank where their ground shows how far they go."""
    changes: BoxChanges | None = None
    """What became of boxes, in a comparison; without ``heat`` their colour says it."""

    def hue(self, node: CallNode) -> str:
        """The kind of ground that a node's box has."""
        if self.changes is not None and not self.heat:
            return self.changes.kind(node)
        if self.heat and node.kind != "rest":
            return "h" + figures.heat(figures.share(own_time(node, self.owns), self.total))[-1]
        if node.function < 0:
            return "r" if node.kind == "rest" else GREY
        return self.known.hue(node.function)

    @property
    def by_package(self) -> bool:
        """Whether colours are those of packages."""
        return not self.heat and self.changes is None

    def is_hatched(self, node: CallNode) -> bool:
        """Whether a box is hatched: it calls back, or it is on this side alone."""
        return node.recursive if self.changes is None else self.changes.is_one_sided(node)

    def matches_in(self, picture: Icicle) -> list[Place]:
        """The boxes that match, in reading order."""
        return [
            Place(level, number)
            for level, row in enumerate(picture.all_levels())
            for number, box in enumerate(row)
            if self.matched(box[0])
        ]

    def matched(self, node: CallNode) -> bool:
        """Whether the search matches a node."""
        if self.matches is None:
            return False
        return node.function in self.matches and node.kind != "rest"


def label(paint: Paint, node: CallNode, width: int, with_time: bool = False) -> tuple[str, int]:
    """The longest of ``name 12.3 %``, ``name 12 %``, ``name``, a cut name; and how many cells it takes.

    Where there is no room for the marks of a box there is none for its name.
    """
    if width < LEAST_LABEL - 1:
        return "", 0
    name, cells = paint.known.name(node)
    sure = is_sure(node.low, node.high, paint.total, paint.unit)
    if node.kind == "rest":
        percent = figures.percent(figures.share(node.time, paint.whole))
        mark = "" if sure or not percent else "≈ "
        texts = (f"{name} · {mark}{percent} %" if percent else f"{name} · ", name)
        text = next((text for text in texts if len(text) <= width), "…")
        return text, len(text)
    mark = "" if sure else "≈ "
    loop = " ↻" if node.recursive else ""
    if paint.changes is not None:
        return _changed_label(*paint.changes.label(node), mark, name, loop, width)
    used = len(mark) + cells + len(loop)
    if used + _LEAST_FIGURE <= width:
        time = figures.with_unit(node.time, paint.unit) if with_time else ""
        figure = _figure(figures.share(node.time, paint.whole), time, width - used)
        return f"{mark}{name}{loop}{figure}", used + len(figure)
    if used <= width:
        return f"{mark}{name}{loop}", used
    mark, loop = mark[:1], loop[1:]
    room = width - len(mark) - len(loop)
    if LEAST_LABEL >= room < cells:
        return "", 0
    cut, cells = (name, cells) if cells <= room else _cut(name, room)
    return f"{mark}{cut}{loop}", len(mark) + cells + len(loop)


def _changed_label(sign: str, change: str, mark: str, name: str, loop: str, width: int) -> tuple[str, int]:
    """The longest of ``▾name −26 %``, ``▾name``, a cut name; a name is worth more than how it is known."""
    for text in (f"{sign}{mark}{name}{loop}{change}", f"{sign}{name}{change}", f"{sign}{name}"):
        cells = cell_width(text)
        if cells <= width:
            return text, cells
    room = width - len(sign)
    if room < LEAST_LABEL:
        return (sign, len(sign)) if len(sign) <= width else ("", 0)
    cut, cells = _cut(name, room)
    return sign + cut, len(sign) + cells


def _figure(share: float | None, time: str, width: int) -> str:
    """The longest figure that fits behind a name, with the blank before it."""
    percent = f" {figures.percent(share)} %" if share is not None else ""
    if time and len(time) + 1 + len(percent) <= width:
        return f" {time}{percent}"
    if len(percent) <= width:
        return percent
    whole = f" {figures.whole_percent(share)} %" if share is not None and share >= 1 else ""
    return whole if len(whole) <= width else ""


@lru_cache(maxsize=4096)
def _cut(name: str, width: int) -> tuple[str, int]:
    """A name that is too long, without its class and then without its end; and the cells of what is left."""
    cut = cut_end(last_part(name), width)
    return cut, cell_width(cut)


LEAST = 0.5
"""Percent of the time before from which on a box is coloured; from ``MUCH`` on strongly."""
FASTER, SLOWER = "▾", "▴"


class BoxChanges(NamedTuple):
    """What became of the boxes of a picture."""

    tree: SideTree
    total: float
    """Seconds of all before."""

    def kind(self, node: CallNode) -> str:
        """The ground of a box: ``c0`` much faster, ``c1`` faster, ``c2`` as before, ``c3``, ``c4`` slower."""
        if node.kind == "rest":
            return "r"
        share = figures.share(self.tree.sides(node).change, self.total) or 0.0
        if abs(share) < LEAST:
            return "c2"
        if share < 0:
            return "c0" if share < -MUCH else "c1"
        return "c4" if share > MUCH else "c3"

    def is_one_sided(self, node: CallNode) -> bool:
        """Whether only this side has it."""
        return node.kind != "rest" and bool(self.tree.sides(node).became)

    def label(self, node: CallNode) -> tuple[str, str]:
        """What stands before the name of a box, and behind it: ``▾``, `` −26 %``."""
        if node.kind == "rest":
            return "", ""
        pair = self.tree.sides(node)
        if pair.became:
            return "", f" {messages.BECAME[pair.became]}"
        if self.kind(node) == "c2":
            return "", ""
        return (FASTER if pair.change < 0 else SLOWER), f" {figures.change(*pair.times, 0)}".rstrip()


def legend_of_changes(
    icicle: Icicle, changes: BoxChanges, width: int, below: str, less: str, more: str
) -> Line:
    """What the colours mean, and how many boxes only the other side has."""
    tree = changes.tree
    missing = sum(tree.missing(box.node, icicle.least) for row in icicle.levels for box in row)
    boxes = figures.plural(missing, "box")
    spans = [
        Span(f" {FASTER} {less} ", "boxc0"),
        Span(" "),
        Span(f" {SLOWER} {more} ", "boxc4"),
        Span(f" {messages.PLAIN_BOX.format(LEAST)}", "muted"),
        Span(f"  ░ {messages.BECAME['new' if tree.after else 'gone']}", "muted"),
        Span(f" · {messages.BECAME['gone' if tree.after else 'new']}: {boxes}", "muted"),
    ]
    return spread(spans, [Span(f"  {below} ", "muted")] if below else [], width)
