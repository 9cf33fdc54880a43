"""A comparison on one page, printed."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from tests.support.compared import PAIR
from tests.support.compared_screens import written

from proftui import messages
from proftui.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words, "--view", "overview", "--print"]) == 0
    return capsys.readouterr().out


@pytest.fixture
def sides(tmp_path: Path) -> list[str]:
    before = written(tmp_path, "a.stats", {"parse": (200, 0.6), "old_way": (5, 0.05), "same": (7, 0.01)})
    after = written(tmp_path, "b.stats", {"parse": (100, 0.3), "new_way": (5, 0.03), "same": (7, 0.01)})
    return ["--base", str(before), str(after)]


def test_the_page_has_headline_causes_changes_and_what_is_on_one_side(
    capsys: pytest.CaptureFixture[str], sides: list[str]
) -> None:
    lines = printed(capsys, *sides).splitlines()
    assert lines[1].startswith("1.94× faster: main calls parse 100 times, not 200")
    assert any(line.endswith("main calls new_way in place of old_way") for line in lines)
    table = [line.split() for line in lines if "app.py:" in line]
    assert [row[-2] for row in table] == ["parse", "new_way", "old_way"]
    assert "1 new function, 30.000 ms · 1 gone function, 50.000 ms" in lines


def test_the_page_of_the_demo_is_short_and_its_causes_are_the_whole_change(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(capsys, "--base", str(PAIR / "old"), str(PAIR / "new")).splitlines()
    causes = [float(line.split()[0].replace("−", "-")) for line in lines[4 : lines.index("", 4)]]
    assert len(causes) == 4 and math.isclose(sum(causes), 1.668 - 2.263, abs_tol=0.003)
    assert len(lines) < 30
    assert lines[-2:] == ["1 new function, 0.010 s · nothing is gone", messages.WITHIN_SPREAD]


def test_json_has_the_functions_of_the_page(capsys: pytest.CaptureFixture[str], sides: list[str]) -> None:
    found = json.loads(printed(capsys, *sides, "--format", "json"))
    assert list(found) == ["proftui", "comparison", "overview"]
    page = found["overview"]
    assert [one["new"]["name"] for one in page["changed"]] == ["parse", "same", "main"][
        : len(page["changed"])
    ]
    assert [one["new"]["name"] for one in page["new"]] == ["new_way"]
    assert [one["base"]["name"] for one in page["gone"]] == ["old_way"]
    assert (page["functions"], page["new_functions"], page["gone_functions"]) == (5, 1, 1)
    assert math.isclose(page["gone_time"], 0.05)
