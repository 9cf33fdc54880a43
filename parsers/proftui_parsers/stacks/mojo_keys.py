"""Names and frames of a MOJO file: each process tells them once, and has a number for each."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.profile import ProfileError
from proftui_parsers.stacks.austin_samples import INVALID, Frames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.stacks.mojo_bytes import MojoBytes

_UNKNOWN = "<unknown>"
_FIXED_NAMES = {b"\x00": "", b"\x01": _UNKNOWN}
"""Names that have a number without being told."""
_KERNEL = "kernel"
"""As austin's text has the file of frames of the system."""
_MOST_KEYS = 1_000_000
_LARGEST_LINE = 1 << 31


class Keys:
    """What all processes have told so far."""

    def __init__(self, source: MojoBytes, frames: Frames) -> None:
        self.source, self.frames = source, frames
        self.native: set[int] = set()
        """Frames that are not of Python."""
        self.unknown = 0
        """How often a number was used that nothing has."""
        self.known: dict[bytes, int] = {}
        """Frames of the process whose turn it is."""
        self._names: dict[bytes, int | str] = {}
        """Its names, or where they stand in the file until they are needed."""
        self._processes: dict[int, tuple[dict[bytes, int], dict[bytes, int | str]]] = {}
        self.told = 0
        """Names and frames with their numbers."""

    def turn_to(self, pid: int) -> None:
        """What follows is told by this process."""
        self.known, self._names = self._processes.setdefault(pid, ({}, {}))

    def take_name(self) -> None:
        """A name with its number."""
        key = self.source.raw_number()
        self._count()
        self._names[key] = self.source.text_at()

    def take_frame(self, *, has_columns: bool) -> bool:
        """A frame with its number: file, function, line, and where that ends and its columns.

        Returns:
            Whether that number may have stood for another one before.
        """
        source = self.source
        key, file, name, line = source.raw_number(), self._name(), self._name(), source.number()
        if has_columns:
            source.pass_numbers(3)
        self._count()
        frame = self._numbered(file, line if 0 < line < _LARGEST_LINE else 0, name)
        before, self.known[key] = self.known.get(key), frame
        return before != frame and (before is not None or self.unknown > 0)

    def unknown_frame(self) -> int:
        """The one that stands for a number that no frame has."""
        self.unknown += 1
        return self.frames.number("", 0, _UNKNOWN)

    def invalid_frame(self) -> int:
        """The one that stands where a frame could not be read."""
        return self._numbered("", 0, INVALID)

    def kernel_frame(self, name: str) -> int:
        """A frame of the system, which has no number."""
        return self._numbered(_KERNEL, 0, name)

    def _numbered(self, file: str, line: int, name: str) -> int:
        frame = self.frames.number(file, line, name)
        if not file.endswith(".py") and not (file[:1] == "<" and file[-1:] == ">"):
            self.native.add(frame)
        return frame

    def _name(self) -> str:
        """The name that the next number stands for."""
        key, names = self.source.raw_number(), self._names
        known = names.get(key)
        if isinstance(known, int):
            known = names[key] = self.source.decoded(known)
        if known is None:
            known = _FIXED_NAMES.get(key)
        if known is None:
            self.unknown += 1
            return _UNKNOWN
        return known

    def _count(self) -> None:
        self.told += 1
        if self.told > _MOST_KEYS:
            raise ProfileError(messages.TOO_MANY_KEYS.format(_MOST_KEYS))
