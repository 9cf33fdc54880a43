"""What is written for other programs, what is refused, and what is said beside it."""

from __future__ import annotations

import json
import marshal
import os
import pstats
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.case import dumped
from tests.support.command_line import command, refused, run
from tests.support.compared import PAIR
from tests.support.corpus import DATA, as_stats, small
from tests.support.recordings import of_functions, recording_of
from tests.support.screens import opened
from tests.support.shots import found, shot, shots

from proftui import messages
from proftui.analysis.calltree.flow_nodes import UNATTRIBUTED
from proftui.output.conversion import converting as conversion
from proftui.output.conversion.converting import COLLAPSED, PSTATS, SPEEDSCOPE, converting
from proftui.output.conversion.estimated import DEEPEST
from proftui.output.printed import NoForm
from proftui_parsers import Profile, load, load_bytes
from proftui_parsers.measure import BYTES, SAMPLES, TIME
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Choice, Track

ASYNCIO = str(DATA / "stacks" / "pyspy0.4.3-asyncio.speedscope.json")
IDLE = str(DATA / "stacks" / "pyspy0.4.3-asyncio-threads-idle.raw.txt")
RECURSE = str(small("cprofile-py3.11-recurse.stats"))
LINES = str(small("lp5.1.0-julia.lprof"))


def file_of(profile: Profile, form: str, *, estimate: bool = False) -> bytes:
    made = converting(profile, form, estimate=estimate)
    return b"".join(part for part in made.parts if part is not None)


def events(*pairs: tuple[str, float]) -> bytes:
    """A speedscope file of calls in time: ``(name, at)`` opens, ``("", at)`` closes the last one."""
    names = sorted({name for name, _ in pairs if name})
    open_frames: list[int] = []
    made: list[dict[str, Any]] = []
    for name, at in pairs:
        if name:
            open_frames.append(names.index(name))
        frame = open_frames[-1] if name else open_frames.pop()
        made.append({"type": "O" if name else "C", "at": at, "frame": frame})
    profile = {"type": "evented", "name": "main", "unit": "seconds", "startValue": 0, "events": made}
    frames = [{"name": name, "file": "a.py", "line": line} for line, name in enumerate(names, 1)]
    whole = {"shared": {"frames": frames}, "profiles": [{**profile, "endValue": pairs[-1][1]}]}
    return json.dumps(whole).encode()


CALLS = events(
    ("main", 0), ("f", 1), ("g", 2), ("", 4), ("", 5), ("f", 6), ("f", 7), ("", 8), ("", 9), ("", 10)
)  # fmt: skip


# --- pstats


def test_events_become_stats_with_exact_calls(tmp_path: Path) -> None:
    path = tmp_path / "p.stats"
    path.write_bytes(file_of(load_bytes(CALLS), PSTATS))
    stats: dict[Any, Any] = pstats.Stats(str(path)).stats  # type: ignore[attr-defined]
    f, g, main_function = ("a.py", 1, "f"), ("a.py", 2, "g"), ("a.py", 3, "main")
    assert stats == {
        main_function: (1, 1, 3.0, 10.0, {}),
        f: (2, 3, 5.0, 7.0, {main_function: (2, 2, 4.0, 7.0), f: (1, 1, 1.0, 1.0)}),
        g: (1, 1, 2.0, 2.0, {f: (1, 1, 2.0, 2.0)}),
    }


def test_stats_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "p.stats"
    path.write_bytes(file_of(load(RECURSE), PSTATS))
    assert pstats.Stats(str(path)).stats == pstats.Stats(RECURSE).stats  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        (load(ASYNCIO), messages.HAS_NO_NUMBERS),
        (load(IDLE), messages.HAS_NO_NUMBERS),
        (load(LINES), messages.NO_STACKS_NOR_CALLERS.format(PSTATS)),
        (
            profile_of(load_bytes(CALLS).recording, Choice(0, frozenset({0}))),  # type: ignore[arg-type]
            messages.CALLS_OF_ALL_THREADS,
        ),
        (
            load_bytes(CALLS.replace(b'"seconds"', b'"bytes"')),
            messages.STATS_HAVE_SECONDS.format("bytes"),
        ),
    ],
)
def test_why_there_is_no_stats_file(profile: Profile, why: str) -> None:
    with pytest.raises(NoForm) as caught:
        converting(profile, PSTATS)
    assert str(caught.value) == why


