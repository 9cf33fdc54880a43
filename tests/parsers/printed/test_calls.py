"""Printed reports of pstats, against the pstats that printed them."""

from __future__ import annotations

import io
import pstats
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.support.corpus import DATA, small

from proftui_parsers import Profile, ProfileError, add, load, load_bytes

FILES = (
    "cprofile-py3.11-recurse.stats",
    "profile-module-py3.11-recurse.stats",
    "variant-dynamic-code.stats",
    "ipython-prun-notebook.prof",
    "yappi-recurse.pstat",
)
ORDERS = ("calls", "cumulative", "filename", "line", "name", "nfl", "pcalls", "stdname", "time", "")
HEAD = "   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"
ROW = "        1    0.001    0.001    0.002    0.002 a.py:1(f)\n"
Key = tuple[str, int, str]


def key(function: tuple[Any, ...]) -> Key:
    """As a print names it: the module ``profile`` has an object of code for a name."""
    file, line, name = function
    return (file, line, name if isinstance(name, str) else str(name))


def written(time: float | None) -> str:
    return "None" if time is None else f"{time:.3f}"


def printed(
    name: str, order: str, amounts: tuple[float | str, ...], *, strip: bool, how: tuple[str, ...]
) -> tuple[str, pstats.Stats, list[Key]]:
    """A print, who printed it, and the functions that it has rows of."""
    stream = io.StringIO()
    stats: Any = pstats.Stats(str(small(name)), stream=stream)
    if strip:
        stats.strip_dirs()
    if order:
        stats.sort_stats(order)
    for one in how:
        getattr(stats, one)(*amounts)
    text = stream.getvalue()
    return text, stats, [key(function) for function in stats.get_print_list(amounts)[1]]


def rows_of(profile: Profile) -> dict[Key, int]:
    return {(profile.files[f], profile.linenos[f], profile.names[f]): f for f in range(profile.count)}


CASES = [
    (FILES[number % 5], order, amounts, number % 4 == 1)
    for number, (order, amounts) in enumerate(product(ORDERS, [(), (7,), (0.3, "c"), ("e", 4), (1.0,)]))
    # pstats cannot compare the names of functions of the module ``profile``.
    if number % 5 != 1 or order in ("calls", "cumulative", "pcalls", "line", "time", "")
]


@pytest.mark.parametrize(("name", "order", "amounts", "strip"), CASES)
def test_each_row_is_as_it_was_printed(
    name: str, order: str, amounts: tuple[float | str, ...], strip: bool
) -> None:
    text, stats, functions = printed(name, order, amounts, strip=strip, how=("print_stats",))
    profile = load_bytes(text.encode())
    rows, known = rows_of(profile), {key(f): figures for f, figures in stats.stats.items()}  # type: ignore[attr-defined]
    assert (profile.format, list(rows)) == ("printed", functions)
    for function, place in rows.items():
        cc, nc, tt, ct, _ = known[function]
        record = profile[place]
        assert (record.ncalls, record.primitive_calls) == (nc, cc)
        assert (written(record.tottime), written(record.cumtime)) == (f"{tt:.3f}", f"{ct:.3f}")
    assert abs(profile.total_time - stats.total_tt) <= 0.000_500_1  # type: ignore[attr-defined]
    assert profile.total_calls == stats.total_calls  # type: ignore[attr-defined]
    assert not profile.has_edges and "times to the millisecond" in profile.producer
    part = f"{len(functions)} of {len(known)} functions were printed"
    assert (part in profile.warnings) == (len(functions) < len(known))


@pytest.mark.parametrize(("name", "order", "amounts", "strip"), CASES[::3])
@pytest.mark.parametrize("how", ["print_callers", "print_callees"])
def test_each_caller_is_as_it_was_printed(
    name: str, order: str, amounts: tuple[float | str, ...], strip: bool, how: str
) -> None:
    text, stats, functions = printed(name, order, amounts, strip=strip, how=("print_stats", how))
    profile, wanted = load_bytes(text.encode()), {}
    for callee, (*_, callers) in stats.stats.items():  # type: ignore[attr-defined]
        for caller, figures in callers.items():
            if key(callee if how == "print_callers" else caller) in functions:
                told = figures if isinstance(figures, tuple) else (figures, None, None, None)
                wanted[key(callee), key(caller)] = (*told[:2], *map(written, told[2:]))
    assert wanted == {
        (callee, (edge.file, edge.line, edge.name)): (
            edge.ncalls,
            edge.primitive_calls,
            written(edge.tottime),
            written(edge.cumtime),
        )
        for callee, place in rows_of(profile).items()
        for edge in profile.callers(place)
    }
    assert list(rows_of(profile))[: len(functions)] == functions


def test_callers_alone_tell_what_is_known_of_functions() -> None:
    text, stats, functions = printed(FILES[0], "time", (), strip=False, how=("print_callers",))
    profile = load_bytes(text.encode())
    known = {key(f): figures for f, figures in stats.stats.items()}  # type: ignore[attr-defined]
    assert list(rows_of(profile)) == functions
    for function, place in rows_of(profile).items():
        _, nc, tt, _, callers = known[function]
        record = profile[place]
        if callers:
            assert record.ncalls == sum(each[0] for each in callers.values()) <= nc
            assert record.tottime == pytest.approx(tt, abs=0.000_500_1 * len(callers))
        else:
            assert (record.ncalls, record.tottime) == (None, None)
    assert profile.total_time >= max(record.cumtime or 0 for record in profile)


