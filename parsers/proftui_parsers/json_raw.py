"""A walk through JSON that takes an array apart by the bytes between its elements, without building them.

That is several times quicker than to build many long texts of which most were met before. It is right where
the user sees to it that every piece is what it should be, by :func:`string` or otherwise.
"""

from __future__ import annotations

from proftui_parsers.json_walk import JsonWalker, scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_WINDOW = 256 << 10


class RawWalker(JsonWalker):
    """A place in JSON text that is mostly written in one way."""

    def pieces(self, opens: bytes, between: bytes) -> Iterator[list[bytes]]:
        """Raw text of an array's elements, a window of them at a time: what stands between these bytes.

        ``opens``: how each element begins, and ``between`` ends. Whoever finds that pieces are no elements
        leaves: the walk then stands before the first of them, :meth:`batches` of the rest go on there.
        """
        data = self.data
        if not data.startswith(b"[" + opens, self.at):
            return
        start = self.at + 1
        while True:
            end = data.rfind(between, start, start + _WINDOW)
            if end < 0:
                return
            self.at = start
            with memoryview(data) as view:
                part = bytes(view[start + len(opens) : end])
            yield part.split(between)
            start = self.at = end + len(between) - len(opens)
            self._tell()


def string(raw: bytes) -> str | None:
    """The text that stands in a file as these bytes between two quotation marks; ``None``: none does."""
    text = f'"{raw.decode("utf-8", "replace")}"'
    try:
        made, end = scanner()(text, 0)
    except (StopIteration, ValueError, SystemError):
        return None
    return made if end == len(text) else None