# --- stacks


@pytest.mark.parametrize("form", [COLLAPSED, SPEEDSCOPE])
def test_why_there_are_no_stacks(capsys: pytest.CaptureFixture[str], form: str) -> None:
    assert messages.NO_STACKS_NOR_CALLERS.format(form) in refused(capsys, LINES, "--format", form)
    assert messages.NO_WHOLE_STACKS.format(form) in refused(capsys, RECURSE, "--format", form)
    net = recording_of([(Track(""), [("a.py", 1, "f")], -3.0, 1)], BYTES, sampled=False)
    with pytest.raises(NoForm, match="negative"):
        converting(profile_of(net), form)


def test_of_a_chain_beyond_all_the_time_of_what_is_not_written_is_kept() -> None:
    names, count = [("a.py", n + 1, f"f{n}") for n in range(700)], 700
    table = {
        name: (1, 1, 1.0, float(count - n), {names[n - 1]: (1, 1, 1.0, float(count - n))} if n else {})
        for n, name in enumerate(names)
    }
    made = converting(load_bytes(marshal.dumps(table)), COLLAPSED, estimate=True)
    lines = b"".join(filter(None, made.parts)).decode().splitlines()
    assert max(line.count(";") for line in lines) <= DEEPEST + 2
    assert sum(int(line.rpartition(" ")[2]) for line in lines) == count * 1_000_000
    assert messages.ESTIMATED_STACKS_CUT.format("200.000 s", DEEPEST) in made.notes


def test_threads_stand_first_as_py_spy_writes_them() -> None:
    text = file_of(load(ASYNCIO), COLLAPSED).decode()
    assert {line.split(";")[1].partition(" 1")[0] for line in text.splitlines()} >= {
        "thread (1546): ThreadPoolExecutor-0_0"
    }
    frames = [("a.py", 1, "f"), ("", 0, "g")]
    made = recording_of([(Track("w", 7, "9"), frames, 4.0, 1)], SAMPLES, sampled=False)
    assert (
        file_of(profile_of(made), COLLAPSED) == b'proftui samples;process 7:"";thread (9): w;f (a.py:1);g 4\n'
    )


@pytest.mark.parametrize("name", ["pool;0", 'say "x"', "a'b", "a ; b;", "; "])
@pytest.mark.parametrize("form", [COLLAPSED, SPEEDSCOPE])
def test_threads_keep_their_names(form: str, name: str) -> None:
    tracks = (Track("main"), Track(name.strip(), 7, "9"))
    records = [(track, [("", 0, "0"), ("a.py", 1, "f")][:n], 2.0, 1) for track in tracks for n in range(3)]
    made = load_bytes(file_of(profile_of(recording_of(records, SAMPLES, sampled=True)), form))
    assert made.recording is not None and made.recording.tracks == tracks
    assert of_functions(made) == {("", "0"): (4.0, 8.0), ("a.py", "f"): (4.0, 4.0)}


def test_what_of_a_thread_would_be_read_as_a_frame_is_none() -> None:
    made = recording_of([(Track("w;g (b.py)"), [("a.py", 1, "f")], 4.0, 1)], SAMPLES, sampled=False)
    written = file_of(profile_of(made), COLLAPSED)
    assert written == b"proftui samples;thread (): w:g (b.py);f (a.py:1) 4\n"
    assert of_functions(load_bytes(written)) == {("a.py", "f"): (4.0, 4.0)}


