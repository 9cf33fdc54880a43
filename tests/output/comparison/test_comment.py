"""A comparison as a comment: what a parser of Markdown makes of it, whatever names hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tests.hostile.names import NAMES
from tests.support.compared import Key, compared, comparison_of, demo_pair, profile_of, wanted_of

from proftui import messages
from proftui.analysis.compare.comparison import Comparison
from proftui.output.comparison.comment import MOST, comment
from proftui_parsers import load_bytes

HTML = {"<!-- proftui -->", "<details>", "</details>"}
MAIN: Key = ("/srv/main.py", 1, "main")
WORSE = {
    "bars": "a|b||c",
    "backslash and bar": r"a\|b\\|c",
    "backticks": "`a` ``b`` ```",
    "ends in a backslash": "a\\",
    "script": "<script>alert(1)</script>",
    "comment": "<!-- x --> --> <b>",
    "details": "</summary></details>",
    "newlines": "two\n\n# head\n| a | b |\n",
    "mention": "@octocat #1 http://x.y/z",
    "image": "![x](http://x.y/z)",
    "emphasis": "__a__ *b* ~~c~~",
    "empty": "",
    "blank": "  ",
    "entity": "&lt;b&gt; &#124;",
}


def made(comparison: Comparison, limit: int | None = None) -> str:
    return "".join(f"{line}\n" for line in comment(wanted_of(comparison, limit, form="markdown")))


def tokens(text: str) -> list[Token]:
    """As GitHub's grammar has it: tables, struck text, and HTML that is passed on."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)


def inline(found: list[Token]) -> Iterator[Token]:
    for token in found:
        yield from token.children or ()


def cells(found: list[Token]) -> list[list[Token]]:
    """By row of a table's body, what is in each cell."""
    rows: list[list[Token]] = []
    for token, after in pairwise(found):
        if token.type == "tr_open":
            rows.append([])
        if token.type in ("td_open", "th_open"):
            rows[-1].append(after)
    return rows


def with_name(name: str, file: str = "/srv/a.py") -> Comparison:
    """A function of this name that is called more often than before."""
    other: Key = (file, 5, name)
    sides = [
        profile_of({MAIN: (1, 0.1), other: (calls, calls / 10)}, {(MAIN, other): calls}) for calls in (10, 30)
    ]
    return comparison_of(sides[0], sides[1])


def namesakes(name: str) -> Comparison:
    """A function that calls one of its own name, and then one of that name in another file."""
    caller: Key = ("/srv/main.py", 1, "g")
    both: dict[Key, tuple[int, float]] = {("/srv/main.py", 10 * n, f"same{n}"): (1, 0.1) for n in (1, 2, 3)}
    sides = []
    for file, calls in (("a", 1), ("b", 9)):
        other: Key = (f"/srv/{name}_{file}.py", 5, "g")
        functions: dict[Key, tuple[int, float]] = {**both, caller: (1, 0.1), other: (calls, 1.0 * calls)}
        sides.append(profile_of(functions, {(caller, other): calls}))
    return comparison_of(sides[0], sides[1])


@pytest.fixture(scope="module")
def pair() -> Comparison:
    return compared(*demo_pair())


def test_the_comment_on_the_demo(pair: Comparison) -> None:
    lines = made(pair).splitlines()
    assert lines[0] == "<!-- proftui -->"
    assert lines[2] == (
        "**1.36× faster: closest calls edit_distance 10,994 times, not 23,142"
        "  −0.640 s  1.985–3.193 → 1.176–1.776 s, p 0.008**"
    )
    assert lines[4].endswith("3,528,086 → 2,365,106 calls  2.263 → 1.668 s  −26.3 %")
    assert lines[6].startswith(f"{messages.BOTH_PARTS.format('−0.612 s', '+0.017 s')}: ")
    assert lines[8:12] == [
        "| tottime before | after | Δ | calls before | after | function |",
        "|--:|--:|--:|--:|--:|---|",
        "| 1.157 | 0.709 | −0.448 | 24003 | 11855 | `edit_distance` demo.py:51 |",
        "| 0.434 | 0.262 | −0.172 | 1253310 | 649255 | `min` built-in |",
    ]


