"""Logs of programs that are drawn at random, by families; and the smallest log in which something holds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.lsprof_emulation import Event, Key, Logged

EXEC: Key = ("~", 0, "<built-in method builtins.exec>")
FROZEN, EXTERNAL = "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>"
IMPORT_SYSTEM: tuple[Key, ...] = (
    EXEC,
    (FROZEN, 1165, "_find_and_load"),
    (FROZEN, 1120, "_find_and_load_unlocked"),
    (FROZEN, 1054, "_find_spec"),
    (FROZEN, 666, "_load_unlocked"),
    (EXTERNAL, 934, "exec_module"),
    (EXTERNAL, 1007, "get_code"),
    (FROZEN, 233, "_call_with_frames_removed"),
    (FROZEN, 1207, "_handle_fromlist"),
    ("~", 0, "<built-in method builtins.__import__>"),
)
_FIND, _UNLOCKED, _SPEC, _LOAD, _MODULE, _CODE, _CALL, _FROMLIST, _IMPORT = range(1, 10)
TICKS = (0, 1, 1, 2, 3, 5, 8, 20, 50, 200, 1000)
NO_TICKS = (0, 0, 0, 0, 0, 1, 10)
DEEPEST = 14


def key(number: int) -> Key:
    """A function of the program's own; some are written in C."""
    return (
        ("~", 0, f"<built-in method mod.c{number}>")
        if number % 7 == 6
        else (f"/src/m{number % 3}.py", 10 * number + 1, f"f{number}")
    )


@dataclass
class Writer:
    """Writes a log, and bounds how long it gets."""

    rng: random.Random
    left: int
    """How many calls may still be made."""
    ticks: Sequence[int] = TICKS
    log: list[Event] = field(default_factory=list)

    def enter(self, code: int) -> None:
        self.left -= 1
        self.log.append(("c", code))
        self.work()

    def work(self) -> None:
        ticks = self.rng.choice(self.ticks)
        if ticks:
            self.log.append(("w", ticks))

    def leave(self, times: int = 1) -> None:
        self.log.extend([("r", 0)] * times)

    def called(self, code: int) -> None:
        """A call that calls nothing."""
        self.enter(code)
        self.leave()

    def go_on(self, running: int, habits: Mapping[int, Sequence[int]], falls: float = 0.0) -> int:
        """Calls below the innermost of ``running`` functions, by their habits; how many frames fell.

        ``falls``: how likely an exception comes out of a call, through some frames.
        """
        code = self.log[-1][1] if self.log[-1][0] == "c" else self.log[-2][1]
        for callee in self.rng.choices(habits[code], k=self.rng.randrange(5)) if habits[code] else ():
            if self.left <= 0 or running >= DEEPEST:
                break
            if callee == code and self.rng.random() < 0.7:
                continue
            self.enter(callee)
            fallen = self.go_on(running + 1, habits, falls)
            self.leave()
            if fallen:
                return fallen - 1
            self.work()
        return self.rng.randrange(1, 5) if self.rng.random() < falls else 0


def habits_of(
    rng: random.Random, count: int, allowed: Callable[[int], Sequence[int]]
) -> dict[int, list[int]]:
    """What each function is likely to call: a few of those that it may."""
    found = {}
    for number in range(count):
        others = list(allowed(number))
        few = rng.sample(others, min(len(others), rng.randrange(1, 4)))
        found[number] = few * 3 + others if rng.random() < 0.3 else few
    return found


def _by_habit(
    rng: random.Random,
    allowed: Callable[[int, int], Sequence[int]],
    roots: int = 1,
    ticks: Sequence[int] = TICKS,
    falls: float = 0.0,
) -> Logged:
    count = rng.choice((3, 5, 8, 12, 20))
    writer = Writer(rng, rng.choice((15, 40, 150, 400)), ticks)
    habits = habits_of(rng, count, lambda number: allowed(number, count))
    for _ in range(rng.randrange(1, roots + 1)):
        writer.enter(0 if roots == 1 else rng.randrange(count))
        writer.go_on(1, habits, falls)
        writer.leave()
    return Logged(tuple(writer.log), {number: key(number) for number in range(count)})


def _later(number: int, count: int) -> Sequence[int]:
    return range(number + 1, count)


def _itself_and_later(number: int, count: int) -> Sequence[int]:
    return range(number, count)


def _any(number: int, count: int) -> Sequence[int]:
    return range(count)


def acyclic(rng: random.Random) -> Logged:
    """Functions call later ones only."""
    return _by_habit(rng, _later, rng.choice((1, 1, 4)))


def direct(rng: random.Random) -> Logged:
    """Functions call later ones and themselves."""
    return _by_habit(rng, _itself_and_later, rng.choice((1, 1, 4)))


def mutual(rng: random.Random) -> Logged:
    """Functions call any other."""
    return _by_habit(rng, _any, rng.choice((1, 1, 4)))


def exceptions(rng: random.Random) -> Logged:
    """Exceptions come out of calls through several frames."""
    return _by_habit(rng, rng.choice((_later, _any)), rng.choice((1, 3)), falls=0.2)