def test_what_no_frame_can_have_is_replaced_and_counted() -> None:
    frames = [
        ("a;b.py", 1, "f;g\n\x1b[31m"),
        ("a.py", 2, "\udc80x"),
        ("a.py", 3, "h"),
        ("/x (86)/a.py", 4, "k"),
    ]
    made = converting(
        profile_of(recording_of([(Track(""), frames, 4.0, 1)], SAMPLES, sampled=False)), COLLAPSED
    )
    assert (
        b"".join(filter(None, made.parts))
        == b"proftui samples;f:g  [31m (a:b.py:1);x (a.py:2);h (a.py:3);k (/x (86)/a.py:4) 4\n"
    )
    assert made.notes == [messages.NAMES_REPLACED.format("2 functions")]


@pytest.mark.parametrize("form", [COLLAPSED, SPEEDSCOPE, PSTATS])
def test_nothing_that_is_written_turns_the_direction_of_text(form: str) -> None:
    turning = "".join(map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))))
    name, main = (f"/a{turning}.py", 1, f"safe{turning}gnp.exe"), ("main.py", 1, "main")
    data = dumped({main: (1, 1, 0.5, 1.0, {}), name: (1, 1, 0.5, 0.5, {main: (1, 1, 0.5, 0.5)})})
    written = file_of(load_bytes(data), form, estimate=form != PSTATS).decode("utf-8", "replace")
    assert "gnp.exe" in written and not set(turning) & set(written)


def test_microseconds_of_neighbours_add_up() -> None:
    stacks = [(Track(""), [("a.py", 1, "f"), ("a.py", n, f"g{n}")], 0.4e-6, 1) for n in range(10)]
    made = converting(profile_of(recording_of(stacks, TIME, sampled=True)), COLLAPSED)
    lines = b"".join(filter(None, made.parts)).decode().splitlines()
    assert len(lines) == 10 and sum(int(line.rpartition(" ")[2]) for line in lines) == 4
    assert made.notes == [messages.IN_MICROSECONDS]


def test_samples_stay_samples_and_events_events() -> None:
    sampled = json.loads(file_of(load(ASYNCIO), SPEEDSCOPE))
    assert {one["type"] for one in sampled["profiles"]} == {"sampled"}
    assert sum(len(one["samples"]) for one in sampled["profiles"]) == 179
    assert sampled["exporter"].startswith("proftui@")
    profile = load_bytes(CALLS)
    made = converting(profile, SPEEDSCOPE)
    again = load_bytes(b"".join(filter(None, made.parts)))
    assert of_functions(again) == of_functions(profile)
    assert as_stats(again) == as_stats(profile) and made.notes == []


def test_a_file_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "LARGEST", 1000)
    for form in (COLLAPSED, SPEEDSCOPE):
        with pytest.raises(NoForm, match="in full"):
            file_of(load(ASYNCIO), form)


def test_stacks_deeper_than_any_are_not_written_level_by_level() -> None:
    names = [f"{number:040}" for number in range(3_000)]
    opening = [(name, float(at)) for at, name in enumerate(names)]
    chain = load_bytes(events(*opening, *(("", 3_000.0 + at) for at in range(3_000))))
    with pytest.raises(NoForm, match=r"in full, 235\.8 MB here: choose --format speedscope"):
        file_of(chain, COLLAPSED)
    assert len(file_of(chain, SPEEDSCOPE)) < 1_000_000


def test_deep_stacks_are_written() -> None:
    frames = [("", 0, f"f{n % 7}") for n in range(50_000)]
    records = [(Track(""), frames[:2], 1.0, 1), (Track(""), frames, 2.0, 1)]
    made = profile_of(recording_of(records, SAMPLES, sampled=False))
    for form in (COLLAPSED, SPEEDSCOPE):
        assert of_functions(load_bytes(file_of(made, form))) == of_functions(made)


# --- stacks worked out


@pytest.mark.parametrize("form", [COLLAPSED, SPEEDSCOPE])
@pytest.mark.parametrize("name", ["cprofile-py3.11-recurse.stats", "cprofile-py3.11-julia.stats"])
def test_estimated_stacks_say_so_and_add_up_to_the_run(form: str, name: str) -> None:
    profile = load(str(small(name)))
    made = converting(profile, form, estimate=True)
    again = load_bytes(b"".join(part for part in made.parts if part is not None))
    assert again.total_time == pytest.approx(profile.total_time, rel=1e-3, abs=1e-6)
    outermost = [again.names[again.recording.stacks.function[0]]] if again.recording else []
    assert outermost == [messages.ESTIMATED_FRAME]
    assert {*again.names} <= {*profile.names, messages.ESTIMATED_FRAME, UNATTRIBUTED}
    assert any(note.startswith(messages.ESTIMATED_STACKS.partition(":")[0]) for note in made.notes)
    assert again.ncalls is None or again.measure.sampled


