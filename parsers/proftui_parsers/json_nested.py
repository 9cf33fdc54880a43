"""A walk through JSON that is nested as deep as a program calls: in loops of its user, member by member."""

from __future__ import annotations

from proftui_parsers.json_walk import JsonWalker, NotJson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OBJECT, _CLOSE_ARRAY, _QUOTE, _COLON = b"{}", 93, 34, 58
_NESTED = (b":[", b":{", b": [", b": {")
_SMALL = 4 << 10
"""Bytes that are looked at at once."""


class NestedWalker(JsonWalker):
    """A place in JSON text of objects in arrays of objects."""

    def simple_members(self, *, is_inside: bool = False) -> tuple[dict[str, Any], str | None]:
        """The next members of an object that hold no array or object, built; and the key of one that does.

        The walk then stands before the value of that one, and behind it goes on with ``is_inside``. Where
        there is none the key is ``None``, and the walk stands behind the object.
        """
        if not is_inside:
            self._take(_OBJECT[0])
        elif self._is_last(_OBJECT[1]):
            return {}, None
        found = self._simple_at_once()
        if found is not None:
            return found
        made: dict[str, Any] = {}
        while True:
            byte = self.peek()
            if byte == _OBJECT[1] and not made and not is_inside:
                self.at += 1
                return made, None
            if byte != _QUOTE:
                raise NotJson(self.at)
            key = str(self.value())
            self._take(_COLON)
            if self.peek() in b"[{":
                return made, key
            made[key] = self.value()
            if self._is_last(_OBJECT[1]):
                return made, None

    def _simple_at_once(self) -> tuple[dict[str, Any], str | None] | None:
        """As :meth:`simple_members`, of what ends within a few kilobytes; ``None``: that cannot be told."""
        window = self.data[self.at : self.at + _SMALL]
        closes = window.find(b"}")
        opens, until = 0, closes if closes >= 0 else len(window)
        # Names have brackets in them, too: those of values stand behind a colon.
        for mark in _NESTED:
            found = window.find(mark, 0, until)
            if found >= 0:
                opens = until = found + len(mark)
        if opens:
            return self._scanned_members(window, opens - 1, is_nested=True)
        made = self._scanned_members(window, closes)
        return made or self._scanned_members(window, window.find(b"}", closes + 1))

    def _scanned_members(
        self, window: bytearray | bytes, end: int, *, is_nested: bool = False
    ) -> tuple[dict[str, Any], str | None] | None:
        """Members up to ``end``, where an object ends or a value of one begins; ``None``: they are none."""
        if end < 0:
            return None
        text = b"{" + window[:end] + (b"-Infinity}" if is_nested else b"}")
        found = self._scanned(text, True)
        if found is None or found[1] != len(text) or not isinstance(found[0], dict):
            return None
        made: dict[str, Any] = found[0]
        if not is_nested:
            self.at += end + 1
            return made, None
        key = next(reversed(made))
        if made.pop(key) != -float("inf"):
            return None
        self.at += end
        return made, key

    def is_another(self) -> bool:
        """Whether an array has another element; the walk then stands before that, else behind the array."""
        return not self._is_last(_CLOSE_ARRAY)
