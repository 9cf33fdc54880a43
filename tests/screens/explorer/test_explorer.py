from __future__ import annotations

import gc
import re
import shutil
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.at_once import sorted_indices
from tests.support.corpus import Stats, dumped, small
from tests.support.examples import first_of_each
from tests.support.screens import DEMO, demo, explore, opened, press, rows_of, screen, show_followers, typed
from tests.support.shots import found, shots
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.search.query import parse
from proftui.frame.keys import KEYS, Key
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.session import Options, Session
from proftui_parsers import Profile

LPROF = opened(DEMO / "demo.lprof")
FILTERED_OUT = messages.FILTERED_OUT.removeprefix("{}")


def state(rows: list[str]) -> str:
    return rows[-2].strip()


def selected(rows: list[str]) -> str:
    """The function that the detail row names."""
    return rows[-3].split()[0]


def test_heaviest_caller_takes_one_key() -> None:
    assert "closest" in screen(demo(), ["enter"])[3]
    rows = screen(demo(), ["u"])
    assert selected(rows) == "closest"
    told = messages.HEAVIEST_CALLER.format("edit_distance · 1.094 of 1.129 s in 23,142 calls")
    assert state(rows).startswith(told)


def test_a_caller_that_is_filtered_out_is_shown_where_it_can_be() -> None:
    keys = ["slash", *typed("edit"), "enter", "u"]
    rows = screen(demo(), keys)
    assert "[2 Calls]" in rows[1] and selected(rows) == "closest"
    assert state(rows).startswith(messages.HEAVIEST_CALLER.format("edit_distance"))
    rows = screen(demo(), [*keys, "less_than_sign"])
    assert "[1 Functions]" in rows[1] and selected(rows) == "edit_distance"


def test_a_place_that_is_filtered_out_by_now_is_named() -> None:
    keys = ["down", "enter", "1", "slash", *typed("edit"), "enter", "less_than_sign", "less_than_sign"]
    rows = screen(demo(), keys)
    assert "[1 Functions]" in rows[1] and selected(rows) == "edit_distance"
    told = f"{messages.FILTERED_OUT.format('min')} · {messages.CLEARS_FILTER}"
    assert state(rows) == told
    assert selected(screen(demo(), [*keys, "escape"])) == "min"
    again = screen(demo(), [*keys, "greater_than_sign", "less_than_sign"])
    assert state(again) == told
    in_pane = ["slash", *typed("edit"), "enter", "tab", "down", "enter", "2", "less_than_sign"]
    rows = screen(demo(), in_pane, size=(120, 40))
    assert FILTERED_OUT in state(rows)


def test_back_leads_to_the_row_that_a_filter_had_put_the_cursor_on() -> None:
    filtered = ["slash", *typed("json"), "enter"]
    here = selected(screen(demo(), filtered))
    assert here == "_iterencode_dict"
    for keys in (["enter"], ["2"], ["u"]):
        rows = screen(demo(), [*filtered, *keys, "less_than_sign"])
        assert selected(rows) == here and FILTERED_OUT not in state(rows)


def test_share_of_a_filter_is_there_while_it_is_typed() -> None:
    rows = screen(demo(), ["slash", *typed("json")])
    assert state(rows) == "/ json" + state(rows)[6:]
    package = messages.PACKAGE_TAKES.format(14.2, messages.AT_LEAST.format(14.2))
    assert state(rows).endswith(f" {package} · 20 matches")
    kept = screen(demo(), ["slash", *typed("json"), "enter"])
    assert state(kept) == f"filter json · {package}"
    assert "5 Source " in kept[1] and "1–18 of 20 · " + messages.ROWS_IN_ALL.format(239) in kept[1]
    nothing = screen(demo(), ["slash", *typed("jsonx")])
    assert nothing[1].rstrip().endswith("  0 of 239"), "how many there are in all is said once"


def test_of_a_large_file_what_matches_call_is_told_when_the_text_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("proftui.state.listed._SOON_MEASURED", 0)

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, "slash", *typed("json"))
        await pilot.pause()
        # No other share meanwhile, which would turn into this one by itself.
        assert state(rows_of(pilot.app)).endswith(f" {messages.PACKAGE_TAKES.format('…', '…')} · 20 matches")
        show_followers(explorer)
        await pilot.pause()
        package = messages.PACKAGE_TAKES.format(14.2, messages.AT_LEAST.format(14.2))
        assert state(rows_of(pilot.app)).endswith(f" {package} · 20 matches")

    explore(demo(), script)


