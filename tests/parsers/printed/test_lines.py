"""Printed reports of line_profiler, against its files."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from line_profiler import line_profiler
from tests.support.corpus import needs_corpus, shared_files, small

from proftui_parsers import Profile, load, load_bytes

ABOVE = "Timer unit: 1e-06 s\n\nTotal time: 3 s\nFile: a.py\nFunction: f at line 4\n\n"
HEAD = "Line #      Hits         Time  Per Hit   % Time  Line Contents\n"


def compare(text: str, truth: Profile) -> None:
    """Fails unless all that was printed is what the file has, within the rounding of the print."""
    profile = load_bytes(text.encode())
    found = re.search(r"Timer unit: (\S+) s", text)
    assert found is not None
    unit, known = float(found[1]), {(each.line, each.name): each for each in truth}
    step = unit / (20 if re.search(r"^ +\d+ +\d+ +\d+\.\d", text, re.MULTILINE) else 2)
    assert profile.count and (profile.format, profile.has_lines) == ("printed", True)
    firsts = {each.lines[0].line: each for each in truth if each.lines}
    for record in profile:
        assert record.lines is not None
        first = record.lines[0].line if record.lines else 0
        other = known.get((record.line, record.name)) or firsts.get(first)
        if other is None:
            # Without source, nothing is printed of what never ran but that.
            assert (record.name, record.tottime, record.lines) == ("<unknown>", 0, ())
            continue
        assert f"{record.tottime:g}" == f"{other.tottime:g}"
        assert other.lines is not None
        if not record.lines:
            continue
        assert [line.line for line in record.lines] == [line.line for line in other.lines]
        for line, was in zip(record.lines, other.lines, strict=True):
            assert line.hits == was.hits or f"{line.hits:g}" == f"{was.hits:g}"
            assert line.time == pytest.approx(was.time, abs=1.001 * step, rel=5e-3 * (was.time > 1e8 * unit))


PAIRS = [path for path in shared_files("lprof") if path.suffix == ".txt" and "dash-c" not in path.name]


@needs_corpus
@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_prints_of_all_versions(path: Path) -> None:
    compare(path.read_text("utf-8"), load(str(path.with_suffix(".lprof"))))


@pytest.mark.parametrize("name", ["lp5.0.0-py3.11-lpdemo.lprof", "lp5.1.0-hillclimb.lprof"])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"output_unit": 1e-3},
        {"output_unit": 1e-9},
        {"stripzeros": True},
        {"sort": True, "summarize": True},
    ],
)
def test_prints_of_line_profiler_here(name: str, how: dict[str, Any]) -> None:
    stream = io.StringIO()
    stats = line_profiler.load_stats(str(small(name)))
    line_profiler.show_text(stats.timings, stats.unit, stream=stream, **how)
    compare(stream.getvalue(), load(str(small(name))))


def test_lines_have_their_text_as_printed() -> None:
    profile = load(str(small("lp1.0-py2.7-lpdemo.txt")))
    text = profile.texts[profile.files[0]]
    assert (text[15], text[24]) == ("def plain(n):", "            total += (i *")
    assert profile[0].lines is not None and [line.line for line in profile[0].lines][:2] == [16, 17]


def test_a_function_without_source_has_no_name() -> None:
    profile = load(str(small("lp5.1.0-source-gone.txt")))
    assert profile.function(0) == ("gone.py", 18, "<unknown>") and not profile.texts


def test_wide_figures_move_the_text() -> None:
    rows = (
        "     4                                           def f(x):\n"
        "     5 123456789012  2345678901234 12345678.9     77.3      1 + 2\n"
        "     6         1            0      0.0      0.0      3 + 4\n"
    )
    profile = load_bytes((ABOVE + HEAD + rows).encode())
    assert profile.texts["a.py"] == {4: "def f(x):", 5: "    1 + 2", 6: "    3 + 4"}
    lines: Any = profile.lines[0]
    assert lines == ((5, 123456789012, pytest.approx(2345678.901234)), (6, 1, 0.0))


def test_one_digit_of_a_time_is_less_than_its_share() -> None:
    row = "     5   7191528        1e+06      0.2     45.6      g()\n"
    lines: Any = load_bytes((ABOVE + HEAD + row).encode()).lines[0]
    assert lines == ((5, 7191528, pytest.approx(0.456 * 3)),)


def test_a_unit_that_is_missing_is_told_by_totals() -> None:
    text = (
        ABOVE.replace("Timer unit: 1e-06 s", "")
        + HEAD
        + "     5         2       2900.0   1450.0    100.0      g()\n"
    )
    profile = load_bytes(text.encode())
    lines: Any = profile.lines[0]
    assert lines == ((5, 2, pytest.approx(2.9)),)


def test_text_lies_beside_no_line_that_is_far_away() -> None:
    profile = load_bytes(
        (ABOVE + HEAD + "999999         2       2900.0   1450.0    100.0      g()\n" * 9).encode()
    )
    assert (
        load_bytes(
            (ABOVE + HEAD + "999999999      2       2900.0   1450.0    100.0      g()\n").encode()
        ).count
        == 1
    )
    assert profile.texts["a.py"].keys() == {999_999}
