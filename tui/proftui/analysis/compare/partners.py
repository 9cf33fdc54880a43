"""Which file became which: those that are each other's best by what is in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, compress, repeat
from math import isfinite
from operator import eq, ne
from typing import NamedTuple

from proftui.analysis.bounds import exact_sum
from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.aligning import MOST, WRITTEN_INSIDE, Anchors, aligned, sections
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.keys import Keys
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile


class Left(NamedTuple):
    """Functions of one side, none of them built in, which is known by its name alone."""

    profile: Profile
    functions: Sequence[int]
    modules: Sequence[str]
    """The module or path of each of the functions."""
    names: Sequence[str]
    """The name of each."""


def left_of(profile: Profile, keys: Keys, rows: Sequence[int], side: int, found: Found) -> Left:
    """What is left of the functions with rows."""
    left = found.left(side, rows)
    in_modules = map(keys.modules.__getitem__, left)
    functions = list(compress(left, map(ne, in_modules, repeat(BUILT_IN_MODULE))))
    modules, names = (list(map(of.__getitem__, functions)) for of in (keys.modules, keys.names))
    return Left(profile, functions, modules, names)


def in_common(left: tuple[Left, Left], most: int) -> Pieces[set[str]]:
    """The names that functions of both sides have, at most so many, but for those that tell nothing."""
    before, after = Counter(left[0].names), Counter(left[1].names)
    yield
    return {
        name for name in filter(tells, before.keys() & after.keys()) if before[name] <= most >= after[name]
    }


def tells(name: str) -> bool:
    """Whether a name is one that not every file has."""
    return not (name.startswith("<") or (name.startswith("__") and name.endswith("__")))


class LeftFiles(NamedTuple):
    """What is left of some files of a side."""

    functions: dict[str, dict[str, int]]
    """By file and name, a function; where several have the name, the first."""
    several: dict[str, dict[str, list[int]]]
    """By file and name that several functions have, all of them."""

    def of_name(self, file: str, name: str) -> list[int]:
        """All functions of a name."""
        return self.several.get(file, {}).get(name) or [self.functions[file][name]]


def names_by_file(left: Left, names: Set[str]) -> dict[str, set[str]]:
    """By file, which of these names functions have that are left."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    every = zip(left.modules, left.names, strict=True)
    for file, name in compress(every, map(names.__contains__, left.names)):
        groups[file].add(name)
    return groups


def left_files(left: Left, wanted: Container[str]) -> LeftFiles:
    """What is left of some files."""
    functions: defaultdict[str, dict[str, int]] = defaultdict(dict)
    files = LeftFiles(functions, {})
    every = zip(left.modules, left.names, left.functions, strict=True)
    for file, name, function in compress(every, map(wanted.__contains__, left.modules)):
        first = functions[file].setdefault(name, function)
        if first != function:
            files.several.setdefault(file, {}).setdefault(name, [first]).append(function)
    return files


class Shares:
    """Own times of some files of a side as parts of that of the run."""

    def __init__(self, profile: Profile, files: LeftFiles) -> None:
        self.functions, self._total = files.functions, profile.total_time or 1.0
        own = list(profile.tottime)
        # By function; of the first of several of one name in a file, that of all of them.
        self._own = own if isfinite(sum(own)) else [time if time - time == 0 else 0.0 for time in own]
        for some in chain.from_iterable(names.values() for names in files.several.values()):
            self._own[some[0]] = sum(map(self._own.__getitem__, some))
        self._wholes: dict[str, float] = {}

    def whole(self, file: str) -> float:
        """The part of the run's own time that is in a file."""
        if file not in self._wholes:
            self._wholes[file] = sum(map(self._own.__getitem__, self.functions[file].values())) / self._total
        return self._wholes[file]

    def part(self, file: str, names: Iterable[str]) -> float:
        """What is in some names of it; in whatever order they come, the sum is the same."""
        functions = map(self.functions[file].__getitem__, names)
        return exact_sum(map(self._own.__getitem__, functions)) / self._total


