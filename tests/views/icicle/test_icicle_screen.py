"""The rows of the icicle's view: which level stands where."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import stacks, tree

from proftui.views.icicle.boxes import Icicle, arranged

WIDTH = 60


@given(stacks, st.integers(0, 5), st.integers(4, 12), st.integers(0, 3))
def test_a_level_is_where_it_is_looked_for(
    given_stacks: list[tuple[list[int], float]], depth: int, height: int, top: int
) -> None:
    whole, root = tree(given_stacks), None
    for level in Icicle(whole, WIDTH).all_levels()[:depth]:
        root = level[-1].node
    picture = Icicle(whole, WIDTH, root)
    picture.all_levels()
    shown = arranged(picture, height - 1, top)
    seen = [shown.level_at(y) for y in range(height - 1)]
    for y, number in enumerate(seen):
        if number is not None:
            assert shown.row_of(number) == y
    for number in range(len(picture.levels)):
        assert (shown.row_of(number) is None) == (number not in seen)
