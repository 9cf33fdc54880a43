"""The Functions table and the rows of Calls, cell by cell, at every width."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from math import inf, isfinite, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.support.at_once import sorted_indices
from tests.support.corpus import SHARED, small
from tests.support.examples import FEWER, examples, slowly
from tests.support.profiles import FunctionFigures, FunctionKey, profile_of

from proftui.analysis.columns import FIGURES, columns_of
from proftui.analysis.names import Names
from proftui.analysis.order import TEXTS, Order
from proftui.drawing import figures
from proftui.drawing.figures import UNITS
from proftui.drawing.line import Line
from proftui.drawing.safe_text import cell_width
from proftui.drawing.table import BAR
from proftui.state.figures import Figures
from proftui.views.calls import rows as callrows
from proftui.views.functions.rows import FunctionTable, Look
from proftui_parsers import Profile, load

WIDTHS = range(20, 251)
COLUMNS = (*FIGURES, *TEXTS, "name", "file", "line", "nfl", "stdname")
WIDE = "数据处理_模块_переменная_" * 4
HOSTILE: dict[FunctionKey, FunctionFigures] = {
    ("a.py", 1, "nan"): (1, 1, nan, nan),
    ("a.py", 2, "inf"): (1, 1, inf, -inf),
    ("a.py", 3, "negative"): (2, 7, -123.456, -0.0001),
    ("a.py", 4, "huge"): (2**63 - 1, 2**63 - 1, 1e300, 1e15),
    ("a.py", 5, "uncalled"): (0, 0, 0.0, 0.0),
    ("a.py", 6, "uncounted"): (-1, -1, 0.5, 1.5),
    ("a.py", 7, "tiny"): (3, 3, 1e-9, 1e-9),
    (f"/p/{WIDE}/ü.py", 8, WIDE): (1, 1, 0.25, 0.5),
    ("/very/long/" * 40 + "x.py", 9, "f" * 400): (5, 9, 0.001, 0.002),
    ("\x1b[31m/\u202e.py", 10, "\x1b]52;c;x\x07\n\t\u200b"): (1, 1, 0.01, 0.02),
    ("", 11, ""): (1, 1, 0.0, 0.0),
    ("e\u0301\u0301\u0301.py", 12, "👩‍👩‍👧 e\u0301\u0301\u0301\u0301"): (1, 1, 0.5, 0.5),
    ("~", 0, "<method 'append' of 'list' objects>"): (10**6, 10**6, 0.125, 0.125),
    ("a.py", 2**31 - 1, "<lambda>"): (4, 12345678, 0.1, 0.1),
}
NAMES = (
    "hillclimb",
    "recurse",
    "sampled",
    "uncounted",
    "lines",
    "joined",
    "empty",
    "hostile",
    "threads",
    "long runs",
)


@cache
def opened(name: str) -> Profile:
    real = {
        "recurse": small("cprofile-py3.11-recurse.stats"),
        "sampled": small("tachyon3.15.2-spin.pstats"),
        "uncounted": small("pyinstrument5.1.3-hillclimb.pstats"),
        "lines": small("lp5.1.0-py3.11-lpdemo.lprof"),
        "empty": small("variant-empty-dict.stats"),
        "hillclimb": SHARED / "pstats" / "cprofile-py3.11-hillclimb-sklearn.stats",
    }
    if name in real:
        return load(str(real[name] if real[name].exists() else real["recurse"]))
    if name == "joined":
        demo = Path(figures.__file__).parents[1] / "demo"
        return load(str(demo / "demo.stats"))
    if name == "hostile":
        return profile_of(HOSTILE)
    if name == "threads":
        # Own times that were lost: shares of cumulative times far above 100 %.
        return profile_of({("a.py", 1, "wait"): (1, 1, 0.001, 99.0), ("a.py", 2, "f"): (0, 3, -0.0005, 7.0)})
    return profile_of(
        {
            ("a.py", 1, "main"): (1, 6, 0.5, 123456.75),
            ("a.py", 2, "work"): (98765432, 98765432, 99999.25, 1e5),
        }
    )


@cache
def names_of(name: str) -> Names:
    return Names(opened(name))


@cache
def figures_of(name: str, unit: int = 0) -> Figures:
    return Figures(opened(name), UNITS[unit])


@cache
def some_rows(name: str) -> list[int]:
    """The hottest functions and some others."""
    profile = opened(name)
    order = sorted_indices(profile, names_of(name), Order.usual("tottime"))
    return order[:14] if profile.count < 20 else [*order[:4], *random.Random(1).sample(order[4:], 4)]


def cells(line: Line) -> int:
    assert cell_width(line.text) == cell_len(line.text) == sum(cell_len(span.text) for span in line.spans)
    return cell_len(line.text)


def ends(figs: Figures, layout: FunctionTable) -> Iterator[tuple[str, int, int]]:
    """Each column of figures with its first cell (the gap left out) and the cell after its last."""
    widths = {column.key: figs.width(column) for column in columns_of(figs.profile)}
    for placed in layout.table.placed:
        if placed.name != BAR:
            yield placed.name, placed.end - widths[placed.name], placed.end


def orders() -> list[Order]:
    return [Order(column, descending) for column in COLUMNS for descending in (True, False)]


def combinations(name: str, one_of: int) -> Iterator[tuple[Figures, int, Order, Look]]:
    """One of so many widths, others for each profile; with every order, look and unit at some of them."""
    rng = random.Random(name)
    keys = [column.key for column in columns_of(opened(name))]
    for width in WIDTHS[NAMES.index(name) % one_of :: one_of]:
        for _ in range(2):
            hidden = frozenset(rng.sample([*keys, "bar"], rng.choice([0, 0, 1, 2])))
            look = Look(hidden, rng.choice([0, 0, 1, 3, 99]), rng.random() < 0.7, rng.random() < 0.3)
            yield figures_of(name, rng.randrange(3)), width, rng.choice(orders()), look


@pytest.mark.parametrize("one_of", [FEWER, *slowly(1)])
@pytest.mark.parametrize("name", NAMES)
def test_figures_of_a_column_end_in_the_same_cell_under_their_heading(name: str, one_of: int) -> None:
    for figs, width, order, look in combinations(name, one_of):
        layout = FunctionTable(figs, width, order, look)
        if layout.table.left < 1:
            continue
        head = layout.heading().text
        rows = [(i, layout.row(names_of(name), i, None).text) for i in some_rows(name)]
        titles = {column.key: figs.title(column) for column in columns_of(figs.profile)}
        for key, start, end in ends(figs, layout):
            assert head[start:end].lstrip(" ▾▴") == titles[key]
            for index, text in rows:
                # Nothing of a figure outside its column, and all of it inside.
                assert text[start:end].strip() == figs.text(key, index), (key, width)
                assert text[start:end] == text[start:end].strip().rjust(end - start)
                assert text[end] == " " and text[start - 1] == " "


# --- roles


@pytest.mark.parametrize("column", ["tottime", "cumtime", "ncalls", "function"])
@pytest.mark.parametrize("name", ["recurse", "hostile", "threads"])
def test_bars_are_parts_of_the_largest_row_of_the_list(name: str, column: str) -> None:
    figs, order, profile = figures_of(name), Order.usual(column), opened(name)
    every = sorted_indices(profile, names_of(name), order)
    time = "cumtime" if column == "cumtime" else "tottime"
    for rows in (every, every[3:], every[-1:], []):
        layout = FunctionTable(figs, 120, order, rows=rows)
        names = [placed.name for placed in layout.table.placed]
        # Where figures contradict each other there is no share of cumulative time.
        share = f"{time}%" if f"{time}%" in names else time
        assert names[names.index(BAR) - 1] == share
        start = {key: end for key, _, end in ends(figs, layout)}[share] + 1
        times = {index: getattr(profile, time)[index] for index in rows}
        largest = max([0.0, *(value for value in times.values() if isfinite(value))])
        for index in rows:
            drawn = layout.row(names_of(name), index, None).text[start : start + 12]
            assert drawn == figures.bar(figs.value(time, index), 12, largest)
            if times[index] == largest > 0:
                assert drawn == "█" * 12


@given(st.floats(0, 1000), st.integers(0, 40))
def test_bars_follow_the_rule(share: float, room: int) -> None:
    drawn = figures.bar(share, room)
    assert len(drawn) == cell_len(drawn) == room
    if room:
        # One eighth of a cell would look like a border.
        assert (drawn.strip() != "") is (share * room * 8 / 100 >= 2)
        assert (drawn == "█" * room) is (share >= 99.95)
    # Left-anchored: whole cells, then one part of a cell, then blanks.
    body = drawn.rstrip()
    assert set(body[:-1]) <= {"█"} and body[-1:] in set(" ▏▎▍▌▋▊▉█") | {""}


# --- Calls


@pytest.mark.parametrize("column", ["cumtime", "tottime", "ncalls", "function", "location"])
def test_callers_and_callees_are_sorted_as_asked(column: str) -> None:
    figs, names, profile = figures_of("hillclimb"), names_of("hillclimb"), opened("hillclimb")
    for index in some_rows("hillclimb"):
        for descending in (True, False):
            shown = callrows.around(figs, names, index, Order(column, descending))
            everything = {e.function for e in profile.callers(index)}
            assert {n.function for n in shown.callers if n.function >= 0} == everything
            real = [n for n in shown.callees if n.function >= 0]
            keys: list[object]
            if column == "function":
                keys = [names.shown_name(n.function).casefold() for n in real]
            elif column == "location":
                keys = [(names.path(n.function), profile.linenos[n.function]) for n in real]
            else:
                keys = [getattr(n, column) for n in real]
            assert keys == sorted(keys, reverse=descending)  # type: ignore[type-var]


@examples(150)
@given(
    st.dictionaries(
        st.tuples(st.text(max_size=30), st.integers(-5, 10**6), st.text(max_size=60)),
        st.tuples(st.integers(-1, 10**12), st.integers(-1, 10**12), st.floats(), st.floats()),
        min_size=1,
        max_size=5,
    ),
    st.integers(20, 250),
    st.sampled_from(orders()),
    st.integers(0, 2),
)
def test_any_profile_fills_any_width(
    rows: dict[FunctionKey, FunctionFigures], width: int, order: Order, unit: int
) -> None:
    profile = profile_of(rows)
    figs, names = Figures(profile, UNITS[unit]), Names(profile)
    layout = FunctionTable(figs, width, order)
    assert cells(layout.heading()) == width
    for index in range(profile.count):
        line = layout.row(names, index, None)
        assert cells(line) == width and line.text.isprintable()
        if layout.table.left >= 1:
            for key, start, end in ends(figs, layout):
                assert line.text[start:end].strip() == figs.text(key, index)
