"""A finding: a few lines of Markdown, and a command line that shows the row again."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from tests.hostile.names import NAMES
from tests.support.corpus import index_of, small
from tests.support.profiles import profile_of
from tests.support.screens import DEMO, demo, explore, press
from tests.support.shots import shot
from tests.support.tree_identities import nodes_of
from textual.pilot import Pilot

from proftui import messages
from proftui.analysis.order import Order
from proftui.analysis.shape.shape import Step
from proftui.background.pieces import finished
from proftui.cli.main import main
from proftui.cli.options import Asked, take_shape
from proftui.frame import sentences
from proftui.frame.shape_row import in_words
from proftui.output.finding import command, finding
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.loading import Loader
from proftui.state.session import Session
from proftui_parsers import Profile, load
from proftui_parsers.files import MAX_BYTES
from proftui_parsers.pstats.writing import stats_bytes

MARKDOWN = "\\`*_{}[]<>|#~&"


def session_of(*paths: Path) -> Session:
    return Session(load(str(paths[0])), Order.usual("tottime"))


def told(session: Session, name: str) -> list[str]:
    return finding(session, index_of(session.profile, name), session.trees.tree)


def test_five_lines_say_what_it_takes_why_and_where() -> None:
    lines = told(session_of(DEMO / "demo.stats"), "edit_distance")
    assert len(lines) == 5
    own, whole = messages.FINDING_OWN.format("53.0"), messages.WITH_CALLS.format("73.5")
    assert lines[0].startswith("**edit_distance**") and f"{own}, {whole}: own 0.815 s" in lines[0]
    assert "summary › closest › " in lines[1] and "1.094 s" in lines[1]
    assert "closest 1.094 s in 23,142 calls" in lines[2]
    assert "demo.py:48" in lines[3] and "current.append" in lines[3]
    assert "--view calls" in lines[4]


def test_all_times_are_in_the_unit_of_the_screen_as_sentences_have_them() -> None:
    session = session_of(DEMO / "demo.stats")
    session.next_unit()
    first, path, callers, *_ = told(session, "edit_distance")
    assert "own 814.703 ms" in first and "cumulative 1,129.312 ms" in first and first.endswith(" ms)")
    assert "(1,093.779 ms)" in path and "closest 1,093.779 ms" in callers


def test_times_of_lines_are_not_called_own_time_and_calls_are_not_missed() -> None:
    session = session_of(DEMO / "demo.lprof")
    index = session.rows[0]
    lines = finding(session, index)
    before, after = messages.FINDING_LINES.split("{}")[1:3]
    assert before in lines[0] and after in lines[0] and "own" not in lines[0]
    assert sentences.no_edges(session.profile) not in "".join(lines)
    assert len(lines) == 3 and messages.FINDING_LINE[True].format("") in lines[1]


def test_only_the_path_to_the_heaviest_node_is_called_that() -> None:
    session = session_of(DEMO / "demo.stats")
    tree, index = session.trees.tree, index_of(session.profile, "<built-in method builtins.min>")
    assert tree is not None
    heaviest, *_, lightest = sorted(
        (node for node in nodes_of(tree, 0.0, 20_000) if node.function == index), key=lambda node: -node.time
    )
    for node in (heaviest, lightest):
        line = finding(session, index, tree, node)[1]
        assert line.startswith("- " + messages.FINDING_PATH[node is heaviest].partition("{")[0])


@pytest.mark.parametrize(
    "other", ["/home/ann/proj/run.py", "/srv/run.py", r"C:\Users\ann\run.py", "/home/ann/a.py"]
)
def test_no_folder_of_this_machine_goes_into_an_issue(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command finds the one row wherever the file lies, with what is hidden, too."""
    shop = "/home/ann/proj/shop/text.py"
    rows = {(shop, n, "ab"[n % 2]): (1, 1, 0.1 * n, 1.0) for n in range(1, 4)}
    more = {("/home/ann/proj/x y/t.py", 1, "c"): (1, 1, 1.0, 1.0), ("~", 0, "<built-in f>"): (1, 1, 1.0, 1.0)}
    path = tmp_path / "-p.stats"
    path.write_bytes(stats_bytes(profile_of(rows | more | {(other, 1, "a"): (1, 1, 1.0, 9.0)})))
    monkeypatch.chdir(tmp_path)
    session = session_of(path)
    hidden = session.recorded.function(index_of(session.profile, "b", 1))
    steps = Step("function", function=hidden), Step("file", "/home/ann/proj/x y/t.py")
    for shape in (session.shapes.now, session.shapes.now._replace(steps=steps)):
        finished(session.shaping.making(shape))
        session.shapes.take(shape, None)
        session.reshape()
        for index in session.rows:
            lines = "\n".join(finding(session, index))
            assert "ann" not in lines and str(tmp_path) not in lines
            pasted = re.search(r"`(proftui .*)`$", lines)
            assert pasted is not None
            assert main([*shlex.split(pasted[1])[1:], "--format", "json"]) == 0
            (found,) = json.loads(capsys.readouterr().out)["functions"]
            assert (found["line"], found["name"]) == (
                session.profile.linenos[index],
                session.profile.names[index],
            )


