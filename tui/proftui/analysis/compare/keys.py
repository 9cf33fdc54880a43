"""What a function is known by on both sides: its module, or the path of its file, and its name."""

from __future__ import annotations

from itertools import compress, repeat
from operator import contains, not_

from proftui.analysis.builtin_names import BUILT_IN_MODULE, short_builtin
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import NO_FILE, basename, dotted, is_generated
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.import_free import pattern

Key = tuple[str, str]
"""Module or path, and name."""

_ADDRESS = pattern(r" at 0x[0-9a-fA-F]+")
_QUALIFIED = pattern(r"[^<>.\s]+(?:\.(?:<locals>|<lambda>|[^<>.\s]+))+")


def functions_with_rows(profile: Profile) -> list[int]:
    """The functions that a table shows: those with an entry that are not hidden."""
    if isinstance(profile, ShapedProfile):
        return list(compress(range(profile.count), map(not_, profile.hidden)))
    return list(range(profile.count))


def keying(base: Names, new: Names) -> Pieces[tuple[list[Key], list[Key]]]:
    """The keys of all functions of both profiles that have an entry, by number, in pieces."""
    whole = _shares_a_path(base, new)
    last_parts = qualifies(base.profile) != qualifies(new.profile)
    yield
    # Of libraries' files and of whole paths the other side knows.
    modules: dict[str, str] = {}
    found, pace = [], Pace()
    for names in (base, new):
        for file in set(names.profile.files).difference(modules):
            modules[file] = module_key(names, file, whole=whole)
            if pace.done(2):
                yield
        found.append(_keys(names, modules, last_parts))
        yield
        if not whole:
            modules = {}
    return found[0], found[1]


def _shares_a_path(base: Names, new: Names) -> bool:
    """Whether some file of the user's own has the same path on both sides: then no folder is taken off."""
    both = set(base.profile.files).intersection(new.profile.files)
    return any(_is_own(base, file) for file in both)


def _is_own(names: Names, file: str) -> bool:
    known = names.files.plainly(file)
    return not known if known is not None else file not in ("", "~") and names.files.displayed(file).own


def _keys(names: Names, modules: dict[str, str], last_parts: bool) -> list[Key]:
    """The keys of one side; ``modules``: what stands for each of its files."""
    profile = names.profile
    called = list(profile.names[: profile.count])
    if last_parts:
        called = [last_part(name) for name in called]
    keys = list(zip(map(modules.__getitem__, profile.files[: profile.count]), called, strict=True))
    for function in names.texts.builtins:
        if function < profile.count:
            keys[function] = BUILT_IN_MODULE, builtin_key(profile.names[function])
    for function, name in group_names(profile).items():
        keys[function] = profile.grouped_by, name
    return keys


def group_names(profile: Profile) -> dict[int, str]:
    """By function that stands for a group, what it is called; elsewhere another may."""
    groups = profile.groups if isinstance(profile, ShapedProfile) else None
    return {} if groups is None else {function: groups.name(function) for function in groups.group}


def module_key(names: Names, file: str, *, whole: bool) -> str:
    """What stands for a file: of libraries and frozen code the dotted module, of the user's own its path.

    ``whole``: the path as recorded, not without the folders that all own files share.
    """
    known = names.files.plainly(file)
    if known is not None:
        return known or (file if whole else names.files.below_shared(file))
    path, own = names.files.displayed(file)
    if not own:
        return path or NO_FILE if not file or is_generated(file) else dotted(path)
    if whole and basename(file) != file:
        return file.removeprefix("./").replace("\\", "/")
    return names.files.below_shared(file)


def builtin_key(name: str) -> str:
    """The name of a built-in without what differs between runs and versions of Python."""
    short = short_builtin(_ADDRESS.sub("", name)).replace("SRE_Pattern", "Pattern")
    return short[1:] if short.startswith("_") and "." in short else short


def qualifies(profile: Profile) -> bool:
    """Whether names of Python functions have their class before them."""
    dotted_names = compress(
        zip(profile.files, profile.names, strict=False), map(contains, profile.names, repeat("."))
    )
    return any(file != "~" and _QUALIFIED.fullmatch(name) is not None for file, name in dotted_names)


def last_part(name: str) -> str:
    """A name without its class."""
    return name.rpartition(".")[2] if _QUALIFIED.fullmatch(name) else name
