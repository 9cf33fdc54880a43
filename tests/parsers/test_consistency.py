"""What is found in files that contradict themselves, and that nothing is found in others."""

from __future__ import annotations

import cProfile
import math
import sys
import threading
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import DATA, SHARED, Stats, dumped, shared_files, small
from tests.support.hard_logs import HARD, log_of
from tests.support.profiles import profile_of
from tests.support.recordings import Record, recording_of
from tests.support.tree_checks import flagged

from proftui_parsers import ProfileError, load, load_bytes
from proftui_parsers.consistency import Checked, checked
from proftui_parsers.measure import BYTES, TIME, Measure
from proftui_parsers.messages import (
    HALF_CALLED,
    LOOP_WAITED,
    LOST_CALLS,
    NEGATIVE_IN_TREES,
    NEGATIVE_STACKS,
    NOT_FINITE,
    ODD_TIME,
    ONE_THREAD,
    OVERWRITTEN,
    THREADS,
    WITHOUT_BUILT_INS,
)
from proftui_parsers.profile import Edges
from proftui_parsers.stacks.deriving import profile_of as of_recording
from proftui_parsers.stacks.recording import Track

MAIN, WORK, THREAD = (
    ("m.py", 1, "main"),
    ("m.py", 9, "work"),
    ("/lib/python3.13/threading.py", 7, "_bootstrap"),
)
LEAF = ("y.py", 3, "leaf")
WAIT = ("~", 0, "<method 'acquire' of '_thread.lock' objects>")


def check(stats: Stats) -> Checked:
    return checked(load_bytes(dumped(stats), "p.stats"))


def test_of_a_profile_that_adds_up_nothing_is_said() -> None:
    found = check({MAIN: (1, 1, 1.0, 3.0, {}), WORK: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)})})
    assert found.notes == () and not found.contradicts


def test_roots_above_all_own_time_contradict_it() -> None:
    found = check({MAIN: (1, 1, 1.0, 4.0, {}), WORK: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)})})
    assert found.contradicts and found.profile.total_time == 3.0
    assert "133.3 % of the own time" in found.early_notes[0]
    assert dict(found.contradictions.missing) == {0: 1.0} and "main (m.py:1)" in found.notes[1]


@pytest.mark.parametrize("leaf", [LEAF, WAIT], ids=["no built-in", "a built-in"])
def test_namesakes_are_named_only_where_cprofile_wrote_the_file_for_sure(leaf: tuple[str, int, str]) -> None:
    """yappi's files, too, may have no built-in."""
    found = check({MAIN: (1, 1, 1.0, 4.0, {}), leaf: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)})})
    assert found.early_notes[0].endswith(OVERWRITTEN) == (leaf is WAIT)


def test_that_yappi_left_out_built_ins_is_said() -> None:
    (first, *_) = checked(load(str(DATA / "pstats" / "yappi-recurse.pstat"))).notes
    assert first.endswith(WITHOUT_BUILT_INS) and "builtins=True" in first


def test_less_than_half_a_percent_is_a_note_and_no_badge() -> None:
    found = check({MAIN: (1, 1, 1.0, 3.003, {}), WORK: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)})})
    assert not found.contradicts
    assert "100.1 % of the own time" in found.early_notes[0]


def test_a_function_that_calls_more_than_it_takes_stands_for_several() -> None:
    found = check({MAIN: (1, 1, 1.0, 2.0, {}), WORK: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)})})
    assert dict(found.contradictions.excess) == {0: 1.0}
    assert "several functions of one name" in found.notes[-1]


def test_a_function_that_only_itself_calls_called_its_namesake() -> None:
    found = check({MAIN: (1, 1, 1.0, 1.0, {}), WORK: (2, 2, 0.0, 0.0, {WORK: (2, 2, 0.0, 0.0)})})
    assert list(found.contradictions.excess) == [1]


def test_a_function_with_more_time_than_all_its_calls_stands_for_several() -> None:
    called = {MAIN: (1, 1, 1.0, 1.0), LEAF: (1, 1, 0.0, 0.0)}
    found = check(
        {
            MAIN: (1, 1, 1.0, 4.0, {}),
            WORK: (1, 2, 2.0, 3.0, called),
            LEAF: (1, 1, 1.0, 1.0, {WORK: (1, 1, 1.0, 1.0)}),
        }
    )
    assert found.contradictions.excess[1] == 2.0 and "work (m.py:9)" in found.notes[-1]


def test_a_function_with_less_time_than_one_call_that_it_makes_stands_for_several() -> None:
    found = check({MAIN: (1, 1, 1.0, 1.0, {}), WORK: (1, 1, 2.0, 2.0, {MAIN: (1, 1, 2.0, 2.0)})})
    assert found.contradictions.excess[0] == 2.0 and "several functions of one name" in found.notes[-1]


