"""What a recorded path says: the path to display, the module, and whether the code is the user's own."""

from __future__ import annotations

import sys

from proftui.analysis.builtin_names import BUILT_IN, BUILT_IN_MODULE, NO_FILE_RECORDED
from proftui.analysis.module_roots import PATH, SHARED, ModuleRoots, Root, folder_of
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple, cached_property, pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeVar

    from proftui.analysis.module_roots import Where

    T = TypeVar("T")

NOTEBOOK = "(notebook)"
"""Module and package of what was typed into a notebook."""

_PACKAGES = ("site-packages", "dist-packages")
_LIBRARY_FOLDERS = ("lib", "lib32", "lib64", "pymodules")
"""Have the library of a Python in a folder with its version."""
_OF_PYPY = ("lib_pypy", "lib-pypy", "lib_graalpython", "lib-graalpython")
_CELL = pattern(r"<?ipython-input-(\d+)-")
# What older Pythons had, besides the modules of the one that runs.
_STDLIB = sys.stdlib_module_names | {"_bootlocale", "asynchat", "asyncore", "distutils", "imp", "smtpd"}
_TYPED = ("<stdin>", "<console>")
"""What the user typed at Python's prompt; newer ones number what they ran."""
_TYPED_STARTS = ("<python-input-", "<command-")
"""Begin the names of cells that are numbered: of Python's prompt, and of notebooks on a server."""
_KERNEL = "ipykernel_"
"""Begins the name of the folder in which a notebook's kernel says that its cells are; a number ends it."""
_HOME = pattern(r"(?i)\A(?:[a-z]:)?/(?:(?:home|users)/[^/]+|root)/")
_NAMELESS = ("__init__", "__main__")
_NATIVE = (".so", ".dll", ".dylib", ".pyd")
"""Ends of the files of machine code; on Linux, numbers may follow."""
_UNKNOWN = "?"
"""What py-spy writes for the file of machine code that is in none."""
_COMMANDS = ("bin", "Scripts")
"""Folders of what is installed with packages."""
_MOST_FILES = 20_000
"""Files of which paths are shortened; of a profile with more, which no program has, they are as recorded."""
_MOST_NOTED = 100_000
"""Files and names of which is kept what was found out: a program has fewer, and a hostile file a million."""


class _Displayed(NamedTuple):
    """A file as it is displayed, and whether it is the user's own: in no library and not generated."""

    path: str
    own: bool
    root_from: str | None = None
    """What told the root of the user's own module, of :mod:`module_roots`."""


