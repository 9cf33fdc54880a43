"""What is true of the functions of a log where some are hidden, grouped or looked at from one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from random import Random

from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import TICK, Event, Key, Logged

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.fold import folding
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.background.pieces import finished
from proftui_parsers import Profile


def stacks(made: Logged) -> Iterator[tuple[tuple[int, ...], int]]:
    """The functions that ran, by index in the profile, outermost first, and for how many ticks."""
    profile = made.profile
    by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
    stack: list[int] = []
    for what, number in made.log:
        if what == "c":
            stack.append(by_label[made.labels[number]])
        elif what == "w" and stack:
            yield tuple(stack), number
        elif what == "r" and stack:
            stack.pop()
        elif what == "d":
            stack.clear()


CLOSE = 1e-9


def shaped(profile: Profile, hidden: set[int]) -> ShapedProfile:
    """The profile without some functions."""
    marks = bytearray(index in hidden for index in range(len(profile.files)))
    return finished(folding(CallGraph(profile), marks))


def is_wrong(figure: Bounded, true: float) -> bool:
    """Whether a figure is exact and false, or outside of its bounds."""
    outside = not figure.low - CLOSE <= true <= figure.high + CLOSE
    return outside or (figure.exact and abs(figure.value - true) > CLOSE)


def wrong_edges(found: ShapedProfile, true: Profile) -> Iterator[tuple[object, ...]]:
    """Edges of the true profile that the other one lacks, or has with figures that cannot be."""
    by_label = {true.function(index): index for index in range(true.count)}
    bounds = found.edge_bounds
    for callee in range(found.count):
        index = by_label.get(found.function(callee))
        truth = {edge[:3]: edge for edge in true.callers(index)} if index is not None else {}
        for entry in range(found.edges.starts[callee], found.edges.starts[callee + 1]):
            caller = found.function(found.edges.callers[entry])
            edge = truth.pop((caller.file, caller.line, caller.name), None)
            known = (edge.ncalls, edge.tottime, edge.cumtime) if edge is not None else (0, 0.0, 0.0)
            columns = (bounds.calls, bounds.own, bounds.time)
            for name, column, figure in zip(("ncalls", "own", "time"), columns, known, strict=True):
                if is_wrong(column[entry], figure or 0.0):
                    yield name, caller.name, found.names[callee], column[entry], figure
        yield from (("lacks", label, found.names[callee]) for label in truth)


def wrong_roots(found: ShapedProfile, true: Profile) -> Iterator[tuple[object, ...]]:
    """Calls that nobody visible made, which the other one lacks, or has with numbers that cannot be."""
    by_label = {true.function(index): index for index in range(true.count)}
    for function in range(found.count):
        index = by_label.get(found.function(function))
        calls = true.root_calls[index] if index is not None else 0
        root = found.roots.get(function)
        if root is None:
            if calls > 0:
                yield "no root", found.names[function], calls
        elif is_wrong(root.calls, calls):
            yield "calls", found.names[function], root.calls, calls


def wrong_figures(found: ShapedProfile, true: Profile) -> Iterator[tuple[object, ...]]:
    """Figures of functions that cannot be."""
    by_label = {true.function(index): index for index in range(true.count)}
    for function in range(found.count):
        index = by_label.get(found.function(function))
        known = (0.0, 0.0, 0)
        if index is not None:
            assert true.cumtime is not None and true.ncalls is not None
            known = true.tottime[index], true.cumtime[index], true.ncalls[index]
        columns = (found.own, found.time, found.calls)
        for name, column, figure in zip(("own", "time", "calls"), columns, known, strict=True):
            if is_wrong(column[function], figure):
                yield name, found.names[function], column[function], figure


def all_wrong(found: ShapedProfile, made: Logged) -> list[tuple[object, ...]]:
    """Figures of functions, calls and roots of a profile that cannot be, if the log is all that happened."""
    true = made.profile
    return [*wrong_figures(found, true), *wrong_edges(found, true), *wrong_roots(found, true)]


def own_times(made: Logged, hidden: Container[int]) -> dict[int, float]:
    """Seconds by innermost visible function; :data:`ROOT`: while none runs."""
    ticks: Counter[int] = Counter()
    for stack, number in stacks(made):
        ticks[next((function for function in reversed(stack) if function not in hidden), ROOT)] += number
    return {function: TICK * number for function, number in ticks.items()}


class GroupTruth:
    """What groups of functions took; a built-in belongs to the group that called it."""

    def __init__(self, made: Logged, group_of: Callable[[int], int]) -> None:
        """``group_of``: by function its group; :data:`ROOT` for built-ins."""
        self.own: Counter[int] = Counter()
        self.time: Counter[int] = Counter()
        self.calls: Counter[int] = Counter()
        self.inside: Counter[int] = Counter()
        for stack, ticks in stacks(made):
            groups = [group for group in map(group_of, stack) if group != ROOT]
            self.own[groups[-1] if groups else ROOT] += ticks
            self.time.update(dict.fromkeys(groups, ticks))
        for caller, function in called(made):
            group = group_of(function)
            inside = caller is not None and group_of(caller) == group
            (self.inside if inside else self.calls)[group] += 1


def called(made: Logged) -> Iterator[tuple[int | None, int]]:
    """Who called whom, by index in the profile; ``None``: the program itself."""
    profile = made.profile
    by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
    stack: list[int] = []
    for what, number in made.log:
        if what == "c":
            function = by_label[made.labels[number]]
            yield stack[-1] if stack else None, function
            stack.append(function)
        elif what == "r" and stack:
            stack.pop()
        elif what == "d":
            stack.clear()


def without(made: Logged, hidden: Container[int]) -> Logged:
    """The log as if hidden functions had never been there: their time is that of who called them."""
    profile = made.profile
    by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
    log: list[Event] = []
    stack: list[bool] = []
    for what, number in made.log:
        if what == "c":
            stack.append(by_label[made.labels[number]] not in hidden)
            if stack[-1]:
                log.append((what, number))
        elif what == "r" and stack:
            if stack.pop():
                log.append((what, number))
        else:
            if what == "d":
                stack.clear()
            log.append((what, number))
    return Logged(tuple(log), made.labels)


def under(made: Logged, function: int) -> Logged:
    """What of the log happened while a function ran, beginning with its outermost calls."""
    label = tuple(made.profile.function(function))
    log: list[Event] = []
    stack: list[bool] = []
    for what, number in made.log:
        inside = bool(stack) and stack[-1]
        if what == "c":
            stack.append(inside or made.labels[number] == label)
            inside = stack[-1]
        elif what == "r" and stack:
            stack.pop()
        elif what == "d":
            stack.clear()
            inside = True
        if inside:
            log.append((what, number))
    return Logged(tuple(log), made.labels)


def under_path(made: Logged, path: Sequence[int], *, anywhere: bool = False) -> Logged:
    """What of the log happened where the stack began with a path of functions, its last one included.

    Calls of a function by itself are no step of a path. ``anywhere``: where it stood anywhere in the stack.
    """
    profile = made.profile
    by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
    log: list[Event] = []
    steps: list[int] = []
    stack: list[tuple[bool, bool]] = []
    wanted = list(path)
    for what, number in made.log:
        inside = bool(stack) and stack[-1][0]
        if what == "c":
            function = by_label[made.labels[number]]
            further = not steps or steps[-1] != function
            if further:
                steps.append(function)
            begins = steps[-len(wanted) :] == wanted if anywhere else steps == wanted
            inside = inside or begins
            stack.append((inside, further))
        elif what == "r" and stack:
            if stack.pop()[1]:
                steps.pop()
        elif what == "d":
            stack.clear()
            steps.clear()
            inside = True
        if inside:
            log.append((what, number))
    return Logged(tuple(log), made.labels)


def regrouped(made: Logged, group_of: Callable[[int], int], labels: Mapping[int, Key]) -> Logged:
    """The log with each call named by its group, calls within a group and those of no group left out."""
    profile = made.profile
    by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
    log: list[Event] = []
    stack: list[tuple[bool, int]] = []
    for what, number in made.log:
        if what == "c":
            group, above = group_of(by_label[made.labels[number]]), stack[-1][1] if stack else ROOT
            shown = group not in (ROOT, above)
            stack.append((shown, group if group != ROOT else above))
            if shown:
                log.append((what, group))
        elif what == "r" and stack:
            if stack.pop()[0]:
                log.append((what, number))
        else:
            if what == "d":
                stack.clear()
            log.append((what, number))
    return Logged(tuple(log), labels)


def random_groups(profile: Profile, hidden: Container[int], rng: Random) -> tuple[list[int], int]:
    """By function one of up to four groups, and how many there are; built-ins and hidden ones are in none."""
    drawn = {
        index: rng.randrange(4)
        for index in range(profile.count)
        if index not in hidden and profile.files[index] != "~"
    }
    numbers = {group: number for number, group in enumerate(sorted(set(drawn.values())))}
    functions = range(len(profile.files))
    return [numbers[drawn[index]] if index in drawn else ROOT for index in functions], len(numbers)


def log_of_groups(
    left: Logged, profile: Profile, group_of: Sequence[int], representatives: Sequence[int]
) -> Logged:
    """A log with each call named by its group, as the function of ``profile`` that stands for it.

    ``left``: a log of functions of the profile, perhaps without some. ``group_of``: by function.
    """
    labels = {group: tuple(profile.function(f)) for group, f in enumerate(representatives)}
    of_label = {tuple(profile.function(i)): group for i, group in enumerate(group_of)}
    of = [of_label[tuple(left.profile.function(index))] for index in range(left.profile.count)]
    return regrouped(left, of.__getitem__, labels)  # type: ignore[arg-type]  # a label is a key