def test_a_lost_call_without_time_is_told_by_the_root_that_it_leaves() -> None:
    """Callers of one name in two folders, of which ``strip_dirs`` keeps one."""
    run = ("x.py", 5, "run")
    stats: Stats = {
        MAIN: (1, 1, 1.0, 3.0, {}),
        run: (2, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)}),
        LEAF: (2, 2, 0.0, 0.0, {run: (1, 1, 0.0, 0.0)}),
    }
    found = check(stats)
    assert found.mixed and found.notes[0].startswith(HALF_CALLED.format("leaf (y.py:3)", "").rstrip("."))
    stats[LEAF] = (1, 1, 0.0, 0.0, {run: (1, 1, 0.0, 0.0)})
    assert check(stats).notes == () and not check(stats).mixed


def test_calls_without_a_second_that_cannot_be_are_said_like_times() -> None:
    """Called again while it ran, by what ran once, and yet it calls nobody."""
    found = check({MAIN: (1, 1, 1.0, 3.0, {}), WORK: (1, 2, 2.0, 2.0, {MAIN: (2, 1, 2.0, 2.0)})})
    (note,) = found.notes
    assert note.startswith(LOST_CALLS.format("work (m.py:9)", ""))
    assert "main (m.py:1) seems to stand for several functions" in note


def test_roots_above_all_own_time_do_not_hide_that_calls_never_began() -> None:
    """Of its three calls two are made while it runs, by what it calls, and yet each is the first."""
    found = check(
        {
            MAIN: (3, 3, 1.0, 4.0, {WORK: (2, 2, 0.0, 0.0)}),
            WORK: (1, 1, 1.0, 1.0, {MAIN: (1, 1, 1.0, 1.0)}),
        }
    )
    assert found.contradicts and found.mixed and not found.impossible and not found.has_threads
    assert any("in another order" in note for note in found.notes)


@pytest.mark.parametrize("time", [math.inf, math.nan])
def test_times_that_are_not_finite_are_no_contradiction(time: float) -> None:
    found = check(
        {
            MAIN: (1, 1, 1.0, 3.0, {}),
            WORK: (2, 2, time, time, {MAIN: (2, 2, time, time)}),
            LEAF: (2, 2, 0.5, 0.5, {WORK: (2, 2, 0.5, 0.5)}),
        }
    )
    assert not found.contradictions.missing and not found.contradictions.excess
    assert "times that are not finite are left out" in " ".join(found.early_notes)
    assert found.notes[-1] == NOT_FINITE


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ((2, 2, 2.0, 2.0, {MAIN: (3, 3, 2.0, 2.0)}), "more often by their callers than in all"),
        ((2, 2, 2.0, 1.0, {MAIN: (2, 2, 2.0, 1.0)}), "more own time than time with callees"),
        ((0, 2, 2.0, 2.0, {MAIN: (2, 2, 2.0, 2.0)}), "only called while they ran"),
        ((2, 2, 2.0, 2.0, {MAIN: (0, 0, 2.0, 2.0)}), "began and never ended"),
    ],
)
def test_counts_that_no_run_leaves_are_said(work: object, said: str) -> None:
    found = check({MAIN: (1, 1, 1.0, 3.0, {}), WORK: work})
    assert found.contradicts and found.mixed
    assert any(said in note for note in found.early_notes)


@given(st.lists(st.sampled_from([-(2**63), -256, -1, 0, 1, 255, 2**63 - 1]), max_size=4))
def test_claims_below_no_call_are_no_calls(claims: list[int]) -> None:
    for ncalls in (claims, array("q", claims)):
        n = len(claims)
        edges = Edges([0, n], [0] * n, ncalls, ncalls, [0.0] * n, [0.0] * n)
        called = profile_of({MAIN: (1, 2**65, 1.0, 1.0)}).changed(edges=edges)
        assert called.root_calls == [2**65 - sum(max(0, claim) for claim in claims)]


def test_a_negative_time_is_not_explained_by_a_shared_name() -> None:
    found = check({MAIN: (1, 1, -5.0, -4.0, {}), WORK: (1, 1, 1.0, 1.0, {MAIN: (1, 1, 1.0, 1.0)})})
    assert not any(words in note for note in found.notes for words in ("stands for", "stand for"))
    assert any(ODD_TIME in note for note in found.notes) and found.notes[-1] == NEGATIVE_IN_TREES