def test_files_of_one_name_keep_the_folders_that_tell_them_apart(tmp_path: Path) -> None:
    paths = [tmp_path / "runs" / day / "p.stats" for day in ("mon", "tue")]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_bytes((DEMO / "demo.stats").read_bytes())
    session = Session(Loader([str(path) for path in paths], MAX_BYTES)(), Order.usual("tottime"))
    assert command(session, session.rows[0]).startswith("proftui mon/p.stats tue/p.stats --view")


def test_a_function_without_text_says_what_was_recorded() -> None:
    lines = told(session_of(DEMO / "demo.stats"), "<built-in method builtins.min>")
    assert lines[3] == "- " + messages.FINDING_PLACE.format("`<built-in method builtins.min>`")


@pytest.mark.parametrize("name", ["edit_distance", "<built-in method builtins.min>", "<module>"])
def test_the_command_works_when_it_is_pasted(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DEMO)
    session = session_of(DEMO / "demo.stats")
    index = next(i for i in range(session.profile.count) if session.profile.names[i] == name)
    pasted = re.search(r"`(proftui .*)`$", finding(session, index)[4])
    assert pasted is not None
    assert main([*shlex.split(pasted[1])[1:], "--print"]) == 0
    printed = capsys.readouterr().out
    assert " · 1 of 239 functions" in printed
    assert printed.count(" callers of ") == 1 and f" callers of {session.names.shown_name(index)} " in printed


@pytest.mark.parametrize(
    "path", [DEMO / "demo.stats", small("cprofile-py3.11-julia.stats")], ids=lambda p: p.name
)
def test_the_command_finds_the_function_alone(path: Path) -> None:
    check_commands(load(str(path)))


def check_commands(profile: Profile) -> None:
    session = Session(profile, Order.usual("tottime"))
    for index in range(profile.count):
        words = shlex.split(command(session, index))
        session.listed.filter(words[words.index("--filter") + 1])
        assert index in session.rows
        assert {session.names.label(row) for row in session.rows} == {session.names.label(index)}


def test_names_are_text_in_markdown_whatever_they_are() -> None:
    names = [*NAMES.values(), MARKDOWN, "`", "``x`"]
    session = Session(
        profile_of({(f"/x/{name}.py", line, name): (1, 1, 1.0, 1.0) for line, name in enumerate(names, 1)}),
        Order.usual("tottime"),
    )
    for index in range(session.profile.count):
        lines = finding(session, index)
        assert len(lines) == 5
        for line in lines:
            assert line.isprintable()
            # What is neither in a span of code nor escaped is ours.
            outside = re.sub(r"(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)", "", re.sub(r"\\\\", "", line))
            unescaped = re.sub(r"\\.", "", outside).replace("**", "", 2)
            assert not set(unescaped) & set(MARKDOWN), line


def test_a_key_copies_five_lines_about_the_row() -> None:
    copied: list[str] = []

    async def script(pilot: Pilot[None], screen: ExplorerScreen) -> None:
        press(pilot, "W")
        await pilot.pause()
        copied.append(pilot.app.clipboard)

    explore(demo(), script)
    assert len(copied[0].splitlines()) == 5 and "edit_distance" in copied[0]


def test_a_key_writes_five_lines_about_the_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for view in "12345":
        assert "demo.finding" in shot(demo(), view, "w", "f").state
    assert len(os.listdir(tmp_path)) == 5
    assert all(len(path.read_text("utf-8").splitlines()) == 5 for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    "asked",
    [["closest"], ["closest", "edit_distance"], ["closest > edit_distance"], ["> demo > main"]],
)
def test_the_command_of_a_finding_focuses_on_the_same(
    asked: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DEMO)
    options = Asked()
    options.focus = asked
    session = session_of(DEMO / "demo.stats")
    take_shape(options, session)
    words = shlex.split(command(session, session.rows[0]))
    assert words.count("--focus") == len(asked)
    again = [word for word in words[1:] if word not in ("--view", "calls")]
    again = again[: again.index("--filter")] + again[again.index("--filter") + 2 :]
    assert main([*again, "--print"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == in_words(session)


def test_the_command_finds_functions_of_hostile_names() -> None:
    rows = {(f"/x/{name}.py", line, name): (1, 1, 1.0, 1.0) for line, name in enumerate(NAMES.values(), 1)}
    check_commands(profile_of(rows))
