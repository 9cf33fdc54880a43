"""Which function is which: by module and name, then in files that moved."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, compress, count, repeat, takewhile
from operator import lt, ne

from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.keys import Keys, functions_with_rows, keying, numbered, taken
from proftui.analysis.compare.pairs import IN_ORDER, MOVED, NOBODY, SAME_LINE, SAME_NAME, SCORES, UNPAIRED
from proftui.analysis.names import Names
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile


class Found:
    """Who is who, by number of a function of either side."""

    def __init__(self, base: Profile, new: Profile) -> None:
        self.lines, self.names = (base.linenos, new.linenos), (base.names, new.names)
        self.to_new = [NOBODY] * base.count
        self.to_base = [NOBODY] * new.count
        self.stages = [UNPAIRED] * new.count
        """By function of the new side."""
        self.scores: dict[int, float] = {}
        """How sure a pair is, by function of the new side, where its stage does not say so."""
        self.bundles: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Functions of one name of which it is not known who is who."""

    def pair(self, pairs: Iterable[tuple[int, int]], stage: int) -> None:
        """All of these are one, two by two."""
        for base, new in pairs:
            self.to_new[base], self.to_base[new], self.stages[new] = new, base, stage

    def bundle(self, base: Sequence[int], new: Sequence[int]) -> None:
        """These are the same, but who is who is not known: all stand for the first of the other side."""
        self.bundles.append((tuple(base), tuple(new)))
        for function in base:
            self.to_new[function] = new[0]
        for function in new:
            self.to_base[function] = base[0]

    def left(self, base: Sequence[int], new: Sequence[int]) -> _Lists:
        """Those of some functions for which nobody was found."""
        base_left = map(lt, taken(self.to_new, base), repeat(0))
        new_left = map(lt, taken(self.to_base, new), repeat(0))
        return list(compress(base, base_left)), list(compress(new, new_left))


WRITTEN_INSIDE = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"})
"""Names of what is written inside other functions, and goes where these go."""
_Lists = tuple[list[int], list[int]]
_Rows = tuple[Sequence[int], Sequence[int]]
"""Functions before and after."""
_Partner = tuple[float, int, str]
"""Part of the names that a file has in common with another, how far their paths end alike, and that other."""
_NOBODY: _Partner = (0.0, 0, "")


def matching(base: Names, new: Names, known: Iterable[tuple[int, int, int, float]]) -> Pieces[Found]:
    """Match functions with a row; ``known``: pairs by their numbers, each with its stage and its score."""
    keys = yield from keying(base, new)
    found = Found(base.profile, new.profile)
    for before, after, stage, score in known:
        if found.to_new[before] < 0 > found.to_base[after]:
            found.pair([(before, after)], stage)
            found.scores[after] = score
    rows = functions_with_rows(base.profile), functions_with_rows(new.profile)
    left = found.left(*rows) if found.scores else rows
    yield from _Alike(found, keys).pairing(left)
    left = found.left(*rows)
    yield
    became = yield from _moved_files(keys, left)
    if became:
        # Once more, as if they had not moved.
        modules = [became[module][0] if module in became else "" for module in keys[1].modules]
        keys = keys[0], Keys(modules, keys[1].names)
        scores = dict(became.values())
        left = [f for f in left[0] if keys[0].modules[f] in scores], [g for g in left[1] if modules[g]]
        yield
        yield from _Alike(found, keys).pairing(left)
        for f in left[0]:
            if (g := found.to_new[f]) >= 0:
                found.stages[g] = MOVED
                found.scores[g] = SCORES[MOVED] * scores[keys[0].modules[f]]
    return found


