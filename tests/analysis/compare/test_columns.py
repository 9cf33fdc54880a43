"""Rows and figures of a comparison are those of the functions that they name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.compared import Key, profile_of

from proftui.analysis.compare.comparison import comparing
from proftui.analysis.compare.side import side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.state.comparing import comparing_session
from proftui.state.session import Session
from proftui_parsers import Profile

KEYS = st.tuples(st.sampled_from(["a.py", "b.py"]), st.integers(1, 3), st.sampled_from(["f", "g", "main"]))
PROFILES = st.dictionaries(
    KEYS, st.tuples(st.integers(1, 9), st.sampled_from([0.0, 0.5, 1.0, 2.0])), min_size=1
)
Functions = dict[Key, tuple[int, float]]


def figures(profile: Profile, function: int) -> tuple[float, ...]:
    """Own time, time with callees and calls; of nobody nothing."""
    if function < 0:
        return 0.0, 0.0, 0
    assert profile.cumtime is not None and profile.ncalls is not None
    return profile.tottime[function], profile.cumtime[function], profile.ncalls[function]


@given(PROFILES, PROFILES)
def test_every_function_has_one_row_with_its_figures(before: Functions, after: Functions) -> None:
    base, new = profile_of(before), profile_of(after)
    pairs = finished(comparing(side_of([base]), side_of([new]))).pairs
    for row in range(len(pairs)):
        if row in pairs.bundles:
            continue
        assert figures(base, pairs.base[row]) == (
            pairs.base_own[row],
            pairs.base_cumtime[row],
            pairs.base_calls[row],
        )
        assert figures(new, pairs.new[row]) == (
            pairs.new_own[row],
            pairs.new_cumtime[row],
            pairs.new_calls[row],
        )
        assert pairs.base[row] < 0 or pairs.base_row[pairs.base[row]] == row
        assert pairs.new[row] < 0 or pairs.new_row[pairs.new[row]] == row
    assert min(pairs.base_row) >= 0 and min(pairs.new_row) >= 0


@given(PROFILES, PROFILES)
def test_every_row_has_a_function_of_the_session(before: Functions, after: Functions) -> None:
    base, new = profile_of(before), profile_of(after)
    alone = Session(new, Order.usual("tottime"))
    session = finished(comparing_session(alone, side_of([base]), side_of([new])))
    compared = session.compared
    assert compared is not None
    pairs = compared.now.pairs
    assert [compared.row(index) for index in compared.index_of_row] == list(range(len(pairs)))
    assert sorted(session.rows) == sorted(compared.index_of_row)
    for row, index in enumerate(compared.index_of_row):
        gone = pairs.new[row] < 0
        recorded = base.function(pairs.base[row]) if gone else new.function(pairs.new[row])
        assert session.profile.function(index) == recorded and compared.is_gone(index) == gone
    changes = [abs(pairs.delta(row)) for row in range(len(pairs))]
    assert compared.longest_change(session.rows) == max(changes)
