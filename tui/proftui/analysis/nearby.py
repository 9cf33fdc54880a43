"""Which paths may be looked at: of another computer or a device nothing is asked, not even by ``stat``."""

from __future__ import annotations

import os
import stat
import sys

from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    Mounts = dict[tuple[bytes, str], tuple[bytes, str]]
    """By the mount above and the path: the mount there, and one of the words of ``_KINDS``."""

ELSEWHERE, DEVICE = "elsewhere", "device"
"""Why a path is not looked at: it leads to another computer, or to no file."""
_ASKS = "automount"
"""Each name below is one of another computer."""
_KINDS = (
    (_ASKS, (b"autofs",)),
    (DEVICE, (b"proc", b"sysfs", b"devtmpfs", b"devpts")),
    ("", (b"fuseblk", b"fusectl", b"nfsd")),
    (ELSEWHERE, tuple(b"9p afs ceph cifs coda dav fuse gluster gpfs lustre ncp nfs pvfs smb".split())),
)
"""What file systems have, by how their names begin: why it is not looked at, or nothing."""
_ON_MAC = ("/home", "/network") if sys.platform == "darwin" else ()
_FIXED = dict.fromkeys(("/dev", "/proc", "/sys"), DEVICE)
_FIXED |= dict.fromkeys(("/net", "/afs", *_ON_MAC), _ASKS)
"""What some folders have where no table of mounts tells it, in lower case."""
_MOST_LINKS = 40
"""The system follows no more."""
_OURS = (os.curdir, sys.prefix, os.path.dirname(os.__file__))
"""Folders on whose mounts this program works anyway."""


class Reached(NamedTuple):
    """What a path leads to."""

    path: str = ""
    """Without links; empty: nothing is there, or it is not looked at."""
    why: str = ""
    """Why it is not looked at."""


class _Place(NamedTuple):
    path: str
    mount: bytes = b""
    begins: str = ""
    """Where that begins which is not looked at; empty: it may be."""
    why: str = ""


class Nearby:
    """Follows paths link by link, and stops unread at the first part that leads to another computer.

    Mounts of folders that the user named are near. The system is asked of a folder once, links apart.
    """

    def __init__(self, named: Iterable[str] = (), mounts: Mounts | None = None) -> None:
        """``mounts``: those of this computer, unless they are given."""
        self._mounts = mounts_of(_table()) if mounts is None else mounts
        self._root = self._entered(_Place(""), os.sep)
        self._folders = {os.sep: self._root}
        self._named = {"", os.sep}
        for folder in (*_OURS, *named):
            self.reached(folder, names=True)

    def reached(self, path: str, *, names: bool = False) -> Reached:
        """The file or folder that a path leads to; ``names``: what is on the way is near from now on."""
        try:
            return self._followed(path, names)
        except (OSError, ValueError):
            return Reached()

    def _followed(self, path: str, names: bool) -> Reached:
        at, links = self._root, 0
        left = [path] if os.path.isabs(path) else [path, os.getcwd()]
        while left and links <= _MOST_LINKS:
            part = left.pop()
            if is_network(part):
                return Reached(why=ELSEWHERE)
            if os.sep in part:
                at = self._root if os.path.isabs(part) else at
                left += part.split(os.sep)[::-1]
            elif part == os.pardir:
                at = self._folders[os.path.dirname(at.path)]
            elif part not in ("", os.curdir):
                here = os.path.join(at.path, part)
                inside = self._folders.get(here) or self._entered(at, here)
                if names and inside.why == ELSEWHERE:
                    self._named.add(inside.begins)
                if inside.begins not in self._named:
                    return Reached(why=inside.why)
                # A mount is no link, and to ask for it may mount it.
                is_known = here in self._folders or here == inside.begins or inside.why == _ASKS
                if is_known or not stat.S_ISLNK(os.lstat(here).st_mode):
                    at = self._folders[here] = inside
                else:
                    links += 1
                    left.append(os.readlink(here))
        return Reached("" if left else at.path)

    def _entered(self, above: _Place, here: str) -> _Place:
        """The folder ``here`` in the one above, by the mounts on it."""
        mount, why = above.mount, None
        while (mount, here) in self._mounts:
            mount, why = self._mounts[mount, here]
        why = _FIXED.get(here.lower(), why)
        if why is None and above.why == _ASKS:
            why = ELSEWHERE
        if why is None:
            return above._replace(path=here)
        return _Place(here, mount, here if why not in ("", _ASKS) else "", why)


def is_network(path: str) -> bool:
    """Whether the path begins as those on other computers do: two slashes or backslashes."""
    return path[:2] in ("//", "\\\\", "/\\", "\\/")


def mounts_of(table: bytes) -> Mounts:
    """What ``/proc/self/mountinfo`` says."""
    rows = [line.split(b" ") for line in table.splitlines()]
    numbers = {row[0] for row in rows}
    found: Mounts = {}
    for number, above, _, _, point, *rest in rows:
        kind, source = rest[rest.index(b"-") + 1 :][:2]
        kind = b"nfs" if b":/" in source or source.startswith(b"//") else kind
        if b"\\" in point:
            point = point.decode("unicode_escape").encode("latin-1")
        path = os.fsdecode(point)
        outer = above if above in numbers and above != number else b""
        found[outer, path] = number, next((why for why, kinds in _KINDS if kind.startswith(kinds)), "")
    return found


def _table() -> bytes:
    """The mounts of this computer, where the system tells them."""
    try:
        with open("/proc/self/mountinfo", "rb") as file:
            return file.read()
    except OSError:
        return b""
