"""What is no file, or one that does not keep still."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.hostile.case import VALUE, Case, key, stats

WHOLE = stats(key() + VALUE + b"0")


def cases() -> list[Case]:
    found = [
        Case("file: a folder", make=_as_it_is, refused="is a folder"),
        Case("file: a pipe", make=_pipe, refused="is a pipe"),
        Case("file: a socket", make=_socket, refused="is a socket"),
        Case(
            "file: unreadable",
            make=_unreadable,
            refused="" if os.geteuid() == 0 else "you have no permission",
            either=os.geteuid() == 0,
        ),
        Case("file: a link to nothing", make=_link("gone"), refused="does not exist"),
        Case("file: a link to itself", make=_link("link"), refused="cannot be read: "),
        Case("file: a link to a link to the first", make=_loop, refused="cannot be read: "),
        Case("file: a link to a folder", make=_link("."), refused="is a folder"),
        Case("file: a link to a device", make=_link("/dev/zero"), refused="is a device"),
        Case("file: a link to a profile", make=_good_link, facts={"count": 1}),
        Case("file: below a file", make=_below, refused="is not a folder"),
        Case("file: below nothing", make=lambda folder: str(folder / "a" / "b"), refused="does not exist"),
        Case("file: no name", make=lambda folder: "", refused="does not exist"),
        Case("file: a name with a NUL", make=lambda folder: "a\0b", refused="cannot be the name"),
        Case(
            "file: a name too long",
            make=lambda folder: str(folder / ("n" * 5000)),
            refused="cannot be read: ",
        ),
        Case("file: a name of a surrogate", make=lambda folder: "\ud800.stats", refused="cannot be the name"),
        Case("file: a name with an escape", make=_named("\x1b[2Jp.stats"), facts={"count": 1}),
        Case("file: a name of odd bytes", make=_named(os.fsdecode(b"\xff\xfe.stats")), facts={"count": 1}),
        Case("file: a name like an option", make=_named("--debug"), facts={"count": 1}),
        Case("file: a name of another format", make=_named("p.json.gz"), facts={"count": 1}),
        Case("file: empty", make=_empty, refused="is empty"),
        Case("file: a hole of 2 GiB", make=_hole, refused="more than the limit"),
    ]
    if sys.platform == "linux":
        devices = {
            "zero": "is a device",
            "null": "is a device",
            "random": "is a device",
            "full": "is a device",
        }
        found += [
            Case(f"file: /dev/{name}", make=_at(f"/dev/{name}"), refused=part)
            for name, part in devices.items()
        ]
        for path in ("/proc/self/maps", "/proc/self/status", "/proc/self/cmdline"):
            found.append(Case(f"file: {path}", make=_at(path), refused="is empty"))
        found += [
            Case("file: an open file by its number", make=_opened, facts={"count": 1}),
            Case("file: an open file that is deleted", make=_deleted, facts={"count": 1}),
            Case("file: an open pipe by its number", make=_open_pipe, refused="is a pipe"),
            Case("file: a number of no open file", make=_at("/dev/fd/99999"), refused="does not exist"),
            Case("file: a block device", make=_block_device, refused="is a device"),
        ]
        found.append(Case("file: memory of a process", make=_at("/proc/self/mem"), refused=" "))
        found.append(Case("file: a folder of processes", make=_at("/proc/self"), refused="is a folder"))
    return found


def _at(path: str) -> Callable[[Path], str]:
    return lambda folder: path


def _as_it_is(folder: Path) -> str:
    return str(folder)


def _pipe(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return str(folder / "pipe")


def _socket(folder: Path) -> str:
    here = os.getcwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            # By a short name: the path of a socket may not be long.
            made.bind("s")
    finally:
        os.chdir(here)
    return str(folder / "s")


def _unreadable(folder: Path) -> str:
    path = _named("p.stats")(folder)
    os.chmod(path, 0)
    return path


def _link(target: str) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        (folder / "link").symlink_to(target)
        return str(folder / "link")

    return make


def _loop(folder: Path) -> str:
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    return str(folder / "a")


def _opened(folder: Path) -> str:
    # It is open for as long as the tests run: a case has no end.
    return f"/dev/fd/{os.open(_named('p.stats')(folder), os.O_RDONLY)}"


def _deleted(folder: Path) -> str:
    path = _opened(folder)
    (folder / "p.stats").unlink()
    return path


def _open_pipe(folder: Path) -> str:
    return f"/dev/fd/{os.pipe()[0]}"


def _block_device(folder: Path) -> str:
    for path in Path("/dev").iterdir():
        if path.is_block_device():
            return str(path)
    try:
        os.mknod(folder / "disk", stat.S_IFBLK | 0o600, os.makedev(7, 0))
    except OSError:
        pytest.skip("no block device here, and none can be made")
    return str(folder / "disk")


def _good_link(folder: Path) -> str:
    (folder / "p.stats").write_bytes(WHOLE)
    return _link("p.stats")(folder)


def _below(folder: Path) -> str:
    return _named("p.stats")(folder) + "/x"


def _named(name: str) -> Callable[[Path], str]:
    def make(folder: Path) -> str:
        (folder / name).write_bytes(WHOLE)
        return str(folder / name)

    return make


def _empty(folder: Path) -> str:
    (folder / "p.stats").touch()
    return str(folder / "p.stats")


def _hole(folder: Path) -> str:
    with open(folder / "p.stats", "wb") as file:
        file.truncate(1 << 31)
    return str(folder / "p.stats")
