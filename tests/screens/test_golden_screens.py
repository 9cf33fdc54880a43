"""Every kind of screen is the one that was kept and looked at, on a small terminal and on a large one."""

from __future__ import annotations

import functools

import pytest
from tests.support.golden_screens import SIZES, Size, names_of, path_of, screens, sessions

as_they_are = functools.cache(screens)


@pytest.mark.parametrize(
    ("session", "name", "size"),
    [(session, name, size) for session in sessions() for size in SIZES for name in names_of(session, size)],
)
def test_the_screen_is_the_one_that_is_kept(session: str, name: str, size: Size) -> None:
    """``python -m tests.support.golden_screens`` writes them anew, to be looked at."""
    kept = path_of(name, size).read_text(encoding="utf-8").splitlines()
    assert as_they_are(session)[name, size] == kept
