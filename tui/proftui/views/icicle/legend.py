"""What the colours of an icicle mean, by what is seen of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.builtin_names import BUILT_IN
from proftui.drawing import figures
from proftui.drawing.line import Line, Span, spread, width_of
from proftui.drawing.safe_text import cut_end
from proftui.views.icicle.boxes import Icicle
from proftui.views.icicle.packages import Packages, PackageTime
from proftui.views.icicle.paint import Package, Paint

_HEAT_LEGEND = (
    ("h0", "own < 0.1 %"),
    ("h1", "< 1 %"),
    ("h2", "< 5 %"),
    ("h3", "< 20 %"),
    ("h4", messages.MOST_HEAT),
)

_IN_NO_PACKAGE = (f" {BUILT_IN} ", f" {messages.NO_FILE_RECORDED} ", " <", f" {messages.RECURSION} ")
"""How entries begin that are no package's."""
_LEAST_NAME = 10
"""Cells of a name that is not cut."""


def legend(
    icicle: Icicle,
    levels: Sequence[int],
    paint: Paint,
    width: int,
    below: str = "",
    packages: Packages | None = None,
) -> Line:
    """What the colours mean, by share; at the right what is ``below`` the screen.

    ``packages`` keeps what was found out about one picture for the next time.
    """
    packages = packages or Packages(icicle, paint.known)
    right = [Span(f"  {below} ", "muted")] if below else []
    seen, recursive = packages.seen(levels)
    entries = _heat_entries() if paint.heat else _entries(seen, packages.times, paint.total, width)
    if recursive and not paint.heat:
        entries.append(Span(f" {messages.RECURSION} ", "boxg"))
    # What is summed up is never left out.
    share = figures.percent(figures.share(icicle.thin, paint.total))
    narrow = [Span(_narrow(share, width), "boxr")] if icicle.thin > 0 else []
    title = [] if paint.heat or not entries else [Span(f" {messages.LEGEND_SHARES}", "muted")]
    shown = _fitting(entries, width - width_of(right) - width_of(narrow) - width_of(title))
    return spread([*title, *(span for entry in shown for span in (entry, Span(" "))), *narrow], right, width)


def _fitting(entries: Sequence[Span], left: int) -> list[Span]:
    """Those that fit in ``left`` cells, in their order; one of each colour comes before a second one.

    The first to go is what is in no package.
    """
    firsts = {entry.role: entry for entry in reversed(entries)}
    chosen = set[Span]()

    def late(entry: Span) -> tuple[bool, bool]:
        return entry.text.startswith(_IN_NO_PACKAGE), firsts[entry.role] != entry

    for entry in sorted(entries, key=late):
        cells = width_of((entry,)) + 1
        if cells <= left:
            chosen.add(entry)
            left -= cells
    return [entry for entry in entries if entry in chosen]


def _narrow(share: str, width: int) -> str:
    """What is said of all that is too narrow for a box of its own."""
    if not share or width < 72:
        return messages.TOO_NARROW
    return (messages.TOO_NARROW_IN_FULL if width >= 100 else messages.TOO_NARROW_SHARE).format(share)


def _heat_entries() -> list[Span]:
    return [Span(f" {text} ", f"box{key}") for key, text in _HEAT_LEGEND]


def _entries(
    seen: dict[Package, int], times: dict[Package, PackageTime], total: float, width: int
) -> list[Span]:
    """The packages in the picture, and what is in none, the largest share first.

    Long names are cut, so that of ``width`` cells some are left for others.
    """
    most = max(_LEAST_NAME, width // 6)

    def rank(package: Package) -> tuple[float, int, str]:
        time = times.get(package)
        return -time.seconds if time else 0.0, -seen[package], package.title

    ranked = sorted(seen, key=rank)
    return [
        Span(f" {cut_end(package.title, most)}{_share(times.get(package), total)} ", f"box{package.hue}")
        for package in ranked
    ]


def _share(time: PackageTime | None, total: float) -> str:
    """`` 31 %`` of the whole run; `` 31+ %`` where it may be more, `` ≈31 %`` where it may be another."""
    told = [] if time is None else [figures.share(seconds, total) for seconds in time]
    shares = [share for share in told if share is not None]
    if not shares:
        return ""
    if shares[0] < 0.5:
        return " <1 %"
    if len(shares) < len(told):
        return f" ≈{figures.whole_percent(shares[0])} %"
    percent, low, high = map(figures.whole_percent, shares)
    if low != high and shares[0] == shares[1] >= 1:
        # What is drawn is certain: rounded up it could be more than there is.
        return f" {math.floor(shares[1])}+ %"
    return f" {'' if low == high else '≈'}{percent} %"
