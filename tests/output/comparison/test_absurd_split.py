"""Few and long calls that become many and short ones: what counts and times are worth alone is absurd."""

from __future__ import annotations

import pytest
from tests.support.compared import Key, comparison_of, profile_of, wanted_of
from tests.support.compared_screens import compared_screen, compared_session

from proftui import messages
from proftui.analysis.compare.comparison import Comparison, finding_causes
from proftui.background.pieces import finished as all_of
from proftui.frame.compare_words import sums
from proftui.output.comparison.comment import comment
from proftui.output.printed import head
from proftui_parsers import Profile

MAIN, PAGE, QUERY = (("/srv/app.py", line, name) for line, name in ((1, "main"), (9, "page"), (20, "query")))


def program(queries: int, seconds: float) -> Profile:
    """A page that asks so often, and what all of that takes."""
    functions: dict[Key, tuple[int, float]] = {MAIN: (1, 0.01), PAGE: (1, 0.02), QUERY: (queries, seconds)}
    return profile_of(functions, {(MAIN, PAGE): 1, (PAGE, QUERY): queries})


@pytest.fixture
def many_queries() -> Comparison:
    """One query of all rows becomes one for each row."""
    return comparison_of(program(1, 0.1), program(10_000, 0.15))


def test_a_split_that_is_more_than_the_run_is_told_nowhere(many_queries: Comparison) -> None:
    said = messages.PRINTED_ABSURD_SPLIT
    assert said in list(head(wanted_of(many_queries)))[-1]
    assert said in "".join(comment(wanted_of(many_queries)))
    session = compared_session(many_queries.base, many_queries.new)
    assert session.compared is not None
    all_of(finding_causes(session.compared.now))
    assert said in sums(session.compared, session.figures.unit, 80)


def test_nor_is_that_of_a_function(many_queries: Comparison) -> None:
    rows = compared_screen(many_queries.base, many_queries.new)
    assert "query  app.py:20" in rows[-3] and "+50.000 ms (100 ms → 15.0 µs)" in rows[-3]
    assert messages.PRINTED_ABSURD_SPLIT in rows[-2]


def test_its_headline_and_its_figures_stand(many_queries: Comparison) -> None:
    assert "page calls query 10,000 times, not once" in list(head(wanted_of(many_queries)))[1]
    assert many_queries.causes is not None and many_queries.causes.by_counts > 100
    back = comparison_of(many_queries.new.profile, many_queries.base.profile)
    assert back.has_absurd_split


def test_a_split_within_the_run_is_told() -> None:
    comparison = comparison_of(program(10, 0.1), program(20, 0.21))
    said = list(head(wanted_of(comparison)))[-1]
    assert messages.BOTH_PARTS.format("+102.500 ms", "+7.500 ms") in said
