"""A text for each function, kept and looked at once where many share it: it can be a megabyte long."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, repeat
from operator import contains

from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.background.pieces import Pieces

_AT_A_TIME = 10_000
"""Functions taken at a time: some milliseconds."""
MANY = 50_000
"""Texts that are not kept twice: changing them each time takes less than memory is worth."""
_SHORT = 32_000_000
"""Letters in all that may be looked at for each function, even if texts are shared."""
_SAMPLE = 997


class TextColumn:
    """``texts[numbers[i]]``, changed if there is a ``change``, is the text of function ``i``."""

    __slots__ = ("change", "numbers", "texts")

    def __init__(
        self, texts: Sequence[str], numbers: Sequence[int], change: Callable[[str], str] | None = None
    ) -> None:
        self.texts, self.numbers, self.change = texts, numbers, change

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: int) -> str:
        text = self.texts[self.numbers[index]]
        return text if self.change is None else self.change(text)

    def __iter__(self) -> Iterator[str]:
        texts = map(self.texts.__getitem__, self.numbers)
        return texts if self.change is None else map(self.change, texts)

    def changed(self, change: Callable[[str], str]) -> TextColumn:
        """Each text changed; what stays the same stays the same object."""
        assert self.change is None
        return TextColumn(_changed(self.texts, change), self.numbers)

    def changing(self, change: Callable[[str], str]) -> Pieces[TextColumn]:
        """The same in pieces."""
        texts: list[str] = []
        for start in range(0, len(self.texts), _AT_A_TIME):
            texts += _changed(self.texts[start : start + _AT_A_TIME], change)
            yield
        return TextColumn(texts, self.numbers)

    def seen_as(self, change: Callable[[str], str]) -> TextColumn:
        """Each text changed: kept, or if there are many, changed whenever it is looked at."""
        return (
            TextColumn(self.texts, self.numbers, change) if len(self.texts) > MANY else self.changed(change)
        )

    def lowered(self, most: int) -> TextColumn:
        """The first ``most`` characters of each text in lower case."""
        return self.seen_as(str.lower if self.longest <= most else lambda text: text[:most].lower())

    def cut(self, most: int) -> TextColumn:
        """The first ``most`` characters of each text."""
        if self.longest <= most:
            return self
        before = self.change
        if before is None:
            return self.changed(lambda text: text[:most])
        return TextColumn(self.texts, self.numbers, lambda text: before(text)[:most])

    @property
    def longest(self) -> int:
        """Characters of the longest text."""
        return max(map(len, self.texts), default=0)

    def replaced(self, indices: Iterable[int], change: Callable[[str], str]) -> TextColumn:
        """The texts of these functions changed, each once, those of the others not."""
        numbers = {index: self.numbers[index] for index in indices}
        # One name of a hostile file may be megabytes, and that of all its functions.
        changed = {number: change(self.texts[number]) for number in set(numbers.values())}
        return self.with_texts({index: changed[number] for index, number in numbers.items()})

    def with_texts(self, given: Mapping[int, str]) -> TextColumn:
        """These functions with texts of their own."""
        if not given:
            return self
        assert self.change is None
        numbers, known = array("i", self.numbers), defaultdict[str, int](count(len(self.texts)).__next__)
        for index, text in given.items():
            numbers[index] = known[text]
        return TextColumn([*self.texts, *known], numbers)

    def ranks(self, indices: Sequence[int]) -> Sequence[int]:
        """For each of these functions a number that sorts as its text does; each text is compared once."""
        numbers, text = self.numbers, self._text
        few = len(indices) < len(self.texts)
        ranks: dict[int, int] | array[int] = {} if few else array("i", bytes(4 * len(self.texts)))
        asked = {numbers[index] for index in indices} if few else range(len(self.texts))
        rank, last = -1, None
        for number in sorted(asked, key=text):
            rank += text(number) != last
            last = text(number)
            ranks[number] = rank
        return array("i", map(ranks.__getitem__, map(numbers.__getitem__, indices)))

    @property
    def _text(self) -> Callable[[int], str]:
        """What gives the text of a number."""
        texts, change = self.texts, self.change
        return texts.__getitem__ if change is None else lambda number: change(texts[number])

    def holding(self, needle: str) -> list[bool]:
        """Whether the needle is in it, for each of ``texts``."""
        each = self.texts if self.change is None else map(self.change, self.texts)
        return list(map(contains, each, repeat(needle)))

    def where(self, holds: Callable[[str], object], indices: Sequence[int]) -> Iterator[list[int]]:
        """Those of the functions whose text is such, some at a time; each text is looked at once."""
        numbers, text = self.numbers, self._text
        known: dict[int, object] = {}
        for start in range(0, len(indices), _AT_A_TIME):
            part = indices[start : start + _AT_A_TIME]
            asked = {numbers[index] for index in part}.difference(known)
            # A loop, not a map: between two texts the interpreter looks for the signal of a budget.
            known.update([(number, holds(text(number))) for number in asked])
            yield [index for index in part if known[numbers[index]]]


def column_of(texts: Sequence[str]) -> Pieces[TextColumn]:
    """The column of these texts, in pieces."""
    if _hardly_shared(texts):
        return TextColumn(texts, range(len(texts)))
    numbers = array("i")
    known = defaultdict[str, int](count().__next__)
    for start in range(0, len(texts), _AT_A_TIME):
        numbers.extend(map(known.__getitem__, texts[start : start + _AT_A_TIME]))
        yield
    return TextColumn(list(known), numbers)


def _changed(texts: Sequence[str], change: Callable[[str], str]) -> list[str]:
    return [text if new == text else new for text, new in zip(texts, map(change, texts), strict=True)]


def _hardly_shared(texts: Sequence[str]) -> bool:
    """Whether, as far as a sample tells, nearly every function has a text of its own, and all are short."""
    if len(texts) <= MANY or sum(map(len, texts)) > _SHORT:
        return False
    sample = texts[:: max(1, len(texts) // _SAMPLE)]
    return len(set(map(id, sample))) > 0.9 * len(sample)
