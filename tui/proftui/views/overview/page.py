"""Which rows stand on the page where there is so much room, and where each of them leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from proftui.analysis.bounds import Bounded, exact_sum
from proftui.analysis.calltree.flow_nodes import UNATTRIBUTED
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.overview.figures import HotLine, Odd, Overview, Package, first_odd
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.state.session import Session

FUNCTION, LINE, STEP, PACKAGE, ODD = "function", "line", "step", "package", "odd"
"""Kinds of rows; those of a section are of one kind, and so is its heading."""
SECTIONS = (FUNCTION, LINE, STEP, PACKAGE)
"""The sections, in their order."""
_LEAST = {FUNCTION: 3, LINE: 3, STEP: 3, PACKAGE: 4}
_MOST = {FUNCTION: 10, LINE: 10, STEP: 8, PACKAGE: 9}
"""Rows of a section; of packages one is what all others take together."""
_GROWING = (FUNCTION, LINE, PACKAGE, STEP)
"""The order in which sections get more rows where there is room."""


Counts = Mapping[str, int]
"""Of rows, by kind."""


class Rest(NamedTuple):
    """The packages for which there is no room, added up."""

    packages: int
    own: Bounded
    functions: int


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row; without ``of``, what it is about, the heading of its section."""

    kind: str
    of: int | HotLine | CallNode | Package | Rest | Odd | None = None
    level: int = 0
    """Of a step, how far down it is."""
    left_out: int = 0
    """Levels that are left out before a step."""

    @property
    def function(self) -> int | None:
        """The function that it is about."""
        of = self.of
        if isinstance(of, int) or of is None:
            return of
        return of.function if isinstance(of, HotLine | CallNode | Odd) else None

    @property
    def package(self) -> Package | None:
        """The package that it is about."""
        return self.of if isinstance(self.of, Package) else None

    @property
    def line(self) -> int:
        """The line that it is about; 0: none."""
        return self.of.line.line if isinstance(self.of, HotLine) else 0

    @property
    def is_heading(self) -> bool:
        """Whether a section begins with it."""
        return self.of is None

    @property
    def leads_to_notes(self) -> bool:
        """Whether it says what a note says."""
        return isinstance(self.of, Odd) and self.of.kind == "note"

    @property
    def leads_on(self) -> bool:
        """Whether there is more to be seen of it: the cursor stops at no other row."""
        is_told = self.package is not None and self.package.name != UNATTRIBUTED
        return self.function is not None or is_told or self.leads_to_notes


def page(session: Session, height: int) -> list[PageRow]:
    """The rows below the first one, at most ``height`` where the smallest page is not more."""
    overview = session.overview
    if overview is None or not overview.functions:
        return []
    profile = session.ungrouped
    outside = profile.outside.value if isinstance(profile, ShapedProfile) else 0.0
    odd = first_odd(profile, len(session.notes), outside)
    found, not_mine = _found(overview), session.not_mine()
    counts = {kind: len(of) for kind, of in found.items()}
    headings = sum(counts[kind] > 0 for kind in _GROWING) + (odd is not None)
    rows = allotted(counts, _LEAST, _MOST, height - headings, _GROWING)
    shown: list[PageRow] = []
    for kind in SECTIONS:
        if rows[kind]:
            shown.append(PageRow(kind))
            shown += _section(kind, found[kind], rows[kind], not_mine)
    return shown if odd is None else [*shown, PageRow(ODD, odd)]


def _found(overview: Overview) -> dict[str, Sequence[object]]:
    return {
        FUNCTION: overview.hottest,
        LINE: overview.lines,
        STEP: overview.path,
        PACKAGE: overview.packages,
    }


def allotted(
    found: Mapping[str, int],
    least: Mapping[str, int],
    most: Mapping[str, int],
    room: int,
    growing: Sequence[str],
) -> dict[str, int]:
    """How many rows sections get without their heading: at least a few, and more in turn."""
    most = {kind: min(of, most[kind]) for kind, of in found.items()}
    rows = {kind: min(of, least[kind]) for kind, of in found.items()}
    left = room - sum(rows.values())
    while left > 0 and any(rows[kind] < most[kind] for kind in growing):
        for kind in growing:
            if left > 0 and rows[kind] < most[kind]:
                rows[kind] += 1
                left -= 1
    return rows


def _section(kind: str, found: Sequence[object], rows: int, not_mine: Sequence[int]) -> list[PageRow]:
    if kind == STEP:
        return _steps([node for node in found if isinstance(node, CallNode)], rows, not_mine)
    if kind == PACKAGE and len(found) > rows:
        rest = _rest([package for package in found[rows - 1 :] if isinstance(package, Package)])
        shown = [PageRow(kind, package) for package in found[: rows - 1] if isinstance(package, Package)]
        return [*shown, PageRow(kind, rest)]
    return [PageRow(kind, of) for of in found[:rows] if isinstance(of, int | HotLine | Package)]


def _rest(packages: Sequence[Package]) -> Rest:
    """Some packages added up; the built-ins that none called are of no package, but their time is."""
    low, high, value = (
        exact_sum(getattr(package.own, end) for package in packages) for end in ("low", "high", "value")
    )
    own = Bounded(value, low, high, all(package.own.exact for package in packages))
    named = [package for package in packages if package.is_one]
    return Rest(len(named), own, sum(package.functions for package in named))


def _steps(path: Sequence[CallNode], rows: int, not_mine: Sequence[int]) -> list[PageRow]:
    """Where a path ends, and the first levels of it, those of the user's own code before others."""
    last = len(path) - 1
    first = sorted(range(last), key=lambda level: not_mine[path[level].function])[: rows - 1]
    levels = [-1, *sorted(first), last]
    return [
        PageRow(STEP, path[level], row, level - above - 1)
        for row, (above, level) in enumerate(pairwise(levels))
    ]
