"""Many files, read and added one by one."""

from __future__ import annotations

import marshal
import pstats
import weakref
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import Stats, as_stats, dumped

from proftui import messages
from proftui.analysis.order import Order
from proftui.frame import rows
from proftui.state import loading
from proftui.state.loading import GivenUp, Loader, Several, Tell
from proftui.state.session import Session
from proftui_parsers import Profile, ProfileError
from proftui_parsers import load as read


def written(folder: Path, count: int, functions: int) -> list[str]:
    """Profiles of one program whose runs differ in times, and each in one of its functions."""
    paths = []
    for number in range(count):
        own = [0.001 * (1 + (number * 7 + index) % 13) for index in range(functions)]
        places = [("m.py", 1 + index, f"f{index}") for index in range(functions)]
        places[-1] = ("m.py", functions, f"only{number}")
        table: Stats = {}
        for index, place in enumerate(places):
            above = (places[index - 1],) if index else ()
            callers = dict.fromkeys(above, (2, 2, own[index], own[index] * 2))
            table[place] = (2, 2, own[index], own[index] * 2, callers)
        paths.append(str(folder / f"{number}.stats"))
        Path(paths[-1]).write_bytes(dumped(table))
    return paths


def check(paths: list[str]) -> None:
    """The figures are those of pstats, to the last digit and in its order."""
    of_pstats: Any = pstats.Stats(*paths)
    profile = Loader(paths, 1 << 30)()
    table = as_stats(profile)
    assert table == of_pstats.stats and list(table) == list(of_pstats.stats)
    assert profile.total_time == of_pstats.total_tt and profile.total_calls == of_pstats.total_calls
    assert profile.paths == tuple(paths)


def test_files_are_added_as_pstats_adds_them(tmp_path: Path) -> None:
    check(written(tmp_path, 12, 20))


def test_no_more_than_one_profile_is_there_while_the_next_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive = weakref.WeakSet[Profile]()
    most: list[int] = []

    def counted(path: str, **options: Any) -> Profile:
        most.append(len(alive))
        profile = read(path, **options)
        alive.add(profile)
        return profile

    monkeypatch.setattr(loading, "load", counted)
    Loader(written(tmp_path, 6, 5), 1 << 30)()
    # The first stays until there is something to add to it.
    assert most == [0, 1, 0, 0, 0, 0]


def test_what_cannot_be_read_is_left_out_and_told(tmp_path: Path) -> None:
    paths = written(tmp_path, 4, 5)
    Path(paths[0]).write_bytes(marshal.dumps([1, 2]))
    Path(paths[2]).unlink()
    profile = Loader(paths, 1 << 30)()
    of_pstats: Any = pstats.Stats(paths[1], paths[3])
    assert as_stats(profile) == of_pstats.stats
    assert (
        profile.warnings[0].startswith(f"{paths[0]} ") and profile.warnings[1] == f"{paths[2]} does not exist"
    )
    line = rows.top_line(Session(profile, Order.usual("tottime")), 100)
    assert f"! {messages.FILES_UNREAD.format(2, 4)}" in line.text


def test_read_again_a_file_that_was_good_may_not_be_missing(tmp_path: Path) -> None:
    paths = written(tmp_path, 3, 5)
    Path(paths[1]).unlink()
    load = Loader(paths, 1 << 30)
    load()
    load()
    Path(paths[2]).unlink()
    with pytest.raises(ProfileError):
        load()


def test_it_is_told_how_far_it_is_and_can_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[float, Several]] = []

    def tell(what: str, part: float, several: Several | None) -> None:
        assert several is not None
        told.append((part, several))
        if several.number == 4:
            raise GivenUp

    load: Tell = tell
    monkeypatch.setattr(loading, "EVERY", 0.0)
    with pytest.raises(GivenUp):
        Loader(written(tmp_path, 10, 5), 1 << 30)(load)
    assert [several.number for _, several in told] == sorted(several.number for _, several in told)
    assert all(0 <= part <= 0.4 and several.files == 10 for part, several in told)
