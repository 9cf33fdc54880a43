"""Rows of a comparison, and the numbers of their functions in the session's profile."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from proftui.analysis.compare.columns import first_gone
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.pairs import NOBODY, Pairs


class Gone:
    """What only the base has of two recorded sides: such functions stand behind all of the new side."""

    def __init__(self, recorded: Comparison) -> None:
        self._pairs = recorded.pairs
        self.functions = recorded.pairs.base[rows_after(recorded.pairs) :]
        """Their numbers in the base's profile, in order."""
        first = first_gone(recorded.new.profile)
        self.numbers = range(first, first + len(self.functions))
        """Those that they have in the session's."""

    def of_base(self, function: int) -> int:
        """The number in the session's profile of a function of the base."""
        place = bisect_left(self.functions, function)
        if place < len(self.functions) and self.functions[place] == function:
            return self.numbers[place]
        return self._pairs.new[self._pairs.base_row[function]]

    def function(self, index: int) -> int:
        """The base's function that has a number in the session's profile; below 0: it is not gone."""
        return self.functions[index - self.numbers.start] if index in self.numbers else NOBODY


def rows_after(pairs: Pairs) -> int:
    """How many rows the new side has; those that it has not stand behind."""
    return len(pairs) - pairs.new.count(NOBODY)


class Rows:
    """The rows of a comparison, of recorded sides or in a shape."""

    def __init__(self, comparison: Comparison, gone: Gone, *, is_recorded: bool) -> None:
        pairs = comparison.pairs
        after = rows_after(pairs)
        self.counts = pairs.base.count(NOBODY), len(pairs) - after
        """How many functions are new, and how many are gone."""
        if comparison.absent:
            there = comparison.there
            self.counts = sum(pairs.base[row] < 0 for row in there), sum(pairs.new[row] < 0 for row in there)
        here = pairs.new[:after]
        of_base: Iterable[int] = gone.numbers
        if not is_recorded:
            of_base = _apart(map(gone.of_base, pairs.base[after:]), set(here), range(gone.numbers.stop))
        self.functions: Sequence[int] = [*here, *of_base]
        """By row, the number of its function in the session's profile; a range where both are the same."""
        # Of recorded sides, numbers grow from row to row.
        if is_recorded and self.functions and self.functions[-1] == len(pairs) - 1:
            self.functions = range(len(pairs))
        self.of_function = pairs.new_row.tolist()
        """By number of a function in the session's profile, its row; below 0: it has none."""
        self.of_function += [NOBODY] * (gone.numbers.stop - len(self.of_function))
        if is_recorded:
            self.of_function[gone.numbers.start :] = range(after, len(pairs))
            return
        for row in range(after, len(pairs)):
            self.of_function[self.functions[row]] = row


def _apart(functions: Iterable[int], taken: set[int], every: range) -> Iterator[int]:
    """Numbers of what is gone, or any that no row has: a partner may stand for a group."""
    free = (number for number in every if number not in taken)
    for function in functions:
        number = next(free, function) if function in taken else function
        taken.add(number)
        yield number
