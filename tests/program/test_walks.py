"""Random walks through profiles: nothing fails, and what stands on the screen is what the profile says."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from tests.hostile import all_cases
from tests.hostile.case import LKEY, lprof
from tests.support.corpus import DATA, small
from tests.support.examples import slowly
from tests.support.random_walks import Event, events, follow, key, walk
from tests.support.screens import demo, opened, screen
from tests.support.stats_files import chain, written

from proftui_parsers import Profile

PROFILES: dict[str, Callable[[], Profile]] = {
    "demo": demo(),
    "recursive": opened(small("cprofile-py3.11-recurse.stats")),
    "samples": opened(small("tachyon3.15.2-spin.pstats")),
    "lines": opened(small("lp5.1.0-julia.lprof")),
    "stacks": opened(DATA / "stacks" / "pyspy0.4.3-asyncio-threads-idle.raw.txt"),
    "memory": opened(DATA / "stacks" / "austin3.7.0-spin-memory.austin"),
}

COMPARED: dict[str, Callable[[], Profile]] = {
    **PROFILES,
    "newer": opened(small("cprofile-py3.13-recurse.stats")),
    "older": opened(small("cprofile-py2.7-recurse.stats")),
}

HEAVY = "graph: everything calls everything"


@pytest.mark.parametrize("length", [24, *slowly(200)])
@pytest.mark.parametrize(("name", "seed"), [(name, seed) for seed, name in enumerate(PROFILES, 1)])
def test_a_walk_leads_only_to_true_screens(name: str, seed: int, length: int) -> None:
    asyncio.run(walk(PROFILES[name], seed, length))


@pytest.mark.parametrize("length", [24, *slowly(120)])
@pytest.mark.parametrize(
    "names",
    [("recursive", "newer"), ("newer", "recursive"), *slowly(("older", "newer"), ("stacks", "memory"))],
)
def test_a_walk_through_a_comparison(names: tuple[str, str], length: int) -> None:
    before, after = map(COMPARED.__getitem__, names)
    asyncio.run(walk(after, 7, length, base=before))


@pytest.mark.parametrize(("seed", "length"), [(1, 30), pytest.param(2, 120, marks=pytest.mark.slow)])
def test_a_walk_through_files_that_change_meanwhile(seed: int, length: int) -> None:
    chosen = random.Random(seed)

    def read() -> Profile:
        return chosen.choice(list(PROFILES.values()))()

    def coming() -> Iterator[Event]:
        for event in islice(events(chosen, demo()(), (120, 40)), length):
            yield event
            if chosen.random() < 0.2:
                yield key("R")

    asyncio.run(follow(read, coming(), (120, 40), every=6))


# What walks have found


def test_lines_two_thousand_million_apart_are_shown_at_once(tmp_path: Path) -> None:
    path = tmp_path / "far.lprof"
    row = b"J\xff\xff\xff\x7fK\x03K\x05\x87"
    path.write_bytes(lprof(b"(K\x02K\x03K\x05\x87" + row + b"e", function=LKEY))
    rows = screen(opened(path), ["5"])
    assert "2147483647" in "".join(rows) and all("text not found" not in row for row in rows[:-2])
    assert [row[:12].strip(" ▸") for row in rows[3:5]] == ["2", "2147483647"], rows


def test_what_was_opened_in_a_deep_tree_can_be_closed(tmp_path: Path) -> None:
    read = written(tmp_path / "deep.stats", chain(3000))
    assert "[3 Tree]" in screen(read, ["3", "end", "E", "end", "C"])[1]


def test_a_cycle_of_more_than_all_time_has_its_figures_apart(tmp_path: Path) -> None:
    path = tmp_path / "p.stats"
    path.write_bytes(next(case.data for case in all_cases() if case.name == HEAVY))
    for keys, wanted in ((["3"], ["6000.000", "1000.0"]), (["3", "t", "t"], ["6.000", "1000.0"])):
        (row,) = (row for row in screen(opened(path), keys) if row.startswith("▸"))
        assert row.split()[1:3] == wanted, row