@pytest.mark.parametrize(("measure", "said"), [(BYTES, True), (TIME, False)])
def test_stacks_with_less_than_nothing_stand_in_trees_as_they_are(measure: Measure, said: bool) -> None:
    records: list[Record] = [(Track(""), [("a.py", 1, "f")], weight, 1) for weight in (-3e-6, 5.0)]
    records.append((Track(""), [("a.py", 1, "f"), ("a.py", 2, "g")], -1e-6, 1))
    notes = checked(of_recording(recording_of(records, measure, sampled=False))).notes
    assert NEGATIVE_IN_TREES not in notes
    assert (NEGATIVE_STACKS.format(measure.title) in notes) == said


def test_threads_are_named_where_one_began_and_figures_contradict() -> None:
    mixed: Stats = {MAIN: (1, 1, 1.0, 4.0, {}), THREAD: (1, 1, 1.0, 3.0, {})}
    assert check(mixed).notes == (THREADS,)
    assert check(mixed).mixes_threads
    alone = {
        MAIN: (1, 1, 1.0, 1.0, {}),
        THREAD: (1, 1, 1.0, 2.0, {}),
        WORK: (1, 1, 1.0, 1.0, {THREAD: (1, 1, 1.0, 1.0)}),
    }
    assert check(alone).notes == () and not check(alone).mixes_threads


@pytest.mark.parametrize("folder", ["/lib/python3.13/", "C:\\Python313\\Lib\\", ""])
def test_a_thread_that_others_called_is_another_ones_however_well_all_adds_up(folder: str) -> None:
    begun = (f"{folder}threading.py", 7, "_bootstrap")
    stats: Stats = {
        MAIN: (1, 1, 1.0, 3.0, {}),
        WAIT: (1, 1, 1.0, 2.0, {MAIN: (1, 1, 1.0, 2.0)}),
        begun: (1, 1, 1.0, 1.0, {WAIT: (1, 1, 1.0, 1.0)}),
    }
    found = check(stats)
    assert found.mixes_threads and found.mixed and found.notes == (THREADS,)
    namesake = ("/src/mythreading.py", 7, "_bootstrap")
    plain = {MAIN: stats[MAIN], WAIT: stats[WAIT], namesake: stats[begun]}
    assert not check(plain).mixed and check(plain).notes == ()


def test_a_thread_that_was_profiled_alone_is_not_said_to_be_several() -> None:
    begun, wrapper = ("/lib/python3.13/threading.py", 7, "_bootstrap"), ("a.py", 1, "profiled")
    alone: Stats = {wrapper: (1, 1, 1.0, 2.0, {}), begun: (1, 1, 1.0, 1.0, {wrapper: (1, 1, 1.0, 1.0)})}
    assert check(alone).notes == ()
    # Up to 3.11 cProfile sees one thread: what contradicts itself there has another reason.
    older = ("/lib/python3.11/threading.py", 7, "_bootstrap")
    found = check({MAIN: (1, 1, 1.0, 4.0, {}), older: (1, 1, 1.0, 3.0, {})})
    assert found.notes and not found.notes[0].startswith(THREADS)


@pytest.mark.parametrize("work", [lambda: None, lambda: sum(range(1_000))])
def test_a_thread_is_seen_in_the_profile_of_the_one_that_begins_it(work: Callable[[], None]) -> None:
    """Up to Python 3.11 cProfile sees one thread, later on all of them, on one stack."""
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(3):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    profiler.disable()
    profiler.create_stats()
    assert check(vars(profiler)["stats"]).mixes_threads is (sys.version_info >= (3, 12))


@pytest.mark.parametrize(("library", "is_said"), [("python3.11", True), ("python3.12", False), ("x", True)])
def test_waiting_that_dominates_is_said_where_threads_cannot_be_seen(library: str, is_said: bool) -> None:
    main = (f"/usr/lib/{library}/queue.py", 5, "get")
    found = check({main: (1, 1, 1.0, 10.0, {}), WAIT: (1, 1, 9.0, 9.0, {main: (1, 1, 9.0, 9.0)})})
    assert found.notes == ((ONE_THREAD.format("90.0"),) if is_said else ())


@pytest.mark.parametrize("library", ["python3.11", "python3.13"])
def test_that_a_loop_waited_is_said_of_all_pythons_and_nothing_of_threads(library: str) -> None:
    run = (f"/lib/{library}/asyncio/base_events.py", 5, "_run_once")
    poll = ("~", 0, "<method 'poll' of 'select.epoll' objects>")
    waited: Stats = {run: (1, 1, 1.0, 10.0, {}), poll: (1, 1, 9.0, 9.0, {run: (1, 1, 9.0, 9.0)})}
    assert check(waited).notes == (LOOP_WAITED.format("90.0"),)
    busy: Stats = {run: (1, 1, 9.0, 10.0, {}), poll: (1, 1, 1.0, 1.0, {run: (1, 1, 1.0, 1.0)})}
    assert check(busy).notes == ()


