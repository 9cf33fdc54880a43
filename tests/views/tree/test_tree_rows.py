from __future__ import annotations

import asyncio
import re

import pytest
from tests.support.corpus import Stats, dumped
from tests.support.screens import rows_of
from tests.support.stack_tree import StackTree
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from proftui import messages
from proftui.analysis.calltree.nodes import NO_FUNCTION, CallNode, Kind
from proftui.analysis.calltree.slices import Hidden
from proftui.analysis.columns import Figures
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.app.application import ProftuiApp
from proftui.drawing.capabilities import TRUECOLOR
from proftui.drawing.figures import MILLISECONDS
from proftui.drawing.safe_text import cell_width
from proftui.frame.nodes import calls_text, chain_line, detail_line
from proftui.state.session import Session
from proftui.views.tree.rows import Branch, TreeTable
from proftui.views.tree.widget import TreeView
from proftui_parsers import Profile, load

LIBRARY = "/usr/lib/python3.11/site-packages/sklearn"
LABELS = (
    ("hillclimb.py", 1, "<module>"),
    ("<frozen importlib._bootstrap>", 1165, "_find_and_load"),
    ("hillclimb.py", 89, "main"),
    ("hillclimb.py", 78, "tune"),
    ("hillclimb.py", 56, "cv_objective"),
    (f"{LIBRARY}/utils/_param_validation.py", 187, "wrapper"),
    ("hillclimb.py", 43, "hillclimbing"),
    ("hillclimb.py", 38, "objective"),
    (f"{LIBRARY}/metrics/_classification.py", 331, "accuracy_score"),
    (f"{LIBRARY}/utils/_param_validation.py", 28, "validate_parameter_constraints"),
    ("/usr/lib/python3.11/inspect.py", 3278, "signature"),
    ("hillclimb.py", 30, "predict_dataset"),
    ("hillclimb.py", 22, "predict_row"),
    ("~", 0, "<method 'append' of 'list' objects>"),
)
MODULE, FIND, MAIN, TUNE, CV, WRAPPER, CLIMB, OBJECTIVE, SCORE, VALIDATE, SIGNATURE, DATASET, ROW, APPEND = (
    range(14)
)
TOTAL = 6.221


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    stats: Stats = {
        label: (1, 2 if number == FIND else 1, TOTAL if number == 0 else 0.0, 6.227, {})
        for number, label in enumerate(LABELS)
    }
    path = tmp_path_factory.mktemp("tree") / "hillclimb.stats"
    path.write_bytes(dumped(stats))
    return load(str(path))


def made(
    function: int = ROW, time: float = 1.0, calls: float | None = 1.0, kind: Kind = "function"
) -> CallNode:
    return CallNode(kind, function, time, time, time, True, 0.0, calls, calls_exact=True)


def estimate(function: int = ROW, time: float = 1.0, calls: float | None = 1.0) -> CallNode:
    return CallNode("function", function, time, 0.0, 3 * time, False, 0.0, calls)


def table(
    profile: Profile,
    width: int = 80,
    shares: str = "total",
    *,
    longest: float = TOTAL,
    inverted: bool = False,
    query: str = "",
) -> TreeTable:
    session, tree = Session(profile, Order("cumtime", True)), StackTree([((ROW,), longest)])
    session.listed.filter(query)
    tree.total, tree.inverted = TOTAL, inverted
    return TreeTable(session, tree, width, shares)


def line(profile: Profile, node: CallNode, width: int = 80, level: int = 0, marker: str = "·") -> str:
    text = table(profile, width).row(Branch([node], level, marker, TOTAL)).text
    assert cell_width(text) == width
    return text


def detail(profile: Profile, node: CallNode, width: int = 80) -> str:
    tree = StackTree([((), TOTAL)])
    return detail_line(Figures(profile), Names(profile), tree, node, width).text