class RecordedFiles:
    """The files of one profile, as recorded."""

    def __init__(self, files: Sequence[str], where: Where) -> None:
        self.recorded, self._where = files, where
        self._known: dict[str, _Displayed] = {}
        self._named: dict[str, tuple[str, str]] = {}

    def displayed(self, file: str) -> _Displayed:
        """The path without what all own files share, or what a library's folder is followed by."""
        known = self._known.get(file)
        return noted(self._known, file, self._look_at(file)) if known is None else known

    def module(self, file: str) -> str:
        """The dotted module, as far as the path tells: ``sklearn.utils.validation``, ``hillclimb``."""
        return self._names_of(file)[0]

    def package(self, file: str) -> str:
        """The package that the icicle's legend and ``pkg:`` name: ``sklearn``, or a folder of the user's."""
        return self._names_of(file)[1]

    def package_from(self, file: str) -> str | None:
        """What told the package of the user's own file, of :mod:`module_roots`; ``None``: it is another's."""
        return self.displayed(file).root_from

    def package_if_library(self, file: str) -> str:
        """The package of a library's file, soon told of thousands; empty: the file is the user's own."""
        if tail := library_tail(file):
            return package_of(dotted(tail))
        return "" if self.is_own(file) else package_of(self.module(file))

    def is_own(self, file: str) -> bool:
        """Whether it is the user's own, soon told of thousands: in no library and not generated."""
        return bool(_maybe_own((file,))) if _is_usual(file) else self.displayed(file).own

    def module_name(self, file: str) -> str:
        """What a module's own code is called: as the module, or the cell; empty: that is not known."""
        if cell := cell_of(file):
            return cell
        if file in ("", "~") or (is_generated(file) and not frozen_of(file)):
            return ""
        module = self.module(file)
        # Where folders are left out, the name of a special file tells nothing.
        return "" if module in _NAMELESS else module

    def _names_of(self, file: str) -> tuple[str, str]:
        known = self._named.get(file)
        return noted(self._named, file, self._find_names(file)) if known is None else known

    def _find_names(self, file: str) -> tuple[str, str]:
        """Module and package, with a word where both the user and a library have such a package."""
        path, own, _ = self.displayed(file)
        if not own or is_typed(file):
            has_file = file and not is_generated(file)
            module = dotted(path) if has_file else path or NO_FILE_RECORDED
            if is_native(file) and library_tail(file) is None:
                # That no package has it says its name best.
                return (name := path.rpartition("/")[2]), name
            return module, package_of(module)
        if cell_of(file):
            return NOTEBOOK, NOTEBOOK
        folders, module = _own_module(path)
        package = folders[0] if folders else package_of(module)
        if package in self._of_libraries:
            return f"{module} (mine)", f"{package} (mine)"
        return module, package

    @cached_property
    def _of_libraries(self) -> set[str]:
        """The packages of libraries."""
        tails = (library_tail(file) or frozen_of(file) for file in self.every)
        # Many files are of few packages.
        begun = {tail if "-" in tail else tail.partition("/")[0] for tail in tails if tail}
        return {package_of(dotted(tail)) for tail in begun}

    def _look_at(self, file: str) -> _Displayed:
        if len(self.every) > _MOST_FILES and not is_generated(file):
            return _Displayed(file, library_tail(file) is None)
        if cell := cell_of(file):
            return _Displayed(cell, True)
        if not file or is_generated(file):
            return _Displayed(frozen_of(file) or file, is_typed(file))
        tail = library_tail(file)
        if tail is not None:
            return _Displayed(tail, False)
        if command := command_of(file):
            return _Displayed(command, False)
        path, source = self._own_path(file)
        is_other = is_native(file) or self._is_of_others(file)
        return _Displayed(path, not is_other, None if is_other else source)

    @cached_property
    def every(self) -> set[str]:
        """The files, each once."""
        return set(self.recorded)

    @cached_property
    def are_cut_short(self) -> bool:
        """Whether a sampler wrote paths without the folders in which modules are looked for."""
        if not self._where.of_samples:
            return False
        named = {file for file in self.every if file and file != "~" and not is_generated(file)}
        return bool(named) and not any(map(is_absolute, named))

    def is_standard(self, file: str) -> bool:
        """Whether a path that was cut short is, by its first component, one of the standard library."""
        return self.are_cut_short and not is_absolute(file) and _top(file) in _STDLIB

    def _is_of_others(self, file: str) -> bool:
        """Whether a file in no library's folder is a library's, by its first component."""
        if not self.are_cut_short:
            # Cython knows its files from where they were built.
            is_built = file.endswith((".pyx", ".pxd")) and not is_absolute(file)
            return is_built and _top(file) in self._of_libraries
        return self.is_standard(file) or _top(file) not in (self._own_tops or (_top(file),))

    @cached_property
    def _own_tops(self) -> set[str]:
        """First components of paths that were cut short: the program's, and what the disk has."""
        tops, has = set(map(_top, self._where.program)) - _STDLIB, self._where.has
        if tops:
            every = {_top(file): file for file in self.every}
            tops |= {top for top, file in every.items() if has(file) or has(f"src/{file}")}
        return tops

    def _own_path(self, file: str) -> tuple[str, str]:
        """The path below the root, and what told that."""
        if file.startswith(("./", ".\\")):
            file = file[2:].lstrip("/\\") or file
        root = self._root(file)
        depth = root.folder.count("/")
        # With nothing but the root in common, the full path says more than its tail.
        path = file if depth < 2 and root.source == SHARED else _without_head(file, depth)
        return path, root.source

    def _root(self, file: str) -> Root:
        """The folder below which the user's own file would be imported."""
        return Root("", PATH) if self.are_cut_short else self._roots.of(folder_of(_plain(file)))

    @cached_property
    def _roots(self) -> ModuleRoots:
        own, program = map(_maybe_own, (self.every, self._where.program))
        return ModuleRoots(own, program, self._where)

    def named_tail(self, file: str) -> str:
        """The path of the user's own file from the folder on that its root is."""
        depth = self._root(file).folder.count("/")
        return file if depth < 2 else _without_head(file, depth - 1)


def _maybe_own(files: Iterable[str]) -> list[str]:
    """Those files that may be the user's own, as paths to compare."""
    found, known = [], _may_have_own
    for file in files:
        if file[:1] == "/" and file[-3:] == ".py":
            # There may be thousands: of usual ones their folder tells it.
            folder = file[: file.rfind("/") + 1]
            if folder not in known:
                noted(known, folder, _is_of_nobody_else(f"{folder}x.py"))
            if known[folder]:
                found.append(file)
        elif _is_of_nobody_else(file):
            found.append(_plain(file))
    return found


