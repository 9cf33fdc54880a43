"""The tables of Firefox profiles, read into columns: strings, functions, frames, stacks and samples.

What they mean stands in the Firefox Profiler's ``docs-developer`` and ``src/types/profile.ts``.
"""

from __future__ import annotations

from array import array

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson
from proftui_parsers.profile import ProfileError

if TYPE_CHECKING:
    from typing import Any

NONE = -(1 << 31)
"""What stands in a column of numbers for ``null``."""
MOST_TEXTS = 1_500_000
"""Of the whole file."""
_STRINGS = ("stringTable", "stringArray")
_TABLES = {
    "samples": ("stack",),
    "stackTable": ("prefix", "prefixOffset", "frame"),
    "frameTable": ("func", "location", "line"),
    "funcTable": ("name", "fileName", "source", "lineNumber", "resource", "flags"),
    "resourceTable": ("name",),
    "sources": ("filename",),
}
"""The columns of each that are read; a file has those of its version."""


class GeckoTables:
    """The tables of one thread, or those that all threads share."""

    def __init__(self) -> None:
        self.columns: dict[str, dict[str, array[int]]] = {}
        """By table and column: numbers of entries of another table, or of lines."""
        self.strings: list[str] | None = None
        self.weights: array[float] | None = None
        """Of samples; ``None``: 1 each."""
        self.weight_type = "samples"

    @property
    def has_stacks(self) -> bool:
        """Whether stacks, or anything that they are made of, are here."""
        return self.strings is not None or any(table != "samples" for table in self.columns)

    def take(self, key: str, walker: JsonWalker, texts: int) -> int:
        """Read what stands at this key if it is a table; ``texts`` and how many more there are now."""
        if key in _STRINGS and walker.is_array():
            if self.strings is not None:
                raise NotJson(walker.at)
            self.strings = []
            for batch in walker.batches():
                self.strings += [text if isinstance(text, str) else "" for text in batch]
                if texts + len(self.strings) > MOST_TEXTS:
                    raise ProfileError(messages.TOO_MANY_NAMES.format(MOST_TEXTS))
            return texts + len(self.strings)
        if key in _TABLES and walker.is_object():
            if key in self.columns:
                raise NotJson(walker.at)
            self.columns[key] = {}
            self._read(key, walker)
        return texts

    def _read(self, table: str, walker: JsonWalker) -> None:
        """A table of columns, or of rows."""
        schema: dict[str, Any] = {}
        found = self.columns[table]
        for key in walker.members():
            if key == "schema" and walker.is_object():
                schema = walker.value()
            elif key == "data" and walker.is_array():
                places = {name: schema.get(name) for name in _TABLES[table]}
                found |= _rows(
                    walker, {name: at for name, at in places.items() if type(at) is int and at >= 0}
                )
            elif table == "samples" and key == "weight" and walker.is_array():
                self.weights = walker.numbers(others=True)
            elif table == "samples" and key == "weightType":
                self.weight_type = walker.text()
            elif key in _TABLES[table] and walker.is_array():
                found[key] = _column(walker)


def _column(walker: JsonWalker) -> array[int]:
    """An array of whole numbers and ``null``."""
    made = array("i")
    for batch in walker.batches():
        _extend(made, batch, walker)
    return made


def _rows(walker: JsonWalker, places: dict[str, int]) -> dict[str, array[int]]:
    """Columns, by the place that each has in a row; rows may end before it."""
    made = {name: array("i") for name in places}
    for batch in walker.batches():
        if not all(isinstance(row, list) for row in batch):
            raise NotJson(walker.at)
        for name, at in places.items():
            _extend(made[name], [row[at] if at < len(row) else None for row in batch], walker)
    return made


def _extend(column: array[int], batch: list[Any], walker: JsonWalker) -> None:
    if None in batch:
        batch = [NONE if value is None else value for value in batch]
    try:
        column.extend(batch)
    except (TypeError, OverflowError):
        raise NotJson(walker.at) from None
