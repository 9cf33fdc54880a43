"""Programs with known stacks: run in a small interpreter that records what cProfile would record of them.

Nothing is timed. A program is a handful of functions that call each other as their argument says, and
its clock goes on by whole ticks, so that what really happened is known exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped

from proftui_parsers import Profile, load_bytes

TICK = 1e-9
"""Seconds of one tick of the clock."""
ARGUMENTS = 12
"""Arguments are whole numbers below this."""
DEEPEST = 22
MOST_CALLS = 120

Key = tuple[str, int, str]
Path = tuple[int, ...]
EXEC: Key = ("~", 0, "<built-in method builtins.exec>")
BOOTSTRAP = "<frozen importlib._bootstrap>"


@dataclass(frozen=True)
class Call:
    """One call in a function's body.

    Made if ``argument % modulus == remainder``, with ``times * argument + plus``.
    """

    callee: int
    modulus: int = 1
    remainder: int = 0
    times: int = 1
    plus: int = 0
    once: bool = False
    """Made the first time only, as a module runs at its first import only."""


@dataclass(frozen=True)
class Body:
    """One function: works for ``ticks + slope * argument``, and for ``ticks`` again after each call."""

    key: Key
    ticks: int
    slope: int = 0
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Program:
    """Functions, and the calls that the profiled part of the program makes: function and argument."""

    bodies: tuple[Body, ...]
    roots: tuple[tuple[int, int], ...]


@dataclass
class _Figures:
    """What cProfile holds of a function or of the calls from one to another (Modules/_lsprof.c)."""

    running: int = 0
    calls: int = 0
    recursive: int = 0
    own: int = 0
    time: int = 0

    def stop(self, time: int, own: int) -> None:
        self.running -= 1
        if self.running:
            self.recursive += 1
        else:
            self.time += time
        self.own += own
        self.calls += 1


@dataclass
class Recorder:
    """Keeps what cProfile keeps, and beside it what happened on which stack."""

    functions: dict[int, _Figures] = field(default_factory=dict)
    edges: dict[tuple[int, int], _Figures] = field(default_factory=dict)
    """By caller and callee."""
    own: Counter[Path] = field(default_factory=Counter)
    """Ticks spent in the last function of each stack."""
    calls: Counter[Path] = field(default_factory=Counter)
    _stack: list[tuple[int, int, int]] = field(default_factory=list)
    """Function, ticks of its own so far, ticks of what it called."""
    _path: Path = ()
    by_stack: bool = True
    """Whether stacks are kept; of very deep ones that is too much."""

    def enter(self, function: int) -> None:
        if self._stack:
            edge = (self._stack[-1][0], function)
            self.edges.setdefault(edge, _Figures()).running += 1
        self.functions.setdefault(function, _Figures()).running += 1
        self._stack.append((function, 0, 0))
        if self.by_stack:
            self._path = (*self._path, function)
            self.calls[self._path] += 1
            self.own[self._path] += 0

    def work(self, ticks: int) -> None:
        function, own, below = self._stack[-1]
        self._stack[-1] = function, own + ticks, below
        if self.by_stack:
            self.own[self._path] += ticks

    def leave(self) -> None:
        function, own, below = self._stack.pop()
        self._path = self._path[:-1]
        self.functions[function].stop(own + below, own)
        if self._stack:
            caller, callers_own, callers_below = self._stack[-1]
            self._stack[-1] = caller, callers_own, callers_below + own + below
            self.edges[caller, function].stop(own + below, own)


@dataclass(frozen=True, eq=False)
class Run:
    """What happened, and what a profile says of it."""

    program: Program
    recorded: Recorder = field(repr=False)  # long, and follows from the program

    @cached_property
    def stats(self) -> Stats:
        """What ``cProfile.Profile.create_stats`` would leave."""
        return file_of(self.recorded, [body.key for body in self.program.bodies])

    @cached_property
    def profile(self) -> Profile:
        """The profile, by way of a file's bytes."""
        return load_bytes(dumped(self.stats), "simulated.stats")

    @cached_property
    def numbers(self) -> list[int]:
        """The function of the program, by index in the profile."""
        numbers = {body.key: number for number, body in enumerate(self.program.bodies)}
        profile = self.profile
        return [numbers[profile.function(index)] for index in range(profile.count)]

    @cached_property
    def indices(self) -> dict[int, int]:
        """The index in the profile, by function of the program."""
        return {number: index for index, number in enumerate(self.numbers)}

    def stacks(self) -> list[tuple[Path, float]]:
        """Indices in the profile from the outermost to the innermost, and seconds spent there."""
        return [(self._indexed(path), ticks * TICK) for path, ticks in self.recorded.own.items()]

    @cached_property
    def down(self) -> Truth:
        """What is true of each path from a root; a function that calls itself is on it once."""
        truth = Truth()
        for raw, ticks in self.recorded.own.items():
            path = collapsed(self._indexed(raw))
            truth.own[path] += ticks
            for depth in range(1, len(path) + 1):
                truth.time[path[:depth]] += ticks
        for raw, count in self.recorded.calls.items():
            if raw[-2:-1] != raw[-1:]:
                truth.calls[collapsed(self._indexed(raw))] += count
        return truth

    @cached_property
    def up(self) -> Truth:
        """What is true of each path from a function to its callers, of the function's own time.

        The second on a path is who made the call; if that is the function itself, the path ends there.
        """
        truth = Truth()
        for raw, ticks in self.recorded.own.items():
            stack = self._indexed(raw)[::-1]
            callers = collapsed(stack[1:]) if stack[1:2] != stack[:1] else stack[:1]
            path = (stack[0], *callers)
            truth.own[path] += ticks
            for depth in range(1, len(path) + 1):
                truth.time[path[:depth]] += ticks
        return truth

    def _indexed(self, path: Path) -> Path:
        return tuple(self.indices[function] for function in path)