def _is_usual(file: str) -> bool:
    """Whether that is a Python file by its full path, and no cell: then its folder tells whose it is."""
    return file[:1] == "/" and file[-3:] == ".py" and _KERNEL not in file


_may_have_own: dict[str, bool] = {}
"""Whether Python files of a folder may be the user's own, of all profiles."""


def _is_of_nobody_else(file: str) -> bool:
    is_library = library_tail(file) is not None or is_native(file) or command_of(file)
    return not is_library and not cell_of(file)


def package_of(module: str) -> str:
    """The first component of a module: ``sklearn``; built-ins are one package, as they are shown."""
    if module == BUILT_IN_MODULE:
        return BUILT_IN
    return module if module.startswith(("<", "(")) else module.partition(".")[0] or module


def cell_of(file: str) -> str:
    """The cell of a notebook that was run as this file, ``cell 3``, with its number if that is recorded."""
    if file.startswith(("<ipython-input-", "ipython-input-")):
        numbered = _CELL.match(file)
        return f"cell {numbered[1]}" if numbered else "cell"
    before, kernel, inside = file.rpartition(_KERNEL)
    if not kernel or before[-1:] not in ("/", "\\"):
        return ""
    number, _, name = inside.replace("\\", "/").partition("/")
    return "cell" if number.isdigit() and name.endswith(".py") and "/" not in name else ""


def is_typed(file: str) -> bool:
    """Whether that is code which the user typed at a prompt, or in a notebook without files."""
    if file.startswith("<stdin>-"):
        return file.removeprefix("<stdin>-").isdigit()
    return file in _TYPED or (file.startswith(_TYPED_STARTS) and file.endswith(">"))


def frozen_of(file: str) -> str:
    """The module that ``<frozen ...>`` names."""
    module = file[len("<frozen ") : -1]
    return module if file == f"<frozen {module}>" and ">" not in module else ""


def is_native(file: str) -> bool:
    """Whether that is a file of machine code, and so a library of whatever language."""
    name = file.rpartition("/")[2]
    return name.endswith(_NATIVE) or ".so." in name or name == _UNKNOWN or file.startswith("[")


def noted(known: dict[str, T], text: str, fact: T) -> T:
    """What was found out about a text, kept for the next time that somebody asks."""
    if len(known) >= _MOST_NOTED:
        known.clear()
    known[text] = fact
    return fact


def library_tail(file: str) -> str | None:
    """What follows the last library folder of a path; ``None`` for files that are in no library."""
    if is_generated(file):
        return None
    folder = file[: with_slashes(file).rfind("/") + 1]
    cut = _heads[folder] if folder in _heads else noted(_heads, folder, _library_head(folder))
    if not cut and _has_drive(file):
        # Windows keeps the standard library in plain "Lib", as projects may keep their own code.
        parts = with_slashes(file).split("/")
        plain = (at for at in range(len(parts) - 2, -1, -1) if parts[at].lower() == "lib")
        depth = next((at + 1 for at in plain if parts[at + 1].partition(".")[0].lower() in _STDLIB), 0)
        cut = sum(len(part) + 1 for part in parts[:depth])
    return file[cut:] or None if cut else None


_heads: dict[str, int] = {}
"""What was found out about folders of all profiles."""


def _library_head(folder: str) -> int:
    """The characters of a folder up to where the last library begins in it; 0: it is in none."""
    recorded = with_slashes(folder).split("/")[:-1]
    parts = [part.lower() for part in recorded] if is_windows(folder) else recorded
    depth = next((at + 1 for at in range(len(parts) - 1, -1, -1) if _ends_library(parts, at)), 0)
    return sum(len(part) + 1 for part in recorded[:depth])


def _ends_library(parts: Sequence[str], at: int) -> bool:
    """Whether a folder of a path is the last of those that lead to a library."""
    folder, above = parts[at], parts[at - 1] if at else ""
    if folder in _PACKAGES or folder in _OF_PYPY or above == "lib-python":
        return True
    if folder.endswith((".egg", ".whl")):
        return len(folder) > 4
    if above in _LIBRARY_FOLDERS or folder.endswith(".zip"):
        return _is_python(folder)
    return folder == "lib" and at > 1 and parts[at - 2] == "__pypackages__"


