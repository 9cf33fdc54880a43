"""A comparison as JSON and CSV: sums that other programs may rely on."""

from __future__ import annotations

import csv
import json
import math
from typing import Any

import pytest
from tests.support.compared import Key, compared, comparison_of, demo_pair, profile_of, wanted_of

from proftui.analysis.compare.comparison import Comparison
from proftui.output import forms
from proftui.output.comparison.plain import csv_text, document
from proftui.output.printed import NoForm
from proftui_parsers import load_bytes

MAIN: Key = ("/srv/main.py", 1, "main")


@pytest.fixture(scope="module")
def pair() -> Comparison:
    return compared(*demo_pair())


def plain(comparison: Comparison, limit: int | None = None, view: str = "functions") -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(document(wanted_of(comparison, limit, view, "json"))))
    return found


def test_the_keys_of_the_whole(pair: Comparison) -> None:
    found = plain(pair)
    said = found["comparison"]
    assert (found["proftui"], list(found)) == (1, ["proftui", "comparison", "functions"])
    assert list(said) == ["base", "new", "change", "control", "causes", "other_causes", "notes", "unit"]
    assert (
        list(said["base"])
        == list(said["new"])
        == ["files", "runs", "total_time", "total_times", "total_calls"]
    )
    assert list(said["change"]) == ["time", "ratio", "by_counts", "by_time_per_call", "not_attributed", "p"]
    assert said["base"]["runs"] == len(said["base"]["files"]) == len(said["base"]["total_times"]) == 5
    assert (said["base"]["total_calls"], said["new"]["total_calls"]) == (3_528_086, 2_365_106)
    assert said["control"]["functions"] == 222 and round(said["control"]["ratio"], 2) == 0.90
    assert round(said["change"]["p"], 3) == 0.008


@pytest.mark.parametrize("limit", [None, 0, 5])
def test_causes_add_up_to_the_change(pair: Comparison, limit: int | None) -> None:
    said = plain(pair, limit)["comparison"]
    change, others = said["change"], said["other_causes"]
    of_causes = sum(cause["time"] for cause in said["causes"])
    assert math.isclose(of_causes + others["time"] + change["not_attributed"], change["time"], abs_tol=1e-9)
    split = change["by_counts"] + change["by_time_per_call"] + change["not_attributed"]
    assert math.isclose(split, change["time"], abs_tol=1e-9)
    assert others["causes"] == 0 if limit == 0 else others["causes"] > 0 and len(said["causes"]) == 3


def test_calls_of_both_sides(pair: Comparison) -> None:
    rows = plain(pair, 4, "calls")["functions"]
    (closest,) = (row for row in rows if row["new"]["name"] == "closest")
    calls = {(call["new"] or call["base"])["name"]: call for call in closest["callees"]}
    edge = calls["edit_distance"]
    assert (edge["base"]["ncalls"], edge["new"]["ncalls"]) == (23142, 10994)
    assert calls["<built-in method builtins.abs>"]["base"] is None
    assert [call["base"]["name"] for call in closest["callers"]] == ["summary"]


def test_several_of_one_name_are_one_row_with_their_sums() -> None:
    def lambdas(*lines: int) -> dict[Key, tuple[int, float]]:
        return {("/srv/a.py", line, "<lambda>"): (2, 0.5) for line in lines}

    sides = profile_of({MAIN: (1, 1.0)} | lambdas(10, 11, 12)), profile_of({MAIN: (1, 1.0)} | lambdas(30, 31))
    rows = plain(comparison_of(*sides))["functions"]
    (bundle,) = (row for row in rows if row["new"] and row["new"]["name"] == "<lambda>")
    assert (bundle["base"]["functions"], bundle["new"]["functions"]) == (3, 2)
    assert (bundle["base"]["tottime"], bundle["new"]["tottime"]) == (1.5, 1.0)
    assert (bundle["base"]["ncalls"], bundle["new"]["line"], bundle["new"]["cumtime"]) == (6, None, None)


def test_csv_has_both_sides(pair: Comparison) -> None:
    first, *rest = csv.DictReader("".join(csv_text(wanted_of(pair, form="csv"))).splitlines())
    assert (first["name"], first["line"], first["line_before"]) == ("edit_distance", "51", "41")
    assert float(first["tottime_delta"]) == float(first["tottime_after"]) - float(first["tottime_before"])
    assert (first["status"], first["within_spread"], first["score"]) == ("changed", "0", "0.95")
    (new,) = (row for row in rest if row["status"] == "new")
    assert (new["name_before"], new["tottime_ratio"], new["score"]) == ("", "", "") and len(rest) == 226


def test_csv_runs_nothing_in_a_spreadsheet() -> None:
    sides = [profile_of({MAIN: (1, 1.0), ("/srv/a.py", 3, "=cmd()"): (1, own)}) for own in (1.0, 2.0)]
    comparison = comparison_of(sides[0], sides[1])
    rows = csv.DictReader("".join(csv_text(wanted_of(comparison))).splitlines())
    assert {row["name"] for row in rows} == {"main", "'=cmd()"}


def test_samples_are_in_their_unit_and_are_no_calls() -> None:
    texts = b"main (a.py:1);work (a.py:2) 30\nmain (a.py:1) 2\n", b"main (a.py:1);work (a.py:2) 80\n"
    before, after = (load_bytes(text, "s.txt") for text in texts)
    said = plain(comparison_of(before, after))
    found = said["comparison"]
    assert (found["unit"], found["base"]["total_time"], found["base"]["total_calls"]) == (
        "samples",
        32.0,
        None,
    )
    assert found["change"]["by_counts"] is None
    assert found["causes"][0]["ncalls"] == [None, None] and found["causes"][0]["per_call"] == [30.0, 80.0]
    assert said["functions"][0]["new"]["self"] == 80


def test_calls_beyond_64_bits_are_compared() -> None:
    text = f"main;work {1 << 70}\n".encode()
    found = plain(comparison_of(load_bytes(text, "s.txt"), load_bytes(text, "s.txt")))
    assert found["comparison"]["change"]["time"] == 0.0


def test_fractions_of_either_side_are_shown() -> None:
    whole, parts = (load_bytes(text, "s.txt") for text in (b"a;b 2\na;c 4\n", b"a;b 2.25\na;c 1.75\n"))
    for base, new in ((whole, parts), (parts, whole)):
        shown = "".join(forms.parts(wanted_of(comparison_of(base, new), None)))
        assert all(figure in shown for figure in ("2.250", "4.000", "1.750"))


@pytest.mark.parametrize("form", ["json", "csv", "text", "markdown"])
def test_what_takes_another_shape_while_it_is_written_is_given_up(pair: Comparison, form: str) -> None:
    wanted = wanted_of(pair, 0, form=form)
    pieces = forms.parts(wanted)
    next(pieces)
    wanted.compared.now = comparison_of(profile_of({MAIN: (1, 1.0)}), profile_of({MAIN: (1, 2.0)}))
    with pytest.raises(NoForm):
        next(pieces)
