from __future__ import annotations

import asyncio
import http.client
import json
import os
import pstats
import re
import select
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

with warnings.catch_warnings():
    # It asks for an event loop while it is imported, which Python 3.12 and later warn of.
    warnings.simplefilter("ignore", DeprecationWarning)
    import snakeviz.main

from tests.support.corpus import Stats, dumped, small

from proftui import messages
from proftui.external import snakeviz as handoff
from proftui.external.snakeviz import (
    Handoff,
    HandoffError,
    can_show,
    has_browser,
    ssh_line,
)
from proftui.external.snakeviz_server import page_of
from proftui_parsers import Profile, load, load_bytes
from proftui_parsers.pstats.writing import stats_bytes

RECURSE = small("cprofile-py3.11-recurse.stats")
HOSTILE = "</script><script>document.title='owned'</script>"
NAN, INFINITE = float("nan"), float("inf")

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into the system as Linux shows it")


def get(address: str, path: str | None = None, host: str | None = None) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers of what the server answers."""
    parts = urlsplit(address)
    assert parts.hostname and parts.port
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    try:
        headers = {"Host": host} if host else {}
        connection.request("GET", parts.path if path is None else path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace"), dict(answer.getheaders())
    finally:
        connection.close()


def data_of(page: str) -> tuple[Any, Any]:
    """The rows of the table and the calls that SnakeViz's page holds."""
    rows, calls = re.search(r"var table_data = (.*);\n", page), re.search(r"var stats = (.*);\n", page)
    assert rows and calls
    return json.loads(rows[1]), json.loads(calls[1])


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[tuple[Handoff, str]]:
    made = Handoff(load(str(RECURSE)))
    try:
        yield made, asyncio.run(made.ready())
    finally:
        made.stop()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    made = Handoff(load(str(RECURSE)))
    try:
        yield asyncio.run(made.ready())
    finally:
        made.stop()


# --- the page


def test_the_page_is_snakevizs_own_with_all_that_the_profile_says(address: str) -> None:
    status, page, headers = get(address)
    assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert "<title>cprofile-py3</title>" in page and 'id="sv-style-select"' in page
    rows, calls = data_of(page)
    stats = pstats.Stats(str(RECURSE))
    assert rows == json.loads(json.dumps(snakeviz.main.table_rows(stats)))
    assert calls == snakeviz.main.json_stats(stats)


def test_every_file_that_the_page_asks_for_is_there(address: str) -> None:
    _, page, _ = get(address)
    wanted = set(re.findall(r"""["'](/static/[^"']+)["']""", page))
    assert len(wanted) >= 9
    for path in sorted(wanted):
        status, text, _ = get(address, path)
        assert status == 200 and text, path


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/0123456789abcdef0123456789abcdef/",
        "/open/0123456789abcdef0123456789abcdef",
        "/snakeviz/",
        f"/snakeviz/{RECURSE}",
        "/snakeviz/%2Fetc%2Fpasswd",
        "/static/",
        "/static/vendor",
        "/static/../main.py",
        "/static/..%2fmain.py",
        "/static//etc/passwd",
        "/static/%2Fetc%2Fpasswd",
        "//etc/passwd",
        "/robots.txt",
    ],
)
def test_nothing_else_is_served(address: str, path: str) -> None:
    assert get(address, path)[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "0.0.0.0"])
def test_a_page_of_another_name_gets_nothing(address: str, host: str) -> None:
    assert get(address, host=host)[0] == 404
    assert get(address, "/static/snakeviz.js", host=host)[0] == 404


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:18080", "localhost"])
def test_the_far_end_of_a_tunnel_may_have_another_port(address: str, host: str) -> None:
    status, _, headers = get(address, host=host)
    assert status == 200 and f" http://{host} " in headers["Content-Security-Policy"]


def test_the_browser_may_fetch_nothing_from_elsewhere(address: str) -> None:
    policy = get(address)[2]["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "https:" not in policy and "*" not in policy


def test_what_a_browser_is_started_with_leads_to_the_page_once(served: tuple[Handoff, str]) -> None:
    made, address = served
    once = made._served.result().address_once
    assert urlsplit(address).path.strip("/") not in once
    status, _, headers = get(once)
    assert status == 302 and headers["Location"] == urlsplit(address).path
    assert get(once)[0] == 404


@on_linux
def test_only_this_address_of_this_machine_listens(address: str) -> None:
    port = urlsplit(address).port
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=5):
        pass


# --- profiles that SnakeViz alone would fail on


def odd() -> Profile:
    root, inner, last = ("r.py", 1, HOSTILE), ("i.py", 2, "in\u2028ner\ud800"), ("l.py", 3, "last")
    stats: Stats = {
        root: (1, 1, 0.5, 3.0, {}),
        inner: (1, 2, NAN, 2.0, {root: (2, 1, NAN, 2.0), ("gone.py", 9, "ghost"): (1, 1, 0.0, 0.0)}),
        last: (-1, -1, 1.0, INFINITE, {inner: 4, ("gone.py", 9, "ghost"): 1}),
    }
    return load_bytes(dumped(stats), "odd\ud800.stats")


