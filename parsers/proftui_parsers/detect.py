"""Which format a file is of, by its first bytes: what it contains decides, never how it is named."""

from __future__ import annotations

import gc
import os

import proftui_parsers.messages as messages
from proftui_parsers.files import BOM, GZIP, MAX_BYTES, ZSTD, beginning, with_open
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import Profile, ProfileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from proftui_parsers.files import Progress

    Matches = Callable[[bytes], bool]
    Read = Callable[[list[bytes], str, Progress | None], Profile]


class Uncollected:
    """While this is entered, nothing is looked through for cycles, which takes up to half of the time."""

    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()


ENTRY_POINTS = "proftui.formats"
"""The group in which other packages announce their formats, each an entry point to a :class:`Format`."""
MOST_LAYERS = 2
"""How often a file may be packed."""
_HEAD = 4096
_READ, _MORE = 64 << 10, 256 << 10
"""Bytes that tell a file in a folder, and more of it where it is JSON or packed (zstd: 128 kB at once)."""
_PRINTED = (b"filename:lineno(function)", b"was called by...", b"called...", b"Per Hit", b"Mem usage")
"""What is in a heading, for each kind of printed report."""
_LINE_STATS = b"LineStats"
_NAMED_WITHIN = 256
"""The class of a pickle stands at its beginning, as what tells a first record."""
_FLAME_GRAPH = (b"Flame graph stack", b'xmlns:fg="', b".func_g:hover")
_MEMRAY = b"allocator,num_allocations,size,tid,"
"""Columns of memray's csv."""
_TACHYON = (b"HCAT", b"TACH")
_TACHYON_UNFINISHED = bytes(64) + b"\x28\xb5\x2f\xfd"
"""Zeros until all samples are written, and the beginning of those, in zstd."""


class Format(NamedTuple):
    """A kind of file, and how it becomes a profile; an entry point of another package gives one too."""

    name: str
    """Short, as :attr:`Profile.format` has it: ``pstats``."""
    matches: Matches
    """Whether a file that begins with these bytes, 4096 at most, is of this format, be it broken later on."""
    read: Read
    """The profile in a file, or raises ProfileError: from its data, its name, and who is told the progress.

    The data comes in pieces, which may be taken out of the list, so that each is freed once it is used.
    """


def is_stats(head: bytes) -> bool:
    """Whether a file that begins like this is a ``.stats`` file, whole or broken."""
    if head[:1] not in (b"{", b"\xfb"):
        return False
    second = head[1:2]
    if second == b"0":
        return len(head) == 2 or not 0x20 <= head[2] < 0x7F
    if second in (b")", b"\xa9"):
        return len(head) > 2 and head[2] < 0x20
    return second in (b"(", b"\xa8") and 0 < int.from_bytes(head[2:6], "little") < 0x20


def is_lprof(head: bytes) -> bool:
    """Whether a file that begins like this is an ``.lprof`` file, whole or broken."""
    return head[:1] == b"\x80" and head[1:2] in b"\x02\x03\x04\x05" and _LINE_STATS in head[:_NAMED_WITHIN]


def is_packed(head: bytes) -> bool:
    """Whether a file that begins like this is to be unpacked before anything is known of it."""
    return head.startswith((GZIP, ZSTD))


def is_tachyon(head: bytes) -> bool:
    """Whether a file that begins like this is a binary one of profiling.sampling, be it unfinished."""
    return head[:4] in _TACHYON or head.startswith(_TACHYON_UNFINISHED)


def is_tachyon_lines(head: bytes) -> bool:
    """Whether a file that begins like this has records of profiling.sampling, a line of JSON each."""
    start = head[:_NAMED_WITHIN].translate(None, b" \t\r\n")
    return start.startswith(b'{"type":"meta"') and b'"run_id"' in start


def is_mojo(head: bytes) -> bool:
    """Whether a file that begins like this is a MOJO file of austin, whole or broken."""
    version = head[3:4]
    return head[:3] == b"MOJ" and not version.isspace() and not b" " <= version < b"\x7f"


def is_flame_graph(head: bytes) -> bool:
    """Whether a file that begins like this is a picture (SVG) of stacks."""
    return b"<svg" in head and any(mark in head for mark in _FLAME_GRAPH)


def _reader(name: str) -> Any:
    """The module of a format, with ``read`` and ``matches``: imported late, for a first screen."""
    module: Any
    if name == "pstats":
        import proftui_parsers.pstats as module
    elif name == "lprof":
        import proftui_parsers.lprof as module
    elif name == "tachyon":
        from proftui_parsers.stacks import tachyon_binary as module
    elif name == "tachyon-jsonl":
        import proftui_parsers.tachyon_lines as module
    elif name == "mojo":
        from proftui_parsers.stacks import mojo as module
    elif name == "austin":
        from proftui_parsers.stacks import austin as module
    elif name == "collapsed":
        from proftui_parsers.stacks import collapsed as module
    elif name == "printed":
        from proftui_parsers.printed import reader as module
    elif name == "callgrind":
        import proftui_parsers.callgrind as module
    elif name == "importtime":
        from proftui_parsers.stacks import importtime as module
    elif name == "memray":
        from proftui_parsers.stacks import memray as module
    elif name == "flamegraph":
        from proftui_parsers.stacks import flame_svg as module
    elif name == "perf":
        from proftui_parsers.stacks import perf_script as module
    elif name == "gperftools":
        from proftui_parsers.stacks import gperftools as module
    elif name == "pprof":
        from proftui_parsers.stacks import pprof as module
    else:
        import proftui_parsers.json_files as module
    return module


