"""The icicle's geometry: children inside their parents, nothing lost, neighbours where they are seen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import (
    MAIN,
    drawn,
    profile,
    stacks,
    tree,
)
from tests.support.stack_tree import StackTree
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from proftui.analysis.order import Order
from proftui.app.application import ProftuiApp
from proftui.drawing.capabilities import TRUECOLOR
from proftui.drawing.line import Line
from proftui.state.session import Session
from proftui.views.icicle.boxes import Icicle, Place, arranged, cells
from proftui.views.icicle.widget import IcicleView

times = st.lists(st.just(0.0) | st.floats(1e-9, 1e6), max_size=30)


@given(times, st.floats(0, 1e6), st.integers(1, 300))
def test_cells_never_exceed_the_parent_and_differ_from_the_share_by_less_than_one(
    parts: list[float], own: float, width: int
) -> None:
    whole = sum(parts) + own
    found = cells(parts, whole, width)
    assert len(found) == len(parts) and all(count >= 0 for count in found) and sum(found) <= width
    for part, count in zip(parts, found, strict=True):
        if whole > 0:
            assert abs(count - width * part / whole) < 1 + 1e-6
    if own == 0 and whole > 0:
        assert sum(found) == width


@given(times, st.integers(1, 300))
def test_what_has_a_cell_by_its_time_gets_one(parts: list[float], width: int) -> None:
    whole = sum(parts)
    found = cells(parts, whole, width, whole / width)
    assert sum(found) <= width
    assert all(count for part, count in zip(parts, found, strict=True) if whole and part >= whole / width)


@given(stacks, st.integers(1, 250))
def test_boxes_lie_inside_their_parents_side_by_side(
    given_stacks: list[tuple[list[int], float]], width: int
) -> None:
    picture = Icicle(tree(given_stacks), width)
    levels = picture.all_levels()
    for level, row in enumerate(levels):
        end = 0
        for box in row:
            assert box.width >= 1 and box.x >= end, drawn(picture)
            end = box.x + box.width
            if level:
                above = levels[level - 1][box.above]
                assert above.x <= box.x and end <= above.x + above.width, drawn(picture)
                assert box.node.kind == "rest" or box.node.parent is above.node
        assert end <= width


@given(stacks, st.integers(1, 120))
def test_no_time_is_lost(given_stacks: list[tuple[list[int], float]], width: int) -> None:
    """What is drawn as own time, and what is summed up as too thin, is all there is."""
    whole = tree(given_stacks)
    picture = Icicle(whole, width)
    rows = picture.all_levels()
    boxes = [box.node for row in rows for box in row if box.node.kind != "rest"]
    own = sum(node.own for node in boxes)
    assert own + picture.thin == pytest.approx(whole.total, rel=1e-6)


def test_what_is_too_thin_is_one_box() -> None:
    wide = tree([((MAIN,), 10.0), *(((MAIN, 10 + n), 0.1) for n in range(300))])
    picture = Icicle(wide, 80)
    (rest,) = picture.level(1)
    assert rest.node.kind == "rest" and rest.node.count == 300 and rest.width == 60
    assert picture.thin == pytest.approx(30.0)


@pytest.mark.parametrize("given_stacks", [[], [((0,), 0.0)]])
def test_nothing_measured_draws_nothing(given_stacks: list[Any]) -> None:
    picture = Icicle(tree(given_stacks), 80)
    assert not any(picture.all_levels()) and picture.at(0, 0) is None and picture.level(7) == ()


@given(stacks, st.integers(1, 120), st.data())
def test_what_is_found_is_what_looking_at_every_box_finds(
    given_stacks: list[tuple[list[int], float]], width: int, data: st.DataObject
) -> None:
    whole = tree(given_stacks)
    picture = Icicle(whole, width)
    if data.draw(st.booleans()):
        boxes = [box.node for row in picture.all_levels() for box in row]
        picture = Icicle(whole, width, data.draw(st.sampled_from(boxes)))
    every = [
        (Place(level, number), box)
        for level, row in enumerate(picture.all_levels())
        for number, box in enumerate(row)
    ]
    for place, box in every:
        assert picture.find(box.node) == place
        below = [(p, b) for p, b in every if p.level == place.level + 1 and b.above == place.number]
        heaviest = max(below, key=lambda one: (one[1].node.kind != "rest", one[1].node.time), default=None)
        assert picture.heaviest_child(place) == (heaviest[0] if heaviest else None)
    for function in range(7):
        own = [(p, b) for p, b in every if b.node.function == function and b.node.kind != "rest"]
        widest = max(own, key=lambda one: one[1].width, default=None)
        assert picture.widest(function) == (widest[0] if widest else None)


def test_chains_of_any_depth() -> None:
    deep = tree([(list(range(5000)), 1.0)])
    picture = Icicle(deep, 80)
    assert len(picture.all_levels()) == 5000 and picture.complete
    bottom = picture.level(4999)[0].node
    zoomed = Icicle(deep, 80, bottom)
    rows = arranged(zoomed, 18, 0)
    assert rows.folded == 4999 - 3 and len(rows.pinned) == 4 and rows.levels == range(4999, 5000)


# --- the view


class Alone(Screen[None]):
    """The icicle with nothing around it."""

    def __init__(self, stacked: StackTree) -> None:
        super().__init__()
        self.stacked = stacked
        self.heard: list[str] = []
        self.icicle = IcicleView(Session(profile(), Order.usual("tottime")), id="icicle")

    def compose(self) -> ComposeResult:
        yield self.icicle

    def on_mount(self) -> None:
        self.icicle.draw_tree(self.stacked)

    def on_drawn_moved(self, event: IcicleView.Moved) -> None:
        self.heard.append("moved")

    def on_drawn_opened(self, event: IcicleView.Opened) -> None:
        self.heard.append("opened")


def alone(
    script: Any,
    *,
    stacked: StackTree | None = None,
    size: tuple[int, int] = (80, 24),
    colours: str = TRUECOLOR,
) -> None:
    async def main() -> None:
        screen = Alone(stacked or tree())
        app = ProftuiApp(screen, colours=colours)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, screen)
        assert not app.failure, app.failure

    asyncio.run(main())


def changed_rows(view: IcicleView, before: list[Line]) -> list[int]:
    return [y for y, line in enumerate(before) if view.line_at(y) != line]


def test_only_the_rows_of_the_old_and_the_new_box_are_drawn_again() -> None:
    async def script(pilot: Pilot[None], screen: Alone) -> None:
        view = screen.icicle
        picture, first = view.picture, [view.line_at(y) for y in range(view.size.height)]
        assert changed_rows(view, first) == []
        view.move("down")
        assert changed_rows(view, first) == [0, 1]
        below = [view.line_at(y) for y in range(view.size.height)]
        view.move("right")
        assert changed_rows(view, below) == [1]
        await pilot.hover(view, offset=(10, 2))
        assert view.hovered is not None and changed_rows(view, below) == [1, 2]
        await pilot.hover(view, offset=(10, 20))
        view.move("left")
        assert changed_rows(view, below) == [] and view.picture is picture

    alone(script)
