"""A text for each function, kept and looked at once where many functions share it.

By reference, a small file can give a name of a megabyte to each of a hundred thousand functions.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import count, repeat
from operator import contains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_OBJECT = 60
"""Bytes of a short text besides its letters."""
_AT_A_TIME = 10_000
"""Functions taken at a time: some milliseconds."""


class Column:
    """``texts[numbers[i]]`` is the text of function ``i``."""

    __slots__ = ("numbers", "texts")

    def __init__(self, texts: list[str], numbers: array[int]) -> None:
        self.texts = texts
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: int) -> str:
        return self.texts[self.numbers[index]]

    def __iter__(self) -> Iterator[str]:
        return map(self.texts.__getitem__, self.numbers)

    def changed(self, change: Callable[[str], str]) -> Column:
        """Each text changed; what stays the same stays the same object."""
        both = zip(self.texts, map(change, self.texts), strict=True)
        texts = [text if new == text else new for text, new in both]
        return self if texts == self.texts else Column(texts, self.numbers)

    def change_in_steps(self, change: Callable[[str], str], into: list[Column]) -> Iterator[None]:
        """Put the column with each text changed into the list; between two steps there is time."""
        texts: list[str] = []
        for start in range(0, len(self.texts), _AT_A_TIME):
            part = self.texts[start : start + _AT_A_TIME]
            both = zip(part, map(change, part), strict=True)
            texts += [text if new == text else new for text, new in both]
            yield
        into.append(Column(texts, self.numbers))

    def lowered(self, most: int) -> Column:
        """The first ``most`` characters of each text in lower case."""
        if self.longest <= most:
            return self.changed(str.lower)
        return self.changed(lambda text: text[:most].lower())

    def cut(self, most: int) -> Column:
        """The first ``most`` characters of each text."""
        return self if self.longest <= most else self.changed(lambda text: text[:most])

    @property
    def longest(self) -> int:
        """Characters of the longest text."""
        return max(map(len, self.texts), default=0)

    def replaced(self, indices: Sequence[int], change: Callable[[str], str]) -> Column:
        """The texts of these functions changed, those of the others not."""
        if not indices:
            return self
        texts, numbers = self.texts.copy(), self.numbers[:]
        new: dict[int, int] = {}
        for index in indices:
            number = numbers[index]
            if number not in new:
                new[number] = len(texts)
                texts.append(change(texts[number]))
            numbers[index] = new[number]
        return Column(texts, numbers)

    def ranks(self, indices: Sequence[int]) -> list[int]:
        """For each of these functions a number that sorts as its text does; each text is compared once."""
        texts = self.texts
        numbers = list(map(self.numbers.__getitem__, indices))
        ranks: dict[int, int] = {}
        rank, last = -1, None
        for number in sorted(set(numbers), key=texts.__getitem__):
            rank += texts[number] != last
            last = texts[number]
            ranks[number] = rank
        return list(map(ranks.__getitem__, numbers))

    def holding(self, needle: str) -> list[bool]:
        """Whether the needle is in it, for each of ``texts``."""
        return list(map(contains, self.texts, repeat(needle)))

    def size_with(self, other: Column) -> int:
        """About how many bytes it takes to put the two texts of each function together."""
        lengths, others = list(map(len, self.texts)), list(map(len, other.texts))
        size = _OBJECT * len(self) + sum(map(lengths.__getitem__, self.numbers))
        size += sum(map(others.__getitem__, other.numbers))
        wide, wides = self._wide(), other._wide()
        if wide or wides:
            pairs = zip(self.numbers, other.numbers, strict=True)
            size += 3 * sum(lengths[one] + others[two] for one, two in pairs if one in wide or two in wides)
        return size

    def _wide(self) -> set[int]:
        """The numbers of texts whose letters take up to four bytes."""
        return {number for number, text in enumerate(self.texts) if not text.isascii()}

    def where(self, holds: Callable[[str], object], indices: Sequence[int]) -> Iterator[list[int]]:
        """Those of the functions whose text is such, some at a time; each text is looked at once."""
        numbers, texts = self.numbers, self.texts
        known: dict[int, object] = {}
        for start in range(0, len(indices), _AT_A_TIME):
            part = indices[start : start + _AT_A_TIME]
            asked = {numbers[index] for index in part}.difference(known)
            # A loop, not a map: between two texts the interpreter looks for the signal of a budget.
            known.update([(number, holds(texts[number])) for number in asked])
            yield [index for index in part if known[numbers[index]]]


def columns_in_steps(texts: Sequence[str], into: list[Column]) -> Iterator[None]:
    """Put the column of these texts into the list; between two steps there is time for something else."""
    numbers = array("i")
    known = defaultdict[str, int](count().__next__)
    for start in range(0, len(texts), _AT_A_TIME):
        numbers.extend(map(known.__getitem__, texts[start : start + _AT_A_TIME]))
        yield
    into.append(Column(list(known), numbers))
