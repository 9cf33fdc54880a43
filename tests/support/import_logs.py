"""Logs of random programs that `exec` runs: modules that import each other, and texts."""

from __future__ import annotations

import random

from tests.support.log_writer import DEEPEST, Writer, habits_of, key
from tests.support.lsprof_emulation import Key, Logged

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
