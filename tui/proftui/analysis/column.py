"""A text for each function, kept and looked at once where many functions share it.

By reference, a small file can give a name of a megabyte to each of a hundred thousand functions.
"""

from __future__ import annotations

from array import array
from itertools import repeat
from operator import contains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

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
        texts = [text if (new := change(text)) == text else new for text in self.texts]
        return Column(texts, self.numbers)

    def replaced(self, indices: Iterable[int], change: Callable[[str], str]) -> Column:
        """The texts of these functions changed, those of the others not."""
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
        pairs = zip(self.numbers, other.numbers, strict=True)
        if all(map(str.isascii, self.texts)) and all(map(str.isascii, other.texts)):
            return sum(_OBJECT + lengths[one] + others[two] for one, two in pairs)
        wide, wides = ([not text.isascii() for text in column.texts] for column in (self, other))
        return sum(
            _OBJECT + (lengths[one] + others[two]) * (4 if wide[one] or wides[two] else 1)
            for one, two in pairs
        )

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
    known: dict[str, int] = {}
    for start in range(0, len(texts), _AT_A_TIME):
        for text in texts[start : start + _AT_A_TIME]:
            numbers.append(known.setdefault(text, len(known)))
        yield
    into.append(Column(list(known), numbers))
