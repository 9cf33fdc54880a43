"""Source text is found and read as data; its lines carry the figures of line_profiler."""

from __future__ import annotations

import argparse
import ast
import asyncio.base_events
import collections
import dataclasses
import functools
import inspect
import json.decoder
import os
import re
import subprocess
import sys
import threading
import tokenize
import typing
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.at_once import source_paths_of
from tests.support.corpus import SHARED, needs_corpus, shared_files
from tests.support.examples import examples, some
from tests.support.profiles import profile_of

from proftui import messages
from proftui.analysis.names import Names
from proftui.analysis.order import Order
from proftui.analysis.source import listing as listings
from proftui.analysis.source.locating import Note, SourcePaths
from proftui.analysis.source.source_text import (
    LARGEST,
    Source,
    block_end,
    find_source,
    reading,
    source_of,
    starts,
)
from proftui.background.pieces import finished
from proftui.drawing.figures import MICROSECONDS
from proftui.frame.sentences import text_note
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.views.source.rows import SourceTable
from proftui_parsers import load, read_bytes
from proftui_parsers.profile import LineTime, Profile

PLACES = SourcePaths(("p.stats",))


def listed(profile: Profile, index: int, sources: dict[str, Source]) -> listings.Listing:
    """The lines of a function, as they are recorded and found."""
    return listings.listing(profile, index, sources, source_paths_of(profile), Names(profile))


def read(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return find_source(str(path), PLACES)


# --- what is no source text


def test_what_has_no_file_is_told() -> None:
    for recorded, said in (
        ("~", "built-in"),
        ("", messages.SOURCE_NOTES["no file"]),
        ("<built-in>", "built-in"),
        ("<string>", "in no file: <string>"),
        ("<stdin>", "in no file: <stdin>"),
        ("<attrs generated init app.Thing>", "in no file: <attrs generated init"),
        ("<frozen app.main>", "in no file: <frozen app.main>"),
        ("/gone/x.py", "text not found: /gone/x.py"),
        ("gone.py", "text not found: gone.py"),
        ("a\0b.py", "not a path"),
        ("/tmp/ipykernel_29923/3424569518.py", "notebook"),
        ("<ipython-input-3-abc>", "<ipython-input-3-abc> was a cell"),
        ("x" * 5000, "text not found"),
        ("\ud800.py", "text not"),
    ):
        found = find_source(recorded, PLACES)
        assert found.lines == () and said in text_note(found.note) and found.note


@pytest.mark.parametrize(
    "recorded",
    [
        "//server/share/x.py",
        "\\\\server\\share\\x.py",
        "/dev/zero",
        "/dev/null",
        "/dev/stdin",
        "/dev/fd/0",
        "/dev/../dev/zero",
        "//dev/zero",
        "/proc/kmsg",
        "/proc/self/environ",
        "/proc/self/fd/0",
        "/sys/kernel/uevent_helper",
    ],
)
def test_devices_and_other_computers_are_not_opened(recorded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> bytes:
        raise AssertionError("opened")

    monkeypatch.setattr("proftui.analysis.source.source_text.read_bytes", never)
    found = find_source(recorded, PLACES)
    assert found.lines == () and found.note


def test_links_to_devices_are_not_opened(tmp_path: Path) -> None:
    for target in ("/dev/zero", "/dev/stdin", "/proc/kmsg", "/proc/self/environ"):
        link = tmp_path / "x.py"
        link.symlink_to(target)
        found = find_source(str(link), PLACES)
        assert found.lines == () and found.note
        link.unlink()


def test_standard_input_is_not_read_even_when_it_is_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret\n")
    code = (
        "from proftui.analysis.source.locating import SourcePaths\n"
        "from proftui.analysis.source.source_text import find_source\n"
        "for p in ('/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'): print(find_source(p, SourcePaths()).lines)"
    )
    with secret.open() as stdin:
        found = subprocess.run(
            [sys.executable, "-c", code], stdin=stdin, capture_output=True, text=True, timeout=60, check=True
        )
    assert found.stdout.split() == ["()", "()", "()"]


def test_a_dead_disk_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.py").write_text("text\n")
    answers, asked = threading.Event(), list[str]()

    def slow(path: str, most: int) -> bytes:
        asked.append(path)
        answers.wait()
        return read_bytes(path, most)

    monkeypatch.setattr("proftui.analysis.source.source_text.read_bytes", slow)
    monkeypatch.setattr("proftui.analysis.source.source_text.PATIENCE", 0.01)
    come = threading.Event()

    class Known(dict[str, Source]):
        def __setitem__(self, recorded: str, source: Source) -> None:
            super().__setitem__(recorded, source)
            come.set()

    known = Known()
    for _ in range(3):
        found = source_of(str(tmp_path / "x.py"), PLACES, known)
        assert found.lines == () and found.note.kind == "waiting"
    assert len(asked) == 1, "each look asks the disk once more"
    answers.set()
    assert come.wait(10)
    assert source_of(str(tmp_path / "x.py"), PLACES, known).lines == ("text",)


def test_a_fault_while_a_file_is_read_keeps_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.py").write_text("text\n")

    def fault(path: str, most: int) -> bytes:
        raise ZeroDivisionError("the reason")

    monkeypatch.setattr("proftui.analysis.source.source_text.read_bytes", fault)
    with pytest.raises(ZeroDivisionError, match="the reason"):
        source_of(str(tmp_path / "x.py"), PLACES, {})
    with pytest.raises(ZeroDivisionError, match="the reason"):
        finished(reading(str(tmp_path / "x.py"), PLACES, {}))
    assert capfd.readouterr().err == "", "a thread wrote over the screen"


def test_a_path_that_no_system_opens_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[object] = []
    monkeypatch.setattr(os.path, "lexists", looked_for.append)
    found = find_source("/a" * 20_000 + ".py", PLACES)
    assert found.path is None and "not found" in text_note(found.note) and not looked_for


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    assert len(read(tmp_path / "x.py", b"#" * (LARGEST - 1) + b"\n").lines) == 1
    assert "more than the limit" in text_note(read(tmp_path / "x.py", b"#" * LARGEST + b"\n").note)


# --- encodings and line ends


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("s = 'é'\n".encode(), "s = 'é'"),
        ("\ufeffs = 'é'\n".encode(), "s = 'é'"),
        ("# coding: latin-1\ns = 'é'\n".encode("latin-1"), "s = 'é'"),
        ("#!/usr/bin/python\n# -*- coding: cp1252 -*-\ns = '€'\n".encode("cp1252"), "s = '€'"),
        ("# vim: set fileencoding=shift_jis :\ns = '漢'\n".encode("shift_jis"), "s = '漢'"),
        (b"s = '\xff'\n", "s = '\ufffd'"),
    ],
)
def test_text_is_read_in_its_own_encoding(tmp_path: Path, data: bytes, line: str) -> None:
    assert read(tmp_path / "x.py", data).lines[-1] == line


