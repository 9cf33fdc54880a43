"""Source text is looked for where the user says and where the profile says, and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.at_once import source_paths_of
from tests.support.examples import examples
from tests.support.profiles import profile_of

from proftui import messages
from proftui.analysis.nearby import Nearby, is_network
from proftui.analysis.order import Order
from proftui.analysis.source.locating import (
    RUNNING,
    RUNNING_LIBRARY,
    Note,
    SourcePaths,
    components,
    in_library,
    not_found,
)
from proftui.analysis.source.source_text import find_source
from proftui.cli.main import main
from proftui.drawing.safe_text import cell_width, clean
from proftui.frame.sentences import NOTE_CELLS, text_note
from proftui.state.kept import reloaded
from proftui.state.project_file import parse_map, parse_root
from proftui.state.session import Session
from proftui_parsers.profile import LineTime

OTHER = "3.1"
"""A Python that does not run these tests."""


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def paths(recorded: str, places: SourcePaths) -> list[str]:
    return [candidate.path for candidate in places.candidates(recorded)]


# --- maps


@pytest.mark.parametrize(
    ("prefix", "recorded", "tail"),
    [
        ("/app", "/app/x.py", "x.py"),
        ("/app/", "/app/pkg/x.py", "pkg/x.py"),
        ("/app/x.py", "/app/x.py", ""),
        ("/", "/app/x.py", "app/x.py"),
        (".", "pkg/x.py", "pkg/x.py"),
        ("..", "../x.py", "x.py"),
        ("/app", "/app/./a//../x.py", "x.py"),
        ("C:\\app", "C:\\app\\pkg\\x.py", "pkg/x.py"),
        ("c:/App", "C:\\app\\pkg/x.py", "pkg/x.py"),
        ("C:\\", "C:\\app\\x.py", "app/x.py"),
        ("src", "src\\x.py", "x.py"),
        ("\\\\server\\share", "\\\\Server\\share\\x.py", "x.py"),
        ("//server/share", "//server/share/x.py", "x.py"),
    ],
)
def test_a_prefix_of_whole_components_is_replaced(prefix: str, recorded: str, tail: str) -> None:
    first = paths(recorded, SourcePaths(maps=((prefix, "/new/src"),)))[0]
    assert first == f"/new/src/{tail}".rstrip("/")


@pytest.mark.parametrize(
    ("prefix", "recorded"),
    [
        ("/app", "/application/x.py"),
        ("/app", "app/x.py"),
        ("app", "/app/x.py"),
        ("/App", "/app/x.py"),
        (".", "/app/x.py"),
        (".", "C:\\x.py"),
        ("/app/pkg/x.py", "/app/pkg"),
        ("C:\\app", "D:\\app\\x.py"),
        ("/app", "/app/../etc/passwd"),
        (".", "../../etc/passwd"),
        ("src", "src/../../x.py"),
        ("/app", "/app/a/../../x.py"),
    ],
)
def test_other_paths_are_not_mapped(prefix: str, recorded: str) -> None:
    assert not [
        path for path in paths(recorded, SourcePaths(maps=((prefix, "/new"),))) if path.startswith("/new")
    ]


def test_the_longest_prefix_is_tried_first_and_maps_come_before_the_recorded_path() -> None:
    places = SourcePaths(maps=(("/", "/a"), ("/app/pkg", "/b"), ("/app", "/c")), roots=("/d",))
    assert paths("/app/pkg/x.py", places)[:4] == [
        "/b/x.py",
        "/c/pkg/x.py",
        "/a/app/pkg/x.py",
        "/app/pkg/x.py",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "/app", "=./src", "/app=", "a\0=b", "/app=//server/share", "/app=\\\\server\\c", "/app=~/src"],
)
def test_what_is_no_map_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^takes [^\n]+$"):
        parse_map(text)


def test_a_map_is_cut_at_the_first_equals_sign() -> None:
    assert parse_map("/app=./a=b") == ("/app", "./a=b")
    for text in ("", "~", "~/src", "//server/src", "a\0b"):
        with pytest.raises(ValueError, match=r"^takes a "):
            parse_root(text)


# --- roots


def test_the_longest_tail_below_a_root_wins(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    places = SourcePaths(roots=(one, two))
    recorded = "/venv/lib/python3.1/site-packages/pkg/sub/x.py"
    for folder, text in (("one", "short"), ("two/sub", "longer"), ("one/pkg/sub", "longest")):
        write(tmp_path / folder / "x.py", text)
        assert find_source(recorded, places).lines == (text,)
    assert find_source("C:\\src\\pkg\\sub\\x.py", places).lines == ("longest",)
    assert find_source("../pkg/sub/x.py", places).lines == ("longest",)


def test_the_recorded_path_comes_before_the_roots(tmp_path: Path) -> None:
    recorded = write(tmp_path / "app" / "x.py", "recorded")
    write(tmp_path / "root" / "app" / "x.py", "root")
    assert find_source(recorded, SourcePaths(roots=(str(tmp_path / "root"),))).lines == ("recorded",)


def test_a_name_that_every_package_has_is_not_enough(tmp_path: Path) -> None:
    places = SourcePaths(roots=(str(tmp_path),))
    write(tmp_path / "__init__.py", "mine")
    assert find_source("/app/pkg/__init__.py", places).lines == ()
    write(tmp_path / "pkg" / "__init__.py", "theirs")
    assert find_source("/app/pkg/__init__.py", places).lines == ("theirs",)


PARTS = st.lists(st.sampled_from(["..", ".", "", "a", "b.py", "C:", "~", "$HOME", "lib"]), max_size=8)
SEPARATORS = st.sampled_from(["/", "\\"])


@examples(500)
@given(PARTS, SEPARATORS, PARTS, SEPARATORS)
def test_no_path_leaves_its_root_and_none_is_on_another_computer(
    prefix: list[str], one: str, rest: list[str], other: str
) -> None:
    start = one.join(prefix)
    recorded = start + other + other.join(rest)
    with_places = set(paths(recorded, SourcePaths(maps=((start, "/r/map"),), roots=("/r/root",))))
    without = set(paths(recorded, SourcePaths()))
    for path in with_places - without:
        assert path == os.path.normpath(path) and (path + "/").startswith(("/r/map/", "/r/root/"))
    near = Nearby(mounts={})
    for path in with_places | without:
        assert os.path.isabs(path) and not (is_network(path) and near.reached(path).path)


# --- other computers


@pytest.mark.parametrize(
    ("recorded", "places"),
    [
        ("//server/share/x.py", SourcePaths()),
        ("\\\\server\\share\\x.py", SourcePaths()),
        ("/\\server\\x.py", SourcePaths()),
        ("/app/x.py", SourcePaths(maps=(("/app", "//server/share"),), roots=("//server/root",))),
        ("x.py", SourcePaths(("//server/share/p.stats",))),
        ("/net/server/x.py", SourcePaths()),
        ("/tmp/../net/server/x.py", SourcePaths()),
        ("../" * 50 + "net/server/x.py", SourcePaths(("/home/me/p.stats",))),
    ],
)
def test_no_other_computer_is_asked(
    recorded: str, places: SourcePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(path: str) -> None:
        asked.append(path)
        raise FileNotFoundError

    monkeypatch.setattr(os, "lstat", ask)
    assert find_source(recorded, places).lines == ()
    for path in asked:
        assert not os.path.abspath(path).startswith(("//", "\\\\", "/net/"))


def test_a_mounted_folder_that_the_user_works_in_is_asked() -> None:
    recorded = "/net/server/home/x.py"
    for named in (SourcePaths(("/net/server/home/p.stats",)), SourcePaths(roots=("/net/server",))):
        assert recorded in paths(recorded, named) and not named.nearby.reached(recorded).why
    assert SourcePaths(roots=("/net/serv",)).nearby.reached(recorded).why


# --- the standard library


def test_frozen_modules_are_the_running_pythons_when_the_profile_is_of_the_same() -> None:
    same = source_paths_of(profile_of([(f"/elsewhere/lib/python{RUNNING}/json/decoder.py", 1, "f")]))
    assert same.python == RUNNING
    for recorded, tail in (
        ("<frozen importlib._bootstrap>", "importlib/_bootstrap.py"),
        ("<frozen runpy>", "runpy.py"),
        ("<frozen importlib>", "importlib/__init__.py"),
    ):
        found = find_source(recorded, same)
        assert found.path == os.path.join(RUNNING_LIBRARY, tail)
        assert found.lines and found.verified and not found.note.kind.endswith("Python")


def test_frozen_modules_of_another_or_unknown_python_are_marked() -> None:
    other = find_source("<frozen os>", SourcePaths(python=OTHER))
    assert other.lines and not other.verified
    assert text_note(other.note) == messages.SOURCE_NOTES["other Python"].format(RUNNING, OTHER)
    unknown = find_source("<frozen os>", SourcePaths())
    assert unknown.lines and not unknown.verified
    assert text_note(unknown.note) == messages.SOURCE_NOTES["some Python"].format(RUNNING)
    assert max(len(text_note(one.note)) for one in (other, unknown)) <= NOTE_CELLS


@pytest.mark.parametrize(
    "recorded",
    ["<frozen ../../etc/passwd>", "<frozen app>", "<frozen >", "<frozen os", "<frozen os.>", "<frozen /etc>"],
)
def test_other_frozen_names_are_not_looked_for(recorded: str) -> None:
    assert [path for path in paths(recorded, SourcePaths()) if path.startswith(RUNNING_LIBRARY)] == []


@pytest.mark.parametrize(
    "folder", ["/gone/lib/python{}", "C:\\Python{}\\lib", "D:/Programs/Python/Python{}-32/Lib"]
)
def test_the_library_of_another_machine_falls_back_to_the_running_python(folder: str) -> None:
    def found(python: str) -> tuple[bool, str]:
        where = folder.format(python if "lib/python" in folder else python.replace(".", ""))
        source = find_source(f"{where}/json/decoder.py", SourcePaths())
        assert source.path == os.path.join(RUNNING_LIBRARY, "json", "decoder.py") and source.lines
        return source.verified, text_note(source.note)

    assert found(RUNNING)[0]
    verified, note = found(OTHER)
    assert not verified and note.startswith("! text of Python")


def test_only_the_standard_library_falls_back(tmp_path: Path) -> None:
    for recorded in (
        f"/gone/lib/python{RUNNING}/site-packages/json/decoder.py",
        f"/gone/lib/python{RUNNING}/nonesuch/decoder.py",
        f"/gone/lib/python{RUNNING}/json/../../../etc/passwd",
        "/gone/lib/json/decoder.py",
        "/gone/json/decoder.py",
    ):
        assert find_source(recorded, SourcePaths()).lines == ()


def test_the_library_that_was_profiled_is_better_than_the_running_one(tmp_path: Path) -> None:
    folder = tmp_path / "lib" / f"python{OTHER}"
    write(folder / "runpy.py", "# of the profiled Python\n")
    places = source_paths_of(profile_of([(f"{folder}/json/decoder.py", 1, "f")]))
    found = find_source("<frozen runpy>", places)
    assert found.lines == ("# of the profiled Python",) and found.verified


def test_a_root_can_hold_the_library_but_not_by_a_bare_name(tmp_path: Path) -> None:
    places = SourcePaths(roots=(str(tmp_path),))
    write(tmp_path / "decoder.py", "mine")
    recorded = f"/gone/lib/python{OTHER}/json/decoder.py"
    assert not find_source(recorded, places).verified
    write(tmp_path / "json" / "decoder.py", "theirs")
    assert find_source(recorded, places).lines == ("theirs",)


def test_a_profile_of_several_pythons_is_of_none() -> None:
    several = [("/a/lib/python3.1/os.py", 1, "f"), ("/b/lib64/python3.2t/os.py", 1, "f")]
    assert source_paths_of(profile_of(several)).python == ""
    assert source_paths_of(profile_of(several[1:])).python == "3.2"
    assert source_paths_of(profile_of([("/usr/lib/python3/dist-packages/x.py", 1, "f")])).python == ""
    assert source_paths_of(profile_of([("/x/lib/pypy3.10/os.py", 1, "f")])).python == "PyPy 3.10"
    store = "C:\\WindowsApps\\PythonSoftwareFoundation.Python.3.11_3.11.9_x64__q\\Lib\\os.py"
    assert source_paths_of(profile_of([(store, 1, "f")])).python == "3.11"


@examples(300)
@given(st.text(alphabet="ab/\\.:<>~libpython3.1 \x1b\u202e漢", max_size=120), st.text(max_size=80))
def test_notes_are_of_one_line_whatever_was_recorded(recorded: str, reason: str) -> None:
    in_library(recorded), components(recorded)
    for note in map(text_note, (not_found(recorded), Note("unreadable", recorded, (reason,)))):
        assert note == clean(note) and 0 < cell_width(note) <= NOTE_CELLS


# --- sessions and the command line


def test_a_session_looks_where_it_was_told_also_when_read_anew(tmp_path: Path) -> None:
    file = write(tmp_path / "src" / "x.py", "def f():\n    return 1\n")
    profile = profile_of([("/app/x.py", 1, "f")], lines={0: (LineTime(2, 1, 0.5),)})
    own = Order.usual("tottime")
    session = Session(profile, own, maps=(("/app", os.path.dirname(file)),))
    assert session.listing(0).text == {1: "def f():", 2: "    return 1"}
    again = reloaded(session, profile)
    assert again.listing(0).text and Session(profile, own, [str(tmp_path / "src")]).listing(0).text


def test_the_command_line_takes_roots_and_maps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import marshal

    write(tmp_path / "src" / "x.py", "def f():\n    return 'seen'\n")
    stats = tmp_path / "p.stats"
    stats.write_bytes(marshal.dumps({("/gone/app/x.py", 1, "f"): (1, 1, 0.5, 0.5, {})}))
    monkeypatch.chdir(tmp_path)
    shown = ["p.stats", "--view", "source", "--print"]
    assert main(shown) == 0
    assert messages.TRY_MAP_OF.format("/gone/app/x.py", "/gone/app") in capsys.readouterr().out
    for options in (["--map", "/gone/app=./src"], ["--source-root", "tui", "--source-root", "src"]):
        (tmp_path / "tui").mkdir(exist_ok=True)
        assert main([*shown, *options]) == 0
        assert "return 'seen'" in capsys.readouterr().out
    write(tmp_path / "src" / "x.py", "x = 1\n")
    assert main([*shown, "--source-root", "src"]) == 0
    assert messages.SOURCE_NOTES["other start"].format(1, name="f") in capsys.readouterr().out


@pytest.mark.parametrize(
    "options",
    [
        ["--map", "/app"],
        ["--map", "/app=//server/src"],
        ["--source-root", "nonesuch"],
        ["--source-root", "\\\\server\\src"],
        ["--source-root", ""],
    ],
)
def test_bad_places_are_told_in_a_sentence(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--demo", "--print", *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"proftui: {options[0]} takes ") and said.count("\n") == 1
