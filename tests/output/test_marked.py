"""Markdown and CSV in which names are names, whoever shows them."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from proftui.output.marked import escaped
from proftui.output.tables import harmless

ALIVE = (
    *("@octocat", "https://evil.example/", "www.evil.example", "$x^2$", "GH-1", "#1", "a/b#2", ":tada:"),
    *("_x_", "__init__", "<b>", "**", "[a](b)", "me@evil.example", "4d2c7f1e"),
    *("|", r"\|", "`", "&amp;", "~~x~~"),
)
NAMES = (*ALIVE, *(f"a {name} b" for name in ALIVE), "- a", "1. a", "=== a", "a | b || c")


@pytest.mark.parametrize("table", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_what_anybody_makes_something_of_is_code(name: str, table: bool) -> None:
    text = f"|x|y|\n|-|-|\n|{escaped(name)}|z|\n" if table else escaped(name)
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    parts = [
        part for token in tokens for part in token.children or () if token.content not in ("x", "y", "z")
    ]
    assert {part.type for part in parts} <= {"text", "code_inline", "text_special"}
    assert "".join(part.content for part in parts) == name
    texts = [part.content for part in parts if part.type == "text"]
    assert not [one for one in ALIVE[:-5] if any(one in text for text in texts)]


@pytest.mark.parametrize(
    "name", ["edit_distance", "shop/models.py:12", "1,234.5 ms ±3 %", "+69 ms", "built-in min"]
)
def test_plain_words_stay_as_they_are(name: str) -> None:
    assert escaped(name) == name


@pytest.mark.parametrize(
    "name", ["=1", "+1", "-1", "@x", " =1", "＝1", "＋1", "－1", "＠x", "x;=1", "x; ＝1"]
)
def test_what_a_spreadsheet_would_run_is_quoted(name: str) -> None:
    quoted = harmless(name)
    assert quoted.startswith("'") and quoted.replace("'", "") == name
    assert all(cell.startswith("'") for cell in quoted.split(";") if cell != "x")
    assert harmless("x-y; z") == "x-y; z"
