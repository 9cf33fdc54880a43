"""What stands in the icicle's boxes, in its legend, and below it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.icicle_programs import FIT, LEN, LOAD, MAIN, ODD, STACKS, TUNE, named, stacks, tree

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode, Kind
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.drawing.safe_text import cell_width
from proftui.views.icicle import paint as painting
from proftui.views.icicle.boxes import Icicle, Place
from proftui.views.icicle.legend import legend
from proftui.views.icicle.own_times import own_lines, own_times
from proftui.views.icicle.packages import Packages
from proftui.views.icicle.paint import Known, Paint
from proftui.views.icicle.rows import level_line
from proftui.views.icicle.search import covered, matches, next_match


@cache
def about() -> tuple[Names, Figures]:
    _, names, figs = named()
    return names, figs


@cache
def untimed() -> Names:
    """Of the same functions, where trees alone say what they took."""
    nothing = [0.0] * len(STACKS)
    found = named()[0]
    return Names(found.changed(tottime=nothing[: found.count], cumtime=nothing[: found.count]))


def paint(heat: bool = False, fine: bool = True, matches: frozenset[int] | None = None) -> Paint:
    return Paint(about()[0], 10.0, heat, fine, matches)


def label(paint: Paint, node: CallNode, width: int, with_time: bool = False) -> str:
    return painting.label(paint, node, width, with_time)[0]


def node(function: int, time: float, *, exact: bool = True, kind: Kind = "function") -> CallNode:
    low, high = (time, time) if exact else (time / 2, time * 2)
    return CallNode(kind, function, time, low, high, exact, time, 3, None, 0)


def test_labels_say_as_much_as_fits() -> None:
    fit = node(FIT, 4.15)
    texts = {label(paint(), fit, room) for room in range(40)}
    assert texts == {
        "fit_everything 41.5 %",
        "fit_everything 42 %",
        "fit_everything",
        *("fit_everything"[:n] + "…" for n in range(3, 13)),
        "",
    }
    assert label(paint(), fit, 3) == "" and label(paint(), fit, 4) == "fit…"
    # Beside a neighbour's 0.8 % that of as much time would read as more.
    assert label(paint(), node(LEN, 0.08), 9) == "len 0.8 %" and label(paint(), node(LEN, 0.08), 8) == "len"
    assert label(paint(), node(LEN, 1.0), 3) == "len" and label(paint(), node(LEN, 1.0), 1) == ""
    assert label(paint(), node(MAIN, 10.0), 60, True) == "main 10.000 s 100.0 %"


def test_estimates_and_recursion_are_marked_wherever_there_is_a_name() -> None:
    about_fit = node(FIT, 4.15, exact=False)
    assert label(paint(), about_fit, 40) == "≈ fit_everything 41.5 %"
    assert label(paint(), about_fit, 16) == "≈ fit_everything"
    assert label(paint(), about_fit, 15) == "≈fit_everything"
    assert label(paint(), about_fit, 5) == "≈fit…" and label(paint(), about_fit, 4) == ""
    assert label(paint(), node(TUNE, 1.0, kind="recursion"), 40) == "tune ↻ 10.0 %"
    assert label(paint(), node(TUNE, 1.0, kind="recursion"), 5) == "tune↻"
    both = node(FIT, 4.15, exact=False, kind="recursion")
    for room in range(40):
        text, twice = label(paint(), about_fit, room), label(paint(), both, room)
        assert not text or text.startswith("≈")
        assert not twice or (twice.startswith("≈") and "↻" in twice)


def test_a_rest_whose_time_is_an_estimate_says_so_beside_its_share() -> None:
    rest = node(-1, 0.52, exact=False, kind="rest")
    rest.count = 12
    assert label(paint(), rest, 40) == "+12 · ≈ 5.2 %" and label(paint(), rest, 12) == "+12"


def test_a_rest_says_how_many_and_how_much() -> None:
    rest = node(-1, 0.52, kind="rest")
    rest.count = 1312
    assert [label(paint(), rest, room) for room in (14, 13, 6, 5)] == [
        "+1,312 · 5.2 %",
        "+1,312",
        "+1,312",
        "…",
    ]


@given(st.integers(0, 5), st.floats(0.0, 10.0), st.booleans(), st.integers(0, 60))
def test_no_label_is_wider_than_its_room(function: int, time: float, exact: bool, room: int) -> None:
    text = label(paint(), node(function, time, exact=exact), room, True)
    assert cell_width(text) <= room and "\x1b" not in text


@given(stacks, st.integers(1, 150), st.booleans(), st.booleans())
def test_levels_are_as_wide_as_the_picture(
    given_stacks: list[tuple[list[int], float]], width: int, heat: bool, search: bool
) -> None:
    picture = Icicle(tree(given_stacks), width)
    shown = paint(heat, True, frozenset({FIT}) if search else None)
    levels = range(len(picture.all_levels()))
    for number in levels:
        line = level_line(picture, number, shown, 0, 1, number)
        assert cell_width(line.text) == width
    assert cell_width(legend(picture, levels, shown, width, "↓ 3 more").text) == width


def test_every_box_has_its_edge_and_its_own_ground() -> None:
    picture = Icicle(tree(), 80)
    spans = level_line(picture, 1, paint(fine=False)).spans
    assert [(span.text.strip(), span.role) for span in spans if span.text.strip()] == [
        ("│", "box0-edge"),
        ("tune 55.0 %", "box0"),
        ("│", "boxg-edge"),
        ("_find_and_load 30.0 %", "boxg"),
        ("│", "box0-edge"),
    ]
    assert "".join(span.text for span in spans).startswith("│tune 55.0 %".ljust(44) + "│_find")


def test_without_grounds_a_line_says_how_far_each_box_goes() -> None:
    picture = Icicle(tree(), 80)
    lined = level_line(picture, 1, Paint(about()[0], 10.0, fine=False, filler="─")).text
    ends = [box.x + box.width for box in picture.level(1)]
    assert len(ends) == 3 and lined.startswith("│tune 55.0 % ───")
    assert lined[ends[0] - 1 : ends[0] + 1] == "─│"
    # Where no box is, nothing is drawn.
    assert lined.rstrip() == lined[: ends[-1]] and cell_width(lined) == 80


def test_neighbours_of_one_package_differ_in_shade() -> None:
    picture = Icicle(tree([((MAIN,), 1.0), ((MAIN, TUNE), 4.0), ((MAIN, ODD), 4.0)]), 80)
    roles = [
        span.role for span in level_line(picture, 1, paint(fine=False)).spans if span.text.startswith("│")
    ]
    assert len(set(roles)) == 2 and {role.removesuffix("-edge").rstrip("b") for role in roles} == {"box0"}


def test_the_selection_and_matches_have_looks_of_their_own() -> None:
    picture = Icicle(tree(), 80)
    searched = paint(matches=frozenset({LOAD}))
    roles = [span.role for span in level_line(picture, 1, searched, 0).spans]
    assert any(role.startswith("box0-sel") or role.startswith("box0b-sel") for role in roles)
    assert "boxg-match" in roles and any("-dim" in role for role in roles)


def test_recursion_is_hatched() -> None:
    whole = tree([((MAIN,), 1.0), ((MAIN, TUNE), 1.0)])
    picture = Icicle(whole, 60)
    picture.level(1)[0].node.kind = "recursion"
    line = level_line(picture, 1, paint())
    assert line.text.startswith("│tune ↻ 10.0 % ░░░░")
    assert "↻ recursion" in legend(picture, range(2), paint(), 80).text


def test_ends_are_drawn_in_eighths_only_where_asked_for() -> None:
    whole = tree([((MAIN,), 1.0), ((MAIN, TUNE), 1.03)])
    fine = level_line(Icicle(whole, 40), 1, paint()).text
    assert set("▏▎▍▌▋▊▉") & set(fine)
    assert not set("▏▎▍▌▋▊▉") & set(level_line(Icicle(whole, 40), 1, paint(fine=False)).text)


def test_the_legend_gives_packages_their_shares_the_widest_first_and_what_is_too_narrow() -> None:
    whole = tree([*STACKS, *(((MAIN, 2), 0.001) for _ in range(3)), *(((TUNE, 3), 0.01) for _ in range(3))])
    picture = Icicle(whole, 80)
    levels = range(len(picture.all_levels()))
    text = legend(picture, levels, paint(), 80).text
    assert text.startswith(f" {messages.LEGEND_SHARES} main 100 %   sklearn 55 % ")
    assert messages.TOO_NARROW_SHARE.format(0.3) in text
    assert messages.TOO_NARROW_IN_FULL.format(0.3) in legend(picture, levels, paint(), 100).text
    assert messages.TOO_NARROW in legend(picture, levels, paint(), 24).text
    assert "20 % and more" in legend(picture, levels, paint(heat=True), 80).text


def test_the_legend_stands_by_share_and_first_to_go_is_what_is_in_no_package() -> None:
    whole, plain = tree([((MAIN, LEN, LOAD), 8.0), ((MAIN, LEN, FIT), 2.0)]), Paint(untimed(), 10.0)
    text = legend(Icicle(whole, 80), range(3), plain, 80).text
    assert text.split("%")[:4] == [
        f" {messages.LEGEND_SHARES} built-in 100 ",
        "   main 100 ",
        "   importlib 80 ",
        "   sklearn 20 ",
    ]
    assert "built-in" not in legend(Icicle(whole, 80), range(3), plain, 50).text


def test_no_package_takes_less_in_the_legend_than_its_functions_did() -> None:
    whole = tree([((MAIN, LOAD), 9.0), ((MAIN, FIT), 1.0)])
    assert " sklearn 50+ % " in legend(Icicle(whole, 80), range(2), paint(), 80).text
    zoomed = Icicle(whole, 80, whole.roots()[0])
    assert " sklearn 10 % " in legend(zoomed, range(2), paint(), 80).text


def test_where_the_legend_has_little_room_each_colour_comes_before_a_second_name_of_one() -> None:
    whole = tree([((MAIN, TUNE, ODD, FIT), 8.0), ((MAIN, TUNE, ODD), 2.0)])
    picture = Icicle(whole, 80)
    text = legend(picture, range(4), paint(), 80).text
    assert " main 100 %   odd 100 %   tune 100 %   sklearn 80 % " in text
    text = legend(picture, range(4), paint(), 36).text
    assert " ".join(text.split()) == f"{messages.LEGEND_SHARES} main 100 % sklearn 80 %"


@given(stacks, st.integers(1, 300))
def test_the_share_of_a_package_is_what_was_on_the_stack_with_it(
    given_stacks: list[tuple[list[int], float]], width: int
) -> None:
    """Each second once, though the package calls itself; narrow pictures say within which bounds it is."""
    names, picture = untimed(), Icicle(tree(given_stacks), width)
    for package, found in Packages(picture, Known(names)).times.items():
        true = sum(
            time
            for stack, time in given_stacks
            if package.title in {names.package(function) for function in stack}
        )
        assert found.low - 1e-9 <= true <= found.high + 1e-9
        if not picture.thin and picture.complete:
            assert found.seconds == pytest.approx(true)


def test_a_share_that_may_be_another_is_marked() -> None:
    whole = tree()
    for box in Icicle(whole, 80).level(1):
        box.node.low, box.node.exact = 0.0, False
    text = legend(Icicle(whole, 80), range(3), paint(), 80).text
    assert " main 100 % " in text and " importlib ≈30 % " in text


def test_a_share_of_which_some_is_too_narrow_to_draw_is_the_least() -> None:
    """A sentence beside it may prove more than an estimate of what is drawn, or than that rounded up."""
    narrow = [((MAIN, number), 0.06) for number in (TUNE, LEN, ODD)]
    whole = tree([((MAIN, FIT), 6.75), ((MAIN, LOAD), 3.07), *narrow])
    picture = Icicle(whole, 80)
    assert picture.all_levels() and picture.thin
    text = legend(picture, range(3), paint(), 80).text
    assert " importlib 30+ % " in text and " sklearn 67+ % " in text and " main 100 % " in text


def test_boxes_say_their_module_where_there_is_room_for_all() -> None:
    picture = Icicle(tree(), 200)
    level = range(len(picture.level(2)))
    spans = [span for span in level_line(picture, 2, paint(fine=False)).spans if span.text.strip()]
    assert len(level) == 2
    place = next(number for number, span in enumerate(spans) if span.role.endswith("-weak"))
    assert spans[place - 1].text == "fit_everything 45.0 %" and spans[place].text == "  sklearn.base"
    for width in range(20, 200):
        for row in range(3):
            text = level_line(Icicle(tree(), width), row, paint(fine=False)).text
            assert "sklearn" not in text or "fit_everything 45.0 %  sklearn.base" in text
            assert "built-in" not in text and "tune  tune" not in text


def test_own_times_of_all_are_the_profiles_and_of_a_part_add_up() -> None:
    _, figs = about()
    whole = tree()
    everything = own_times(whole, None, figs)
    assert [(row.function, row.seconds) for row in everything[:2]] == [(FIT, 5.0), (LOAD, 2.0)]
    tune = Icicle(whole, 80).level(1)[0].node
    assert [(row.function, row.seconds) for row in own_times(whole, tune, figs)] == [
        (FIT, 4.0),
        (TUNE, 1.0),
        (LEN, 0.5),
    ]


@given(stacks)
def test_own_times_below_a_node_are_its_time(given_stacks: list[tuple[list[int], float]]) -> None:
    whole = tree(given_stacks)
    for root in whole.roots():
        rows = own_times(whole, root, about()[1])
        assert sum(row.seconds for row in rows) == pytest.approx(root.time, rel=1e-6)


def test_the_list_below_gives_way() -> None:
    names, figs = about()
    rows = own_times(tree(), None, figs)
    assert own_lines(figs, names, rows, 80, 2) == []
    lines = [line.text for line in own_lines(figs, names, rows, 80, 4)]
    assert lines[0].strip() == "" and len(lines) == 4
    assert lines[1].startswith(f"  tottime     %         {messages.OWN_TIMES}   ")
    assert lines[1].rstrip().endswith("location") and len(lines[1].rstrip()) == len(lines[2].rstrip())
    assert lines[2].startswith("    5.000  50.0 ██████  fit_everything") and "sklearn/base.py:12" in lines[2]
    assert all(cell_width(line) == 80 for line in lines)


def test_a_wide_list_keeps_names_and_locations_together() -> None:
    names, figs = about()
    wide = own_lines(figs, names, own_times(tree(), None, figs), 200, 4)[2].text
    narrow = own_lines(figs, names, own_times(tree(), None, figs), 110, 4)[2].text
    assert wide.rstrip().partition("fit")[1:] == narrow.rstrip().partition("fit")[1:]
    assert len(wide.rstrip()) < 90


@pytest.mark.parametrize(("high", "mark"), [(4.0, ""), (4.0001, ""), (4.01, "≈")])
def test_own_times_are_marked_where_their_bounds_read_differently(high: float, mark: str) -> None:
    whole = tree()
    tune = Icicle(whole, 80).level(1)[0].node
    fit = next(child for child in whole.children(tune) if child.function == FIT)
    fit.own_low, fit.own_high = fit.own, high
    names, figs = about()
    row = own_lines(figs, names, own_times(whole, tune, figs), 80, 5)[2]
    assert row.text.partition("4.000")[0].strip() == mark


def test_matches_in_others_are_not_counted_again() -> None:
    picture = Icicle(tree(), 80)
    found = covered(picture, paint(matches=frozenset({TUNE, FIT, LEN})))
    assert found.boxes == 4 and found.seconds == pytest.approx(6.5)
    assert matches(picture, paint(matches=frozenset({ODD}))) == [Place(1, 2)]
    assert matches(picture, paint()) == []


def test_the_way_from_match_to_match_goes_around() -> None:
    found = [Place(1, 0), Place(1, 2), Place(3, 1)]
    assert [next_match(found, place, 1) for place in found] == [*found[1:], found[0]]
    assert [next_match(found, place, -1) for place in found] == [found[-1], *found[:-1]]
    assert next_match(found, Place(0, -1), 1) == Place(1, 0)
    assert next_match(found, Place(2, 5), -1) == Place(1, 2)
    assert next_match([], Place(0, 0), 1) is None