def _is_python(folder: str) -> bool:
    """Whether a folder, or the archive of one, has the name and the version of a Python."""
    name = folder.removesuffix(".zip").removesuffix("t")
    version = name.removeprefix("python").removeprefix("pypy")
    return version != name and version[-1:].isdigit() and version.replace(".", "").isdigit()


def library_folder(file: str) -> str:
    """The folder of the library that a file is in, with what ends it; empty: it is in none."""
    tail = library_tail(file)
    return "" if tail is None else file[: len(file) - len(tail)]


def is_standard(file: str) -> bool:
    """Whether a file lies in a folder of the standard library, or is frozen."""
    folder = library_folder(file).rstrip("/\\").lower()
    is_in_installed = any(word in folder for word in ("__pypackages__", "pymodules"))
    is_installed = is_in_installed or folder.endswith(("-packages", ".egg", ".whl"))
    return bool(frozen_of(file)) or (bool(folder) and not is_installed)


def _has_drive(file: str) -> bool:
    """Whether a path begins as absolute ones do on Windows."""
    drive = file[1:3] in (":/", ":\\") and file[0].isascii() and file[0].isalpha()
    return drive or file[:2] == "\\\\"


def basename(path: str) -> str:
    """The last component of a path, as ``strip_dirs`` leaves it; generated names stay whole."""
    if is_generated(path):
        return path
    return with_slashes(path).rpartition("/")[2] or path


def is_generated(file: str) -> bool:
    """Whether that names no file but says, between angle brackets, what the code came from."""
    return file.startswith("<")


def is_windows(file: str) -> bool:
    """Whether a path is one of Windows."""
    if file[:1] == "/":
        # By far the commonest, and there may be a file for every function.
        return False
    return _has_drive(file) or ("\\" in file and "/" not in file)


def is_absolute(file: str) -> bool:
    """Whether a path of any system begins at a root."""
    return file.startswith("/") or _has_drive(file)


def elsewhere(path: str) -> str:
    """What is said of a path on other machines: of one from a root on, two parts at most, no home folder."""
    tail = "/".join(_HOME.sub("", path.replace("\\", "/")).lstrip("/").rsplit("/", 2)[-2:])
    return path[len(path) - len(tail) :] if is_absolute(path) else path


def _plain(file: str) -> str:
    """A path to compare: with plain slashes, and as Windows does."""
    text = file.replace("\\", "/").lower() if is_windows(file) else file
    return text[2:].lstrip("/") if text.startswith("./") else text


def with_slashes(path: str) -> str:
    """A path with plain slashes, whichever system it is of."""
    return path.replace("\\", "/") if is_windows(path) else path


def _without_head(file: str, components: int) -> str:
    """``file`` without its first ``components``, with its own separators; whole, if that leaves nothing."""
    tail = with_slashes(file).split("/", components)[-1]
    return file[len(file) - len(tail) :] if tail else file


def dotted(tail: str) -> str:
    """A path as a module, without suffix and ``__init__``; ``gtk-2.0``, which is no package, has some."""
    parts = _without_suffix(tail).replace("\\", "/").split("/")
    while len(parts) > 1 and "-" in parts[0]:
        del parts[0]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts) or tail


def _without_suffix(tail: str) -> str:
    """A path without ``.py``, ``.pyc`` and the like at its end, which a line feed may follow."""
    body = tail.removesuffix("\n")
    stem, dot, ending = body.rpartition(".")
    code = ending == "py" or (len(ending) == 3 and ending.startswith("py") and ending[2] in "cdiowx")
    return stem + tail[len(body) :] if dot and code else tail


def command_of(file: str) -> str:
    """The command that a file is which was installed with a package; empty: it is none."""
    above, slash, name = with_slashes(file).removesuffix(".exe/__main__.py").rpartition("/")
    return name if slash and "." not in name and above.rpartition("/")[2] in _COMMANDS else ""


def _top(file: str) -> str:
    """The first component of a path, as a module."""
    return _without_suffix(_plain(file).partition("/")[0])


def _own_module(path: str) -> tuple[list[str], str]:
    """Folders and module of the user's own file as displayed; of a full path, the name alone is told."""
    *folders, name = [part for part in with_slashes(path).split("/") if part.strip(".")] or [path]
    stem = name.rpartition(".")[0] or name
    if is_absolute(path) or "://" in path:
        folders = folders[-1:] if stem in _NAMELESS else []
    return folders, ".".join(folders if stem == "__init__" and folders else [*folders, stem])
