"""Which line before is which line after."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proftui.analysis.compare.both_lines import pair_lines

TEXTS = st.lists(st.sampled_from(["a = 1", "b = a + 1", "return b", "", "for x in y:"]), max_size=12)


def test_lines_that_moved_are_found_by_their_text() -> None:
    before = ["def f(n):", "    for i in n:", "        work(i)", "    return n"]
    after = ["def f(n):", "    check(n)", "    for i in n:", "            work(i)", "    return n"]
    assert pair_lines(before, after) == [(0, 0), (1, 2), (2, 3), (3, 4)]


def test_what_was_edited_is_another_line() -> None:
    before = ["def f(n):", "    total = slow(n)", "    return total"]
    after = ["def f(n):", "    total = fast(n)", "    return total"]
    assert pair_lines(before, after) == [(0, 0), (2, 2)]


@given(TEXTS, TEXTS)
def test_pairs_are_in_order_and_no_line_is_in_two(before: list[str], after: list[str]) -> None:
    pairs = pair_lines(before, after)
    for side, lines in enumerate((before, after)):
        positions = [pair[side] for pair in pairs]
        assert positions == sorted(set(positions))
        assert all(0 <= at < len(lines) for at in positions)


@given(TEXTS)
def test_of_an_equal_text_every_line_is_itself(lines: list[str]) -> None:
    assert pair_lines(lines, lines) == [(at, at) for at in range(len(lines))]
