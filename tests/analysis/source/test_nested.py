"""What lines took together, where measured lines call measured functions: programs with known figures."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.profiles import FunctionKey, profile_of

from proftui.analysis.columns import SHARE, columns_of
from proftui.analysis.order import Order
from proftui.analysis.source.source_text import Source
from proftui.background.pieces import finished
from proftui.frame import explain_functions
from proftui.frame.headline import headline
from proftui.frame.rows import detail_line
from proftui.frame.sentences import covered
from proftui.messages import LEVELS_COUNTED, LINES_OF_LEVELS, OF_ALL_LINES, OF_LINES, ROUGHLY
from proftui.output.finding import finding
from proftui.output.json_form import document
from proftui.output.tables import text as printed
from proftui.state.session import Session
from proftui_parsers import LineTime, Profile
from proftui_parsers.consistency import checked

Figures = Mapping[int, tuple[int, float]]
"""By line, how often it ran and how long."""


def measured(text: str, figures: Figures) -> Profile:
    """A line profile of all functions in ``text`` that have figures."""
    lines = text.split("\n")
    heads = [
        number
        for number, line in enumerate(lines, 1)
        if line.lstrip().startswith(("def ", "@")) and not lines[number - 2].lstrip().startswith("@")
    ]
    functions: list[FunctionKey] = []
    times: dict[int, tuple[LineTime, ...]] = {}
    for first, after in zip(heads, [*heads[1:], len(lines) + 1], strict=True):
        own = tuple(LineTime(line, *figures[line]) for line in range(first, after) if line in figures)
        if own:
            times[len(functions)] = own
            head = next(line for line in lines[first - 1 :] if "def " in line)
            functions.append(("x.py", first, head.split("def ")[1].partition("(")[0]))
    return profile_of(functions, lines=times)


def session_of(profile: Profile, text: str, note: str = "") -> Session:
    session = Session(profile, Order.usual("tottime"))
    session.sources.texts["x.py"] = Source(tuple(text.split("\n")), "x.py", note)
    finished(session.taking_out_nested())
    return session


LOOP = "def inner():\n    work()\ndef outer():\n    for _ in range(50):\n        inner()\n"
HELPED = LOOP + "def helper():\n    inner()\n"
CONDITION = LOOP.replace("inner()\n", "more and inner()\n").replace("def more and ", "def ")
PROFILED = LOOP.replace("def ", "@profile\ndef ")
CACHED = "import functools\n" + LOOP.replace("def inner", "@functools.cache\ndef inner")
RECURSIVE = "def again(n):\n    if n:\n        again(n - 1)\n"
BELOW = RECURSIVE + "def outer():\n    again(3)\n"
GENERATOR = "def steps():\n    yield 1\ndef outer():\n    for _ in steps():\n        pass\n"
NAMES = "class Stack:\n    def append(self, one):\n        work()\ndef outer(many):\n    many.append(1)\n"
METHOD = "class Shop:\n    def price(self):\n        work()\n    def all(self):\n        self.price()\n"
HELPER_BETWEEN = "def via(n):\n    walk(n - 1)\ndef walk(n):\n    if n:\n        via(n)\n"
PAIR = "def one():\n    two()\ndef two():\n    one()\n"
MANY_LINES = (
    "def inner(n):\n    work()\ndef outer():\n    return [\n        inner(n)\n        for n in few\n    ]\n"
)
IMPORTED = "from y import run\nclass Shop:\n    def run(self):\n        work()\ndef outer():\n    run()\n"
HANDED = "def inner():\n    work()\ndef outer(given):\n    given()\n    inner()\n"


@pytest.mark.parametrize(
    ("text", "figures", "seconds", "certainty"),
    [
        pytest.param(LOOP, {2: (50, 0.25), 4: (51, 0.01), 5: (50, 0.3)}, 0.31, "exact", id="nested"),
        pytest.param(PROFILED, {3: (50, 0.25), 6: (51, 0.01), 7: (50, 0.3)}, 0.31, "exact", id="decorated"),
        pytest.param(LOOP, {2: (50, 0.25)}, 0.25, "exact", id="alone"),
        pytest.param(HELPED, {2: (100, 0.5), 5: (50, 0.3)}, 0.55, "at most about", id="called elsewhere too"),
        pytest.param(
            LOOP, {2: (50, 0.4), 5: (50, 0.3)}, 0.4, "at most about", id="no more than the line holds"
        ),
        pytest.param(CONDITION, {2: (30, 0.2), 5: (50, 0.3)}, 0.3, "about", id="sometimes"),
        pytest.param(CACHED, {4: (2, 0.2), 7: (50, 0.3)}, 0.3, "about", id="cached"),
        pytest.param(RECURSIVE, {2: (4, 0.1), 3: (3, 0.6)}, 0.7, "at most", id="recursive"),
        pytest.param(
            BELOW, {2: (4, 0.1), 3: (3, 0.1), 5: (1, 0.25)}, 0.25, "exact", id="recursive and nested"
        ),
        pytest.param(GENERATOR, {2: (1, 0.2), 4: (2, 0.3)}, 0.5, "at most", id="generator"),
        pytest.param(NAMES, {3: (1, 0.2), 5: (1, 0.3)}, 0.5, "at most", id="a list's method"),
        pytest.param(IMPORTED, {4: (1, 0.2), 6: (1, 0.3)}, 0.5, "at most", id="of that name elsewhere"),
        pytest.param(METHOD, {3: (4, 0.2), 5: (4, 0.3)}, 0.3, "about", id="method"),
        pytest.param(PAIR, {2: (3, 0.2), 4: (3, 0.3)}, 0.5, "at most", id="each other"),
        pytest.param(HELPER_BETWEEN, {4: (4, 0.1), 5: (3, 0.6)}, 0.7, "at most", id="by way of another"),
        pytest.param(HELPER_BETWEEN, {4: (1, 0.1)}, 0.1, "exact", id="once"),
        pytest.param(MANY_LINES, {2: (9, 0.2), 4: (1, 0.3)}, 0.3, "about", id="a statement of several lines"),
        pytest.param(HANDED, {2: (2, 0.2), 4: (1, 0.1), 5: (1, 0.1)}, 0.3, "at most about", id="argument"),
        pytest.param(HELPED, {2: (5, 0.2), 7: (5, 0.3)}, 0.3, "exact", id="the line of another"),
    ],
)
def test_time_that_is_in_a_line_and_in_what_it_calls_is_in_the_whole_once(
    text: str, figures: Figures, seconds: float, certainty: str
) -> None:
    session = session_of(measured(text, figures), text)
    assert session.profile.lines_together is not None
    assert session.profile.lines_together.certainty == certainty
    assert session.whole == pytest.approx(seconds)


def test_json_headline_and_shares_speak_of_the_same_whole() -> None:
    text = "def inner():\n    work()\ndef outer():\n    inner()\n"
    session = session_of(measured(text, {2: (1, 0.2), 4: (1, 0.3)}), text)
    head = json.loads("".join(document(session.profile, session.rows)))
    assert (head["whole_time"], head["whole_certainty"]) == (pytest.approx(0.3), "exact")
    said = headline(session.profile, session.names).sentence
    assert said == f"line 4 of outer takes 100 %{OF_ALL_LINES}"
    assert [session.figures.text("tottime%", index) for index in session.rows] == ["100.0", "66.7"]
    # A sum of lines that are in each other is no part of the whole.
    assert session.listed.covered[2] is None


@pytest.mark.parametrize(
    ("text", "figures", "name"),
    [
        (RECURSIVE, {2: (4, 0.1), 3: (3, 0.6)}, "again"),
        (PAIR, {2: (3, 0.2), 4: (3, 0.3)}, "two"),
        (HELPER_BETWEEN, {4: (4, 0.1), 5: (3, 0.6)}, "walk"),
    ],
)
def test_lines_of_what_calls_itself_say_that_every_level_is_in_them(
    text: str, figures: Figures, name: str
) -> None:
    session = session_of(measured(text, figures), text)
    finished(checked(session.profile).comparing())
    (note,) = session.notes
    assert name in note
    assert json.loads("".join(document(session.profile, session.rows)))["warnings"] == [note]
    index = list(session.profile.names).index(name)
    detail = "".join(cell.text for cell in detail_line(session.figures, session.names, index, 120).spans)
    assert LEVELS_COUNTED in detail
    # Nobody knows how much of its time is that of outer levels, so no share is the least.
    share = session.figures.text("tottime%", index)
    assert f"{ROUGHLY['perhaps']}{share} %" in detail
    assert ROUGHLY["perhaps"] in headline(session.profile, session.names).sentence
    assert any(f" {name} ↻" in line for line in printed(session, [index], "functions", False) if line)
    lines = session.figures.said("tottime", index)
    assert LINES_OF_LEVELS.format(lines) in list(printed(session, [index], "source", False))
    assert not session_of(measured(LOOP, {2: (50, 0.25), 5: (50, 0.3)}), LOOP).notes


@pytest.mark.parametrize(
    ("text", "figures", "certainty"),
    [
        (LOOP, {2: (50, 0.25), 5: (50, 0.3)}, "exact"),
        (CONDITION, {2: (30, 0.2), 5: (50, 0.3)}, "about"),
        (GENERATOR, {2: (1, 0.2), 4: (2, 0.3)}, "at most"),
        (HELPED, {2: (100, 0.5), 5: (50, 0.3)}, "at most about"),
    ],
)
def test_a_share_says_everywhere_how_certain_it_is(text: str, figures: Figures, certainty: str) -> None:
    session = session_of(measured(text, figures), text)
    (share,) = (column for column in columns_of(session.profile) if column.kind == SHARE)
    assert ("≈" in share.title) == (certainty != "exact")
    (index,) = (index for index in session.rows if session.profile.names[index] in ("outer", "helper"))
    said = f"{ROUGHLY[certainty]}{session.figures.text('tottime%', index)} %"
    detail = "".join(cell.text for cell in detail_line(session.figures, session.names, index, 120).spans)
    assert said in detail and said in finding(session, index)[0]
    session.listed.filter(session.profile.names[index])
    assert said in covered(session)
    (time,) = (one for one in explain_functions.function(session, index).figures if one.label == "time")
    assert time.lines[-1][1].endswith(f" % {OF_LINES[certainty]}")


FIGURES: Figures = {2: (50, 0.25), 5: (50, 0.3)}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param(LOOP, "! changed since", id="changed"),
        pytest.param("\n" + LOOP, "", id="moved"),
        pytest.param(LOOP.replace("work()\n", "work()\n\n\n"), "", id="longer"),
        pytest.param("", "", id="not there"),
    ],
)
def test_where_the_text_is_not_that_of_the_run_lines_are_added_up(text: str, note: str) -> None:
    session = session_of(measured(LOOP, FIGURES), text, note)
    assert session.profile.lines_together is None
    assert session.whole == pytest.approx(0.55)


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0.001, 9), st.floats(0.001, 9))
def test_the_whole_lies_between_the_longest_function_and_the_sum(
    calls: int, hits: int, inner: float, outer: float
) -> None:
    session = session_of(measured(LOOP, {2: (calls, inner), 5: (hits, outer)}), LOOP)
    assert max(inner, outer) <= session.whole * (1 + 1e-9)
    assert session.whole <= inner + outer
    assert all((session.figures.value("tottime%", index) or 0) <= 100 + 1e-6 for index in session.rows)
    if calls == hits and inner <= outer:
        assert session.whole == pytest.approx(outer)
