"""Changes as text."""

from __future__ import annotations

import pytest

from proftui.drawing import changes
from proftui.drawing.figures import MILLISECONDS, SECONDS


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.448, "−0.448"), (0.0104, "+0.010"), (0.0, "0.000"), (-0.0001, "0.000"), (float("nan"), "—")],
)
def test_a_change_has_its_sign_where_it_reads_as_something(value: float, text: str) -> None:
    assert changes.time(value, SECONDS) == text


def test_sentences_have_units_and_thousands() -> None:
    assert changes.with_unit(-1.0004, SECONDS) == "−1.000 s"
    assert changes.with_unit(12.5, MILLISECONDS) == "+12,500.000 ms"
    assert changes.count(-12148.0) == "−12148" and changes.per_call(11.6e-6) == "+11.6 µs"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.61, "×0.61"), (2.424, "×2.42"), (99.99, "×99.99"), (775.4, "×775"), (123456.0, "×1e5"), (None, "")],
)
def test_ratios_have_six_cells_at_most(value: float | None, text: str) -> None:
    assert changes.ratio(value) == text and len(text) <= changes.WIDEST_RATIO


def test_what_is_much_slower_is_told_from_what_is_a_little() -> None:
    assert [changes.role(value, 1.0) for value in (-1.0, 0.0, 0.04, 0.06)] == [
        "faster",
        "muted",
        "slower",
        "much-slower",
    ]
