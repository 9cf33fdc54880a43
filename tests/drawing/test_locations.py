"""Locations in few cells: what is left of them, and where what a filter matched stands then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proftui.drawing.locations import joined, moved, parts_left, shorten_location
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


@pytest.mark.parametrize(
    ("looked_for", "cells", "left"),
    [
        ("orm", 44, "sqlalchemy/…/orm/strategies.py:906"),
        ("orm", 30, "…/orm/strategies.py:906"),
        ("orm", 20, "…/orm/…tegies.py:906"),
        ("dialects", 40, "sqlalchemy/dialects/…/strategies.py:906"),
        ("dialects", 31, "…/dialects/…/strategies.py:906"),
        ("dialects", 24, "…/dialects/…egies.py:906"),
        ("sqlalchemy", 29, "sqlalchemy/…strategies.py:906"),
        ("strat", 15, "…strategie…:906"),
        ("strat", 11, "…strat…:906"),
        ("gies", 15, "…ategies.py:906"),
        # There is no room for it.
        ("postgresql/orm", 14, "…tegies.py:906"),
    ],
)
def test_what_a_filter_matched_stays_to_be_seen(looked_for: str, cells: int, left: str) -> None:
    start = STRATEGIES.index(looked_for)
    match = [(start, start + len(looked_for))]
    parts = parts_left(STRATEGIES, cells, [match])
    shown = joined(STRATEGIES, parts)
    assert shown == left and cell_width(shown) <= cells
    marked = [shown[begin:end] for begin, end in moved(match, parts)]
    assert marked == ([looked_for] if looked_for in shown else [])


def test_of_several_things_looked_for_most_stay() -> None:
    start, other = STRATEGIES.index("sqlalchemy"), STRATEGIES.index("dialects")
    wanted = [[(start, start + 10)], [(other, other + 8)]]
    assert joined(STRATEGIES, parts_left(STRATEGIES, 40, wanted)) == "sqlalchemy/dialects/…/strategies.py:906"


@given(texts, st.integers(0, 40), st.lists(st.tuples(st.integers(0, 20), st.integers(1, 10)), max_size=3))
def test_what_is_left_fits_and_is_of_the_location(
    raw: str, cells: int, matches: list[tuple[int, int]]
) -> None:
    shown = clean(raw)
    ranges = [(start, start + length) for start, length in matches if start + length <= len(shown)]
    parts = parts_left(shown, cells, [[one] for one in ranges])
    short = joined(shown, parts)
    assert cell_width(short) <= cells
    assert "".join(shown[start:end] for start, end in parts) == short.replace("…", "") or "…" in shown
    for begin, end in moved(ranges, parts):
        assert short[begin:end] in shown
