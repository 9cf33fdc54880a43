"""Printed reports of memory_profiler, against their own text."""

from __future__ import annotations

import re

import pytest
from tests.support.corpus import small

from proftui_parsers import NOT_MEASURED, Profile, load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice

MEMDEMO = small("memory_profiler0.61-memdemo.txt")
MIB = 1 << 20
OLD = """Filename: old.py

Line #    Mem usage    Increment   Line Contents
================================================
     3    9.000 MiB    0.000 MiB   @profile
     4                             def f():
     5   10.500 MiB    1.500 MiB       3 + 4
     6                                 if no:
     7   -0.500 MiB  -11.000 MiB       del x
"""


def of(profile: Profile, measure: int) -> Profile:
    assert profile.tables is not None
    return profile_of(profile.tables, Choice(measure))


@pytest.mark.parametrize("measure", [0, 1])
def test_each_row_is_as_it_was_printed(measure: int) -> None:
    profile, found = load(str(MEMDEMO)), []
    for lines in of(profile, measure).lines.values():
        found += [(line.line, line.hits, f"{line.time / MIB:.3f}") for line in lines]
    rows = re.findall(r"^ +(\d+) +(\S+) MiB +(\S+) MiB +(\d+) ", MEMDEMO.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 16
    assert found == [(int(row[0]), int(row[3]), row[1 + measure]) for row in rows]


def test_sizes_are_never_added_up() -> None:
    profile = load(str(MEMDEMO))
    most = {"build": 78.609, "reduce_all": 78.438, "main": 78.438}
    assert {each.name: each.tottime for each in profile} == {
        n: pytest.approx(v * MIB) for n, v in most.items()
    }
    assert profile.total_time == pytest.approx(78.609 * MIB) and not profile.measure.adds
    assert [each.line for each in profile] == [10, 18, 26] and "not add up" in profile.warnings[-1]
    assert of(profile, 1).total_time == pytest.approx(394.492 * MIB)
    # Shares of what is negative mean nothing.
    assert profile.line_total(0) == profile.tottime[0] and of(profile, 1).line_total(0) != 0
    assert of(profile, 1).line_total(0) != of(profile, 1).line_total(0)


@pytest.mark.parametrize("text", [OLD, re.sub(r"(\S+) MiB", r" \1 MB", OLD)], ids=["MiB", "MB of 2012"])
def test_before_occurrences_were_counted(text: str) -> None:
    profile = load_bytes(text.encode())
    assert profile.function(0) == ("old.py", 3, "f") and not profile.hits
    assert [(line.line, line.hits) for line in profile.lines[0]] == [(n, NOT_MEASURED) for n in (3, 5, 7)]
    assert profile.texts["old.py"] == {
        3: "@profile", 4: "def f():", 5: "    3 + 4", 6: "    if no:", 7: "    del x"
    }  # fmt: skip


def test_as_0_58_spelled_its_heading_without_decimals() -> None:
    heading = "Line #    Mem usage    Increment  Occurences   Line Contents\n"
    profile = load_bytes(f"{heading}     5       11 MiB       -2 MiB           3       x()\n".encode())
    assert profile.lines[0] == ((5, 3, 11 * MIB),) and profile.texts[""] == {5: "    x()"}


@pytest.mark.parametrize("before", ["", "INFO  | "])
def test_inside_a_log_beside_other_reports(before: str) -> None:
    text = small("service.log").read_text("utf-8") + "\n" + OLD
    profile = load_bytes("\n".join(before + line for line in text.split("\n")).encode())
    assert [len(each) for each in (profile, *profile.reports)] == [3, 2, 2, 1]
    assert profile.reports[2].report == of(profile.reports[2], 1).report == 4
    assert profile.reports[2].measure.unit == "B"