def zero(rng: random.Random) -> Logged:
    """Most calls take no time that the clock shows."""
    return _by_habit(rng, rng.choice((_later, _itself_and_later, _any)), rng.choice((1, 3)), ticks=NO_TICKS)


def phases(rng: random.Random) -> Logged:
    """The profiler is switched on and off, also in the midst of calls."""
    made = _by_habit(rng, rng.choice((_later, _any)), 6)
    log = list(made.log)
    for _ in range(rng.randrange(1, 4)):
        log.insert(rng.randrange(len(log) + 1), ("d", 0))
    return Logged(tuple(log), made.labels)


def generators(rng: random.Random) -> Logged:
    """Generators that go on by way of each other: to resume one is a call, what it yields a return."""
    count = rng.randrange(4, 8)
    writer = Writer(rng, rng.choice((40, 100)))
    helpers = range(3, count)
    chain = [rng.choice((1, 1, 2)) for _ in range(DEEPEST)]
    writer.enter(0)
    deep = 1
    while writer.left > 0:
        deep = max(1, min(DEEPEST - 2, deep + rng.choice((-1, 0, 1, 1))))
        for step in range(deep):
            writer.enter(chain[step])
            if rng.random() < 0.3:
                writer.called(rng.choice(helpers))
        for _ in range(deep):
            writer.work()
            writer.leave()
        if rng.random() < 0.5:
            writer.called(rng.choice((1, *helpers)))
    writer.leave()
    return Logged(tuple(writer.log), {number: key(number) for number in range(count)})


class _Importing:
    """A run of modules that import each other, use helpers, and have `exec` run texts."""

    def __init__(self, rng: random.Random, modules: int, helpers: int, recursive: bool) -> None:
        self.writer = Writer(rng, rng.choice((60, 150)))
        self.rng, self.modules = rng, modules
        self.first_helper = len(IMPORT_SYSTEM) + modules
        self.helpers, self.recursive = helpers, recursive
        self.loaded: set[int] = {0}
        self.labels: dict[int, Key] = dict(enumerate(IMPORT_SYSTEM))
        for module in range(modules):
            file = f"/src/module{module}.py" if module else "/src/script.py"
            self.labels[len(IMPORT_SYSTEM) + module] = (file, 1, "<module>")
        for helper in range(self.first_helper, self.first_helper + helpers):
            self.labels[helper] = key(helper)

    def run(self, by_exec: bool) -> Logged:
        """As `python -m cProfile script.py` does, or from the midst of a program."""
        writer = self.writer
        if by_exec:
            writer.enter(0)
            self.body(0, 2)
            writer.leave()
        else:
            for _ in range(self.rng.randrange(1, 4)):
                self.helper(self.first_helper, 1) if self.helpers else self.imported(self.module(), 1)
        return Logged(tuple(writer.log), self.labels)

    def module(self) -> int:
        return self.rng.randrange(self.modules)

    def body(self, module: int, depth: int) -> None:
        self.writer.enter(len(IMPORT_SYSTEM) + module)
        self.steps(depth, self.first_helper)
        self.writer.leave()

    def helper(self, number: int, depth: int) -> None:
        self.writer.enter(number)
        self.steps(depth, self.first_helper if self.recursive else number + 1, 0.2)
        self.writer.leave()

    def steps(self, depth: int, first: int, imports: float = 0.6) -> None:
        writer, rng = self.writer, self.rng
        last = self.first_helper + self.helpers
        for _ in range(rng.randrange(4)):
            if writer.left <= 0 or depth > 40:
                return
            if rng.random() < imports:
                self.imported(self.module(), depth + 1)
            elif first < last:
                self.helper(rng.randrange(first, last), depth + 1)
            writer.work()

    def imported(self, module: int, depth: int) -> None:
        """One `import`, now and then by way of what `from … import` does for submodules."""
        writer = self.writer
        around = (_FROMLIST, _CALL, _IMPORT) if self.rng.random() < 0.2 else ()
        for code in (*around, _FIND):
            writer.enter(code)
        if module not in self.loaded:
            self.loaded.add(module)
            writer.enter(_UNLOCKED)
            writer.called(_SPEC)
            for code in (_LOAD, _MODULE):
                writer.enter(code)
            writer.called(_CODE)
            for code in (_CALL, 0):
                writer.enter(code)
            self.body(module, depth + 6)
            writer.leave(5)
        writer.leave(len(around) + 1)


def imports(rng: random.Random) -> Logged:
    """Modules import each other through `exec` and importlib."""
    importing = _Importing(rng, rng.randrange(1, 7), rng.randrange(4), rng.random() < 0.3)
    return importing.run(rng.random() < 0.7)