def time_in_common(base: Shares, new: Shares, before: str, after: str) -> float:
    """Part of the own time of two files, 0 to 1, in names that both have; without times, of the names."""
    here, there = base.functions[before], new.functions[after]
    both = here.keys() & there.keys()
    whole = base.whole(before) + new.whole(after)
    if whole <= 0:
        return len(both) / len(here.keys() | there.keys())
    return (base.part(before, both) + new.part(after, both)) / whole


class Group(NamedTuple):
    """All functions of one key on both sides."""

    base: list[int]
    new: list[int]


class Alike:
    """Makes pairs of functions that have a key in common."""

    def __init__(self, base: Profile, new: Profile, found: Found, moved: float | None = None) -> None:
        """``moved``: the score of all pairs, where these are of files that moved (stage 4)."""
        self.base, self.new, self.found, self.moved = base, new, found, moved

    def same_lines(self, groups: Iterable[Group]) -> list[Group]:
        """Pair those whose lines are the same (stage 1), or that are alone (stage 2); what is left."""
        left = []
        for group in groups:
            before = sorted(group.base, key=self.base.linenos.__getitem__)
            after = sorted(group.new, key=self.new.linenos.__getitem__)
            same = [self.base.linenos[f] for f in before] == [self.new.linenos[f] for f in after]
            if same and _tells(self.new, after):
                self._pair(before, after, 1)
            elif len(before) == len(after) == 1 and self.base.names[before[0]] not in WRITTEN_INSIDE:
                self._pair(before, after, 2)
            else:
                left.append(Group(before, after))
        return left

    def by_order(self, group: Group, anchors: Anchors) -> None:
        """Pair those of a group in order of line (stage 3), or make bundles of them."""
        before, after = group
        if self.new.linenos[after[0]] <= 0:
            self._without_lines(before, after)
            return
        lines = (
            list(map(self.base.linenos.__getitem__, before)),
            list(map(self.new.linenos.__getitem__, after)),
        )
        below, rest = sections(*lines, anchors)
        groups = [Group([before[i] for i in mine], [after[j] for j in theirs]) for mine, theirs in below]
        left = Group([before[i] for i in rest.base], [after[j] for j in rest.new])
        # A method may stand elsewhere in its class; what is written inside others stands in others then.
        if all(left) and self.base.names[before[0]] not in WRITTEN_INSIDE:
            groups.append(left)
        for mine, theirs in groups:
            self._in_order(mine, theirs, anchors)

    def _in_order(self, before: list[int], after: list[int], anchors: Anchors) -> None:
        lines = [self.base.linenos[f] for f in before], [self.new.linenos[f] for f in after]
        found = aligned(*lines, anchors, min(MOST, self.found.alignable))
        self.found.alignable -= min(len(before) * len(after), MOST)
        if found.sure:
            self._pair([before[i] for i, _ in found.pairs], [after[j] for _, j in found.pairs], 3)
        else:
            self._unsure(before, after)

    def _without_lines(self, before: list[int], after: list[int]) -> None:
        """Built-ins of one name: first those that are recorded alike, if that tells who is who."""
        named = {self.base.names[f]: f for f in before}
        if len(named) == len(before) == len(after) and named.keys() == {self.new.names[f] for f in after}:
            self._pair([named[self.new.names[f]] for f in after], after, 1)
        else:
            self._unsure(before, after)

    def _unsure(self, before: list[int], after: list[int]) -> None:
        if len(before) != len(after):
            self.found.bundle(before, after)
            return
        self._pair(before, after, 3)
        self.found.in_order.update(dict.fromkeys(after, len(after)))

    def _pair(self, before: Sequence[int], after: Sequence[int], stage: int) -> None:
        graded = (stage, SCORES[stage]) if self.moved is None else (4, self.moved)
        self.found.pair_some(zip(before, after, strict=True), *graded)


def _tells(profile: Profile, functions: list[int]) -> bool:
    """Whether their lines tell several functions apart: those of built-ins do not."""
    return len(functions) == 1 or profile.linenos[functions[0]] > 0


