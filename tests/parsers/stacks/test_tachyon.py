"""Binary recordings of profiling.sampling, against what it makes of them itself."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile.tachyon import packed
from tests.support import tachyon_files as made
from tests.support.corpus import recording_of, small, totals

from proftui_parsers import ProfileError, load, load_bytes, messages
from proftui_parsers.detect import sniff
from proftui_parsers.stacks import building, collapsed, tachyon_binary
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording

needs_zstd = pytest.mark.skipif(
    sys.version_info < (3, 14) and not any((Path(path) / "zstandard").is_dir() for path in sys.path if path),
    reason="nothing here unpacks zstd",
)
Change = tuple[int, int, int, list[int]]
"""Kind, thread, ninths of the stack that are kept, frames that are new."""
CHANGES: st.SearchStrategy[Change] = st.tuples(
    st.integers(0, 2),
    st.integers(7, 8),
    st.integers(0, 9),
    st.lists(st.sampled_from([0, 1, 2, 127, 128, 299]), max_size=4),
)
RUN = made.whole(1, 0) + made.again(made.GIL | made.CPU, 0) + made.popped(1, 2)


def stacks_of(recording: Recording) -> Counter[tuple[str, ...]]:
    """Samples by thread and stack, each frame as profiling.sampling prints it."""
    stacks, measure = recording.stacks, recording.samples
    assert measure is not None
    found: Counter[tuple[str, ...]] = Counter()
    records = recording.records
    for node, track, samples in zip(records.node, records.track, records.weights[measure], strict=True):
        here, frames = node, []
        while here >= 0:
            function = stacks.frame_function[stacks.frame[here]]
            file = recording.files[function].rpartition("/")[2]
            frames.append(f"{file}:{recording.names[function]}:{stacks.frame_line[stacks.frame[here]]}")
            here = stacks.parent[here]
        found[recording.tracks[track].tid, *frames] += round(samples)
    return found


@needs_zstd
@pytest.mark.parametrize("name", ["spin", "threads", "threads-cpu"])
def test_stacks_and_samples_are_those_of_its_own_replay(name: str) -> None:
    recording = recording_of(load(str(small(f"tachyon3.15.2-{name}.bin"))))
    replayed = small(f"tachyon3.15.2-{name}.bin.replayed.collapsed.txt").read_bytes()
    # Read by name: a stack as long as these is no matter of telling formats here.
    known = recording_of(collapsed.read([replayed], "replayed"))
    assert stacks_of(recording) == stacks_of(known)


@needs_zstd
def test_seconds_are_samples_times_the_interval() -> None:
    profile = load(str(small("tachyon3.15.2-spin.bin")))
    recording = recording_of(profile)
    assert (profile.format, profile.producer) == ("tachyon", "profiling.sampling")
    assert recording.interval == 0.001
    assert profile.total_time == pytest.approx(1.255)
    assert totals(recording) == pytest.approx({"wall": 1.255, "with-gil": 1.253, "samples": 1255})
    assert [track.name for track in recording.tracks] == ["MainThread"]
    assert len(stacks_of(recording)) == 25


def test_without_zstd_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("zstandard", "compression", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ProfileError, match=re.escape(messages.INSTALL_ZSTD)):
        load(str(small("tachyon3.15.2-spin.bin")))


@pytest.mark.parametrize(
    ("flags", "keys"),
    [(0, {"wall", "on-cpu", "with-gil"}), (4, {"wall", "on-cpu", "with-gil"}), (3, {"with-gil", "on-cpu"})],
)
def test_measures_are_what_the_file_has(flags: int, keys: set[str]) -> None:
    assert totals(recording_of(load_bytes(made.binary(RUN, flags=flags)))).keys() == {*keys, "samples"}
    plain = recording_of(load_bytes(made.binary(made.whole(0, state=made.MAIN), flags=1)))
    assert totals(plain).keys() == {"wall", "samples"}


def test_states_are_counted_sample_by_sample() -> None:
    recording = recording_of(load_bytes(made.binary(RUN, interval=10_000)))
    assert totals(recording) == pytest.approx({"wall": 0.04, "on-cpu": 0.01, "with-gil": 0.03, "samples": 4})
    on_cpu = profile_of(recording, Choice([measure.key for measure in recording.measures].index("on-cpu")))
    assert {name: time for name, time in zip(on_cpu.names, on_cpu.tottime, strict=True) if time} == {
        "work": 0.01
    }


def test_each_record_tells_what_it_shares_with_the_last_of_its_thread() -> None:
    other = made.owner(8)
    data = made.whole(1, 0) + made.whole(2, 2, 0, of=other) + made.shared(1, 2) + made.popped(2, 1, of=other)
    stacks = stacks_of(recording_of(load_bytes(made.binary(data + made.again(1) + made.popped(1)))))
    main, first, second = "app.py:main:10", "app.py:work:20", "app.py:work:21"
    assert stacks == {
        ("7", first, main): 1,
        ("8", second, second, main): 1,
        ("7", second, main): 2,
        ("8", first, main): 1,
        ("7", main): 1,
    }


def test_the_program_that_starts_it_all_is_left_out_and_that_is_said() -> None:
    profile = load_bytes(made.binary(made.whole(1, 3, 0) + made.whole(3) + made.whole(), count=3))
    assert stacks_of(recording_of(profile)) == {("7", "app.py:work:20", "app.py:main:10"): 1}
    assert any("left out" in warning and ": 2" in warning for warning in profile.warnings)
    assert any("frames of the program that starts" in warning for warning in profile.warnings)
    assert "_run" not in profile.names


def test_stacks_as_deep_as_are_kept_may_lack_their_outermost_frames() -> None:
    deep, shallow = made.whole(*[1] * 255, 0), made.whole(*[1] * 254, 0)
    profile = load_bytes(made.binary(deep + made.again(1) + shallow, count=3))
    assert any("256 frames" in warning and warning.endswith(": 2") for warning in profile.warnings)
    assert recording_of(profile).badges
    assert not recording_of(load_bytes(made.binary(shallow))).badges


@pytest.mark.parametrize("order", ["<", ">"])
def test_both_orders_of_bytes_are_read(order: str) -> None:
    data = made.binary(made.whole(1, 0, of=made.owner(1 << 40, 0, order)), order=order, interval=500, count=1)
    profile = load_bytes(data)
    assert profile.total_time == 0.0005 and not recording_of(profile).remarks
    assert recording_of(profile).tracks[0].tid == str(1 << 40)


def test_records_are_found_whole_wherever_pieces_of_the_data_end(monkeypatch: pytest.MonkeyPatch) -> None:
    data = made.binary(RUN + made.whole(*[1, 2] * 50) + made.again(*[1] * 50) + RUN)
    whole = stacks_of(recording_of(load_bytes(data)))
    for size in (1, 2, 3, 7, 16):
        monkeypatch.setattr(tachyon_binary, "_PIECE", size)
        assert stacks_of(recording_of(load_bytes(data))) == whole


@given(changes=st.lists(CHANGES, max_size=40), size=st.integers(1, 60))
def test_stacks_are_those_that_their_changes_make(changes: list[Change], size: int) -> None:
    now: dict[int, tuple[int, ...]] = {}
    expected: Counter[tuple[str, ...]] = Counter()
    samples = b""
    for kind, thread, part, pushed in changes:
        before = now.get(thread, ())
        kept = part * len(before) // 9 if kind else 0
        now[thread] = (*pushed, *before[len(before) - kept :])
        of = made.owner(thread)
        samples += (
            made.whole(*pushed, of=of),
            made.shared(kept, *pushed, of=of),
            made.popped(len(before) - kept, *pushed, of=of),
        )[kind]
        if now[thread]:
            expected[str(thread), *(f"app.py:main:{frame + 1}" for frame in now[thread])] += 1
    data = made.binary(samples, frames=[(0, 1, line + 1) for line in range(300)])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tachyon_binary, "_PIECE", size)
        assert stacks_of(recording_of(load_bytes(data))) == expected


@needs_zstd
def test_what_stacks_may_take_is_told_by_what_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "ROOM", 0)
    stacks = b"".join(made.whole(*(number // base % 3 for base in (1, 3, 9, 27))) for number in range(81))
    with pytest.raises(ProfileError, match="more memory"):
        load_bytes(made.binary(stacks))
    # Behind them 64 Ki times that the stack of a thread without one comes again, but not once.
    data = made.binary(packed(stacks, 8), compression=1)
    assert len(data) < 2 * len(stacks)
    assert sum(stacks_of(recording_of(load_bytes(data))).values()) == 81


@needs_zstd
@pytest.mark.parametrize(
    ("name", "kind"), [("tachyon3.15.2-spin.bin", "tachyon"), ("tachyon3.15.2-spin.jsonl", "tachyon-jsonl")]
)
def test_the_beginning_tells_the_format(name: str, kind: str) -> None:
    assert load(str(small(name))).format == sniff(str(small(name))) == kind
