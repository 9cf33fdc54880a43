"""The keys, declared once: bindings, footer, help, palette and the README's table come from here."""

from __future__ import annotations

from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, SOURCE, TREE, TREES, VIEWS
from proftui_parsers.import_free import NamedTuple

TABLES = (FUNCTIONS, CALLS, IMPORTS)
SORTED = (FUNCTIONS, CALLS, SOURCE, IMPORTS)
BY_TIME = "lines by time"
"""The footer of Source while its lines stand by their time."""
CALLING_LINES = "lines that call"
"""The footer of Source of a built-in."""
_NOT_OF_CALLING_LINES = ("sideways(-1)", "sideways(1)", "sort(1)", "whole_file")
"""What only says there that it does nothing."""


class Key(NamedTuple):
    """One action and the keys that lead to it.

    ``keys`` are Textual's names, ``shown`` is what a reader sees, ``views`` where it does something.
    """

    action: str
    keys: str
    shown: str
    help: str
    area: str
    views: tuple[str, ...] = VIEWS


KEYS = (
    Key("view('functions')", "1", "1", "Functions: what is hot", "views and panes"),
    Key("view('calls')", "2", "2", "Calls: who calls this, and what it calls", "views and panes"),
    Key(
        "view('tree')", "3", "3", "Tree: what the program spent its time in, call by call", "views and panes"
    ),
    Key("view('icicle')", "4", "4", "Icicle: the tree as a picture, width is time", "views and panes"),
    Key("view('source')", "5", "5", "Source: the code with its times", "views and panes"),
    Key(
        "view('imports')",
        "I",
        "I",
        "Imports: modules by who imported them, with their times",
        "views and panes",
    ),
    Key("cycle_view(1)", "tab", "Tab", "next view or pane", "views and panes"),
    Key("cycle_view(-1)", "shift+tab", "Shift+Tab", "previous view or pane", "views and panes"),
    Key("move('down')", "down,j", "↓ j", "down", "move"),
    Key("move('up')", "up,k", "↑ k", "up", "move"),
    Key(
        "sideways(-1)", "left,h", "← h", "columns or text to the left; close, to the parent; sibling", "move"
    ),
    Key("sideways(1)", "right,l", "→ l", "columns or text that do not fit; open; sibling", "move"),
    Key("move('first')", "home,g", "g Home", "first row", "move"),
    Key("move('last')", "end,G", "G End", "last row", "move"),
    Key("move('half_down')", "ctrl+d", "Ctrl+D", "half a page down", "move"),
    Key("move('half_up')", "ctrl+u", "Ctrl+U", "half a page up", "move"),
    Key("move('page_down')", "pagedown,space,ctrl+f", "Space PgDn", "a page down", "move"),
    Key("move('page_up')", "pageup", "PgUp", "a page up", "move"),
    Key("open", "enter", "↵", "open: calls, the caller or callee, a node, the source; zoom", "go"),
    Key("back", "backspace,less_than_sign", "< Backspace", "back", "go"),
    Key("forward", "greater_than_sign", ">", "forward", "go"),
    Key("top_caller", "u", "u", "go to the heaviest caller", "go"),
    Key("hot_path", "H", "H", "hot path: down to where the time is, and why it ends there", "go"),
    Key("sort(1)", "s", "s", "sort by the next column; in Source: lines by time, and back", "sort", SORTED),
    Key("sort(-1)", "S", "S", "sort by the previous column", "sort", TABLES),
    Key("reverse", "r", "r", "reverse the order", "sort", TABLES),
    Key(
        "sort_by",
        "o",
        "o…",
        "by c cumtime, t own time, n ncalls, p per call, f file, a name",
        "sort",
        TABLES,
    ),
    Key("expand", "plus,equals_sign", "+", "open the node", "tree", (TREE,)),
    Key("collapse", "minus", "-", "close the node", "tree", (TREE,)),
    Key("expand_all", "E", "E", "open everything, heaviest first, up to 10,000 nodes", "tree", (TREE,)),
    Key("collapse_all", "C", "C", "close everything", "tree", (TREE,)),
    Key("subtree", "asterisk", "*", "open everything below the node", "tree", (TREE,)),
    Key("undo", "U", "U", "take back the last E, C or *", "tree", (TREE,)),
    Key("invert", "i", "i", "callers: of the function, of all functions; top-down again", "tree", TREES),
    Key("recursion", "c", "c", "functions that call each other: as one node, or unrolled", "tree", TREES),
    Key("least", "L", "L…", "least share shown: 0 all, 1 to 6 from 0.001 % to 5 %", "tree", (TREE,)),
    Key("least_step(-1)", "left_square_bracket", "[", "a lower least share", "tree", (TREE,)),
    Key("least_step(1)", "right_square_bracket", "]", "a higher least share", "tree", (TREE,)),
    Key("heat", "K", "K", "colour boxes by package, or by their own time", "tree", (ICICLE,)),
    Key("whole_file", "f", "f", "the function alone, or its whole file", "source", (SOURCE,)),
    Key("functions", "p", "p", "pick a function that has line times", "source"),
    Key("filter", "slash", "/", "filter as you type in Functions and Imports; elsewhere: find", "filter"),
    Key("match(1)", "n", "n", "next match; in Source the next hottest line", "filter"),
    Key("match(-1)", "N", "N", "previous match; in Source the previous hottest line", "filter"),
    Key("peel", "escape", "Esc", "clear the last of: prompt, filter, zoom, scrolled columns", "filter"),
    Key(
        "shares",
        "percent_sign",
        "%",
        "shares: of the run, without waiting, of the parent, none",
        "figures",
    ),
    Key("unit", "t", "t", "unit of time: s, ms, µs", "figures"),
    Key("columns", "O", "O", "choose columns", "figures", (FUNCTIONS,)),
    Key("explain", "full_stop", ".", "explain how the figures of the row came about", "figures"),
    Key("copy", "y", "y", "copy file:line (if the terminal allows)", "out"),
    Key("copy_row", "Y", "Y", "copy the row (if the terminal allows)", "out"),
    Key("copy_finding", "W", "W", "copy a finding: a few lines about the row", "out"),
    Key("write", "w", "w…", "write a file: t text, j JSON, c CSV, m and M Markdown, s SVG, f finding", "out"),
    Key("snakeviz", "v", "v", "show in SnakeViz, in a browser", "out"),
    Key("edit", "e", "e", "open the source in $VISUAL or $EDITOR, at the line", "out"),
    Key("reload", "R", "R", "read the file again if it has changed, keeping the place", "files"),
    Key("notes", "exclamation_mark", "!", "notes on this profile", "files"),
    Key("palette", "colon,ctrl+p", ":", "every action by name, and the themes", "more"),
    Key("help", "question_mark,f1", "? F1", "help", "more"),
    Key("redraw", "ctrl+l", "Ctrl+L", "draw the screen again", "more"),
    Key("suspend", "ctrl+z", "Ctrl+Z", "to the shell; fg comes back", "more"),
    Key("interrupt", "ctrl+c", "Ctrl+C", "twice: quit", "more"),
    Key("quit", "q", "q", "quit", "more"),
)


