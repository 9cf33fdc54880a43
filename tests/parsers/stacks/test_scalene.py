"""JSON of scalene, against its own sums."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks import jsonsamples
from tests.support.corpus import needs_corpus, recording_of, shared_files, small, totals, totals_oracle

from proftui_parsers import load, load_bytes
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice

PARTS = ("python", "native", "system")
ORACLE = totals_oracle("scalene")


@needs_corpus
@pytest.mark.parametrize("path", shared_files("scalene"), ids=lambda path: path.stem)
def test_sums_are_those_of_the_file(path: Path) -> None:
    facts, profile = ORACLE[f"scalene/{path.name}"], load(str(path))
    found, part = totals(recording_of(profile)), facts["elapsed"] / 100
    for key, percent in zip(PARTS, facts["percent_sums"], strict=True):
        assert found[key] == pytest.approx(percent * part)
    assert profile.total_time == pytest.approx(sum(facts["percent_sums"]) * part)
    memory = sum(each["malloc_mb"] for each in facts["files"].values()) * 2**20
    assert found.get("allocated", 0.0) == pytest.approx(memory, rel=1e-6)


@needs_corpus
@pytest.mark.parametrize("path", shared_files("scalene"), ids=lambda path: path.stem)
def test_functions_and_lines_have_what_scalene_says(path: Path) -> None:
    value, profile = json.loads(path.read_text("utf-8")), load(str(path))
    part = value["elapsed_time_sec"] / 100

    def time(entry: dict[str, Any]) -> float:
        keys = ("n_cpu_percent_python", "n_cpu_percent_c", "n_sys_percent")
        return float(part * sum(entry[key] for key in keys))

    own = {(each.file, each.line, each.name): each.tottime for each in profile}
    for file, told in value["files"].items():
        for entry in told.get("functions", []):
            # Versions of scalene count what ran in a function that is inside another to either.
            if time(entry):
                assert own[file, entry["lineno"], entry["line"]] == pytest.approx(time(entry))
        recording = recording_of(profile)
        stacks, records = recording.stacks, recording.records
        for entry in told["lines"]:
            found = sum(
                weight
                for node, weight in zip(records.node, records.weights[0], strict=True)
                if stacks.parent[node] < 0
                and stacks.frame_line[stacks.frame[node]] == entry["lineno"]
                and recording.files[stacks.function[node]] == file
            )
            assert found == pytest.approx(time(entry))


def test_functions_are_told_by_the_text_of_lines() -> None:
    profile = load_bytes(json.dumps(jsonsamples.scalene_file()).encode())
    own = {(each.line, each.name): each.tottime for each in profile}
    # Percents of two seconds, in three parts.
    assert own == {
        (1, "main"): pytest.approx(8 * 1.75 * 0.02),
        (5, "load"): pytest.approx(40 * 1.75 * 0.02),
        (1, "<module>"): pytest.approx(8 * 1.75 * 0.02),
    }
    assert profile.texts[jsonsamples.FILE][9] == "    return ["


def test_stacks_are_a_measure_of_their_own() -> None:
    profile = load_bytes(json.dumps(jsonsamples.scalene_file()).encode())
    recording = recording_of(profile)
    assert [measure.key for measure in recording.measures] == ["cpu", *PARTS, "gpu", "allocated", "stacks"]
    of_stacks = profile_of(recording, Choice(6))
    assert {each.name: (each.tottime, each.cumtime) for each in of_stacks} == {
        "main": (0.0, 3.0),
        "load": (3.0, 3.0),
        "<module>": (1.0, 4.0),
    }
    load_itself = next(each for each in of_stacks if each.name == "load")
    assert [edge.name for edge in of_stacks.callers(load_itself)] == ["main"]


def test_what_is_not_on_lines_is_said() -> None:
    value = jsonsamples.scalene_file()
    value["elapsed_time_sec"] = 2.0
    profile = load_bytes(json.dumps(value).encode())
    assert "1.960 s of 2.000 s that it ran are on lines: the rest" in " ".join(profile.warnings)
    assert "12.500 MiB, which is no sum" in " ".join(profile.warnings)


def test_the_oldest_names_no_functions() -> None:
    profile = load(str(small("scalene1.3.16-matmul.json")))
    assert profile.format == "scalene" and [each.name for each in profile] == ["<module>"]