class _Alike:
    """Makes pairs of functions that have module and name in common."""

    def __init__(self, found: Found, keys: tuple[Keys, Keys]) -> None:
        self.found, self.keys, self.base_keys = found, keys, keys[0]

    def pairing(self, functions: _Rows) -> Pieces[None]:
        """Pair those whose key no other has, then those of keys that several have."""
        numbers, names = numbered(self.keys, functions)
        # Of what is written inside functions, the one of a file may be in another function than before.
        inside, step = {place for place, name in enumerate(names) if name in WRITTEN_INSIDE}, len(names)
        before: dict[int, int] = {}
        firsts = map(before.setdefault, numbers[0], functions[0])
        for number in set(compress(numbers[0], map(ne, firsts, functions[0]))):
            before[number] = NOBODY
        yield
        (lines, lines_after), to_new, to_base = self.found.lines, self.found.to_new, self.found.to_base
        stages, groups = self.found.stages, dict[int, _Lists]()
        for number, f, g in zip(numbers[1], map(before.get, numbers[1]), functions[1], strict=True):
            if f is None:
                continue
            if f >= 0 and (lines[f] == lines_after[g] or number % step not in inside) and to_new[f] < 0:
                to_new[f], to_base[g] = g, f
                stages[g] = SAME_LINE if lines[f] == lines_after[g] else SAME_NAME
                continue
            if number not in groups:
                groups[number] = [], []
            if f >= 0:
                # The first of several was taken for the only one.
                before[number] = NOBODY
                if (first := to_new[f]) >= 0:
                    to_new[f], to_base[first], stages[first] = NOBODY, NOBODY, UNPAIRED
                    groups[number][1].append(first)
            groups[number][1].append(g)
        yield
        every = zip(numbers[0], functions[0], strict=True) if groups else ()
        for number, function in compress(every, map(groups.__contains__, numbers[0])):
            groups[number][0].append(function)
        yield
        yield from self._in_turn(list(groups.values()))

    def _in_turn(self, groups: Sequence[_Lists]) -> Pieces[None]:
        """Pair functions of keys that several have: those whose lines are the same, the others in order."""
        left, pace = dict[str, list[_Lists]](), Pace()
        for before, after in groups:
            before, after = self._by_line(0, before), self._by_line(1, after)
            if self._lines(0, before) == self._lines(1, after):
                self.found.pair(zip(before, after, strict=True), SAME_LINE)
            else:
                left.setdefault(self.base_keys.modules[before[0]], []).append((before, after))
            if pace.done(len(before) + len(after)):
                yield
        marks: dict[str, list[tuple[int, int]]] = {module: [] for module in left}
        for f in compress(count(), map(marks.__contains__, self.base_keys.modules)) if left else ():
            g = self.found.to_new[f]
            if g >= 0 and self.found.to_base[g] == f:
                marks[self.base_keys.modules[f]].append((self.found.lines[0][f], self.found.lines[1][g]))
        yield
        for module, of_module in left.items():
            known = _Marks(sorted(marks[module]))
            for before, after in of_module:
                self._below(before, after, known)
                if pace.done(len(before) + len(after)):
                    yield

    def _by_line(self, side: int, functions: list[int]) -> list[int]:
        """Functions of one key in order; built-ins, which have no lines, by what they are recorded as."""
        lines, names = self.found.lines[side], self.found.names[side]
        return sorted(functions, key=lines.__getitem__ if lines[functions[0]] > 0 else names.__getitem__)

    def _lines(self, side: int, functions: list[int]) -> list[int]:
        return list(map(self.found.lines[side].__getitem__, functions))

    def _alone(self, side: int, functions: list[int]) -> dict[int, int]:
        """The functions that are alone on their lines, by these; built-ins have none."""
        lines = self._lines(side, functions)
        often = Counter(lines)
        both = zip(lines, functions, strict=True)
        return {line: function for line, function in both if line > 0 and often[line] == 1}

    def _below(self, before: list[int], after: list[int], known: _Marks) -> None:
        """Pair functions of one name that stand below one and the same function, then those left."""
        sections: dict[int, _Lists] = {}
        for side, functions in enumerate((before, after)):
            for function, line in zip(functions, self._lines(side, functions), strict=True):
                sections.setdefault(known.above(side, line), ([], []))[side].append(function)
        rest: _Lists = [], []
        for place, section in sections.items():
            if all(section):
                self._in_order(*section, known.shift(place))
            else:
                rest[0].extend(section[0])
                rest[1].extend(section[1])
        # A method may stand elsewhere in its class; what is written inside others stands in others then.
        if all(rest) and self.base_keys.names[before[0]] not in WRITTEN_INSIDE:
            self._in_order(*rest, 0)

    def _in_order(self, before: list[int], after: list[int], shift: int) -> None:
        """Pair as many functions of one name; of more or fewer it is not known who is who.

        ``shift``: by how many lines what stands above them moved; those that moved as far are the same.
        """
        if len(before) != len(after):
            lines, there = self._alone(0, before), self._alone(1, after)
            known = [(f, there[line + shift]) for line, f in lines.items() if line + shift in there]
            self.found.pair(known, IN_ORDER)
            before, after = self.found.left(before, after)
        if len(before) == len(after):
            self.found.pair(zip(before, after, strict=True), IN_ORDER)
        elif before and after:
            self.found.bundle(before, after)


