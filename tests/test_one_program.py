"""One program with a package of three modules, recorded by ten recorders: the package has one name."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from proftui.cli.main import main

RECORDINGS = sorted((Path(__file__).parent / "data" / "one_program").iterdir())
"""All of ``/srv/app``, which is on no disk."""
MODULES = {"shop.index", "shop.store", "shop.text"}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--format", "json", "--limit", "0"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def names(found: dict[str, Any]) -> set[str]:
    return {function["name"] for function in found["functions"]}


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_the_package_has_one_name(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    by_package = names(printed(capsys, str(path), "--by", "package"))
    assert "shop" in by_package and not by_package & {"index", "store", "text", "app", "src", "srv"}
    by_module = {name for name in names(printed(capsys, str(path), "--by", "module")) if "shop" in name}
    assert MODULES <= by_module <= {*MODULES, "shop", "shop.__main__"}
    inside = printed(capsys, str(path), "--filter", "pkg:shop")["functions"]
    assert {function["package"] for function in inside} == {"shop"}
    assert {"words", "build", "serve"} <= {function["name"].rpartition(".")[2] for function in inside}
    main([str(path), "--print", "--filter", "func:^build$"])
    assert "shop/index.py:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "pair", list(combinations(RECORDINGS, 2)), ids=lambda pair: f"{pair[0].name} {pair[1].name}"
)
def test_it_is_one_row_of_a_comparison(capsys: pytest.CaptureFixture[str], pair: tuple[Path, Path]) -> None:
    sides = ["--base", *map(str, pair), "--format", "json", "--limit", "0"]
    if main(sides) == 2:
        pytest.skip("calls, lines and samples are not compared")
    functions = json.loads(capsys.readouterr().out)["functions"]
    paired = {function["new"]["name"] for function in functions if function["base"] and function["new"]}
    assert {"normal", "words", "build", "serve"} <= paired
    main([*sides, "--by", "package"])
    rows = json.loads(capsys.readouterr().out)["functions"]
    (shop,) = (
        row for row in rows if any(row[side] and row[side]["name"] == "shop" for side in ("base", "new"))
    )
    assert shop["base"]["name"] == shop["new"]["name"]
