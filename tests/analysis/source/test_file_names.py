"""What a file does with names: whether a function may be called by another one."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proftui.analysis.source.file_names import LARGEST, FileNames, names_of


def names(text: str) -> FileNames:
    return FileNames(textwrap.dedent(text).strip("\n").split("\n"))


HANDED_ON = {
    "run(go)": True,
    "go(1)": False,
    "go (1)": False,
    "a.go(1)": False,
    "x = go": True,
    "go = go": True,
    "self.go = go": True,
    "f(key=go)": True,
    "x = a.go": True,
    "go = 1": False,
    "def go(): pass": False,
    "class go: pass": False,
    "gone(ago)": False,
    "'go'": True,
    "'go on'": False,
    "getattr(a, 'go')()": True,
    "getattr(a, 'went')()": False,
    '"""Calls go."""': False,
    "# go": False,
    'f"{run(go)}"': True,
    "from m import go": False,
    "from m import (a,\n  go)": False,
    "from m import go as went": True,
    "__all__ = ['go']; getattr(a, b)": False,
    "return [go]": True,
    "go.cache": False,
    "go.__call__()": True,
}


@pytest.mark.parametrize("text", HANDED_ON)
def test_a_name_is_handed_on_where_it_stands_without_being_called(text: str) -> None:
    assert names(text).hands_on("go") is HANDED_ON[text]


def test_lines_keep_their_numbers_without_strings() -> None:
    assert names('x = """a\n\n# b"""\ndef f(): pass').lines == ['x = (""', "", ")", "def f(): pass"]


def test_of_no_text_and_of_very_large_text_nothing_is_known() -> None:
    assert names_of(()) is None
    assert names_of(("x" * LARGEST, "")) is None


@given(st.lists(st.text(alphabet="fg.():=[]{}\"'#\\\t @,0\0\ud800 \x0cdeimportasclsgblv_"), max_size=12))
def test_any_text_is_no_error(lines: list[str]) -> None:
    found = FileNames(lines)
    assert found.hands_on("f") in (True, False) and len(found.lines) >= len(lines) - 1


HOSTILE = (
    *("'''" + '"' * 9, '"' * 9, "\"'''\\", "__all__ = [\n", "from a import (\n", "import a.", "a as ", ".a:"),
    *(".a ", "a:", " global a,", "@\n", "class a(", "__a", "f'''{", "\n", "    \n", "rb", "x ", "a=a."),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_text_is_looked_through_for_long(piece: str) -> None:
    text = piece * (LARGEST // len(piece) // 2)
    found = FileNames(text.split("\n"))
    assert found.hands_on("nothing") is False and found.hands_on("\n") is True