class _Marks:
    """Functions of one file whose pairs are known, by their lines."""

    def __init__(self, lines: Sequence[tuple[int, int]]) -> None:
        """``lines``: before and after, in order."""
        self._lines = lines
        self._sides = [sorted((both[side], place) for place, both in enumerate(lines)) for side in (0, 1)]

    def above(self, side: int, line: int) -> int:
        """Which of them is the last one that is not below a line of a side; -1: all are."""
        place = bisect_right(self._sides[side], (line, len(self._lines)))
        return self._sides[side][place - 1][1] if place else -1

    def shift(self, place: int) -> int:
        """By how many lines one of them moved."""
        return self._lines[place][1] - self._lines[place][0] if place >= 0 else 0


_COMMON = 20
"""Functions that have a name at most where it says which file another file became."""
_IN_COMMON = 2
"""Such names that two files have in common at least."""
_ENOUGH = 0.3
"""Part of the names of both files that both have, at least."""


def _moved_files(keys: tuple[Keys, Keys], left: _Rows) -> Pieces[dict[str, tuple[str, float]]]:
    """By module after that which it was, and how much they have in common: each is the other's best."""
    sides = [*zip(keys, left, strict=True)]
    names = [taken(of.names, functions) for of, functions in sides]
    often = [Counter(of) for of in names]
    yield
    both = filter(_tells, often[0].keys() & often[1].keys())
    rare = {name for name in both if often[0][name] <= _COMMON >= often[1][name]}
    if not rare:
        return {}
    inside = [_names_by_file(*side) for side in sides]
    yield
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for file, held in inside[1].items():
        for name in held & rare:
            holders[name].append(file)
    yield
    best: tuple[dict[str, _Partner], dict[str, _Partner]] = {}, {}
    pace = Pace()
    for before, held in inside[0].items():
        others = Counter(chain.from_iterable(map(holders.__getitem__, held & rare)))
        for after in [after for after, in_common in others.items() if in_common >= _IN_COMMON]:
            score = 2 * others[after] / (len(held) + len(inside[1][after]))
            if score >= _ENOUGH:
                end = _common_end(before, after)
                for side, file, other in ((0, before, after), (1, after, before)):
                    best[side][file] = max(best[side].get(file, _NOBODY), (score, end, other))
        if pace.done(1 + len(others)):
            yield
    found = ((after, before, score) for after, (score, _, before) in best[1].items())
    return {after: (before, score) for after, before, score in found if best[0][before][2] == after}


def _tells(name: str) -> bool:
    """Whether not every file has a name."""
    return name[:1] != "<" and not (name[:2] == "__" == name[-2:])


def _names_by_file(keys: Keys, functions: Sequence[int]) -> dict[str, set[str]]:
    """By file, the names that some functions have in it and that tell something."""
    found: dict[str, set[str]] = {}
    for file, name in zip(taken(keys.modules, functions), taken(keys.names, functions), strict=True):
        if file in found:
            found[file].add(name)
        elif file != BUILT_IN_MODULE:
            found[file] = {name}
    telling = set(filter(_tells, set().union(*found.values())))
    return {file: names & telling for file, names in found.items()}


def _common_end(before: str, after: str) -> int:
    """How many folders two paths or modules have in common at their ends, with the name of the file."""
    parts = (reversed(of.removesuffix(".py").replace(".", "/").split("/")) for of in (before, after))
    return len([*takewhile(lambda two: two[0] == two[1], zip(*parts, strict=False))])
