"""A walk through JSON that builds lists of numbers once, however often the same ones stand in a file.

Stacks of a recording are such lists: a program comes to the same ones again and again.
"""

from __future__ import annotations

from proftui_parsers.json_walk import JsonWalker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from proftui_parsers.files import Progress

    Make = Callable[[list[Any], bool], list[int]]
    """Gives a number for each of some elements; and is told whether these are lists that are remembered."""

_BLANKS = b" \t\r\n"
_OF_LISTS = b"0123456789,[]" + _BLANKS
_MOST, _ROOM = 100_000, 8 << 20
"""Lists that are remembered, and bytes of all of them; then they are forgotten."""


class ListWalker(JsonWalker):
    """A place in JSON text of arrays in an array."""

    def __init__(self, data: bytes | bytearray, progress: Progress | None = None) -> None:
        super().__init__(data, progress)
        self._known: dict[bytes, int] = {}
        """Numbers of lists, by what stands between their brackets."""
        self._room = _ROOM

    def lists(self, make: Make) -> Iterator[list[int]]:
        """The numbers of an array's elements, a window of them at a time.

        ``make``, the same for all arrays, says them when the walk stands behind these elements. It is not
        asked again for a list of whole numbers that stands there as one before.
        """
        is_last = not self.enter()
        self._begin()
        while not is_last:
            elements = self._elements()
            known = self._known_lists(bytes(elements), make)
            if known is None:
                batch, is_last = self._batch(elements)
                found = make(batch, False)
            else:
                found, is_last = known
            self._tell()
            yield found

    def _known_lists(self, elements: bytes, make: Make) -> tuple[list[int], bool] | None:
        """As :meth:`lists`, of the elements of a window, and whether the array ends behind them.

        ``None``: something else than lists of whole numbers is among them.
        """
        size = len(elements) + 1
        end = elements.find(b"]]")
        if end >= 0:
            elements, size = elements[: end + 1], end + 2
        if not (elements.startswith(b"[") and elements.endswith(b"]")):
            return None
        texts, known = elements[1:-1].split(_between(elements)), self._known
        found: list[Any] = list(map(known.get, texts))
        others = [text for text, number in zip(texts, found, strict=True) if number is None]
        others = list(dict.fromkeys(others))
        lists = self._flat(others) if others else []
        if lists is None:
            return None
        self._pass(size)
        if others:
            made = dict(zip(others, make(lists, True), strict=True))
            found = [
                made[text] if number is None else number for text, number in zip(texts, found, strict=True)
            ]
            self._remember(made)
        return found, end >= 0

    def _flat(self, texts: list[bytes]) -> list[Any] | None:
        """The lists of whole numbers of which this is the inside; ``None``: of one it is not."""
        text, brackets = b"[[%s]]" % b"],[".join(texts), len(texts) + 1
        if text.translate(None, _OF_LISTS) or not text.count(b"[") == text.count(b"]") == brackets:
            return None
        scanned = self._scanned(text, True)
        return scanned[0] if scanned is not None and scanned[1] == len(text) else None

    def _remember(self, made: dict[bytes, int]) -> None:
        self._known.update(made)
        self._room -= sum(map(len, made))
        if self._room < 0 or len(self._known) > _MOST:
            self._known, self._room = {}, _ROOM


def _between(elements: bytes) -> bytes:
    """What stands between the first list and the second one."""
    end = elements.find(b"]")
    between = elements[end : elements.find(b"[", end) + 1]
    return between if between.translate(None, _BLANKS) == b"],[" else b"],["
