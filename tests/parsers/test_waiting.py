"""What waits is known by the name that each Python records."""

from __future__ import annotations

import cProfile
import json
import pstats
import select
import socket
import subprocess
import sys
import threading
import time

import pytest
from tests.support.corpus import dumped

from proftui_parsers import load_bytes, messages
from proftui_parsers.waiting import WAITING, WAITING_FOR_THREADS, waits


@pytest.mark.parametrize(
    "name",
    [
        "<method 'poll' of 'select.epoll' objects>",
        "<built-in method time.sleep>",
        "<built-in method sleep>",
        "<time.sleep>",
        "<method 'acquire' of '_thread.lock' objects>",
        "<method 'acquire' of 'thread.lock' objects>",
        "<method 'acquire' of '_multiprocessing.SemLock' objects>",
        "<method 'join' of '_thread._ThreadHandle' objects>",
        "<method 'get' of '_queue.SimpleQueue' objects>",
        "<method 'control' of 'select.kqueue' objects>",
        "<method 'recv' of '_socket.socket' objects>",
        "<built-in method posix.waitpid>",
        "<built-in method _winapi.WaitForSingleObject>",
    ],
)
def test_names_of_all_pythons_are_known(name: str) -> None:
    assert name in WAITING


def test_what_this_python_records_is_known() -> None:
    one, other = socket.socketpair()
    other.send(b"x")
    lock, thread = threading.Lock(), threading.Thread(target=lambda: None)
    profiler = cProfile.Profile()
    profiler.enable()
    time.sleep(0)
    select.select([], [], [], 0)
    one.recv(1)
    lock.acquire()
    lock.release()
    thread.start()
    thread.join()
    subprocess.run([sys.executable, "-c", ""], check=True)
    profiler.disable()
    one.close()
    other.close()
    recorded = {key[2] for key in pstats.Stats(profiler).stats}  # type: ignore[attr-defined]
    words = ("sleep", "select.select>", "'recv'", "'acquire'", "waitpid", "'join' of '_thread")
    waits = {name for name in recorded if any(word in name for word in words)}
    assert len(waits) >= 5 and waits <= WAITING


def test_what_works_does_not_wait() -> None:
    assert WAITING_FOR_THREADS < WAITING
    working = {"<built-in method builtins.len>", "<method 'release' of '_thread.lock' objects>"}
    assert working.isdisjoint(WAITING)
    # A string is joined, and what is read may be a file.
    assert "<method 'join' of 'str' objects>" not in WAITING
    assert "<method 'read' of '_io.BufferedReader' objects>" not in WAITING


def test_a_lock_that_is_free_is_no_wait() -> None:
    free, taken = "<method 'acquire' of '_thread.lock' objects>", "<built-in method time.sleep>"
    figures: dict[tuple[str, int, str], tuple[int, int, float, float, dict[object, object]]] = {
        ("~", 0, free): (1000, 1000, 0.00004, 0.00004, {}),
        ("~", 0, taken): (1, 1, 0.001, 0.001, {}),
    }
    profile = load_bytes(dumped(figures), "p.stats")
    assert [name for index, name in enumerate(profile.names) if waits(profile, index)] == [taken]


@pytest.mark.parametrize(
    ("frame", "is_wait"),
    [
        ("select (selectors.py:468)", True),
        ("wait (threading.py:327)", True),
        ("socket.recv (<built-in>)", True),
        ("sleep (<built-in>)", True),
        ("<method 'acquire' of '_thread.lock' objects> (~)", True),
        ("clock_nanosleep (libc.so.6)", True),
        ("sleep (shop.py:3)", False),
        ("wait (shop/waiters.py:3)", False),
        ("sum (<built-in>)", False),
    ],
)
def test_the_ends_of_stacks_wait_by_the_same_list(frame: str, is_wait: bool) -> None:
    profile = load_bytes(f"main (app.py:1);{frame} 9\nmain (app.py:1) 1\n".encode(), "p.txt")
    assert [waits(profile, index) for index in range(profile.count)] == [False, is_wait]


@pytest.mark.parametrize(
    ("exporter", "frame", "said"),
    [
        ("py-spy", ("work", "app.py"), [messages.IDLE_UNLESS_RECORDED]),
        ("py-spy", ("select", "selectors.py"), []),
        ("proftui 0.1.0", ("work", "app.py"), []),
    ],
)
def test_idle_time_is_said_to_be_left_out_only_where_it_may_be(
    exporter: str, frame: tuple[str, str], said: list[str]
) -> None:
    name, file = frame
    thread = {"type": "sampled", "name": "", "unit": "seconds", "startValue": 0, "endValue": 200}
    document = {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": exporter,
        "shared": {"frames": [{"name": name, "file": file, "line": 1}]},
        "profiles": [{**thread, "samples": [[0]] * 200, "weights": [1] * 200}],
    }
    notes = load_bytes(json.dumps(document).encode(), "p.json").warnings
    assert [note for note in notes if note.startswith("idle")] == said
