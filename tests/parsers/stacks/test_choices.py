"""Parts of a recording: single threads, trees by thread, samples as times."""

from __future__ import annotations

import pytest
from tests.support.corpus import SHARED, needs_corpus, recording_of, totals_oracle

from proftui.analysis.stacktree.choices import ThreadFigures, comparing
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.analysis.stacktree.weighed import WeighedStacks
from proftui.background.pieces import finished
from proftui_parsers import load as load_file
from proftui_parsers import load_bytes
from proftui_parsers.measure import TIME
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.notes import amount_of
from proftui_parsers.stacks.recording import Choice, Recording
from proftui_parsers.stacks.timing import timed

FILES = totals_oracle("collapsed", "speedscope")
CLOSE = 1e-9
TEXT = b"""\
thread (1): MainThread;a (x.py:1);b (x.py:2) 3
thread (2): w;c (x.py:9) 4
thread (2): w;a (x.py:1) 1
"""


def threads_of(recording: Recording) -> list[ThreadFigures]:
    found: list[ThreadFigures] = []
    finished(comparing(recording, 0, found))
    return found


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_threads_add_up_to_the_whole(name: str) -> None:
    recording = recording_of(load_file(str(SHARED / name)))
    whole = profile_of(recording)
    parts = [profile_of(recording, Choice(0, frozenset({n}))) for n in range(len(recording.tracks))]
    assert sum(part.total_time for part in parts) == pytest.approx(whole.total_time, rel=CLOSE)
    for function in range(0, whole.count, 7):
        own = sum(part.tottime[function] for part in parts)
        assert own == pytest.approx(whole.tottime[function], rel=CLOSE, abs=1e-12)
    every, *rows = threads_of(recording)
    assert every.total == pytest.approx(whole.total_time, rel=CLOSE)
    totals = sorted((part.total_time for part in parts), reverse=True)
    assert [row.total for row in rows] == pytest.approx(totals, rel=CLOSE)


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_by_thread_figures_stay_and_trees_begin_with_threads(name: str) -> None:
    recording = recording_of(load_file(str(SHARED / name)))
    whole, split = profile_of(recording), profile_of(recording, Choice(split=True))
    assert list(split.tottime) == pytest.approx(list(whole.tottime), rel=CLOSE, abs=1e-12)
    assert list(split.cumtime or ()) == pytest.approx(list(whole.cumtime or ()), rel=CLOSE, abs=1e-12)
    assert split.ncalls == whole.ncalls
    if len(recording.tracks) < 2:
        return
    roots = [node for node in StackTree(WeighedStacks(split)).roots() if node.kind == "function"]
    busy = {row.number: row for row in threads_of(recording) if row.number is not None}
    for node in roots:
        frameless = sum(
            weight
            for at, track, weight in zip(
                recording.records.node, recording.records.track, recording.records.weights[0], strict=True
            )
            if at < 0 and track == node.function - whole.count
        )
        known = busy[node.function - whole.count].total - frameless
        assert node.time == pytest.approx(known, rel=CLOSE, abs=1e-12)


def test_samples_become_times() -> None:
    recording = timed(recording_of(load_bytes(TEXT, "t.txt")), 0.01)
    assert recording is not None
    profile = profile_of(recording)
    assert profile.total_time == pytest.approx(0.08) and profile.measure.unit == "s"
    assert profile.total_calls is None or profile.total_primitive_calls == 8
    assert timed(recording, 0.01) is None


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.895, "0.895 s"), (0.0486, "48.6 ms"), (0.00837, "8.37 ms"), (2.1e-5, "21 µs")]
)
def test_short_times_in_notes_have_a_unit_that_can_be_read(seconds: float, said: str) -> None:
    assert amount_of(seconds, TIME) == said