ALWAYS = (("help", "help"), ("quit", "quit"))
"""What every footer ends with."""


def _offered(text: str) -> tuple[tuple[str, str], ...]:
    """Actions with their labels, from ``action: label, action: label``, and those of every footer."""
    pairs = (part.partition(": ") for part in text.split(", "))
    return (*((action, label) for action, _, label in pairs), *ALWAYS)


FOOTERS = {
    FUNCTIONS: _offered(
        "open: calls, filter: filter, sort(1): sort, reverse: reverse, hot_path: hot path, "
        "view('source'): source, columns: columns, copy: copy file:line"
    ),
    "lines": _offered("open: lines, filter: filter, sort(1): sort, reverse: reverse, copy: copy file:line"),
    CALLS: _offered(
        "open: go there, back: back, top_caller: top caller, hot_path: hot path, "
        "view('source'): source, sort(1): sort, filter: find"
    ),
    TREE: _offered(
        "sideways(1): open, sideways(-1): close, open: calls, hot_path: hot path, invert: callers, "
        "least: least share, filter: find, expand_all: open all, shares: shares"
    ),
    ICICLE: _offered(
        "move('down'): move, open: zoom, peel: zoom out, filter: find, invert: callers, "
        "hot_path: hot path, view('tree'): tree, heat: heat, write: write"
    ),
    IMPORTS: _offered(
        "sideways(1): open, sideways(-1): close, open: calls, filter: filter, sort(1): sort, "
        "view('source'): source, match(1): next match, shares: shares"
    ),
    SOURCE: _offered(
        "match(1): next hottest, open: callee, edit: editor, copy: copy file:line, "
        "filter: find, sort(1): by time, whole_file: whole file, functions: functions, back: back"
    ),
    CALLING_LINES: _offered(
        "open: go there, edit: editor, copy: copy file:line, filter: find, back: back, view('calls'): calls"
    ),
}
"""What the footer offers in each view, most useful first; what every footer ends with stays longest."""
FOOTERS[BY_TIME] = tuple(
    (action, "in order" if action == "sort(1)" else label) for action, label in FOOTERS[SOURCE]
)

PROMPT_KEYS = (
    ("↵", "keep"),
    ("Esc", "drop"),
    ("↑", "history"),
    ("·", ""),
    ("!re", "not"),
    ("func: file: module: pkg:", ""),
    ("tottime>10ms", ""),
    ("cumtime>=5%", ""),
    ("ncalls>1000", ""),
)
FIND_KEYS = (*PROMPT_KEYS[:4], ("a regular expression", ""))
"""What the footer offers while the prompt is open: for the filter, and for a search in source text."""

SHORT = {
    "< Backspace": "<",
    "? F1": "?",
    "o…": "o",
    "L…": "L",
    "w…": "w",
    "→ l": "→",
    "← h": "←",
    "↓ j": "↑↓←→",
}

SORT_LETTERS = {
    "c": "cumtime",
    "t": "tottime",
    "n": "ncalls",
    "p": "percall",
    "f": "location",
    "a": "function",
}


def works_in(key: Key, page: str) -> bool:
    """Whether a key does something in a view, or in Source of a built-in, :data:`CALLING_LINES`."""
    if page == CALLING_LINES:
        return SOURCE in key.views and key.action not in _NOT_OF_CALLING_LINES
    return page in key.views


def key_of(action: str) -> Key:
    """The declaration of an action."""
    return next(key for key in KEYS if key.action == action)


def short(action: str) -> str:
    """How the footer writes the key of an action."""
    shown = key_of(action).shown
    return SHORT.get(shown, shown)