def test_it_is_tables_and_nothing_else(pair: Comparison) -> None:
    found = tokens(made(pair))
    parts = {token.type.removesuffix("_open").removesuffix("_close") for token in found}
    tables = {"html_block", "table", "thead", "tbody", "tr", "th", "td"}
    assert parts == tables | {"paragraph", "inline", "bullet_list", "list_item"}
    assert len({len(row) for row in cells(found)}) == 2


@pytest.mark.parametrize("name", [*WORSE.values(), *NAMES.values()], ids=[*WORSE, *NAMES])
def test_places_that_tell_namesakes_apart_stay_text(name: str) -> None:
    found = tokens(made(namesakes(name)))
    assert not any(token.type in ("html_inline", "image", "link_open") for token in inline(found))
    assert not {"heading_open", "fence", "code_block"} & {token.type for token in found}


@pytest.mark.parametrize("name", [*WORSE.values(), *NAMES.values()], ids=[*WORSE, *NAMES])
@pytest.mark.parametrize("place", [False, True], ids=["name", "file"])
def test_names_stay_text(name: str, place: bool) -> None:
    text = made(with_name("work", f"/srv/{name}.py") if place else with_name(name))
    found = tokens(text)
    assert not any(token.type == "html_inline" for token in inline(found))
    for token in found:
        if token.type == "html_block":
            assert token.content.strip() in HTML or token.content.startswith("<details><summary>")
            assert not place or "work" not in token.content
    assert not {"heading_open", "fence", "code_block", "ordered_list_open"} & {t.type for t in found}
    assert {token.type for token in inline(found)} <= {
        "text", "code_inline", "strong_open", "strong_close", "em_open", "em_close", "text_special",
    }  # fmt: skip
    rows = cells(found)
    assert {len(row) for row in rows} <= {6, 2} and all(row[-1].content.strip() for row in rows)


@pytest.mark.parametrize("name", ["a|b", r"a\|b", "`a`", "<script>", "a\\"])
def test_what_is_rendered_is_the_name(name: str) -> None:
    rows = cells(tokens(made(with_name(name))))
    texts = ["".join(child.content for child in row[-1].children or ()) for row in rows]
    assert any(text.startswith(f"{name} ") for text in texts)


def test_samples_have_no_calls_in_it() -> None:
    texts = b"main (a.py:1);work (a.py:2) 30\nmain (a.py:1) 2\n", b"main (a.py:1);work (a.py:2) 80\n"
    before, after = (load_bytes(text, "s.txt") for text in texts)
    lines = made(comparison_of(before, after)).splitlines()
    assert lines[2] == "**2.50× slower: work takes 80 samples, not 30  +50 samples  one run each**"
    assert "| own samples before | after | Δ | function |" in lines


def test_it_is_never_longer_than_github_takes() -> None:
    """Of many functions with long names and of few with endless ones; what is left out is told."""
    many = {(f"/srv/{'x' * 300}{n}.py", n, f"f{n}" + "`|" * 200): (1, 0.001 * n) for n in range(2_000)}
    few = {(f"/srv/{n}.py", n, "|" * 60_000): (1, 1.0) for n in range(20)}
    for functions, limit in ((many, None), (many, 0), (many, 1_500), (few, None), (few, 0)):
        after = {key: (calls + 1, own * 2) for key, (calls, own) in functions.items()}
        text = made(comparison_of(profile_of(functions), profile_of(after)), limit)
        assert len(text) <= MOST and text.count("<details>") == text.count("</details>")
        assert text.endswith("\n") and not any(t.type == "html_inline" for t in inline(tokens(text)))
