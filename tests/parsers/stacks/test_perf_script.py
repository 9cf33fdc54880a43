"""What `perf script` prints: figures of `perf report`, each form of a line, and what is none."""

from __future__ import annotations

import pytest
from benchmarks import native_seeds as made
from tests.support.corpus import recording_of, small, totals

from proftui_parsers import load, load_bytes
from proftui_parsers.stacks.perf_script import _sample
from proftui_parsers.stacks.recording import Track


def test_figures_are_those_of_perf_report() -> None:
    profile = load(str(small("perf6.1-spin.txt")))
    # `perf report --no-children -g none`: 54 samples, event count 108216432, and these shares.
    assert totals(recording_of(profile)) == {"cpu-clock": pytest.approx(0.108216432), "samples": 54}
    shares = {r.name: round(100 * (r.tottime or 0) / profile.total_time, 2) for r in profile}
    told = {"_PyEval_EvalFrameDefault": 20.37, "_PyObject_Free": 18.52, "_PyObject_Malloc": 14.81}
    assert {name: shares[name] for name in told} == told
    assert shares["Grid.carve.<locals>.<genexpr>"] == 3.7
    assert recording_of(profile).tracks == (Track("python", 0, "11250"), Track("python", 0, "11252"))


def test_functions_of_python_have_their_file() -> None:
    profile = load_bytes(made.CLOCK)
    places = [(record.name, record.file) for record in profile]
    assert places == [
        ("PyObject_Call", "/usr/lib/libpython3.13.so.1.0"),
        ("Grid.carve", "/srv/grid.py"),
        ("[unknown]", ""),
    ]


@pytest.mark.parametrize(
    ("line", "track", "event", "amount", "rest"),
    [
        ("python 12 1.5:  100 cycles: ", Track("python", 0, "12"), "cycles", "100", ""),
        ("a b:c 7/12 [001] 1.5:  100 cycles:u: ", Track("a b:c", 7, "12"), "cycles:u", "100", ""),
        ("python 7/12 [001]  100 cycles: ", Track("python", 7, "12"), "cycles", "100", ""),
        ("  sh 12 1.5: cs:  7f f (/x)", Track("sh", 0, "12"), "cs", None, "7f f (/x)"),
        ("x 9 1.5:  3 cycles:  7f f(int)+0x2 (/x)", Track("x", 0, "9"), "cycles", "3", "7f f(int)+0x2 (/x)"),
        ("sh 12 [003] 1.5: sched:switch: a=b ==> c", Track("sh", 0, "12"), "sched:switch", None, "a=b ==> c"),
        ("x 1 12345.123456789:  7 a b: ", Track("x", 0, "1"), None, "7", "a b:"),
        ("x 1/2 [001] U 1.5:  7 a: ", Track("x", 1, "2"), "a", "7", ""),
        ("12 1.5: ", Track("", 0, "12"), None, None, ""),
        (":-1 -1/-1 1.5: x: ", Track(":-1", -1, "-1"), "x", None, ""),
    ],
)
def test_first_lines(line: str, track: Track, event: str | None, amount: str | None, rest: str) -> None:
    sample = _sample(line)
    assert sample is not None
    assert Track(sample["name"].strip(), int(sample["pid"] or 0), sample["tid"]) == track
    assert (sample["event"], sample["amount"], sample["rest"].strip()) == (event, amount, rest)


def test_other_lines_begin_no_sample() -> None:
    for line in ("", "python 12", "1.5: x:", "x y 1.5: z:", "x 1 1,5: z:", "a: b", "x 1 1.5x: y:"):
        assert _sample(line) is None


@pytest.mark.parametrize(
    ("line", "file", "name"),
    [
        ("\t  7f f+0x1f (/x.so)", "/x.so", "f"),
        ("7f operator()(int) const+0x2 (/x y.so (deleted))", "/x y.so", "operator()(int) const"),
        ("7f f(char (*)(x)) (/x(1).so)", "/x(1).so", "f(char (*)(x))"),
        ("7f [unknown] (/x.so)", "/x.so", "[unknown]"),
        ("7f [unknown] ([unknown])", "", "[unknown]"),
        ("7f f+0x2 (/x.so+0x1f)", "/x.so", "f"),
        ("7f f (inlined)", "", "f"),
        ("7f py::<module>:/a b.py+0x2 (/tmp/perf-1.map)", "/a b.py", "<module>"),
        ("7f (/x.so)", "/x.so", "0x7f"),
    ],
)
def test_frames(line: str, file: str, name: str) -> None:
    profile = load_bytes(f"p 1 1.1: 5 cycles:\n{line}\n\n".encode())
    assert (profile.files[0].removesuffix(" (deleted)"), profile.names[0]) == (file, name)


@pytest.mark.parametrize("line", ["", "xyz f (/x)", "12345678901234567890 f (/x)", "7G f (/x)", "7f f"])
def test_other_lines_are_no_frames(line: str) -> None:
    profile = load_bytes(made.CLOCK + f"{line}\n".encode())
    assert profile.count == 3
    assert ("lines that are no stacks were left out: 1" in profile.warnings) == bool(line)


def test_events_are_measures_beside_the_samples() -> None:
    others = made.CLOCK.replace(b"cpu-clock:ppp", b"cycles") + made.CLOCK.replace(b"cpu-clock", b"faults")
    profile = load_bytes(made.CLOCK + others)
    assert totals(recording_of(profile)) == {"cpu-clock": 1e-3, "samples": 3, "cycles": 1e6, "faults": 1e6}
    assert "samples of several events are added up: cpu-clock, cycles, faults" in profile.warnings


def test_samples_without_stacks() -> None:
    flat = b"          python  12 1.5:    1000 cycles:P:  7f f(int)+0x2 (/x.so)\n" * 3
    profile = load_bytes(flat)
    assert (list(profile.names), list(profile.tottime)) == (["f(int)"], [3])
    none = b"sh 12 [000] 1.5: sched:sched_switch: a=b\n"
    # What has no frame is in the total alone.
    assert (load_bytes(flat + none).total_time, load_bytes(flat + none).tottime[0]) == (4, 3)


def test_what_is_no_sample_counts_nothing() -> None:
    other = b"python 12 1.5: PERF_RECORD_MMAP2 12/12: [0x1(0x2) @ 0]: r-xp /x.so\n\t7f f (/x.so)\n\n"
    profile = load_bytes(made.CLOCK + other + b"# comment\nsome words\n" + made.CLOCK)
    assert totals(recording_of(profile))["samples"] == 2
    assert "lines that are no stacks were left out: 2" in profile.warnings


def test_line_ends() -> None:
    assert totals(recording_of(load_bytes(made.CLOCK.replace(b"\n", b"\r\n") * 2)))["samples"] == 2
    assert totals(recording_of(load_bytes((made.CLOCK * 2).decode().encode("utf-16"))))["samples"] == 2
