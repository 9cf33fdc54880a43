"""A comparison on the command line: what is printed, and what ``--fail-over`` ends with, to the letter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command_line import printed, refused
from tests.support.compared import PAIR
from tests.support.corpus import dumped, small

from proftui import messages
from proftui.cli import comparing
from proftui.cli.main import main

OLD, NEW = str(PAIR / "old"), str(PAIR / "new")
RECURSE = str(small("cprofile-py3.11-recurse.stats"))
LINES = str(small("lp5.1.0-julia.lprof"))


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    """Status, output, and the lines of standard error."""
    status = main([*arguments])
    said = capsys.readouterr()
    return status, said.out, said.err.splitlines()


def test_the_demo_pair_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--base", OLD, NEW, "--limit", "2").splitlines()
    assert lines[:5] == [
        "old/*.stats → new/*.stats  cProfile · 5 → 5 runs · 3,528,086 → 2,365,106 calls"
        "  2.263 → 1.668 s  −26.3 %",
        "1.36× faster: closest calls edit_distance 10,994 times, not 23,142"
        "  −0.640 s  1.985–3.193 → 1.176–1.776 s, p 0.008",
        "by counts −0.612 s · by time per call +0.017 s: 222 functions with equal counts take ×0.90"
        " (half: ×0.78–1.25)",
        "",
        "−0.640 s  closest calls edit_distance 10,994 times, not 23,142",
    ]
    assert [" ".join(line.split()) for line in lines[lines.index("", 4) + 1 :]] == [
        "calls → after × tottime → after Δ × cumtime → after Δ function location",
        "24003 11855 ×0.49 1.157 0.709 −0.448 ×0.61 1.725 1.100 −0.625 edit_distance demo.py:51",
        "1253310 649255 ×0.52 0.434 0.262 −0.172 ×0.60 0.434 0.262 −0.172 min built-in",
        "… 225 more: --limit 0 shows all",
    ]


def test_callers_and_callees(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "--base", OLD, NEW, "--view", "calls", "--filter", "func:^closest$")
    # Own time stands among the callees, by its change as they do.
    rows = [" ".join(line.split()) for line in said.splitlines()[-9:]]
    assert rows == [
        "4503 4503 1.687 1.079 −0.608 ████▊ ×0.64 summary demo.py:97",
        "▸ 4503 4503 1.687 1.079 −0.608 ████▊ ×0.64 closest demo.py:63",
        "calls → after × cumtime → after ▾Δ × callees of closest location",
        "23142 10994 ×0.48 1.671 1.031 −0.640 █████ ×0.62 edit_distance demo.py:51",
        "0.016 0.034 +0.018? ×2.13 (own time)",
        "0 23142 new 0.000 0.010 +0.010 new abs built-in",
        "0 46284 new 0.000 0.003 +0.003 new len built-in",
        "",
        messages.WITHIN_SPREAD,
    ]


def test_three_runs_are_too_few_for_a_test(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "--base", f"{OLD}/[123].stats", f"{NEW}/[123].stats")
    assert "3 → 3 runs: too few for a test, ranges do not overlap" in said


def test_of_an_even_number_of_runs_the_totals_are_told_to_be_lower_middles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of two runs that is the faster one; and where both sides lie in one folder, runs are named."""
    said = printed(capsys, "--base", f"{OLD}/[12].stats", f"{OLD}/[34].stats")
    assert messages.LOWER_MIDDLE.format("2 → 2 runs") in said
    assert said.startswith("1.stats + 1 more → 3.stats + 1 more ")


def test_parts_are_added(capsys: pytest.CaptureFixture[str]) -> None:
    both = [f"{OLD}/1.stats", f"{OLD}/2.stats"]
    said = printed(capsys, "--base", RECURSE, *both, "--parts")
    assert "one run each" in said and f" → {2 * 3_528_086:,} calls" in said


@pytest.mark.parametrize("sides", [(OLD, OLD), (RECURSE, RECURSE), (LINES, LINES)])
def test_a_file_with_itself_is_the_same(capsys: pytest.CaptureFixture[str], sides: tuple[str, str]) -> None:
    status, said, told = checked(capsys, "--base", *sides, "--fail-over", "0%")
    assert (status, told) == (0, [])
    assert said.splitlines()[1].startswith("the same profile")


# --- the same in a shape


def test_what_one_side_alone_has_can_be_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "--base", f"{OLD}/1.stats", f"{NEW}/1.stats", "--hide", "func:^abs$")
    assert " abs " not in said
    sentence = refused(capsys, "--base", OLD, NEW, "--print", "--hide", "func:^nobody$")
    assert messages.HIDES_NOTHING.format("func:^nobody$") in sentence


