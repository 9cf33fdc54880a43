"""Call trees of graphs that are as hard as a file of 16 MB can make them.

    python benchmarks/large_graphs.py [name ...] [--functions 0.1]

For each: seconds until the tree is prepared, the longest piece of that work (so long a key may wait), seconds
to open everything and to lay out an icicle, and peak memory of the process so far.
"""

from __future__ import annotations

import argparse
import marshal
import random
import resource
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tui"), str(ROOT / "parsers")]

from proftui.analysis.calltree.unfolding import Unfolding  # noqa: E402
from proftui.state.call_trees import Trees  # noqa: E402
from proftui.views.icicle.boxes import Icicle  # noqa: E402
from proftui_parsers import load  # noqa: E402

CALL = (1, 1, 0.001, 0.01)
DICE = random.Random(7)
GRAPHS: dict[str, tuple[int, Callable[[int, int], Iterable[int]]]] = {
    "complete": (1_200, lambda n, count: range(count)),
    "triangle": (1_700, lambda n, count: range(n)),
    "ring": (250_000, lambda n, count: ((n + 1) % count,)),
    "chance": (100_000, lambda n, count: {DICE.randrange(count) for _ in range(4)}),
    "pairs": (240_000, lambda n, count: (n ^ 1,)),
    "chain": (250_000, lambda n, count: (n - 1,) if n else ()),
    "callers": (300_000, lambda n, count: () if n else range(1, count)),
    "callees": (260_000, lambda n, count: (0,) if n else ()),
    "islands": (340_000, lambda n, count: ()),
}
"""Functions, and the callers of each."""


def written(folder: Path, name: str, part: float) -> Path:
    """A file of this graph, ``part`` as large."""
    most, callers = GRAPHS[name]
    count = max(2, int(most * part)) // 2 * 2
    keys = [(f"m{n % 97}.py", n, f"f{n}") for n in range(count)]
    data = {
        keys[n]: (1, len(above) + 2, 0.01, 0.1, {keys[m]: CALL for m in above})
        for n in range(count)
        for above in [list(callers(n, count))]
    }
    path = folder / f"{name}.stats"
    path.write_bytes(marshal.dumps(data))
    return path


def measured(path: Path) -> list[float]:
    """Seconds, and MB in the end."""
    trees, longest = Trees(load(str(path))), 0.0
    start = last = perf_counter()
    for _ in trees.preparing():
        now = perf_counter()
        longest, last = max(longest, now - last), now
    found = [last - start, longest]
    tree = trees.tree
    if tree is not None:
        for work in (
            lambda: Unfolding(tree, tree.total / 10_000).expand(),
            lambda: Icicle(tree, 120).level(38),
        ):
            start = perf_counter()
            work()
            found.append(perf_counter() - start)
    return [*found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]


def main() -> None:
    """Print a row for each graph."""
    parser = argparse.ArgumentParser(description="Call trees of large graphs.")
    parser.add_argument("names", nargs="*", default=list(GRAPHS))
    parser.add_argument("--functions", type=float, default=0.1, help="part of what 16 MB hold (default 0.1)")
    chosen = parser.parse_args()
    print("graph     prepare  longest   expand   icicle  peak MB")
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.names:
            figures = measured(written(Path(folder), name, chosen.functions))
            print(name.ljust(8), *(f"{figure:8.2f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
