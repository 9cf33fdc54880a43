"""What the names that a function calls mean, as far as the text of its file tells."""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict, deque
from collections.abc import Iterable
from types import GeneratorType

from proftui.analysis.importlib_names import IMPORT_FROM_CALLS
from proftui.analysis.names import Names
from proftui.analysis.source.called_names import CalledNames
from proftui.analysis.source.file_names import FileNames

_LONGEST_CHAIN = 4
"""Names given to names that are followed."""
SPECIAL = frozenset({"__enter__", "__exit__", "__aenter__", "__aexit__", "__init__", "__new__"})
_IMPLIED = SPECIAL.union(IMPORT_FROM_CALLS, ["__build_class__"])
"""What is noted as called without standing there, or is looked at apart."""
_EAGER = frozenset(
    {"range", "sorted", "list", "tuple", "set", "dict", "frozenset", "items", "keys", "values"}
)
_EAGER |= {"split", "splitlines", "readlines", "copy", "dir", "vars", "len", "bytes", "listdir"}
"""What, built in, gives something that runs no Python code when it is gone over."""
_QUIET = frozenset({"abs", "bool", "bytes", "callable", "chr", "dir", "divmod", "float", "format", "hash"})
_QUIET |= {"hex", "id", "int", "isinstance", "issubclass", "len", "object", "ord", "pow", "print", "range"}
_QUIET |= {"repr", "round", "slice", "str", "super", "vars"}
_QUIET |= {name for name in dir(builtins) if name.endswith(("Error", "Exception", "Exit", "Stop", "Warning"))}
"""What, built in, runs nothing but methods of special names."""
_BUILT_IN = (list, dict, set, str, deque, re.Pattern, GeneratorType)
_METHODS = frozenset(name for kind in _BUILT_IN for name in dir(kind))
"""What methods of built-in classes are called."""


class Events:
    """The calls of one function by what they may call."""

    def __init__(self, code: CalledNames, here: FileNames | None, nested: bool) -> None:
        self.code = code
        self.here = here
        self.nested = nested
        self.bare: defaultdict[str, set[int]] = defaultdict(set)
        """Lines of plain names by the name that they stand for."""
        self.defined: defaultdict[int, set[int]] = defaultdict(set)
        """Lines that can only call the function that is defined on a line."""
        self.lambdas: defaultdict[int, set[int]] = defaultdict(set)
        """Lines that call a lambda by its name, by the line where it is."""
        self.lambda_names: dict[int, str] = {}
        self.open: set[int] = set(code.nameless)
        """Lines that call what only the run knows."""
        self.free: defaultdict[str, set[int]] = defaultdict(set)
        """Lines that call a name of the function around this one, perhaps its argument."""
        self.builtin: defaultdict[str, set[int]] = defaultdict(set)
        """Lines that call built-in functions and classes, by their names."""
        self.named: defaultdict[str, set[int]] = defaultdict(set)
        """Lines that call a function or class by a name that may be its own."""
        for name, where in code.bare.items():
            if name not in _IMPLIED:
                self._take(name, where)
            else:
                self.bare[name] |= where
        for name, where in code.dotted.items():
            if name not in _IMPLIED:
                self.named[name] |= where
        self.loud = {name for name in self.builtin if name not in _QUIET}
        """Built-in functions and classes that may run what they are given."""
        self.builtin_classes = {name for name in self.builtin if isinstance(getattr(builtins, name), type)}
        methods = _METHODS & code.dotted.keys()
        self.of_methods = set[int]().union(*(code.dotted[name] for name in methods))
        """Lines that call what may be a method of a built-in class."""
        self.inert = {name for name in _EAGER if not code.bound[name]}
        """What gives nothing that runs Python code, if it is built in."""

    def builtin_lines(self, names: Iterable[str]) -> set[int]:
        """Lines that call these, built in."""
        return set[int]().union(*(self.builtin[name] for name in names))

    def _take(self, name: str, where: set[int], follow: int = _LONGEST_CHAIN) -> None:
        """The lines of a name that is called."""
        if self.code.bound[name] and name not in self.code.outer:
            self._take_local(name, where, follow)
        elif self.here is None:
            self._of_name(name, where)
        elif not (name in self.here.assigned or name in self.here.defined or name in self.here.imported):
            self._of_name(name, where)
            if name in self.code.outer:
                self.open |= where
            elif not hasattr(builtins, name):
                self.free[name] |= where if self.nested else set()
        else:
            self._take_of_module(name, where)

    def _take_local(self, name: str, where: set[int], follow: int) -> None:
        inner = [found for found in self.code.inner if found.name in (name, f"class {name}")]
        value = self.code.aliases.get(name)
        if self.code.bound[name] > 1 or not follow:
            self.open |= where
        elif inner and inner[0].name == name and not inner[0].decorated:
            self.defined[inner[0].first] |= where
        elif inner:
            self._of_name(name, where)
        elif name in self.code.imports:
            self._of_name(self.code.imports[name], where)
        elif isinstance(value, ast.Name):
            self._take(value.id, where, follow - 1)
        elif isinstance(value, ast.Attribute):
            self._of_name(value.attr, where)
        elif isinstance(value, ast.Lambda):
            line = value.lineno - 1 + self.code.shift
            self.lambdas[line] |= where
            self.lambda_names[line] = name
        else:
            self.open |= where

    def _take_of_module(self, name: str, where: set[int]) -> None:
        here = self.here
        assert here is not None
        defined = here.defined.get(name, [])
        if name in here.assigned:
            self.open |= where
            self.bare[name] |= where
        elif len(defined) == 1 and name not in here.imported and not (self.nested and here.is_inner(name)):
            if defined[0].is_class or defined[0].decorated:
                self._of_name(name, where)
            else:
                self.defined[defined[0].line] |= where
        else:
            self._of_name(here.renamed.get(name, name), where)

    def _of_name(self, name: str, where: set[int]) -> None:
        self.bare[name] |= where
        if not (hasattr(builtins, name) and self._is_harmless(name)):
            self.named[name] |= where
        else:
            self.builtin[name] |= where

    def _is_harmless(self, name: str) -> bool:
        """Whether a built-in runs nothing in the function's own name, or what is noted elsewhere."""
        here = self.here
        return here is None or not (name in here.assigned or name in here.defined or name in here.imported)


def last_name(names: Names, index: int) -> str:
    """The name as the code says it: ``append`` of ``list.append``, ``run`` of ``Worker.run``."""
    name = names.plain_name(index)
    return name if name.startswith("<") else name.rpartition(".")[2]
