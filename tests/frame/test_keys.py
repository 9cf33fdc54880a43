"""The keys as they are declared: what footers, help and questions say of them is true."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from tests.support.profiles import profile_of

from proftui.analysis.order import Order
from proftui.drawing.line import width_of
from proftui.frame.help import help_rows
from proftui.frame.keys import BY_TIME, CALLING_LINES, FOOTERS, KEYS, key_of
from proftui.frame.rows import footer_line
from proftui.messages import CHORDS, CONVERTS_TO, ELSEWHERE, OF_SOME_VIEWS
from proftui.screens.explorer.call_tree_keys import LEAST_SHARES
from proftui.screens.explorer.export import WRITTEN_AS
from proftui.state.session import Session
from proftui.state.view_names import VIEWS

SESSION = Session(profile_of({("a.py", 1, "main"): (1, 1, 1.0, 1.0)}), Order.usual("tottime"))


def test_every_footer_offers_keys_that_there_are() -> None:
    actions = {key.action for key in KEYS}
    assert all(action in actions for footer in FOOTERS.values() for action, _ in footer)


def test_where_a_key_does_nothing_it_is_said_where_it_does_something() -> None:
    for key in KEYS:
        everywhere = key.views == VIEWS
        assert everywhere or key.area == "sort" or key.views in ELSEWHERE, key.action


def test_footers_offer_keys_that_work_in_their_view() -> None:
    of_view = {"lines": "functions", BY_TIME: "source", CALLING_LINES: "source"}
    for view, entries in FOOTERS.items():
        for action, _ in entries:
            base = view.partition(" of ")[0]
            assert of_view.get(base, base) in key_of(action).views


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_footers_end_with_help_and_quit(width: int) -> None:
    for view in FOOTERS:
        text = footer_line(SESSION, view, width).text.rstrip()
        assert text.endswith("? help  q quit") and text.count("quit") == text.count("? help") == 1, view


def test_the_smallest_footer_is_help() -> None:
    assert footer_line(SESSION, "functions", 12).text.strip() == "? help"


def test_no_key_means_two_things() -> None:
    names = [name for key in KEYS for name in key.keys.split(",")]
    assert len(names) == len(set(names))
    assert not {"ctrl+h", "ctrl+i", "ctrl+m", "ctrl+j", "ctrl+a", "ctrl+b", "ctrl+s", "ctrl+q"} & set(names)


@pytest.mark.parametrize("view", VIEWS)
def test_no_line_of_the_help_is_wider_than_a_small_terminal(view: str) -> None:
    assert max(width_of(row) for row in help_rows(view)) <= 78


@pytest.mark.parametrize(
    ("chord", "letters"),
    [
        ("least", LEAST_SHARES),
        ("write", WRITTEN_AS),
    ],
)
def test_a_question_offers_the_letters_that_are_answered(chord: str, letters: Iterable[str]) -> None:
    more = (*OF_SOME_VIEWS.values(), *CONVERTS_TO.values()) if chord == "write" else ()
    begins = "  " if chord == "write" else ""
    offered = re.findall(r"(?<=  )\w(?= )|(?<=  m )M(?= )", "".join([begins, CHORDS[chord], *more]))
    assert sorted(offered) == sorted(letters)


def test_least_shares_are_offered_as_they_are() -> None:
    offered = dict(re.findall(r"(\d) ([\d.]+|all)", CHORDS["least"]))
    assert {digit: 0.0 if text == "all" else float(text) for digit, text in offered.items()} == LEAST_SHARES
