"""Measure and threads of stacks: keys, their two lists, the rows around the view, undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import small
from tests.support.screens import demo, explore, finished, opened, rows_of, screen, typed
from tests.support.shots import shots
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.builtin_names import NO_FILE_RECORDED
from proftui.screens.explorer.screen import ExplorerScreen
from proftui_parsers import Profile

STACKS = """\
thread (1): MainThread;main (/home/me/a.py:3);work (/home/me/a.py:9) 600
thread (1): MainThread;main (/home/me/a.py:4) 200
thread (2): worker-1;run (/home/me/b.py:1);work (/home/me/a.py:9) 150
thread (3): worker-2;run (/home/me/b.py:2) 50
"""
ASYNCIO = "pyspy0.4.3-asyncio.speedscope.json"
"""Five threads, times and samples."""


@pytest.fixture
def made(tmp_path: Path) -> Callable[[], Profile]:
    path = tmp_path / "made.txt"
    path.write_text(STACKS)
    return opened(path)


def figures(shown: list[str], first: int = 3) -> dict[str, list[str]]:
    """Own and cumulative samples of the rows of Functions, by name."""
    rows = [row.replace("▸", " ").split() for row in shown[first:-3] if row.strip()]
    return {row[-2]: [cell for cell in row if cell.isdecimal()][:2] for row in rows}


def test_all_threads_are_added_up_and_that_is_said(made: Callable[[], Profile]) -> None:
    shown = screen(made, [])
    assert "3 threads" in shown[0] and shown[0].rstrip().endswith("1000 samples".replace("1000", "1,000"))
    assert figures(shown) == {"work": ["750", "750"], "main": ["200", "800"], "run": ["50", "200"]}


def test_enter_leaves_one_thread_and_undo_brings_all_back(made: Callable[[], Profile]) -> None:
    before, *_, alone, back = shots(made, "T", "j", "j", "enter", "U")
    assert "1 of 3 threads" in alone.rows[0] and "150 samples" in alone.rows[0]
    assert alone.rows[2].startswith(" › worker-1 2 ") and "150 of 1,000 samples · 15.0 %" in alone.rows[2]
    # main never ran in it: there is no row of it.
    assert figures(alone.rows, 4) == {"work": ["150", "150"], "run": ["0", "150"]}
    assert "2 of 2" in alone.rows[1] or "1–2 of 2" in alone.rows[1]
    assert back.rows[:-2] == before.rows[:-2]
    assert back.rows[-2].strip() == messages.TAKEN_BACK.format("worker-1 2")


def test_space_hides_a_thread_and_the_last_one_stays(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["T", "j", "space", "escape"])
    assert "2 of 3 threads" in shown[0] and "200 samples" in shown[0]
    shown = screen(made, ["T", "j", "space", "space", "space", "escape"])
    assert "1 of 3 threads" in shown[0] and "worker-2 3" in shown[2]


def test_a_shows_all_again(made: Callable[[], Profile]) -> None:
    assert screen(made, ["T", "j", "enter", "T", "a", "escape"])[:-2] == screen(made, [])[:-2]


def test_the_list_has_the_busiest_first_with_its_hottest_function(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["T"])
    rows = [row for row in shown if "■" in row]
    assert [row.split("■")[1].split()[0] for row in rows] == ["1,000", "800", "150", "50"]
    assert ["MainThread 1" in row for row in rows] == [False, True, False, False]
    assert "work" in rows[1] and "run" in rows[3]


def test_a_thread_is_found_by_a_part_of_its_name(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["T", "slash", *typed("ker-2"), "enter", "enter"])
    assert "worker-2 3" in shown[2] and "50 samples" in shown[0]
    assert "■" in "".join(screen(made, ["T", "slash", *typed("nobody"), "escape"]))


def test_by_thread_trees_begin_with_threads(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["T", "t", "escape", "3"])
    assert shown[2].startswith(f" › {messages.BY_THREAD} ")
    text = "\n".join(shown)
    assert "MainThread 1" in text and "worker-1 2" in text and "worker-2 3" in text
    assert messages.BUILT_IN not in text
    assert "run" in "\n".join(screen(made, ["T", "t", "escape", "j", "j", "2"]))


def test_d_goes_to_the_next_measure_and_shares_are_of_its_own_total() -> None:
    times, samples, again = (shot.rows for shot in shots(opened(small(ASYNCIO)), "d", "d"))
    assert "895.000 ms" in times[0] and "179 samples" in samples[0]
    assert samples[2].startswith(" › samples ")
    assert "own samples" in samples[3]
    assert again[:-2] == times[:-2]


def test_a_shape_stays_where_another_measure_is_chosen() -> None:
    shown = screen(opened(small(ASYNCIO)), ["m", "d"])
    assert "samples" in shown[2] and messages.STEP_MY_CODE in shown[2]


def test_details_have_one_standard_error(made: Callable[[], Profile]) -> None:
    assert "own 750 samples 75.0 % ±1.4" in screen(made, [])[-3]


def test_d_walks_through_the_measures_of_calls() -> None:
    shown = screen(opened(small("valgrind3.19-sums.callgrind.out")), ["d"])
    assert "22,222" in shown[0] and "Dr · U takes back" in shown[-2]
    assert "80,695" in screen(opened(small("valgrind3.19-sums.callgrind.out")), ["d", "U"])[0]
    tree = screen(opened(small("valgrind3.19-sums.callgrind.out")), ["d", "3"])
    assert any("qsort" in row and "20556" in row for row in tree)
    hidden = screen(opened(small("valgrind3.19-sums.callgrind.out")), ["x", "d", "d"])
    assert "11,664" in hidden[0]


@pytest.mark.parametrize(("key", "said"), [("d", messages.ONE_MEASURE), ("T", messages.NO_THREADS)])
def test_a_file_without_stacks_says_so(key: str, said: str) -> None:
    assert screen(demo(), [key])[-2].strip() == said


def test_what_there_is_only_one_of_is_named(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("a;b 3\na;c 4\n")
    shown = screen(opened(path), [])
    assert "T threads" not in shown[-1] and "d measure" not in shown[-1]
    assert messages.ONLY_MEASURE.format("counts") in screen(opened(path), ["d"])[-2]


def test_what_is_no_time_has_no_other_unit_and_says_what_makes_times(made: Callable[[], Profile]) -> None:
    said = messages.NO_OTHER_UNIT.format("samples")
    assert screen(made, ["t"])[-2].strip() == said + messages.MAKES_TIMES
    # Of a file with times, they are another measure.
    assert screen(opened(small(ASYNCIO)), ["d", "t"])[-2].strip() == said
    assert "cum samples" in screen(made, ["t"])[2]


def test_samples_are_sorted_by_samples_and_not_by_calls() -> None:
    asked, answered = shots(opened(small(ASYNCIO)), "o", "n")[1:]
    offered = "  n samples  t tottime  c cumtime  f file  a name"
    assert asked.state.strip() == messages.CHORDS["sort"] + offered
    assert "▾samples" in answered.rows[2].replace(" ", "")


def test_an_interval_makes_times_of_samples(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["colon", *typed("interval 10ms"), "enter"])
    assert (
        shown[0].rstrip().endswith("10.000 s")
        and "every 10.0 ms" in screen(made, ["colon", *typed("interval 10ms"), "enter"], size=(120, 40))[0]
    )
    assert messages.INTERVAL_IS.format("10ms") in shown[-2]
    assert messages.BAD_INTERVAL in screen(made, ["colon", *typed("interval soon"), "enter"])[-2]
    assert (
        messages.HAS_TIMES in screen(opened(small(ASYNCIO)), ["colon", *typed("interval 1ms"), "enter"])[-2]
    )


def test_a_file_read_anew_has_its_own_unit_and_undo_finds_no_former_place(tmp_path: Path) -> None:
    path = tmp_path / "changes.txt"
    path.write_text("a (/x/a.py:1);b (/x/b.py:2) 3\n")
    texts = iter([STACKS, "a (/x/a.py:1) 7\n"])

    def read() -> Profile:
        profile = opened(path)()
        path.write_text(next(texts, "a (/x/a.py:1) 7\n"))
        return profile

    shown = screen(read, ["colon", *typed("interval 10ms"), "enter", "M", "R", "G", "M", "R", "U", "U"])
    assert shown[0].rstrip().endswith("70.000 ms")


def changing(path: Path, *texts: str) -> Callable[[], Profile]:
    """A file that is another each time it is read."""
    left = iter(texts)

    def read() -> Profile:
        path.write_text(next(left, texts[-1]))
        return opened(path)()

    return read


def test_an_interval_holds_for_the_file_read_anew(tmp_path: Path) -> None:
    read = changing(tmp_path / "grows.txt", STACKS, STACKS.replace(" 600\n", " 700\n"))
    *_, shown = shots(read, "colon", *typed("interval 10ms"), "enter", "R")
    assert "10.000 → 11.000 s" in shown.rows[-2]


def test_threads_that_are_gone_from_the_file_are_named(tmp_path: Path) -> None:
    others = STACKS.replace("worker-1", "another")
    read = changing(tmp_path / "other.txt", STACKS, others)
    *_, shown, undone = shots(read, "T", "j", "j", "enter", "R", "U")
    gone = f"{messages.FOCUS_IS_GONE.format('worker-1 2')} · {messages.ALL_TOGETHER}"
    assert shown.rows[-2].strip() == gone
    assert "1,000 samples" in shown.rows[0] and "of 3" not in shown.rows[0]
    assert undone.rows[-2].strip() == messages.TAKEN_BACK.format(messages.WHAT_IS_GONE)


def test_undo_counts_threads_where_there_were_as_many_others(made: Callable[[], Profile]) -> None:
    # All but the second, then all but the third.
    keys = ["T", "j", "j", "space", "escape", "T", "j", "j", "space", "j", "space", "escape"]
    *_, before, undone = shots(made, *keys, "U")
    assert "2 of 3 threads" in before.rows[0] and "2 of 3 threads" in undone.rows[0]
    assert before.rows[0] != undone.rows[0]
    assert undone.rows[-2].strip() == messages.TAKEN_BACK.format("2 of 3 threads")


@pytest.mark.slow
def test_another_choice_is_worked_out_while_keys_are_answered_and_esc_gives_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with millions of stacks, where nothing is short."""

    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        before = rows_of(pilot.app)
        for name, value in (("AT_ONCE", 1), ("SLICE", -1.0), ("PAUSE", 0.03)):
            monkeypatch.setattr(f"proftui.background.jobs.{name}", value)
        monkeypatch.setattr("proftui_parsers.stacks.sums.STEP", 5)
        await pilot.press("T")
        await finished(pilot, explorer)
        await pilot.press("j", "enter", "ctrl+l")
        assert explorer.shape.worker.busy
        assert rows_of(pilot.app)[-2].strip().startswith(messages.CHOOSING.partition("{")[0])
        await pilot.press("down", "escape")
        await finished(pilot, explorer)
        now = rows_of(pilot.app)
        assert not explorer.shape.worker.busy and now[:2] == before[:2] and now[4].startswith("▸")
        await pilot.press("T")
        await finished(pilot, explorer)
        await pilot.press("j", "enter")
        await finished(pilot, explorer)
        assert "1 of 5 threads" in rows_of(pilot.app)[0]

    explore(opened(small(ASYNCIO)), script)


