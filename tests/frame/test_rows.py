"""The rows around the views."""

from __future__ import annotations

from tests.support.profiles import profile_of

from proftui.frame.rows import measured_text, total_text


def test_a_whole_that_is_not_the_sum_of_own_times_is_marked_as_no_figure_of_pstats() -> None:
    assert total_text(profile_of({("a.py", 1, "a"): (1, 1, 5.0, 5.0)})) == "5.000 s"
    roots_take_more = profile_of({("a.py", 1, "a"): (1, 1, 1.0, 5.0)})
    assert (
        total_text(roots_take_more) == "≈5.000 s" and measured_text(roots_take_more) == "1 call in ≈5.000 s"
    )
