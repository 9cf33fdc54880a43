"""What the terminal can show, by its environment; drawing in ASCII, cell for cell."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proftui import drawing
from proftui.drawing.capabilities import (
    COLOURS_16,
    COLOURS_256,
    NO_COLOURS,
    TRUECOLOR,
    ascii_only,
    asks_for_ground,
    can_draw,
    can_encode_glyphs,
    colour_mode,
    has_light_ground,
    to_ascii,
)
from proftui.drawing.glyphs import ASCII_FORMS, OUR_GLYPHS, in_ascii
from proftui.drawing.safe_text import cell_width, clean

GLYPHS = "".join(sorted(OUR_GLYPHS))


@pytest.mark.parametrize(
    ("environ", "mode"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUECOLOR),
        ({"TERM": "xterm-kitty", "COLORTERM": "24bit"}, TRUECOLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "TrueColor"}, TRUECOLOR),
        ({"TERM": "xterm-direct"}, TRUECOLOR),
        ({"TERM": "xterm-256color"}, COLOURS_256),
        ({"TERM": "screen-256color"}, COLOURS_256),
        ({"TERM": "tmux-256color"}, COLOURS_256),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, COLOURS_256),
        ({"TERM": "xterm"}, COLOURS_16),
        ({"TERM": "screen"}, COLOURS_16),
        ({"TERM": "linux"}, COLOURS_16),
        ({"TERM": "ansi"}, COLOURS_16),
        ({"TERM": "dumb"}, NO_COLOURS),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, NO_COLOURS),
        ({"TERM": "unknown"}, NO_COLOURS),
        ({"TERM": ""}, NO_COLOURS),
        ({"TERM": "vt100"}, NO_COLOURS),
        ({"TERM": "vt220"}, NO_COLOURS),
        ({}, NO_COLOURS),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NO_COLOURS),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, COLOURS_256),
    ],
)
def test_colours_by_environment(environ: dict[str, str], mode: str) -> None:
    assert colour_mode(environ) == mode


@pytest.mark.parametrize("term", [None, "", "dumb", "unknown", "xterm", "vt100", "linux", "no-such-terminal"])
def test_only_what_is_named_and_not_dumb_is_drawn_on(term: str | None) -> None:
    assert can_draw({} if term is None else {"TERM": term}) == (term not in (None, "", "dumb", "unknown"))


@pytest.mark.parametrize(
    ("environ", "light"),
    [
        ({"TERM": "xterm", "COLORFGBG": "0;15"}, True),
        ({"TERM": "rxvt", "COLORFGBG": "15;default;0"}, False),
        ({"TERM": "rxvt", "COLORFGBG": "0;default;7"}, True),
        ({"TERM": "xterm", "COLORFGBG": "7;8"}, False),
        ({"TERM": "xterm", "COLORFGBG": "0;default"}, None),
        ({"TERM": "xterm", "COLORFGBG": ""}, None),
        ({"TERM": "xterm"}, None),
        ({"TERM": "linux"}, False),
    ],
)
def test_the_ground_by_environment(environ: dict[str, str], light: bool | None) -> None:
    assert has_light_ground(environ) is light


def test_of_16_colours_too_the_ground_is_asked_for_where_the_question_is_not_shown() -> None:
    assert asks_for_ground({"TERM": "xterm"}) and asks_for_ground({"TERM": "xterm", "TEXTUAL_THEME": "nord"})
    assert not asks_for_ground({"TERM": "linux"}) and not asks_for_ground({"TERM": "ansi"})
    assert not asks_for_ground({"TERM": "xterm", "NO_COLOR": "1"})


@pytest.mark.parametrize(
    ("environ", "plain"),
    [
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "C.utf8"}, False),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "C", "LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({}, True),
        ({"LANG": "en_GB.UTF-8", "PROFTUI_ASCII": "1"}, True),
        ({"LANG": "en_GB.UTF-8", "PROFTUI_ASCII": "0"}, False),
        ({"LANG": "en_GB.UTF-8", "PROFTUI_ASCII": ""}, False),
        ({"LANG": "en_GB.UTF-8", "TERM": "linux"}, True),
    ],
)
def test_ascii_by_environment(environ: dict[str, str], plain: bool) -> None:
    assert ascii_only(environ) is plain


@given(st.text(max_size=40) | st.text(alphabet=f"{GLYPHS} a漢é\u0301", max_size=40))
def test_ascii_has_the_width_of_what_it_stands_for(text: str) -> None:
    shown = clean(text)
    plain = to_ascii(shown)
    assert plain.isascii() and plain.isprintable()
    assert len(plain) == cell_width(shown)


@given(st.text(alphabet=f"{GLYPHS} aé漢", max_size=40))
def test_only_our_own_glyphs_are_replaced_where_names_stay(text: str) -> None:
    found = in_ascii(text)
    assert cell_width(found) == cell_width(text)
    assert not set(found) & set(GLYPHS)
    assert [c for c in found if c in "é漢"] == [c for c in text if c in "é漢"]


def test_all_that_is_drawn_with_has_a_form_in_ascii() -> None:
    """In no file of the program stands another sign, but for those that source code is searched for."""
    root = Path(drawing.__file__).parents[1]
    found = {
        character
        for path in root.rglob("*.py")
        if path.name
        not in ("brush.py", "source_text.py", "terms.py", "comparison.py", "safe_text.py", "collapsed.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for character in node.value
        if ord(character) > 127
    }
    assert found <= OUR_GLYPHS
    assert all(len(glyph) == len(form) and form.isascii() for glyph, form in ASCII_FORMS.items())


def test_what_is_cut_is_not_marked_as_an_estimate() -> None:
    """One sign for each of the two: ``~`` stands before a figure, ``..`` where something is missing."""
    assert [glyph for glyph, form in ASCII_FORMS.items() if "~" in form] == ["≈"]
    assert in_ascii("_signature_from_functi…") == "_signature_from_funct.."
    assert in_ascii("…/utils/validation.py:73") == "..utils/validation.py:73"
    assert in_ascii("a  …py:2333") == "a ..py:2333"
    assert in_ascii("main › …4 › load") == "main >..4 > load"
    assert in_ascii("│…│…") == "|.|."
    assert in_ascii("a\n… 12 more") == "a\n. 12 more"


def test_encodings_that_hold_all_glyphs() -> None:
    assert all(can_encode_glyphs(name) for name in ("utf-8", "UTF8", "utf-16", "gb18030"))
    assert not any(can_encode_glyphs(name) for name in ("ascii", "latin-1", "cp1252", "cp437", "wat", None))