def test_a_function_without_callers_says_so(tmp_path: Path) -> None:
    main, work = ("m.py", 1, "main"), ("m.py", 9, "work")
    table: Stats = {main: (1, 1, 0.2, 1.0, {}), work: (1, 1, 0.8, 0.8, {main: (1, 1, 0.8, 0.8)})}
    path = tmp_path / "p.stats"
    path.write_bytes(dumped(table))
    keys = ["slash", *typed("main"), "enter"]
    assert messages.NO_CALLERS in "\n".join(screen(opened(path), [*keys, "2"]))
    assert state(screen(opened(path), [*keys, "u"])) == f"main: {messages.NO_CALLERS}"


def test_escape_in_the_prompt_brings_back_what_was_before() -> None:
    keys = ["slash", *typed("json"), "enter", "slash", *typed("xyz"), "escape"]
    assert state(screen(demo(), keys)).startswith("filter json · in its code 14.2 %")
    assert state(screen(demo(), [*keys, "escape"])).startswith("by package: my code")


def test_next_match_goes_round_in_functions_as_elsewhere() -> None:
    walk = shots(demo(), *found("func:e"), "N", "n")
    first, last, again = walk[-3:]
    assert last.state == again.state == messages.SEARCH_ENDED["wrapped"]
    assert last.selected != first.selected == again.selected


def test_nothing_matches_says_so_and_how_to_get_back() -> None:
    text = "\n".join(screen(demo(), ["slash", *typed("nosuch")]))
    assert messages.NOTHING_MATCHES.format("nosuch", "239 functions") in text
    again = screen(demo(), ["slash", *typed("nosuch"), "enter", "escape"])
    assert selected(again) == "edit_distance"


def test_a_function_filtered_out_and_back_in_is_selected_again() -> None:
    rows = screen(demo(), ["down", "slash", *typed("json"), *["backspace"] * 4, "enter"])
    assert selected(rows) == "min"


def test_earlier_filters_are_recalled() -> None:
    keys = ["slash", *typed("json"), "enter", "escape", "slash", "up", "enter"]
    assert state(screen(demo(), keys)).startswith("filter json")


def test_enter_follows_and_back_walks_the_history() -> None:
    seen: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        def note() -> None:
            seen.append(f"{explorer.panes.view_name} {selected(rows_of(pilot.app))}")

        for key in ("enter", "up", "up", "enter", "up", "enter", "<", "<", "<", "<", ">", ">"):
            await pilot.press({"<": "less_than_sign", ">": "greater_than_sign"}.get(key, key))
            await pilot.pause()
            if key not in ("up",):
                note()

    explore(demo(), script)
    assert seen == [
        "calls edit_distance",
        "calls closest",
        "calls summary",
        "calls closest",
        "calls edit_distance",
        "functions edit_distance",
        "functions edit_distance",
        "calls edit_distance",
        "calls closest",
    ]


def test_the_hot_path_ends_alike_in_every_view() -> None:
    file = small("cprofile-py3.11-recurse.stats")
    ends = [screen(opened(file), ["o", "c", "g", "down", way, "H"]) for way in ("1", "2", "3", "4")]
    assert {selected(rows) for rows in ends} == {"_iterencode_dict"}
    why = messages.HOT_PATH_ENDS["own"]
    assert all(f"_iterencode › _iterencode_dict ≈40.4 %: {why}" in state(rows) for rows in ends)


def test_missing_source_shows_the_figures_and_a_note(tmp_path: Path) -> None:
    shutil.copy(DEMO / "demo.lprof", tmp_path / "p.lprof")
    rows = screen(opened(tmp_path / "p.lprof"), ["enter"])
    assert state(rows) == messages.SOURCE_NOTES["relative"].format(name="demo.py")
    assert sum(row[7:25].strip()[:1].isdigit() for row in rows[3:20]) == 5


@pytest.mark.slow
def test_tab_walks_the_views_in_a_ring() -> None:
    tabs = [screen(demo(), ["tab"] * times)[1].split("]")[0].split("[")[1] for times in range(6)]
    assert tabs == ["1 Functions", "2 Calls", "3 Tree", "4 Icicle", "5 Source", "1 Functions"]
    assert "[5 Source]" in screen(demo(), ["shift+tab"])[1]