def test_files_that_mix_threads_or_names_are_flagged_and_plain_ones_not() -> None:
    flagged = {name for name, text in HARD.items() if checked(log_of(text).profile).notes}
    assert {"a thread goes on in the midst of a call", "two records", "one calls, the other not"} <= flagged


def test_what_runs_only_while_a_function_runs_calls_it_again_and_not_anew() -> None:
    mixed = log_of("thread1: f1{ thread0: f0{ f7{ thread1: } f1{ } f1{ thread0: } } thread1: }").profile
    assert mixed.primitive_calls == mixed.ncalls
    assert checked(mixed).mixed and any("in another order" in note for note in checked(mixed).notes)
    plain = log_of("f1{ f0{ f7{ } f1{ } f1{ } } }").profile
    assert not checked(plain).mixed and not checked(plain).notes
    # Switched on while the outer call ran already, the inner one is the first.
    late = log_of("f1{ f0{ off/on f1{ } } f0{ } }").profile
    assert not checked(late).mixed


@pytest.mark.parametrize(
    "mixed",
    [
        "f1{ f1{ thread1: f0{ f1{ thread0: } } thread1: } }",
        "f0{ thread3: f0{ f2{ thread0: } f2{ } thread3: } }",
        "f0{ thread1: f0{ f3{ 1 f0{ f3{ } thread0: } thread1: } } }",
        "thread2: f1{ f2{ } thread1: f2{ thread2: } thread1: f2{ 1 } }",
        "f1{ f2{ f2{ thread1: f102{ thread0: 10 } f2{ thread1: } thread0: 10 } 10 1 } }",
        "thread2: f0{ thread0: f0{ thread2: f4{ f0{ } thread0: f3{ f4{ } } 1 } thread2: } }",
        "thread1: f3{ thread0: f5{ f10{ f11{ thread1: } f3{ } f3{ thread0: } } } thread1: }",
    ],
)
def test_calls_that_no_single_thread_can_have_made_while_others_ran_are_found(mixed: str) -> None:
    assert flagged(log_of(mixed).profile)


@pytest.mark.parametrize(
    "plain",
    [
        "f0{ f2{ f0{ f2{ 1 } f2{ } } } }",
        "f1{ f2{ f2{ 1 f3{ 2 } f2{ } } } } f2{ }",
        "f3{ f5{ f10{ 1 f3{ f5{ f10{ f3{ } } } } } } f3{ 1 } }",
        "f0{ f1{ f0{ off/on f1{ f0{ 1 } } } } } f1{ f1{ } f0{ f1{ } } }",
    ],
)
def test_calls_that_one_thread_made_while_others_ran_are_no_contradiction(plain: str) -> None:
    assert not flagged(log_of(plain).profile)


def test_a_script_that_imports_itself_mixes_no_threads() -> None:
    # Each of its functions is there twice, and of the two one leaves its figures.
    module, outer, inner = (("/w/double.py", line, name) for line, name in enumerate(("<module>", "f", "g")))
    found = check(
        {
            module: (1, 1, 1.0, 6.0, {}),
            outer: (1, 1, 2.0, 5.0, {module: (1, 1, 2.0, 5.0)}),
            inner: (1, 2, 3.0, 3.0, {outer: (2, 1, 3.0, 3.0)}),
        }
    )
    assert not found.mixed and found.contradictions.excess


def test_who_asks_while_another_one_looks_goes_on_from_there() -> None:
    call = (1, 1, 1.0, 1.0)
    stats: Stats = {("m.py", line, "f"): (*call, {MAIN: call}) for line in range(5_000)}
    stats[MAIN] = (1, 1, 0.0, 5_000.0, {})
    pieces, found = len(list(check(stats).comparing())), check(stats)
    first = found.comparing()
    next(first)
    assert len(list(found.comparing())) == pieces - 1 > 0
    assert list(first) == [] and found.is_done


def test_a_small_real_file_says_what_is_lost() -> None:
    notes = checked(load(str(small("cprofile-py3.11-recurse.stats")))).notes
    assert "100.1 % of the own time" in notes[0] and "<built-in method builtins.sum>" in notes[1]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real profiles are not here")
@pytest.mark.parametrize(
    "path", shared_files("pstats") if SHARED.is_dir() else (), ids=lambda path: path.name
)
def test_no_real_file_has_a_total_above_all_without_a_note(path: Path) -> None:
    try:
        profile = load(str(path))
    except ProfileError:
        pytest.skip("it is not opened")
    found, times = checked(profile), [t for t in profile.cumtime or () if t == t]
    if profile.total_time and not profile.measure.sampled:
        most = max(max(times, default=0.0), found.time_of_roots)
        assert found.notes or most <= 1.0005 * profile.total_time