def test_python_2() -> None:
    """Functions, callers and callees of one file, printed one after the other."""
    profile = load(str(small("pstats2.7-recurse.txt")))
    rows = rows_of(profile)
    assert (profile.total_calls, profile.total_primitive_calls, profile.total_time) == (658075, 144242, 0.092)
    dicts = profile[rows["encoder.py", 341, "_iterencode_dict"]]
    assert dicts[3:7] == (478200, 15640, 0.046, 0.051)
    assert [(edge.name, edge.ncalls, edge.cumtime) for edge in profile.callers(dicts)] == [
        ("_iterencode_dict", 462560, 0.049),
        ("_iterencode", 15640, 0.051),
    ]
    visit = profile[rows["ast.py", 237, "visit"]]
    assert [(edge.name, edge.ncalls) for edge in profile.callees(visit)] == [
        ("generic_visit", 4207),
        ("<getattr>", 4207),
    ]
    assert not profile.reports


LOG = (DATA / "printed" / "service.log").read_text("utf-8")


def test_reports_in_a_log_are_told_apart() -> None:
    first = load_bytes(LOG.encode())
    assert [len(each) for each in (first, *first.reports)] == [3, 2, 2]
    assert [each.total_time for each in (first, *first.reports)] == pytest.approx([0.125, 2.5, 0.0000301])
    assert [each.warnings[0] for each in (first, *first.reports)] == [
        "3 reports: --report 2",
        "3 reports: --report 3",
        "3 reports: --report 1",
    ]
    assert first[2][:5] == ("~", 0, "<built-in method time.sleep>", 2, 2)
    assert first.reports[1].has_lines and "while" in first.reports[1].texts["/srv/app/jobs.py"][31]


@pytest.mark.parametrize(
    "before", ["", "> ", "web_1  | ", "2024-01-01 10:00:00,123 INFO app: ", "\x1b[m\x1b[K"]
)
def test_what_begins_all_lines_is_left_out(before: str) -> None:
    text = "\n".join(before + line for line in LOG.splitlines())
    profile = load_bytes(text.encode())
    assert [len(each) for each in (profile, *profile.reports)] == [3, 2, 2]


@pytest.mark.parametrize("end", ["\n", "\n\n"])
def test_blank_lines_everywhere_or_nowhere(end: str) -> None:
    profile = load_bytes(re.sub("\n+", end, LOG).encode())
    assert [len(each) for each in (profile, *profile.reports)] == [3, 2, 2]


@pytest.mark.parametrize(("space", "end"), [(" ", "\n"), ("&nbsp;", "<br>"), ("&nbsp;", "<br />\n")])
def test_a_page(space: str, end: str) -> None:
    text = (HEAD + ROW.replace("f)", "&lt;module&gt;)")).replace(" ", space).replace("\n", end)
    profile = load_bytes(f"<html><pre><code>{text}</code></pre></html>".encode())
    assert profile.function(0) == ("a.py", 1, "<module>")


def test_names_that_a_mail_wrapped() -> None:
    figures = f"\n{ROW[:45]}"
    text = f"{HEAD}{figures}\na.py:1(f){figures} {{method 'x' of\n'a' objects}}{figures} <frozen\nabc>:1(g)"
    names = [record.name for record in load_bytes(f"{text}{figures} {{cut".encode())]
    assert names == ["f", "<method 'x' of 'a' objects>", "g"]


def test_tabs() -> None:
    assert load_bytes((HEAD + ROW).replace("    ", "\t").encode()).function(0) == ("a.py", 1, "f")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings_and_ends_of_lines(encoding: str) -> None:
    assert load_bytes((HEAD + ROW).replace("\n", "\r\n").encode(encoding)).function(0) == ("a.py", 1, "f")


def test_a_report_far_behind_the_beginning() -> None:
    assert load_bytes(b"request served\n" * 20_000 + (HEAD + ROW).encode()).count == 1


@pytest.mark.parametrize("text", [HEAD, "   12 function calls in 0.001 seconds\n", f"{HEAD}\nwords\n{ROW}"])
def test_without_a_row_it_is_refused(text: str) -> None:
    with pytest.raises(ProfileError, match="is a printed report without a row"):
        load_bytes(text.encode())


def test_counts_and_times_of_no_calls() -> None:
    rows = (
        "        0    0.000             0.000          a.py:1(f)\n"
        "12345678/1    9.000    1.000    9.500    9.500 b.py:2(g)\n"
        "      3/0    1.000    0.333    2.000          c.py:3(h)\n"
    )
    profile = load_bytes((HEAD + rows).encode())
    assert [record[3:7] for record in profile] == [
        (0, 0, 0.0, 0.0),
        (12345678, 1, 9.0, 9.5),
        (3, 0, 1.0, 2.0),
    ]


def test_names_narrower_than_the_heading() -> None:
    heading = "Function was called by...\n            ncalls  tottime  cumtime\n"
    text = f"{heading}x:1(f)  <-       2    0.001    0.002  x:2(g)\nx:2(g)  <-\n"
    profile = load_bytes(text.encode())
    assert [edge.name for edge in profile.callers(0)] == ["g"] and profile.count == 2


def test_nothing_is_said_to_contradict_itself() -> None:
    from proftui_parsers.consistency import checked

    text, _, _ = printed(FILES[0], "time", (20,), strip=True, how=("print_stats", "print_callers"))
    profile = load_bytes(text.encode())
    for each in (profile, add([profile, profile])):
        check = checked(each)
        assert not check.is_doubtful and check.notes == profile.warnings


def test_the_path_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(HEAD + ROW)
    assert load(str(path)).path == str(path)


def test_of_very_many_reports_the_first_are_read() -> None:
    profile = load_bytes(f"         2 function calls in 0.001 seconds\n\n{HEAD}{ROW}\n".encode() * 1_500)
    assert len(profile.reports) == 999 and profile.warnings[0] == "1,000+ reports: --report 2"
