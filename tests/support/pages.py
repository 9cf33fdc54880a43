"""The pages that people read: their links, their headings, their blocks of code, their tables."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [README, *DOCS, *(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "SECURITY", "CHANGELOG"))]
FILES = "https://github.com/proftui-dev/proftui/blob/main/"
PICTURES = "https://raw.githubusercontent.com/proftui-dev/proftui/main/"
"""What absolute links to files and to pictures of this project begin with."""

_FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.M | re.S)
_LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of code in a language, as they would be pasted."""
    return [code for found, code in _FENCE.findall(text_of(page)) if found == language]


def commands(page: Path) -> list[str]:
    """The lines of the shell's blocks, without what is said about them."""
    lines = [line.partition("  #")[0].strip() for code in blocks(page, "sh") for line in code.splitlines()]
    return [line for line in lines if line]


def section(page: Path, heading: str) -> str:
    """What stands under a heading, to the next one of its level."""
    level = re.search(rf"^(#+) {re.escape(heading)}$", text_of(page), re.M)
    assert level, f"{page.name} has no {heading}"
    rest = text_of(page)[level.end() :]
    return re.split(rf"^#{{1,{len(level[1])}}} ", rest, maxsplit=1, flags=re.M)[0]


def tables(text: str) -> list[list[list[str]]]:
    """The tables in a text: rows of cells, without the headings."""
    found = re.findall(r"(?:^\|.*\|\n)+", text, re.M)
    return [
        [[cell.strip() for cell in row.split("|")[1:-1]] for row in one.splitlines()[2:]] for one in found
    ]


def links(page: Path) -> list[tuple[bool, str]]:
    """Whether each is a picture, and where it leads."""
    return [(bool(mark), target) for mark, target in _LINK.findall(_FENCE.sub("", text_of(page)))]


def lands(page: Path, target: str) -> Path:
    """The file of the checkout that a link leads to."""
    for base in (FILES, PICTURES):
        if target.startswith(base):
            return ROOT / target.removeprefix(base).partition("#")[0]
    path = target.partition("#")[0]
    return (page.parent / path).resolve() if path else page


def anchors(page: Path) -> set[str]:
    """What ``#`` may be followed by: headings in small letters, hyphens between their words."""
    headings = (
        re.sub(r"[^\w\- ]", "", heading.lower())
        for heading in _HEADING.findall(_FENCE.sub("", text_of(page)))
    )
    return {heading.replace(" ", "-") for heading in headings}
