"""What is drawn is harmless, and as wide as it was measured."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tests.support.architecture import modules

from proftui.drawing.line import Span, fitted
from proftui.drawing.safe_text import (
    cell_width,
    clean,
    cleaned,
    cut_end,
    cut_middle,
    cut_start,
    pad,
    pad_start,
)

ODD = "a日é\u0301\u0302\u0303\ufe0f\u200d\x1b\x07\n\t\u202e\u1100\u1161\u11a8🇩🏽👍क\u094dष\u093e\ud800…/:0"
texts = st.one_of(
    st.text(max_size=40), st.text(alphabet=ODD, max_size=20), st.text(alphabet="ab/\\:.1日", max_size=40)
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain name", "plain name"),
        ("\x1b]52;c;aGk=\x07", r"\x1b]52;c;aGk=\x07"),
        ("a\nb\tc\0", r"a\nb\tc\x00"),
        ("\x9b31m", r"\x9b31m"),
        ("abc\u202edef", r"abc\u202edef"),
        ("zero\u200bwidth\u200d\ufeff", r"zero\u200bwidth\u200d\ufeff"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("no\xa0break", r"no\xa0break"),
        ("naïve 日本語 Ω", "naïve 日本語 Ω"),
        ("x\ufe0f", r"x\ufe0f"),
        ("[b]not markup[/b]", "[b]not markup[/b]"),
    ],
)
def test_what_a_terminal_would_act_on_is_written_out(raw: str, shown: str) -> None:
    assert clean(raw) == shown


def test_escapes_are_those_of_repr() -> None:
    for code in (*range(0x20), *range(0x7F, 0xA1), 0xAD, 0x200B, 0x2028, 0x202E, 0xFEFF, 0xDFFF, 0x10FFFF):
        assert clean(chr(code)) == repr(chr(code))[1:-1]


def test_a_tower_of_marks_is_two_high() -> None:
    assert clean("a" + "\u0301" * 5) == "a\u0301\u0301" + r"\u0301" * 3


def test_a_huge_name_is_cut_before_it_is_looked_at() -> None:
    assert clean("x" * 10_000_000) == "x" * 299 + "…"
    assert clean("\x1b" * 10_000_000, 10) == r"\x1b\x1b…"
    assert clean("日" * 10, 3) == "日日…"


@pytest.mark.parametrize("limit", [-1, 0, 1, 2, 5])
def test_the_smallest_limits_hold(limit: int) -> None:
    for raw in ("", "a", "abcdefgh", "\x1b\x1b", "日本語日本語"):
        assert len(clean(raw, limit)) <= max(limit, 0)


@given(texts, st.integers(0, 60))
def test_clean_text_is_printable_bounded_and_stays_as_it_is(raw: str, limit: int) -> None:
    shown = clean(raw, limit)
    assert shown.isprintable()
    assert len(shown) <= limit
    assert clean(shown, limit) == cleaned(shown) == shown


@given(texts)
def test_whatever_is_drawn_is_clean(raw: str) -> None:
    """A span is made of any text; what stands in it is what the terminal is sent."""
    shown = Span(raw).text
    assert shown == clean(raw, 10 * len(raw)) == Span(shown).text
    assert shown.isprintable()


def test_clean_text_is_made_in_one_module_only() -> None:
    """The type checker believes what that module says: nobody else says it, by a call or by a cast."""
    makes = re.compile(r"""\bClean\(|cast\(\W?Clean|NewType\(""")
    makers = {name for name, file in modules().items() if makes.search(file.read_text(encoding="utf-8"))}
    assert makers == {"proftui.drawing.safe_text"}


@given(texts)
def test_widths_are_those_that_the_screen_library_counts(raw: str) -> None:
    shown = clean(raw)
    assert cell_width(shown) == cell_len(shown)


@pytest.mark.skipif(sys.version_info[:2] > (3, 14), reason="the oracle may be older than the characters")
@pytest.mark.slow
def test_every_character_that_survives_has_an_undoubted_width() -> None:
    oracle: Callable[[str], int] = pytest.importorskip("wcwidth").wcswidth
    doubted = []
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if character.isprintable() and clean(character) == character:
            text = f"a{character}日{character}b"
            if not cell_width(text) == oracle(text) == cell_len(text) == 4 + 2 * cell_width(character):
                doubted.append(f"{code:X}")
    assert doubted == []


@given(texts)
def test_widths_are_those_of_wcwidth(raw: str) -> None:
    shown = clean(raw)
    assert cell_width(shown) == pytest.importorskip("wcwidth").wcswidth(shown)


@given(texts, st.integers(-1, 30))
def test_cuts_fit_and_keep_their_end(raw: str, cells: int) -> None:
    shown = clean(raw)
    head, tail = cut_end(shown, cells), cut_start(shown, cells)
    assert cell_width(head) <= max(cells, 0)
    assert cell_width(tail) <= max(cells, 0)
    assert shown.startswith(head.removesuffix("…")) or head == shown
    assert shown.endswith(tail.removeprefix("…")) or tail == shown
    if cell_width(shown) <= cells:
        assert head == tail == shown
    elif cells > 0:
        assert head.endswith("…")
        assert tail.startswith("…")


@given(texts, st.integers(0, 30))
def test_padded_text_fills_its_cells(raw: str, cells: int) -> None:
    shown = clean(raw)
    assert cell_width(pad(shown, cells)) == cells
    assert cell_width(pad_start(shown, cells)) == cells


def test_wide_characters_are_never_split() -> None:
    assert cut_end("日本語", 4) == "日…"
    assert pad("日本語", 4) == "日… "
    assert cut_start("日本語", 4) == "…語"
    assert pad_start("日本語", 4) == " …語"
    assert cut_end("日本語", 1) == "…"


def test_a_mark_stays_with_its_letter() -> None:
    assert cut_end("e\u0301abc", 2) == "e\u0301…"
    assert not unicodedata.combining(cut_start("abe\u0301c", 2)[1])


def test_a_line_that_ends_between_two_spans_shows_that_there_is_more() -> None:
    spans = [Span("previous[column - 1", "number"), Span("] + 1")]
    assert fitted(spans, 19).text == "previous[column - …"
    assert fitted(spans[:1], 19).text == "previous[column - 1"
    assert fitted([spans[0], Span("  ")], 19).text == "previous[column - 1"
    assert fitted(spans, 24).text == "previous[column - 1] + 1"


def test_what_is_underlined_where_there_is_no_colour_does_not_underline_the_blanks_before_it() -> None:
    line = fitted([Span(" 100.0", "heat4"), Span(" ██  ", "heat4")], 11)
    assert [span.text for span in line.spans if span.role == "heat4"] == ["100.0", "██"]
    assert line.text == " 100.0 ██  "


def test_what_is_cut_in_its_middle_keeps_both_ends() -> None:
    assert cut_middle("ThreadPoolExecutor-0_3 1549", 15) == "Thre…r-0_3 1549"
    assert cut_middle("main 1", 15) == "main 1" and cut_middle("日本語日本語", 7) == "…本語"


@given(st.text(), st.integers(0, 30))
def test_what_is_cut_in_its_middle_fits(text: str, cells: int) -> None:
    assert cell_width(cut_middle(clean(text), cells)) <= cells
