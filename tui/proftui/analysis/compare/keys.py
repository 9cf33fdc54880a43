"""What a function is known by on both sides: its module, or the path of its file, and its name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import compress, count, repeat
from operator import add, not_
from typing import TypeVar

from proftui.analysis.builtin_names import BUILT_IN_MODULE, short_builtin
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import basename
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.entries import NO_PYTHON_FILES
from proftui_parsers.import_free import pattern
from proftui_parsers.texts import Texts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Keys:
    """By function with an entry, its key: module or path, and name."""

    modules: Sequence[str]
    names: Sequence[str]


def numbered(
    keys: tuple[Keys, Keys], functions: tuple[Sequence[int], Sequence[int]]
) -> tuple[list[list[int]], list[str]]:
    """By side, numbers for the keys of some functions, and all their names.

    A number is the place of the module times how many names there are, and the place of the name.
    """
    sides = [*zip(keys, functions, strict=True)]
    places: defaultdict[str, int] = defaultdict(count().__next__)
    named = [list(map(places.__getitem__, taken(of.names, some))) for of, some in sides]
    names = list(places)
    places = defaultdict(count(0, len(names)).__next__)
    inside = [map(places.__getitem__, taken(of.modules, some)) for of, some in sides]
    return [list(map(add, *both)) for both in zip(inside, named, strict=True)], names


def taken(column: Sequence[T], functions: Sequence[int]) -> Sequence[T]:
    """What a column has for some functions; for all, as it is."""
    return column if len(functions) == len(column) else list(map(column.__getitem__, functions))


_ADDRESS = pattern(r" at 0x[0-9a-fA-F]+")
_QUALIFIED = pattern(r"[^<>.\s]+(?:\.(?:<locals>|<lambda>|[^<>.\s]+))+")


def functions_with_rows(profile: Profile) -> Sequence[int]:
    """The functions that a table shows, those that are not hidden.

    What chosen threads of a recording do not run has rows: it may run in those of the other side.
    """
    every = range(profile.count)
    return list(compress(every, map(not_, profile.hidden))) if isinstance(profile, ShapedProfile) else every


def keying(base: Names, new: Names) -> Pieces[tuple[Keys, Keys]]:
    """The keys of all functions of both profiles that have an entry, in pieces."""
    # A group has no file.
    files = tuple(set() if of.profile.grouped_by else of.files.every for of in (base, new))
    # Equal names as one object of both sides: all that looks them up later is much quicker.
    texts, profiles = Texts(), (base.profile, new.profile)
    called = [texts.only(of.names[: of.count]) for of in profiles]
    yield
    qualified = {name for name in texts.known if "." in name and _QUALIFIED.fullmatch(name)}
    if qualified and qualifies(base.profile, qualified) != qualifies(new.profile, qualified):
        called = [[last_part(name) for name in theirs] for theirs in called]
    yield
    both: dict[str, str] = {}
    yield from _naming(base, files[0] & files[1], both, whole=True)
    built_in: dict[str, str] = {}
    found = []
    for names, theirs, recorded in zip((base, new), files, called, strict=True):
        known = dict(both)
        yield from _naming(names, theirs.difference(both), known, whole=False)
        found.append(_keys(names, recorded, known, built_in))
        yield
    return found[0], found[1]


def _naming(names: Names, files: Iterable[str], known: dict[str, str], *, whole: bool) -> Pieces[None]:
    """Find out what stands for more files; ``whole``: as of :func:`module_key`."""
    pace, folders = Pace(), dict[str, tuple[str, str]]()
    for file in files:
        cut = file.rfind("/") + 1
        folder, stem = file[:cut], file[cut:-3]
        if file[-3:] != ".py" or file[:1] != "/" or stem == "__init__" or not stem.isidentifier():
            known[file] = module_key(names, file, whole=whole)
        else:
            # There may be thousands: of ordinary names, what stands for their folder decides.
            if folder not in folders:
                its = module_key(names, f"{folder}x.py", whole=whole)
                folders[folder] = (its[:-4], ".py") if its.endswith("x.py") else (its[:-1], "")
            before, after = folders[folder]
            known[file] = f"{before}{stem}{after}"
        if pace.done(3):
            yield


def _keys(names: Names, called: list[str], modules: dict[str, str], built_in: dict[str, str]) -> Keys:
    """The keys of one side.

    ``called``: the names of its functions, to be filled in; ``modules``: what stands for each of its files;
    ``built_in``: for names of built-ins, as far as known.
    """
    profile = names.profile
    places = list(map(modules.get, profile.files[: profile.count], repeat("")))
    for function in names.texts.builtins:
        if function < profile.count:
            name = profile.names[function]
            if (key := built_in.get(name)) is None:
                key = built_in[name] = builtin_key(name)
            places[function], called[function] = BUILT_IN_MODULE, key
    for function, name in group_names(profile).items():
        places[function], called[function] = profile.grouped_by, name
    return Keys(places, called)


def group_names(profile: Profile) -> dict[int, str]:
    """By function that stands for a group, what it is called; elsewhere another may."""
    groups = profile.groups if isinstance(profile, ShapedProfile) else None
    return {} if groups is None else {function: groups.name(function) for function in groups.group}


def module_key(names: Names, file: str, *, whole: bool) -> str:
    """What stands for a file: of libraries and frozen code the dotted module, of the user's own its path.

    ``whole``: the path as recorded, of files that both sides have; else as it would be imported.
    """
    path, own, _ = names.files.displayed(file)
    if not own:
        return names.files.module(file)
    return file if whole and basename(file) != file else path.replace("\\", "/")


def builtin_key(name: str) -> str:
    """The name of a built-in without what differs between runs and versions of Python."""
    plain = _ADDRESS.sub("", name) if " at 0x" in name else name
    short = short_builtin(plain).replace("SRE_Pattern", "Pattern")
    return short[1:] if short.startswith("_") and "." in short else short


def qualifies(profile: Profile, qualified: Set[str]) -> bool:
    """Whether names of Python functions have their class before them; ``qualified``: all that look so."""
    theirs = compress(profile.files, map(qualified.__contains__, profile.names))
    return any(file not in NO_PYTHON_FILES for file in theirs)


def last_part(name: str) -> str:
    """A name without its class."""
    return name.rpartition(".")[2] if _QUALIFIED.fullmatch(name) else name
