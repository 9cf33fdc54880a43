"""Which function is which: by module and name, then in files that moved."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain, compress, product, takewhile

from proftui.analysis.builtin_names import BUILT_IN_MODULE
from proftui.analysis.compare.keys import Keys, functions_with_rows, keying
from proftui.analysis.compare.pairs import BY_HAND, NOBODY, UNPAIRED
from proftui.analysis.names import Names
from proftui.background.pieces import Pace, Pieces
from proftui_parsers import Profile

SAME_LINE, SAME_NAME, IN_ORDER, MOVED = 1, 2, 3, 4
"""Stages of a pair: the rule that made it."""
SCORES = {BY_HAND: 1.0, SAME_LINE: 1.0, SAME_NAME: 0.95, IN_ORDER: 0.85, MOVED: 0.8}
"""How sure a pair is, by stage; of the last it is this part of what the files have in common."""


class Found:
    """Who is who, by number of a function of either side."""

    def __init__(self, base: Profile, new: Profile) -> None:
        self.lines, self.names = (base.linenos, new.linenos), (base.names, new.names)
        self.to_new = array("q", [NOBODY]) * base.count
        self.to_base = array("q", [NOBODY]) * new.count
        self.stages = array("b", [UNPAIRED]) * new.count
        """By function of the new side."""
        self.scores = array("d", bytes(8 * new.count))
        """By function of the new side."""
        self.bundles: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        """Functions of one name of which it is not known who is who."""

    def pair(self, base: int, new: int, stage: int, score: float) -> None:
        """These two are one."""
        self.to_new[base], self.to_base[new] = new, base
        self.stages[new], self.scores[new] = stage, score

    def bundle(self, base: Sequence[int], new: Sequence[int]) -> None:
        """These are the same, but who is who is not known: all stand for the first of the other side."""
        self.bundles.append((tuple(base), tuple(new)))
        for function in base:
            self.to_new[function] = new[0]
        for function in new:
            self.to_base[function] = base[0]

    def left(self, base: Sequence[int], new: Sequence[int]) -> tuple[list[int], list[int]]:
        """Those of some functions for which nobody was found."""
        to_new, to_base = self.to_new, self.to_base
        return [f for f in base if to_new[f] < 0], [g for g in new if to_base[g] < 0]


WRITTEN_INSIDE = frozenset({"<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"})
"""Names of what is written inside other functions, and goes where these go."""
_Lists = tuple[list[int], list[int]]
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
            found.pair(before, after, stage, score)
    rows = functions_with_rows(base.profile), functions_with_rows(new.profile)
    yield from _Alike(found, keys).pairing(found.left(*rows))
    left = found.left(*rows)
    yield
    became = yield from _moved_files(keys, left)
    if became:
        # Once more, as if they had not moved.
        modules = [became[module][0] if module in became else "" for module in keys[1].modules]
        scores = dict(became.values())
        left = [f for f in left[0] if keys[0].modules[f] in scores], [g for g in left[1] if modules[g]]
        yield
        yield from _Alike(found, (keys[0], Keys(modules, keys[1].names)), scores).pairing(left)
    return found


class _Alike:
    """Makes pairs of functions that have module and name in common."""

    def __init__(
        self, found: Found, keys: tuple[Keys, Keys], moved: Mapping[str, float] | None = None
    ) -> None:
        """``moved``: by module how much files have in common that moved, if all did."""
        self.found, self.keys, self.moved = found, keys, moved

    def pairing(self, functions: _Lists) -> Pieces[None]:
        """Pair those whose key no other has, then those of keys that several have."""
        modules = [
            set(map(of.modules.__getitem__, some)) for of, some in zip(self.keys, functions, strict=True)
        ]
        both_have = modules[0] & modules[1]
        functions = self._of(both_have, 0, functions[0]), self._of(both_have, 1, functions[1])
        yield
        texts = self._texts(0, functions[0]), self._texts(1, functions[1])
        yield
        before = dict(zip(texts[0], functions[0], strict=True))
        several = _repeated(texts[0]) | _repeated(texts[1])
        # Of what is written inside functions, the one of a file may be in another function than before.
        names = map(self.keys[0].names.__getitem__, functions[0])
        several.update(compress(texts[0], map(WRITTEN_INSIDE.__contains__, names)))
        yield
        groups: dict[str, _Lists] = {text: ([], []) for text in sorted(several)}
        for side in (0, 1) if groups else ():
            every = zip(texts[side], functions[side], strict=True)
            for text, function in compress(every, map(several.__contains__, texts[side])):
                groups[text][side].append(function)
            yield
        for text in several:
            before.pop(text, None)
        alone = [
            (f, g) for f, g in zip(map(before.get, texts[1]), functions[1], strict=True) if f is not None
        ]
        yield
        self._pair(alone)
        yield
        yield from self._in_turn([group for group in groups.values() if all(group)])

    def _of(self, modules: Container[str], side: int, functions: list[int]) -> list[int]:
        """Those of some functions that are in one of these modules."""
        theirs = map(self.keys[side].modules.__getitem__, functions)
        return list(compress(functions, map(modules.__contains__, theirs)))

    def _texts(self, side: int, functions: Sequence[int]) -> list[str]:
        """The keys of some functions."""
        modules, names = self.keys[side].modules, self.keys[side].names
        both = zip(map(modules.__getitem__, functions), map(names.__getitem__, functions), strict=True)
        return list(map("\n".join, both))

    def _in_turn(self, groups: Sequence[_Lists]) -> Pieces[None]:
        """Pair functions of keys that several have: those whose lines are the same, the others in order."""
        left, pace = dict[str, list[_Lists]](), Pace()
        for before, after in groups:
            before, after = self._by_line(0, before), self._by_line(1, after)
            if self._lines(0, before) == self._lines(1, after):
                self._pair(zip(before, after, strict=True))
            else:
                left.setdefault(self.keys[0].modules[before[0]], []).append((before, after))
            if pace.done(len(before) + len(after)):
                yield
        marks: dict[str, list[tuple[int, int]]] = {module: [] for module in left}
        for f, g in enumerate(self.found.to_new) if left else ():
            if g >= 0 and self.found.to_base[g] == f and self.keys[0].modules[f] in marks:
                marks[self.keys[0].modules[f]].append((self.found.lines[0][f], self.found.lines[1][g]))
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
        if all(rest) and self.keys[0].names[before[0]] not in WRITTEN_INSIDE:
            self._in_order(*rest, 0)

    def _in_order(self, before: list[int], after: list[int], shift: int) -> None:
        """Pair as many functions of one name; of more or fewer it is not known who is who.

        ``shift``: by how many lines what stands above them moved; those that moved as far are the same.
        """
        if len(before) != len(after):
            lines, there = self._alone(0, before), self._alone(1, after)
            known = [(f, there[line + shift]) for line, f in lines.items() if line + shift in there]
            self._pair(known, IN_ORDER)
            before, after = self.found.left(before, after)
        if len(before) == len(after):
            self._pair(zip(before, after, strict=True), IN_ORDER)
        elif before and after:
            self.found.bundle(before, after)

    def _pair(self, pairs: Iterable[tuple[int, int]], stage: int = SAME_NAME) -> None:
        """All of these are one, two by two."""
        (lines, lines_after), to_new, to_base = self.found.lines, self.found.to_new, self.found.to_base
        stages, scores = self.found.stages, self.found.scores
        score = SCORES[stage]
        for f, g in pairs:
            to_new[f], to_base[g] = g, f
            if self.moved is not None:
                stages[g], scores[g] = MOVED, SCORES[MOVED] * self.moved[self.keys[0].modules[f]]
            elif stage == SAME_NAME and lines[f] == lines_after[g]:
                stages[g], scores[g] = SAME_LINE, 1.0
            else:
                stages[g], scores[g] = stage, score


class _Marks:
    """Functions of one file whose pairs are known, by their lines."""

    def __init__(self, lines: Sequence[tuple[int, int]]) -> None:
        """``lines``: before and after, in order."""
        self._lines = lines
        self._sides = [sorted((both[side], place) for place, both in enumerate(lines)) for side in (0, 1)]

    def above(self, side: int, line: int) -> int:
        """Which of them is the last one that is not below a line of a side; -1: all are."""
        count = bisect_right(self._sides[side], (line, len(self._lines)))
        return self._sides[side][count - 1][1] if count else -1

    def shift(self, place: int) -> int:
        """By how many lines one of them moved."""
        return self._lines[place][1] - self._lines[place][0] if place >= 0 else 0


def _repeated(texts: Sequence[str]) -> set[str]:
    """Those of some keys that stand there more than once."""
    counts = Counter(texts)
    return {text for text, times in counts.items() if times > 1} if len(counts) < len(texts) else set()


_COMMON = 20
"""Files in which a name is at most where it says which file another file became."""
_IN_COMMON = 2
"""Such names that two files have in common at least."""
_ENOUGH = 0.3
"""Part of the names of both files that both have, at least."""


def _moved_files(keys: tuple[Keys, Keys], left: _Lists) -> Pieces[dict[str, tuple[str, float]]]:
    """By module after that which it was, and how much they have in common: each is the other's best."""
    sides = [*zip(keys, left, strict=True)]
    named = [set(map(side.names.__getitem__, functions)) for side, functions in sides]
    common = set(filter(_tells, named[0] & named[1]))
    yield
    holders = [_holders(side, functions, common) for side, functions in sides]
    yield
    sizes = [_sizes(*side, of) for side, of in zip(sides, holders, strict=True)]
    yield
    counts, pace = Counter[tuple[str, str]](), Pace()
    for name in holders[0].keys() & holders[1].keys():
        before, after = holders[0][name], holders[1][name]
        if len(before) <= _COMMON >= len(after):
            counts.update(product(before, after))
            if pace.done(len(before) * len(after)):
                yield
    best: tuple[dict[str, _Partner], dict[str, _Partner]] = {}, {}
    for both, names in counts.items():
        score = 2 * names / (sizes[0][both[0]] + sizes[1][both[1]])
        if names >= _IN_COMMON and score >= _ENOUGH:
            for side, (file, other) in enumerate((both, both[::-1])):
                best[side][file] = max(best[side].get(file, _NOBODY), (score, _common_end(*both), other))
        if pace.done(1):
            yield
    found = ((after, before, score) for after, (score, _, before) in best[1].items())
    return {after: (before, score) for after, before, score in found if best[0][before][2] == after}


def _tells(name: str) -> bool:
    """Whether not every file has a name."""
    return name[:1] != "<" and not (name[:2] == "__" == name[-2:])


def _holders(keys: Keys, functions: Sequence[int], names: Container[str]) -> dict[str, set[str]]:
    """By name of these, the files in which some functions have it."""
    found: dict[str, set[str]] = {}
    for function in functions:
        name, file = keys.names[function], keys.modules[function]
        if name in names and file != BUILT_IN_MODULE:
            found.setdefault(name, set()).add(file)
    return found


def _sizes(keys: Keys, functions: Sequence[int], holders: Mapping[str, set[str]]) -> Counter[str]:
    """How many names some functions have in each file that may have moved."""
    files = set(chain.from_iterable(holders.values()))
    inside = (function for function in functions if keys.modules[function] in files)
    named = {(keys.modules[function], keys.names[function]) for function in inside}
    return Counter(file for file, name in named if _tells(name))


def _common_end(before: str, after: str) -> int:
    """How many folders two paths or modules have in common at their ends, with the name of the file."""
    parts = (reversed(of.removesuffix(".py").replace(".", "/").split("/")) for of in (before, after))
    return len([*takewhile(lambda two: two[0] == two[1], zip(*parts, strict=False))])
