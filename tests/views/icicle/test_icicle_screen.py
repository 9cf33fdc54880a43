"""The rows of the icicle's view: which level stands where, and that equal parts are equal lines."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import named, stacks, tree
from tests.support.stack_tree import StackTree

from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width
from proftui.views.icicle.boxes import Icicle, Place
from proftui.views.icicle.paint import Known, Paint
from proftui.views.icicle.screen import IcicleScreen, Part

about = cache(named)
WIDTH = 60


def screen(whole: StackTree, depth: int, height: int, top: int) -> IcicleScreen:
    """A screen of the picture below the last node of the first ``depth`` levels."""
    root = None
    for level in Icicle(whole, WIDTH).all_levels()[:depth]:
        root = level[-1].node
    picture = Icicle(whole, WIDTH, root)
    picture.all_levels()
    paint = Paint(Known(about()[1]), whole.total)
    shown = IcicleScreen(picture, paint, (WIDTH, height), lambda room: [fitted([Span(f"{room}")], WIDTH)])
    shown.scroll(top)
    return shown


places = st.none() | st.builds(Place, st.integers(0, 8), st.integers(0, 4))


@given(
    stacks,
    st.integers(0, 5),
    st.integers(2, 12),
    st.lists(st.tuples(st.integers(0, 3), places, places), min_size=1, max_size=6),
)
def test_what_was_drawn_before_is_what_would_be_drawn_now(
    given_stacks: list[tuple[list[int], float]],
    depth: int,
    height: int,
    steps: list[tuple[int, Place | None, Place | None]],
) -> None:
    whole = tree(given_stacks)
    kept: dict[Part, Line] = {}
    used = screen(whole, depth, height, 0)
    for top, selected, hovered in steps:
        used.scroll(top)
        fresh = screen(whole, depth, height, top)
        for y in range(height):
            part = used.part(y, selected, hovered)
            line = kept.setdefault(part, used.line(part))
            assert line == fresh.line(fresh.part(y, selected, hovered))
            assert cell_width(line.text) == WIDTH


@given(stacks, st.integers(0, 5), st.integers(4, 12), st.integers(0, 3))
def test_a_level_is_where_it_is_looked_for(
    given_stacks: list[tuple[list[int], float]], depth: int, height: int, top: int
) -> None:
    shown = screen(tree(given_stacks), depth, height, top)
    seen = [shown.level_at(y) for y in range(height - 1)]
    for y, level in enumerate(seen):
        if level is not None:
            assert shown.row_of(level) == y
    for level in range(len(shown.picture.levels)):
        assert (shown.row_of(level) is None) == (level not in seen)
