from __future__ import annotations

import pytest
from textual import events

from proftui.app.keyboard import GroundReported, Keyboard
from proftui.drawing.capabilities import asks_for_ground


def keys(keyboard: Keyboard, *pieces: str) -> list[str]:
    messages = [message for piece in pieces for message in keyboard.feed(piece)]
    return [message.key for message in messages if isinstance(message, events.Key)]


@pytest.mark.parametrize(
    "pieces",
    [
        ["\x1b]11;rgb:ffff/ffff/e6e6\x1b\\"],
        ["\x1b]11;rgb:ff/ff/e6\x07"],
        ["j\x1b]11;rgb:ffff/ff", "ff/e6e6\x1b", "\\k"],
        ["\x1b]1", "1;rgb:ffff/ffff/e6e6\x07"],
    ],
)
def test_the_ground_is_understood_and_never_run_as_keys(pieces: list[str]) -> None:
    keyboard = Keyboard()
    messages = [message for piece in pieces for message in keyboard.feed(piece)]
    (found,) = (message for message in messages if isinstance(message, GroundReported))
    assert found.colour[0] == 1.0 and found.colour[2] == pytest.approx(0.9, abs=0.01)
    typed = [message.key for message in messages if isinstance(message, events.Key)]
    assert typed == (["j", "k"] if len(pieces) == 3 else [])


def test_the_ground_in_pasted_text_is_text() -> None:
    pasted = [
        message.text
        for message in Keyboard().feed("\x1b[200~\x1b]11;rgb:0/0/0\x07x\x1b[201~")
        if isinstance(message, events.Paste)
    ]
    assert pasted == ["\x1b]11;rgb:0/0/0\x07x"]


def test_enter_that_was_typed_before_the_terminal_is_ours_is_enter() -> None:
    assert keys(Keyboard(), "T\n4") == ["T", "enter", "4"]
    (pasted,) = Keyboard().feed("\x1b[200~a\nb\x1b[201~")
    assert isinstance(pasted, events.Paste) and pasted.text == "a\nb"


def test_keys_arrive_in_order() -> None:
    assert keys(Keyboard(), "/j\x1b[B", "q\r") == ["slash", "j", "down", "q", "enter"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("\x1bq", ["escape", "q"]),
        ("\x1bj\x1bk", ["escape", "j", "escape", "k"]),
        ("\x1b/a", ["escape", "slash", "a"]),
        ("\x1b1G", ["escape", "1", "G"]),
        ("\x1bOA\x1bf\x1b[C", ["up", "ctrl+right", "right"]),
    ],
)
def test_esc_and_a_key_that_come_in_one_piece_are_both_done(typed: str, found: list[str]) -> None:
    assert keys(Keyboard(), typed) == found


def test_the_ground_is_asked_for_only_where_it_matters() -> None:
    assert asks_for_ground({"TERM": "xterm-256color"})
    assert not asks_for_ground({"TERM": "xterm-256color", "NO_COLOR": "1"})
    assert not asks_for_ground({"TERM": "xterm-256color", "TEXTUAL_THEME": "nord"})
