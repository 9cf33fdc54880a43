"""The text of functions with what whole stacks tell of their lines."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from tests.support.corpus import index_of
from tests.support.recorded_lines import recorded_in

from proftui import messages
from proftui.analysis.order import Order
from proftui.analysis.source.listing import Listing
from proftui.analysis.source.locating import Note
from proftui.frame.sentences import text_note
from proftui.frame.state_row import source
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.import_free import replace
from proftui_parsers.stacks.deriving import profile_of

TEXT = """\
class A:
    def run(self):
        work()

    def rest(self):
        pass

class B:
    def run(self):
        return work()

def work():
    return sum(
        [1, 2])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(TEXT)
    return tmp_path


def listing_of(profile: Profile, name: str, *, whole_file: bool = False) -> tuple[Session, Listing]:
    session = Session(profile, Order.usual("tottime"))
    session.whole_file = whole_file
    return session, session.listing(index_of(profile, name))


def test_one_function_of_a_name_is_shown_as_a_whole(folder: Path) -> None:
    profile = recorded_in(folder, [([("work", 13)], 2.0), ([("work", 14)], 1.0)])
    _, shown = listing_of(profile, "work")
    assert list(shown.numbers) == [12, 13, 14] and (shown.first, shown.last) == (12, 14)
    assert shown.text[12] == "def work():" and not shown.note
    assert [shown.numbers[row] for row in shown.hottest] == [13, 14]


def test_several_of_a_name_in_a_file_are_shown_one_behind_the_other(folder: Path) -> None:
    profile = recorded_in(folder, [([("run", 3), ("work", 13)], 2.0), ([("run", 10)], 1.0)])
    _, shown = listing_of(profile, "run")
    assert list(shown.numbers) == [2, 3, 9, 10] and shown.has_whole_statements
    assert {site.callee for site in shown.calls_of(3)} == {index_of(profile, "work")}
    assert shown.calls_of(10) == []


def test_what_has_no_line_stands_on_the_first_and_that_is_said(folder: Path) -> None:
    profile = recorded_in(folder, [([("work", 13)], 2.0), ([("work", 0)], 0.5)])
    session, shown = listing_of(profile, "work")
    assert shown.executed[12].own == 0.5 and shown.executed[13].own == 2.0
    said = messages.UNPLACED[True].format("0.500", "0.500 s", 12)
    assert said in source(session, shown, "", 0, 100).text


def test_without_text_it_has_a_row_without_a_number(tmp_path: Path) -> None:
    profile = recorded_in(tmp_path, [([("work", 13)], 2.0), ([("work", 0)], 0.5)])
    _, shown = listing_of(profile, "work")
    assert list(shown.numbers) == [0, 13] and not shown.text
    assert text_note(shown.note).startswith("text not found")


def test_of_a_whole_file_each_line_is_of_one_function(folder: Path) -> None:
    records = [([("run", 3), ("work", 13)], 2.0), ([("run", 10), ("work", 14)], 1.0), ([("work", 3)], 0.25)]
    profile = recorded_in(folder, records)
    _, shown = listing_of(profile, "work", whole_file=True)
    assert list(shown.numbers) == list(range(1, 15))
    # Line 3 is of the function shown, where both say that they ran it.
    assert shown.executed[3].own == 0.25 and 3 not in shown.owners
    assert shown.owners[10] == index_of(profile, "run") and shown.executed[10].cum == 1.0


@pytest.mark.parametrize(
    ("name", "line", "note"),
    [
        ("work", 40, Note("fewer lines", "", (14,))),
        ("gone", 6, Note("in none", "gone", (6,))),
    ],
)
def test_text_that_does_not_fit_is_doubted(folder: Path, name: str, line: int, note: Note) -> None:
    _, shown = listing_of(recorded_in(folder, [([(name, line)], 1.0)]), name)
    assert shown.note == note and line in shown.numbers


def test_where_definitions_are_recorded_they_say_where_a_function_begins(folder: Path) -> None:
    profile = recorded_in(folder, [([("run", 10)], 1.0)])
    recording = profile.recording
    assert recording is not None
    defined = replace(recording, linenos=array("i", [9]), defined=True, made={})
    _, shown = listing_of(profile_of(defined), "run")
    assert list(shown.numbers) == [9, 10]


def test_a_function_without_any_line_is_shown_as_before(folder: Path) -> None:
    profile = recorded_in(folder, [([("work", 13), ("run", 0)], 1.0)])
    _, shown = listing_of(profile, "run")
    assert not shown.executed
