"""The modules of a run by who imported them, with what cannot be told in a group of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from proftui.analysis.calltree.hot_path import SMALL
from proftui.analysis.importlib_names import seconds_of_imports
from proftui.analysis.imports.events import reading
from proftui.analysis.imports.import_times import OUTSIDE, ImportTimes, measuring
from proftui.analysis.imports.importers import MayImport, telling
from proftui.analysis.names import Names
from proftui.analysis.source.source_text import Source
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.consistency import checked

Kind = Literal["program", "module", "function", "outside", "several", "loading", "extensions", "rest"]
"""``program``: what ran and was not imported; ``function``: imports when it is called; ``outside``: code
that is not in the profile; ``several``: the modules of which the importer cannot be told; ``rest``: in JSON,
all that lies deeper than was asked for."""
_LEAST_SHARE = 0.001
"""The part of all imports from which on a function that imports has a row even if nobody knows what."""


@dataclass(eq=False)
class ImportNode:
    """One row: a module with what it imported, or what else imports consist of."""

    kind: Kind
    function: int = -1
    """The code of the module, or the function; -1: neither."""
    time: float | None = None
    """Seconds with all that it imported; of what only imports, those of its imports."""
    own: float | None = None
    """Seconds without: its own code and what that calls."""
    likely: bool = False
    """Whether its importer is told by source text alone: code without source may have been earlier."""
    parent: ImportNode | None = None
    children: list[ImportNode] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class ImportTree:
    """All of it."""

    times: ImportTimes
    roots: list[ImportNode]
    own: float | None
    """Seconds of the modules, each without what it imported; ``None``: some of them ran more than once."""

    @property
    def twice(self) -> float | None:
        """Seconds that stand in two rows: of modules that were imported by functions that modules call."""
        if self.own is None or self.times.loading is None:
            return None
        return max(0.0, self.own + self.times.loading + self.times.extensions - self.times.total)

    def nodes(self) -> Iterator[ImportNode]:
        """Every row, each before what is below it."""
        waiting = self.roots[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


def hot_path(node: ImportNode, total: float) -> tuple[list[ImportNode], Literal["own", "small", "untold"]]:
    """From a row down the heaviest imports, and why the last is it.

    It ends where nothing that was imported took longer than the module's own time (``untold``: of its time
    more is in modules of which the importer is not told), and where the next module took less than 1 % of
    the run (``total``, seconds) and less than half of this one.
    """
    path = [node]
    while True:
        here = path[-1]
        time, own = here.time or 0.0, here.own or 0.0
        step = max(here.children, key=lambda child: child.time or 0.0, default=None)
        if step is None or (step.time or 0.0) <= own:
            untold = time - own - sum(child.time or 0.0 for child in here.children)
            return path, "untold" if untold > own else "own"
        if (step.time or 0.0) < min(SMALL * total, time / 2):
            return path, "small"
        path.append(step)


def building(
    profile: Profile, names: Names, source: Callable[[str], Pieces[Source | None]]
) -> Pieces[ImportTree | None]:
    """The tree; ``None`` where the file does not tell what imports took.

    ``source`` finds the text of a recorded file.
    """
    times = yield from measuring(profile, names, seconds_of_imports(profile, names))
    if times is None or not (times.modules or times.extensions):
        return None
    proved, told = dict[int, int](), dict[int, int]()
    if not checked(profile).mixed and not checked(profile).contradicts:
        may_import = yield from reading(profile, times, source)
        proved = yield from telling(profile, times, may_import, {})
        by_text: MayImport = {importer: some or () for importer, some in may_import.items()}
        told = yield from telling(profile, times, by_text, proved)
    return _tree(times, profile, proved, told)


def _tree(
    times: ImportTimes, profile: Profile, proved: Mapping[int, int], told: Mapping[int, int]
) -> ImportTree:
    assert profile.cumtime is not None
    entered, nodes = times.entered, dict[int, ImportNode]()
    for module in times.modules:
        time = profile.cumtime[module]
        own = None if module in times.repeated else max(0.0, time - entered.get(module, 0.0))
        nodes[module] = ImportNode("module", module, time, own, module not in proved)
    importers = {**entered, **times.by_extensions}
    for index, time in importers.items():
        if index not in nodes:
            kind: Kind = "program" if index in times.programs else "function"
            nodes[index] = ImportNode("outside" if index == OUTSIDE else kind, index, time)
    if OUTSIDE in nodes and times.loading is None:
        nodes[OUTSIDE].time = None
    several = ImportNode("several")
    for module in times.modules:
        importer = told.get(module)
        _put(nodes[module], several if importer is None else nodes[importer])
    for module in times.modules:
        # What is below itself by mistake would not be seen at all.
        if not _has_root(nodes[module]):
            nodes[module].parent = None
            _put(nodes[module], several)
    least = _LEAST_SHARE * times.total
    others = (node for node in nodes.values() if node.kind != "module")
    roots = [node for node in others if node.children or (node.time or 0.0) >= least]
    several.own = _sum(several.children)
    roots += [
        ImportNode("loading", own=times.loading),
        *([ImportNode("extensions", own=times.extensions)] if times.extensions else ()),
    ]
    # The longest list stands last.
    roots += [several] if several.children else []
    own = None if times.repeated else _sum(nodes[module] for module in times.modules)
    return ImportTree(times, roots, own)


def _sum(nodes: Iterable[ImportNode]) -> float | None:
    own = [node.own for node in nodes]
    return None if None in own else sum(time or 0.0 for time in own)


def _put(node: ImportNode, parent: ImportNode) -> None:
    if node.parent is not None:
        node.parent.children.remove(node)
    node.parent = parent
    parent.children.append(node)


def _has_root(node: ImportNode) -> bool:
    seen = set[ImportNode]()
    while node.parent is not None and node not in seen:
        seen.add(node)
        node = node.parent
    return node.parent is None
