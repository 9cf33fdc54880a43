"""What is true of the functions of a log where some are hidden, grouped or looked at from one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator

from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import TICK, Event, Logged

from proftui.analysis.calltree.graph import CallGraph
from proftui.analysis.shape.shaping import shaping
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


def shaped(profile: Profile, hidden: set[int]) -> ShapedProfile:
    """The profile without some functions."""
    marks = bytearray(index in hidden for index in range(len(profile.files)))
    return finished(shaping(CallGraph(profile), marks))


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
