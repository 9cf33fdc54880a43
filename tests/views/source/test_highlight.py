"""Syntax colours: the right characters, whatever the text, and as they are drawn."""

from __future__ import annotations

import functools
import inspect
import io
import json.decoder
import keyword
import textwrap
import tokenize
from collections.abc import Iterator, Sequence
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.themes import themes

from proftui.background.budget import TooSlow
from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR
from proftui.drawing.colours import Look, contrast
from proftui.drawing.line import Span
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import cell_width, clean
from proftui.views.source import highlight
from proftui.views.source.code import LONGEST, code_text, drawn_line
from proftui.views.source.highlight import Highlights, Range

PATIENT = 60.0
"""Seconds that a busy machine may take."""


def highlighted(lines: Sequence[str], first: int = 0, path: str = "", budget: float = 0.25) -> Highlights:
    """What the syntax makes of all lines, as far as ``budget`` seconds go."""
    highlights = Highlights(lines, first, path)
    highlights.reach(len(lines), budget)
    return highlights


def roles(lines: list[str], path: str = "") -> list[list[tuple[str, str]]]:
    """Text and role of what has one, line by line."""
    found = highlighted(lines, path=path, budget=PATIENT)
    return [[(line[r.start : r.end], r.role) for r in found[row]] for row, line in enumerate(lines)]


def by_role(text: str, role: str) -> list[str]:
    return [part for line in roles(text.split("\n")) for part, its_role in line if its_role == role]


# --- what the syntax makes of lines

PROGRAM = '''\
@functools.cache
def find(self, text: str = 'if "x"', *, limit=0x1F) -> int:  # if not def
    """Find
  for ever.
    """
    class Inner(ValueError): pass
    def __init__(self): return None
    async def wait(): await self.__init__()
    print(f"{len(text)} of {limit!r}", 1.5e3, True and x is not y)
'''


def test_each_kind_of_token_has_its_role() -> None:
    assert by_role(PROGRAM, "code-keyword") == [
        *("def", "class", "pass", "def", "return", "None"),
        *("async", "def", "await", "True", "and", "is", "not"),
    ]
    assert by_role(PROGRAM, "code-name") == ["@functools", "find", "Inner", "__init__", "wait"]
    assert by_role(PROGRAM, "code-number") == ["0x1F", "1.5e3"]
    assert by_role(PROGRAM, "code-comment") == ["# if not def"]
    assert by_role(PROGRAM, "code-builtin") == ["str", "int", "ValueError", "print", "len"]
    strings = by_role(PROGRAM, "code-string")
    assert strings[:4] == ["'if \"x\"'", '"""Find', "  for ever.", '    """']
    assert strings[4].startswith('f"') and strings[-1].endswith('"')


def test_cython_is_known_by_the_end_of_its_files_name() -> None:
    line = ["cdef int f(): pass"]
    assert ("cdef", "code-keyword") in roles(line, "/src/fast.pyx")[0]
    assert ("cdef", "code-keyword") not in roles(line, "/src/fast.py")[0]


