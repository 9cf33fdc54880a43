"""What leads to another computer is not touched; what the user works with is near."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from proftui import messages
from proftui.analysis.nearby import DEVICE, ELSEWHERE, Nearby, mounts_of
from proftui.analysis.source.locating import SourcePaths
from proftui.analysis.source.source_text import find_source
from proftui.screens.folder import candidates, folders_in, page_in
from proftui.state.loading import Refused
from proftui.state.project_file import NAME, project_file
from proftui.state.runs import files_of

TABLE = b"""\
20 1 254:0 / / rw,relatime - ext4 /dev/vda rw
21 20 0:21 / /proc rw - proc proc rw
22 20 0:30 / /mnt/share rw,relatime shared:7 - nfs4 server:/export rw
23 22 254:2 / /mnt/share/local\\040disk rw - ext4 /dev/vdb rw
24 20 0:31 / /home rw - autofs auto.home rw
25 24 0:32 / /home/me rw - nfs4 server:/home/me rw
26 20 0:33 / /mnt/far rw - fuse.sshfs me@far:/ rw
27 20 254:3 / /mnt/ntfs rw - fuseblk /dev/sdc1 rw
28 20 0:34 / /mnt/new rw - unheardof //server/new rw
29 20 0:35 / /cover/below rw - tmpfs tmpfs rw
30 20 0:36 / /cover rw - cifs //server/cover rw
31 20 0:37 / /data rw - autofs systemd-1 rw
32 31 254:4 / /data rw - ext4 /dev/vdd rw
33 20 0:38 / /usr/proc rw - proc proc rw
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the system is asked for, by any call that a path is given to."""
    found: list[str] = []
    for name in ("stat", "lstat", "readlink", "open", "scandir", "listdir", "access"):

        def ask(path: str, *more: object, real: object = getattr(os, name), **named: object) -> object:
            found.append(os.fspath(path))
            return real(path, *more, **named)  # type: ignore[operator]

        monkeypatch.setattr(os, name, ask)
    yield found


@pytest.mark.parametrize(
    ("path", "named", "why"),
    [
        ("/net/host/x.py", (), ELSEWHERE),
        ("/NET/host/x.py", (), ELSEWHERE),
        ("/afs/cell/x.py", (), ELSEWHERE),
        ("/usr/../net/host/x.py", (), ELSEWHERE),
        ("//host/share/x.py", (), ELSEWHERE),
        ("\\\\host\\share\\x.py", (), ELSEWHERE),
        ("/proc/self/root/net/host/x.py", (), DEVICE),
        ("/proc/1/root/usr/x.py", (), DEVICE),
        ("/proc/self/cwd/../net/h", (), DEVICE),
        ("/usr/proc/self/root/net/host/x.py", (), DEVICE),
        ("/dev/shm/x.py", (), DEVICE),
        ("/mnt/share/x.py", (), ELSEWHERE),
        ("/mnt/share/x.py", ("/mnt",), ELSEWHERE),
        ("/mnt/share/x.py", ("/mnt/share/app",), ""),
        ("/mnt/share/local disk/x.py", (), ELSEWHERE),
        ("/mnt/far/x.py", ("/mnt/share",), ELSEWHERE),
        ("/mnt/new/x.py", (), ELSEWHERE),
        ("/mnt/ntfs/x.py", (), ""),
        ("/cover/below/x.py", (), ELSEWHERE),
        ("/data/x.py", (), ""),
        ("/home/you/x.py", (), ELSEWHERE),
        ("/home/me/x.py", (), ELSEWHERE),
        ("/home/me/x.py", ("/home/me/app",), ""),
        ("/home/you/x.py", ("/home/me/app",), ELSEWHERE),
        ("/net/host/x.py", ("/net",), ELSEWHERE),
        ("/net/host/x.py", ("/",), ELSEWHERE),
        ("/net/other/x.py", ("/net/host/app",), ELSEWHERE),
        ("/net/host/x.py", ("/net/host/app",), ""),
    ],
)
def test_nothing_is_asked_of_another_computer(
    path: str, named: tuple[str, ...], why: str, asked: list[str]
) -> None:
    nearby = Nearby(named, mounts_of(TABLE))
    asked.clear()
    assert nearby.reached(path).why == why
    if why:
        far = ("/net", "/afs", "/mnt/", "/home/", "/cover", "/proc", "/dev", "/usr/proc", "//")
        assert not [one for one in asked if one.lower().startswith(far)]


def test_the_root_may_be_on_another_computer() -> None:
    diskless = b"1 1 0:2 / / rw - rootfs rootfs rw\n2 1 0:30 / / rw - nfs server:/root rw\n"
    assert Nearby((), mounts_of(diskless)).reached(os.__file__).path == os.path.realpath(os.__file__)


def test_links_are_followed_one_by_one(tmp_path: Path, asked: list[str]) -> None:
    def link(name: str, target: str) -> str:
        (tmp_path / name).symlink_to(target)
        return str(tmp_path / name)

    (tmp_path / "x.py").write_text("")
    here, nearby = os.path.realpath(tmp_path), Nearby(mounts=mounts_of(TABLE))
    far = [
        link("a", "/net/host"),
        link("b", "a"),
        link("c", "//host/share"),
        link("d", "../" * 50 + "net/host"),
    ]
    near = {link("e", "x.py"): f"{here}/x.py", link("f", here): here, link("g", "f/../x.py"): ""}
    for path in far:
        assert nearby.reached(f"{path}/x.py") == ("", ELSEWHERE), path
    assert nearby.reached(f"{link('h', '/proc/self/root/net')}/host/x.py") == ("", DEVICE)
    for path, real in near.items():
        assert nearby.reached(path) == (real, ""), path
    for gone in (
        link("loop", "loop"),
        link("nowhere", "gone"),
        f"{here}/gone/x",
        f"{here}/x.py/x",
        "\0",
        "\ud800",
    ):
        assert nearby.reached(gone) == ("", ""), gone
    assert not [path for path in asked if "host" in path]


def test_a_folder_is_asked_for_once(tmp_path: Path, asked: list[str]) -> None:
    nearby = Nearby()
    for number in range(100):
        (tmp_path / f"{number}.py").write_text("")
        assert nearby.reached(str(tmp_path / f"{number}.py")).path
    assert asked.count(str(tmp_path)) <= 1


def test_a_stranger_names_no_other_computer(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "far").symlink_to("/net/host/share")
    (tmp_path / "root").symlink_to("/")
    (tmp_path / NAME).write_text(
        '[tool.proftui]\nsource-roots = ["/", "far", "root/net/host", "/net/host", "/proc/self/root/net"]\n'
        'maps = {"/app" = "/net", "/b" = "far/src", "/c" = "root/net"}\n'
    )
    project = project_file(str(tmp_path))
    assert project.roots == ("/",) and len(project.notes) == 5
    monkeypatch.chdir("/")
    places = SourcePaths(("/p.stats", "-"), project.roots, project.maps)
    for path in ("/app/host/x.py", "/b/x.py", "/c/host/x.py", "/srv/net/host/x.py", "net/host/x.py"):
        assert find_source(path, places).lines == ()
    assert not [path for path in asked if path.startswith(("/net", "/proc"))]


def test_what_links_of_a_folder_lead_to_is_no_profile(tmp_path: Path, asked: list[str]) -> None:
    (tmp_path / "far.stats").symlink_to("/net/host/p.stats")
    (tmp_path / NAME).symlink_to("/net/host/pyproject.toml")
    (tmp_path / "far").symlink_to("/net/host")
    (tmp_path / "index.html").symlink_to("/net/host/index.html")
    assert candidates(tmp_path) == [] and folders_in(tmp_path) == [] and page_in(tmp_path) == ""
    for word in (str(tmp_path), f"{tmp_path}/*.stats"):
        with pytest.raises(Refused):
            files_of([word])
    assert project_file(str(tmp_path)).notes == (messages.NOT_READ.format(NAME, messages.NO_REGULAR_FILE),)
    assert not [path for path in asked if path.startswith("/net")]


def test_above_a_mounted_folder_nothing_is_asked(asked: list[str]) -> None:
    assert project_file("/net/host/app").notes == ()
    assert f"/net/{NAME}" not in asked
