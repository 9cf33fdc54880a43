"""Comprehensions of older Pythons, folded into the functions around them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.compared import Key, comparison_of, profile_of
from tests.support.corpus import small

from proftui import messages
from proftui.analysis.compare.comprehensions import comprehensions, folding_comprehensions
from proftui.analysis.compare.side import side_of
from proftui.background.pieces import finished
from proftui_parsers import Function, Profile, load

MAIN, LIST, SET = ("a.py", 1, "main"), ("a.py", 2, "<listcomp>"), ("a.py", 3, "<setcomp>")
CALLED: Key = ("a.py", 9, "f")


def older() -> Profile:
    """``main`` has a comprehension in a comprehension, which calls ``f``, as ``main`` itself does once."""
    return profile_of(
        {MAIN: (1, 1.0), LIST: (1, 0.5), SET: (10, 0.25), CALLED: (101, 2.0)},
        {(MAIN, LIST): 1, (LIST, SET): 10, (SET, CALLED): 100, (MAIN, CALLED): 1},
    )


def newer() -> Profile:
    return profile_of({MAIN: (1, 1.75), CALLED: (101, 2.0)}, {(MAIN, CALLED): 101})


def test_folded_it_is_the_same_program() -> None:
    for before, after in ((older(), newer()), (newer(), older())):
        comparison = comparison_of(before, after)
        assert [comparison.pairs.status(row) for row in comparison.there] == ["same", "same"]
        assert comparison.notes == (messages.COMPREHENSIONS_FOLDED.format("2 comprehensions"),)
        assert comparison.causes is not None and not comparison.causes.listed
        assert comparison.causes.not_attributed == pytest.approx(0)


def test_both_older_stay_as_they_are() -> None:
    comparison = comparison_of(older(), older())
    assert len(comparison.pairs) == 4 and not comparison.notes


def test_one_that_several_call_is_left_alone() -> None:
    other = ("a.py", 20, "other")
    shared = profile_of(
        {MAIN: (1, 1.0), other: (1, 1.0), LIST: (2, 0.5)}, {(MAIN, LIST): 1, (other, LIST): 1}
    )
    assert comprehensions(shared) == {}


def test_of_a_real_file_nothing_is_lost() -> None:
    profile = load(small("cprofile-py3.11-recurse.stats"))
    folded = finished(folding_comprehensions(side_of([profile]))).profile
    number = len(comprehensions(profile))
    assert number and sum(folded.absent or ()) == number and not comprehensions(folded)
    assert folded.names == profile.names, "functions keep their numbers"
    assert sum(folded.tottime) == pytest.approx(sum(profile.tottime), abs=1e-12)
    assert profile.ncalls is not None and folded.ncalls is not None
    # All calls but those of comprehensions themselves are there.
    assert folded.total_calls == sum(folded.ncalls)
    assert sum(folded.edges.ncalls) == sum(profile.edges.ncalls) - sum(
        profile.ncalls[f] for f in comprehensions(profile)
    )
    assert sum(calls for calls in folded.root_calls) == sum(profile.root_calls)


OTHER = ("a.py", 20, "other")
EVERY: list[Key] = [MAIN, LIST, SET, CALLED, OTHER]
EDGES = st.dictionaries(st.tuples(st.sampled_from(EVERY), st.sampled_from(EVERY)), st.integers(1, 9))


@given(EDGES)
def test_calls_of_comprehensions_are_those_of_the_functions_around(calls: dict[tuple[Key, Key], int]) -> None:
    profile = profile_of(dict.fromkeys(EVERY, (100, 1.0)), calls)
    around = comprehensions(profile)
    folded = finished(folding_comprehensions(side_of([profile]))).profile
    expected = Counter[tuple[Function, Function]]()
    for callee in range(profile.count):
        for edge in profile.callers(callee) if callee not in around else ():
            caller = profile.function(around.get(edge.function, edge.function))
            expected[caller, profile.function(callee)] += edge.ncalls or 0
    found = [
        ((folded.function(edge.function), folded.function(callee)), edge.ncalls)
        for callee in range(folded.count)
        for edge in folded.callers(callee)
    ]
    assert sorted(found) == sorted(expected.items())


def test_calls_have_the_own_time_of_comprehensions_too() -> None:
    profile = load(small("cprofile-py3.11-recurse.stats"))
    around = comprehensions(profile)
    folded = finished(folding_comprehensions(side_of([profile]))).profile
    edges, called = folded.edges, 0
    for function in set(around.values()):
        entries = range(edges.starts[function], edges.starts[function + 1])
        if folded.root_calls[function] == 0 and len(entries):
            called += 1
            assert sum(edges.tottime[e] for e in entries) == pytest.approx(folded.tottime[function])
    assert called
