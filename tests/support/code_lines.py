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
    "parsers": Budget(7_100, ("proftui_parsers",)),
    "messages": Budget(1_285, ("proftui.messages",)),
    # Edits are found in libraries where no line moved, and behind wrappers that took the place of others.
    "comparing": Budget(1_825, ("proftui.analysis.compare",)),
    # Whatever is walked by itself stops at a bound on calls: paths of hostile files are endless.
    "trees": Budget(2_610, ("proftui.analysis.calltree", "proftui.analysis.stacktree")),
    # Fifty thousand functions that shapes leave as they are would take four seconds in a comparison.
    "shapes": Budget(1_455, ("proftui.analysis.shape",)),
    "source": Budget(1_280, ("proftui.analysis.source",)),
    "search, imports, overview": Budget(
        930, ("proftui.analysis.search", "proftui.analysis.imports", "proftui.analysis.overview")
    ),
    # A column also says what CSV, JSON and comparisons have of it, which output/ said before.
    "the rest of analysis": Budget(1_955, ("proftui.analysis",)),
    # What is printed of a comparison, and its noise in a shape, are worked out by the comparing session;
    # what is asked of it is answered by one profile alone, too, so that who asks needs no other way.
    # Figures as text, which analysis had.
    "state": Budget(1_875, ("proftui.state",)),
    # What is told of a comparison, and the terms of a filter, are worded here, not in analysis.
    "frame": Budget(2_440, ("proftui.frame",)),
    # Rows found by typing, and how they are drawn then, are a list of widgets: two screens had that before.
    # Tables say what is printed of them, and lists know markers: both were said by several views.
    "drawing, widgets": Budget(1_490, ("proftui.drawing", "proftui.widgets")),
    "views": Budget(4_770, ("proftui.views",)),
    "screens": Budget(2_665, ("proftui.screens",)),
    "output": Budget(1_825, ("proftui.output",)),
    # A thread that is done takes what comes next: one for each file of source costs more than reading it.
    # A first key does not wait for the import of what has the result of another thread.
    "the terminal": Budget(
        1_800, ("proftui.app", "proftui.terminal", "proftui.startup", "proftui.background")
    ),
    # Words after --sort are read here.
    "command line, demo": Budget(1_165, ("proftui",)),
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
