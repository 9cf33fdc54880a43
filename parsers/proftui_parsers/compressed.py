"""Files that came through gzip or zstd: unpacked piece by piece, within limits, and read as what is in them.

What comes out is told by its beginning as any other file is, and can be packed once more. A few bytes can
stand for very many, so that what may come out is limited, both at all and by how much has gone in.
"""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.files import GZIP, ZSTD
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple
from proftui_parsers.profile import ProfileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from proftui_parsers.files import Progress
    from proftui_parsers.profile import Profile

    T = TypeVar("T")
    Read = Callable[[list[bytes], str, Progress | None], Profile]
    """As :attr:`proftui_parsers.Format.read`."""

FREE = 64 << 20
"""So many bytes may come out of whatever went in."""
MOST_TIMES = 200
"""Beyond that, so many times as many bytes may come out as went in."""
MOST_MEMBERS = 50_000
_PIECE = 1 << 20
"""Bytes that come out at once."""
_MOST, _FED = 1 << 16, 256
"""Bytes that go in at once, of gzip and of zstd."""
_WINDOW_BITS = 27
"""Of zstd, no more is looked back at, as with its own program: 128 MiB."""
_SHARE = 0.2
"""Of the time that a file takes, the part in which it is unpacked."""


class _Source:
    """Packed bytes, given out some at a time; each piece of them is freed once it is used."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.size, self.taken = sum(map(len, pieces)), 0
        pieces.reverse()
        self._pieces, self._piece, self._at = pieces, b"", 0

    def take(self, size: int) -> bytes:
        """The next bytes, ``size`` at most; none at the end."""
        if self._at >= len(self._piece) and self._pieces:
            self._piece, self._at = self._pieces.pop(), 0
        part = self._piece[self._at : self._at + size]
        self._at += len(part)
        self.taken += len(part)
        return part

    def give_back(self, size: int) -> None:
        """So many of the bytes that were taken last are to be taken again."""
        self._at -= size
        self.taken -= size

    def is_at_end(self) -> bool:
        """Whether nothing is left but zeros, with which tapes and blocks are filled up."""
        while part := self.take(_MOST):
            if rest := part.lstrip(b"\x00"):
                self.give_back(len(rest))
                return False
        return True


class _Unpacker(NamedTuple):
    """What unpacks."""

    new: Callable[[], Any]
    """Begins a member: an object with ``decompress(data, *limit)``, ``eof`` and ``unused_data``."""
    faults: tuple[type[Exception], ...]
    """Raised where data is damaged."""
    first: int
    most: int
    """Bytes that go in at once: few at first, as what is left of a short member is handed back."""
    limit: tuple[int, ...] = ()
    """How many bytes come out at once, where that can be said."""


class Packing(NamedTuple):
    """A way to pack a file."""

    name: str
    magic: bytes
    unpacker: Callable[[], _Unpacker | None]
    """What unpacks it; ``None``: this Python has nothing that does."""


def _zlib() -> _Unpacker:
    import zlib

    return _Unpacker(lambda: zlib.decompressobj(31), (zlib.error,), 1 << 10, _MOST, (_PIECE,))


def _zstd() -> _Unpacker | None:
    """Python's own from 3.14 on, else the package ``zstandard``.

    Not both limit what comes out: of so few bytes as go in that is some megabytes at most.
    """
    try:
        from compression.zstd import (  # type: ignore[import-not-found,unused-ignore] # from Python 3.14 on
            DecompressionParameter,
            ZstdDecompressor,
            ZstdError,
        )
    except ImportError:
        return _package()
    options = {DecompressionParameter.window_log_max: _WINDOW_BITS}
    return _Unpacker(lambda: ZstdDecompressor(options=options), (ZstdError, EOFError), _FED, _FED)


def _package() -> _Unpacker | None:
    try:
        import zstandard  # type: ignore[import-not-found,unused-ignore] # where it is installed
    except ImportError:
        return None
    made = zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_BITS)
    return _Unpacker(made.decompressobj, (zstandard.ZstdError, EOFError), _FED, _FED)


OF_ZSTD = Packing("zstd", ZSTD, _zstd)
PACKINGS = (Packing("gzip", GZIP, _zlib), OF_ZSTD)


def reader(head: bytes, max_bytes: int, reader_of: Callable[[bytes], Read]) -> Read:
    """What reads a packed file that begins with ``head``, of which ``max_bytes`` may come out.

    ``reader_of`` tells by its beginning what reads that. ProfileError: this Python cannot unpack it, or
    its beginning already tells that there is no profile in it.
    """
    packing = next(packing for packing in PACKINGS if head.startswith(packing.magic))
    beginning = _beginning(packing, head)
    known = _inside(packing, lambda: reader_of(beginning)) if beginning else None

    def read(pieces: list[bytes], path: str, progress: Progress | None = None) -> Profile:
        told = progress or (lambda part: None)
        whole = _unpacked(packing, pieces, max_bytes, lambda part: told(_SHARE * part))
        if not whole:
            raise ProfileError(messages.PACKED_WITH.format(packing.name, messages.IS_EMPTY))
        reads = known or _inside(packing, lambda: reader_of(whole[0]))
        return _inside(packing, lambda: reads(whole, path, lambda part: told(_SHARE + (1 - _SHARE) * part)))

    return read


def beginning_of(head: bytes) -> bytes:
    """The beginning of what is in a packed file that begins like this; nothing where that cannot be told."""
    try:
        packing = next(packing for packing in PACKINGS if head.startswith(packing.magic))
        return _beginning(packing, head)
    except ProfileError:
        return b""


def _inside(packing: Packing, work: Callable[[], T]) -> T:
    """What comes of work on what is packed, whose sentences say so."""
    try:
        return work()
    except ProfileError as problem:
        raise ProfileError(messages.PACKED_WITH.format(packing.name, problem)) from None


def _beginning(packing: Packing, head: bytes) -> bytes:
    """What comes out first but blanks, a megabyte or so at most; less where ``head`` ends or is damaged."""
    made, members = bytearray(), _members(packing, _Source([head]))
    try:
        for part in members:
            made += part
            if made.isspace():
                made.clear()
            if len(made) >= _PIECE:
                break
    except ProfileError:
        pass
    return bytes(made)


def _unpacked(packing: Packing, pieces: list[bytes], max_bytes: int, told: Progress) -> list[bytes]:
    """All that is in a file, in pieces; those of the file are taken out of their list and freed meanwhile."""
    source, whole = _Source(pieces), list[bytes]()
    for piece in _limited(packing, source, max_bytes, FREE):
        whole.append(piece)
        told(source.taken / source.size)
    return whole


def unpacked(packing: Packing, data: bytes, max_bytes: int, free: int) -> Iterator[bytes]:
    """What is packed in data, in pieces of a megabyte or so; ``free``: bytes that come out at no question.

    ProfileError: nothing here unpacks it, it is damaged or cut off, or too much comes out.
    """
    return _limited(packing, _Source([data]), max_bytes, free)


def _limited(packing: Packing, source: _Source, max_bytes: int, free: int) -> Iterator[bytes]:
    size, piece = 0, bytearray()
    for made in _members(packing, source):
        piece += made
        size += len(made)
        if size > max_bytes:
            raise ProfileError(messages.UNPACKED_TOO_LARGE.format(packing.name, max_bytes))
        if size > free and size > MOST_TIMES * source.taken:
            raise ProfileError(messages.UNPACKED_TOO_MANY_TIMES.format(packing.name, MOST_TIMES))
        if len(piece) >= _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def _members(packing: Packing, source: _Source) -> Iterator[bytes]:
    """What comes of all members of a file, one behind the other, as ``cat`` puts them, in parts."""
    unpacker = packing.unpacker()
    if unpacker is None:
        raise ProfileError(messages.IS_ZSTD_DATA)
    return _parts(packing.name, unpacker, source)


def _parts(name: str, unpacker: _Unpacker, source: _Source) -> Iterator[bytes]:
    for _ in range(MOST_MEMBERS):
        machine, size = unpacker.new(), unpacker.first
        while not machine.eof:
            part = getattr(machine, "unconsumed_tail", b"") or source.take(size)
            if not part:
                raise ProfileError(messages.PACKED_CUT_OFF.format(name, source.taken))
            size = min(4 * size, unpacker.most)
            try:
                made = machine.decompress(part, *unpacker.limit)
            except unpacker.faults:
                raise ProfileError(messages.PACKED_DAMAGED.format(name, source.taken)) from None
            yield made
        source.give_back(len(machine.unused_data))
        if source.is_at_end():
            return
    raise ProfileError(messages.TOO_MANY_MEMBERS.format(MOST_MEMBERS))
