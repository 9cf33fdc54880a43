"""How much of each profile a call tree accounts for, and how long that takes.

    python benchmarks/trees.py file.stats ... [--least 0.1] [--nodes 200000] [--unrolled]

For each file: functions, edges, time of the roots and of all functions; then, in percent of the latter, what
is in functions' own times in the tree, in what is called back (↻), shared, [unattributed], and too small to
be shown (…). "error" is Σ|own time in the tree - tottime| / Σ tottime: 200 is everything wrong. Where "too
much" is 0, all of the error is missing, that is in the amounts before it. "exact" is own time in exact nodes.
"""

from __future__ import annotations

import argparse
import heapq
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tui"), str(ROOT / "parsers")]

from proftui.analysis.calltree.flow import FlowTree  # noqa: E402
from proftui.analysis.calltree.nodes import CallNode  # noqa: E402
from proftui_parsers import Profile, ProfileError, load  # noqa: E402

COLUMNS = (
    ("functions", 9),
    ("edges", 9),
    ("roots s", 10),
    ("all s", 10),
    ("nodes", 9),
    ("own %", 8),
    ("↻ %", 7),
    ("shared %", 9),
    ("unattr %", 9),
    ("… %", 7),
    ("error %", 8),
    ("too much %", 11),
    ("exact %", 8),
    ("first ms", 9),
    ("expand ms", 10),
)


@dataclass
class Walked:
    """What was met in a tree, seconds."""

    nodes: int = 0
    own: Counter[int] = field(default_factory=Counter)
    exact: float = 0.0
    other: Counter[str] = field(default_factory=Counter)


def walked(tree: FlowTree, least: float, most: int) -> Walked:
    """Open nodes heaviest first; what is below those left after ``most`` nodes counts as too small."""
    found = Walked()
    turn = count()
    waiting = [(-node.time, next(turn), node) for node in tree.roots()]
    heapq.heapify(waiting)
    while waiting:
        _, _, node = heapq.heappop(waiting)
        found.nodes += 1
        if node.kind == "function":
            found.own[node.function] += node.own  # type: ignore[assignment]
            found.exact += node.own if node.exact else 0.0
        if node.kind != "rest" and found.nodes + len(waiting) >= most:
            found.other["rest"] += node.time - node.own  # type: ignore[assignment]
            continue
        children = [] if node.kind == "rest" else tree.children(node, least)
        for child in children:
            heapq.heappush(waiting, (-child.time, next(turn), child))
        if not children and node.kind != "function":
            found.other[_what(node)] += node.time  # type: ignore[assignment]
    return found


def _what(node: CallNode) -> str:
    return "shared" if node.kind == "recursion" and node.function < 0 else node.kind


def figures(profile: Profile, grouped: bool, share: float, most: int) -> list[str]:
    """The cells of one file's row."""
    start = perf_counter()
    tree = FlowTree(profile, grouped)
    roots = tree.roots()
    for root in roots[:1]:
        tree.children(root, share * tree.total)
    first = perf_counter() - start
    start = perf_counter()
    found = walked(tree, share * tree.total, most)
    expand = perf_counter() - start
    total = tree.total or 1.0
    differences = [found.own[i] - profile.tottime[i] for i in range(profile.count)]
    error, more = sum(map(abs, differences)), sum(d for d in differences if d > 0)
    kinds = ("recursion", "shared", "unattributed", "rest")
    amounts = [sum(found.own.values()), *(found.other[kind] for kind in kinds), error, more, found.exact]
    return [
        f"{profile.count:,}",
        f"{len(profile.edges):,}",
        f"{sum(root.time for root in roots):.4g}",
        f"{profile.total_time:.4g}",
        f"{found.nodes:,}",
        *(f"{100 * amount / total:.2f}" for amount in amounts),
        f"{1000 * first:.1f}",
        f"{1000 * expand:.1f}",
    ]


def main() -> None:
    """Print a row for each file."""
    parser = argparse.ArgumentParser(description="What call trees account for, by profile.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--least", type=float, default=0.1, help="percent of the whole (default 0.1)")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes that are made at most")
    parser.add_argument("--unrolled", action="store_true", help="cycles along each path, not as one node")
    chosen = parser.parse_args()
    names = max(len(Path(file).name) for file in chosen.files)
    print(" " * names, *(title.rjust(width) for title, width in COLUMNS))
    for file in chosen.files:
        try:
            profile = load(file)
        except ProfileError as problem:
            print(f"{Path(file).name}: {problem}")
            continue
        if not profile.has_edges:
            print(f"{Path(file).name}: no callers are recorded")
            continue
        cells = figures(profile, not chosen.unrolled, chosen.least / 100, chosen.nodes)
        row = (cell.rjust(width) for cell, (_, width) in zip(cells, COLUMNS, strict=True))
        print(Path(file).name.ljust(names), *row, flush=True)


if __name__ == "__main__":
    main()