def test_source_of_what_has_no_file_says_what_leads_to_it_and_counts_no_calls(tmp_path: Path) -> None:
    path, below = tmp_path / "native.txt", "main (/x/a.py:1);run (/x/a.py:5);work (/x/a.py:9)"
    path.write_text(f"{below};<GC> 900\n{below};park 90\n{below} 10\n")
    for keys, kind, said in (
        ((), "garbage collector", messages.LINES_BELOW_WHICH.format("GC")),
        (("j",), NO_FILE_RECORDED, messages.LINES_THAT_CALL.format("park")),
    ):
        functions, source = screen(opened(path), [*keys]), screen(opened(path), [*keys, "5"])
        assert kind in "\n".join(functions) and said in source[2]
        assert "×" not in "\n".join(source) and " calls " not in source[2]


def test_the_prompt_offers_and_refuses_by_what_the_profile_has(made: Callable[[], Profile]) -> None:
    shown = screen(made, ["slash"], size=(120, 40))
    assert shown[-1].rstrip().endswith("own>10  cum>=5%  samples>100")
    kept = screen(made, ["slash", *typed("own>150"), "enter"])
    assert figures(kept) == {"work": ["750", "750"], "main": ["200", "800"]}
    refused = screen(made, ["slash", *typed("own>150 ncalls>1")])
    assert messages.WRONG_TERM["figure"].format("own, cum, samples") in refused[-2]


def test_a_filter_of_times_is_left_off_where_another_measure_has_none() -> None:
    filtered = ["slash", *typed("tottime>100ms"), "enter"]
    assert "tottime>100ms" in screen(opened(small(ASYNCIO)), filtered)[-2]
    after = screen(opened(small(ASYNCIO)), [*filtered, "d"])
    assert "tottime>100ms" not in after[-2] and len(figures(after)) > 5
    by_share = ["slash", *typed("own>=20%"), "enter", "d"]
    assert "own>=20%" in screen(opened(small(ASYNCIO)), [*by_share, "r"])[-2]
