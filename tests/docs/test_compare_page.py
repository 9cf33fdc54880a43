"""The page on comparisons shows what is printed."""

from __future__ import annotations

import shlex

import pytest
from tests.support.compared import PAIR
from tests.support.pages import ROOT, blocks, commands

from proftui.cli.main import main

PAGE = ROOT / "docs" / "compare.md"


def test_the_example_is_what_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PAIR)
    (line,) = (line for line in commands(PAGE) if "--limit" in line)
    assert main(shlex.split(line)[1:]) == 0
    assert blocks(PAGE, "text") == [capsys.readouterr().out]
