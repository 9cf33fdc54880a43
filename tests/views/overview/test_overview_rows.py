"""The rows of the overview: which stand there, how wide they are, and where they lead."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support.corpus import small
from tests.support.hostile_names import hostile_program
from tests.support.screens import DEMO, demo, opened, screen
from tests.support.stats_files import Rows, written

from proftui import messages
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.drawing.figures import plural
from proftui.drawing.safe_text import cell_width
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui.views.overview import rows as pagerows
from proftui.views.overview.page import CALLER, FUNCTION, ODD, PACKAGE, STEP, PageRow, page
from proftui.views.overview.words import next_question
from proftui_parsers import Profile

MY = "/home/me/job/mine.py"


def session_of(read: Callable[[], Profile]) -> Session:
    session = Session(read(), Order.usual("tottime"))
    finished(finding_overview(session))
    return session


def texts(session: Session, width: int, height: int = 20) -> list[str]:
    shown = page(session, height)
    columns = pagerows.layout(session.figures, width, pagerows.longest(session.figures, shown))
    return [pagerows.row_line(session, columns, row).text for row in shown]


def deep(folder: Path, levels: int) -> Callable[[], Profile]:
    """A program of so many functions, each called by the one before."""
    rows: Rows = {}
    for level in range(levels):
        above = {(MY, level - 1, f"f{level - 1}"): (1, 1, 1.0, float(levels - level))} if level else {}
        rows[MY, level, f"f{level}"] = (1, 1, 1.0, float(levels - level), {**above})
    return written(folder / "deep.stats", rows)


def counted(rows: list[PageRow], kind: str) -> int:
    return sum(row.kind == kind and row.of is not None for row in rows)


@pytest.mark.parametrize("width", [40, 47, 60, 79, 80, 99, 100, 120, 170, 250])
@pytest.mark.parametrize("what", ["demo", "lines", "hostile"])
def test_every_row_is_as_wide_as_the_terminal_and_no_label_is_cut(
    tmp_path: Path, what: str, width: int
) -> None:
    read = {"demo": demo(), "lines": opened(DEMO / "demo.lprof"), "hostile": hostile_program(tmp_path)}[what]
    session = session_of(read)
    rows = page(session, 35)
    drawn = texts(session, width, 35)
    assert {cell_width(text) for text in drawn} == {width}
    assert cell_width(pagerows.first_row(session, width).text) == width
    assert cell_width(pagerows.sentence(session, width).text) == width
    headings = [text for row, text in zip(rows, drawn, strict=True) if row.of is None]
    assert headings and not any("…" in text for text in headings)
    if width >= 80 and what == "demo":
        assert all(text.rstrip().endswith(("location", "functions")) for text in headings)


@pytest.mark.slow
@pytest.mark.parametrize("height", range(3, 50))
def test_as_many_rows_as_there_is_room_for_each_section_with_its_heading(height: int) -> None:
    session = session_of(demo())
    rows = page(session, height)
    least = page(session, 0)
    assert len(rows) <= max(height, len(least))
    assert [row.kind for row in rows if row.of is None] == [
        kind for kind in (FUNCTION, STEP, PACKAGE, CALLER) if counted(rows, kind)
    ]
    if height >= len(least):
        # A heading alone says nothing: the last row is left blank rather.
        assert len(rows) >= min(height - 1, len(page(session, 60)))
    assert counted(page(session, 60), FUNCTION) == 10


@pytest.mark.parametrize("file", [DEMO / "demo.stats", small("profile-module-py3.11-recurse.stats")])
def test_packages_without_a_row_are_added_up(file: Path) -> None:
    session = session_of(opened(file))
    assert session.overview is not None
    rows = [row for row in page(session, 19) if row.kind == PACKAGE and row.of is not None]
    (rest,) = (row for row in rows if row.package is None)
    assert rest is rows[-1] and not rest.leads_on
    seconds = sum(pagerows.time_of(session.figures, row)[0] or 0.0 for row in rows)
    assert seconds == pytest.approx(session.profile.total_time, rel=1e-9)


@pytest.mark.parametrize(("levels", "height"), [(4, 19), (8, 35), (40, 19), (40, 35)])
def test_of_a_deep_path_the_first_levels_and_its_end_are_shown(
    tmp_path: Path, levels: int, height: int
) -> None:
    session = session_of(deep(tmp_path, levels))
    assert session.overview is not None
    path = session.overview.path
    steps = [row for row in page(session, height) if row.kind == STEP and row.of is not None]
    assert steps[0].of is path[0] and steps[-1].of is path[-1]
    assert steps[-1].left_out == len(path) - len(steps) and len(steps) <= 8
    drawn = texts(session, 80, height)
    left_out = messages.LEVELS_LEFT_OUT.format(len(path) - len(steps))
    assert any(left_out in text for text in drawn) is (len(path) > len(steps))


def test_of_a_path_through_a_library_ones_own_code_stands_there_and_its_end(tmp_path: Path) -> None:
    named = [
        (MY, 1, "begin"),
        *((f"/lib/site-packages/lib{n}.py", n, "lib") for n in range(9)),
        (MY, 5, "end"),
    ]
    rows: Rows = {named[0]: (1, 1, 0.0, 1.0, {})}
    for above, here in pairwise(named):
        rows[here] = (1, 1, float(here == named[-1]), 1.0, {above: (1, 1, float(here == named[-1]), 1.0)})
    session = session_of(written(tmp_path / "p.stats", rows))
    steps = [row.function for row in page(session, 19) if row.kind == STEP and row.of is not None]
    names = [session.profile.names[index or 0] for index in steps]
    assert (names[0], names[-1]) == ("begin", "end") and "lib" in names


def test_a_step_with_all_time_of_its_function_is_no_estimate(tmp_path: Path) -> None:
    # More own time than time with callees: nothing in the tree is certain.
    rows: Rows = {
        (MY, 1, "begin"): (1, 1, 2.0, 9.0, {}),
        (MY, 5, "work"): (1, 1, 7.0, 7.0, {(MY, 1, "begin"): (1, 1, 7.0, 7.0)}),
        (MY, 9, "odd"): (1, 1, 0.5, 0.0, {(MY, 1, "begin"): (1, 1, 0.5, 0.0)}),
    }
    session = session_of(written(tmp_path / "p.stats", rows))
    assert session.overview is not None and not any(node.exact for node in session.overview.path)
    assert not any("≈" in text for text in texts(session, 100))


def test_rows_lead_to_what_they_are_about() -> None:
    session = session_of(demo())
    rows = page(session, 35)
    names = session.profile.names
    assert [names[row.function or 0] for row in rows if row.kind == FUNCTION and row.of is not None][:2] == [
        "edit_distance",
        "<built-in method builtins.min>",
    ]
    callers = [row.function for row in rows if row.kind == CALLER and row.of is not None]
    assert [names[index or 0] for index in callers] == ["closest", "<listcomp>"]
    assert all(row.leads_on is (row.of is not None) for row in rows if row.kind in (FUNCTION, STEP, CALLER))


def test_a_caller_without_an_entry_has_a_row(tmp_path: Path) -> None:
    mine, stranger = (MY, 1, "f"), (MY, 9, "stranger")
    rows: Rows = {mine: (1, 1, 1.0, 1.0, {stranger: (1, 1, 1.0, 1.0)})}
    session = session_of(written(tmp_path / "p.stats", rows))
    assert any("stranger" in text for text in texts(session, 80, 35))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_what_is_odd_is_not_cut_where_a_shorter_form_fits(width: int) -> None:
    noted = opened(DEMO / "demo.stats")().changed(
        remarks=("some of it was not read: the file ends before, where a number stands",)
    )
    session = session_of(lambda: noted)
    assert session.notes
    (row,) = (row for row in page(session, 30) if row.kind == ODD)
    assert row.leads_to_notes
    assert "…" not in texts(session, width, 30)[-1]


def test_that_it_waited_leaves_the_notes_counted(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(
        "main (/srv/app.py:3);select (/usr/lib/python3.11/selectors.py:4) 9\nmain (/srv/app.py:5) 1\n"
    )
    session = session_of(opened(path))
    assert session.notes
    noted = messages.ODD_AND_MORE[False].format(plural(len(session.notes), "note"))
    assert texts(session, 80, 30)[-1].rstrip().endswith(f"90.0 %{noted}")


def test_the_next_question_is_one_that_a_key_answers() -> None:
    session = session_of(demo())
    assert session.overview is not None
    asked = next_question(session, session.overview)
    assert asked == [messages.ASK_MY_CODE, messages.ASK_CALLS.format("edit_distance")]
    lines = session_of(opened(DEMO / "demo.lprof"))
    assert lines.overview is not None
    assert next_question(lines, lines.overview) == [messages.ASK_LINES.format("main")]
    assert pagerows.sentence(session, 40).text.strip() == messages.NEXT_QUESTION.format(asked[0])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 8), (40, 24), (80, 24), (100, 30), (120, 40), (250, 70)])
def test_the_screen_is_filled_by_rows_of_its_width(size: tuple[int, int]) -> None:
    for keys in (["0"], ["0", "m"], ["0", "x"]):
        rows = screen(demo(), keys, size=size)
        assert len(rows) == size[1] and {cell_width(row) for row in rows} == {size[0]}


def test_only_ascii_where_there_is_nothing_else() -> None:
    assert "".join(screen(demo(), ["0"], ascii_only=True)).isascii()


def stacks(folder: Path, text: str) -> Callable[[], Profile]:
    path = folder / "stacks.txt"
    path.write_text(text)
    return opened(path)


def test_what_is_in_no_package_says_what_it_is(tmp_path: Path) -> None:
    session = session_of(stacks(tmp_path, "java;run;park 3\njava;run 9000\n"))
    assert session.overview is not None
    assert [(package.name, package.functions) for package in session.overview.packages] == [("(no file)", 3)]
    assert {session.recorded_names.package(index) for index in range(3)} == {messages.NO_FILE_RECORDED}
    collector = session_of(opened(small("tachyon3.15.2-spin.jsonl"))).overview
    assert collector is not None
    found = {package.name: package for package in collector.packages}
    alone = found[messages.GARBAGE_COLLECTOR]
    # Nobody is known to call anybody: own times are added up, and nothing is an estimate.
    assert not alone.is_one and alone.own.value == pytest.approx(0.005)
    assert all(package.own.exact for package in collector.packages)
    built_in = session_of(opened(small("pyinstrument5.1.3-tiny.pyisession"))).overview
    assert built_in is not None and "<built-in>" not in {package.name for package in built_in.packages}


def test_one_of_many_samples_is_not_said_to_be_nothing(tmp_path: Path) -> None:
    few, many = (
        session_of(stacks(tmp_path, f"f (a.py:1);g (a.py:2) {count}\nf (a.py:1) 1\n")) for count in (99, 9000)
    )
    said = [pagerows.first_row(session, 120).text for session in (few, many)]
    assert "100 samples, one is 1.0 %" in said[0]
    assert "9,001 samples" in said[1] and "0.0 %" not in said[1]


def test_a_note_on_samples_is_not_called_odd_and_what_all_should_know_comes_first() -> None:
    session = session_of(opened(small("austin3.7.0-spin-cpu.austin")))
    last = texts(session, 80)[-1]
    assert last.startswith(f" {messages.TO_KNOW}idle time is not in the file")
