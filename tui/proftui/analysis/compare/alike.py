"""Functions with the same key: stages 1 to 3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from proftui.analysis.compare.aligning import MOST, NEAR, Anchors, aligned
from proftui.analysis.compare.found import SCORES, Found
from proftui.analysis.compare.sections import WRITTEN_INSIDE, sections
from proftui_parsers import Profile
from proftui_parsers.entries import NO_PYTHON_FILES


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
