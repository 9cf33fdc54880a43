"""Which line of which function made each call of a program: by the interpreter's own events.

Standard library alone, and nothing newer than Python 3.8: it is run by the Pythons that profiles come from.
"""

from __future__ import annotations

import cProfile
import gc
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Key = tuple[str, int, str]
    Truth = Counter[tuple[Key, int, Key]]


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_firstlineno, code.co_name


class Tracer:
    """Sees what cProfile sees: who calls is on top of its stack, which has built-in functions on it too."""

    def __init__(self, builtins: bool) -> None:
        self.builtins = builtins
        self.stack: list[Key] = []
        self.calls: Truth = Counter()

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if event.startswith("c_") and not self.builtins:
            return
        if event == "call":
            below = frame.f_back
            if self.stack and below is not None and self.stack[-1] == _key(below.f_code):
                assert below.f_lineno is not None
                self.calls[self.stack[-1], below.f_lineno, _key(frame.f_code)] += 1
            self.stack.append(_key(frame.f_code))
        elif event == "c_call":
            if self.stack and self.stack[-1] == _key(frame.f_code):
                assert frame.f_lineno is not None
                self.calls[self.stack[-1], frame.f_lineno, _builtin(arg)] += 1
            self.stack.append(_builtin(arg))
        elif self.stack:
            self.stack.pop()


def _builtin(function: Any) -> Key:
    """The name of a built-in function as a profile has it, near enough to tell apart what one line calls."""
    return "~", 0, str(function.__name__)


def _run(path: Path) -> Callable[[], Any]:
    code = compile(path.read_text(), str(path), "exec")
    module = ModuleType(path.stem)

    def run() -> Any:
        # Dataclasses look their module up.
        sys.modules[path.stem] = module
        try:
            exec(code, vars(module))
            return vars(module)["main"]()
        finally:
            del sys.modules[path.stem]

    return run


def truth_of(path: Path, *, builtins: bool = True) -> Truth:
    """The calls of a program by line."""
    tracer = Tracer(builtins)
    run = _run(path)
    gc.collect()
    gc.disable()
    sys.setprofile(tracer)
    try:
        run()
    finally:
        sys.setprofile(None)
        gc.enable()
    return tracer.calls


def write_stats(path: Path, stats: Path, *, builtins: bool = True) -> None:
    """Write what cProfile records of the same program."""
    profiler = cProfile.Profile(builtins=builtins)
    run = _run(path)
    gc.collect()
    gc.disable()
    try:
        profiler.runcall(run)
    finally:
        gc.enable()
    profiler.dump_stats(str(stats))


def leaves_out_builtins() -> bool:
    """Whether cProfile does so when it is told: from Python 3.14 on it records them all the same."""
    profiler = cProfile.Profile(builtins=False)
    profiler.runcall(lambda: len(()))
    profiler.create_stats()
    return not any("len" in name for _, _, name in vars(profiler)["stats"])


def record(path: Path, *, builtins: bool) -> None:
    """Write profile and truth of a program beside it, named by whether built-in functions are recorded."""
    write_stats(path, path.with_suffix(f".{builtins}.stats"), builtins=builtins)
    truth = truth_of(path, builtins=builtins)
    path.with_suffix(f".{builtins}.json").write_text(json.dumps(list(truth)))


def main() -> None:
    """Record each program that this Python can run, in both ways."""
    for path in map(Path, sys.argv[1:]):
        try:
            truth_of(path)
        except (SyntaxError, NameError, AttributeError, TypeError):
            continue  # It needs a newer Python.
        record(path, builtins=True)
        record(path, builtins=False)


if __name__ == "__main__":
    main()
