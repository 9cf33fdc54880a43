"""Which functions are the user's own; of a library that is profiled by itself, those of its package."""

from __future__ import annotations

from proftui.analysis.module_roots import module_codes
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import basename, command_of, is_generated, is_standard
from proftui_parsers.import_free import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from proftui.analysis.mine_rules import Rule


class Mine(NamedTuple):
    """What is not the user's own."""

    others: bytearray
    """By function, callers without an entry included: whether it is not."""
    package: str = ""
    """The package that is taken for the user's, where nothing else is."""
    ruled: Mapping[str, Rule] = {}
    """By file the rule that says so, where one does."""
    is_guess: bool = False
    """Whether the file does not tell where its functions lie."""


def mine_of(names: Names, rules: Sequence[Rule] = ()) -> Mine:
    """The user's own code by what he says and where its files are; else the package of the program.

    That is the package of the module with the most time: ``black`` of ``python -m black``. Where there is
    none, all functions are marked as others.
    """
    profile = names.profile
    ruled = _ruled(names, rules) if rules else {}
    own = dict[str, bool]()
    others = bytearray()
    for index, file in enumerate(profile.files):
        if file not in own or file in ("", "~", "profile"):
            rule = ruled.get(file) if ruled and not names.has_no_file(index) else None
            own[file] = names.lies_in_own_file(index) if rule is None else rule.is_mine
        others.append(not own[file])
    is_guess = is_stripped(names.files.recorded) or names.files.are_cut_short
    if not all(others[: profile.count]):
        return Mine(others, "", ruled, is_guess)
    package = _program(names)
    same = {
        file: names.package(index) == package
        for index, file in enumerate(profile.files)
        if file != "~" and file not in ruled
    }
    if not package or not any(same.values()):
        return Mine(others, "", ruled, is_guess)
    return Mine(bytearray(not same.get(file, False) for file in profile.files), package, ruled, is_guess)


def is_stripped(files: Sequence[str]) -> bool:
    """Whether the folders of files were left out, as ``strip_dirs`` does: none of two or more has one."""
    found = set[str]()
    for file in files:
        if file in ("", "~", "profile") or is_generated(file):
            continue
        if "/" in file or "\\" in file:
            return False
        found.add(file)
    return len(found) > 1


def _ruled(names: Names, rules: Sequence[Rule]) -> dict[str, Rule]:
    """By file the rule that decides."""
    from proftui.analysis.mine_rules import deciding

    rule_for = deciding(rules, names.files)
    found = ((file, rule_for(file)) for file in dict.fromkeys(names.profile.files) if file != "~")
    return {file: rule for file, rule in found if rule is not None}


def _program(names: Names) -> str:
    """The package of the module that ran as the program, else took longest; empty where none is a file's."""
    profile, cumtime = names.profile, names.profile.cumtime or names.profile.tottime

    def rank(index: int) -> tuple[bool, bool, float]:
        # What libraries are imported for is told last, and what was installed to begin the program.
        file = profile.files[index]
        is_told = not is_standard(file) and not command_of(file)
        return is_told, basename(file).startswith("__main__."), cumtime[index]

    first = max(module_codes(profile), key=rank, default=None)
    return "" if first is None else names.package(first)