def test_rows_of_exact_and_estimated_nodes(profile: Profile) -> None:
    titles = table(profile).heading().text.split()
    assert titles == ["time", "%", "own", "calls", "function", "location"]
    main = made(MAIN, 1.095, 1.0)
    assert line(profile, main, level=1, marker="▾").rstrip() == (
        "    1.095  17.6 ━       0.000       1   ▾ main                  hillclimb.py:89"
    )
    row = line(profile, estimate(SCORE, 0.0717, 56.3), level=5, marker="▸")
    assert row.startswith(" ≈  0.072   1.2         0.000     ≈56       ▸ accuracy_score  …")
    rest = made(NO_FUNCTION, 0.001, 52.0, kind="rest")
    rest.count = 4
    assert line(profile, rest, level=4).rstrip().endswith(" · … 4 more")


def test_detail_is_the_mock_up(profile: Profile) -> None:
    node = estimate(SCORE, 0.0717, 56.3)
    text = detail(profile, node)
    assert text == " accuracy_score  …/_classification.py:331        ≈ 0.072 s 1.2 %  0.000–0.215 s "


def test_detail_of_an_exact_node_has_share_own_time_and_calls(profile: Profile) -> None:
    text = detail(profile, made(MAIN, 1.095))
    assert text.startswith(" main  hillclimb.py:89 ")
    assert text.endswith(" 1.095 s 17.6 % · own 0.000 s · 1 call ")
    text = detail(profile, made(ROW, 0.106, 48400.0))
    assert text.endswith(" · 48,400 calls ")


def test_what_is_hidden_in_words(profile: Profile) -> None:
    hidden_texts = table(profile).hidden_texts
    words = ["hiding 5 nodes under 0.5 %: 0.013 s", "hiding 5 nodes under 0.5 %", "hiding 5 nodes"]
    assert hidden_texts(0.5, Hidden(5, 0.0131), has_estimates=False) == [f"{words[0]} · L", *words]
    assert hidden_texts(0.5, Hidden(0, 0.0), has_estimates=False) == ["least share 0.5 %"]


@pytest.mark.parametrize("width", [40, 52, 60, 79, 80, 99, 100, 120, 250])
@pytest.mark.parametrize("shares", ["total", "parent", "none"])
def test_every_row_is_as_wide_as_the_screen_and_locations_end_together(
    profile: Profile, width: int, shares: str
) -> None:
    place = table(profile, width, shares)
    end = place.table.used + 2 + place.left
    heading = place.heading().text
    assert cell_width(heading) == width and "function" in heading and "time" in heading
    assert heading[:end].endswith("location")
    for level in (0, 5, 12, 30, 4000):
        for node in (made(SCORE), estimate(VALIDATE, 0.3, 0.2), made(NO_FUNCTION, kind="unattributed")):
            branch = Branch([node], level, "▸", TOTAL)
            text = place.row(branch).text
            assert cell_width(text) == width
            assert text[2 : place.table.placed[0].end].strip() in ("1.000", "0.300")
            if node.function >= 0 and width >= 80:
                assert text[:end].endswith(f":{LABELS[node.function][1]}")


def test_the_heading_says_what_a_share_is_of(profile: Profile) -> None:
    def heading(shares: str, width: int = 80) -> str:
        return table(profile, width, shares).heading().text

    assert "% parent " in heading("parent")
    assert " % " in heading("total") and "parent" not in heading("total")
    assert "%" not in heading("none")
    assert "%par" in heading("parent", 50)


def test_the_heading_names_a_unit_that_is_not_seconds(profile: Profile) -> None:
    session = Session(profile, Order("cumtime", True))
    session.figures = Figures(profile, MILLISECONDS)
    assert "time ms" in TreeTable(session, StackTree([((), TOTAL)]), 80).heading().text


@pytest.mark.parametrize(("width", "last"), [(80, 10), (120, 12)])
def test_the_indent_stops_and_deeper_levels_have_their_number(
    profile: Profile, width: int, last: int
) -> None:
    at_the_end = line(profile, made(), width, level=last)
    deeper = line(profile, made(), width, level=21)
    assert at_the_end.index("·") == deeper.index("·")
    assert "· predict_row  " in at_the_end
    assert "· 21: predict_row  " in deeper and deeper.rstrip().endswith("py:22")


def test_own_time_has_a_column_and_its_part_of_the_bar(profile: Profile) -> None:
    node = made(ROW, TOTAL)
    node.own = node.own_low = node.own_high = TOTAL / 2
    spans = table(profile).row(Branch([node], 0, "▸", TOTAL, 50.0)).spans
    assert [span.text.strip() for span in spans if span.role == "heat4"] == ["100.0", "███", "3.111"]
    assert "━━━" in [span.text for span in spans if span.role == "muted"]
    node.own_high = TOTAL
    assert " ≈3.111 " in line(profile, node)
    assert "own" not in table(profile, inverted=True).heading().text


