"""The keys, declared once: bindings, footer, help, palette and the README's table come from here."""

from __future__ import annotations

from typing import NamedTuple

ALL = ("functions", "calls", "source")
TABLES = ("functions", "calls")


class Key(NamedTuple):
    """One action and the keys that lead to it.

    ``keys`` are Textual's names, ``shown`` is what a reader sees, ``views`` where it does something.
    """

    action: str
    keys: str
    shown: str
    help: str
    area: str
    views: tuple[str, ...] = ALL


KEYS = (
    Key("view('functions')", "1", "1", "Functions: what is hot", "views and panes"),
    Key("view('calls')", "2", "2", "Calls: who calls this, and what it calls", "views and panes"),
    Key("view('source')", "5", "5", "Source: the code with its times", "views and panes"),
    Key("cycle_view(1)", "tab", "Tab", "next view or pane", "views and panes"),
    Key("cycle_view(-1)", "shift+tab", "Shift+Tab", "previous view or pane", "views and panes"),
    Key("move('down')", "down,j", "↓ j", "down", "move"),
    Key("move('up')", "up,k", "↑ k", "up", "move"),
    Key("sideways(-1)", "left,h", "← h", "columns or text to the left", "move"),
    Key("sideways(1)", "right,l", "→ l", "columns or text that do not fit", "move"),
    Key("move('first')", "home,g", "g Home", "first row", "move"),
    Key("move('last')", "end,G", "G End", "last row", "move"),
    Key("move('half_down')", "ctrl+d", "Ctrl+D", "half a page down", "move"),
    Key("move('half_up')", "ctrl+u", "Ctrl+U", "half a page up", "move"),
    Key("move('page_down')", "pagedown,space,ctrl+f", "Space PgDn", "a page down", "move"),
    Key("move('page_up')", "pageup", "PgUp", "a page up", "move"),
    Key("open", "enter", "↵", "open: calls, the caller or callee, the source", "go"),
    Key("back", "backspace,less_than_sign", "< Backspace", "back", "go"),
    Key("forward", "greater_than_sign", ">", "forward", "go"),
    Key("top_caller", "u", "u", "go to the heaviest caller", "go"),
    Key("hot_path", "H", "H", "hot path: down the heaviest callees", "go"),
    Key("sort(1)", "s", "s", "sort by the next column", "sort", TABLES),
    Key("sort(-1)", "S", "S", "sort by the previous column", "sort", TABLES),
    Key("reverse", "r", "r", "reverse the order", "sort", TABLES),
    Key(
        "sort_by",
        "o",
        "o…",
        "sort by: c cumtime, t own time, n ncalls, p per call, f file, a name",
        "sort",
        TABLES,
    ),
    Key("filter", "slash", "/", "filter as you type; in Calls and Source: find", "filter"),
    Key("match(1)", "n", "n", "next match; in Source the next hottest line", "filter"),
    Key("match(-1)", "N", "N", "previous match; in Source the previous hottest line", "filter"),
    Key("peel", "escape", "Esc", "take off one layer: prompt, filter, scrolled columns", "filter"),
    Key("shares", "percent_sign", "%", "shares: of the total, of the function, none", "figures"),
    Key("unit", "t", "t", "unit of time: s, ms, µs", "figures"),
    Key("columns", "O", "O", "choose columns", "figures", ("functions",)),
    Key("copy", "y", "y", "copy file:line (sent to the terminal)", "out"),
    Key("copy_row", "Y", "Y", "copy the row (sent to the terminal)", "out"),
    Key("reload", "R", "R", "read the file again, keeping the place", "files"),
    Key("notes", "exclamation_mark", "!", "notes on this profile", "files"),
    Key("palette", "colon,ctrl+p", ":", "every action by name, and the themes", "more"),
    Key("help", "question_mark,f1", "? F1", "help", "more"),
    Key("redraw", "ctrl+l", "Ctrl+L", "draw the screen again", "more"),
    Key("suspend", "ctrl+z", "Ctrl+Z", "to the shell; fg comes back", "more"),
    Key("interrupt", "ctrl+c", "Ctrl+C", "twice: quit", "more"),
    Key("quit", "q", "q", "quit", "more"),
)

FOOTERS: dict[str, tuple[tuple[str, str], ...]] = {
    "functions": (
        ("open", "calls"),
        ("filter", "filter"),
        ("sort(1)", "sort"),
        ("reverse", "reverse"),
        ("hot_path", "hot path"),
        ("help", "help"),
        ("quit", "quit"),
        ("view('source')", "source"),
        ("columns", "columns"),
        ("copy", "copy file:line"),
    ),
    "lines": (
        ("open", "lines"),
        ("filter", "filter"),
        ("sort(1)", "sort"),
        ("reverse", "reverse"),
        ("help", "help"),
        ("quit", "quit"),
        ("copy", "copy file:line"),
    ),
    "calls": (
        ("open", "go there"),
        ("back", "back"),
        ("top_caller", "top caller"),
        ("hot_path", "hot path"),
        ("view('source')", "source"),
        ("sort(1)", "sort"),
        ("help", "help"),
        ("quit", "quit"),
        ("filter", "find"),
    ),
    "source": (
        ("match(1)", "next hottest"),
        ("filter", "find"),
        ("open", "calls"),
        ("back", "back"),
        ("copy", "copy file:line"),
        ("help", "help"),
        ("quit", "quit"),
    ),
}
"""What the footer offers in each view, most useful first; ``help`` and what stands before it stay longest."""

SHORT = {"< Backspace": "<", "? F1": "?", "o…": "o"}

SORT_LETTERS = {
    "c": "cumtime",
    "t": "tottime",
    "n": "ncalls",
    "p": "percall",
    "f": "location",
    "a": "function",
}


def key_of(action: str) -> Key:
    """The declaration of an action."""
    return next(key for key in KEYS if key.action == action)


def short(action: str) -> str:
    """How the footer writes the key of an action."""
    shown = key_of(action).shown
    return SHORT.get(shown, shown)


def markdown_table() -> str:
    """The key table of the README."""
    rows = ["| area | key | what it does |", "|---|---|---|"]
    rows += [f"| {key.area} | {_code(key.shown)} | {key.help} |" for key in KEYS]
    return "\n".join(rows) + "\n"


def _code(shown: str) -> str:
    return " ".join(f"`{part}`" for part in shown.split(" "))
