"""Bounds of calls that together are a known sum."""

from __future__ import annotations

from proftui.analysis.shape.rows import Intervals


def test_a_sum_that_another_order_makes_a_little_more_still_draws_bounds_in() -> None:
    figures = Intervals(2)
    figures.add(0, 0.1, 0.1, 0.1)
    figures.add(1, 0.2, 9.0, 0.2)
    assert 0.1 + 0.2 > 0.3
    figures.draw_in(range(2), 0.3, 0.3)
    assert figures.column(certain=True).is_exact(1)
