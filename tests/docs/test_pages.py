"""What every page promises: links that lead somewhere, tables of this program, commands that it takes."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest
from tests.support.made_tables import TABLES, with_table
from tests.support.pages import (
    DOCS,
    FILES,
    PAGES,
    PICTURES,
    README,
    ROOT,
    anchors,
    blocks,
    commands,
    lands,
    links,
    text_of,
)

from proftui.cli.main import taken_apart
from proftui.frame.keys import KEYS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    for _, target in links(page):
        if target.startswith("https:") and not target.startswith((FILES, PICTURES)):
            continue
        file = lands(page, target)
        assert file.is_file(), target
        _, mark, anchor = target.partition("#")
        assert not mark or anchor in anchors(file), target


def test_what_the_package_index_shows_has_absolute_links() -> None:
    for is_picture, target in links(README):
        assert target.startswith("https:"), target
        if is_picture:
            assert target.startswith(PICTURES), target


def test_the_index_has_each_page_once() -> None:
    index = [target for _, target in links(ROOT / "docs" / "README.md") if "/" not in target]
    assert sorted(index) == sorted(page.name for page in DOCS if page.name != "README.md")


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_those_of_the_program(name: str) -> None:
    text = text_of(ROOT / "docs" / TABLES[name][0])
    assert text == with_table(name, text), "python -m tests.support.made_tables writes it anew"


def test_the_table_of_keys_has_them_all() -> None:
    text = text_of(ROOT / "docs" / "keys.md")
    assert all(key.help in text for key in KEYS)


@pytest.mark.parametrize("page", [README, *DOCS], ids=lambda page: page.name)
def test_command_lines_are_understood(page: Path) -> None:
    for line in commands(page):
        for command in re.split(r" (?:\||&&|>) (?=(?:[^']*'[^']*')*[^']*$)", line):
            words = shlex.split(command)
            if words and Path(words[0]).name == "proftui":
                taken_apart(words[1:])


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_examples_in_python_are_python(page: Path) -> None:
    for code in blocks(page, "python"):
        if code.lstrip()[0] not in "%!":
            ast.parse(code)


def test_nothing_names_a_place_of_the_machine_it_was_made_on() -> None:
    suspicious = re.compile(r"/(?:root|work|home/\w+)/")
    for path in [
        *PAGES,
        *ROOT.glob("*.toml"),
        *(ROOT / "tui").rglob("*.py"),
        *(ROOT / "screenshots").glob("*.*"),
    ]:
        assert not suspicious.search(path.read_text(encoding="utf-8")), path
