"""Sentences that are fitted into the cells that there are."""

from __future__ import annotations

from tests.support.corpus import DATA
from tests.support.profiles import profile_of

from proftui import messages
from proftui.analysis.order import Order
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width
from proftui.frame import rows, sentences
from proftui.state.session import Session
from proftui_parsers import load

STACKS = DATA / "stacks"


def test_a_long_hot_path_is_told_as_far_as_there_is_room() -> None:
    steps = ["first_of_all", "second_of_all", "third_of_all", "fourth"]
    why = messages.HOT_PATH_ENDS["own"]
    all_of_them = " › ".join(steps)
    assert sentences.hot_path(steps, " 41.5 %", why, 100) == messages.HOT_PATH.format(
        all_of_them, " 41.5 %", why
    )
    assert sentences.hot_path(steps, "", why, 60) == f"hot path: third_of_all › fourth: {why}"
    assert sentences.hot_path(steps, "", why, 20) == f"hot path: fourth: {why}"


def test_why_a_function_is_not_in_the_tree_is_read_to_its_end_in_80_cells() -> None:
    session = Session(profile_of({("a.py", 1, "long_name_" * 9): (1, 1, 1.0, 1.0)}), Order("tottime", True))
    session.selected = 0
    text = sentences.not_in_tree(session)
    assert cell_width(text) <= 78 and text == messages.NOT_IN_TREE.format(text.partition(":")[0])


def test_beside_a_sentence_that_is_cut_nothing_stands_at_the_right() -> None:
    text = rows.state_line([Span("text not found: " * 9)], [Span("! 2 notes: press !")], 80).text
    assert text.rstrip().endswith("…") and "notes" not in text and cell_width(text) == 80


def test_what_a_column_means_is_read_to_its_end_in_80_cells() -> None:
    read = [profile_of({("a.py", 1, "f"): (1, 1, 1.0, 1.0)}), load(STACKS / "austin3.7.0-spin-full.austin")]
    for profile in read:
        session = Session(profile, Order("tottime", True))
        for column in session.listed.sort_columns:
            assert cell_width(sentences.sorted_by(session, column)) <= 78


def test_letters_that_a_key_waits_for_are_read_to_their_end_in_80_cells() -> None:
    assert [chord for chord, text in messages.CHORDS.items() if cell_width(text) > 78] == []
