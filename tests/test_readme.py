from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from tests.support.corpus import needs_demo_library
from tests.support.key_table import README, with_keys

from proftui.frame.keys import KEYS

ROOT = README.parent
sys.path.insert(0, str(ROOT / "screenshots"))
import draw  # noqa: E402 - the script lies outside the source roots


def test_the_key_table_is_that_of_the_program() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == with_keys(text), "python -m tests.support.key_table writes it anew"
    assert all(key.help in text for key in KEYS)


def test_pictures_exist_and_are_all_used() -> None:
    named = set(re.findall(r"\((screenshots/[^)]+)\)", README.read_text(encoding="utf-8")))
    assert named == {f"screenshots/{picture.name}.svg" for picture in draw.PICTURES}
    assert all((ROOT / name).exists() for name in named)


@needs_demo_library
@pytest.mark.parametrize("picture", draw.PICTURES, ids=lambda picture: picture.name)
def test_pictures_show_what_the_program_draws(picture: draw.Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "PROFTUI_ASCII"):
        monkeypatch.delenv(name, raising=False)
    saved = (ROOT / "screenshots" / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert draw.words(saved) == draw.words(asyncio.run(draw.drawn(picture))), "python screenshots/draw.py"


def test_the_figures_of_the_tour_are_those_of_the_demo() -> None:
    text = README.read_text(encoding="utf-8")
    pictures = {
        p.name: draw.words((ROOT / "screenshots" / f"{p.name}.svg").read_text()) for p in draw.PICTURES
    }
    for figure, picture in (("53", "functions"), ("96.9", "calls"), ("13.0", "filter")):
        assert figure in text and figure in pictures[picture]


def test_nothing_names_a_place_of_the_machine_it_was_made_on() -> None:
    suspicious = re.compile(r"/(?:root|work|home/\w+)/")
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("*.toml"),
        *(ROOT / "tui").rglob("*.py"),
        *(ROOT / "screenshots").glob("*.*"),
    ]:
        assert not suspicious.search(Path(path).read_text(encoding="utf-8")), path
