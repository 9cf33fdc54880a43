"""What is true of stacks that are looked at in a shape: each rewritten by itself, as the docs say it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Sequence
from itertools import pairwise

from proftui.analysis.shaped_profile import ShapedProfile
from proftui_parsers import Profile
from proftui_parsers.stacks.recording import Choice, Recording

Stack = tuple[int, ...]
"""Functions, or groups, outermost first."""
NOBODY = -1
"""The group of built-ins."""
Rewrite = Callable[[Stack], Stack | None]
"""What becomes of a stack; ``None``: it is left out."""


def recorded_stacks(recording: Recording, choice: Choice | None = None) -> list[tuple[Stack, float]]:
    """Every record that is chosen: its stack and its weight."""
    choice = choice or Choice()
    records = recording.records
    rows = zip(records.node, records.track, records.weights[choice.measure], strict=True)
    return [
        (stack_of(recording, node), weight)
        for node, track, weight in rows
        if choice.tracks is None or track in choice.tracks
    ]


def stack_of(recording: Recording, node: int) -> Stack:
    """The functions of a node."""
    found = []
    while node >= 0:
        found.append(recording.stacks.function[node])
        node = recording.stacks.parent[node]
    return tuple(reversed(found))


def hiding(hidden: Container[int]) -> Rewrite:
    """Without some functions."""
    return lambda stack: tuple(function for function in stack if function not in hidden)


def focusing(path: Sequence[int], *, from_root: bool = False) -> Rewrite:
    """From the last function of a path on; of a path without direct recursion such calls are one step."""
    joined = all(caller != callee for caller, callee in pairwise(path))

    def cut(stack: Stack) -> Stack | None:
        for end in range(1, len(stack) + 1):
            steps = list(merged(stack[:end]) if joined else stack[:end])
            if steps == list(path) if from_root else steps[-len(path) :] == list(path):
                return stack[end - 1 :]
        return None

    return cut


def grouping(group_of: Sequence[int]) -> Rewrite:
    """Named by group; built-ins belong to what called them."""
    return lambda stack: merged(group for group in map(group_of.__getitem__, stack) if group != NOBODY)


def merged(names: Iterable[int]) -> Stack:
    """Without a name that follows itself."""
    kept: list[int] = []
    for name in names:
        if kept[-1:] != [name]:
            kept.append(name)
    return tuple(kept)


def all_of(rewrites: Sequence[Rewrite]) -> Rewrite:
    """One after the other."""

    def rewrite(stack: Stack) -> Stack | None:
        left: Stack | None = stack
        for one in rewrites:
            left = None if left is None else one(left)
        return left

    return rewrite


class Truth:
    """Sums over stacks."""

    def __init__(self, stacks: Iterable[tuple[Stack, float]], rewrite: Rewrite) -> None:
        self.own: dict[int, float] = defaultdict(float)
        self.time: dict[int, float] = defaultdict(float)
        self.edge_own: dict[tuple[int, int], float] = defaultdict(float)
        self.edge_time: dict[tuple[int, int], float] = defaultdict(float)
        self.whole = self.outside = self.frameless = 0.0
        for recorded, weight in stacks:
            stack = rewrite(recorded)
            if stack is None:
                continue
            self.whole += weight
            if not stack:
                self.outside += weight if recorded else 0.0
                self.frameless += 0.0 if recorded else weight
                continue
            self.own[stack[-1]] += weight
            for function in set(stack):
                self.time[function] += weight
            if len(stack) > 1:
                self.edge_own[stack[-2], stack[-1]] += weight
            for pair in set(pairwise(stack)):
                self.edge_time[pair] += weight


def calls_of(
    recording: Recording, hidden: Container[int], group_of: Sequence[int]
) -> Counter[tuple[int, int]]:
    """Calls by who made them, :data:`NOBODY` for built-ins and the program itself; within groups, too.

    Without groups ``group_of`` has a number for each function.
    """
    found: Counter[tuple[int, int]] = Counter()
    assert recording.stacks.calls is not None
    for node, calls in enumerate(recording.stacks.calls):
        *above, function = stack_of(recording, node)
        if function in hidden or group_of[function] == NOBODY:
            continue
        left = [other for other in above if other not in hidden]
        found[group_of[left[-1]] if left else NOBODY, group_of[function]] += calls
    return found


def wrong(made: ShapedProfile, truth: Truth, name_of: Callable[[int], int] = int) -> list[tuple[object, ...]]:
    """Figures of a shape that are not those of the stacks, or not exact; ``name_of``: by function."""
    found: list[tuple[object, ...]] = []

    def compare(what: str, figure: float, true: float) -> None:
        if abs(figure - true) > 1e-9 * max(1.0, abs(true)):
            found.append((what, figure, true))

    assert made.cumtime is not None
    for function in range(made.count):
        if made.hidden[function]:
            compare(f"hidden {function}", made.tottime[function] + made.cumtime[function], 0.0)
            continue
        compare(f"own {function}", made.tottime[function], truth.own.get(name_of(function), 0.0))
        compare(f"time {function}", made.cumtime[function], truth.time.get(name_of(function), 0.0))
    found += _wrong_edges(made, truth, name_of)
    compare("outside", made.outside.value, truth.outside)
    compare("frameless", made.unattributed, truth.frameless)
    compare("sum", sum(made.tottime) + made.outside.value + made.unattributed, truth.whole)
    if made.focus is not None:
        compare("focus", made.focus.value, truth.whole)
    columns = (made.own, made.time, made.calls, made.edge_bounds.own, made.edge_bounds.time)
    found += [("estimates", column) for column in (*columns, made.edge_bounds.calls) if column.estimated]
    return found


def _wrong_edges(made: Profile, truth: Truth, name_of: Callable[[int], int]) -> Iterable[tuple[object, ...]]:
    left = dict(truth.edge_time)
    for function in range(made.count):
        for edge in made.callers(function):
            if edge.function >= made.count:
                continue
            pair = name_of(edge.function), name_of(function)
            if pair not in left and not edge.cumtime and not edge.tottime:
                # Recorded, but it weighs nothing in this measure.
                continue
            known = left.pop(pair, None), truth.edge_own.get(pair, 0.0)
            same = known[0] is not None and abs(known[0] - (edge.cumtime or 0.0)) <= 1e-9 * max(1.0, known[0])
            if not same or abs(known[1] - (edge.tottime or 0.0)) > 1e-9 * max(1.0, known[1]):
                yield "edge", pair, edge, known
    yield from (("lacks", pair) for pair in left)
