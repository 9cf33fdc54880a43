"""The texts that functions are searched in and sorted by: columns of them, and pstats' labels."""

from __future__ import annotations

from itertools import chain, compress

from proftui.analysis.builtin_names import (
    BUILT_IN,
    BUILT_IN_MODULE,
    MODULE,
    is_builtin,
    pstats_label,
    short_builtin,
)
from proftui.analysis.recorded_files import RecordedFiles, cell_of
from proftui.analysis.text_column import MANY, TextColumn, column_of
from proftui_parsers.entries import NO_PYTHON_FILES
from proftui_parsers.import_free import TYPE_CHECKING, cached_property
from proftui_parsers.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Literal

    from proftui.background.pieces import Pieces

    TextKind = Literal["shown", "folded", "path", "file", "place", "func", "module", "package"]
    """Texts by function: displayed name, that to sort by, displayed path; recorded file, that with its cell
    of a notebook, recorded name; module and package."""

_BY_FILE: tuple[TextKind, ...] = ("path", "module", "package")
_RECORDED: tuple[TextKind, ...] = ("file", "func")
_BY_NAME: tuple[TextKind, ...] = ("shown", "folded")
_LOWERED = 1_000_000
"""Characters of a text in which case can be ignored: changing it takes sixteen bytes for each."""
_KEPT = 32_000_000
"""Bytes of labels that are kept; where they may take more they are made anew for each search."""
_OBJECT = 60
"""Bytes of a label besides its file and name."""
_SEARCHED, _ALL_SEARCHED = 400, 4_000_000
"""Characters of a name in a label that are searched at least, and those of all names, or paths, together."""


