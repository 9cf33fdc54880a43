"""Syntax colours: the right characters, whatever the text, and as they are drawn."""

from __future__ import annotations

import functools
import inspect
import io
import json.decoder
import keyword
import textwrap
import tokenize
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.themes import themes

from proftui.drawing.capabilities import COLOURS_16, NO_COLOURS, TRUECOLOR
from proftui.drawing.colours import Look, contrast
from proftui.drawing.line import Span
from proftui.drawing.palette import Palette
from proftui.drawing.safe_text import cell_width, clean
from proftui.views.source import highlight
from proftui.views.source.code import LONGEST, code_text, drawn_line
from proftui.views.source.highlight import highlighted


def roles(lines: list[str]) -> list[list[tuple[str, str]]]:
    """Text and role of what has one, line by line."""
    found = highlighted(lines)
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
    assert by_role(PROGRAM, "code-builtin") == ["str", "int", "ValueError", "print"]
    strings = by_role(PROGRAM, "code-string")
    assert strings[:4] == ["'if \"x\"'", '"""Find', "  for ever.", '    """']
    assert strings[4].startswith('f"') and strings[-1].endswith('"')


def test_keywords_of_cython_are_known() -> None:
    assert ("cdef", "code-keyword") in roles(["cdef int f(): pass"])[0]


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
    found = highlighted(lines)
    compared = 0
    for role, row, start, end in tokens_of(text):
        assert any(r.start <= start and end <= r.end and r.role == role for r in found[row]), (row, start)
        compared += 1
    assert compared > 200


def test_a_function_alone_has_the_colours_that_it_has_in_its_file() -> None:
    lines = inspect.getsource(textwrap).split("\n")
    whole = highlighted(lines)
    starts = [row for row, line in enumerate(lines) if line.strip().startswith("def ")]
    assert len(starts) > 5
    for row in starts:
        block = inspect.getblock([f"{line}\n" for line in lines[row:]])
        alone = highlighted([line.rstrip("\n") for line in block])
        assert [list(line) for line in alone] == [list(whole[row + n]) for n in range(len(block))]


def test_a_text_beyond_the_bound_has_no_colours() -> None:
    found = highlighted(["x = 1", "'" * (highlight.LARGEST + 1), "y = 2"])
    assert found[0] and not found[2]


ODD = st.text(alphabet="a \t'\"#\\{}()f\x0c\x00漢é\u0301\u202e\ud800\r1:@", max_size=12) | st.text(
    max_size=12
)


@given(st.lists(ODD | st.sampled_from(["def f():", '"""', "f'{", "'''", "@", "class"]), max_size=8))
@example(["'''", "\\"])
def test_no_text_breaks_it_and_ranges_stay_in_their_lines(lines: list[str]) -> None:
    lines = [code_text(line) for line in lines]
    found = highlighted(lines)
    assert len(found) == len(lines)
    for line, ranges in zip(lines, found, strict=True):
        done = 0
        for start, end, role in ranges:
            assert done <= start < end <= len(line) and role.startswith("code-")
            done = end


# --- lines as drawn


def test_wide_characters_are_never_cut_in_half() -> None:
    line = "x = '漢字e\u0301'  # 字"
    ranges = highlighted([line])[0]
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
    spans = drawn_line(code_text("é" * 5000), [(0, 4000, "code-string")], [(990, 5000)], 980)
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
    ranges, whole = [(start, end, "code-string") for start, end in parts], code_text(text)
    shown = "".join(span.text for span in drawn_line(whole, ranges, matches, shift))
    assert shown.isprintable()
    if not shift:
        assert shown == whole
    assert cell_width(shown) == max(0, cell_width(whole) - shift)
    assert whole.endswith(shown.lstrip(" "))


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
