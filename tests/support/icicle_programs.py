"""A small program with known stacks, for tests of the icicle."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped
from tests.support.stack_tree import StackTree

from proftui.analysis.names import Names
from proftui.state.figures import Figures
from proftui.views.icicle.boxes import Icicle
from proftui_parsers import Profile, load

MAIN, TUNE, FIT, LEN, LOAD, ODD = range(6)
FUNCTIONS = (
    ("/home/me/shop/main.py", 1, "main"),
    ("/home/me/shop/tune.py", 7, "tune"),
    ("/usr/lib/python3.11/site-packages/sklearn/base.py", 12, "fit_everything"),
    ("~", 0, "<built-in method builtins.len>"),
    ("<frozen importlib._bootstrap>", 100, "_find_and_load"),
    ("/home/me/shop/odd.py", 3, "<b>\x1b[31m&\"'</b>"),
)
STACKS: tuple[tuple[Sequence[int], float], ...] = (
    ((MAIN,), 1.0),
    ((MAIN, TUNE), 1.0),
    ((MAIN, TUNE, FIT), 4.0),
    ((MAIN, TUNE, FIT, LEN), 0.5),
    ((MAIN, LOAD), 2.0),
    ((MAIN, LOAD, FIT), 1.0),
    ((MAIN, ODD), 0.5),
)
"""Ten seconds."""


def tree(stacks: Sequence[tuple[Sequence[int], float]] = STACKS) -> StackTree:
    return StackTree(stacks)


def profile() -> Profile:
    """Functions of one package each; their own times are those of ``STACKS``."""
    own = [sum(time for stack, time in STACKS if stack[-1] == index) for index in range(len(FUNCTIONS))]
    stats: Stats = {key: (1, 1, time, time, {}) for key, time in zip(FUNCTIONS, own, strict=True)}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shop.stats"
        path.write_bytes(dumped(stats))
        found = load(str(path))
    places = {tuple(found.function(index)): index for index in range(found.count)}
    assert [places[key] for key in FUNCTIONS] == list(range(6))
    return found


def named() -> tuple[Profile, Names, Figures]:
    found = profile()
    return found, Names(found), Figures(found)


def drawn(picture: Icicle) -> str:
    """Levels as letters, a box a letter, for messages."""
    out = io.StringIO()
    for row in picture.all_levels():
        cells = ["."] * picture.width
        for box in row:
            cells[box.x : box.x + box.width] = [chr(97 + box.node.function % 26)] * box.width
        out.write("".join(cells) + "\n")
    return out.getvalue()


stacks = st.lists(
    st.tuples(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.floats(1e-6, 100.0)),
    min_size=1,
    max_size=40,
)
