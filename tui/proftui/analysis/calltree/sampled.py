"""Which sampled stacks lie in a node of a call tree (README, "Joined with stacks")."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from proftui_parsers.combine.beside import NONE, Beside

Part = tuple[int, float]
"""A path of the samples, and the part of it that is here."""


@dataclass(eq=False)
class Place:
    """What of the samples lies in a node."""

    below: Mapping[int, Sequence[Part]] = field(default_factory=dict)
    """By function, the paths that go on with it, whether or not by way of what has no Python code."""
    own: float = 0.0
    """Seconds in the node's function itself and in what it calls that has no Python code."""
    samples: float = 0.0
    """How many in all."""


NOWHERE = Place()


class SampledPaths:
    """The paths of the samples, with what they weigh."""

    def __init__(self, beside: Beside) -> None:
        contexts = beside.contexts
        self.function, self.own = contexts.function, beside.seconds
        self.seconds, self.samples = array("d", beside.seconds), array("d", contexts.samples)
        self._own_samples = contexts.samples
        self._children: dict[int, list[int]] = {}
        for path in range(len(contexts.function) - 1, -1, -1):
            above = contexts.parent[path]
            self._children.setdefault(above, []).append(path)
            if above != NONE:
                self.seconds[above] += self.seconds[path]
                self.samples[above] += self.samples[path]

    def beginnings(self) -> Place:
        """What all samples begin with."""
        return self.place([(NONE, 1.0)])

    def place(self, parts: Iterable[Part], without: frozenset[int] = frozenset()) -> Place:
        """What lies in some paths, the functions ``without`` as if they were not there."""
        below: dict[int, list[Part]] = {}
        own = samples = 0.0
        for path, part in parts:
            if path != NONE:
                own += part * self.own[path]
                samples += part * self._own_samples[path]
            for child in self._children.get(path, ()):
                if self.function[child] not in without:
                    below.setdefault(self.function[child], []).append((child, part))
                    samples += part * self.samples[child]
        return Place(below, own, samples)

    def among(self, parts: Iterable[Part], functions: frozenset[int]) -> dict[int, list[Part]]:
        """From some paths on, those that stay among some functions, by their last one."""
        found: dict[int, list[Part]] = {}
        waiting = list(parts)
        while waiting:
            path, part = waiting.pop()
            found.setdefault(self.function[path], []).append((path, part))
            waiting += [(c, part) for c in self._children.get(path, ()) if self.function[c] in functions]
        return found

    def weight(self, parts: Iterable[Part]) -> float:
        """Seconds of some paths."""
        return sum(part * self.seconds[path] for path, part in parts)

    def count(self, parts: Iterable[Part]) -> float:
        """Samples of some paths."""
        return sum(part * self.samples[path] for path, part in parts)

    def of_function(self, function: int) -> list[Part]:
        """The outermost paths that end with a function."""
        found, waiting = [], [NONE]
        while waiting:
            for child in self._children.get(waiting.pop(), ()):
                if self.function[child] == function:
                    found.append((child, 1.0))
                else:
                    waiting.append(child)
        return found
