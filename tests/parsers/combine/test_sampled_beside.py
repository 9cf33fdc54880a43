"""A profile of calls with sampled stacks of the same program beside it."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.corpus import Stats, as_stats, dumped

from proftui_parsers import Profile, add, load_bytes
from proftui_parsers.combine.sampled_beside import are_samples, is_timed
from proftui_parsers.stacks.collapsed import read

SCRIPT = "/home/me/app/main.py"
EXEC = ("~", 0, "<built-in method builtins.exec>")
SORTED = ("~", 0, "<built-in method builtins.sorted>")
MODULE, MAIN = (SCRIPT, 1, "<module>"), (SCRIPT, 5, "main")
FIRST, SECOND = (SCRIPT, 20, "load"), (SCRIPT, 40, "load")
"""Methods of two classes."""
KEY = (SCRIPT, 60, "key")


def calls() -> Profile:
    """`main` calls both methods, the second sorts with a key."""
    stats: Stats = {
        EXEC: (1, 1, 0.0, 10.0, {}),
        MODULE: (1, 1, 0.0, 10.0, {EXEC: (1, 1, 0.0, 10.0)}),
        MAIN: (1, 1, 1.0, 10.0, {MODULE: (1, 1, 1.0, 10.0)}),
        FIRST: (1, 1, 4.0, 4.0, {MAIN: (1, 1, 4.0, 4.0)}),
        SECOND: (1, 1, 1.0, 5.0, {MAIN: (1, 1, 1.0, 5.0)}),
        SORTED: (1, 1, 3.0, 4.0, {SECOND: (1, 1, 3.0, 4.0)}),
        KEY: (9, 9, 1.0, 1.0, {SORTED: (9, 9, 1.0, 1.0)}),
    }
    return load_bytes(dumped(stats), "p.stats")


STACKS = {
    "<module> ({0}:99);main ({0}:7)": 10,
    "<module> ({0}:99);main ({0}:8);load ({0}:25)": 40,
    "<module> ({0}:99);main ({0}:9);load ({0}:44)": 40,
    "<module> ({0}:99);main ({0}:9);load ({0}:44);key ({0}:61)": 10,
}


def stacks(script: str = SCRIPT, extra: str = "", changed: dict[str, int] | None = None) -> Profile:
    """What a sampler says of it, when it names the script so."""
    lines = [f"{stack.format(script)} {count}\n" for stack, count in (changed or STACKS).items()]
    return read(["".join([*lines, extra]).encode()], "s.txt")


def found(profile: Profile) -> Counter[tuple[str, ...]]:
    """How many samples end where, by the lines of definitions."""
    assert profile.beside is not None
    contexts, paths, ends = profile.beside.contexts, list[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for above, function, samples in zip(*contexts, strict=True):
        step = f"{profile.names[function]}:{profile.linenos[function]}"
        paths.append((*(paths[above] if above >= 0 else ()), step))
        ends[paths[-1]] += round(samples)
    return ends


WHERE = {
    ("<module>:1", "main:5"): 10,
    ("<module>:1", "main:5", "load:20"): 40,
    ("<module>:1", "main:5", "load:40"): 40,
    ("<module>:1", "main:5", "load:40", "key:60"): 10,
}


@pytest.mark.parametrize("script", [SCRIPT, "main.py", "app/main.py", "./app/main.py", "C:\\x\\main.py"])
def test_frames_are_functions_however_the_file_is_written(script: str) -> None:
    assert +found(add([calls(), stacks(script)])) == WHERE


def test_names_may_have_their_class() -> None:
    named = {stack.replace("load", "Store.load"): count for stack, count in STACKS.items()}
    assert +found(add([calls(), stacks(changed=named)])) == WHERE


def test_figures_stay_those_of_the_calls_in_either_order() -> None:
    for profiles in ([calls(), stacks()], [stacks(), calls()]):
        joined = add(profiles)
        assert as_stats(joined) == as_stats(calls())
        assert (joined.path, joined.paths) == ("p.stats", ("p.stats", "s.txt"))
        assert (joined.producer, joined.measure.name, joined.recording) == ("cProfile", "seconds", None)
        assert joined.beside is not None and joined.beside.samples == 100
        assert len(joined.warnings) == 1
        assert (
            "100 samples of collapsed stacks are joined" in joined.warnings[0]
            and "100 %" in joined.warnings[0]
        )


def test_runs_of_calls_are_added_first() -> None:
    joined = add([calls(), stacks(), calls()])
    assert joined.beside is not None and joined.total_time == 2 * calls().total_time


def test_own_time_of_samples_is_that_of_the_calls_with_built_ins() -> None:
    joined = add([calls(), stacks()])
    assert joined.beside is not None
    own: Counter[str] = Counter()
    for function, seconds in zip(joined.beside.contexts.function, joined.beside.seconds, strict=True):
        own[f"{joined.names[function]}:{joined.linenos[function]}"] += seconds  # type: ignore[assignment]
    assert +own == {"main:5": 1.0, "load:20": 4.0, "load:40": 4.0, "key:60": 1.0}


def test_samples_of_other_threads_and_from_before_are_left_out() -> None:
    others = "_bootstrap (threading.py:9);load ({0}:25) 500\nstart (boot.py:1);<module> ({0}:99) 5\n"
    joined = add([calls(), stacks(extra=others.format(SCRIPT))])
    assert joined.beside is not None and joined.beside.samples == 105
    assert found(joined)["<module>:1",] == 5


def test_libraries_in_stacks_count_to_who_calls_them() -> None:
    native = {f"{stack};PyObject_Call (libpython.so)": count for stack, count in STACKS.items()}
    assert +found(add([calls(), stacks(changed=native)])) == WHERE


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"main ({0}:7)": 19}, "too few"),
        ({"<module> (other.py:7);run (other.py:8)": 900}, "too few: 0"),
        ({**STACKS, "<module> ({0}:99);main ({0}:7);draw (gui.py:4)": 900}, "in 90 % of its samples"),
        ({"<module> ({0}:99);main ({0}:9);load ({0}:44);key ({0}:61)": 900}, "agrees in only 10 %"),
    ],
)
def test_stacks_of_another_program_are_not_joined(changed: dict[str, int], why: str) -> None:
    joined = add([calls(), stacks(changed=changed)])
    assert joined.beside is None and joined.paths == ("p.stats",)
    assert as_stats(joined) == as_stats(calls())
    (note,) = joined.warnings
    assert note.startswith("s.txt is not joined: ") and why in note


def test_only_timed_calls_and_samples_are_joined() -> None:
    counted: Stats = {MAIN: (5, 5, 1.0, 1.0, {}), SECOND: (5, 5, 1.0, 1.0, {MAIN: 5})}
    alone: Stats = {MAIN: (5, 5, 1.0, 1.0, {})}
    weighed = read([b"main (a.py:1);f (a.py:2) 1.5\n"], "s.txt")
    assert is_timed(calls()) and are_samples([stacks()])
    assert not is_timed(load_bytes(dumped(alone), "alone.stats"))
    assert not is_timed(load_bytes(dumped(counted), "counted.stats"))
    assert not are_samples([weighed]) and not are_samples([stacks(), weighed])
