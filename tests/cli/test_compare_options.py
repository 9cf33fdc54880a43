"""``--base``, ``--parts`` and ``--same`` on the command line: what they take, and what they refuse."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.command_line import refused
from tests.support.corpus import small

from proftui import messages
from proftui.analysis.compare.side import side_of
from proftui.cli.main import taken_apart
from proftui.cli.options import check
from proftui.cli.sides import runs_of, same_of, sides_of
from proftui.state.loading import Refused
from proftui_parsers import load

OLD = str(small("cprofile-py3.11-recurse.stats"))
NEW = str(small("cprofile-py3.15-recurse.stats"))
LINES = str(small("lp5.1.0-julia.lprof"))


def test_both_sides_are_read() -> None:
    asked = taken_apart(["--base", OLD, "--base", NEW, NEW])
    base, new = sides_of(*runs_of(asked))
    assert [run.path for run in base.runs] == [OLD, NEW] and [run.path for run in new.runs] == [NEW]


def test_unlike_files_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = messages.UNLIKE_KINDS.format("times of calls", "times of lines", OLD, LINES)
    assert refused(capsys, "--base", OLD, LINES, "--print") == f"proftui: {said}\n"


def test_a_tree_is_not_made_of_a_side_without_calls(capsys: pytest.CaptureFixture[str]) -> None:
    stacks, flat = (str(small(f"tachyon3.15.2-spin.{form}")) for form in ("bin", "jsonl"))
    said = refused(capsys, "--base", stacks, flat, "--print", "--view", "tree")
    assert said.startswith(f"proftui: {flat}: ") and messages.INSTEAD_OF_CALLS[True] not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((OLD, "--same", "a=b"), messages.NEEDS_BASE.format("--same")),
        (("--demo", "--base", OLD), messages.DEMO_AND_BASE),
        (("--base", OLD), messages.NO_FILE),
        (("--base", "no-such-file", OLD), "no-such-file does not exist"),
        (("--base", "-", "-"), messages.STDIN_ONCE),
        (("--base", OLD, NEW, "--same", "main"), messages.TAKES_OLD_NEW.format("main")),
        (("--base", OLD, NEW, "--same", "=main"), messages.TAKES_OLD_NEW.format("=main")),
        (
            ("--base", OLD, NEW, "--same", "nobody=main"),
            messages.SAME_MATCHES_NOTHING.format("nobody", "the base"),
        ),
        (("--base", OLD, NEW, "--same", "func:encode=x"), "--same func:encode may be "),
    ],
)
def test_what_cannot_be(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, *arguments, "--print")


@pytest.mark.parametrize("is_last", [True, False])
def test_a_pattern_that_the_shell_spread_is_no_new_side(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, *, is_last: bool
) -> None:
    old, new = ([str(tmp_path / side / f"{run}.stats") for run in (1, 2)] for side in ("old", "new"))
    for path in old + new:
        Path(path).parent.mkdir(exist_ok=True)
        shutil.copy(OLD, path)
    said = refused(capsys, *(new if is_last else ()), "--base", *old, *(() if is_last else new), "--print")
    pattern = tmp_path / "old" / "*.stats"
    assert said == f"proftui: {messages.BASE_WAS_SPREAD.format(old[1], pattern)}\n"


def test_the_base_may_stand_last_beside_a_new_file(tmp_path: Path) -> None:
    for name in ("old.stats", "new.stats", "sub/new.stats"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(OLD, tmp_path / name)
    new = [str(tmp_path / name) for name in ("new.stats", "sub/new.stats")]
    check(taken_apart([*new, "--base", str(tmp_path / "old.stats")]))


def test_files_may_stand_between_options() -> None:
    asked = taken_apart([OLD, "--limit", "3", NEW, "--print", "--", "-x"])
    assert asked.files == [OLD, NEW, "-x"] and asked.limit == 3


def pairs(*same: str) -> list[tuple[str, str]]:
    asked = taken_apart(["--base", OLD, NEW, *(word for text in same for word in ("--same", text))])
    base, new = side_of([load(OLD)]), side_of([load(NEW)])
    return [
        (base.profile.names[pair.base], new.profile.names[pair.new]) for pair in same_of(asked, base, new)
    ]


def test_same_names_two_functions() -> None:
    assert pairs("main=main") == [("main", "main")]


def test_a_function_is_in_one_pair_only() -> None:
    with pytest.raises(Refused, match=messages.SAME_TWICE.format("main=nested")):
        pairs("main=main", "main=nested")


def test_of_several_candidates_ten_are_told() -> None:
    with pytest.raises(Refused, match=r"--same func:\. may be \d+ functions of the base: ") as told:
        pairs("func:.=main")
    assert str(told.value).count(", ") <= 10
