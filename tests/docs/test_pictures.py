"""The pictures show what the program draws, and each stands on a page."""

from __future__ import annotations

import asyncio
import sys

import pytest
from tests.support.corpus import needs_demo_library
from tests.support.pages import DOCS, README, ROOT, lands, links, text_of

sys.path.insert(0, str(ROOT / "screenshots"))
import draw  # the script lies outside the source roots

SESSION = "session.svg"


def test_each_picture_stands_on_a_page() -> None:
    shown = {
        lands(page, target).name
        for page in (README, *DOCS)
        for is_picture, target in links(page)
        if is_picture
    }
    assert shown == {SESSION, *(f"{picture.name}.svg" for picture in draw.PICTURES)}


def test_the_first_page_has_the_moving_picture_alone() -> None:
    assert [lands(README, target).name for is_picture, target in links(README) if is_picture] == [SESSION]


@pytest.mark.parametrize(
    ("figure", "picture"),
    [
        ("53 %", "functions"),
        ("96.9 %", "calls"),
        ("14.2 %", "filter"),
        ("line 48", "source"),
    ],
)
def test_the_figures_of_the_longer_tour_are_on_its_pictures(figure: str, picture: str) -> None:
    saved = (ROOT / "screenshots" / f"{picture}.svg").read_text(encoding="utf-8")
    assert figure in text_of(ROOT / "docs" / "tour.md")
    assert figure.removeprefix("line ").removesuffix(" %") in draw.words(saved)


@needs_demo_library
@pytest.mark.parametrize("picture", draw.PICTURES, ids=lambda picture: picture.name)
def test_pictures_show_what_the_program_draws(picture: draw.Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "PROFTUI_ASCII"):
        monkeypatch.delenv(name, raising=False)
    saved = (ROOT / "screenshots" / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert draw.words(saved) == draw.words(asyncio.run(draw.drawn(picture))), "python screenshots/draw.py"
