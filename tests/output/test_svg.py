"""The icicle as a file: one that any viewer opens, with nothing in it that runs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.icicle_programs import named, stacks, tree
from tests.support.stack_tree import StackTree

from proftui.analysis.order import Order
from proftui.output.svg import icicle_svg
from proftui.state.session import Session
from proftui.views.icicle.boxes import Icicle

FIRST_ROW = 34
"""Where the roots stand; a root alone is drawn as wide as it is."""
SVG = "{http://www.w3.org/2000/svg}"
PROFILE, *_ = named()
SESSION = Session(PROFILE, Order.usual("tottime"))


def picture(whole: StackTree, width: int = 1200) -> ElementTree.Element:
    return ElementTree.fromstring(icicle_svg(SESSION, whole, width=width))


def titles(svg: ElementTree.Element) -> list[str]:
    return [group.findtext(f"{SVG}title") or "" for group in svg.iter(f"{SVG}g")]


def test_every_box_has_a_title_with_its_figures() -> None:
    found = titles(picture(tree()))
    assert len(found) == 7
    assert found[0].split("\n")[:3] == ["main", "main.py:1", "10.000 s 100.0 %"]
    assert any(title.startswith("len\nbuilt-in\n0.500 s") for title in found)


def test_estimates_say_their_bounds_and_calls() -> None:
    whole = tree()
    (root,) = whole.roots()
    root.exact, root.low, root.high, root.calls = False, 1.0, 12.0, 2.4
    text = titles(picture(whole))[0]
    assert "≈ 10.000 s" in text and "1.000–12.000 s" in text and "≈ 2 calls" in text


def test_nothing_in_it_runs_or_is_loaded() -> None:
    text = icicle_svg(SESSION, tree())
    assert "<script" not in text and "<b>" not in text and "\x1b" not in text
    assert not re.search(r"\bon\w+=|href|url\(|@import|<!", text)
    assert text.count("http") == 1, "the name of the format alone"
    assert "&lt;b&gt;\\x1b[31m&amp;" in text


def test_a_zoomed_picture_shows_the_ancestors() -> None:
    whole = tree()
    fit = Icicle(whole, 100).level(2)[0].node
    svg = ElementTree.fromstring(icicle_svg(SESSION, whole, root=fit, width=600))
    boxes = [group.find(f"{SVG}rect") for group in svg.iter(f"{SVG}g")]
    assert [float(box.attrib["width"]) for box in boxes if box is not None][:3] == pytest.approx([599.4] * 3)
    assert [title.split("\n")[0] for title in titles(svg)] == ["main", "tune", "fit_everything", "len"]


@examples(30)
@given(stacks, st.integers(100, 2000))
def test_boxes_are_inside_the_picture_and_wide_enough(
    given_stacks: list[tuple[list[int], float]], width: int
) -> None:
    whole = tree(given_stacks)
    svg = picture(whole, width)
    for group in svg.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        title = group.findtext(f"{SVG}title") or ""
        assert box is not None
        x, cells, y = (float(box.attrib[key]) for key in ("x", "width", "y"))
        assert x >= 0 and x + cells <= width + 0.02 and y + 17 <= float(svg.attrib["height"])
        assert cells >= 1 or title.startswith("… ") or y == FIRST_ROW


def test_a_name_that_is_cut_keeps_its_marks() -> None:
    whole = tree()
    (root,) = whole.roots()
    root.exact, root.low, root.high, root.kind = False, 1.0, 12.0, "recursion"
    labels = {picture(whole, width).findtext(f"{SVG}g/{SVG}text") or "" for width in range(20, 200)}
    assert labels == {"≈ main ↻ 100.0 %", "≈ main ↻ 100 %"}
