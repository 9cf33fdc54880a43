"""How figures came about: at most six rows, of which each calculation gives the figure beside it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from tests.support.corpus import DATA, index_of, shared_files, small
from tests.support.examples import examples, slowly, some
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import RUNS
from tests.support.screens import DEMO, demo
from tests.support.shots import shot, shots
from tests.support.tree_identities import nodes_of

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, CallTree
from proftui.analysis.order import Order
from proftui.drawing.safe_text import cell_width
from proftui.frame import explain
from proftui.frame.explain import Explanation, in_digits
from proftui.frame.nodes import estimate_mark
from proftui.state.call_trees import ALL_CALLERS, CALLERS, TOP_DOWN
from proftui.state.session import Session
from proftui_parsers import Profile, ProfileError, load

MOST_NODES = 20_000
_FIGURE = r"[\d,]+(?:\.\d+)?"
_EQUATION = re.compile(rf"= ({_FIGURE}(?: [×/−+] {_FIGURE})+)")
_BETWEEN = re.compile(re.escape(messages.BETWEEN).replace(r"\{\}", f"({_FIGURE})"))


def session_of(profile: Profile) -> Session:
    return Session(profile, Order.usual("tottime"))


def lines(explanation: Explanation) -> list[str]:
    return [row.what for row in explanation.figures]


def number(text: str) -> float:
    found = re.search(_FIGURE, text)
    return float(found[0].replace(",", "")) if found is not None else math.nan


def reckoned(term: str) -> tuple[float, float]:
    """What comes of a calculation as it is written, and how far its rounded operands let it be off."""
    plain = term.replace(",", "").replace("×", "*").replace("−", "-")
    assert re.fullmatch(r"[\d. ()+*/-]+", plain), term
    value, off = evaluated(plain), 0.0
    for found in re.finditer(r"\d+\.(\d+)", plain):
        half = 0.5 * 10.0 ** -len(found[1])
        for end in (float(found[0]) - half, float(found[0]) + half):
            changed = evaluated(f"{plain[: found.start()]}({end!r}){plain[found.end() :]}")
            off += abs(changed - value)
    return value, off


def evaluated(term: str) -> float:
    """Nothing but figures and signs stand in it; a divisor that was rounded away may be anything."""
    try:
        return float(eval(term, {"__builtins__": {}}))
    except ZeroDivisionError:
        return math.inf


def check(session: Session, explanation: Explanation) -> None:
    """Every calculation gives its figure, as far as figures are rounded, and what it lies between has it."""
    assert len(explanation.figures) <= 6
    assert all(cell_width("".join(span.text for span in row)) <= 76 for row in explanation.rows())
    figure = ""
    for row in explanation.figures:
        figure = row.figure or figure
        rounded = 0.50001 * 10.0 ** -len(figure.partition(".")[2].partition(" ")[0])
        if (found := _EQUATION.search(row.what)) is not None:
            value, off = reckoned(found[1])
            assert not abs(value - number(figure)) > rounded + off, (row, figure)
        if (found := _BETWEEN.search(row.what)) is not None:
            low, high = (number(end) for end in found.groups())
            assert low - 2 * rounded <= number(figure) <= high + 2 * rounded, (row, figure)


def nodes(tree: CallTree) -> Iterator[CallNode]:
    return nodes_of(tree, 0.002 * tree.total, MOST_NODES)


WAYS = [(TOP_DOWN, False), (TOP_DOWN, True), (ALL_CALLERS, False)]


@examples(120)
@given(RUNS)
def test_calculations_of_nodes_lead_to_their_figures(run: Logged) -> None:
    session = session_of(run.profile)
    for session.trees.way, session.trees.unrolled in WAYS:
        tree = session.trees.tree
        assert tree is not None
        for node in nodes(tree):
            check(session, explain.node(session, tree, node))


@examples(120)
@given(RUNS)
def test_calculations_of_functions_and_edges_lead_to_their_figures(run: Logged) -> None:
    session, edges = session_of(run.profile), run.profile.edges
    for index in range(run.profile.count):
        check(session, explain.function(session, index))
        for entry in range(edges.starts[index], edges.starts[index + 1]):
            check(session, explain.edge(session, index, edges.callers[entry], index))


def profiles() -> list[Path]:
    return sorted(
        {path.name: path for path in (*(DATA / "pstats").iterdir(), *shared_files("pstats"))}.values()
    )


@pytest.mark.parametrize("path", some(profiles()), ids=lambda path: path.name)
def test_real_files_are_explained_by_calculations_that_hold(path: Path) -> None:
    try:
        session = session_of(load(str(path)))
    except ProfileError:
        pytest.skip("no profile")
    profile = session.profile
    for index in session.rows[:40]:
        check(session, explain.function(session, index))
        for position in range(profile.edges.starts[index], profile.edges.starts[index + 1])[:20]:
            check(session, explain.edge(session, index, profile.edges.callers[position], index))
    trees = [TOP_DOWN, CALLERS] if profile.has_edges and profile.total_time > 0 else []
    session.trees.function = session.rows[0] if session.rows else None
    for session.trees.way in trees:
        tree = session.trees.tree
        assert tree is not None
        for node in list(nodes_of(tree, 0.02 * tree.total, MOST_NODES))[:200]:
            check(session, explain.node(session, tree, node))


def test_no_time_in_a_calculation_reads_as_nothing() -> None:
    assert [in_digits(value) for value in (0.0, 2.5, 0.0123, 1.234e-7)] == [
        "0.000",
        "2.500",
        "0.0123",
        "0.000000123",
    ]


def session_of_demo() -> Session:
    return session_of(load(str(DEMO / "demo.stats")))


@pytest.mark.parametrize("view", ["1", "3", *slowly("2", "4", "5", "I")])
def test_a_key_explains_the_row_in_every_view_and_takes_the_sheet_away_again(view: str) -> None:
    there, gone = shots(demo(), view, "full_stop", "full_stop", last=2)
    for key in "12345" if view == "1" else "1":
        assert shot(demo(), view, "full_stop", key).rows == shot(demo(), view, key).rows
    heading = messages.EXPLAIN_TITLE.format("").strip()
    assert sum(heading in row for row in there.rows) == 1
    assert not any(heading in row for row in gone.rows)


STACKS = ("pyspy0.4.3-asyncio.speedscope.json", "tachyon3.15.2-spin.collapsed.txt")
OF_CALLS = ("ncalls", "counts at", "recursive calls", "number of calls")


def everything(session: Session) -> Iterator[Explanation]:
    """What is explained of each function, of each of its callers, and of each node of both trees."""
    profile = session.profile
    for index in range(profile.count):
        yield explain.function(session, index)
        for edge in profile.callers(index):
            yield explain.edge(session, index, edge.function, index)
    for way in (TOP_DOWN, ALL_CALLERS):
        session.trees.way = way
        for _ in session.trees.preparing():
            pass
        tree = session.trees.tree
        assert tree is not None
        yield from (explain.node(session, tree, node) for node in islice(nodes_of(tree), 200))


@pytest.mark.parametrize("name", [*STACKS, "tachyon3.15.2-spin.pstats"])
def test_of_samples_nothing_is_explained_by_calls_that_were_counted(name: str) -> None:
    session = session_of(load(str(small(name))))
    for explanation in everything(session):
        said = " ".join(f"{row.label} {row.what}" for row in explanation.figures)
        assert not [word for word in OF_CALLS if word in said], said


@pytest.mark.parametrize("name", STACKS)
def test_a_node_of_whole_stacks_says_what_each_of_its_figures_is(name: str) -> None:
    session = session_of(load(str(small(name))))
    tree = session.trees.top_down
    node = tree.roots()[0]
    labels = {row.label for row in explain.node(session, tree, node).figures}
    time = "time" if session.profile.measure.unit == "s" else "cum"
    assert {time, "own"} <= labels
    for node in (node for node in tree.roots() if node.function < 0):
        assert messages.LEFT_TO_NOBODY in lines(explain.node(session, tree, node))
    assert ("samples" in labels) is (session.profile.measure.unit == "s")


def test_an_estimate_says_what_it_is_made_of_and_what_bounds_it() -> None:
    session = session_of_demo()
    tree = session.trees.tree
    assert tree is not None
    wanted = index_of(session.profile, "<built-in method builtins.min>")
    estimates = (node for node in nodes(tree) if node.function == wanted and estimate_mark(node, tree.total))
    text = lines(explain.node(session, tree, max(estimates, key=lambda node: node.time)))
    assert any(_BETWEEN.search(line) for line in text) and messages.LOOK_STACKS in text