class FunctionTexts:
    """The texts of one profile's functions, made when first asked for. Nothing is cleaned for the screen."""

    def __init__(self, profile: Profile, files: RecordedFiles) -> None:
        self.profile, self.files = profile, files
        self.qualified: dict[int, str] = {}
        """Names with their class or function, by function, as far as source text has told them."""
        self._columns: dict[tuple[TextKind, bool], TextColumn] = {}
        self._labels: dict[bool, Callable[[int], str]] = {}
        """What gives labels, by whether they are lowered."""
        self._begun: dict[tuple[TextKind, bool], Iterator[None]] = {}
        """How columns are made that take long, some at a time."""

    def column(self, kind: TextKind, *, lowered: bool = False) -> TextColumn:
        """One text for every function, made once; ``lowered`` for searches that ignore case."""
        for _ in self.making(kind, lowered=lowered):
            pass
        return self._columns[kind, lowered]

    def making(self, kind: TextKind, *, lowered: bool = False) -> Iterator[None]:
        """Make a column, some at a time: between two, there is time for something else."""
        done = (kind, lowered) in self._columns
        begun = self._begun.get((kind, lowered))
        if begun is None and not done:
            begun = self._begun[kind, lowered] = self._begun_with(kind, lowered)
        return iter(()) if begun is None else begun

    def _begun_with(self, kind: TextKind, lowered: bool) -> Iterator[None]:
        try:
            yield from self._making(kind, lowered)
        finally:
            # Work that has failed cannot go on either.
            self._begun.pop((kind, lowered), None)

    def _making(self, kind: TextKind, lowered: bool) -> Iterator[None]:
        if lowered:
            # Nowhere ``yield from``: where nobody waits any more, that would end the inner work too.
            for _ in self.making(kind):
                yield
            made = self._in_lower_case(kind)
        elif kind in ("file", "func"):
            made = yield from column_of(self.profile.files if kind == "file" else self.profile.names)
        elif kind == "shown":
            for _ in self.making("func"):
                yield
            short = self.column("func").replaced(self.builtins, short_builtin)
            made = short.with_texts({**self.modules, **self.qualified})
        elif kind == "folded":
            for _ in self.making("shown"):
                yield
            made = self.column("shown").seen_as(str.casefold)
        elif kind == "place":
            for _ in self.making("file"):
                yield
            # No pattern but one that asks for it looks beyond the end of a line.
            files, lines = self.column("file"), self.profile.linenos
            both = {i: f"{files[i]}\n{cell_of(files[i])}, line {lines[i]}" for i in self.cells}
            made = files.with_texts(both)
        else:
            for _ in self.making("file"):
                yield
            made = yield from self._by_file(kind)
        self._columns[kind, lowered] = made

    def _by_file(self, kind: TextKind) -> Pieces[TextColumn]:
        """A column of what follows from the file: its path, module or package."""
        files = self.column("file")
        change = {
            "path": lambda file: self.files.displayed(file).path,
            "module": self.files.module,
            "package": self.files.package,
        }
        if len(files.texts) > MANY:
            # One of them at a time: they are of use for one sort or search.
            for other in ((kind, case) for kind in _BY_FILE for case in (False, True)):
                self._columns.pop(other, None)
        made = yield from files.changing(change[kind])
        built_in = [index for index in self.builtins if self.is_called_built_in(index)]
        return made.replaced(built_in, lambda _: BUILT_IN_MODULE if kind == "module" else BUILT_IN)

    def _in_lower_case(self, kind: TextKind) -> TextColumn:
        column = self.column(kind)
        for other in _RECORDED:
            if kind != other and column is self._columns.get((other, False)):
                return self.column(other, lowered=True)
        return column.lowered(_LOWERED)

    def labels(self, *, lowered: bool = False) -> Callable[[int], str]:
        """What gives the label of a function, with names and paths that are cut where they are very long."""
        if lowered not in self._labels:
            self._labels[lowered] = self._labelling(lowered)
        return self._labels[lowered]

    def _labelling(self, lowered: bool) -> Callable[[int], str]:
        longest = max(_SEARCHED, _ALL_SEARCHED // max(1, len(self.profile.files)))
        files = self.column("file", lowered=lowered).cut(longest)
        names = self.column("func", lowered=lowered).cut(longest)
        lines = self.profile.linenos

        def label(index: int) -> str:
            return pstats_label(files[index], lines[index], names[index])

        if len(files) * (files.longest + names.longest + _OBJECT) > _KEPT:
            return label
        return list(map(label, range(len(files)))).__getitem__

    def prepared(self, lowered: bool) -> Iterator[None]:
        """Make what is searched in, some at a time: between two, there is time for something else."""
        kinds: list[TextKind] = ["place", "func", "shown"]
        for kind in kinds:
            for _ in self.making(kind, lowered=lowered):
                yield
        self.labels(lowered=lowered)
        self.may_name_package("")

    def may_name_package(self, word: str) -> bool:
        """Whether files are recorded that a package of that name may have: ``word`` is in lower case."""
        return word.removesuffix(">") in self._parts_of_paths

    @cached_property
    def _parts_of_paths(self) -> set[str]:
        """The parts of all recorded paths, and modules, in lower case."""
        paths = "\n".join(self.column("file", lowered=True).texts)[:_ALL_SEARCHED]
        for sign in "\\.> \n":
            paths = paths.replace(sign, "/")
        return set(paths.split("/"))

    def qualify(self, found: Mapping[int, str]) -> None:
        """Take names that were found out: what was made of others is made anew when it is asked for."""
        self.qualified.update(found)
        for index in [index for index, name in found.items() if name == self.profile.names[index]]:
            del self.qualified[index]
        for kind in _BY_NAME:
            for lowered in (False, True):
                self._columns.pop((kind, lowered), None)

    @property
    def renamed(self) -> Iterator[int]:
        """The functions that are displayed with another name than the recorded."""
        return chain(self.builtins, self.modules, self.qualified)

    @cached_property
    def modules(self) -> dict[int, str]:
        """What the code of modules is called, by function."""
        files, called = self.profile.files, self.files.module_name
        every = (i for i, name in enumerate(self.profile.names) if name == MODULE)
        return {i: name for i in every if (name := called(files[i]))}

    @cached_property
    def cells(self) -> list[int]:
        """All functions of cells of notebooks."""
        files = self.column("file")
        if not any("ipy" in file for file in files.texts):
            return []
        return [i for i in range(len(files)) if cell_of(files[i])]

    @cached_property
    def builtins(self) -> list[int]:
        """All functions without Python code, or without a file."""
        without = {"", *NO_PYTHON_FILES}
        files = self.profile.files
        theirs = compress(range(len(files)), map(without.__contains__, files))
        return [i for i in theirs if files[i] or self.is_without_file(i)]

    def is_without_file(self, index: int) -> bool:
        """Whether a function has no Python code; of stacks, a line alone makes no file."""
        profile, file = self.profile, self.profile.files[index]
        return is_builtin(file, 0 if profile.recording is not None else profile.linenos[index])

    def is_called_built_in(self, index: int) -> bool:
        """Whether what has no file is called built-in: samplers of other languages have no files either."""
        return self.profile.recording is None or self.profile.files[index] in NO_PYTHON_FILES
