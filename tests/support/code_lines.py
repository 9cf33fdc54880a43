"""Lines of code by room, without blanks, comments, docstrings and imports; what each room may have.

``python -m tests.support.code_lines`` prints both.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.support.architecture import SOURCE_ROOTS, module_of, nodes


class Budget(NamedTuple):
    """What some packages may have together; a module counts to the first budget that names it."""

    lines: int
    packages: tuple[str, ...]


BUDGETS = {
    # What has no whole stacks may have several measures, too.
    # Pictures of stacks are read by where their boxes lie, however that is rounded.
    # Printed reports are of two profilers, have callers and callees, and stand among other lines.
    # memray exports rows of text and two kinds of JSON, its captures are unpacked as far as their heading.
    # pprof is a message of protobuf, which is taken apart here; perf prints lines, gperftools words.
    # Costs of callgrind files become figures of functions and calls, recursive ones, too.
    # Files of scalene do not say where functions end: their text tells which line is in which.
    # What memory_profiler prints has two figures a line, neither of which can be added up.
    "parsers": Budget(8_395, ("proftui_parsers",)),
    "messages": Budget(1_290, ("proftui.messages",)),
    # Edits are found in libraries where no line moved, and behind wrappers that took the place of others.
    "comparing": Budget(1_825, ("proftui.analysis.compare",)),
    # Own time of calls may not be known where their time is.
    "trees": Budget(2_545, ("proftui.analysis.calltree", "proftui.analysis.stacktree")),
    # Fifty thousand functions that shapes leave as they are would take four seconds in a comparison.
    "shapes": Budget(1_455, ("proftui.analysis.shape",)),
    "source": Budget(1_280, ("proftui.analysis.source",)),
    "search, imports, overview": Budget(
        930, ("proftui.analysis.search", "proftui.analysis.imports", "proftui.analysis.overview")
    ),
    # A column also says what CSV, JSON and comparisons have of it, which output/ said before.
    # A shaped profile hands on the tables that its file came with.
    "the rest of analysis": Budget(1_960, ("proftui.analysis",)),
    # What is printed of a comparison, and its noise in a shape, are worked out by the comparing session;
    # what is asked of it is answered by one profile alone, too, so that who asks needs no other way.
    # Figures as text, which analysis had.
    "state": Budget(1_890, ("proftui.state",)),
    # What is told of a comparison, and the terms of a filter, are worded here, not in analysis.
    "frame": Budget(2_450, ("proftui.frame",)),
    # Rows found by typing, and how they are drawn then, are a list of widgets: two screens had that before.
    # Tables say what is printed of them, and lists know markers: both were said by several views.
    "drawing, widgets": Budget(1_500, ("proftui.drawing", "proftui.widgets")),
    "views": Budget(4_805, ("proftui.views",)),
    "screens": Budget(2_670, ("proftui.screens",)),
    "output": Budget(1_825, ("proftui.output",)),
    # A thread that is done takes what comes next: one for each file of source costs more than reading it.
    "the terminal": Budget(
        1_790, ("proftui.app", "proftui.terminal", "proftui.startup", "proftui.background")
    ),
    # Words after --sort are read here.
    "command line, demo": Budget(1_185, ("proftui",)),
}
"""A step that takes code out lowers the budget. Who raises one says beside it why, in a sentence."""


def lines_of(path: Path) -> int:
    """The lines of code of a file."""
    left_out: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr) and not _is_code(node):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = path.read_text(encoding="utf-8").splitlines()
    code = {number for number, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"}
    for node in nodes(path):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            # What stands in a text of several lines is code, blank or not.
            code.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(code - left_out)


def _is_code(node: ast.stmt) -> bool:
    """Whether a statement is neither an import nor nothing but text, as a docstring is."""
    if not isinstance(node, ast.Expr):
        return False
    return not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str))


def room_of(module: str) -> str:
    """The room whose budget a module counts to."""
    return next(
        room
        for room, budget in BUDGETS.items()
        if any(f"{module}.".startswith(f"{package}.") for package in budget.packages)
    )


def lines_by_room() -> Counter[str]:
    """The lines of code of every room, the demo included."""
    found: Counter[str] = Counter()
    for root in SOURCE_ROOTS:
        for path in root.rglob("*.py"):
            found[room_of(module_of(path))] += lines_of(path)
    return found


if __name__ == "__main__":
    lines = lines_by_room()
    for room, budget in BUDGETS.items():
        print(f"{lines[room]:7,} of {budget.lines:6,}  {room}")
    print(f"{lines.total():7,} in all")
