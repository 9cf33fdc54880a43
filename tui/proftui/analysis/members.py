"""Functions put together in groups, each of which has the number of one of its functions."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass

from proftui.analysis.bounds import BoundedColumn


@dataclass(frozen=True, slots=True)
class Members:
    """Groups of functions; built-ins, and what is hidden, are in none."""

    by: str
    """``package``, ``module`` or ``file``."""
    names: Sequence[str]
    """By group, what it is called."""
    group_of: MutableSequence[int]
    """By function, callers without an entry included: its group, or -1."""
    sizes: MutableSequence[int]
    """By group, how many functions it has."""

    def leave_out(self, functions: Iterable[int]) -> None:
        """These functions are in no group."""
        for function in functions:
            if (group := self.group_of[function]) >= 0:
                self.group_of[function] = -1
                self.sizes[group] -= 1


@dataclass(frozen=True, slots=True)
class Represented:
    """Which function stands for which group."""

    members: Members
    group: dict[int, int]
    """By function that stands for a group, the group."""
    inside: BoundedColumn
    """By group, calls of its functions by each other."""

    def name(self, function: int) -> str:
        """What the group is called that a function stands for."""
        return self.members.names[self.group[function]]

    def size(self, function: int) -> int:
        """How many functions the group has that a function stands for."""
        return self.members.sizes[self.group[function]]

    def of_function(self, function: int) -> int | None:
        """The function that stands for the group of a function; ``None``: that is in no group."""
        group = self.members.group_of[function]
        return next((stands for stands, other in self.group.items() if other == group), None)

    def functions(self, function: int) -> list[int]:
        """The functions of the group that a function stands for."""
        group = self.group[function]
        return [index for index, other in enumerate(self.members.group_of) if other == group]
