"""Orders are those of pstats, both ways, and what cannot be compared comes last."""

from __future__ import annotations

import pstats
from math import inf, isfinite, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.at_once import sorted_indices
from tests.support.corpus import SHARED
from tests.support.profiles import FunctionFigures, FunctionKey, profile_from, profile_of

from proftui.analysis.columns import FIGURES
from proftui.analysis.names import Names
from proftui.analysis.order import TEXTS, Order
from proftui.cli.sorting import sort_column
from proftui.state.loading import Refused
from proftui_parsers.profile import LineTime, Profile

WORDS = sorted(pstats.Stats.sort_arg_dict_default)
FILES = [
    "cprofile-py3.11-hillclimb-sklearn.stats",
    "cprofile-py3.11-asyncio.stats",
    "cprofile-py3.13-recurse.stats",
    "variant-dynamic-code.stats",
    "variant-no-subcalls.stats",
    "yappi-recurse.pstat",
]


@pytest.mark.parametrize("name", FILES)
def test_every_word_of_pstats_sorts_as_pstats_does(name: str) -> None:
    file: Path = SHARED / "pstats" / name
    if not file.exists():
        pytest.skip("no sample profiles here")
    stats = pstats.Stats(str(file))
    profile = profile_from(stats)
    names = Names(profile)
    for word in WORDS:
        order = Order.usual(sort_column(word))
        assert listed(profile, names, order) == stats.sort_stats(word).fcn_list, word  # type: ignore[attr-defined]
        assert listed(profile, names, order.reverse()) == stats.reverse_order().fcn_list, word  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", FILES[:4])
def test_labels_that_cannot_be_kept_sort_all_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (SHARED / "pstats" / name).exists():
        pytest.skip("no sample profiles here")
    profile = profile_from(pstats.Stats(str(SHARED / "pstats" / name)))
    order = Order.usual("stdname")
    expected = listed(profile, Names(profile), order)
    monkeypatch.setattr("proftui.analysis.function_texts._KEPT", 0)
    assert listed(profile, Names(profile), order) == expected


def listed(profile: Profile, names: Names, order: Order) -> list[FunctionKey]:
    return [profile.function(index) for index in sorted_indices(profile, names, order)]


@pytest.mark.parametrize(
    ("word", "column"),
    [
        ("cum", "cumtime"),
        ("cumu", "cumtime"),
        ("t", "tottime"),
        ("time", "tottime"),
        ("Calls", "ncalls"),
        ("ca", "ncalls"),
        ("p", "pcalls"),
        ("per", "percall"),
        ("cumper", "cumpercall"),
        ("fi", "file"),
        ("module", "file"),
        ("fu", "function"),
        ("loc", "location"),
        ("l", "line"),
        ("h", "hits"),
        (" nfl ", "nfl"),
        ("own", "tottime"),
        ("cum", "cumtime"),
        ("samp", "samples"),
        ("std", "stdname"),
    ],
)
def test_sort_words_may_be_shortened(word: str, column: str) -> None:
    assert sort_column(word) == column


@pytest.mark.parametrize(
    ("word", "said"),
    [("n", "several columns"), ("c", "several columns"), ("xyz", "no column"), ("", "takes a column")],
)
def test_other_words_are_answered_with_what_there_is(word: str, said: str) -> None:
    with pytest.raises(Refused, match=said) as raised:
        sort_column(word)
    assert all(known in str(raised.value) for known in (*WORDS, *FIGURES, *TEXTS))


def test_texts_are_sorted_as_displayed() -> None:
    rows: list[FunctionKey] = [
        ("~", 0, "<method 'append' of 'list' objects>"),
        ("/p/b.py", 10, "Zeta"),
        ("/p/b.py", 9, "alpha"),
        ("/p/a.py", 1, "Alpha"),
    ]
    profile = profile_of(dict.fromkeys(rows, (1, 1, 0.0, 0.0)))
    names = Names(profile)
    assert sorted_indices(profile, names, Order.usual("function")) == [3, 2, 0, 1]
    assert sorted_indices(profile, names, Order.usual("location")) == [3, 2, 1, 0]
    assert sorted_indices(profile, names, Order("location", True)) == [0, 1, 2, 3]


def test_a_column_that_was_not_measured_leaves_the_order_of_the_file() -> None:
    lines = {0: (LineTime(2, 3, 0.1),), 2: (LineTime(9, 8, 0.3),)}
    profile = profile_of([("a", 1, "f"), ("a", 5, "g"), ("a", 8, "h")], lines=lines)
    names = Names(profile)
    for column in ("ncalls", "pcalls", "cumtime", "percall", "cumpercall"):
        assert sorted_indices(profile, names, Order(column, True)) == [0, 1, 2]
        assert sorted_indices(profile, names, Order(column, False)) == [0, 1, 2]
    assert sorted_indices(profile, names, Order("hits", True)) == [2, 0, 1]
    assert sorted_indices(profile, names, Order("hits", False)) == [0, 2, 1]


times = st.sampled_from([0.0, -0.0, 1.0, 2.0, -1.0, nan, inf, -inf])
rows = st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2), times, times), min_size=1, max_size=8)


@given(rows, st.sampled_from(FIGURES + TEXTS), st.booleans())
def test_every_function_is_listed_once_and_odd_figures_come_last(
    figures: list[FunctionFigures], column: str, descending: bool
) -> None:
    profile = profile_of({("a.py", i % 2, f"f{i}"): row for i, row in enumerate(figures)})
    names = Names(profile)
    one = sorted_indices(profile, names, Order(column, descending))
    other = sorted_indices(profile, names, Order(column, descending).reverse())
    assert sorted(one) == list(range(profile.count))
    if column in ("tottime", "cumtime"):
        values = profile.tottime if column == "tottime" else profile.cumtime
        assert values is not None
        known = [i for i in one if isfinite(values[i])]
        assert one[: len(known)] == known
        assert other[: len(known)] == known[::-1]
        shown = [values[i] for i in known]
        assert shown == sorted(shown, reverse=descending)
