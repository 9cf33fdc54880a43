"""The callees of one function, and what the text of its file and of theirs says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from proftui.analysis.names import Names
from proftui.analysis.source.called_names import CalledNames, Definition
from proftui.analysis.source.definitions import (
    class_above,
    indent_of,
    is_decorated,
    is_property,
    is_renamed,
    runs_later,
)
from proftui.analysis.source.events import Events, last_name
from proftui.analysis.source.file_names import FileNames, names_of
from proftui_parsers import Profile


@dataclass(eq=False)
class CalleeTexts:
    """What is known of the callees of ``function``, by their index."""

    profile: Profile
    names: Names
    function: int
    lines: Sequence[str]
    """Those of its file."""
    first: int
    code: CalledNames
    text_of: Callable[[str], Sequence[str]]
    called: Sequence[int]
    name: dict[int, str] = field(init=False)
    by_name: defaultdict[str, list[int]] = field(init=False)
    """Those that may be called by a name."""
    _files: dict[str, FileNames | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = {index: last_name(self.names, index) for index in self.called}
        self.by_name = defaultdict(list)
        for index in self.called:
            if not is_body_of_class(self.inner(index)):
                self.by_name[self.name[index]].append(index)

    # The file of the function

    @cached_property
    def here(self) -> FileNames | None:
        """What the file of the function does with names."""
        return names_of(tuple(self.lines))

    @cached_property
    def events(self) -> Events:
        """What the names that are called mean."""
        return Events(self.code, self.here, self._is_nested())

    def _is_nested(self) -> bool:
        """Whether the function stands in another one, whose names it may call."""
        if last_name(self.names, self.function).startswith("<"):
            return self.profile.names[self.function] != "<module>"
        return indent_of(self.lines[self.first - 1]) > 0 and not self.owner(self.function)

    @cached_property
    def with_builtins(self) -> bool:
        """Whether built-in functions were recorded."""
        return any(map(self.names.is_builtin, range(self.profile.count)))

    # Where a callee stands

    def line_here(self, index: int) -> int:
        """The line where a function of this file starts; 0: it stands elsewhere."""
        files, line = self.profile.files, self.profile.linenos[index]
        is_here = files[index] == files[self.function] and not self.names.is_builtin(index)
        return line if is_here and 1 <= line <= len(self.lines) else 0

    def is_at_margin(self, line: int) -> bool:
        """Whether a line of this file stands in no block."""
        return not self.lines[line - 1][:1].isspace()

    def inner(self, index: int) -> list[Definition]:
        """Where the callee is defined in this function, if it is."""
        line, name = self.line_here(index), self.name[index]
        same = [inner for inner in self.code.inner if inner.name in (name, f"class {name}")] if line else []
        return [d for d in same if d.first == line] or [d for d in same if d.first <= line <= d.last]

    def head(self, index: int) -> str:
        """The first line of a callee; empty where it is not known."""
        line = self.profile.linenos[index]
        text = self.lines if self.line_here(index) else self.text_of(self.profile.files[index])
        return text[line - 1] if 0 < line <= len(text) else ""

    def owner(self, index: int) -> str:
        """The class whose method this is, if its name or its file tells."""
        parts = self.profile.names[index].split(".")
        if len(parts) > 1 and parts[-2] != "<locals>":
            return parts[-2]
        found = self.file_names(index)
        return class_above(found.lines, self.profile.linenos[index]) if found else ""

    # What the texts say of a callee

    def file_names(self, index: int) -> FileNames | None:
        """What the file of a callee does with names."""
        file = self.profile.files[index]
        if file == self.profile.files[self.function]:
            return self.here
        if file not in self._files:
            self._files[file] = names_of(tuple(self.text_of(file)))
        return self._files[file]

    def both_files(self, index: int) -> tuple[FileNames | None, FileNames | None]:
        """What is known of the file of the function, and of that of the callee."""
        return self.here, self.file_names(index)

    def is_plain_builtin(self, index: int) -> bool:
        """Whether its plain name can only mean this callee: a built-in function."""
        is_plain = self.names.is_builtin(index) and "." not in self.names.plain_name(index)
        return is_plain and self.name[index] not in self.code.bound

    def is_only_builtin(self, name: str) -> bool:
        """Whether no callee of this name is written in Python."""
        return all(map(self.names.is_builtin, self.by_name.get(name, ())))

    def is_property(self, index: int) -> bool:
        """Whether attributes certainly call it."""
        return is_property(self.head(index))

    def may_be_property(self, index: int) -> bool:
        """Whether attributes may call it; properties are seen by their decorators."""
        if self.names.is_builtin(index):
            return False
        head = self.head(index)
        return not head or is_decorated(head)

    def is_handed_on(self, index: int) -> bool:
        """Whether the callee may be called by something that has not its name."""
        name, head = self.name[index], self.head(index)
        if is_property(head):
            return False
        if self.is_name_handed_on(name) or self.names.is_builtin(index):
            return self.is_name_handed_on(name)
        there = self.file_names(index)
        # Where its own file is not known, that others are told of it there is not to be expected.
        return is_renamed(head) or (there is not None and there.hands_on(name))

    def is_name_handed_on(self, name: str) -> bool:
        """Whether what has this name may get another one in the file of the function."""
        return self.here is None or self.here.hands_on(name)

    def has_other(self, name: str) -> bool:
        """Whether the file gives the name to something that may be a function of another one."""
        return self.here is None or name in self.here.given

    def interrupts(self, index: int) -> bool:
        """Whether the callee may be called on any line: by the system, or when an object goes."""
        name, files = self.name[index], () if self.names.is_builtin(index) else self.both_files(index)
        return any(found is not None and found.interrupts(name) for found in files)

    def runs_later(self, index: int) -> bool | None:
        """Whether the callee is a generator or coroutine; ``None``: its text is not known."""
        if self.name[index] == "<genexpr>":
            return True
        file = self.profile.files[index]
        is_here = file == self.profile.files[self.function]
        return runs_later(self.lines if is_here else self.text_of(file), self.profile.linenos[index])


def is_body_of_class(inner: Sequence[Definition]) -> bool:
    """Whether what is defined there is a class, whose body runs where it stands."""
    return bool(inner) and inner[0].name.startswith("class ")