@dataclass
class Truth:
    """Ticks and calls by path, in indices of the profile."""

    time: Counter[Path] = field(default_factory=Counter)
    own: Counter[Path] = field(default_factory=Counter)
    calls: Counter[Path] = field(default_factory=Counter)


def collapsed(path: Path) -> Path:
    """Calls of a function by itself are no step."""
    return tuple(f for place, f in enumerate(path) if not place or path[place - 1] != f)


def run(program: Program) -> Run:
    """Run a program."""
    recorder = Recorder()
    done: set[tuple[int, int, int]] = set()
    left = MOST_CALLS

    def call(function: int, argument: int, depth: int) -> None:
        nonlocal left
        body = program.bodies[function]
        recorder.enter(function)
        recorder.work(body.ticks + body.slope * argument)
        for step in body.calls:
            passed = (step.times * argument + step.plus) % ARGUMENTS
            mark = (function, step.callee, passed)
            if argument % step.modulus != step.remainder or depth >= DEEPEST or left <= 0:
                continue
            if step.once and mark in done:
                continue
            done.add(mark)
            left -= 1
            call(step.callee, passed, depth + 1)
            recorder.work(body.ticks)
        recorder.leave()

    for function, argument in program.roots:
        call(function, argument, 1)
    return Run(program, recorder)


def as_python(program: Program) -> tuple[dict[str, Any], list[Callable[[int, int], None]]]:
    """The same program in Python, with its clock and counters in the namespace that comes first."""
    space: dict[str, Any] = {"now": 0, "left": MOST_CALLS, "done": set()}
    functions = []
    for number, body in enumerate(program.bodies):
        file, line, name = body.key
        lines = [
            f"def {name}(argument, depth):",
            "    global now, left, done",
            f"    now += {body.ticks} + {body.slope} * argument",
        ]
        for step in body.calls:
            lines += [
                f"    passed = ({step.times} * argument + {step.plus}) % {ARGUMENTS}",
                f"    mark = ({number}, {step.callee}, passed)",
                f"    if (argument % {step.modulus} == {step.remainder} and depth < {DEEPEST} and left > 0",
                f"            and not ({step.once} and mark in done)):",
                "        done |= {mark}",
                "        left -= 1",
                f"        {program.bodies[step.callee].key[2]}(passed, depth + 1)",
                f"        now += {body.ticks}",
            ]
        exec(compile("\n" * (line - 1) + "\n".join(lines), file, "exec"), space)
        functions.append(space[name])
    return space, functions


# What programs there are


def key(number: int) -> Key:
    """A function of the program's own."""
    return ("prog.py", 10 * number + 1, f"f{number}")


TICKS = st.integers(0, 10**10)


def bodies(
    draw: st.DrawFn, numbers: Sequence[int], allowed: Callable[[int], Sequence[int]], most: int = 3
) -> list[Body]:
    """Functions that call those that are allowed to them."""
    found = []
    for number in numbers:
        calls = draw(st.lists(calls_of(allowed(number)), max_size=most)) if allowed(number) else []
        found.append(Body(key(number), draw(TICKS), draw(st.integers(0, 10**9)), tuple(calls)))
    return found


def calls_of(callees: Sequence[int]) -> st.SearchStrategy[Call]:
    """A call of one of these."""
    whether = st.sampled_from([(m, r) for m in (1, 2, 3) for r in range(m)])
    passed = st.tuples(st.integers(0, 5), st.integers(0, ARGUMENTS - 1))
    return st.builds(
        lambda callee, when, what: Call(callee, *when, *what), st.sampled_from(callees), whether, passed
    )


def roots_of(functions: Sequence[int], most: int = 1) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    """Calls that the program makes; several: the profiler is switched on and off around each."""
    root = st.tuples(st.sampled_from(functions), st.integers(0, ARGUMENTS - 1))
    return st.lists(root, min_size=1, max_size=most).map(tuple)


