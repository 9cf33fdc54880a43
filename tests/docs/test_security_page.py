"""Limits that SECURITY.md names are those of the code."""

from __future__ import annotations

import re

import pytest
from tests.support.pages import ROOT, text_of

from proftui.analysis.source.source_text import LARGEST, PATIENCE
from proftui.background.budget import SEARCH_BUDGET
from proftui.state.project_file import MOST_BYTES
from proftui_parsers import compressed, json_walk
from proftui_parsers.detect import MOST_LAYERS
from proftui_parsers.files import MAX_BYTES
from proftui_parsers.pstats import table
from proftui_parsers.stacks import building, gecko_stacks, pyinstrument, tachyon_binary
from proftui_parsers.stacks.collecting import MOST_TRACKS

MIB = 1 << 20
PAGE = text_of(ROOT / "SECURITY.md")
WORDS = {1: "once", 2: "twice", 4: "four", 0.25: "a quarter of", 0.5: "half a"}
SAID = [
    f"elements of at most {json_walk.LARGEST // MIB} MiB and {json_walk.MOST_BRACKETS:,} brackets",
    f"{building.ROOM // MIB} MiB, or {WORDS[building.TIMES]} bytes for each of its bytes",
    f"{building.MOST_NODES:,} stacks",
    f"{building.MOST_FUNCTIONS:,} functions",
    f"{MOST_TRACKS:,} threads",
    f"{building.DEEPEST:,} frames of a stack",
    f"unpacked in pieces, at most {WORDS[MOST_LAYERS]}",
    f"once {compressed.FREE // MIB} MiB are out to at most {compressed.MOST_TIMES} times what has gone in",
    f"more than {table.FEW_FUNCTIONS:,} functions in less than {table.BYTES_OF_FUNCTION} bytes each",
    f"`--max-size` ({MAX_BYTES >> 30} GiB)",
    f"up to {LARGEST // MIB} MiB, never from another computer",
    f"longer than {WORDS[PATIENCE]} second",
    f"up to {MOST_BYTES // 1_000_000} MB, if it is a regular file",
    f"after {WORDS[SEARCH_BUDGET]} a second",
]


@pytest.mark.parametrize("limit", SAID)
def test_the_page_names_the_limit_of_the_code(limit: str) -> None:
    assert limit in PAGE


def test_the_row_of_stacks_names_no_other_limit() -> None:
    row = next(line for line in PAGE.splitlines() if "stacks of speedscope" in line)
    named = {int(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})+", row)}
    assert named == {building.MOST_NODES, building.MOST_FUNCTIONS, MOST_TRACKS, building.DEEPEST}


def test_fixed_limits_of_other_readers_are_no_higher() -> None:
    assert max(pyinstrument.MOST_FUNCTIONS, gecko_stacks.MOST_FUNCTIONS) <= building.MOST_FUNCTIONS
    assert 4 * tachyon_binary.DEEPEST == tachyon_binary.DEEPEST_TOGETHER == building.DEEPEST