def test_tab_goes_into_the_pane_where_calls_is_on_the_screen_already() -> None:
    rows = screen(demo(), ["tab"], size=(120, 40))
    assert "[1 Functions]" in rows[1]
    assert sum(row.startswith("▸") for row in rows) == 2
    assert "▾cumtime" in next(row for row in rows if "callers of edit_distance" in row)
    followed = screen(demo(), ["tab", "enter"], size=(120, 40))
    assert any("callers of closest" in row for row in followed)
    assert "[3 Tree]" in screen(demo(), ["tab", "tab"], size=(120, 40))[1]


@pytest.mark.slow
def test_the_list_of_columns_says_which_have_no_room() -> None:
    def marks(keys: list[str], width: int = 80) -> dict[str, str]:
        rows = screen(demo(), ["O", *keys], size=(width, 24))
        return {name: mark for mark, name in re.findall(r"\[(.)\] (\S+):", "\n".join(rows))}

    narrow = marks([])
    assert narrow["tottime"] == narrow["bar"] == "x" and narrow["own/call"] == narrow["cum/call"] == "→"
    assert "→" not in marks([], 160).values()
    assert marks([*["down"] * 3, "enter"])["own/call"] == " "
    hidden = [row for row in screen(demo(), ["percent_sign", "O"]) if messages.NO_SHARES_SHOWN in row]
    assert len(hidden) == 2 and not any(messages.NO_SHARES_SHOWN in row for row in screen(demo(), ["O"]))


def test_columns_that_do_not_fit_are_scrolled_to() -> None:
    assert "own/call" not in screen(demo())[2]
    assert "own/call" in screen(demo(), ["right"])[2]
    assert "cum/call" in screen(demo(), ["right", "right", "right"])[2]
    assert screen(demo(), ["right", "right", "left", "left"])[2] == screen(demo())[2]


