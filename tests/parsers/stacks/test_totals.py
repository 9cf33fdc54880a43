"""Figures of whole stacks, against those of a reference reader and against the stacks themselves."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import pytest
from tests.support.corpus import SHARED, needs_corpus, recording_of, shared_files, totals_oracle

from proftui_parsers import Profile, load
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.frame_texts import track_of
from proftui_parsers.stacks.gecko_stacks import located
from proftui_parsers.stacks.recording import Choice, Recording, Stacks

KINDS = ("collapsed", "speedscope", "austin", "mojo", "gecko", "pyisession")
FILES = totals_oracle(*KINDS)
OTHERS = [*totals_oracle("pprof"), *totals_oracle("gperftools")]
STACKS = [
    *FILES,
    *(name for name in OTHERS if "cfib" not in name),
    *(f"tachyon/{path.name}" for path in shared_files("tachyon") if path.suffix == ".bin"),
]
"""Files of stacks, those too that the reference reader does not read."""
CLOSE = 1e-9
FEWER = {
    "pyspy/pyspy0.4.3-asyncio-threads-gil.speedscope.json": 5,
    "pyspy/pyspy0.4.3-julia-function-subproc.speedscope.json": 3,
    "gecko/3p-jlfwong--speedscope-simple-firefox.33edfb0.json": 3,
    "gecko/3p-jlfwong--speedscope-simple-firefox.json": 2,
}
"""Functions of the reference reader that are threads and processes, or one of file and name."""


def added_up(recording: Recording) -> int:
    """The measure that the reference reader has: of memory, what was given back is taken off."""
    keys = [measure.key for measure in recording.measures]
    return keys.index("net") if keys[0] == "allocated" else 0


def joined(profile: Profile) -> Recording:
    """The profile as the reference reader has it: functions are told by file and name, which has no class."""
    recording, numbers, joins = recording_of(profile), dict[tuple[str, str], int](), []
    for file, name in zip(recording.files, recording.names, strict=True):
        has_class = profile.format == "pyinstrument" and file != "<built-in>"
        if profile.format == "gecko" and file.startswith("<"):
            # It does not look for it among the resources.
            file = ""
        key = file, name.rpartition(".")[2] if has_class else name
        joins.append(numbers.setdefault(key, len(numbers)))
    files, names = [file for file, _ in numbers], [name for _, name in numbers]
    stacks = recording.stacks
    function = [joins[each] for each in stacks.frame_function]
    stacks = Stacks(stacks.parent, stacks.frame, function, stacks.frame_line)
    lines = [0] * len(names)
    return recording.changed(files=files, names=names, linenos=lines, stacks=stacks)


def by_name(profile: Profile, times: Any) -> dict[tuple[str, str], float]:
    return {(profile.files[index], profile.names[index]): time for index, time in enumerate(times)}


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_totals_threads_and_the_hottest_functions_agree(name: str) -> None:
    facts, recording = FILES[name], joined(load(str(SHARED / name)))
    measure = added_up(recording)
    profile = profile_of(recording, Choice(measure))
    # The reference reader has the unit of the file.
    scale = profile.total_time / facts["totals"][0] if facts["totals"][0] else 1.0
    power = math.log10(scale / facts.get("interval_ms", 1))
    assert min(abs(power - known) for known in (0, -3, -6, -9)) < CLOSE
    own, total = by_name(profile, profile.tottime), by_name(profile, profile.cumtime)
    assert len(own) == facts["functions"] - FEWER.get(name, 0)
    assert name in FEWER or len(profile.edges) >= facts["edges"]
    for figures, known in ((own, facts["top_self"]), (total, facts["top_total"])):
        for file, function, value, *_ in known:
            if not file and track_of(function) is not None:
                continue
            if profile.format == "gecko" and not file:
                file, _, function = located(function)
            assert figures[file, function] == pytest.approx(value * scale, rel=CLOSE, abs=1e-12)
    threads: Counter[int] = Counter()
    for track, weight in zip(recording.records.track, recording.records.weights[measure], strict=True):
        threads[track] += weight  # type: ignore[assignment] # a counter of seconds
    known_threads: Counter[str] = Counter()
    for thread, values in facts["threads"].items():
        # The name of a thread of py-spy may come after its first samples.
        known_threads[thread.partition("): ")[0].removesuffix(")")] += values[0] * scale
    assert sorted(threads.values()) == pytest.approx(sorted(known_threads.values()), rel=CLOSE)


@needs_corpus
@pytest.mark.parametrize("name", STACKS)
def test_figures_are_those_of_the_stacks_one_by_one(name: str) -> None:
    profile = load(str(SHARED / name))
    recording = recording_of(profile)
    stacks = recording.stacks
    own: Counter[int] = Counter()
    total: dict[int, float] = defaultdict(float)
    pairs: dict[tuple[int, int], float] = defaultdict(float)
    for node, weight in zip(recording.records.node, recording.records.weights[0], strict=True):
        functions = []
        here = node
        while here >= 0:
            functions.append(stacks.function[here])
            here = stacks.parent[here]
        if functions:
            own[functions[0]] += weight  # type: ignore[assignment] # a counter of seconds
        for function in set(functions):
            total[function] += weight
        for pair in set(zip(functions[1:], functions, strict=False)):
            pairs[pair] += weight
    assert profile.cumtime is not None
    for function in range(profile.count):
        assert profile.tottime[function] == pytest.approx(own[function], rel=CLOSE, abs=1e-12)
        assert profile.cumtime[function] == pytest.approx(total[function], rel=CLOSE, abs=1e-12)
        for edge in profile.callers(function):
            assert edge.cumtime == pytest.approx(pairs[edge.function, function], rel=CLOSE, abs=1e-12)
    assert len(profile.edges) == len(pairs)