def tokens_of(text: str) -> Iterator[tuple[str, int, int, int]]:
    """What Python's own tokenizer calls a comment, a number, a plain string or a keyword, line by line."""
    kinds = {
        tokenize.COMMENT: "code-comment",
        tokenize.NUMBER: "code-number",
        tokenize.STRING: "code-string",
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        role = kinds.get(token.type, "")
        if token.type == tokenize.NAME and keyword.iskeyword(token.string):
            role = "code-keyword"
        (row, start), (last, end) = token.start, token.end
        if role and row == last and token.string[0] not in "fF":
            yield role, row - 1, start, end


@pytest.mark.parametrize("module", [functools, json.decoder, textwrap], ids=lambda module: module.__name__)
def test_colours_agree_with_pythons_own_tokenizer(module: ModuleType) -> None:
    text = inspect.getsource(module)
    lines = text.split("\n")
    found = highlighted(lines, budget=PATIENT)
    compared = 0
    for role, row, start, end in tokens_of(text):
        assert any(r.start <= start and end <= r.end and r.role == role for r in found[row]), (row, start)
        compared += 1
    assert compared > 200


def test_a_function_alone_has_the_colours_that_it_has_in_its_file() -> None:
    lines = inspect.getsource(textwrap).split("\n")
    whole = highlighted(lines, budget=PATIENT)
    starts = [row for row, line in enumerate(lines) if line.strip().startswith("def ")]
    assert len(starts) > 5
    for row in starts:
        block = inspect.getblock([f"{line}\n" for line in lines[row:]])
        alone = highlighted([line.rstrip("\n") for line in block], budget=PATIENT)
        assert [list(line) for line in alone] == [list(whole[row + n]) for n in range(len(block))]
        from_here = highlighted(lines, row, budget=PATIENT)
        assert len(from_here) == len(lines) and not any(from_here[n] for n in range(row))
        assert list(from_here[row]) == list(whole[row])


def test_a_line_that_is_too_long_alone_has_none_and_takes_none() -> None:
    found = highlighted(["x = 1", "'" * (highlight.LARGEST + 1), "y = 2"], budget=PATIENT)
    assert [bool(ranges) for ranges in found] == [True, False, False]


@pytest.mark.parametrize("error", [ValueError("bad"), RecursionError(), IndexError(), TooSlow()])
def test_a_fault_of_the_lexer_costs_colours_only(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def faulty(text: str, cython: bool) -> Iterator[tuple[int, highlight.Kind, str]]:
        yield 0, ("Keyword",), "if"
        raise error

    monkeypatch.setattr(highlight, "_tokens", faulty)
    found = highlighted(["if x", "y"], budget=PATIENT)
    assert list(found) == [[Range(0, 2, "code-keyword")], []]
    assert found.reach(1)


ODD = st.text(alphabet="a \t'\"#\\{}()f\x0c\x00漢é\u0301\u202e\ud800\r1:@", max_size=12) | st.text(
    max_size=12
)


@given(
    st.lists(ODD | st.sampled_from(["def f():", '"""', "f'{", "'''", "@", "class"]), max_size=8),
    st.integers(-1, 9),
)
@example(["'''", "\\"], 0)
def test_no_text_breaks_it_and_ranges_stay_in_their_lines(lines: list[str], first: int) -> None:
    found = highlighted(lines, first, budget=PATIENT)
    assert len(found) == len(lines)
    for line, ranges in zip(lines, found, strict=True):
        done = 0
        for start, end, role in ranges:
            assert done <= start < end <= len(line) and role.startswith("code-")
            done = end


# --- lines as drawn


def drawn(line: str) -> list[tuple[str, str]]:
    ranges = highlighted([line], budget=PATIENT)[0]
    return [(span.text, span.role) for span in drawn_line(line, ranges, [], 0)]


def test_wide_characters_are_never_cut_in_half() -> None:
    line = "x = '漢字e\u0301'  # 字"
    ranges = highlighted([line], budget=PATIENT)[0]
    assert [drawn_line(line, ranges, [], shift)[0] for shift in range(4, 10)] == [
        Span("'漢字e\u0301'", "code-string"),
        Span("漢字e\u0301'", "code-string"),
        Span(" ", "text"),
        Span("字e\u0301'", "code-string"),
        Span(" ", "text"),
        Span("e\u0301'", "code-string"),
    ]
    # A mark goes where its letter goes, also into a match.
    assert drawn_line("ae\u0301b", [], [(1, 2)], 0)[1] == Span("e\u0301", "match")
    assert drawn_line("ae\u0301b", [], [], 2) == [Span("b", "text")]


def test_a_line_that_is_cut_says_so() -> None:
    assert code_text("x" * LONGEST) == "x" * LONGEST
    for text in ("x" * (LONGEST + 1), "\t" * LONGEST, "é" * 5000, "\x1b" * LONGEST):
        shown = code_text(text)
        assert shown.endswith("…") and LONGEST - 10 < len(shown) <= LONGEST
    assert code_text("\x1b" * LONGEST).removesuffix("…").replace("\\x1b", "") == ""
    spans = drawn_line("é" * 5000, [(0, 4000, "code-string")], [(990, 5000)], 980)
    assert [(len(span.text), span.role) for span in spans] == [(10, "code-string"), (10, "match")]


@given(st.text(max_size=60) | ODD)
@example("\u0301\u0301\u0301\u0301a\u0301\u0301\u0301\u0301")
def test_characters_are_drawn_as_everywhere_else(text: str) -> None:
    text = text.replace("\t", "")
    assert code_text(text) == clean(text, LONGEST)


PARTS = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=4)


@given(ODD, PARTS, PARTS, st.integers(0, 40))
def test_what_is_drawn_is_the_text_from_the_shift_on(
    text: str, parts: list[tuple[int, int]], matches: list[tuple[int, int]], shift: int
) -> None:
    ranges = [(start, end, "code-string") for start, end in parts]
    shown = "".join(span.text for span in drawn_line(text, ranges, matches, shift))
    whole = code_text(text)
    assert shown.isprintable()
    if not shift:
        assert shown == whole
    assert cell_width(shown) == max(0, cell_width(whole) - shift)
    assert whole.endswith(shown.lstrip(" "))


@given(ODD, st.integers(0, 12), st.integers(0, 12))
def test_a_range_colours_what_its_characters_became(text: str, start: int, end: int) -> None:
    spans = drawn_line(text, [(start, end, "code-string")], [], 0)
    inside = "".join(span.text for span in spans if span.role == "code-string")
    before, through = code_text(text[:start]), code_text(text[:end])
    expected = through[len(before) :] if start < end else ""
    # Marks move with the letter that they stand on, whether that is inside or not.
    assert _letters(inside) == _letters(expected)


def _letters(text: str) -> str:
    return "".join(character for character in text if cell_width(character))


# --- how the roles look

CODE = ("code-keyword", "code-string", "code-number", "code-builtin", "code-name", "code-comment")


@pytest.mark.parametrize("theme", list(themes()))
def test_code_can_be_read_in_every_theme(theme: str) -> None:
    palette = Palette(themes()[theme], TRUECOLOR)
    for role in CODE:
        for ground in ("", "cursor", "blurred"):
            look = palette.look(role, ground)
            assert isinstance(look.colour, tuple) and isinstance(look.ground, tuple)
            assert contrast(look.colour, look.ground) >= 4.5, (role, ground)


def test_with_few_colours_or_none_code_is_still_plain_to_read() -> None:
    few, none = Palette({}, COLOURS_16, light=False), Palette({}, NO_COLOURS)
    assert few.look("code-keyword") == Look(bold=True) and few.look("code-comment") == Look(dim=True)
    assert (few.look("code-string").colour, few.look("code-number").colour) == ("green", "cyan")
    for role in CODE:
        assert few.look(role, "cursor").reverse and few.look(role, "cursor").colour is None
        assert none.look(role) == Look(bold=role == "code-keyword")