def test_under_a_focus_totals_and_causes_are_of_what_runs_there(capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads(
        printed(capsys, "--base", OLD, NEW, "--focus", "closest", "--format", "json", "--limit", "0")
    )["comparison"]
    assert round(said["base"]["total_time"], 3) == 1.687 and said["change"]["time"] < -0.6
    of_causes = sum(cause["time"] for cause in said["causes"])
    rest = said["other_causes"]["time"] + said["change"]["not_attributed"]
    assert of_causes + rest == pytest.approx(said["change"]["time"], abs=1e-9)
    lines = printed(capsys, "--base", OLD, NEW, "--focus", "closest").splitlines()
    assert "in closest · " in lines[1] and any(" ≈ 0.420 " in line for line in lines)


def test_estimates_of_a_focus_are_marked_among_calls_too(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--base", OLD, NEW, "--focus", "closest", "--view", "calls", "--filter", "func:^edit_distance$")
    lines = printed(capsys, *asked).splitlines()
    (line,) = (line for line in lines if line.split()[-2:] == ["min", "built-in"])
    assert line.count("≈") == 2 and not any(line.startswith("! 4 functions") for line in lines)
    (found,) = json.loads(printed(capsys, *asked, "--format", "json"))["functions"]
    assert all(
        call[side]["bounds"]["cumtime"]["exact"] is False for call in found["callees"] for side in call
    )
    assert found["callers"][0]["new"]["bounds"] == {}


# --- order


@pytest.mark.parametrize(
    ("terms", "names"),
    [
        ("is:new", ["<built-in method builtins.abs>"]),
        ("is:gone", []),
        ("delta>10ms demo", ["closest", "count_leaves"]),
        ("before>10%", ["edit_distance", "<built-in method builtins.min>"]),
        ("tottime>50ms !is:changed", ["_iterencode_dict", "_iterencode_list"]),
        ("ratio>100", ["<method 'extend' of 'list' objects>"]),
    ],
)
def test_filtered_by_changes(capsys: pytest.CaptureFixture[str], terms: str, names: list[str]) -> None:
    said = printed(capsys, "--base", OLD, NEW, "--filter", terms, "--format", "json")
    found = [row["new"] or row["base"] for row in json.loads(said)["functions"]]
    assert [function["name"] for function in found] == names


def test_a_term_of_changes_needs_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.WRONG_TERM["comparison"] in refused(capsys, RECURSE, "--print", "--filter", "is:new")
    assert messages.WRONG_TERM["is"] in refused(capsys, "--base", OLD, NEW, "--print", "--filter", "is:x")


def test_what_cannot_be_sorted_by(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--base", OLD, NEW, "--print", "--sort", "wrong")
    assert "--sort: changes are not sorted by 'wrong': choose one of change, cumtime, calls, ratio" in said


# --- what cannot be


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--format", "collapsed"), messages.CONVERTS_ONE.format("collapsed")),
        (("--format", "csv", "--view", "calls"), "--format csv prints the functions only"),
        (("--filter", "tottime>"), "--filter: "),
        (("--fail-over", "10"), messages.BAD_FAIL_OVER.format("10")),
        (("--fail-over", "-5%"), messages.BAD_FAIL_OVER.format("-5%")),
        (("--fail-over", "calls:1.5"), messages.BAD_FAIL_OVER.format("calls:1.5")),
        (("--fail-over", "calls:2s"), messages.BAD_FAIL_OVER.format("calls:2s")),
        (("--fail-over", "nan%"), messages.BAD_FAIL_OVER.format("nan%")),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "--base", OLD, NEW, "--print", *(f"{a}" for a in _joined(arguments)))


def _joined(arguments: tuple[str, ...]) -> list[str]:
    """With a value that begins like an option in one word with its own."""
    made: list[str] = []
    for word in arguments:
        if word.startswith("-") and not word.startswith("--"):
            made[-1] += f"={word}"
        else:
            made.append(word)
    return made


# --- limits


def test_faster_passes(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, told = checked(capsys, "--base", OLD, NEW, "--fail-over", "10%")
    assert (status, told) == (0, []) and "1.36× faster" in said


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("10%", "35.7 % slower, --fail-over allows 10 %: 1.668 → 2.263 s (5 and 5 runs, p 0.008)"),
        ("0.2s", "0.595 s slower, --fail-over allows 0.2 s: 1.668 → 2.263 s (5 and 5 runs, p 0.008)"),
        ("200 ms", "0.595 s slower, --fail-over allows 200 ms: 1.668 → 2.263 s (5 and 5 runs, p 0.008)"),
        ("calls:2%", "49.2 % more calls, --fail-over allows 2 %: 2,365,106 → 3,528,086"),
        ("calls:0", "1,162,980 more calls, --fail-over allows 0: 2,365,106 → 3,528,086"),
    ],
)
def test_slower_fails(capsys: pytest.CaptureFixture[str], limit: str, sentence: str) -> None:
    status, said, told = checked(capsys, "--base", NEW, OLD, "--fail-over", limit)
    assert (status, told) == (1, [f"proftui: {sentence}"]) and "1.36× slower" in said


@pytest.mark.parametrize("limit", ["40%", "0.6s", "calls:50%", "calls:1162980"])
def test_below_the_limit_passes(capsys: pytest.CaptureFixture[str], limit: str) -> None:
    assert checked(capsys, "--base", NEW, OLD, "--fail-over", limit)[::2] == (0, [])


def test_of_several_limits_each_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ("--fail-over", "10%", "--fail-over", "calls:90%", "--fail-over", "calls:2%")
    status, _, told = checked(capsys, "--base", NEW, OLD, *limits)
    assert status == 1 and len(told) == 2


def test_a_limit_is_of_what_the_filter_covers(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ("--fail-over", "calls:0", "--fail-over", "1%")
    status, _, told = checked(capsys, "--base", NEW, OLD, "--filter", "func:^edit_distance$", *limits)
    assert status == 1 and told == [
        "proftui: 12,148 more calls, --fail-over allows 0: 11,855 → 24,003",
        "proftui: 63.3 % slower, --fail-over allows 1 %: 0.709 → 1.157 s (5 and 5 runs, p 0.008)",
    ]
    assert checked(capsys, "--base", NEW, OLD, "--filter", "func:^summary$", *limits[:2])[0] == 0


def test_a_filter_that_leaves_nothing_passes_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, said = checked(capsys, "--base", NEW, OLD, "--filter", "func:sumary", "--fail-over", "0%")
    assert (status, said) == (0, [f"proftui: {messages.NOTHING_TO_LIMIT.format('func:sumary')}"])


def test_many_times_as_much_is_written_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sides = []
    for name, calls in (("old", 3), ("new", 24_003)):
        sides.append(str(tmp_path / name))
        Path(sides[-1]).write_bytes(dumped({("/srv/a.py", 1, "main"): (calls, calls, calls, calls, {})}))
    limits = ("--fail-over", "calls:2%", "--fail-over", "10%")
    assert checked(capsys, "--base", *sides, *limits)[2] == [
        "proftui: 800,000.0 % more calls, --fail-over allows 2 %: 3 → 24,003",
        "proftui: 800,000.0 % slower, --fail-over allows 10 %: 3.000 → 24,003.000 s (one run each)",
    ]


def test_what_may_be_noise_does_not_fail(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Five runs a side with totals that overlap: the median is slower, the test says nothing."""
    key = ("/srv/a.py", 1, "main")
    for side, times in (("old", (1.0, 1.1, 1.2, 1.5, 1.6)), ("new", (1.0, 1.15, 1.45, 1.5, 1.6))):
        (tmp_path / side).mkdir()
        for number, time in enumerate(times):
            path = tmp_path / side / f"{number}.stats"
            path.write_bytes(dumped({key: (1, 1, time, time, {})}))
    sides = ("--base", str(tmp_path / "old"), str(tmp_path / "new"))
    status, _, told = checked(capsys, *sides, "--fail-over", "10%")
    assert status == 0 and len(told) == 1
    assert told[0].startswith(
        "proftui: 20.8 % slower, but that may be noise: 1.200 → 1.450 s (5 and 5 runs, p "
    )


def test_who_reads_no_further_does_not_change_the_verdict() -> None:
    words = ["--base", NEW, OLD, "--fail-over", "calls:0", "--format", "json"]
    with subprocess.Popen(
        [sys.executable, "-m", "proftui", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as found:
        assert found.stdout is not None and found.stderr is not None
        found.stdout.close()
        said = found.stderr.read()
    assert found.returncode == 1 and said.count(b"\n") == 1 and b" more calls, " in said


def test_another_python_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    other = str(small("cprofile-py3.15-recurse.stats"))
    _, _, told = checked(capsys, "--base", RECURSE, other, "--fail-over", "calls:900%")
    assert told[-1:] == [f"proftui: {messages.OTHER_PYTHON.format('3.11', '3.15')}"]


def test_a_fault_of_our_own_is_no_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(comparing, "comparing_session", broken)
    status, said, told = checked(capsys, "--base", OLD, NEW, "--fail-over", "10%")
    assert (status, said, len(told)) == (70, "", 1)
