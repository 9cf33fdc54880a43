"""Both formats of austin: what each mode measures, threads, and what is left of files that are cut off."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from benchmarks.large_austin import FRAME, NAME, THREAD, TIME, number
from tests.support.corpus import recording_of, small, totals
from tests.support.examples import slowly

from proftui_parsers import Profile, ProfileError, load, load_bytes
from proftui_parsers.detect import detect
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Recording, Track

SPIN = "austin3.7.0-spin"
CUT_OFF = "cut off"


def opened(name: str) -> Recording:
    return recording_of(load(str(small(name))))


def own_times(profile: Profile) -> dict[tuple[str, str], float]:
    functions = zip(profile.files, profile.names, profile.tottime, strict=False)
    return {(file, name): own for file, name, own in functions if own}


def lines_of(name: str) -> list[str]:
    lines = small(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def text(*lines: str, mode: str = "wall") -> Profile:
    return load_bytes(
        f"# austin: 3.7.0\n# mode: {mode}\n\n".encode() + "".join(f"{line}\n" for line in lines).encode()
    )


def mojo(*events: bytes, version: int = 3, mode: str = "wall") -> Profile:
    return load_bytes(b"MOJ" + number(version) + b"\x01mode\0" + mode.encode() + b"\0" + b"".join(events))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (f"{SPIN}.austin", "wall samples"),
        (f"{SPIN}-cpu.austin", "cpu samples"),
        (f"{SPIN}-memory.austin", "allocated net samples"),
        (f"{SPIN}-full.austin", "wall cpu allocated net samples"),
        (f"{SPIN}.mojo", "wall samples"),
        (f"{SPIN}-memory.mojo", "allocated net samples"),
        (f"{SPIN}-full.mojo", "wall cpu allocated net samples"),
        ("austin4.0.0-spin-full.mojo", "wall cpu allocated net samples"),
    ],
)
def test_each_mode_has_its_measures(name: str, keys: str) -> None:
    recording = opened(name)
    assert " ".join(measure.key for measure in recording.measures) == keys
    assert not recording.badges
    total = totals(recording)
    assert total.get("net", 0) <= total.get("allocated", 0)
    assert total.get("cpu", 0) <= total.get("wall", total.get("cpu", 0))


def test_full_mode_has_time_without_waiting_and_memory() -> None:
    expected: Counter[str] = Counter()
    for line in lines_of(f"{SPIN}-full.austin"):
        time, idle, memory = map(int, line.rpartition(" ")[2].split(","))
        expected["wall"] += time
        expected["cpu"] += 0 if idle else time
        expected["allocated"] += max(0, memory)
        expected["net"] += memory
        expected["samples"] += 1
    found = totals(opened(f"{SPIN}-full.austin"))
    assert found["wall"] * 1e6 == pytest.approx(expected["wall"])
    assert found["cpu"] * 1e6 == pytest.approx(expected["cpu"])
    assert [found[key] for key in ("allocated", "net", "samples")] == [
        expected[key] for key in ("allocated", "net", "samples")
    ]


def test_mojo_has_the_figures_that_mojo2austin_writes() -> None:
    one, other = opened(f"{SPIN}-memory.mojo"), opened("mojo2austin2.4.0-spin-memory.austin")
    assert totals(one) == totals(other)
    assert one.tracks == other.tracks
    for measure in range(3):
        assert own_times(profile_of(one, Choice(measure))) == own_times(profile_of(other, Choice(measure)))


def test_threads_are_told_as_the_system_tells_them() -> None:
    profile = text("P7;T0:12;a.py:f:1 5", "P7;T13;a.py:f:1 6", "P8;T1:12;a.py:f:1 7")
    assert recording_of(profile).tracks == (Track("", 7, "12"), Track("", 7, "13"), Track("", 8, "1:12"))
    known = NAME + FRAME + b"\x05\x02" + TIME
    assert recording_of(mojo(b"\x02\x07\x001f\0" + known)).tracks == (Track("", 7, "31"),)
    assert recording_of(mojo(b"\x02\x07\x02main thread\0" + known)).tracks == (Track("", 7, "2:main thread"),)


def test_processes_have_names_of_their_own_and_garbage_is_a_frame() -> None:
    recording = opened("austin3.7.0-fork-gc.mojo")
    assert len({track.pid for track in recording.tracks}) == 3
    profile = profile_of(recording)
    collects = profile.names.index(":GC:")
    assert profile.tottime[collects] > 0 and profile.files[collects] == ""
    assert "square" in {edge.name for edge in profile.callers(collects)}
    assert "<unknown>" not in profile.names


@pytest.mark.parametrize(
    ("frame", "function"),
    [
        ("a.py:f:3", ("a.py", 3, "f")),
        (r"C:\x\a.py:f:3", (r"C:\x\a.py", 3, "f")),
        ("<frozen abc>:__new__:106", ("<frozen abc>", 106, "__new__")),
        ("decorators.py:wrapper:4)", ("", 0, "decorators.py:wrapper:4)")),
        (":INVALID:", ("", 0, ":INVALID:")),
        ("a.py:f:0", ("a.py", 0, "f")),
    ],
)
def test_frames_are_file_function_and_line(frame: str, function: tuple[str, int, str]) -> None:
    assert tuple(text(f"P1;T1;{frame} 5").function(0)) == function


def repeated(innermost: bytes) -> Profile:
    """Two samples, of which the second repeats the first below one more frame."""
    names = b"".join(
        b"\x0b" + number(2 + n) + name + b"\0" for n, name in enumerate((b"a.py", b"f", b"g", b"libc.so"))
    )
    frames = b"\x03\x02\x02\x03\5\0\0\0" + b"\x03\x03\x02\x04\6\0\0\0" + b"\x03\x04\x05\x03\0\0\0\0"
    first = THREAD + names + frames + b"\x05\x02" + innermost + TIME
    return mojo(first, THREAD + b"\x05\x03\x0d" + TIME, version=4)


@pytest.mark.parametrize("innermost", [b"", b"\x05\x04", b"\x06read\0", b"\x07"])
def test_a_repeated_stack_goes_on_without_what_is_not_of_python(innermost: bytes) -> None:
    profile = repeated(innermost)
    g = profile.names.index("g")
    assert [edge.name for edge in profile.callers(g)] == ["f"]
    assert profile.tottime[g] == pytest.approx(5e-6)


def test_where_tasks_wait_is_no_time_of_a_thread() -> None:
    told = THREAD + NAME + FRAME + b"\x0e\x07\x02\x02\x05\x02\x05\x02\x0f\x07\x08\x10\x07" + TIME
    profile = mojo(told, THREAD + b"\x05\x02" + TIME, version=4)
    assert list(profile.tottime) == pytest.approx([5e-6])
    assert profile.total_time == pytest.approx(10e-6)
    assert any("tasks" in warning for warning in profile.warnings)


def test_text_that_is_cut_off_keeps_its_whole_lines() -> None:
    whole = small(f"{SPIN}-full.austin").read_bytes()
    begin = whole.index(b"\nP") + 1
    for place in range(begin + 1, len(whole), 37):
        lines = whole[:place].decode().split("\n")[:-1]
        expected = sum(int(line.rpartition(" ")[2].split(",")[0]) for line in lines if line[:1] == "P")
        try:
            recording = recording_of(load_bytes(whole[:place]))
        except ProfileError as problem:
            assert CUT_OFF in str(problem) and not expected
            continue
        assert totals(recording)["wall"] * 1e6 == pytest.approx(expected)
        assert recording.badges == (() if whole[place - 1 : place] == b"\n" else (CUT_OFF,))


@pytest.mark.parametrize("size", [1200, *slowly(1 << 20)])
@pytest.mark.parametrize("name", [f"{SPIN}-full.mojo", "austin4.0.0-spin.mojo"])
def test_mojo_that_is_cut_off_keeps_its_whole_samples(name: str, size: int) -> None:
    whole = small(name).read_bytes()[:size]
    before: dict[str, float] = defaultdict(float)
    ended = 0
    for place in range(60, len(whole) + 1):
        try:
            recording = recording_of(load_bytes(whole[:place]))
        except ProfileError as problem:
            assert CUT_OFF in str(problem) or "no stacks" in str(problem)
            continue
        now = totals(recording)
        assert now["samples"] - before["samples"] in (0, 1)
        ended += not recording.badges
        before.update(now)
        if recording.badges:
            assert any("at byte" in remark for remark in recording.remarks)
    assert before == totals(recording_of(load_bytes(whole)))
    assert ended >= before["samples"]


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (b"# austin: 3.7.0\n", "austin"),
        ("# austin: 3.7.0\n# mode: wall\nP1;T1;f 1\n".encode("utf-16"), "austin"),
        (b"\xef\xbb\xbf# austin: 3.7.0\n", "austin"),
        (b"P403;Tx87;__main__.py:base:2;utils.py:middle:5 12\n", "austin"),
        (b"P1;T0:1;" + b"a.py:f:1;" * 1000, "austin"),
        (b"# by hand\n\nP1;T1;f 1\r\nP1;T1;g 1\r\n", "austin"),
        (b"MOJ\x03\x01", "mojo"),
        (b"MOJ", "mojo"),
        (b"MOJITO;f;g 3\n", "collapsed"),
        (b"Parse;Tokens;f 3\n", "collapsed"),
        (b"P1;main;f 3\n", "collapsed"),
        (b"process 12;thread (1): main;f (a.py:1) 3\n", "collapsed"),
    ],
)
def test_what_it_contains_tells_the_format(data: bytes, known: str) -> None:
    assert detect(data).name == known
