"""The exact test: against a table, and against all arrangements one by one."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from proftui.analysis.compare.noise import can_tell, two_sided

KNOWN = [
    # From scipy.stats.mannwhitneyu(before, after, method="exact"), no ties.
    ([1, 2, 3], [4, 5, 6], 0.1),
    ([1, 2, 3, 4], [5, 6, 7, 8], 0.028571428571428571),
    ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.007936507936507936),
    ([1, 2, 3, 4, 6], [5, 7, 8, 9, 10], 0.015873015873015872),
    ([1, 3, 5, 7, 9], [2, 4, 6, 8, 10], 0.6904761904761905),
    ([1, 2, 3], [4, 5, 6, 7, 8], 0.03571428571428571),
    ([1, 2], [3, 4, 5, 6, 7, 8, 9, 10], 0.044444444444444446),
    ([5, 6], [1, 2, 3, 4, 7, 8, 9, 10], 1.0),
]


@pytest.mark.parametrize(("before", "after", "p"), KNOWN)
def test_known_values(before: list[float], after: list[float], p: float) -> None:
    assert two_sided(before, after) == pytest.approx(p, abs=1e-12)
    assert two_sided(after, before) == pytest.approx(p, abs=1e-12)


def by_enumeration(before: list[float], after: list[float]) -> float:
    """Twice the smaller tail over all ways to choose who came before; pairs that are equal count half."""
    every = [*before, *after]

    def wins(chosen: tuple[int, ...]) -> float:
        others = [every[i] for i in range(len(every)) if i not in chosen]
        return sum((every[i] > other) + 0.5 * (every[i] == other) for i in chosen for other in others)

    found = wins(tuple(range(len(before))))
    all_wins = [wins(chosen) for chosen in combinations(range(len(every)), len(before))]
    below = sum(one <= found for one in all_wins)
    above = sum(one >= found for one in all_wins)
    return min(1.0, 2 * min(below, above) / len(all_wins))


def test_as_all_arrangements_say() -> None:
    rng = Random(1)
    for number in range(200):
        sizes = rng.randint(1, 4), rng.randint(1, 4)
        # Half of them with ties.
        values = [[rng.randint(1, 6) if number % 2 else rng.random() for _ in range(size)] for size in sizes]
        assert two_sided(values[0], values[1]) == pytest.approx(by_enumeration(*values), abs=1e-12)


def test_many_runs_are_nearly_normal() -> None:
    rng = Random(2)
    before, after = [rng.gauss(0, 1) for _ in range(12)], [rng.gauss(1, 1) for _ in range(12)]
    more = before + [value + 1e-9 for value in before], after + [value + 1e-9 for value in after]
    assert 0 < two_sided(*more) < two_sided(before, after) < 1


@pytest.mark.parametrize(
    ("before", "after", "tells"),
    [
        (4, 4, True),
        (3, 5, True),
        (2, 8, True),
        (3, 3, False),
        (2, 7, False),
        (3, 4, False),
        (1, 30, False),
        (1, 39, True),
    ],
)
def test_from_how_many_runs_on_it_can_tell(before: int, after: int, tells: bool) -> None:
    assert can_tell(before, after) == tells