def test_the_longest_row_of_a_tree_of_callers_has_a_full_bar(profile: Profile) -> None:
    branch = Branch([made(ROW, TOTAL / 5)], 0, "▸", TOTAL)
    callers = table(profile, longest=TOTAL / 5, inverted=True)
    assert " 20.0 ██████ " in callers.row(branch).text
    assert "██" not in table(profile, longest=TOTAL / 5).row(branch).text


def test_a_share_has_the_heat_of_the_time_it_is_of_also_where_it_is_of_the_parent(profile: Profile) -> None:
    node = made(ROW, TOTAL / 10)
    for shares, whole, text in (("total", TOTAL, "10.0"), ("parent", TOTAL / 10, "100.0")):
        spans = table(profile, shares=shares).row(Branch([node], 0, "▸", whole, 0.0)).spans
        assert [span.role for span in spans if span.text.strip() == text] == ["heat3"]


def test_time_and_own_time_stand_apart_without_a_bar(profile: Profile) -> None:
    node = made(ROW, TOTAL)
    node.own, node.own_low, node.own_high = TOTAL / 2, 0.0, TOTAL
    text = table(profile, shares="none").row(Branch([node], 0, "▸", TOTAL)).text
    assert " 6.221  ≈3.111 " in text


def test_a_chain_is_named_by_its_ends_and_the_last_has_its_location(profile: Profile) -> None:
    figs, names = Figures(profile), Names(profile)
    levels = [made(function) for function in (MAIN, TUNE, CV, OBJECTIVE, DATASET)]

    def shown(width: int) -> str:
        return table(profile, width).row(Branch(levels, 1, "▾", TOTAL)).text

    assert "▾ main › tune › cv_objective › objective › predict_dataset  " in shown(140)
    assert "▾ main › …2 › objective › predict_dataset  " in shown(110)
    assert "▾ …4 › predict_dataset" in shown(80)
    assert all(shown(width).rstrip().endswith("py:30") for width in (80, 110, 140))
    tree = StackTree([((), TOTAL)])
    detail = chain_line(figs, names, tree, levels, 120).text
    assert detail.startswith(" 5 levels: main › tune › cv_objective › objective › predict_dataset ")
    assert messages.FIGURES_OF_LAST.format("") in detail
    assert cell_width(chain_line(figs, names, tree, levels, 60).text) == 60


def test_names_of_what_is_no_plain_function(profile: Profile) -> None:
    cycle = made(WRAPPER, kind="cycle")
    cycle.count = 5
    assert "· wrapper ↻5  " in line(profile, cycle)
    assert line(profile, cycle).rstrip().endswith(".py:187")
    assert "· _find_and_load ↻ " in line(profile, made(FIND))
    assert "· ↻ predict_row  " in line(profile, made(ROW, kind="recursion"))
    imports = made(NO_FUNCTION, calls=None, kind="recursion")
    imports.label = "imports (1,156 modules)"
    assert line(profile, imports).rstrip().endswith("· ↻ imports (1,156 modules)")
    assert "—" not in line(profile, imports)
    lost = made(NO_FUNCTION, calls=None, kind="unattributed")
    lost.label = "[unattributed]\x1b[31m"
    assert "· [unattributed]\\x1b" in line(profile, lost)


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (made(calls=121.0), "121"),
        (made(calls=2**63 - 1), "9223372036854775807"),
        (made(calls=None), "—"),
        (estimate(calls=56.4), "≈56"),
        (estimate(calls=0.31), "≈1"),
        (estimate(calls=float("nan")), "—"),
        (made(NO_FUNCTION, calls=None, kind="rest"), ""),
    ],
)
def test_calls(node: CallNode, text: str) -> None:
    assert calls_text(node) == text


def test_matches_are_marked(profile: Profile) -> None:
    branch = Branch([made(ROW, 6.0)], 0, "·", TOTAL, 50.0)
    spans = table(profile, query="predict").row(branch).spans
    assert [span.text for span in spans if span.role == "match"] == ["predict"]


