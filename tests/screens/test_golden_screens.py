"""Every kind of screen is the one that was kept and looked at, on a small terminal and on a large one."""

from __future__ import annotations

import pytest
from tests.support.golden_screens import SIZES, names_of, path_of, screens, sessions

LONG = ("grouped",)
"""Of these the figures take seconds."""


@pytest.mark.parametrize(
    "session",
    [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in sessions()],
)
def test_the_screens_are_those_that_are_kept(session: str) -> None:
    """``python -m tests.support.golden_screens`` writes them anew, to be looked at."""
    taken = screens(session)
    for size in SIZES:
        for name in names_of(session):
            kept = path_of(name, size).read_text(encoding="utf-8").splitlines()
            assert taken[name, size] == kept, (name, size)
