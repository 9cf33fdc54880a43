"""Nodes of a call tree in words, as Tree and Icicle say them."""

from __future__ import annotations

import marshal
import math

from tests.support.icicle_programs import FIT, LEN, MAIN, TUNE, named, tree

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.hot_path import HotPath
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.names import Names
from proftui.drawing.figures import SECONDS
from proftui.drawing.safe_text import cell_width
from proftui.frame import sentences
from proftui.frame.nodes import breadcrumb, detail_line, has_estimate, told_path
from proftui.state.figures import Figures
from proftui.views.icicle.boxes import Icicle
from proftui_parsers import load_bytes


def test_the_detail_says_what_time_share_and_calls() -> None:
    _, names, figs = named()
    whole = tree()
    tune = Icicle(whole, 80).level(1)[0].node
    text = detail_line(figs, names, whole, tune, 80).text
    assert text.startswith(" tune  tune.py:7") and text.endswith(
        " 5.500 s 55.0 % · own 1.000 s · 55.0 % of parent "
    )
    guess = CallNode("function", LEN, 2.0, 1.0, 4.0, False, 2.0, 3, None, 0)
    guess.parent, guess.calls = tune, 2.6
    narrow = detail_line(figs, names, whole, guess, 80).text
    assert "len  built-in  " in narrow and "≈ 2.000 s 20.0 %  1.000–4.000 s" in narrow
    wide = detail_line(figs, names, whole, guess, 120).text
    assert "≈ 2.000 s 20.0 %  1.000–4.000 s" in wide and "36.4 % of parent" in wide and "≈ 3 calls" in wide
    assert {
        cell_width(detail_line(figs, names, whole, guess, width).text) for width in (20, 40, 80, 250)
    } == {
        20,
        40,
        80,
        250,
    }


PLACE = "/src/app.py"
MAKE, WORK, INIT = (PLACE, 1, "make"), (PLACE, 9, "work"), ("<string>", 2, "__init__")
LOST = {
    MAKE: (1, 1, 1.0, 5.0, {}),
    WORK: (2, 2, 1.0, 1.0, {MAKE: (1, 1, 0.5, 0.5), INIT: (1, 1, 0.5, 0.5)}),
    INIT: (1, 1, 0.5, 1.0, {MAKE: (1, 1, 0.5, 1.0)}),
}
"""2.5 seconds of what was called are missing: of another class, whose `__init__` had the same name."""


def test_where_calls_are_lost_no_estimate_has_bounds() -> None:
    profile = load_bytes(marshal.dumps(LOST), "x.stats")
    tree, figs, names = FlowTree(profile), Figures(profile), Names(profile)
    (make,) = tree.roots()
    for node in (make, *tree.children(make)):
        assert (node.low, node.high, node.exact) == (-math.inf, math.inf, False)
        assert f" s  {messages.NO_BOUNDS}" in detail_line(figs, names, tree, node, 120).text


def test_a_row_with_any_figure_that_is_no_measurement_has_an_estimate() -> None:
    def told(**others: object) -> bool:
        node = CallNode("function", FIT, 2.0, 2.0, 2.0, True, 1.0, 3, None, 0)
        node.calls_exact, node.own_low, node.own_high = True, 1.0, 1.0
        for name, value in others.items():
            setattr(node, name, value)
        return has_estimate(node, 10.0, SECONDS)

    assert not told() and not told(own_low=0.9999999), "which is read alike"
    assert told(exact=False) and told(own_low=0.5) and told(calls_exact=False)


def test_a_node_of_mixed_threads_has_no_bounds_instead_of_the_whole_run() -> None:
    begun = ("/lib/python3.13/threading.py", 7, "_bootstrap")
    wait = ("~", 0, "<method 'acquire' of '_thread.lock' objects>")
    stats = {
        MAKE: (1, 1, 1.0, 3.0, {}),
        wait: (1, 1, 1.0, 2.0, {MAKE: (1, 1, 1.0, 2.0)}),
        begun: (1, 1, 1.0, 2.5, {wait: (1, 1, 1.0, 2.5)}),
    }
    profile = load_bytes(marshal.dumps(stats), "x.stats")
    tree, figs = FlowTree(profile), Figures(profile)
    (make,) = tree.roots()
    detail = detail_line(figs, Names(profile), tree, tree.children(make)[0], 80).text
    assert f"≈ 2.000 s  {messages.NO_BOUNDS} · own ≈ 1.000 s" in detail


def test_the_breadcrumb_keeps_both_ends() -> None:
    _, names, _ = named()
    here = None
    for depth in range(30):
        here = CallNode("function", (MAIN, TUNE, FIT)[depth % 3], 1, 1, 1, True, 0, None, here, depth)
    assert here is not None
    text = breadcrumb(names, here, 80).text
    assert text.startswith(" main › …") and text.rstrip().endswith("› fit_everything")
    assert all(cell_width(breadcrumb(names, here, width).text) == width for width in (5, 12, 30, 80, 250))


def test_a_hot_path_has_a_mark_where_the_row_of_its_last_node_has_one() -> None:
    _, names, figs = named()
    whole = tree()
    last = CallNode("function", FIT, 2.0, 1.9999999, 2.0, False, 0.0, None)
    said = told_path(figs, names, whole, HotPath([last], "leaf"), 80)
    assert said == sentences.hot_path(["fit_everything"], " 20.0 %", messages.HOT_PATH_ENDS["leaf"], 80)
    last.low = 1.0
    assert "fit_everything ≈20.0 %" in told_path(figs, names, whole, HotPath([last], "leaf"), 80)


def test_beside_a_whole_function_a_hot_path_says_that_its_share_is_another() -> None:
    _, names, figs = named()
    whole, share = tree(), figs.value("cumtime", FIT) or 0.0
    assert share > 0

    def said(time: float) -> str:
        last = CallNode("function", FIT, time, time, time, True, 0.0, None)
        return told_path(figs, names, whole, HotPath([last], "leaf"), 100, by_function=True)

    part = share * whole.total / figs.profile.total_time
    assert messages.ON_THIS_PATH not in said(part)
    assert messages.ON_THIS_PATH in said(part / 2)


def test_upwards_the_path_ends_where_nobody_else_calls() -> None:
    assert messages.HOT_PATH_UP_ENDS["leaf"] == messages.HOT_PATH_UP_ENDS["own"]
