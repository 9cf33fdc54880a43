"""The emulation of cProfile's C part against cProfile itself."""

from __future__ import annotations

import cProfile
import gc
import itertools
import marshal
import re
import sys
from pathlib import Path

import pytest
from tests.support.corpus import SHARED, Stats, needs_corpus
from tests.support.examples import slowly
from tests.support.hard_logs import HARD, log_of, written
from tests.support.lsprof_emulation import TICK, Logged, as_stats, entries_of, read_log
from tests.support.plain_logs import plain_of
from tests.support.played_logs import played
from tests.support.random_logs import FAMILIES, drawn
from tests.support.real_logs import PROGRAMS, recorded

ONE_STACK = sys.version_info >= (3, 12)
"""Whether cProfile sees all threads, on one stack."""
CASES = sorted((SHARED / "honesty").glob("*.json")) if SHARED.is_dir() else []


def check(made: Logged) -> None:
    """What cProfile says of a log is what the emulation says."""
    said, order = played(made)
    entries = entries_of(made.log)
    assert said == as_stats({code: entries[code] for code in order if code in entries}, made.labels)


@pytest.mark.parametrize("family", [family for family in FAMILIES if ONE_STACK or family != "threads"])
@pytest.mark.parametrize("seeds", [range(5), *slowly(range(5, 60))], ids=len)
def test_a_log_has_the_profile_that_cprofile_makes_of_it(family: str, seeds: range) -> None:
    for seed in seeds:
        check(drawn(family, seed))


@pytest.mark.parametrize("name", [name for name, text in HARD.items() if ONE_STACK or "thread" not in text])
def test_hard_logs_have_the_profile_that_cprofile_makes_of_them(name: str) -> None:
    check(log_of(HARD[name]))


@needs_corpus
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_recorded_logs_have_their_files(path: Path) -> None:
    assert read_log(path).stats == marshal.loads(path.with_suffix(".stats").read_bytes())


@pytest.mark.parametrize("name", ["argparse_options", "json_both_ways", "documents", "copies"])
def test_what_a_hook_records_is_what_cprofile_records(name: str) -> None:
    made = recorded(PROGRAMS[name], lambda _: 1)
    assert rounded(made.stats) == rounded(profiled(name))


def profiled(name: str) -> Stats:
    """What cProfile says of a program, under a clock that goes on by one tick an event."""
    profiler = cProfile.Profile(timer=itertools.count().__next__, timeunit=TICK)
    re.purge()
    PROGRAMS[name]()
    collects = gc.isenabled()
    gc.disable()
    profiler.enable()
    PROGRAMS[name]()
    profiler.disable()
    if collects:
        gc.enable()
    profiler.create_stats()
    stats: Stats = vars(profiler)["stats"]
    return {function: figures for function, figures in stats.items() if "_lsprof" not in function[2]}


def rounded(stats: Stats) -> Stats:
    """With times in whole ticks."""

    def ticks(figures: tuple[float, ...]) -> tuple[int, ...]:
        return (*(int(figure) for figure in figures[:2]), *(round(figure / TICK) for figure in figures[2:4]))

    return {
        function: (*ticks(figures), {caller: ticks(edge) for caller, edge in figures[4].items()})
        for function, figures in stats.items()
    }


@pytest.mark.parametrize("name", HARD)
def test_a_log_that_is_written_can_be_read(name: str) -> None:
    made = log_of(HARD[name])
    again = log_of(written(made))
    assert again.log == made.log and [*again.labels.values()] == [*made.labels.values()]


@pytest.mark.parametrize(
    "log, plain",
    [
        ("main{ f#a{ 3 } 1 } f#b{ 2 }", None),
        ("f#a{ 1 } f#b{ 2 }", "f{ 2 }"),
        ("f#a{ g{ } } f#b{ 2 }", "f{ g{ } 2 }"),
        ("main{ thread1: work{ 3 } thread0: 1 }", "main{ work{ 3 } 1 }"),
        ("main{ thread1: work{ 3 thread0: } thread1: }", None),
    ],
)
def test_a_file_that_a_plain_program_leaves_is_known(log: str, plain: str | None) -> None:
    found = plain_of(log_of(log))
    assert (written(found) if found is not None else None) == plain