@st.composite
def acyclic(draw: st.DrawFn, roots: int = 1, recursive: bool = False) -> Program:
    """Functions that call later ones only, or, ``recursive``, also themselves: helpers are shared."""
    numbers = range(draw(st.integers(1, 7)))
    found = bodies(draw, numbers, lambda number: range(number if recursive else number + 1, len(numbers)))
    return Program(tuple(found), draw(roots_of(numbers if roots > 1 else [0], roots)))


@st.composite
def mutual(draw: st.DrawFn, roots: int = 1) -> Program:
    """Functions that call any other."""
    numbers = range(draw(st.integers(2, 6)))
    found = bodies(draw, numbers, lambda number: numbers)
    return Program(tuple(found), draw(roots_of(numbers, roots)))


@st.composite
def importing(draw: st.DrawFn, recursive: bool = False) -> Program:
    """A script that is run as ``python -m cProfile`` does and imports modules, which import others.

    ``exec`` runs the script; what it imports comes back to ``exec`` by way of importlib. Helpers may
    import when they are called, and may call each other in turn if ``recursive``.
    """
    modules = draw(st.integers(1, 5))
    helpers = draw(st.integers(0, 3))
    first_helper = 3 + modules
    callable_ = [*range(first_helper, first_helper + helpers)]
    found = [
        Body(EXEC, draw(TICKS), 0, tuple(Call(3 + m, ARGUMENTS, m, 0, m) for m in range(modules))),
        Body((BOOTSTRAP, 1165, "_find_and_load"), draw(TICKS), 0, (Call(2),)),
        Body((BOOTSTRAP, 233, "_call_with_frames_removed"), draw(TICKS), 0, (Call(0),)),
    ]
    for module in range(modules):
        imports = [Call(1, times=0, plus=later, once=True) for later in range(module + 1, modules)]
        steps: list[Call] = draw(st.lists(st.sampled_from(imports), max_size=3)) if imports else []
        steps += draw(st.lists(calls_of(callable_), max_size=2)) if callable_ else []
        steps = draw(st.permutations(steps))
        file = "/src/script.py" if not module else f"/src/module{module}.py"
        found.append(Body((file, 1, "<module>"), draw(TICKS), 0, tuple(steps)))
    for number in callable_:
        others = callable_ if recursive else [other for other in callable_ if other > number]
        steps = draw(st.lists(calls_of(others), max_size=2)) if others else []
        if modules > 1 and draw(st.booleans()):
            steps.append(Call(1, times=0, plus=draw(st.integers(1, modules - 1)), once=True))
        found.append(Body(key(number), draw(TICKS), draw(st.integers(0, 10**9)), tuple(steps)))
    started_by_exec: tuple[tuple[int, int], ...] = ((0, 0),)
    embedded = roots_of([3, *callable_], 3)
    return Program(tuple(found), draw(st.just(started_by_exec) | embedded))


WITHOUT_CYCLES = (
    acyclic() | acyclic(roots=4) | acyclic(recursive=True) | acyclic(roots=4, recursive=True)
).map(run)
"""No function calls another that leads back to it."""
WITH_CYCLES = (mutual() | mutual(roots=4) | importing() | importing(recursive=True)).map(run)
RUNS = WITHOUT_CYCLES | WITH_CYCLES


# Shapes that nobody draws by chance


def file_of(recorder: Recorder, keys: Sequence[Key]) -> Stats:
    """What ``cProfile.Profile.create_stats`` would leave."""
    found: Stats = {}
    for function, made in recorder.functions.items():
        counts = (made.calls - made.recursive, made.calls)
        found[keys[function]] = (*counts, made.own * TICK, made.time * TICK, {})
    for (caller, callee), made in recorder.edges.items():
        counts = (made.calls, made.calls - made.recursive)
        found[keys[callee]][4][keys[caller]] = (*counts, made.own * TICK, made.time * TICK)
    return found


def recorded(recorder: Recorder) -> Profile:
    """The profile of what was entered and left by hand."""
    keys = [key(number) for number in range(max(recorder.functions) + 1)]
    return load_bytes(dumped(file_of(recorder, keys)), "recorded.stats")


def layered(edges: Iterable[tuple[int, int]], own: Sequence[float]) -> Profile:
    """A profile of functions with this own time; callers come before callees, which they use alike."""
    above: list[list[int]] = [[] for _ in own]
    for caller, callee in edges:
        above[callee].append(caller)
    time = list(own)
    stats: Stats = {}
    for number in reversed(range(len(own))):
        callers = above[number]
        share = 1 / len(callers) if callers else 0.0
        for caller in callers:
            time[caller] += time[number] * share
        entries = {key(caller): (1, 1, own[number] * share, time[number] * share) for caller in callers}
        calls = len(callers) or 1
        stats[key(number)] = (calls, calls, own[number], time[number], entries)
    return load_bytes(dumped(stats), "layered.stats")
