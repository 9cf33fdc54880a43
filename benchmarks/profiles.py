"""Profiles of any size whose figures agree with each other, as cProfile would have written them.

    python -m benchmarks.profiles OUT.stats [--functions 1000] [--seed 0]

Calls only go from a function to one that comes later in an order, so that calls and times follow by one
pass in each direction; some functions call themselves, and some pairs each other. Own times are as
uneven as in real programs: the ten hottest functions have about two thirds of the run.
"""

from __future__ import annotations

import argparse
import json
import marshal
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal

Label = tuple[str, int, str]
Stats = dict[Label, tuple[int, int, float, float, dict[Label, tuple[int, int, float, float]]]]

EDGES = 2.2
"""Callers of a function, on average."""
SECONDS = 60.0
UNEVEN = 1.4
"""The function of rank r has a share of the time proportional to 1 / r ** UNEVEN."""
BUILT_IN, RECURSIVE, MUTUAL = 0.07, 0.02, 0.002
"""Shares of the functions."""
MOST_CALLS = 20_000_000
TOP = 20

FOLDERS = (
    "/usr/lib/python3.11",
    "/srv/shop/.venv/lib/python3.11/site-packages/anvil",
    "/srv/shop/.venv/lib/python3.11/site-packages/quarry/core",
    "/srv/shop/.venv/lib/python3.11/site-packages/lathe/io",
    "/srv/shop/src/shop",
    "/srv/shop/src/shop/orders",
)
THINGS = (
    "row",
    "order",
    "price",
    "node",
    "token",
    "page",
    "cache",
    "batch",
    "field",
    "graph",
    "label",
    "unit",
)
DEEDS = (
    "read",
    "parse",
    "find",
    "check",
    "merge",
    "split",
    "sort",
    "fill",
    "build",
    "send",
    "close",
    "match",
)
ODD = ("__init__", "__call__", "__enter__", "<lambda>", "<genexpr>", "<listcomp>", "wrapper")
TYPES = ("list", "dict", "str", "set", "bytes", "collections.deque", "re.Pattern", "_io.BytesIO")


def labels(number: int, built_in: int, random: Random) -> list[Label]:
    """Names: ``exec`` and the program's own module first, what is built in last."""
    found: list[Label] = [
        ("~", 0, "<built-in method builtins.exec>"),
        ("/srv/shop/src/main.py", 1, "<module>"),
    ]
    file = 0
    while len(found) < number - built_in:
        file += 1
        path = f"{random.choice(FOLDERS)}/{random.choice(THINGS)}_{random.choice(THINGS)}{file}.py"
        line = 1
        for _ in range(1 + int(random.expovariate(1 / 6))):
            odd = random.random() < 0.2
            name = random.choice(ODD) if odd else f"{random.choice(DEEDS)}_{random.choice(THINGS)}"
            found.append((path, line, name if odd or random.random() < 0.7 else f"_{name}"))
            line += 1 + int(random.expovariate(1 / 25))
    del found[number - built_in :]
    kinds = product(range(built_in), TYPES, DEEDS)
    for (turn, kind, deed), _ in zip(kinds, range(built_in), strict=False):
        end = f"_{turn}" if turn else ""
        form = (
            "<method '{1}{2}' of '{0}' objects>" if random.random() < 0.5 else "<built-in method {0}.{1}{2}>"
        )
        found.append(("~", 0, form.format(kind, deed, end)))
    return found


def callers_of(number: int, built_in: int, random: Random) -> list[list[int]]:
    """Of each function those that call it; each comes before it."""
    python = number - built_in
    found: list[list[int]] = [[], [0]]
    found += ([1 + int((min(v, python) - 1) * random.random())] for v in range(2, number))
    for _ in range(int(number * (EDGES - 1))):
        # Few functions are called from very many places.
        callee = number - 1 - int((number - 2) * random.random() ** 3)
        caller = 1 + int((min(callee, python) - 1) * random.random())
        if caller not in found[callee][:50] and callee != caller:
            found[callee].append(caller)
    return [sorted(set(callers)) for callers in found]


def make(functions: int, seed: int = 0) -> Stats:
    """The content of a ``.stats`` file."""
    if functions < 8:
        raise ValueError("a profile needs at least 8 functions")
    random = Random(seed)
    built_in = int(functions * BUILT_IN)
    names = labels(functions, built_in, random)
    made = Calls(callers_of(functions, built_in, random))
    made.recur(functions - built_in, random)
    made.count(random)
    own = own_times(made.calls, random)
    return stats_of(names, made, own, made.cumulative(own), random)


