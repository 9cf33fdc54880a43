"""What ``.stats`` files hold: small ones, graphs of a known shape, and any."""

from __future__ import annotations

import marshal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from tests.support.corpus import Stats
from tests.support.screens import opened

from proftui_parsers import Profile

MAIN = ("a.py", 1, "main")
WORK = ("a.py", 9, "work")
GOOD: Stats = {MAIN: (1, 1, 0.25, 1.0, {}), WORK: (2, 3, 0.75, 0.75, {MAIN: (3, 2, 0.75, 0.75)})}
SHOP = "/srv/shop.py"
Rows = dict[tuple[str, int, str], tuple[int, int, float, float, dict[tuple[str, int, str], object]]]


def plain(stats: Stats) -> Stats:
    """With code objects as the text that stands for them."""

    return {
        label(function): (*figures[:4], {label(caller): edge for caller, edge in figures[4].items()})
        for function, figures in stats.items()
    }


def label(function: tuple[Any, ...]) -> tuple[Any, ...]:
    file, line, name = function
    return (file, line, name if isinstance(name, str) else f"<code object {name.co_name}>")


def written(path: Path, rows: Rows) -> Callable[[], Profile]:
    """What opens a profile with these functions."""
    path.write_bytes(marshal.dumps(rows))
    return opened(path)


def doubling(levels: int) -> Rows:
    """``levels`` pairs of functions, both of which call both of the next pair: twice the paths a level."""
    rows: Rows = {}
    time = 0.001
    above: list[tuple[str, int, str]] = []
    for level in range(levels):
        here = [(SHOP, 2 * level + side + 1, f"f{level}{'ab'[side]}") for side in range(2)]
        whole = time * (levels - level)
        for function in here:
            callers: dict[tuple[str, int, str], object] = dict.fromkeys(above, (1, 1, time / 2, whole / 2))
            calls = len(above) or 1
            rows[function] = (calls, calls, time, whole, callers)
        above = here
    return rows


def chain(depth: int) -> Rows:
    """``depth`` functions, each of which calls the next."""
    rows: Rows = {}
    for level in range(depth):
        time = 0.001 * (depth - level)
        caller = {(SHOP, level, f"f{level - 1}"): (1, 1, 0.001, time)} if level else {}
        rows[SHOP, level + 1, f"f{level}"] = (1, 1, 0.001, time, dict(caller))
    return rows


# Any file

keys = st.tuples(st.text(max_size=12), st.integers(-(2**31), 2**31 - 1), st.text(max_size=300))
finite = st.floats(0, 1e9) | st.integers(0, 2**40)
times = finite | st.floats(allow_nan=False, min_value=0)
counts = st.integers(0, 2**62)


@st.composite
def stats_dicts(draw: st.DrawFn, times: st.SearchStrategy[float] = times) -> Stats:
    pool = draw(st.lists(keys, min_size=1, max_size=8, unique=True))
    callers = st.dictionaries(st.sampled_from(pool), st.tuples(counts, counts, times, times), max_size=4)
    counted = st.tuples(counts, counts).map(sorted)
    rows = st.builds(lambda c, t, u, edges: (*c, t, u, edges), counted, times, times, callers)
    return draw(st.dictionaries(st.sampled_from(pool), rows, max_size=8))