def _format(name: str, matches: Matches | None = None) -> Format:
    """One of ours, which is told by its first bytes or by its reader."""

    def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
        with Uncollected():
            profile: Profile = _reader(name).read(pieces, path, progress)
        return profile

    return Format(name, matches or (lambda head: _reader(name).matches(head)), read)


ANY_JSON = "json"
"""The name by which all JSON is asked for, which keys at either end tell apart."""
_TOLD_LATE = (
    _format("printed", lambda head: any(heading in head.replace(b"\0", b"") for heading in _PRINTED)),
    _format("collapsed"),
)
"""Those of which what tells them can stand behind what the others are told by."""
FORMATS = (
    _format("pstats", is_stats),
    _format("lprof", is_lprof),
    _format("tachyon", is_tachyon),
    _format("tachyon-jsonl", is_tachyon_lines),
    _format(ANY_JSON),
    _format("mojo", is_mojo),
    _format("gperftools"),
    _format("pprof"),
    _format("importtime"),
    _format("flamegraph", is_flame_graph),
    _format("memray", lambda head: head.startswith(_MEMRAY)),
    _format("perf"),
    _format("austin"),
    _format("callgrind"),
    *_TOLD_LATE,
)
"""The formats that are read, in the order in which they are asked."""


def detect(data: bytes, max_bytes: int = MAX_BYTES, layers: int = MOST_LAYERS) -> Format:
    """The format of a file that begins with this data; ProfileError says what any other seems to be.

    What is packed is unpacked to ``max_bytes`` at most, and may be packed so many times.
    """
    if is_packed(data):
        from proftui_parsers.compressed import reader

        if not layers:
            raise ProfileError(messages.PACKED_TOO_OFTEN.format(MOST_LAYERS))
        read = reader(data, max_bytes, lambda head: detect(head, max_bytes, layers - 1).read)
        return Format("packed", is_packed, read)
    head = beginning(data, _HEAD)
    known = _first(FORMATS, head) or _first(_plugins(), head) or _first(_TOLD_LATE, data)
    if known is None:
        # Imported late: a good file never needs it, and every millisecond before the first screen counts.
        from proftui_parsers.foreign import describe

        raise ProfileError(describe(data))
    return known


def sniff(path: str) -> str | None:
    """The name of our own format that a regular file begins like; ``None``: it is none, or cannot be read."""
    head = with_open(path, _head) or b""
    for _ in range(MOST_LAYERS):
        if is_packed(head):
            from proftui_parsers.compressed import beginning_of

            head = beginning_of(head)
    known = _first(FORMATS, beginning(head, _HEAD)) or _first(_TOLD_LATE, head)
    if known and known.name == ANY_JSON:
        from proftui_parsers.json_files import kind

        return kind(head)
    return known.name if known else None


def _head(descriptor: int) -> bytes:
    """The beginning of an open file behind blanks, as much of it as tells what it is; of JSON its end too."""
    while (head := os.read(descriptor, _READ)).removeprefix(BOM).isspace():
        pass
    if _reader(ANY_JSON).matches(beginning(head, _HEAD)):
        os.lseek(descriptor, max(0, os.fstat(descriptor).st_size - _MORE), os.SEEK_SET)
    elif b"\n" in head and not is_packed(head):
        return head
    return head + os.read(descriptor, _MORE)


def _first(formats: Iterable[Format], head: bytes) -> Format | None:
    return next((known for known in formats if known.matches(head)), None)


def _plugins() -> Iterator[Format]:
    """The formats of other packages that can be imported, each named as its entry point is."""
    from importlib.metadata import entry_points

    # Somebody else's broken package is no reason why our own answer should not be given.
    try:
        points = list(entry_points(group=ENTRY_POINTS))
    except (Exception, SystemExit):
        return
    for point in points:
        try:
            plugin: Format = point.load()
            yield Format(point.name, _careful(plugin.matches), _guarded(point.name, plugin.read))
        except (Exception, SystemExit):
            continue


def _careful(matches: Matches) -> Matches:
    """Whether another package reads such a file; one that fails to say so does not."""

    def asked(head: bytes) -> bool:
        try:
            return bool(matches(head))
        except (Exception, SystemExit):
            return False

    return asked


def _guarded(name: str, reads: Read) -> Read:
    """What reads a file as another package does, which may fail in any way."""

    def guarded(pieces: list[bytes], path: str, progress: Progress | None) -> Profile:
        try:
            profile: object = reads(pieces, path, progress)
        except ProfileError:
            raise
        except (Exception, SystemExit) as problem:
            kind = type(problem).__name__
            raise ProfileError(messages.FORMAT_FAILED.format(name, kind)) from problem
        if not isinstance(profile, Profile):
            raise ProfileError(messages.FORMAT_GIVES_NOTHING.format(name))
        return profile

    return guarded
