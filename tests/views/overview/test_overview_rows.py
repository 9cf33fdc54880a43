"""The rows of the overview: which stand there, how wide they are, and where they lead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus import small
from tests.support.hostile_names import hostile_program
from tests.support.screens import DEMO, demo, opened, screen
from tests.support.stats_files import Rows, written

from proftui import messages
from proftui.analysis.builtin_names import NO_FILE_RECORDED
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.drawing.figures import plural
from proftui.drawing.safe_text import cell_width
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui.views.overview import rows as pagerows
from proftui.views.overview.page import page
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


def test_that_it_waited_leaves_the_notes_counted(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(
        "main (/srv/app.py:3);select (/usr/lib/python3.11/selectors.py:4) 9\nmain (/srv/app.py:5) 1\n"
    )
    session = session_of(opened(path))
    assert session.notes
    noted = messages.ODD_AND_MORE[False].format(plural(len(session.notes), "note"))
    assert texts(session, 80, 30)[-1].rstrip().endswith(f"90.0 %{noted}")


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
    assert {session.recorded_names.package(index) for index in range(3)} == {NO_FILE_RECORDED}
    collector = session_of(opened(small("tachyon3.15.2-spin.jsonl"))).overview
    assert collector is not None
    found = {package.name: package for package in collector.packages}
    alone = found["garbage collector"]
    # Nobody is known to call anybody: own times are added up, and nothing is an estimate.
    assert not alone.is_one and alone.own.value == pytest.approx(0.005)
    assert all(package.own.exact for package in collector.packages)
    built_in = session_of(opened(small("pyinstrument5.1.3-tiny.pyisession"))).overview
    assert built_in is not None and "<built-in>" not in {package.name for package in built_in.packages}


def test_a_note_on_samples_is_not_called_odd_and_what_all_should_know_comes_first() -> None:
    session = session_of(opened(small("austin3.7.0-spin-cpu.austin")))
    last = texts(session, 80)[-1]
    assert last.startswith(f" {messages.TO_KNOW}idle time is not in the file")
