"""Functions put together in groups, each with the number of one of its functions; their names."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import NamedTuple

from proftui.analysis.bounds import BoundedColumn
from proftui.analysis.function_texts import FunctionTexts
from proftui.analysis.names import Names
from proftui.analysis.shape.shape import FILE
from proftui.analysis.text_column import column_of
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from proftui.analysis.function_texts import TextKind


class Members(NamedTuple):
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


class Represented(NamedTuple):
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


class GroupNames(Names):
    """The names of groups by the function that stands for each; of other functions, their own."""

    def __init__(self, recorded: Names, groups: Represented) -> None:
        super().__init__(recorded.profile)
        self.recorded, self.groups, self.files = recorded, groups, recorded.files
        self.texts = _GroupTexts(recorded, groups)

    def shown_name(self, index: int) -> str:
        """What the group is called."""
        known = index in self.groups.group
        return self.groups.name(index) if known else self.recorded.shown_name(index)

    def plain_name(self, index: int) -> str:
        """The same."""
        return self.shown_name(index)

    def label(self, index: int) -> str:
        """The same: pstats knows no groups."""
        return self.shown_name(index)

    def is_mine(self, index: int) -> bool:
        """Whether the code of the function that stands for a group is the user's."""
        return self.recorded.is_mine(index)

    def path(self, index: int, *, with_dirs: bool = True) -> str:
        """What stands in place of a path: how many functions the group has."""
        if index not in self.groups.group:
            return self.recorded.path(index, with_dirs=with_dirs)
        size = self.groups.size(index)
        return f"{size:,} function{'s' if size != 1 else ''}"

    def module(self, index: int) -> str:
        """What the group is called that stands for a module; of another one, nothing more than its name."""
        if index not in self.groups.group:
            return self.recorded.module(index)
        return self.recorded.module(index) if self.groups.members.by == FILE else self.groups.name(index)

    def place(self, index: int, *, with_dirs: bool = True) -> str:
        """How many functions the group has, without a word."""
        if index not in self.groups.group:
            return self.recorded.place(index, with_dirs=with_dirs)
        return str(self.groups.size(index))

    def location(self, index: int, *, with_dirs: bool = True, line: int | None = None) -> str:
        """The same: a group stands on no line."""
        if index not in self.groups.group:
            return self.recorded.location(index, with_dirs=with_dirs, line=line)
        return self.path(index)


class _GroupTexts(FunctionTexts):
    """What groups are searched in and sorted by: how they are called, and their module and package."""

    def __init__(self, recorded: Names, groups: Represented) -> None:
        super().__init__(recorded.profile, recorded.files)
        self._recorded, self._groups = recorded, groups

    def _making(self, kind: TextKind, lowered: bool) -> Iterator[None]:
        column = yield from column_of(self._texts(kind))
        if kind == "folded":
            column = column.seen_as(str.casefold)
        self._columns[kind, lowered] = column.seen_as(str.lower) if lowered else column

    def _texts(self, kind: TextKind) -> Sequence[str]:
        groups = self._groups
        if kind == "path":
            # What is sorted by where functions are is sorted by how many there are.
            sizes = map(groups.size, groups.group)
            return self._by_function(dict(zip(groups.group, map("{:012}".format, sizes), strict=True)))
        if kind == "module" and self._groups.members.by == FILE:
            of: Callable[[int], str] = self._recorded.module
        else:
            of = self._recorded.package if kind == "package" else groups.name
        return self._by_function({function: of(function) for function in groups.group})

    def _by_function(self, texts: dict[int, str]) -> Sequence[str]:
        return [texts.get(function, "") for function in range(len(self.profile.files))]

    def _labelling(self, lowered: bool) -> Callable[[int], str]:
        return self.column("shown", lowered=lowered).__getitem__

    @property
    def renamed(self) -> Iterator[int]:
        """The functions that stand for groups."""
        return iter(self._groups.group)