def test_columns_are_where_their_headings_stand(profile: Profile) -> None:
    for width in (40, 60, 80, 120):
        place = table(profile, width)
        heading = place.heading().text
        titles = {"time": "time", "calls": "calls", "function": "function", "location": "location"}
        titles["own"] = "own"
        for column, title in titles.items():
            if title in heading:
                middle = heading.index(title) + len(title) // 2
                assert place.column_at(middle) == column
                assert column in messages.TREE_COLUMNS


# The widget


class Stand(Screen[None]):
    """A screen of nothing but a tree."""

    def __init__(self, view: TreeView) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        yield self.view


def program() -> StackTree:
    return StackTree(
        [
            ((MODULE, FIND), 5.0),
            ((MODULE, MAIN, TUNE, CV), 0.7),
            ((MODULE, MAIN, CLIMB, OBJECTIVE, DATASET, ROW), 0.3),
            ((MODULE, MAIN, CLIMB, OBJECTIVE, WRAPPER, SCORE), 0.2),
            ((MODULE, MAIN, CLIMB, OBJECTIVE, WRAPPER, SIGNATURE), 0.0001),
        ]
    )


class Look:
    """A tree on a screen, and what is seen of it."""

    def __init__(self, pilot: Pilot[None], view: TreeView) -> None:
        self.pilot = pilot
        self.view = view

    async def rows(self) -> list[str]:
        await self.pilot.pause()
        return [row.rstrip() for row in rows_of(self.pilot.app)]

    @property
    def names(self) -> list[str]:
        rows = self.view.unfolding
        assert rows is not None
        return [LABELS[node.function][2] if node.function >= 0 else node.kind for node in rows.nodes]


def matching(view: TreeView, text: str) -> None:
    view.session.listed.filter(text)
    view.mark()


def looked_at(profile: Profile, script: object, size: tuple[int, int] = (80, 19)) -> None:
    async def main() -> None:
        view = TreeView(Session(profile, Order.usual("tottime")), id="tree")
        # The profile here has no edges to search along; the stacks have.
        view._reach = lambda functions: bytearray(b"\1" * len(LABELS))  # type: ignore[method-assign]
        app = ProftuiApp(Stand(view), colours=TRUECOLOR)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            view.draw_tree(program())
            await script(Look(pilot, view))  # type: ignore[operator]
        assert not app.failure, app.failure

    asyncio.run(main())


def test_the_first_screen_is_opened_a_little_and_the_cursor_on_the_root(profile: Profile) -> None:
    async def script(look: Look) -> None:
        rows = await look.rows()
        assert rows[1].startswith("▸   6.200 ") and "▾ hillclimb" in rows[1]
        assert 4 <= look.view.length <= 12
        assert look.view.summary() == f"top-down · {look.view.nodes_open} nodes open"

    looked_at(profile, script)


