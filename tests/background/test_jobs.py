"""Call trees that take long to make: the screen says so and stays alive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from tests.support.screens import demo, explore, rows_of, screen, show_followers
from textual.pilot import Pilot

from proftui import messages
from proftui.background import jobs
from proftui.background.pieces import Pieces
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.call_trees import CALLERS, TOP_DOWN, Trees

BUILDING = messages.BUILDING.partition("{")[0].rstrip()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """Until it is set, no call tree is finished."""
    opened = asyncio.Event()
    # What is held does nothing: whoever waits until the program is idle need not wait for it.
    monkeypatch.setattr(jobs, "SLICE", 0.0)
    for name in ("preparing", "preparing_top_down"):
        monkeypatch.setattr(Trees, name, held(opened, getattr(Trees, name)))
    yield opened


def held(opened: asyncio.Event, prepare: Callable[[Trees], Pieces[None]]) -> Callable[[Trees], Pieces[None]]:
    def preparing(trees: Trees) -> Pieces[None]:
        while not opened.is_set():
            yield
        yield from prepare(trees)

    return preparing


def on(pilot: Pilot[None]) -> str:
    return "\n".join(rows_of(pilot.app))


async def until(pilot: Pilot[None], holds: Callable[[], object]) -> None:
    while not holds():
        await pilot.pause()


@pytest.mark.parametrize("view", ["3", "4"])
def test_a_tree_that_takes_long_says_so_and_is_there_in_the_end(gate: asyncio.Event, view: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("down", "down")
        selected = explorer.panes.active.selected
        await pilot.press(view)
        assert BUILDING in on(pilot) and explorer.panes.active.selected == selected
        gate.set()
        await until(pilot, lambda: BUILDING not in on(pilot))
        assert explorer.panes.active.node is not None and explorer.panes.active.selected == selected
        seen.append(on(pilot))

    seen: list[str] = []
    explore(demo(), script)
    assert seen == ["\n".join(screen(demo(), ("down", "down", view)))]


def test_other_views_are_of_use_meanwhile_and_the_tree_is_there_when_it_is_come_back_to(
    gate: asyncio.Event,
) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("3", "1", "down")
        assert BUILDING not in on(pilot) and explorer.panes.functions.cursor == 1
        await pilot.press("4")
        assert BUILDING in on(pilot)
        await pilot.press("2")
        gate.set()
        await until(pilot, lambda: explorer.builder.building is None)
        assert explorer.panes.view_name == "calls"
        await pilot.press("3")
        assert BUILDING not in on(pilot) and explorer.panes.active.node is not None

    explore(demo(), script)


@pytest.mark.parametrize(
    ("keys", "there"), [((), "calls"), (("down",), "functions"), (("escape",), "functions")]
)
def test_a_hot_path_that_takes_long_is_gone_if_the_user_still_waits_for_it(
    gate: asyncio.Event, keys: tuple[str, ...], there: str
) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("o", "c", "g", "down", "H")
        await until(pilot, lambda: BUILDING in on(pilot))
        await pilot.press(*keys)
        gate.set()
        await until(pilot, lambda: not explorer.builder.worker.busy)
        assert explorer.panes.view_name == there
        assert (messages.HOT_PATH_ENDS["own"] in on(pilot)) is (not keys)

    explore(demo(), script)


@pytest.mark.parametrize("way", ["1", "2"])
def test_escape_goes_back_to_where_one_was(gate: asyncio.Event, way: str) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        await pilot.press("down", way)
        show_followers(explorer)
        await pilot.pause()
        before = on(pilot)
        await pilot.press("3", "4", "escape")
        show_followers(explorer)
        await pilot.pause()
        assert on(pilot) == before and explorer.builder.building is None

    explore(demo(), script)


def test_keys_of_the_tree_say_that_it_is_being_built(gate: asyncio.Event) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        for view in ("3", "4"):
            await pilot.press(view)
            for key in ("i", "c", "enter", "H", "w"):
                await pilot.press(key, *("t" if key == "w" else ""))
                assert messages.STILL_BUILDING in on(pilot).splitlines()[-2], key
        await pilot.press("3", "E", "slash", "a", "enter", "n", "t", "percent_sign", "u")
        assert explorer.session.trees.way == TOP_DOWN

    explore(demo(), script)


def test_escape_while_a_tree_is_turned_round_leaves_it_as_it_was(gate: asyncio.Event) -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        gate.set()
        await pilot.press("3")
        await until(pilot, lambda: explorer.builder.building is None)
        gate.clear()
        await pilot.press("i")
        assert BUILDING in on(pilot) and explorer.session.trees.way == CALLERS
        await pilot.press("escape")
        assert explorer.session.trees.way == TOP_DOWN and explorer.panes.active.node is not None

    explore(demo(), script)


def test_pieces_that_turn_out_to_be_large_are_not_all_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "AT_MOST", 0.0)
    seen: list[int] = []

    def pieces() -> Pieces[None]:
        for number in range(20):
            seen.append(number)
            yield

    async def script() -> None:
        ended = asyncio.Event()
        work = jobs.Working()
        assert not work.begin(pieces(), 20, lambda: None, ended.set)
        assert work.busy and len(seen) < 20 and work.far.endswith(" %")
        await ended.wait()
        assert seen == list(range(20)) and not work.busy
        work.expected = 1
        assert work.far == "…"

    asyncio.run(script())
