"""The places that functions come from, and whether they are the user's: what ``:mine`` shows."""

from __future__ import annotations

import math

from proftui.analysis.mine import Mine
from proftui.analysis.mine_rules import (
    FROZEN,
    GENERATED,
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BUILT_IN = "<built-in>"
_KINDS = (OWN, NOTEBOOK, SITE_PACKAGES, STANDARD_LIBRARY, FROZEN, BUILT_IN, GENERATED)
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
    profile, own_folder = names.profile, _folders(names, mine)
    found: dict[tuple[str, bool], Place] = {}
    frozen: dict[str, float] = {}
    for index in range(profile.count):
        kind, pattern = _kind(names, mine, index, own_folder)
        is_mine = not mine.others[index]
        place = found.get((pattern, is_mine)) or Place(pattern, is_mine, kind)
        own = profile.tottime[index]
        own = own if math.isfinite(own) else 0.0
        found[pattern, is_mine] = place._replace(functions=place.functions + 1, seconds=place.seconds + own)
        if kind == FROZEN:
            package = names.package(index)
            frozen[package] = frozen.get(package, 0.0) + own
    order = sorted(frozen, key=lambda package: -frozen[package])
    told = (place._replace(modules=tuple(order) if place.kind == FROZEN else ()) for place in found.values())
    return sorted(told, key=_rank)


def _rank(place: Place) -> tuple[bool, int, float]:
    return not place.is_mine, _KINDS.index(place.kind) if place.kind else -1, -place.seconds


def _kind(names: Names, mine: Mine, index: int, own_folder: dict[str, str]) -> tuple[str, str]:
    """The kind of the place where a function is, and the pattern that names it."""
    file = names.profile.files[index]
    if names.has_no_file(index):
        return BUILT_IN, BUILT_IN
    if file in mine.ruled:
        pattern = mine.ruled[file].pattern
        return pattern if pattern in PLACES else "", pattern
    if mine.package and not mine.others[index]:
        return "", mine.package
    kind = place_of(file)
    return kind, own_folder[file] if kind == OWN else kind


def _folders(names: Names, mine: Mine) -> dict[str, str]:
    """By file of the user's own folders the pattern of the folder that stands for it."""
    files = (file for i, file in enumerate(names.profile.files) if not names.has_no_file(i))
    of_kinds: dict[tuple[bool, bool], list[str]] = {}
    for file in dict.fromkeys(files):
        if file not in mine.ruled and place_of(file) == OWN:
            of_kinds.setdefault((is_absolute(file), is_windows(file)), []).append(file)
    found: dict[str, str] = {}
    for (absolute, windows), alike in of_kinds.items():
        found.update(_by_folder(alike, absolute, windows))
    return found


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
    depth = 0
    while depth < min(len(first), len(last)) and first[depth] == last[depth]:
        depth += 1
    return first[:depth]
