"""Which file became which: those that are each other's best by what is in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from itertools import chain, compress, repeat
from math import isfinite
from operator import eq, ne
from typing import NamedTuple

from proftui.analysis.bounds import exact_sum
from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.aligning import MOST, NEAR, WRITTEN_INSIDE, Anchors, aligned, sections
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.keys import Keys
from proftui.analysis.compare.moved_folders import OfOneName, common_tail
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile
from proftui_parsers.entries import NO_PYTHON_FILES


class Left(NamedTuple):
    """Functions of one side, none of them built in, which is known by its name alone."""

    profile: Profile
    keys: Keys
    side: int
    """0 is the base's."""
    functions: Sequence[int]
    modules: Sequence[str]
    """The module or path of each of the functions."""
    names: Sequence[str]
    """The name of each."""

    def still(self, found: Found) -> Left:
        """What is left of it after more was found."""
        return _left(self.profile, self.keys, self.side, found.left(self.side, self.functions))


def left_of(profile: Profile, keys: Keys, rows: Sequence[int], side: int, found: Found) -> Left:
    """What is left of the functions with rows."""
    left = found.left(side, rows)
    modules = map(keys.modules.__getitem__, left)
    return _left(profile, keys, side, list(compress(left, map(ne, modules, repeat(BUILT_IN_MODULE)))))


def _left(profile: Profile, keys: Keys, side: int, functions: Sequence[int]) -> Left:
    modules, names = (list(map(of.__getitem__, functions)) for of in (keys.modules, keys.names))
    return Left(profile, keys, side, functions, modules, names)


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
        if len(before) == len(after) == 1 and self._stays(before[0], after[0], anchors):
            self.found.alignable -= 1
            self._pair(before, after, 3)
            return
        lines = (
            list(map(self.base.linenos.__getitem__, before)),
            list(map(self.new.linenos.__getitem__, after)),
        )
        below, rest = sections(*lines, anchors)
        groups = [Group([before[i] for i in mine], [after[j] for j in theirs]) for mine, theirs in below]
        left = Group([before[i] for i in rest.base], [after[j] for j in rest.new])
        if not all(left):
            pass
        elif self.base.names[before[0]] in WRITTEN_INSIDE:
            # These stand in other functions than before, unless another function stood between.
            groups += self._by_caller(left)
        else:
            # A method may stand elsewhere in its class.
            groups.append(left)
        for mine, theirs in groups:
            self._in_order(mine, theirs, anchors)

    def _stays(self, base: int, new: int, anchors: Anchors) -> bool:
        """Whether two stand below the same known function, as far below it: then nothing is unsure."""
        line, line_after = self.base.linenos[base], self.new.linenos[new]
        above = anchors.above(line)
        if above < 0 or anchors.above_after(line_after) != above:
            return False
        return abs(line_after - line - anchors.before[above][1]) <= NEAR

    def _by_caller(self, group: Group) -> list[Group]:
        """Those that the same Python function calls on both sides."""
        found: dict[int, Group] = {}
        to_new = self.found.to_new
        for f in group.base:
            callers = (to_new[c] for c in _python_callers(self.base, f) if c < len(to_new))
            if (caller := next((c for c in callers if c >= 0), -1)) >= 0:
                found.setdefault(caller, Group([], [])).base.append(f)
        for g in group.new:
            caller = next((c for c in _python_callers(self.new, g) if c in found), -1)
            if caller >= 0:
                found[caller].new.append(g)
        return [of_caller for of_caller in found.values() if of_caller.new]

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


def _python_callers(profile: Profile, function: int) -> list[int]:
    """Who calls a function, but for what is built in."""
    starts, files = profile.edges.starts, profile.files
    callers = profile.edges.callers[starts[function] : starts[function + 1]]
    return [caller for caller in callers if files[caller] not in NO_PYTHON_FILES]


def _tells(profile: Profile, functions: list[int]) -> bool:
    """Whether their lines tell several functions apart: those of built-ins do not."""
    return len(functions) == 1 or profile.linenos[functions[0]] > 0


def anchors_of(pairs: Iterable[tuple[int, int]], base: Profile, new: Profile) -> Anchors:
    """How far functions moved whose pairs are known, by their line before."""
    return Anchors((base.linenos[f], new.linenos[g] - base.linenos[f]) for f, g in pairs)


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
