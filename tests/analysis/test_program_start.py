"""Which function is said to be where the program starts."""

from __future__ import annotations

import pytest
from tests.support.corpus import Stats, dumped

from proftui.analysis.calls import starts_program
from proftui_parsers import load_bytes

END = ("~", 0, "<method 'disable' of '_lsprof.Profiler' objects>")


@pytest.mark.parametrize(
    ("name", "has_other_root", "starts"),
    [
        ("<module>", True, True),
        ("spin", False, True),
        # Something switched profiling off after it, so it was not alone there.
        ("spin", True, False),
    ],
)
def test_only_what_runs_a_file_has_others_beside_it(name: str, has_other_root: bool, starts: bool) -> None:
    stats: Stats = {("app.py", 1, name): (1, 1, 9.97, 9.97, {})}
    if has_other_root:
        stats[END] = (1, 1, 0.03, 0.03, {})
    profile = load_bytes(dumped(stats), "app.stats")
    assert starts_program(profile, profile.names.index(name), 10.0) is starts
