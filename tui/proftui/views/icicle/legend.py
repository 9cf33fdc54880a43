"""What the colours of an icicle mean, by what is seen of it."""

from __future__ import annotations

from collections.abc import Sequence

from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread, width_of
from proftui.views.icicle.boxes import Box, Icicle
from proftui.views.icicle.paint import Known, Package, Paint

_HEAT_LEGEND = (
    ("h0", "own < 0.1 %"),
    ("h1", "< 1 %"),
    ("h2", "< 5 %"),
    ("h3", "< 20 %"),
    ("h4", "20 % and more"),
)


Counts = dict[int, tuple[dict[Package, int], bool]]
"""By level: cells of each package, and whether there is recursion."""


def legend(
    icicle: Icicle,
    levels: Sequence[int],
    paint: Paint,
    width: int,
    below: str = "",
    counts: Counts | None = None,
) -> Line:
    """What the colours mean, by width in the picture; at the right what is ``below`` the screen.

    ``counts`` keeps what was counted on the levels of one picture for the next time.
    """
    right = [Span(f"  {below} ", "muted")] if below else []
    left = width - width_of(right)
    packages, recursive = _seen(icicle, levels, paint.known, {} if counts is None else counts)
    entries = _heat_entries() if paint.heat else _packages(packages)
    last = [Span(" ↻ recursion ", "boxg")] if recursive and not paint.heat else []
    share = figures.percent(figures.share(icicle.thin, paint.total))
    thin = [Span(" … too thin ", "boxr")] if icicle.thin > 0 else []
    # What is summed up is never left out; how much it is, where it fits.
    left -= sum(width_of((span,)) + 1 for span in (*last, *thin))
    shown: list[Span] = []
    for entry in entries:
        cells = width_of((entry,))
        if cells > left:
            break
        shown += [entry, Span(" ")]
        left -= cells + 1
    if thin and share and len(share) + 3 <= left:
        thin = [Span(f" … too thin {share} % ", "boxr")]
    for entry in (*last, *thin):
        shown += [entry, Span(" ")]
    return spread(shown[:-1], right, width)


def _heat_entries() -> list[Span]:
    return [Span(f" {text} ", f"box{key}") for key, text in _HEAT_LEGEND]


def _seen(
    icicle: Icicle, levels: Sequence[int], known: Known, counts: Counts
) -> tuple[dict[Package, int], bool]:
    """Cells by package on some levels, and whether there is recursion among them."""
    packages: dict[Package, int] = {}
    recursive = False
    for level in levels:
        counted = counts.get(level)
        if counted is None:
            counted = counts[level] = _counted(icicle.level(level), known)
        for package, cells in counted[0].items():
            packages[package] = packages.get(package, 0) + cells
        recursive = recursive or counted[1]
    return packages, recursive


def _counted(row: Sequence[Box], known: Known) -> tuple[dict[Package, int], bool]:
    packages: dict[Package, int] = {}
    recursive = False
    package_of = known.packages.get
    for node, _, width, _, _ in row:
        function = node.function
        if function >= 0:
            package = package_of(function) or known.package(function)
            packages[package] = packages.get(package, 0) + width
        recursive = recursive or node.kind in ("cycle", "recursion")
    return packages, recursive


def _packages(packages: dict[Package, int]) -> list[Span]:
    """The packages in the picture, the one with the widest boxes first."""
    ranked = sorted(packages, key=lambda package: (-packages[package], package.title, package.hue))
    return [Span(f" {package.title} ", f"box{package.hue}") for package in ranked]
