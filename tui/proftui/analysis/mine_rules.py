"""What the user says of his code: patterns of paths and names of modules, the first that matches holds.

A pattern is compared with a file in time that grows with its length, whatever stands in it: every star takes
the first place where what follows it fits, and gives it up no more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from proftui.analysis.recorded_files import (
    RecordedFiles,
    cell_of,
    dotted,
    frozen_of,
    is_absolute,
    is_generated,
    is_native,
    is_standard,
    is_typed,
    is_windows,
    library_folder,
    with_slashes,
)
from proftui_parsers.import_free import NamedTuple

SITE_PACKAGES, STANDARD_LIBRARY, FROZEN = "<site-packages>", "<standard library>", "<frozen>"
GENERATED, NOTEBOOK, NATIVE, OWN = "<generated>", "<notebook>", "<native>", "<own>"
PLACES = (SITE_PACKAGES, STANDARD_LIBRARY, FROZEN, GENERATED, NOTEBOOK, NATIVE)
"""Kinds of places, which are patterns too."""
_LONGEST_PATH = 4_096
"""Characters of a path; no disk has a longer one."""


class Rule(NamedTuple):
    """One pattern, and whether what it matches is the user's."""

    pattern: str
    is_mine: bool
    base: str = ""
    """The folder that a relative path begins at."""


def in_order(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules of one place: what is not the user's beats what is, then the longer pattern comes first."""
    return tuple(sorted(rules, key=lambda rule: (rule.is_mine, -len(rule.pattern))))


def deciding(rules: Sequence[Rule], files: RecordedFiles) -> Callable[[str], Rule | None]:
    """Of a file the rule that says whose it is, the first that matches; ``None``: none does."""
    known = [(rule, matching(rule, files)) for rule in rules]
    return lambda file: next((rule for rule, matches in known if matches(file)), None)


def matching(rule: Rule, files: RecordedFiles) -> Callable[[str], bool]:
    """Whether a rule is about a file."""
    pattern = rule.pattern
    if pattern in PLACES:
        return lambda file: place_of(file, files) == pattern
    if pattern.startswith("<"):
        special = expression(pattern)
        return lambda file: is_generated(file) and len(file) <= _LONGEST_PATH and special(file)
    if is_module(pattern):
        return lambda file: _is_in_module(file, pattern, files)
    return _matching_path(rule)


def place_of(file: str, files: RecordedFiles) -> str:
    """Where a file lies that is no built-in's: a kind of library, a notebook, or the user's own folders."""
    if cell_of(file) or is_typed(file):
        return NOTEBOOK
    if frozen_of(file):
        return FROZEN
    if not file or is_generated(file):
        return GENERATED
    folder = library_folder(file)
    if not folder and is_native(file):
        return NATIVE
    if not folder and files.displayed(file).own:
        return OWN
    return STANDARD_LIBRARY if is_standard(file) or files.is_standard(file) else SITE_PACKAGES


def is_module(pattern: str) -> bool:
    """Whether a pattern names a module (``django.contrib``), no file."""
    return all(map(str.isidentifier, pattern.split("."))) and not pattern.endswith((".py", ".pyw"))


def _is_in_module(file: str, module: str, files: RecordedFiles) -> bool:
    """Whether a file is of a module, or of one below it; of the user's own, from a folder of his on."""
    if not file or (is_generated(file) and not frozen_of(file)):
        return False
    if files.displayed(file).own:
        return f".{module}." in f".{dotted(files.named_tail(file))}."
    return f"{files.module(file)}.".startswith(f"{module}.")


def _matching_path(rule: Rule) -> Callable[[str], bool]:
    pattern = with_slashes(rule.pattern)
    if "/" not in pattern and pattern.strip("."):
        pattern = f"**/{pattern}"
    if is_absolute(pattern) or pattern.startswith("**"):
        absolute = relative = pattern.rstrip("/") or "/**"
    else:
        relative = with_slashes(os.path.normpath(pattern))
        absolute = with_slashes(os.path.normpath(os.path.join(rule.base, pattern)))
        relative = "**" if relative == "." else relative
    of_posix = expression(relative), expression(absolute)
    of_windows = expression(relative.casefold()), expression(absolute.casefold())

    def matches(file: str) -> bool:
        if len(file) > _LONGEST_PATH or is_generated(file):
            return False
        windows = is_windows(file)
        text = file.replace("\\", "/").casefold() if windows else file
        text = text[2:] if text.startswith("./") else text
        return (of_windows if windows else of_posix)[is_absolute(file)](text)

    return matches


def expression(pattern: str) -> Callable[[str], bool]:
    """Whether a path with ``/`` matches: ``*`` is any text of a folder or a name, ``**`` any folders.

    What ends without a star may be a folder, too: then all that is in it matches.
    """
    import re

    folders, numbers = pattern.split("/"), count()
    below = folders[-1] == "**"
    while folders and folders[-1] == "**":
        folders.pop()
    groups: list[list[str]] = [[]]
    for folder in folders:
        if folder == "**":
            groups.append([])
        else:
            groups[-1].append(_folder(folder, numbers))
    *before, last = ["/".join(group) for group in groups]
    written = ""
    for number, group in enumerate(before):
        skipped = "(?:[^/]*/)*?" if number else ""
        written += _kept(f"{skipped}{group}/", numbers) if group else ""
    if not folders:
        end = ""
    elif below:
        end = "/"
    else:
        end = r"\Z" if "*" in folders[-1] else r"(?:/|\Z)"
    skipped = "(?:[^/]*/)*?" if before and last else ""
    found = re.compile(f"{written}{skipped}{last}{end}").match
    return lambda path: found(path) is not None


def _folder(text: str, numbers: Iterator[int]) -> str:
    """Of one folder or name: the first place for each part between stars, the end for the last."""
    import re

    first, *parts = [re.escape(part) for part in text.split("*")]
    if not parts:
        return first
    between = "".join(_kept(f"[^/]*?{part}", numbers) for part in parts[:-1] if part)
    return f"{first}{between}[^/]*{parts[-1]}"


def _kept(part: str, numbers: Iterator[int]) -> str:
    """What matches as it does first, and in no other way: no backtracking goes back into it."""
    name = f"k{next(numbers)}"
    return f"(?=(?P<{name}>{part}))(?P={name})"
