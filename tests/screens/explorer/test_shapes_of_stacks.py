"""My code, focus and groups of whole stacks, on the screen and printed: nothing is estimated."""

from __future__ import annotations

import csv
import io
import json
import random
from typing import Any

import pytest
from tests.support.command_line import printed
from tests.support.corpus import small
from tests.support.examples import slowly
from tests.support.screens import opened, screen
from tests.support.shots import shots

from proftui.analysis.order import Order
from proftui.analysis.shape.shape import FOCUS, MINE, WHOLE, NamedChoice, Shape, Step
from proftui.background.pieces import finished
from proftui.cli.main import main
from proftui.frame import shape_row
from proftui.state.session import Session
from proftui_parsers import load

SECONDS = "pyspy0.4.3-asyncio.speedscope.json"
SAMPLES = "pyspy0.4.3-asyncio-threads-idle.raw.txt"
FILES = (SECONDS, SAMPLES, "pyinstrument5.1.3-hillclimb.speedscope.json", "tachyon3.15.2-spin.collapsed.txt")
VIEWS = ("1", "2", "3", "4", "0")


@pytest.mark.parametrize("seed", [*range(2), *slowly(*range(2, 16))])
@pytest.mark.parametrize("name", FILES)
def test_whatever_was_done_undone_to_the_end_it_is_the_first_screen(name: str, seed: int) -> None:
    read, rng = opened(small(name)), random.Random(f"{name} {seed}")
    start = [rng.choice(VIEWS)]
    keys = rng.choices(["m", "x", "X", "f", "F", "M", "U", "ctrl+r"], k=rng.randrange(3, 12))
    before, after = screen(read, start), screen(read, [*start, *keys, *["U"] * len(keys)])
    assert after[:-2] == before[:-2] and after[-1] == before[-1], (start, keys)


@pytest.mark.parametrize("keys", [["m", "f"], ["M"], *slowly(["m"], ["x"], ["f"], ["f", "M"], ["m", "M"])])
@pytest.mark.parametrize("name", FILES)
def test_no_figure_is_an_estimate(name: str, keys: list[str]) -> None:
    for shown in shots(opened(small(name)), *keys, *VIEWS[:4], size=(120, 40), last=4):
        assert not any("≈" in row for row in shown.rows), shown.rows


def test_the_third_row_says_what_is_covered_and_that_it_is_exact() -> None:
    row = screen(opened(small(SECONDS)), ["m"], size=(120, 40))[2]
    # 20 ms have no frame, and 430 ms only frames of others.
    assert "› my code" in row and "445.000 of 895.000 ms" in row and "all 5 own figures exact" in row
    assert "all" in screen(opened(small(SECONDS)), ["x"])[2]


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_printed_forms(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(small(SECONDS))
    for asked in (["--my-code"], ["--hide", "pkg:asyncio"], ["--focus", "_worker"], ["--by", "package"]):
        made = as_json(capsys, path, *asked, "--view", "calls")
        shape = made["shape"]
        own = sum(function["tottime"] for function in made["functions"])
        assert own + shape["outside"] + shape["unattributed"] == pytest.approx(shape.get("time", 0.895))
        for function in made["functions"]:
            assert function["bounds"] == {}
            assert all(call["bounds"] == {} for call in (*function["callers"], *function["callees"]))
            assert function.get("calls_inside") is None
    text = printed(capsys, path, "--my-code", "--view", "tree")
    assert "≈" not in text and "aioapp" in text
    assert main([path, "--by", "package", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert all(row["cumtime_low"] == row["cumtime"] == row["cumtime_high"] for row in rows)
    assert {row["calls_inside"] for row in rows} == {""}


def in_shape(session: Session, shape: Shape) -> None:
    finished(session.shaping.making(shape))
    session.shapes.take(shape, session.selected)
    session.drop_gone()
    session.reshape()


def test_the_cursor_goes_to_who_has_the_time_of_what_is_hidden() -> None:
    shown = screen(opened(small(SECONDS)), ["x"])
    assert "Thread.run" in shown[-3] and "own 0.000 + hidden 360.000" in shown[-3]


def test_another_measure_and_other_threads_in_the_same_shape() -> None:
    session = Session(load(str(small(SECONDS))), Order.usual("tottime"))
    recording = session.recorded.recording
    assert recording is not None
    in_shape(session, WHOLE.plus(MINE))
    seconds = {session.names.shown_name(row): session.profile.tottime[row] for row in session.rows}
    in_shape(session, session.shapes.now._replace(chosen=NamedChoice("samples")))
    samples = {session.names.shown_name(row): session.profile.tottime[row] for row in session.rows}
    assert {name: time / 0.005 for name, time in seconds.items()} == pytest.approx(samples)
    parts = []
    for track in recording.tracks:
        in_shape(session, session.shapes.now._replace(chosen=NamedChoice("samples", (track,))))
        parts.append(sum(session.profile.tottime[row] for row in session.rows))
    assert sum(parts) == pytest.approx(sum(samples.values()))


def test_a_focus_stays_where_no_chosen_thread_runs_it() -> None:
    session = Session(load(str(small(SECONDS))), Order.usual("tottime"))
    recording = session.recorded.recording
    assert recording is not None
    digest = next(row for row in session.rows if session.profile.names[row] == "digest")
    step = Step(FOCUS, function=session.profile.function(digest))
    covered = []
    for track in recording.tracks:
        in_shape(session, Shape((step,), chosen=NamedChoice("", (track,))))
        assert session.shapes.now.focus == step and digest in session.rows
        assert session.shaped is not None and session.shaped.focus is not None
        covered.append(session.shaped.focus.value)
    assert sum(covered) == pytest.approx(0.06) and 0.0 in covered
    assert "› in digest" in shape_row.in_words(session)
