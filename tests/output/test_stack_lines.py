"""Source of whole stacks as it is printed: text, JSON, CSV, Markdown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.command_line import printed, refused
from tests.support.corpus import small

from proftui import messages

STAIRS = str(small("pyspy0.4.3-stairs.raw.txt"))
CHECKSUM = (STAIRS, "--view", "source", "--filter", "func:^checksum$")


def test_text_has_lines_with_their_figures_then_what_they_call(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *CHECKSUM).splitlines()
    assert "line  own  cum     %     text" in lines
    (hot,) = (line for line in lines if line.startswith("  42"))
    assert hot.split()[:5] == ["42", "46", "231", "79.9", "→"]
    assert "  line 42: → checksum.<locals>.<listcomp> 185 samples" in lines


def test_json_has_what_is_exact_of_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(printed(capsys, *CHECKSUM, "--format", "json"))
    (function,) = found["functions"]
    assert [line["line"] for line in function["lines"]] == [41, 42, 43, 44]
    hot = function["lines"][1]
    assert (hot["self"], hot["cum"], hot["samples"]) == (46, 231, 46)
    assert hot["standard_error"] == pytest.approx((566 * 46 / 566 * (1 - 46 / 566)) ** 0.5)
    assert [(call["name"], call["cum"]) for call in hot["callees"]] == [("checksum.<locals>.<listcomp>", 185)]


def test_what_has_no_lines_is_refused_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    demo = ("--demo", "--view", "source", "--format", "csv")
    assert messages.PRINTS_FUNCTIONS in refused(capsys, *demo)