def anchors_of(pairs: Iterable[tuple[int, int]], base: Profile, new: Profile) -> Anchors:
    """How far functions moved whose pairs are known, by their line before."""
    return Anchors((base.linenos[f], new.linenos[g] - base.linenos[f]) for f, g in pairs)


_ENOUGH = 0.5
"""Share of the own time of two files that must be in names that both have."""
_IN_COMMON = 2
"""Names that two files have in common at least, none of which is common on either side."""
_COMMON = 20
"""Functions that have a name at most where it says which file another file became."""
Sides = tuple[Left, Left]
_Contents = Mapping[str, Set[str]]
"""By file of a side, names of its functions that tell which file it is."""
Partners = dict[str, tuple[float, str]]
"""By file before, how sure it is, and the file that it became."""


def finding_partners(left: Sides) -> Pieces[tuple[Partners, tuple[LeftFiles, LeftFiles]]]:
    """Files that are each other's best by the own time of names in common, and what is left of them."""
    names = yield from in_common(left, _COMMON)
    yield
    contents = _telling(left[0], names), _telling(left[1], names)
    yield
    files = left_files(left[0], contents[0]), left_files(left[1], contents[1])
    yield
    candidates = yield from _candidates(contents, names)
    if not candidates:
        return {}, files
    shares = Shares(left[0].profile, files[0]), Shares(left[1].profile, files[1])
    yield
    return (yield from _best_partners(candidates, shares)), files


def _telling(left: Left, names: Set[str]) -> dict[str, set[str]]:
    """By file, which of these names it has, if it is two at least."""
    every = names_by_file(left, names).items()
    return {file: held for file, held in every if len(held) >= _IN_COMMON}


def _candidates(contents: tuple[_Contents, _Contents], names: Set[str]) -> Pieces[list[tuple[str, str]]]:
    """Files before and after that have two of these names in common."""
    holders: dict[str, list[int]] = {name: [] for name in names}
    files = list(contents[1])
    for number, held in enumerate(contents[1].values()):
        for name in held:
            holders[name].append(number)
    yield
    found, pace = [], Pace()
    for file, held in contents[0].items():
        others = sorted(chain.from_iterable(map(holders.__getitem__, held)))
        # What stands there twice has two names in common.
        found += [(file, files[other]) for other in set(compress(others, map(eq, others, others[1:])))]
        if pace.done(len(held) + len(others)):
            yield
    return found


def _best_partners(candidates: Sequence[tuple[str, str]], shares: tuple[Shares, Shares]) -> Pieces[Partners]:
    """By file before, what it and its partner have in common, if they are each other's best, and that one."""
    best: tuple[dict[str, tuple[float, int, str]], dict[str, tuple[float, int, str]]] = {}, {}
    pace = Pace()
    for before, after in candidates:
        score = time_in_common(*shares, before, after)
        if score >= _ENOUGH:
            tail = common_tail(before, after)
            _keep(best[0], before, (score, tail, after))
            _keep(best[1], after, (score, tail, before))
        if pace.done(1):
            yield
    return {
        before: (score, after) for before, (score, _, after) in best[0].items() if best[1][after][2] == before
    }


def _keep(best: dict[str, tuple[float, int, str]], file: str, other: tuple[float, int, str]) -> None:
    """Keep the better one: more in common, a longer tail of the path, the first name."""
    known = best.get(file)
    if known is None or (-other[0], -other[1], other[2]) < (-known[0], -known[1], known[2]):
        best[file] = other


def common_tail(before: str, after: str) -> int:
    """How many parts two paths or modules have in common at their ends."""
    parts, parts_after = _path_parts(before), _path_parts(after)
    if parts[-1] != parts_after[-1]:
        return 0
    tail = 0
    for one, other in zip(reversed(parts), reversed(parts_after), strict=False):
        if one != other:
            break
        tail += 1
    return tail


@lru_cache(maxsize=1 << 16)
def _path_parts(file: str) -> tuple[str, ...]:
    """The folders of a path or module, and its name."""
    return tuple(file.removesuffix(".py").replace(".", "/").split("/"))
