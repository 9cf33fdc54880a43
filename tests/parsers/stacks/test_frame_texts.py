"""Collapsed stacks: which thread a line is of, what frames are, and what weights are of."""

from __future__ import annotations

import pytest
from tests.support.recordings import of_functions, of_threads

from proftui_parsers import Profile, ProfileError, load_bytes, messages
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import Track
from proftui_parsers.stacks.timing import timed

SHOP = 'process 100:"python shop.py"'
SPAWNED = 'process 101:"python -c from a import b; b(fd=5, x="1";y="2") --multiprocessing-fork"'
SCRIPT = 'process 7:"python -c import time\nx = 5\n\nprint("a"); f(x) \n"'


def opened(text: str) -> Profile:
    return load_bytes(text.encode(), "p.txt")


@pytest.mark.parametrize(
    ("text", "threads"),
    [
        (
            f"{SHOP};main (a.py:1);load (a.py:2) 4\n{SHOP};{SPAWNED};load (a.py:2) 6\n",
            {Track("", 100): 4, Track("", 101): 6},
        ),
        (
            f"{SHOP};thread (0x7F0A): MainThread;main (a.py:1) 4\n"
            f"{SHOP};{SPAWNED};thread (12): pool;0;main (a.py:1);load (a.py:2) 6\n"
            f"{SHOP};{SPAWNED};{SCRIPT};thread (13): a\n5 b;load (a.py:2) 7\n",
            {
                Track("MainThread", 100, "0x7F0A"): 4,
                Track("pool;0", 101, "12"): 6,
                Track("a\n5 b", 7, "13"): 7,
            },
        ),
        (f"{SCRIPT};main (a.py:1) 2\n{SCRIPT};main (a.py:1);load (a.py:3) 5\n", {Track("", 7): 7}),
        (
            "thread (12): a\nb;main (a.py:1) 1\nthread (12);main (a.py:1) 1\n"
            "thread (13): w;main (a.py:1);load (a.py:3) 5\n",
            {Track("a\nb", 0, "12"): 2, Track("w", 0, "13"): 5},
        ),
    ],
)
def test_commands_and_names_of_threads_are_one_frame_each(text: str, threads: dict[Track, int]) -> None:
    profile = opened(text)
    assert profile.producer == "py-spy" and of_threads(profile) == threads
    assert of_functions(profile).keys() <= {("a.py", "main"), ("a.py", "load")}


PYSPY, NOBODY = "py-spy", "collapsed stacks"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("main (a.py:1);f (a.py:2) 5\nmain (a.py:1) 3\n", (NOBODY, "samples", {"main:1", "f:2"})),
        ("main (a.py:1);f (lib.so) 5\n", (NOBODY, "samples", {"main:1", "f:0"})),
        ("thread (1): x;main (a.py:1);f (a.py:2) 5\n", (PYSPY, "samples", {"main:1", "f:2"})),
        ("tid:7;a.py:main:1;a.py:f:2 5\n", (messages.PYTHONS_SAMPLER, "samples", {"main:1", "f:2"})),
        ("main (a.py:1);f (a.py:2) 5.5\n", (NOBODY, "", {"main:1", "f:2"})),
        ("main (a.py:1);f (a.py:2);[GC] 5\n", (NOBODY, "", {"main:1", "f:2", "[GC]:0"})),
        ("main (a.py);f (a.py) 5\n", (NOBODY, "", {"main:0", "f:0"})),
        ("a.py:1 (main);a.py:2 (f) 5\n", (NOBODY, "", {"main:1", "f:2"})),
        ("a.py(1):_<module>;a.py(2):__f 5\n", (NOBODY, "", {"<module>:1", "_f:2"})),
        ("a.py(1): <module>;a.py(2): f 5\n", (NOBODY, "", {"<module>:1", "f:2"})),
        ("a.py:main:1;a.py:f:2 5\n", (NOBODY, "", {"main:1", "f:2"})),
        ("[unknown];main;f 5\n", (NOBODY, "", {"[unknown]:0", "main:0", "f:0"})),
        ("_start<0000000000001060>;f 5\n", (NOBODY, "", {"_start:0", "f:0"})),
        ("{closure};main;f 5\n", (NOBODY, "", {"{closure}:0", "main:0", "f:0"})),
        ("proftui bytes;main (a.py:1);f 5\n", ("proftui", "B", {"main:1", "f:0"})),
    ],
)
def test_samples_are_what_somebody_says_or_py_spys_frames_alone(
    text: str, expected: tuple[str, str, set[str]]
) -> None:
    profile = opened(text)
    functions = {f"{name}:{line}" for name, line in zip(profile.names, profile.linenos, strict=True)}
    assert (profile.producer, profile.measure.unit, functions) == expected
    assert profile.measure.sampled == (profile.measure.unit == "samples")


def test_who_says_what_counts_are_gets_times_without_an_error() -> None:
    recording = opened("main;f 500000\nmain 1500000\n").recording
    made = None if recording is None else timed(recording, 1e-6)
    assert made is not None
    profile = profile_of(made)
    assert (profile.total_time, profile.measure.unit, profile.measure.sampled) == (2.0, "s", False)


def test_folders_may_have_brackets_in_their_names_and_so_may_functions() -> None:
    profile = opened("main (C:\\Files (x86)\\b (c)\\a.py:1);operator() (int) (d.cpp:2) 5\n")
    assert of_functions(profile).keys() == {
        ("C:\\Files (x86)\\b (c)\\a.py", "main"),
        ("d.cpp", "operator() (int)"),
    }


def test_a_differential_says_what_it_is() -> None:
    with pytest.raises(ProfileError, match="two counts"):
        opened("main;load;parse 12 15\nmain;save;parse 7 2\nmain;load 3 4\n")


def test_flameprofs_lines_are_those_of_definitions() -> None:
    profile = load_bytes(b"~:0:<built-in method exec>;C:\\a.py:3:f 4\nC:\\a.py:9:g;C:\\a.py:3:f 2\n")
    assert [tuple(profile.function(n)) for n in range(profile.count)] == [
        ("~", 0, "<built-in method exec>"),
        ("C:\\a.py", 3, "f"),
        ("C:\\a.py", 9, "g"),
    ]
    assert not profile.has_lines
