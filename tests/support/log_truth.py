"""What really happened in a log: time, own time and calls by path, top-down and bottom-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.support.lsprof_emulation import TICK, Logged

from proftui_parsers import Profile

ROOT = -1


class Context:
    """A path of functions, by index in the profile; calls of a function by itself are no step of it."""

    __slots__ = ("calls", "children", "function", "own", "own_by_itself", "parent", "time")

    def __init__(self, function: int, parent: Context | None) -> None:
        self.function, self.parent = function, parent
        self.children: dict[int, Context] = {}
        self.own = self.own_by_itself = self.time = self.calls = 0
        """Ticks; of the own ones also those in calls of the function by itself."""

    def child(self, function: int) -> Context:
        """The path that is one step longer."""
        known = self.children.get(function)
        if known is None:
            known = self.children[function] = Context(function, self)
        return known

    def path(self) -> tuple[int, ...]:
        """The functions from the root to here."""
        found: list[int] = []
        here: Context | None = self
        while here is not None and here.function != ROOT:
            found.append(here.function)
            here = here.parent
        return tuple(found[::-1])

    def all(self) -> Iterator[Context]:
        """This path and all that begin with it, parents first."""
        waiting = [self]
        while waiting:
            here = waiting.pop()
            yield here
            waiting.extend(here.children.values())

    def summed(self) -> Context:
        """With the times of all paths, from their own times."""
        every = list(self.all())
        for here in every:
            here.time = here.own
        for here in reversed(every):
            if here.parent is not None and here is not self:
                here.parent.time += here.time
        return self


class Truth:
    """What is true of the paths of a log."""

    def __init__(self, made: Logged, profile: Profile | None = None) -> None:
        """``profile``: whose numbers functions have, if not that of the log."""
        profile = profile or made.profile
        by_label = {tuple(profile.function(index)): index for index in range(profile.count)}
        self.function = {number: by_label.get(label, -2 - number) for number, label in made.labels.items()}
        """The index in the profile of each code object; what the profile does not have is below ``ROOT``."""
        self.down = self._walked(made).summed()
        self._up: Context | None = None

    def _walked(self, made: Logged) -> Context:
        root = Context(ROOT, None)
        stacks: dict[int, list[tuple[Context, bool]]] = {}
        thread = 0
        for what, number in made.log:
            stack = stacks.setdefault(thread, [])
            here = stack[-1][0] if stack else root
            if what == "c":
                function = self.function[number]
                itself = here.function == function
                below = here if itself else here.child(function)
                below.calls += not itself
                stack.append((below, itself))
            elif what == "w" and stack:
                here.own += number
                here.own_by_itself += number * stack[-1][1]
            elif what == "r" and stack:
                stack.pop()
            elif what == "t":
                thread = number
            elif what == "d":
                stacks = {}
        return root

    @property
    def up(self) -> Context:
        """Of each path from a function to its callers: own time of the function.

        The second on a path is who made the call; if that is the function itself, the path ends there.
        """
        if self._up is None:
            self._up = Context(ROOT, None)
            for here in self.down.all():
                if here.function != ROOT:
                    self._put_up(self._up, here)
            self._up.summed()
        return self._up

    def _put_up(self, up: Context, here: Context) -> None:
        function = up.child(here.function)
        function.child(here.function).own += here.own_by_itself
        end = function
        for caller in reversed(here.path()[:-1]):
            end = end.child(caller)
        end.own += here.own - here.own_by_itself


def seconds(contexts: Sequence[Context]) -> float:
    """The time of some paths, none of which begins with another."""
    return TICK * sum(here.time for here in contexts)


def own_seconds(contexts: Sequence[Context]) -> float:
    """Own time of the last functions of some paths."""
    return TICK * sum(here.own for here in contexts)


def calls(contexts: Sequence[Context]) -> int:
    """How often the last functions of some paths were called by the ones before them."""
    return sum(here.calls for here in contexts)
