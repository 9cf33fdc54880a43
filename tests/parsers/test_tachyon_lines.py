"""JSON lines of profiling.sampling: functions with their lines, and what its own reports say of them."""

from __future__ import annotations

import pytest
from tests.support import tachyon_files as made
from tests.support.corpus import index_of, needs_corpus, small, totals_oracle

from proftui_parsers import Profile, load, load_bytes

BEFORE = made.meta() + made.strings(*made.NAMES) + made.frames(*made.PLACES)
FIGURES = made.figures((0, 5), (3, 3), (2, 2))


def figures(profile: Profile, name: str) -> tuple[int | None, int | None, float | None, float | None]:
    """Samples in which a function was executing and on the stack, and both as seconds."""
    record = profile[index_of(profile, name)]
    return record.primitive_calls, record.ncalls, record.tottime, record.cumtime


def test_samples_become_seconds_and_lines_their_function() -> None:
    profile = load_bytes(made.lines())
    assert (profile.format, profile.producer, profile.measure.name) == (
        "tachyon-jsonl",
        "profiling.sampling",
        "samples",
    )
    assert profile.count == 2 and profile.total_time == pytest.approx(0.005)
    assert figures(profile, "main") == (0, 5, 0.0, 0.005)
    assert figures(profile, "work") == (5, 5, 0.005, 0.005)
    assert not profile.has_edges and profile.recording is None


def test_the_samples_of_each_line_are_kept() -> None:
    profile = load_bytes(made.lines())
    work = index_of(profile, "work")
    assert [(line.line, line.hits) for line in profile.lines[work]] == [(20, 3), (21, 2)]
    assert profile.linenos[work] == 20


@needs_corpus
def test_it_has_what_the_reference_reader_found() -> None:
    ((_, facts),) = totals_oracle("tachyon-jsonl").items()
    profile = load(str(small("tachyon3.15.2-spin.jsonl")))
    assert sum(map(len, profile.lines.values())) <= facts["frames"]
    assert profile.total_primitive_calls == facts["self_sum"] == facts["samples_total"]
    assert profile.total_time == pytest.approx(
        facts["self_sum"] * facts["meta"]["sample_interval_usec"] / 1e6
    )


def test_a_function_on_the_stack_with_several_lines_is_said() -> None:
    assert any("may exceed the total" in warning for warning in load_bytes(made.lines()).warnings)


def test_runs_that_follow_each_other_are_added_each_at_its_rate() -> None:
    slow = made.meta(10_000, run="b2") + made.strings("main", "/srv/app.py", run="b2")
    slow += made.frames((1, 0, 10), run="b2") + made.figures((4, 4), run="b2") + made.end(4, run="b2")
    profile = load_bytes(made.lines() + slow.encode())
    assert profile.total_time == pytest.approx(0.045)
    assert figures(profile, "main")[:2] == (4, 9)
    assert figures(profile, "main")[2:] == pytest.approx((0.04, 0.045))


@pytest.mark.parametrize(
    "data", [BEFORE + FIGURES, BEFORE + FIGURES * 2 + FIGURES[:-20], BEFORE + FIGURES + made.end()[:30]]
)
def test_what_was_cut_off_is_kept_and_marked(data: str) -> None:
    profile = load_bytes(data.encode())
    assert profile.total_primitive_calls is not None and profile.total_primitive_calls >= 3
    assert profile.badges == ("cut off",)
    assert any("cut off" in warning for warning in profile.warnings)
    assert not load_bytes(made.lines()).badges


def test_what_is_to_come_is_passed_over() -> None:
    later = made.record("stacks", entries=[{"frame_id": 0, "self": 9, "cumulative": 9}], strings=[{}])
    more = FIGURES.replace('"self":3', '"self":3,"blocked":[1,{"a":2}]')
    profile = load_bytes(made.lines(BEFORE, later, more, made.end()))
    assert (profile.total_primitive_calls, profile.badges) == (5, ())