def test_a_hostile_and_broken_profile_makes_a_sound_page(tmp_path: Path) -> None:
    path = tmp_path / "odd.stats"
    path.write_bytes(stats_bytes(odd()))
    page = page_of(snakeviz.main, str(path), "odd").decode()
    assert HOSTILE not in page
    rows, calls = data_of(page)
    assert [row[6] for row in rows] == [
        f"r.py:1({HOSTILE})",
        "i.py:2(in\u2028ner\ud800)",
        "l.py:3(last)",
    ]
    assert rows[1][1] == "nan" and rows[2][0] == ["-1", -1]
    assert not {"NaN", "Infinity"} & set(re.findall(r"\w+", json.dumps(calls)))
    assert calls["l.py:3(last)"]["callers"] == {"i.py:2(in\u2028ner\ud800)": [4, 4, 0.0, 0.0]}
    assert not any("ghost" in name for name in calls)


# --- the process


def test_it_ends_when_told(served: tuple[Handoff, str]) -> None:
    made, address = served
    assert made.alive and made.address == address
    made.stop()
    assert not made.alive
    with pytest.raises(OSError):
        get(address)
    made.stop()


def test_stopped_before_it_is_ready_it_leaves_nothing() -> None:
    made = Handoff(load(str(RECURSE)))
    made.stop()
    with pytest.raises(HandoffError, match="ended before"):
        asyncio.run(made.ready())
    assert not made.alive and made.address is None


@on_linux
def test_it_ends_with_its_parent_even_when_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from proftui.external.snakeviz import Handoff;"
        "from proftui_parsers import load;"
        f"made = Handoff(load({str(RECURSE)!r})); address = asyncio.run(made.ready());"
        "print(made._child.pid, address, flush=True); sys.stdin.read()"
    )
    environ = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ
    )
    with parent:
        assert parent.stdout is not None
        pid, address = parent.stdout.readline().decode().split()
        assert get(address)[0] == 200
        child = os.pidfd_open(int(pid))
        try:
            parent.send_signal(signal.SIGKILL)
            ended, _, _ = select.select([child], [], [], 30)
        finally:
            os.close(child)
    assert ended, "the server outlives proftui"
    assert not list(tmp_path.iterdir())


def test_nothing_is_imported_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("snakeviz", "tornado", "json", "asyncio", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f".{os.pathsep}{tmp_path}{os.pathsep}")
    made = Handoff(load(str(RECURSE)))
    try:
        assert get(asyncio.run(made.ready()))[0] == 200
    finally:
        made.stop()
    assert not (tmp_path / "imported").exists()


def test_without_snakeviz_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handoff, "_PYTHON", [sys.executable, "-I", "-S"])
    made = Handoff(load(str(RECURSE)))
    with pytest.raises(HandoffError, match=re.escape(messages.SNAKEVIZ_MISSING)):
        asyncio.run(made.ready())
    made.stop()


def test_what_snakeviz_fails_on_is_said() -> None:
    made = Handoff(load_bytes(b"{0", "empty.stats"))
    with pytest.raises(HandoffError, match=messages.SNAKEVIZ_FAILED.format("")):
        asyncio.run(made.ready())
    made.stop()


# --- the words


def test_what_snakeviz_cannot_read_has_a_reason() -> None:
    assert can_show(load(str(RECURSE))) is None
    assert can_show(load(str(small("pyinstrument5.1.3-hillclimb.pstats")))) is None
    reason = can_show(load(str(small("lp5.1.0-py3.11-lpdemo.lprof"))))
    assert reason == messages.SNAKEVIZ_NEEDS_CUMTIME
    reason = can_show(load_bytes(b"{0", "-"))
    assert reason is not None and "no functions" in reason


@pytest.mark.parametrize(
    ("host", "end"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8::7", "2001:db8::7"),
        ("build7", "build7"),
        ("-oProxyCommand=reboot", "HOST"),
        ("$(reboot)", "HOST"),
        ("a\x1b]0;b", "HOST"),
    ],
)
def test_the_line_can_be_pasted_into_a_shell(host: str, end: str) -> None:
    assert ssh_line("http://127.0.0.1:5000/abc/", host) == f"ssh -L 5000:127.0.0.1:5000 {end}"


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "a 1 b 22"}, "linux", False),
        ({"DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CLIENT": "a 1 22"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_browser_opens_only_where_the_user_sits(
    environ: dict[str, str], platform: str, expected: bool
) -> None:
    assert has_browser(environ, platform) is expected


@on_linux
def test_the_browser_has_no_terminal_to_draw_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, found = tmp_path / "browser.py", tmp_path / "found.json"
    script.write_text(
        "import json, os, sys\n"
        "seen = [sys.argv[1], 'TERM' in os.environ, os.getsid(0), any(map(os.isatty, range(3)))]\n"
        f"open({str(found)!r}, 'w').write(json.dumps(seen))\n"
    )
    monkeypatch.setenv("BROWSER", f"{sys.executable} {script} %s")
    monkeypatch.setenv("TERM", "xterm")
    handoff._browse("http://127.0.0.1:5000/open/x")
    url, term, session, terminal = json.loads(found.read_text())
    assert url == "http://127.0.0.1:5000/open/x"
    assert not term and not terminal and session != os.getsid(0)
