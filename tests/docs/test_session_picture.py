from __future__ import annotations

import asyncio
import re
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from tests.support.corpus import needs_demo_library
from tests.support.pages import ROOT

SCREENSHOTS = ROOT / "screenshots"
sys.path.insert(0, str(SCREENSHOTS))
import draw  # noqa: E402 - the scripts lie outside the source roots
import movie  # noqa: E402
import session  # noqa: E402

SAVED = (SCREENSHOTS / "session.svg").read_text(encoding="utf-8")
CAPS = {
    "enter": "Enter",
    "escape": "Esc",
    "slash": "/",
    "less_than_sign": "<",
    "up": "↑",
    "down": "↓",
    "right": "→",
}
PLAIN = "#e0e0e0", "#121212"


def frames() -> list[ElementTree.Element]:
    return ElementTree.fromstring(SAVED).findall("{*}g")


def screens() -> dict[str, str]:
    """What the last screen after each key says."""
    said = movie.said(SAVED)[-len(session.STEPS) :]
    return {step.key: screen for step, screen in zip(session.STEPS, said, strict=True)}


@needs_demo_library
def test_it_shows_what_the_program_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "PROFTUI_ASCII"):
        monkeypatch.delenv(name, raising=False)
    assert movie.said(SAVED) == movie.said(asyncio.run(draw.played())), "python screenshots/draw.py"


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("", "0.815 53.0 1.129 73.5 edit_distance"),
        ("enter", "make_orders 0.308 s 20.0 %"),
        ("n", "in its code 14.2 %"),
        ("5", "48 1253248 1.229 50.1"),
        ("4", "edit_distance 71.2 %"),
        ("right", "0.204 13.2"),
    ],
)
def test_each_question_is_answered_on_its_screen(key: str, answer: str) -> None:
    assert answer in screens()[key]


def test_the_callers_stand_on_the_screen_that_asks_for_them() -> None:
    (calls,) = (screen for screen in movie.said(SAVED) if "Who calls it" in screen)
    assert re.search(r"96\.9 closest", calls)


def test_the_command_is_typed_letter_by_letter() -> None:
    lines = [screen.split("\n")[0].rstrip() for screen in movie.said(SAVED)[: len(session.COMMAND) + 1]]
    assert lines[0] == "$" and lines[-1] == "$ proftui --demo"
    assert all(after.startswith(before) for before, after in pairwise(lines))


def test_a_cap_is_the_key_that_was_pressed() -> None:
    for step in session.STEPS[1:]:
        assert step.caps.split()[-1] == CAPS.get(step.key, step.key)


def test_it_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    assert len(SAVED.encode()) < 400_000
    assert not re.search(r"<script|<foreignObject|url\(|@import|@font-face|\son\w+=|<!|<\?", SAVED)
    assert re.findall(r"\w+://[^\"]+", SAVED) == ["http://www.w3.org/2000/svg"]
    used = re.findall(r'href="([^"]*)"', SAVED)
    assert {f"#{name}" for name in re.findall(r'id="([^"]*)"', SAVED)} == set(used)


def test_one_frame_is_seen_at_any_moment_and_it_begins_again_for_ever() -> None:
    rules = re.findall(r"@keyframes k(\d+)\{(.*)\}$", SAVED, re.MULTILINE)
    assert [int(number) for number, _ in rules] == list(range(len(frames())))
    for moment in range(1000):
        seen = [number for number, rule in rules if state(rule, moment / 10) == "visible"]
        assert len(seen) == 1, moment
    (seconds,) = re.findall(r"\.f\{animation:([\d.]+)s step-end infinite\}", SAVED)
    assert 20 <= float(seconds) <= 30


def state(rule: str, percent: float) -> str:
    """Whether a frame is seen: what the last moment named before ``percent`` says."""
    moments = re.finditer(r"([\d.]+)%\{visibility:(\w+)\}", rule)
    return [moment[2] for moment in moments if float(moment[1]) <= percent][-1]


def test_where_motion_is_unwanted_the_first_screen_stands_still() -> None:
    assert "@media (prefers-reduced-motion:reduce){.f{animation:none!important}}" in SAVED
    (still,) = (number for number, frame in enumerate(frames()) if frame.get("visibility") != "hidden")
    assert "The hottest function stands first" in movie.said(SAVED)[still]


def test_words_are_as_wide_as_their_cells_and_bars_are_drawn() -> None:
    row = (movie.Run(2, "a <b>  100 %", *PLAIN), movie.Run(14, "█▌", "#ffffff", "#0178d4"))
    drawn = movie.svg([movie.Frame([row], ["↓"], "down", 1.0)], (20, 1), 0, "a title")
    texts = ElementTree.fromstring(drawn).findall("{*}defs/{*}g/{*}text")
    assert [(text.text, text.get("x"), text.get("textLength")) for text in texts] == [
        ("a <b>", "20", "50"),
        ("100 %", "90", "50"),
    ]
    boxes = ElementTree.fromstring(drawn).findall("{*}defs/{*}g/{*}rect")
    assert [(box.get("x"), box.get("width"), box.get("fill")) for box in boxes] == [
        ("140", "20", "#0178d4"),
        ("140", "15", "#ffffff"),
    ]


def test_rows_that_are_equal_are_written_once() -> None:
    row = (movie.Run(0, "the same", *PLAIN),)
    drawn = movie.svg([movie.Frame([row, row], [], "", 1.0)] * 3, (20, 2), 0, "a title")
    assert drawn.count("the same") == 1 and drawn.count("<use") == 6