@pytest.mark.parametrize(
    "codec",
    [
        "utf-16",
        "utf-32-le",
        "cp037",
        "wat",
        "rot13",
        "hex",
        "base64",
        "zlib",
        "bz2",
        "uu",
        "punycode",
        "idna",
        "unicode_escape",
        "undefined",
    ],
)
def test_codecs_that_are_unknown_or_for_no_text_are_read_as_utf_8_at_once(tmp_path: Path, codec: str) -> None:
    text = f"# coding: {codec}\ns = 'é \\d {'-a' * 300_000}'\n"
    found = read(tmp_path / "x.py", text.encode())
    assert found.lines == tuple(text.splitlines())
    assert found.note.kind == "encoding" and text_note(found.note).startswith("!")


@examples(200)
@given(st.text(alphabet="ab \t\r\n\x0b\x0c\x1c\x1d\x85\u2028\u2029é", max_size=40))
def test_lines_are_numbered_as_python_numbers_them(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.py"
    if not text:
        return
    found = read(path, text.encode())
    with path.open(encoding="utf-8") as file:  # universal newlines
        assert list(found.lines) == [line.rstrip("\n") for line in file]


# --- where it is looked for


def test_a_relative_path_is_looked_for_beside_the_profile_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
        (folder / "x.py").write_text(f"# {folder.name}\n")
    monkeypatch.chdir(here)
    assert find_source("x.py", SourcePaths((str(there / "p.stats"),))).lines == ("# there",)
    assert find_source("x.py", SourcePaths(("-",))).lines == ("# here",)
    (there / "x.py").unlink()
    assert find_source("x.py", SourcePaths((str(there / "p.stats"),))).lines == ("# here",)


def test_no_home_folder_or_variable_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.py").write_text("secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("FOLDER", str(tmp_path))
    for recorded in ("~/x.py", "$FOLDER/x.py", "${FOLDER}/x.py", "%FOLDER%/x.py"):
        assert find_source(recorded, PLACES).lines == ()


def test_text_that_is_newer_than_the_profile_is_told(tmp_path: Path) -> None:
    source, profile = tmp_path / "x.py", tmp_path / "p.stats"
    source.write_text("x = 1\n")
    profile.write_text("")
    os.utime(profile, (1000, 1000))
    places = SourcePaths(("-", "gone.stats", str(profile)))
    assert find_source(str(source), places).note.kind == "changed"
    os.utime(source, (500, 500))
    assert not find_source(str(source), places).note


# --- whether the text is that of the function

MODULES = [
    argparse,
    ast,
    asyncio.base_events,
    collections,
    dataclasses,
    functools,
    inspect,
    json.decoder,
    threading,
    tokenize,
    typing,
    subprocess,
]


def codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


def source_lines(module: ModuleType) -> tuple[str, list[str]]:
    text = inspect.getsource(module)
    return text, text.splitlines()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_functions_start_where_python_starts_them_and_hardly_elsewhere(module: ModuleType) -> None:
    text, lines = source_lines(module)
    found = [(code.co_firstlineno, code.co_name) for code in codes(compile(text, "x.py", "exec"))]
    assert [place for place in found if not starts(lines, *place)] == []
    qualified = [(code.co_firstlineno, code.co_qualname) for code in codes(compile(text, "x.py", "exec"))]
    assert [place for place in qualified if not starts(lines, *place)] == []
    named = [(line, name) for line, name in found if not name.startswith("<") and name != "__annotate__"]
    moved = [place for place in named if not starts(["# one line more", *lines], *place)]
    assert len(moved) > 0.9 * len(named)


@pytest.mark.parametrize(
    ("line", "name", "fits"),
    [
        ("def f(x):", "f", True),
        ("async def f():", "Thing.f", True),
        ("def ff(x):", "f", False),
        ("    x = f(1)", "f", False),
        ("class Thing:", "Thing", True),
        ("@cache", "f", False),
        ("key=lambda x: x)", "<lambda>", True),
        ("x = 1", "f.<locals>.<lambda>", False),
        ("x = [a", "<listcomp>", True),
        ("x = 1", "<genexpr>", False),
        ("x = 1", "<module>", True),
        ("def ℌ(): pass", "H", True),
        ("def " * 1_000_000, "f", False),
        ("", "f", False),
        ("def f(", "", True),
    ],
)
def test_a_line_is_the_start_of_a_function_if_it_names_it(line: str, name: str, fits: bool) -> None:
    assert starts(["", line, ""], 2, name) is fits


def test_a_decorated_function_starts_with_its_decorators() -> None:
    lines = ["@a(", "    1)", "# why", "@b", "def f(): pass", "def g(): pass"]
    assert starts(lines, 1, "f") and starts(lines, 4, "f")
    assert not starts(["@a", "x = 1", "y = 1"], 1, "f")


# --- where a function ends


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_functions_end_where_the_syntax_tree_says(module: ModuleType) -> None:
    text, lines = source_lines(module)
    ends = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            ends[first] = node.end_lineno
    assert len(ends) > 5
    assert {first: block_end(lines, first) for first in ends} == ends


@pytest.mark.parametrize(
    "body",
    [
        ["    data = [", "1, " * 5_000, "    ]"],
        ["    data = ['" + "b', 'c" * 3_000 + "'"],
        ["    data = ['" + "b" * 20_000 + "',", "        'c']"],
        ['    """' + "words " * 3_000, '    the end."""'],
        ["# " + "-" * 20_000],
        ["    x = {" + "'a': 1, " * 3_000 + "}"],
    ],
)
def test_a_function_with_a_very_long_line_is_shown_to_its_end(body: list[str]) -> None:
    lines = ["def f():", *body, "    return 1", "", "def g():", "    pass"]
    assert block_end(lines, 1) == len(body) + 2


@pytest.mark.parametrize("line", ["'\"\\'\"" * 2_000, "$" * 9_000, "é+" * 4_000])
def test_many_long_lines_that_are_no_python_are_not_looked_through_for_minutes(line: str) -> None:
    assert 1 <= block_end(["def f():", *[f"    {line}"] * 200], 1) <= 201


@examples(300)
@given(
    st.lists(
        st.sampled_from(
            [
                "def f():",
                "    x",
                "\t\ty",
                "(",
                "]",
                '"""',
                "@d",
                "",
                "#",
                "  'a",
                "\\",
                "\x0c",
                "lambda: 0",
                "\0",
            ]
        ),
        max_size=9,
    ),
    st.integers(1, 9),
)
def test_no_text_breaks_the_search_for_the_end(lines: list[str], first: int) -> None:
    assert first <= block_end(lines, first) <= max(first, len(lines))


# --- the listing


FUNCTION = re.compile(r"^Function: (.+) at line (\d+)$")


def told(text: str) -> dict[tuple[str, int], list[tuple[int, list[str], str]]]:
    """What line_profiler printed: by function, the number, the four figures and the text of each line."""
    found: dict[tuple[str, int], list[tuple[int, list[str], str]]] = {}
    rows: list[tuple[int, list[str], str]] = []
    start = 0
    for line in text.partition("Timer unit:")[2].splitlines():
        if match := FUNCTION.match(line):
            rows = found.setdefault((match[1], int(match[2])), [])
            start = 0
        elif line.startswith("Line #"):
            start = line.index("Line Contents")
        elif start and (number := line[:6].strip()).isdigit():
            rows.append((int(number), line[6:start].split(), line[start:]))
    return found


def table(figs: Figures, listing: listings.Listing, width: int) -> SourceTable:
    session = Session(figs.profile, Order("tottime", True))
    session.figures = figs
    return SourceTable(session, listing, width)


def shown(name: str, width: int = 160) -> dict[tuple[str, int], dict[int, tuple[list[str], str]]]:
    """What the Source view draws of each function, times in microseconds as line_profiler has them."""
    profile = load(str(SHARED / "lprof" / f"{name}.lprof"))
    figs = Figures(profile, MICROSECONDS)
    sources: dict[str, Source] = {}
    found = {}
    for index in range(profile.count):
        program = SHARED / "programs" / Path(profile.files[index]).name
        if program.exists():
            text = program.read_text("utf-8").split("\n")
            sources[profile.files[index]] = Source(tuple(text), str(program))
        listing = listed(profile, index, sources)
        place = table(figs, listing, width)
        rows = {}
        for number in range(len(listing.numbers)):
            line = place.row(number, 0, ()).text
            before = line[: place.table.used + 2].split()
            figures = [word for word in before[1:] if not set(word) & set("▏▎▍▌▋▊▉█")]
            if len(figures) > 3 and figures[3] in MICROSECONDS_IN:
                figures[2:4] = [" ".join(figures[2:4])]
            rows[int(before[0])] = (figures, line[place.table.used + 2 :].rstrip())
        found[profile.names[index], profile.linenos[index]] = rows
    return found


TEXTS = [path.stem for path in shared_files("lprof") if path.suffix == ".txt"]


MICROSECONDS_IN = {"ns": 1e-3, "µs": 1.0, "ms": 1e3, "s": 1e6}


def same(ours: str, theirs: str) -> bool:
    """Equal, but for a last digit that was rounded from another float, or fewer digits of theirs, or ours."""
    if ours == theirs:
        return True
    if " " in ours:
        digits, unit = ours.split()
        return float(digits) * MICROSECONDS_IN[unit] == pytest.approx(float(theirs), rel=0.006, abs=0.0501)
    one, other = float(ours), float(theirs)
    return abs(one - other) <= (0.1001 if "e" not in theirs else 0.06 * abs(other))


@needs_corpus
@pytest.mark.parametrize("name", some(TEXTS, 3))
def test_listings_have_the_figures_that_line_profiler_prints(name: str) -> None:
    path = SHARED / "lprof" / f"{name}.txt"
    text = path.read_text("utf-8", errors="replace")
    if "Timer unit: 1e-06" not in text:
        pytest.skip("printed in another unit")
    ours = shown(name)
    compared = 0
    for function, rows in told(text).items():
        listing = ours[function]
        for number, figures, _ in rows:
            if not figures:
                assert listing.get(number, ([], ""))[0] == []
                continue
            assert listing[number][0][0] == figures[0]
            assert all(map(same, listing[number][0][1:], figures[1:])), (function, number, figures)
            compared += 1
    assert compared or not any(any(row[1] for row in rows) for rows in told(text).values())


def test_a_listing_covers_the_function_and_the_lines_that_were_measured() -> None:
    lines = {0: (LineTime(1, 1, 0.5), LineTime(9, 2, 0.25))}
    profile = profile_of([("x.py", 1, "f"), ("x.py", 4, "<module>")], lines=lines)
    text = ("def f():", "    return 1", "", "x = 1", "", "", "", "", "y", "z")
    sources = {"x.py": Source(text, "x.py")}
    listing = listed(profile, 0, sources)
    assert list(listing.numbers) == list(range(1, 10)) and listing.total == 0.75
    assert listing.hottest == (0, 8)
    whole = listed(profile, 1, sources)
    assert list(whole.numbers) == list(range(4, 11)) and not whole.has_times


def test_text_that_is_shorter_than_the_profile_says_so() -> None:
    profile = profile_of([("x.py", 1, "f")], lines={0: (LineTime(1, 1, 0.5), LineTime(90, 2, 0.25))})
    listing = listed(profile, 0, {"x.py": Source(("def f():", "    pass"), "x.py")})
    assert text_note(listing.note) == messages.SOURCE_NOTES["fewer lines"].format(2)
    place = table(Figures(profile), listing, 80)
    texts = [place.row(row, 0, ()).text for row in range(len(listing.numbers))]
    assert texts[-1].split()[:3] == ["90", "2", "0.250"]


def drawn(profile: Profile, listing: listings.Listing) -> list[str]:
    place = table(Figures(profile), listing, 80)
    return [place.row(row, 0, ()).text for row in range(len(listing.numbers))]


def test_lines_that_do_not_fit_are_told_in_one_line_of_the_screen() -> None:
    name = "calculate_" + "everything_" * 20
    places = [("x.py", 2, "f"), ("x.py", 2, name), ("x.py", 1, "f")]
    profile = profile_of(places, lines={0: (LineTime(2, 1, 0.5),)})
    sources = {"x.py": Source(("def f():", "    return 1"), "x.py")}
    listing = listed(profile, 0, sources)
    assert text_note(listing.note) == messages.SOURCE_NOTES["other start"].format(2, name="f")
    assert drawn(profile, listing)[0].split()[:3] == ["2", "1", "0.500"]
    assert len(text_note(listed(profile, 1, sources).note)) <= 78
    assert not listed(profile, 2, sources).note
    may_differ = Note("some Python", "", ("3.1",))
    sources["x.py"] = Source(("def f():", "    return 1"), "x.py", may_differ, verified=False)
    assert listed(profile, 0, sources).note.kind == "other start"
    assert listed(profile, 2, sources).note == may_differ


def hazards(folder: Path) -> dict[str, str]:
    """The recorded paths that could do harm, and what is said of each."""
    os.mkfifo(folder / "fifo.py")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "zero.py").symlink_to("/dev/zero")
    with (folder / "huge.py").open("wb") as huge:
        huge.truncate(1 << 40)
    (folder / "binary.py").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(100))
    (folder / "codec.py").write_bytes(b"# coding: rot13\ndef f():\n    return 1\n")
    (folder / "empty.py").write_bytes(b"")
    return {
        f"{folder}/fifo.py": "is a pipe",
        f"{folder}/zero.py": "is a device",
        "/dev/zero": "is a device",
        "/dev/stdin": "is a device",
        "/proc/kmsg": "is a device",
        "//server/share/x.py": "another computer",
        "\\\\server\\share\\x.py": "another computer",
        f"{folder}/loop.py": "text not found",
        f"{folder}/huge.py": "more than the limit",
        f"{folder}/binary.py": "is not text",
        f"{folder}/codec.py": messages.SOURCE_NOTES["encoding"],
        f"{folder}/empty.py": "is empty",
        f"{folder}/{'deep/' * 60}x.py": "text not found",
    }


def test_every_hazard_of_a_path_gives_the_figures_and_a_note(tmp_path: Path) -> None:
    for recorded, said in hazards(tmp_path).items():
        profile = profile_of([(recorded, 2, "f")], lines={0: (LineTime(3, 4, 0.5),)})
        listing = listed(profile, 0, {})
        told = text_note(listing.note)
        assert said in told and len(told) <= 78, (recorded, told)
        assert drawn(profile, listing)[-1].split()[:3] == ["3", "4", "0.500"]