@pytest.mark.parametrize("in_tmux", [False, True])
def test_copy_says_what_was_sent(in_tmux: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tmux, which may drop it, too: there a file is the surer way."""
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0") if in_tmux else monkeypatch.delenv("TMUX", raising=False)
    sent: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in ("y", "Y"):
            await pilot.press(key)
            await pilot.pause()
            sent.append(pilot.app.clipboard)
            before, after = {"y": messages.SENT, "Y": messages.ROW_COPIED}[key].split("{}")
            after = after.replace(messages.IF_ALLOWED, messages.IN_TMUX[False]) if in_tmux else after
            said = state(rows_of(pilot.app)).rstrip()
            assert said.startswith(before) and said.endswith(after)

    explore(demo(), script)
    assert sent[0] == "demo.py:41"
    assert sent[1].split("\t")[0] == "24003" and sent[1].endswith("demo.py:41(edit_distance)")


@pytest.mark.parametrize(
    ("keys", "figures"),
    [
        ([], ["24003", "0.815", "53.0", "33.9 µs", "1.129", "73.5", "47.0 µs"]),
        (["O", "enter", *["down"] * 4, "enter", "escape"], ["0.815", "53.0", "33.9 µs", "73.5", "47.0 µs"]),
        (["percent_sign"], ["24003", "0.815", "33.9 µs", "1.129", "47.0 µs"]),
        (["3", "O"], ["24003", "0.815", "53.0", "33.9 µs", "1.129", "73.5", "47.0 µs"]),
    ],
)
def test_the_row_is_copied_without_columns_that_are_hidden(keys: list[str], figures: list[str]) -> None:
    sent: list[str] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        press(pilot, *keys, "Y")
        await pilot.pause()
        sent.extend(pilot.app.clipboard.split("\t"))

    explore(demo(), script)
    assert sent[:-1] == figures and sent[-1].endswith("demo.py:41(edit_distance)")


def test_nothing_keeps_a_profile_that_was_read_again() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for key in ("2", "3", "slash", *typed("a"), "enter", "n", "4", "K", "i", "3", "g", "end", "1"):
            await pilot.press(key)
        explorer.go("tree", 0, explorer.panes.tree.node)
        await pilot.press("5", "1")
        before = weakref.ref(explorer.session.profile)
        await pilot.press("R")
        await pilot.pause()
        assert before() is not explorer.session.profile
        # It can be compared with until the next time, and nothing else has it.
        former = explorer.shape.compare.former
        assert former is not None and former.profile is before()
        former = explorer.shape.compare.former = None
        gc.collect()
        assert before() is None
        assert not any(isinstance(thing, CallNode) for thing in gc.get_objects())

    # What was there before is not looked at.
    gc.freeze()
    explore(demo(), script)


def test_options_of_the_command_line_set_the_first_screen() -> None:
    def session(profile: Profile) -> Session:
        return Session(profile, Order.usual("ncalls"), strip_dirs=True)

    options = Options("json", "calls")
    rows = screen(demo(), options=options, session_of=session)
    assert "callers of _iterencode_dict" in "\n".join(rows)
    back = screen(demo(), ["1"], options=options, session_of=session)
    assert "▾ncalls" in back[2] and "20 · " + messages.ROWS_IN_ALL.format(239) in back[1]
    assert back[3].endswith("oder.py:334 ") and "json/" not in back[3]


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 55])
def test_a_click_on_a_tab_shows_its_view_also_where_the_tabs_are_numbers(width: int) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for number in "2345":
            await pilot.press("1")
            tabs = rows_of(pilot.app)[1]
            assert ("2 Calls" in tabs) is (width == 80)
            await pilot.click(offset=(tabs.index(number), 1))
            await pilot.pause()
            assert f"[{number} " in rows_of(pilot.app)[1]

    explore(demo(), script, size=(width, 24))


def test_mouse() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.click(offset=(20, 5))
        assert selected(rows_of(pilot.app)) == "list.append"
        await pilot.click(offset=(40, 2))
        assert "▾cumtime" in rows_of(pilot.app)[2]
        await pilot.click(offset=(16, 1))
        assert explorer.panes.view_name == "calls"
        await pilot.click(offset=(4, 1))
        await pilot.click(offset=(20, 7), times=2)
        await pilot.pause()
        assert explorer.panes.view_name == "calls"

    explore(demo(), script)


def test_a_selection_outlives_a_filter_that_hides_it() -> None:
    keys = ["slash", *typed("edit"), "enter", "enter", "u", "1", "escape"]
    assert selected(screen(demo(), keys)) == "closest"


def test_without_edges_nothing_is_claimed_of_callers() -> None:
    for key in ("u", "H"):
        assert state(screen(LPROF, [key])) == messages.NO_CALL_EDGES


def test_a_new_filter_replaces_the_old_one_unless_it_is_kept() -> None:
    before = ["slash", *typed("json"), "enter", "slash"]
    assert state(screen(demo(), [*before, *typed("demo"), "enter"])).startswith("filter demo ")
    assert state(screen(demo(), [*before, "end", *typed("/enc"), "enter"])).startswith("filter json/enc ")


QUITS = ("quit", "interrupt", "suspend", "redraw")


def presses(key_names: str) -> list[str]:
    return key_names.split(",")


def keys_of_the_help() -> Iterator[tuple[Key, tuple[str, str]]]:
    """Each key, with its names and the views in which it does something."""
    for key in KEYS:
        views = [view for view in ("functions", "calls", "source") if view in key.views]
        for view in views if key.action not in QUITS else ():
            if key.action != f"view('{view}')":
                yield from ((key, (view, name)) for name in presses(key.keys))


@pytest.mark.parametrize(
    ("key", "way"),
    first_of_each(keys_of_the_help(), 3),
    ids=lambda part: part.action if isinstance(part, Key) else "-".join(part),
)
def test_no_key_of_the_help_does_nothing(key: Key, way: tuple[str, str]) -> None:
    """Each key changes the screen or says why it does not, from a place in the middle of things."""
    view, name = way
    # From the middle, so that there is somewhere to go in every direction.
    start = ["slash", *typed("o"), "enter", *["down"] * 3, "enter", "up", "enter"]
    start += {"functions": ["1"], "calls": [], "source": ["5"]}[view]
    if key.action == "sideways(-1)":
        start = [*start, "right"]
    if key.action == "forward":
        start = [*start, "less_than_sign"]
    start = [*start, "down", "down"] if view == "functions" else [*start, "down"]
    if key.action in ("move('up')", "move('first')", "move('half_up')", "move('page_up')"):
        start = [*start, "down"]
    seen: list[list[str]] = []

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for keys in (start, [name]):
            press(pilot, *keys)
            await pilot.pause()
            show_followers(explorer)
            await pilot.pause()
            seen.append(shown(pilot))

    explore(demo(), script)
    assert seen[0] != seen[1]


# --- sorting and searching that take long


def shown(pilot: Pilot[None]) -> list[str]:
    return rows_of(pilot.app)


async def come_to_rest(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
    while any(part.worker.busy for part in (explorer.sorting, explorer.filter, explorer.shape)):
        await pilot.pause(0.001)
    await pilot.pause()


@pytest.fixture
def in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a million functions: nothing that sorts or searches is short."""
    monkeypatch.setattr("proftui.background.jobs.AT_ONCE", 1)
    monkeypatch.setattr("proftui.background.jobs.SLICE", -1.0)
    monkeypatch.setattr("proftui.background.jobs.PAUSE", 0.03)


@pytest.mark.slow
@pytest.mark.usefixtures("in_slices")
@pytest.mark.parametrize("keys", ["of", "oa", "ofr", "ofoa", "s" * 6])
def test_sorting_in_slices_ends_as_sorting_at_once_does(keys: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press(*keys[:2])
        assert explorer.sorting.worker.busy or keys[0] == "s"
        assert keys[0] == "s" or state(shown(pilot)) == messages.SORTING
        await come_to_rest(pilot, explorer)
        for key in keys[2:]:
            await pilot.press(key)
        await come_to_rest(pilot, explorer)
        order = explorer.session.listed.order
        assert list(explorer.session.rows) == sorted_indices(
            explorer.session.profile, explorer.session.names, order
        )
        assert explorer.panes.functions.order == order
        assert order.column in ("function", "location") or keys[0] == "s"
        assert messages.SORTING not in "".join(shown(pilot))

    explore(demo(), script)


@pytest.mark.slow
@pytest.mark.usefixtures("in_slices")
def test_a_key_is_answered_while_something_is_worked_out_and_its_answer_stands() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        unknown = messages.UNKNOWN_KEY.format("Z")
        await pilot.press("m", "ctrl+l")
        assert messages.ESC_STOPS in state(shown(pilot))
        await pilot.press("Z")
        assert explorer.shape.worker.busy and state(shown(pilot)).startswith(unknown)
        await pilot.press("escape")
        assert not explorer.shape.worker.busy and messages.ESC_STOPS not in "".join(shown(pilot))
        await pilot.press("m")
        await come_to_rest(pilot, explorer)
        assert state(shown(pilot)).startswith(messages.ONLY_MY_CODE)
        await pilot.press("left")
        assert messages.ESC_STOPS not in "".join(shown(pilot))

    explore(demo(), script)


@pytest.mark.usefixtures("in_slices")
def test_a_tree_that_is_built_does_not_bring_back_how_far_an_earlier_one_was() -> None:
    building = messages.BUILDING.partition("{")[0]

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("H")
        said = False
        while explorer.builder.worker.busy:
            said = said or state(shown(pilot)).startswith(building)
            await pilot.pause(0.001)
        assert said
        await pilot.press("3", "i", "ctrl+l")
        while explorer.builder.worker.busy:
            assert not state(shown(pilot)).startswith(building)
            await pilot.pause(0.001)

    explore(demo(), script)


@pytest.mark.usefixtures("in_slices")
def test_what_is_being_sorted_can_be_left() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = shown(pilot)[2:-3]
        await pilot.press("o", "f", "escape")
        assert not explorer.sorting.worker.busy
        await pilot.pause(0.02)
        assert shown(pilot)[2:-3] == before
        # The last one asked for counts.
        await pilot.press("o", "f", "o", "n")
        await come_to_rest(pilot, explorer)
        assert explorer.session.listed.order == Order.usual("ncalls") == explorer.panes.functions.order

    explore(demo(), script)


@pytest.mark.usefixtures("in_slices")
@pytest.mark.parametrize("text", ["json", "module:json", "^json", "py:12", "!json file:demo"])
def test_a_filter_whose_texts_take_long_to_make_comes_later(text: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        session = explorer.session
        expected = parse(text).select(session.profile, Names(session.profile), session.rows)
        await pilot.press("slash", *typed(text[:-1]))
        await pilot.press(*typed(text[-1]), "enter")
        await come_to_rest(pilot, explorer)
        assert list(session.rows) == expected and session.listed.filter_text == text
        assert messages.SEARCHING not in "".join(shown(pilot))
        assert f"filter {text}" in state(shown(pilot))
        await pilot.press("escape")
        assert session.query is None

    explore(demo(), script)