def test_estimated_stacks_begin_with_functions_that_nobody_calls() -> None:
    made = converting(load(str(PAIR / "new" / "1.stats")), COLLAPSED, estimate=True)
    lines = b"".join(filter(None, made.parts)).decode().splitlines()
    roots = {line.rpartition(" ")[0].split(";")[2] for line in lines}
    assert roots == {
        f"<{name}> (~)"
        for name in ("built-in method builtins.exec", "method 'disable' of '_lsprof.Profiler' objects")
    }
    assert not any(line.endswith(f"{UNATTRIBUTED} 0") for line in lines)


# --- on the command line


def test_a_pipe_has_the_figures_of_the_first_file() -> None:
    first = command(ASYNCIO, "--format", "speedscope")
    assert (first.returncode, first.stderr) == (0, b"")
    tables = [
        run([sys.executable, "-m", "proftui", "-", "--print"], {}, data).stdout.decode().splitlines()[2:]
        for data in (Path(ASYNCIO).read_bytes(), first.stdout)
    ]
    assert tables[0] == tables[1] and len(tables[0]) > 30


def test_what_conversions_cannot_obey_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--filter", "x", "--hide", "func:f", "--by", "module", "--view", "tree", "--limit", "3")
    said = refused(capsys, ASYNCIO, "--format", "collapsed", *asked)
    for option in asked[::2]:
        assert option in said
    assert messages.ESTIMATE_OF_STACKS in refused(capsys, RECURSE, "--estimate")


# --- in the explorer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_w_offers_what_can_be_written(folder: Path) -> None:
    offers = {path: shot(opened(Path(path)), "w", size=(120, 24)).state for path in (ASYNCIO, RECURSE, LINES)}
    said = {
        path: [letter for letter, text in messages.CONVERTS_TO.items() if text in offers[path]]
        for path in offers
    }
    assert said == {ASYNCIO: ["k", "e"], RECURSE: ["p"], LINES: []}


def test_w_writes_for_other_programs(folder: Path) -> None:
    stacks, scope, refusal = shots(opened(Path(ASYNCIO)), "w", "k", "w", "e", "w", "p", size=(140, 24))[2::2]
    assert stacks.state.startswith("wrote ") and stacks.state.endswith(messages.IN_MICROSECONDS)
    assert scope.state.startswith("wrote ")
    assert refusal.state == messages.HAS_NO_NUMBERS.replace("--format ", "")
    stem = Path(ASYNCIO).stem
    assert set(os.listdir(folder)) == {f"{stem}.collapsed.txt", f"{stem}.speedscope.json"}
    assert (folder / f"{stem}.speedscope.json").read_bytes() == file_of(load(ASYNCIO), SPEEDSCOPE)


def test_w_says_what_a_shape_or_a_filter_means_for_it(folder: Path) -> None:
    shaped = shot(opened(Path(ASYNCIO)), "x", "w", "k", size=(120, 24))
    assert shaped.state == messages.SHAPE_IS_ON.format("collapsed") and os.listdir(folder) == []
    filtered = shot(opened(Path(ASYNCIO)), *found("thread"), "w", "e", size=(160, 24))
    assert filtered.state.endswith(messages.FILTER_IS_OFF)


def test_of_estimates_no_line_is_said_to_have_run() -> None:
    made = converting(load(RECURSE), SPEEDSCOPE, estimate=True)
    again = load_bytes(b"".join(part for part in made.parts if part is not None))
    assert messages.WITHOUT_LINES not in made.notes
    assert again.recording is not None and not any(again.recording.stacks.frame_line)
