"""Which file became which: those that are each other's best by what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import chain, compress
from operator import eq
from typing import NamedTuple

from proftui.analysis.compare.left import Left, in_common
from proftui.analysis.compare.left_files import LeftFiles, Shares, left_files, names_by_file, time_in_common
from proftui.analysis.compare.moved_folders import OfOneName, common_tail
from proftui.background.pieces import Pace, Pieces

_ENOUGH = 0.5
"""Share of the own time of two files that must be in names that both have."""
_SOME = 0.2
"""The same share, from which on files of one name may tell that their folder moved."""
_IN_COMMON = 2
"""Names that two files have in common at least, none of which is common on either side."""
_COMMON = 20
"""Functions that have a name at most where it says which file another file became."""
Sides = tuple[Left, Left]
_Contents = Mapping[str, Set[str]]
"""By file of a side, names of its functions that tell which file it is."""
Partners = dict[str, tuple[float, str]]
"""By file before, how sure it is, and the file that it became."""


class Partnered(NamedTuple):
    """What is known of files by what is in them."""

    partners: Partners
    of_one_name: list[OfOneName]
    """Files of one name that have something in common, whether or not they are partners."""
    files: tuple[LeftFiles, LeftFiles]
    """What is left of all files that were looked at."""


def finding_partners(left: Sides) -> Pieces[Partnered | None]:
    """Files that are each other's best by the own time of names in common; ``None``: none have such names."""
    names = yield from in_common(left, _COMMON)
    yield
    if not names:
        return None
    contents = _telling(left[0], names), _telling(left[1], names)
    yield
    files = left_files(left[0], contents[0]), left_files(left[1], contents[1])
    yield
    equal = yield from _with_the_same_names(contents, files)
    candidates = yield from _candidates(contents, names, equal)
    if not equal and not candidates:
        return None
    shares = Shares(left[0].profile, files[0]), Shares(left[1].profile, files[1])
    yield
    partners, of_one_name = yield from _best_partners(candidates, shares)
    partners |= {file: (1.0, there) for file, there in equal.items()}
    of_one_name += [(file, 1.0, there) for file, there in equal.items() if common_tail(file, there)]
    return Partnered(partners, of_one_name, files)


def _telling(left: Left, names: Set[str]) -> dict[str, set[str]]:
    """By file, which of these names it has, if it is two at least."""
    every = names_by_file(left, names).items()
    return {file: held for file, held in every if len(held) >= _IN_COMMON}


def _with_the_same_names(
    contents: tuple[_Contents, _Contents], files: tuple[LeftFiles, LeftFiles]
) -> Pieces[dict[str, str]]:
    """By file before, the one after whose functions have the same names; no two files have more in common.

    Files of one side that have the same names that tell as each other are not in it.
    """
    by_names: tuple[dict[Set[str], str], dict[Set[str], str]] = {}, {}
    for theirs, found in zip(contents, by_names, strict=True):
        for file, held in theirs.items():
            key = frozenset(held)
            # Of what several files have nothing is said.
            found[key] = "" if key in found else file
        yield
    before, after = (of.functions for of in files)
    return {
        file: there
        for held, file in by_names[0].items()
        if file and (there := by_names[1].get(held)) and before[file].keys() == after[there].keys()
    }


def _candidates(
    contents: tuple[_Contents, _Contents], names: Set[str], equal: Mapping[str, str]
) -> Pieces[list[tuple[str, str]]]:
    """Files before and after that have two of these names in common, but for those that are ``equal``."""
    holders: dict[str, list[int]] = {name: [] for name in names}
    known, files = set(equal.values()), list(contents[1])
    for number, (file, held) in enumerate(contents[1].items()):
        if file not in known:
            for name in held:
                holders[name].append(number)
    yield
    found, pace = [], Pace()
    for file, held in contents[0].items():
        if file in equal:
            continue
        others = sorted(chain.from_iterable(map(holders.__getitem__, held)))
        # What stands there twice has two names in common.
        found += [(file, files[other]) for other in set(compress(others, map(eq, others, others[1:])))]
        if pace.done(len(held) + len(others)):
            yield
    return found


def _best_partners(
    candidates: Sequence[tuple[str, str]], shares: tuple[Shares, Shares]
) -> Pieces[tuple[Partners, list[OfOneName]]]:
    """By file before, what it and its partner have in common, if they are each other's best, and that one.

    And files of one name that have something in common.
    """
    best: tuple[dict[str, tuple[float, int, str]], dict[str, tuple[float, int, str]]] = {}, {}
    of_one_name: list[OfOneName] = []
    pace = Pace()
    for before, after in candidates:
        score = time_in_common(*shares, before, after)
        tail = common_tail(before, after) if score >= _SOME else 0
        if tail:
            of_one_name.append((before, score, after))
        if score >= _ENOUGH:
            _keep(best[0], before, (score, tail, after))
            _keep(best[1], after, (score, tail, before))
        if pace.done(1):
            yield
    partners = {
        before: (score, after) for before, (score, _, after) in best[0].items() if best[1][after][2] == before
    }
    return partners, of_one_name


def _keep(best: dict[str, tuple[float, int, str]], file: str, other: tuple[float, int, str]) -> None:
    """Keep the better one: more in common, a longer tail of the path, the first name."""
    known = best.get(file)
    if known is None or (-other[0], -other[1], other[2]) < (-known[0], -known[1], known[2]):
        best[file] = other
