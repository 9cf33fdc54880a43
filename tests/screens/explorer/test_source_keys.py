"""Source inside the explorer: lines, calls, the whole file, other functions, the editor."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.screens import DEMO, demo, opened, screen, typed
from tests.support.shots import shot, shots

from proftui import messages
from proftui.external import editor

CALLS = opened(DEMO / "demo.stats")


def body(rows: list[str]) -> list[str]:
    return rows[3:-3]


def test_a_line_says_what_its_calls_cost() -> None:
    rows = screen(CALLS, ["u", "5"])
    (line,) = [row for row in rows if row.startswith("▸")]
    assert line.split()[:4] == ["▸", "58", "→23142×", "1.094"]
    assert rows[-3].rstrip().endswith("→ edit_distance 23,142× 1.094 s")
    assert rows[-2].strip().startswith(messages.CALLS_OF_LINES.partition(" · ")[0])


def test_of_a_line_without_time_among_timed_ones_it_is_the_line_that_is_spoken_of() -> None:
    seen = shot(opened(DEMO / "demo.lprof"), "5", "g")
    assert "def main():" in seen.cursor
    assert seen.detail.split("  ")[0] == "demo.py:97" and seen.detail.endswith(messages.LINE_NOT_RECORDED)


def test_enter_on_a_line_leads_to_what_it_calls_and_back() -> None:
    rows = screen(CALLS, ["u", "5", "enter"])
    assert "[5 Source]" in rows[1] and any("def edit_distance" in row for row in rows)
    assert any("def closest" in row for row in screen(CALLS, ["u", "5", "enter", "less_than_sign"]))


def test_what_stands_on_no_line_is_listed_below_the_code(tmp_path: Path) -> None:
    shutil.copy(DEMO / "demo.stats", tmp_path / "p.stats")
    rows = screen(opened(tmp_path / "p.stats"), ["u", "5"])
    text = "\n".join(body(rows))
    assert "1 callee (lines unknown" not in "\n".join(screen(CALLS, ["u", "5"]))
    assert "callee (lines unknown" in text or "callees (lines unknown" in text
    assert "edit_distance" in text and "1.094" in text
    assert "text not found" in rows[-2]


def test_measured_lines_are_read_in_their_file_and_a_shows_the_function_alone() -> None:
    rows = screen(demo(), ["5"])
    assert any("def edit_distance" in row for row in rows) and any("return orders" in row for row in rows)
    alone = screen(demo(), ["5", "a"])
    assert not any("return orders" in row for row in alone)
    assert any(row.startswith("▸   48") for row in alone)


def test_both_kinds_of_figures_stand_side_by_side() -> None:
    rows = screen(demo(), ["5"])
    assert rows[-3].strip().startswith("demo.py:48") and " ns per hit" in rows[-3] and "→ min" in rows[-3]
    assert messages.DIFFERENT_RUNS.format("2.452 s", "1.129 s") in rows[-2]


def test_a_search_that_finds_nothing_offers_no_next_match() -> None:
    for keys in (["5"], ["2", "end", "5"]):
        assert (
            screen(demo(), [*keys, "slash", *typed("zzz"), "enter"])[-2].strip() == "find zzz · 0 lines match"
        )
    assert messages.NEXT_OR_CLEAR in screen(demo(), ["5", "slash", *typed("def"), "enter"])[-2]


def test_lines_by_time_and_back() -> None:
    numbers = [row.split()[0] for row in body(screen(demo(), ["5", "a", "s"])) if row.strip()]
    assert numbers[:3] == ["▸", "47", "46"]
    assert screen(demo(), ["5", "a", "s", "s"])[3:-2] == screen(demo(), ["5", "a"])[3:-2]


def test_pick_a_function_with_line_times() -> None:
    rows = screen(demo(), ["5", "p"])
    assert any(messages.FUNCTIONS_TIMED.format("9 functions") in row for row in rows)
    picked = screen(demo(), ["5", "p", "down", "enter"])
    assert "[5 Source]" in picked[1]
    assert messages.NO_LINE_TIMES_AT_ALL in screen(CALLS, ["p"])[-2]


def test_functions_with_line_times_are_marked_in_the_table() -> None:
    rows = body(screen(demo(), []))
    assert "edit_distance ›5" in rows[0] and not any("min ›5" in row for row in rows)
    assert not any("›5" in row for row in body(screen(CALLS, [])))


def test_the_editor_is_called_at_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setenv("VISUAL", "code")
    monkeypatch.delenv("PROFTUI_EDITOR", raising=False)

    def start(argv: list[str], ended: object) -> str:
        asked.append(argv)
        return ""

    monkeypatch.setattr(editor, "start", start)
    monkeypatch.setattr("proftui.external.editor.shutil.which", lambda name, **_: f"/usr/bin/{name}")
    rows = screen(demo(), ["5", "e"])
    assert asked and asked[0][-1].endswith("demo.py:48"), rows[-2]


def test_find_in_the_source() -> None:
    rows = screen(demo(), ["5", "slash", *typed("previous"), "enter", "n"])
    assert rows[-2].strip().startswith("find previous")


def test_text_that_is_scrolled_says_so_and_esc_brings_it_back() -> None:
    start, scrolled, back = shots(demo(), "5", "right", "escape", last=3)
    assert any("  …" in row for row in scrolled.body) and not any("  …" in row for row in start.body)
    assert back.body == start.body
