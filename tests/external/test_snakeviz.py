from __future__ import annotations

import pstats

import pytest
from snakeviz.stats import table_rows
from tests.support.screens import DATA

from proftui.state.figures import Figures
from proftui_parsers import load

FILES = sorted((DATA / "pstats").glob("cprofile-py3.*.stats"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_table_has_snakevizs_figures(path: object) -> None:
    """SnakeViz lists ncalls, tottime, percall, cumtime, percall, label, pstats' key."""
    profile = load(str(path))
    figures = Figures(profile)
    index = {"{}:{}({})".format(*profile.function(i)): i for i in range(profile.count)}
    rows = table_rows(pstats.Stats(str(path)))
    assert len(rows) == profile.count
    for ncalls, tottime, percall, cumtime, cumpercall, _label, key in rows:
        row = index[key]
        assert figures.text("ncalls", row) == (ncalls[0] if isinstance(ncalls, list) else ncalls)
        shown = {"tottime": tottime, "cumtime": cumtime, "cumpercall": cumpercall}
        if not figures.recursive(row):
            # Of recursive functions SnakeViz divides own time by primitive calls, pstats by all.
            shown["percall"] = percall
        for name, text in shown.items():
            assert figures.value(name, row) == pytest.approx(float(text), rel=1e-3)