def exec_of_texts(rng: random.Random) -> Logged:
    """`exec` runs texts, some of them several times, and compiles others before."""
    count, texts = rng.randrange(3, 7), rng.randrange(1, 5)
    writer = Writer(rng, rng.choice((25, 60)))
    labels = {0: EXEC, **{number: key(number) for number in range(1, count)}}
    labels |= {count + text: (f"<text {text}>", 1, "<module>") for text in range(texts)}
    habits = habits_of(rng, count, lambda number: range(max(1, number + 1), count))
    used = {text: rng.sample(range(1, count), min(2, count - 1)) for text in range(texts)}

    def function(number: int, depth: int) -> None:
        writer.enter(number)
        for _ in range(rng.randrange(4)):
            if writer.left <= 0 or depth > DEEPEST:
                break
            if rng.random() < 0.5:
                text(rng.randrange(texts), depth + 1)
            elif habits[number]:
                function(rng.choice(habits[number]), depth + 1)
            writer.work()
        writer.leave()

    def text(number: int, depth: int) -> None:
        writer.enter(0)
        writer.enter(count + number)
        if writer.left > 0 and depth < DEEPEST and rng.random() < 0.6:
            function(rng.choice(used[number]), depth + 2)
        writer.leave()
        if rng.random() < 0.3:
            writer.work()
        writer.leave()

    for _ in range(rng.randrange(1, 3)):
        text(0, 1) if rng.random() < 0.4 else function(1, 1)
    return Logged(tuple(writer.log), labels)


def collisions(rng: random.Random) -> Logged:
    """Several functions have one label: lambdas of a line, `__init__` of dataclasses, texts."""
    made = rng.choice((acyclic, direct, mutual, exec_of_texts, zero))(rng)
    labels, numbers = dict(made.labels), list(made.labels)
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.sample(numbers, 2)
        if EXEC not in (labels[one], labels[other]):
            labels[one] = labels[other]
    return Logged(made.log, labels)


def threads(rng: random.Random) -> Logged:
    """Two to four threads on the profiler's one stack, as under Python 3.12 and later."""
    parts = [rng.choice((acyclic, direct, mutual))(rng) for _ in range(rng.randrange(2, 5))]
    shared = rng.random() < 0.5
    labels: dict[int, Key] = {}
    waiting: list[Iterator[Event]] = []
    for place, part in enumerate(parts):
        by = 0 if shared else 100 * place
        labels |= {number + by: key(number + by) for number in part.labels}
        waiting.append(iter([(what, number + by if what == "c" else number) for what, number in part.log]))
    log: list[Event] = []
    while waiting:
        thread = rng.randrange(len(waiting))
        log.append(("t", thread))
        for _ in range(rng.randrange(1, 12)):
            event = next(waiting[thread], None)
            if event is None:
                # Numbers of threads that are done are not used again: the last one takes this place.
                return Logged((*log, *_ends(waiting)), labels)
            log.append(event)
    return Logged(tuple(log), labels)


def _ends(waiting: Sequence[Iterator[Event]]) -> list[Event]:
    """What is left of each thread when the first is done, one after the other."""
    return [event for place, rest in enumerate(waiting) for event in (("t", place), *rest)]


FAMILIES: dict[str, Callable[[random.Random], Logged]] = {
    "acyclic": acyclic,
    "direct": direct,
    "mutual": mutual,
    "imports": imports,
    "exec": exec_of_texts,
    "generators": generators,
    "exceptions": exceptions,
    "phases": phases,
    "zero": zero,
    "collisions": collisions,
    "threads": threads,
}
CLEAN = tuple(family for family in FAMILIES if family not in ("collisions", "threads"))
"""Families whose files do not contradict themselves."""


def drawn(family: str, seed: int) -> Logged:
    """The program of a family with this number, the same each time."""
    return FAMILIES[family](random.Random(f"{family} {seed}"))


# The smallest


def shrunk(made: Logged, holds: Callable[[Logged], bool], tries: int = 600) -> Logged:
    """A log out of which no call and no work can be taken so that something still ``holds``."""
    left = tries
    again = True
    while again:
        again = False
        for smaller in _smaller(made.log):
            candidate = Logged(smaller, made.labels)
            left -= 1
            if left < 0:
                return made
            if holds(candidate):
                made, again = candidate, True
                break
    return made


def _smaller(log: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """Without a call and all below it, without a call alone, without work, with less."""
    ends = _returns(log)
    returns = {*ends.values()}
    useless = [place for place, (what, _) in enumerate(log) if what == "r" and place not in returns]
    if useless:
        yield tuple(event for place, event in enumerate(log) if place not in useless)
    spans = sorted(ends.items(), key=lambda span: span[0] - span[1])
    for start, end in spans:
        yield log[:start] + log[end + 1 :]
    for start, end in spans:
        yield log[:start] + log[start + 1 : end] + log[end + 1 :]
    for place, (what, number) in enumerate(log):
        if what in "wtd":
            yield log[:place] + log[place + 1 :]
        if what == "w" and number > 1:
            yield (*log[:place], ("w", 1), *log[place + 1 :])


def _returns(log: Sequence[Event]) -> dict[int, int]:
    """Where each call ends, by where it begins."""
    stacks: dict[int, list[int]] = {}
    thread, found = 0, {}
    for place, (what, number) in enumerate(log):
        if what == "t":
            thread = number
        elif what == "c":
            stacks.setdefault(thread, []).append(place)
        elif what == "r" and stacks.get(thread):
            found[stacks[thread].pop()] = place
        elif what == "d":
            stacks = {}
    return found
