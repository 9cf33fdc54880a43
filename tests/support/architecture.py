"""The house: rooms, floors, and who imports whom. ``python -m tests.support.architecture`` prints it."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = (ROOT / "parsers", ROOT / "tui")

FLOORS: tuple[tuple[str, ...], ...] = (
    ("proftui", "proftui.messages", "proftui_parsers", "proftui.background"),
    ("proftui.drawing",),
    ("proftui.analysis", "proftui.terminal"),
    ("proftui.state", "proftui.external"),
    ("proftui.frame",),
    ("proftui.widgets",),
    ("proftui.views",),
    ("proftui.startup", "proftui.output"),
    ("proftui.app", "proftui.screens"),
    ("proftui.cli",),
    ("proftui.__main__",),
)
"""Rooms from the ground up. A module imports from its own room and from the floors below it, nothing else."""
FLOOR_OF = {room: number for number, rooms in enumerate(FLOORS, 1) for room in rooms}


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    root = next(root for root in SOURCE_ROOTS if path.is_relative_to(root))
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def modules() -> dict[str, Path]:
    """Every module of the product, without the demo, which is a program to be profiled."""
    paths = (path for root in SOURCE_ROOTS for path in root.rglob("*.py"))
    return {module_of(path): path for path in paths if "demo" not in path.parts}


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a source file, the module first: for all that look at them, parsed once."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def room_of(module: str) -> str:
    """The folder directly below the package, all of the readers as one; a file there is its own room."""
    package, _, rest = module.partition(".")
    return package if package == "proftui_parsers" or not rest else f"{package}.{rest.partition('.')[0]}"


def imported(path: Path, *, when_loaded: bool = False) -> set[str]:
    """The names that a file imports anywhere in it: in functions and for types only, too.

    With ``when_loaded`` only those that loading the file imports.
    """
    names: set[str] = set()
    for node in _when_loaded(path) if when_loaded else nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def _when_loaded(path: Path) -> Iterator[ast.AST]:
    """The nodes that run when a file is loaded."""
    waiting: list[ast.AST] = [nodes(path)[0]]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _for_types(node)):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


@functools.cache
def arrows() -> dict[str, frozenset[str]]:
    """The product's modules that each module imports, lazily or not; packages only where they give names."""
    known = modules()
    found = {}
    for module, path in known.items():
        names = {name for name in imported(path) if name in known and name != module}
        inner = {name for name in names if any(other.startswith(f"{name}.") for other in names)}
        packages = {
            name for name in inner if known[name].name == "__init__.py" and not _gives_names(known[name])
        }
        found[module] = frozenset(names - packages)
    return found


def _gives_names(path: Path) -> bool:
    """Whether a package's own file holds more than a sentence."""
    (module, *_) = nodes(path)
    return isinstance(module, ast.Module) and len(module.body) > 1


def circles(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Groups of nodes that reach each other, by asking of each node what it reaches."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting.extend(graph.get(node, ()))
        reached[start] = seen
    groups = {frozenset(b for b in reached[a] if a in reached.get(b, ())) for a in graph if a in reached[a]}
    return [set(group) for group in groups]


def between_rooms() -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another."""
    pairs = ((room_of(a), room_of(b)) for a, others in arrows().items() for b in others)
    return Counter((a, b) for a, b in pairs if a != b)


def main() -> None:
    """Print floors, rooms with their lines, and what each takes from which."""
    counted = between_rooms()
    lines: Counter[str] = Counter()
    for module, path in modules().items():
        lines[room_of(module)] += path.read_text(encoding="utf-8").count("\n")
    for number, rooms in reversed(list(enumerate(FLOORS, 1))):
        for room in rooms:
            taken = [f"{_short(b)} {times}" for (a, b), times in sorted(counted.items()) if a == room]
            print(f"{number:2}  {_short(room):12} {lines[room]:6,} lines  <- {', '.join(taken) or 'nothing'}")
    print(f"{len(lines)} rooms, {len(FLOORS)} floors, {len(counted)} arrows, {sum(lines.values()):,} lines")


def _short(room: str) -> str:
    return room.removeprefix("proftui.")


if __name__ == "__main__":
    main()
