"""Which profiles are taken for runs of one program."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.support.corpus import Stats, dumped

from proftui.analysis.compare.kin import is_same_program, traits_of
from proftui_parsers import load_bytes

LIBRARY = "/usr/lib/python3.11/site-packages/numpy/core.py"


def of(folder: str, names: Sequence[str], libraries: Sequence[str] = ("dot", "sum", "sort")) -> Stats:
    own: Stats = {(f"{folder}/app.py", n, name): (1, 1, 0.1, 0.1, {}) for n, name in enumerate(names, 1)}
    return own | {(LIBRARY, n, name): (1, 1, 9.0, 9.0, {}) for n, name in enumerate(libraries, 1)}


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (of("/a", ["<module>", "main", "tune"]), of("/b/c", ["<module>", "main", "parse", "plot"]), True),
        # Only what is imported is in both.
        (of("/a", ["main", "tune"]), {("/a/b.py", 1, "plot"): (1, 1, 0.1, 0.1, {})} | of("/a", []), False),
        (of("/a", ["main"]), of("/b", []), False),
        (of("/a", []), of("/b", []), True),
        (of("/a", []), of("/b", [], ["fft", "svd"]), False),
    ],
)
def test_own_functions_tell_and_time_where_there_are_none(one: Stats, other: Stats, is_same: bool) -> None:
    first, second = (traits_of(load_bytes(dumped(stats), "p.stats")) for stats in (one, other))
    assert is_same_program(first, second) is is_same
    assert is_same_program(second, first) is is_same
    assert is_same_program(first, first)
