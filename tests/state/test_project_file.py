"""``[tool.proftui]`` of a pyproject.toml: four keys; what is wrong is noted, the rest holds."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.profiles import profile_of

from proftui import messages
from proftui.analysis.order import Order
from proftui.state.kept import reloaded
from proftui.state.project_file import MOST_BYTES, NAME, ProjectFile, project_file
from proftui.state.session import Session
from proftui.state.settings import Settings

GOOD = """
[tool.proftui]
mine = ["black", "src/lib/**"]
not-mine = ["**/_vendor/**"]
source-roots = ["src", "/abs"]
maps = {"/app" = "./src"}
"""


def read(folder: Path, text: str | bytes) -> ProjectFile:
    data = text.encode() if isinstance(text, str) else text
    (folder / NAME).write_bytes(data)
    return project_file(str(folder))


def test_the_four_keys_are_read_and_paths_are_relative_to_its_folder(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    assert [(rule.pattern, rule.is_mine, rule.base) for rule in found.rules] == [
        ("black", True, str(tmp_path)),
        ("src/lib/**", True, str(tmp_path)),
        ("**/_vendor/**", False, str(tmp_path)),
    ]
    assert found.roots == (str(tmp_path / "src"), "/abs")
    assert found.maps == (("/app", str(tmp_path / "src")),)
    assert found.notes == ()


def test_the_nearest_one_at_or_above_counts_alone(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert len(read(tmp_path, GOOD).rules) == 3
    assert len(project_file(str(deep)).rules) == 3
    (tmp_path / "a" / NAME).write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert project_file(str(deep)) == ProjectFile()


def test_what_is_not_for_proftui_says_nothing(tmp_path: Path) -> None:
    for text in ("", "[tool.other]\nmine = 3\n", "x = [", "[tool]\nother = 'proftui'\n"):
        assert read(tmp_path, text) == ProjectFile(), text


@pytest.mark.parametrize(
    ("line", "key", "note"),
    [
        ('mine = "black"', "mine", messages.NO_LIST_OF_TEXTS.format(NAME, "mine")),
        ("not-mine = [1]", "not-mine", messages.NO_LIST_OF_TEXTS.format(NAME, "not-mine")),
        ("source-roots = {}", "source-roots", messages.NO_LIST_OF_TEXTS.format(NAME, "source-roots")),
        ('maps = ["a=b"]', "maps", messages.NO_TABLE_OF_TEXTS.format(NAME, "maps")),
        ("maps = {a = 3}", "maps", messages.NO_TABLE_OF_TEXTS.format(NAME, "maps")),
        ('mine = ["", "black", "src/lib/**"]', "", "mine takes a path"),
        ('source-roots = ["//host/x", "src", "/abs"]', "", messages.FOLDER_ELSEWHERE.format("//host/x")),
        ('source-roots = ["/net/host/x", "src", "/abs"]', "", "/net/host/x"),
        ('maps = {"/app" = "./src", "/b" = "~/x"}', "", messages.NO_TILDE),
    ],
)
def test_a_wrong_value_is_noted_and_the_rest_holds(tmp_path: Path, line: str, key: str, note: str) -> None:
    name = line.partition(" ")[0]
    kept = "\n".join(line if old.startswith(f"{name} ") else old for old in GOOD.splitlines())
    found, good = read(tmp_path, kept), read(tmp_path, GOOD)
    (tmp_path / NAME).write_text(kept, encoding="utf-8")
    (noted,) = found.notes
    assert note in noted and noted.startswith(NAME) and noted.isprintable()
    rules = tuple(rule for rule in good.rules if rule.is_mine != (key == "mine") or key == "")
    assert key not in ("mine", "") or found.rules == rules
    assert found.roots == (() if key == "source-roots" else good.roots)
    assert found.maps == (() if key == "maps" else good.maps)


@pytest.mark.parametrize(
    "text",
    [
        f"{GOOD}\nmine = [",
        f"{GOOD}\nmine = []\n",
        b"[tool.proftui]\nmine = ['\xff']\n",
        b"[tool.proftui]\nmine = ['\x00']\n",
        f"{GOOD}\nx = {'[' * 100_000}",
        f"{GOOD}\n{'a.' * 300_000}b = 1",
        f"[{'a.' * 300_000}b]\n{GOOD}",
        f"{GOOD}#{'x' * MOST_BYTES}",
        "tool = {proftui = 3}",
        "[tool]\nproftui = ['mine']",
        "[[tool.proftui]]\nmine = []",
    ],
    ids=lambda text: str(len(text)),
)
def test_a_hostile_file_is_noted_in_one_sentence(tmp_path: Path, text: str | bytes) -> None:
    found = read(tmp_path, text)
    (note,) = found.notes
    assert found == ProjectFile(notes=(note,)) and NAME in note and len(note) < 200 and "\n" not in note


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    def notes() -> tuple[str, ...]:
        found = project_file(str(tmp_path)).notes
        (tmp_path / NAME).rmdir() if (tmp_path / NAME).is_dir() else (tmp_path / NAME).unlink()
        return found

    irregular = (messages.NOT_READ.format(NAME, messages.NO_REGULAR_FILE),)
    os.mkfifo(tmp_path / NAME)
    assert notes() == irregular
    (tmp_path / NAME).mkdir()
    assert notes() == irregular
    (tmp_path / NAME).symlink_to("/dev/zero")
    assert notes() == irregular
    (tmp_path / NAME).symlink_to(NAME)
    assert notes() == ()
    (tmp_path / NAME).symlink_to("nowhere")
    assert notes() == ()
    with socket.socket(socket.AF_UNIX) as served:
        before = Path.cwd()
        os.chdir(tmp_path)
        try:
            served.bind(NAME)
        finally:
            os.chdir(before)
        assert notes() == irregular


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_noted(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(GOOD, encoding="utf-8")
    (tmp_path / NAME).chmod(0)
    assert project_file(str(tmp_path)).notes == (messages.NOT_READ.format(NAME, messages.UNREADABLE),)


# --- when it is read, and what beats it


def session(settings: Settings | None = None) -> Session:
    places = {
        ("/x/black/a.py", 1, "f"): (1, 1, 1.0, 1.0),
        ("/y/site-packages/black/b.py", 1, "g"): (1, 1, 1, 1),
    }
    return Session(
        profile_of(places), Order.usual("tottime"), ["/given"], [("/app", "/given")], settings=settings
    )


def test_it_is_read_when_it_is_asked_for_and_no_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / NAME).write_text(GOOD, encoding="utf-8")
    made = session()
    made.listed.filter("black")
    assert not made.settings.is_read and made.names.others is None
    paths = made.sources.paths
    assert paths.roots == ("/given", str(tmp_path / "src"), "/abs")
    assert paths.maps == (("/app", "/given"), ("/app", str(tmp_path / "src")))
    assert made.settings.is_read and list(made.mine.others) == [0, 0]
    assert reloaded(made, made.profile).settings is made.settings


def test_a_folder_that_is_gone_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert list(session().mine.others) == [0, 1]


def test_nothing_parses_toml_where_there_is_nothing_for_proftui(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("[project]\nname = 'x'\n", encoding="utf-8")
    script = (
        "import sys; from proftui.cli.main import main; main(['--demo', '--my-code', '--print']);"
        "sys.exit('tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True).returncode == 0
