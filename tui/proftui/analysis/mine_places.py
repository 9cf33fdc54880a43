"""The places that functions come from, and whether they are the user's: what ``:mine`` shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import takewhile

from proftui.analysis.mine import Mine
from proftui.analysis.mine_rules import (
    FROZEN,
    GENERATED,
    NATIVE,
    NOTEBOOK,
    OWN,
    PLACES,
    SITE_PACKAGES,
    STANDARD_LIBRARY,
    place_of,
)
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import is_absolute, is_windows
from proftui_parsers.import_free import NamedTuple

BUILT_IN = "<built-in>"
_KINDS = (OWN, NOTEBOOK, SITE_PACKAGES, STANDARD_LIBRARY, FROZEN, BUILT_IN, NATIVE, GENERATED)
"""In the order of the rows; what a rule is about stands before them."""
_MOST_FOLDERS = 30
"""Folders with a row of their own; of more there is one row."""


class Place(NamedTuple):
    """Where some functions are: they are all the user's, or none is."""

    pattern: str
    """Names it, and as a rule says whose it is; of built-ins nothing can."""
    is_mine: bool
    kind: str = ""
    """A kind of place; empty: what a rule is about."""
    functions: int = 0
    seconds: float = 0.0
    """Own time."""
    modules: tuple[str, ...] = ()
    """Of what is frozen, the heaviest packages first."""


def places(names: Names, mine: Mine) -> list[Place]:
    """All functions by where they are and whose: the user's first, each function in one place alone."""
    profile, known = names.profile, _by_file(names, mine)
    found: dict[tuple[str, str, int], tuple[int, float]] = {}
    frozen: dict[str, float] = {}
    for index, own in enumerate(profile.tottime[: profile.count]):
        file = profile.files[index]
        kind, pattern = (BUILT_IN, BUILT_IN) if names.has_no_file(index) else known[file]
        key = (kind, pattern, mine.others[index])
        own = own if math.isfinite(own) else 0.0
        functions, seconds = found.get(key, (0, 0.0))
        found[key] = functions + 1, seconds + own
        if kind == FROZEN:
            package = names.package(index)
            frozen[package] = frozen.get(package, 0.0) + own
    modules = tuple(sorted(frozen, key=lambda package: -frozen[package]))
    return sorted(
        (
            Place(pattern, not is_other, kind, *figures, modules if kind == FROZEN else ())
            for (kind, pattern, is_other), figures in found.items()
        ),
        key=lambda place: (not place.is_mine, ("", *_KINDS).index(place.kind), -place.seconds),
    )


def _by_file(names: Names, mine: Mine) -> dict[str, tuple[str, str]]:
    """By file the kind of its place and the pattern that names it."""
    known: dict[str, tuple[str, str]] = {}
    own: dict[tuple[bool, bool], list[str]] = {}
    for index, file in enumerate(names.profile.files):
        if file in known or names.has_no_file(index):
            continue
        if file in mine.ruled:
            pattern = mine.ruled[file].pattern
            known[file] = (pattern if pattern in PLACES else "", pattern)
        elif mine.package and not mine.others[index]:
            known[file] = ("", mine.package)
        else:
            kind = place_of(file, names.files)
            known[file] = kind, kind
            if kind == OWN:
                own.setdefault((is_absolute(file), is_windows(file)), []).append(file)
    for (absolute, windows), alike in own.items():
        for file, pattern in _by_folder(alike, absolute, windows).items():
            known[file] = OWN, pattern
    return known


def _by_folder(files: Sequence[str], absolute: bool, windows: bool) -> dict[str, str]:
    """Files of one kind: those in the folder that all share, and those in each of its folders."""
    folders = {file: _folder(file, windows) for file in files}
    shared = len(_common(folders.values()))
    groups: dict[tuple[str, ...], list[str]] = {}
    for file, folder in folders.items():
        groups.setdefault(folder[: shared + 1], []).append(file)
    if len(groups) > _MOST_FOLDERS:
        groups = {(): list(files)}
    found: dict[str, str] = {}
    for members in groups.values():
        common = _common(folders[file] for file in members)
        is_shared = len(common) == shared and len(groups) > 1
        start = "" if absolute else "./"
        whole = start + "".join(f"{folder}/" for folder in common)
        if members == list(files) and len(files) == 1 and not common:
            whole, end = files[0], ""
        else:
            end = "*" if is_shared else "**"
        found.update(dict.fromkeys(members, whole + end))
    return found


def _folder(file: str, windows: bool) -> tuple[str, ...]:
    parts = (file.replace("\\", "/") if windows else file.removeprefix("./")).split("/")
    return tuple(parts[:-1])


def _common(folders: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """What all have in common from the start."""
    known = set(folders)
    first, last = min(known), max(known)
    alike = takewhile(lambda both: both[0] == both[1], zip(first, last, strict=False))
    return first[: len(list(alike))]
