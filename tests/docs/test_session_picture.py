from __future__ import annotations

import asyncio
import re
import sys

import pytest
from tests.support.corpus import needs_demo_library
from tests.support.pages import ROOT

SCREENSHOTS = ROOT / "screenshots"
sys.path.insert(0, str(SCREENSHOTS))
import draw  # noqa: E402 - the scripts lie outside the source roots
import movie  # noqa: E402

SAVED = (SCREENSHOTS / "session.svg").read_text(encoding="utf-8")


@needs_demo_library
def test_it_shows_what_the_program_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "PROFTUI_ASCII"):
        monkeypatch.delenv(name, raising=False)
    assert movie.said(SAVED) == movie.said(asyncio.run(draw.played())), "python screenshots/draw.py"


def test_it_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    assert len(SAVED.encode()) < 400_000
    assert not re.search(r"<script|<foreignObject|url\(|@import|@font-face|\son\w+=|<!|<\?", SAVED)
    assert re.findall(r"\w+://[^\"]+", SAVED) == ["http://www.w3.org/2000/svg"]
    used = re.findall(r'href="([^"]*)"', SAVED)
    assert {f"#{name}" for name in re.findall(r'id="([^"]*)"', SAVED)} == set(used)
