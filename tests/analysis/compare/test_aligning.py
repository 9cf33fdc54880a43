"""Functions of one name in the order of their lines: against all alignments that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from proftui.analysis.compare.aligning import LEFT_OUT, SURE, Anchors, aligned

LINES = st.lists(st.integers(1, 120), min_size=1, max_size=5, unique=True).map(sorted)


def every_alignment(before: int, after: int) -> Iterator[tuple[tuple[int, int], ...]]:
    for size in range(min(before, after) + 1):
        for first in combinations(range(before), size):
            for second in combinations(range(after), size):
                yield tuple(zip(first, second, strict=True))


def cost(pairs: Sequence[tuple[int, int]], before: list[int], after: list[int], shift: int) -> float:
    apart = sum(abs(after[j] - before[i] - shift) for i, j in pairs)
    return apart + LEFT_OUT * (len(before) + len(after) - 2 * len(pairs))


@given(LINES, LINES, st.integers(-20, 20))
@examples(200)
def test_the_cheapest_and_how_sure_it_is(before: list[int], after: list[int], shift: int) -> None:
    found = aligned(before, after, Anchors([(0, shift)]))
    costs = sorted(cost(pairs, before, after, shift) for pairs in every_alignment(len(before), len(after)))
    assert found.sure == (len(costs) == 1 or costs[1] >= costs[0] + SURE)
    if found.sure:
        assert cost(found.pairs, before, after, shift) == costs[0]


def test_the_nearer_shift_of_two_counts() -> None:
    # Ten lines were put in between the two functions around it.
    assert aligned([50, 80], [60, 200, 90], Anchors([(10, 0), (100, 10)])).pairs == [(0, 0), (1, 2)]


def test_hundreds_of_one_name_are_not_looked_through() -> None:
    assert not aligned(range(1, 900), range(1, 1000), Anchors([])).sure
    assert aligned(range(1, 900), range(11, 910), Anchors([])).sure