class Calls:
    """How often each function is called, by whom, and while it runs already."""

    def __init__(self, callers: Sequence[Sequence[int]]) -> None:
        self.callers = callers
        self.edges: list[list[int]] = []
        """Calls by each of the callers."""
        self.outside: list[int] = []
        """Calls while the function does not run."""
        self.again: dict[int, int] = {}
        """Calls of a recursive function while it runs."""
        self.leaf_of: dict[int, int] = {}
        """Which function calls a recursive one again, where it is not itself."""
        self.calls: list[int] = []

    def recur(self, python: int, random: Random) -> None:
        """Choose what is recursive, among the first functions."""
        self.again = {v: 0 for v in range(2, python) if random.random() < RECURSIVE}
        calling = {caller for callers in self.callers for caller in callers}
        taken: set[int] = set(self.again)
        for leaf in range(python - 1, 1, -1):
            callers = self.callers[leaf]
            if len(self.leaf_of) >= MUTUAL * python:
                break
            if len(callers) == 1 and leaf not in calling and not taken & {leaf, *callers} and callers[0] > 1:
                self.leaf_of[callers[0]] = leaf
                self.again[callers[0]] = 0
                taken.update((leaf, *callers))

    def count(self, random: Random) -> None:
        """Make up the calls, callers first."""
        for v, callers in enumerate(self.callers):
            made = [self.calls[caller] if caller > 1 else 1 for caller in callers]
            counts = [int(calls * random.lognormvariate(-0.8, 1.2)) if v > 1 else 1 for calls in made]
            self.edges.append([min(MOST_CALLS, max(1, calls)) for calls in counts])
            self.outside.append(sum(self.edges[v]) or 1)
            if v in self.again:
                self.again[v] = max(1, int(self.outside[v] * random.lognormvariate(0, 0.8)))
            self.calls.append(self.outside[v] + self.again.get(v, 0))

    def cumulative(self, own: Sequence[float]) -> list[float]:
        """Own times and those of what is called, callees first."""
        total = list(own)
        leaves = set(self.leaf_of.values())
        for v in reversed(range(len(total))):
            # All of a leaf's own time is its caller's; the leaf itself has a part of the caller's again.
            leaf = self.leaf_of.get(v)
            if leaf is not None:
                total[v] += own[leaf]
                total[leaf] += (total[v] - own[leaf]) * self.again[v] / self.calls[v]
            if v not in leaves:
                for caller, calls in zip(self.callers[v], self.edges[v], strict=True):
                    total[caller] += total[v] * calls / self.outside[v]
        return total


def own_times(calls: Sequence[int], random: Random) -> list[float]:
    """Seconds, in whole nanoseconds, as uneven as in programs."""
    ranks = list(range(1, len(calls)))
    random.shuffle(ranks)
    whole = sum((rank + 1) ** -UNEVEN for rank in range(len(calls)))
    own = [2e-5] * len(calls)
    for rank, v in enumerate(ranks):
        share = (rank + 1) ** -UNEVEN / whole * random.lognormvariate(0, 0.1)
        own[v] = round(max(SECONDS * share, 3e-8 * min(calls[v], 50_000)), 9)
    return own


def stats_of(
    names: Sequence[Label], made: Calls, own: Sequence[float], total: Sequence[float], random: Random
) -> Stats:
    """The figures as cProfile keeps them."""
    caller_of = {leaf: caller for caller, leaf in made.leaf_of.items()}
    # In a file, the keys of callers are objects of their own, one for all that a function calls.
    keys = [(file, line, name) for file, line, name in names]
    order = list(range(len(names)))
    random.shuffle(order)
    stats: Stats = {}
    for v in order:
        calls, outside = made.calls[v], made.outside[v]
        primitive = outside
        if v in caller_of:
            primitive = max(1, outside * made.outside[caller_of[v]] // made.calls[caller_of[v]])
        found = {}
        for caller, count in zip(made.callers[v], made.edges[v], strict=True):
            first = primitive if v in caller_of else count
            found[keys[caller]] = (count, first, own[v] * count / calls, total[v] * count / outside)
        if v in made.again:
            count = made.again[v]
            part = count / calls
            found[keys[made.leaf_of.get(v, v)]] = (count, min(count, outside), own[v] * part, total[v] * part)
        stats[names[v]] = (primitive, calls, own[v], total[v], found)
    return stats


def top(stats: Stats, figure: Literal[2, 3], rows: int = TOP) -> list[tuple[str, float]]:
    """The first by own time (2) or cumulative time (3): name, "" where it is built in, and seconds."""
    seconds = {label: entry[figure] for label, entry in stats.items()}
    first = sorted(seconds, key=seconds.__getitem__, reverse=True)[:rows]
    return [(label[2] if label[0] != "~" else "", seconds[label]) for label in first]


def write(path: Path, functions: int, seed: int = 0) -> None:
    """Make a file, and beside it (``.json``) what must stand on the first screen."""
    stats = make(functions, seed)
    path.write_bytes(marshal.dumps(stats))
    facts: dict[str, Any] = {
        "functions": len(stats),
        "edges": sum(len(entry[4]) for entry in stats.values()),
        "tottime": top(stats, 2),
        "cumtime": top(stats, 3),
    }
    path.with_suffix(".json").write_text(json.dumps(facts), "utf-8")


def made(folder: Path, functions: int, seed: int = 0) -> Path:
    """Such a file, made if it is not there; by another process, whose memory is gone then."""
    path = folder / f"functions-{functions}{f'-{seed}' if seed else ''}.stats"
    if not path.with_suffix(".json").exists():
        command = [sys.executable, "-m", "benchmarks.profiles", str(path)]
        command += ["--functions", str(functions), "--seed", str(seed)]
        subprocess.run(command, check=True, cwd=Path(__file__).parents[1])
    return path


def main() -> None:
    """Make one file."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--functions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    write(asked.out, asked.functions, asked.seed)


if __name__ == "__main__":
    main()
