"""The pages of maths have all that docstrings cite, and name modules that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.architecture import ROOT, modules

CALLTREE = ROOT / "tui/proftui/analysis/calltree"
FOLDERS = (CALLTREE, ROOT / "tui/proftui/analysis/shape")
CITED = re.compile(r'README, (?:(identity|definition) (\d+)|"([^"]+)")')


def text_of(folder: Path) -> str:
    """The page of a folder."""
    return (folder / "README.md").read_text(encoding="utf-8")


def numbers_below(heading: str, text: str) -> set[str]:
    """The numbers of the list in a section."""
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^(\d+)\. ", section, re.MULTILINE))


def citations(path: Path) -> list[tuple[str, str, str]]:
    """Kind and number, or the heading, of each; a docstring may break its line anywhere."""
    return CITED.findall(" ".join(path.read_text(encoding="utf-8").split()))


def test_what_docstrings_cite_stands_on_the_page() -> None:
    every = [(path, cited) for path in modules().values() for cited in citations(path)]
    assert len(every) > 10
    for path, (kind, number, heading) in every:
        text = text_of(path.parent if path.parent in FOLDERS else CALLTREE)
        headings = set(re.findall(r"^## (.+)$", text, re.MULTILINE))
        lists = {"identity": "Identities", "definition": "Definitions"}
        numbers = {kind: numbers_below(title, text) for kind, title in lists.items()}
        assert heading in headings if heading else number in numbers[kind], (path.name, kind, number, heading)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_page_names_modules_that_there_are(folder: Path) -> None:
    named = {name for name in re.findall(r"`([\w/]+\.py)`", text_of(folder)) if "/" not in name}
    assert named and all((folder / name).is_file() for name in named), named
