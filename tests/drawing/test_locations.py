"""Locations in few cells: what is left of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proftui.drawing.locations import shorten_location
from proftui.drawing.safe_text import cell_width, clean

STRATEGIES = "sqlalchemy/dialects/postgresql/orm/strategies.py:906"
ODD = "a日é\u0301\u0302\u0303\ufe0f\u200d\x1b\x07\n\t\u202e\u1100\u1161\u11a8🇩🏽👍क\u094dष\u093e\ud800…/:0"
texts = st.one_of(
    st.text(max_size=40), st.text(alphabet=ODD, max_size=20), st.text(alphabet="ab/\\:.1日", max_size=40)
)


@pytest.mark.parametrize(
    ("location", "cells", "left"),
    [
        (STRATEGIES, 52, STRATEGIES),
        (STRATEGIES, 51, "sqlalchemy/…/postgresql/orm/strategies.py:906"),
        (STRATEGIES, 44, "sqlalchemy/…/orm/strategies.py:906"),
        (STRATEGIES, 33, "sqlalchemy/…/strategies.py:906"),
        (STRATEGIES, 29, "…/orm/strategies.py:906"),
        (STRATEGIES, 22, "…/strategies.py:906"),
        (STRATEGIES, 15, "…ategies.py:906"),
        (STRATEGIES, 7, "…py:906"),
        (STRATEGIES, 0, ""),
        ("sklearn/utils/validation.py:733", 30, "sklearn/…/validation.py:733"),
        ("pandas\\core\\frame.py:9", 20, "pandas\\…\\frame.py:9"),
        ("pandas\\core\\frame.py:9", 16, "…\\frame.py:9"),
        ("importlib._bootstrap:1165", 23, "…ortlib._bootstrap:1165"),
        # The first folder of all is no package.
        ("/home/me/project/foo.py:12", 22, "…/me/project/foo.py:12"),
        ("C:\\Users\\me\\foo.py:12", 18, "…\\me\\foo.py:12"),
    ],
)
def test_a_location_loses_its_middle_then_its_package_then_its_head(
    location: str, cells: int, left: str
) -> None:
    assert shorten_location(location, cells) == left


@given(texts, st.integers(0, 45))
def test_what_is_left_fits(location: str, cells: int) -> None:
    shown = clean(location)
    assert cell_width(shorten_location(shown, cells)) <= cells
