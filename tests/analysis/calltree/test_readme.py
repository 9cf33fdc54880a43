"""The page of the call trees' maths has all that docstrings cite, and names modules that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.architecture import ROOT, modules

FOLDER = ROOT / "tui/proftui/analysis/calltree"
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
CITED = re.compile(r'README, (?:(identity|definition) (\d+)|"([^"]+)")')


def numbers_below(heading: str) -> set[str]:
    """The numbers of the list in a section."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^(\d+)\. ", section, re.MULTILINE))


def citations(path: Path) -> list[tuple[str, str, str]]:
    """Kind and number, or the heading, of each; a docstring may break its line anywhere."""
    return CITED.findall(" ".join(path.read_text(encoding="utf-8").split()))


def test_what_docstrings_cite_stands_on_the_page() -> None:
    headings = set(re.findall(r"^## (.+)$", TEXT, re.MULTILINE))
    numbers = {"identity": numbers_below("Identities"), "definition": numbers_below("Definitions")}
    every = [(path, cited) for path in modules().values() for cited in citations(path)]
    assert len(every) > 10
    for path, (kind, number, heading) in every:
        assert heading in headings if heading else number in numbers[kind], (path.name, kind, number, heading)


def test_the_page_names_modules_that_there_are() -> None:
    named = {name for name in re.findall(r"`([\w/]+\.py)`", TEXT) if "/" not in name}
    assert named and all((FOLDER / name).is_file() for name in named), named