def test_right_opens_then_goes_down_and_left_closes_then_goes_up(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.collapse_all()
        assert look.names == ["<module>"]
        assert view.right() and look.names == ["<module>", "_find_and_load", "main"]
        assert view.cursor == 0 and view.right() and view.cursor == 1
        assert not view.right() and not view.open_here()
        assert view.close_here() and view.cursor == 0
        assert view.close_here() and look.names == ["<module>"]
        assert not view.close_here()

    looked_at(profile, script)


def test_a_function_is_found_in_a_branch_that_is_closed(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.collapse_all()
        assert view.select_function(ROW) and view.selected == ROW
        rows = await look.rows()
        assert sum(row.startswith("▸") for row in rows) == 1
        assert "predict_row" in next(row for row in rows if row.startswith("▸"))
        assert not view.select_function(APPEND) and view.selected == ROW

    looked_at(profile, script)


def test_a_function_below_the_least_share_is_shown_when_it_is_asked_for(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.collapse_all()
        assert view.select_function(SIGNATURE) and view.selected == SIGNATURE
        assert "· signature" in "\n".join(await look.rows())

    looked_at(profile, script)


def test_another_tree_keeps_the_function(profile: Profile) -> None:
    async def script(look: Look) -> None:
        look.view.select_function(OBJECTIVE)
        look.view.draw_tree(StackTree([((OBJECTIVE, ROW), 1.0), ((MAIN, OBJECTIVE), 3.0)]))
        assert look.view.selected == OBJECTIVE
        assert look.view.node is not None and look.view.node.time == 3.0

    looked_at(profile, script)


def test_matches_are_found_in_closed_branches_one_after_the_other(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        assert view.search(1) == "none"
        matching(view, "predict_row|accuracy_score")
        view.collapse_all()
        assert view.search(1) == "found" and view.selected == ROW
        assert view.search(1) == "found" and view.selected == SCORE
        assert view.search(1) == "wrapped" and view.selected == ROW
        assert view.search(-1) == "wrapped" and view.selected == SCORE
        matching(view, "signature")
        assert view.search(1) == "small"
        matching(view, "nowhere")
        assert view.search(1) == "none"

    looked_at(profile, script)


def test_the_hot_path_opens_down_to_where_the_time_is(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.collapse_all()
        path = view.open_hot_path()
        assert path is not None and [LABELS[f][2] for f in path.functions] == ["<module>", "_find_and_load"]
        assert view.selected == FIND
        view.select_function(CLIMB)
        path = view.open_hot_path()
        assert path is not None and path.functions == [CLIMB, OBJECTIVE, DATASET, ROW]
        assert view.selected == ROW

    looked_at(profile, script)


def test_everything_opens_and_closes_with_the_cursor_kept(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.select_function(OBJECTIVE)
        assert view.open_many() == 0 and view.selected == OBJECTIVE
        assert "accuracy_score" in look.names
        assert view.collapse_all() and look.names == ["<module>"] and view.cursor == 0

    looked_at(profile, script)


def test_steps_of_the_least_share_hide_and_show_and_say_so(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.open_many()
        assert "signature" not in look.names
        assert (
            view.columns.hidden_texts(view.least, view.hidden, has_estimates=False)[2]
            == "hiding 1 node under 0.5 %"
        )
        view.set_least(0.001)
        assert "signature" in look.names
        view.set_least(5.0)
        assert "predict_row" not in look.names and "cv_objective" in look.names
        assert view.step_least(1) and view.least == 10.0 and not view.step_least(1)

    looked_at(profile, script)


def test_a_click_on_the_marker_opens_and_closes(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        rows = await look.rows()
        before = view.length
        marker = rows[1].index("▾")
        await look.pilot.click(view, offset=(marker, 1))
        assert view.length == 1
        await look.pilot.click(view, offset=(marker, 1))
        assert view.length == before
        await look.pilot.click(view, offset=(50, 3))
        assert view.cursor == 2 and view.length == before

    looked_at(profile, script)


def test_the_last_row_says_what_an_estimate_is_and_hides_no_node(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        tree = StackTree([((root, child), 1.0) for root in (MODULE, ROW) for child in range(1, 12)])
        for root in tree.roots():
            for child in tree.children(root):
                child.exact, child.low = False, 0.0
        view.draw_tree(tree)
        view.open_many()
        assert (await look.rows())[-1].startswith(" ≈ estimate:")
        view.move("last")
        rows = await look.rows()
        assert rows[-1].startswith(" ≈ estimate:") and rows[-2].startswith("▸≈  1.000")
        view.move("first")
        await look.pilot.click(view, offset=(50, 18))
        assert view.cursor == 0
        view.draw_tree(program())
        assert "estimate" not in (await look.rows())[-1]

    looked_at(profile, script, (80, 19))


# Chains of single children


def winding() -> StackTree:
    """``main › tune › cv_objective`` have the same time, and so have ``hillclimbing › objective``."""
    return StackTree(
        [
            ((MODULE, FIND), 5.0),
            ((MODULE, MAIN, TUNE, CV, DATASET), 3.0),
            ((MODULE, MAIN, TUNE, CV, WRAPPER), 1.0),
            ((MODULE, CLIMB, OBJECTIVE), 1.0),
        ]
    )


async def told(look: Look) -> list[str]:
    """Marker and names of each row, from the first on."""
    shown = (re.search(r"[▸▾·] .*?(?=  )", row[2:]) for row in (await look.rows())[1:])
    return [match[0] for match in shown if match]


def test_a_chain_of_single_children_is_one_row_that_acts_on_its_last_name(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.draw_tree(winding())
        assert await told(look) == [
            *("▾ hillclimb", "· _find_and_load ↻", "▾ main › tune › cv_objective"),
            *("· predict_dataset", "· wrapper", "▸ hillclimbing › objective"),
        ]
        view.put_cursor(2)
        assert view.selected == CV and view.detail(80).text.startswith(
            " 3 levels: main › tune › cv_objective "
        )
        assert view.branch(3).level == 2

    looked_at(profile, script, (120, 30))


def test_of_a_chain_it_is_told_which_level_is_explained_and_whose_time_the_row_has(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.draw_tree(winding())
        for row, is_said in ((2, True), (3, False)):
            view.put_cursor(row)
            explained = view.explain()
            assert explained is not None
            text = [line.what for line in explained.figures]
            assert (messages.ROW_OF_LEVELS.format(3, "main") in text) == is_said

    looked_at(profile, script, (120, 30))


def test_right_gives_the_levels_of_a_chain_rows_and_left_folds_them_again(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.draw_tree(winding())
        view.put_cursor(2)
        whole = await told(look)
        assert view.right() and view.cursor == 2 and view.selected == MAIN
        assert (await told(look))[2:6] == ["▾ main", "▾ tune", "▾ cv_objective", "· predict_dataset"]
        assert view.right() and view.cursor == 3
        assert view.close_here() and await told(look) == whole and view.cursor == 2
        assert view.close_here() and (await told(look))[2] == "▸ main › tune › cv_objective"
        assert view.open_end() and await told(look) == whole
        view.put_cursor(5)
        assert not view.open_end(), "Enter leads on from a chain that ends"
        assert view.right() and (await told(look))[5:] == ["▾ hillclimbing", "· objective"]

    looked_at(profile, script, (120, 30))


def test_what_is_found_within_a_chain_ends_its_row(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.draw_tree(winding())
        matching(view, "tune")
        assert view.search(1) == "found" and view.selected == TUNE
        assert (await told(look))[2:4] == ["▾ main › tune", "▾ cv_objective"]
        assert view.close_here() and (await told(look))[2] == "▾ main › tune › cv_objective"
        matching(view, "cv_objective")
        view.collapse_all()
        assert view.search(1) == "found"
        assert "▸ main › tune › cv_objective" in await told(look) and view.selected == CV

    looked_at(profile, script, (120, 30))


def test_chains_stay_folded_when_everything_opens(profile: Profile) -> None:
    async def script(look: Look) -> None:
        view = look.view
        view.draw_tree(winding())
        view.open_many()
        assert (await told(look))[2] == "▾ main › tune › cv_objective"
        view.set_least(15.0)
        assert (await told(look))[2] == "▾ main › tune › cv_objective"
        view.put_cursor(2)
        assert view.open_hot_path() is not None and view.selected == DATASET

    looked_at(profile, script, (120, 30))


def test_own_time_worth_showing_ends_a_chain(profile: Profile) -> None:
    async def script(look: Look) -> None:
        tree = StackTree([((MODULE, FIND), 5.0), ((MODULE, MAIN), 0.2), ((MODULE, MAIN, TUNE), 3.0)])
        look.view.draw_tree(tree)
        assert await told(look) == ["▾ hillclimb", "· _find_and_load ↻", "▾ main", "· tune"]

    looked_at(profile, script, (120, 30))


@pytest.mark.parametrize(
    ("stack", "rows"),
    [
        (
            (MODULE, MAIN, TUNE, WRAPPER, SCORE),
            ["▾ hillclimb", "▾ main › tune", "▸ wrapper › accuracy_score"],
        ),
        ((SCORE, WRAPPER, TUNE, MAIN), ["▾ accuracy_score", "▾ wrapper ‹ tune", "· main"]),
    ],
)
def test_where_own_code_calls_a_library_is_the_end_of_a_row(
    profile: Profile, stack: tuple[int, ...], rows: list[str]
) -> None:
    async def script(look: Look) -> None:
        tree = StackTree([(stack, 5.0)])
        tree.inverted = stack[0] == SCORE
        look.view.draw_tree(tree)
        assert await told(look) == rows

    looked_at(profile, script, (120, 30))
