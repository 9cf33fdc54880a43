"""Everything that can be done, one action each, as the palette lists it, with words that people type."""

from __future__ import annotations

from typing import NamedTuple

from proftui.frame.keys import CALLING_LINES, KEYS, Key, works_in
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, SOURCE, TREE

_MATCHES = (FUNCTIONS, CALLS, TREE, ICICLE, IMPORTS, CALLING_LINES)
_IN_VIEW = {
    "open": {
        FUNCTIONS: "calls of the function",
        CALLS: "go to the caller or callee; in the middle row: its source",
        TREE: "open the node; of an open one: its calls",
        IMPORTS: "calls of the module",
        ICICLE: "zoom; of the zoomed box: its calls",
        SOURCE: "go to what the line calls",
        CALLING_LINES: "go to the line that calls",
    },
    "sideways(-1)": {
        TREE: "close the node, or go to the parent",
        IMPORTS: "close the module, or go to what imported it",
        ICICLE: "the box to the left",
        SOURCE: "text to the left",
    }
    | dict.fromkeys((FUNCTIONS, CALLS), "columns to the left"),
    "sideways(1)": {
        TREE: "open the node, or go to what it calls",
        IMPORTS: "open the module, or go to what it imports",
        ICICLE: "the box to the right",
        SOURCE: "text that does not fit",
    }
    | dict.fromkeys((FUNCTIONS, CALLS), "columns that do not fit"),
    "move('down')": {ICICLE: "down, to what takes most of it"},
    "move('up')": {ICICLE: "up, to the parent"},
    "sort(1)": {SOURCE: "lines by time, and back"}
    | dict.fromkeys((FUNCTIONS, CALLS, IMPORTS), "sort by the next column"),
    "filter": dict.fromkeys((FUNCTIONS, IMPORTS), "filter as you type")
    | dict.fromkeys((CALLS, TREE, ICICLE, SOURCE, CALLING_LINES), "find as you type"),
    "match(1)": {SOURCE: "next match, or the next hottest line"} | dict.fromkeys(_MATCHES, "next match"),
    "match(-1)": {SOURCE: "previous match, or the previous hottest line"}
    | dict.fromkeys(_MATCHES, "previous match"),
}
"""What keys do in a view, where the README's table tells of several."""

LETTERS = {
    "sort_by": {
        "c": "sort by cumtime, cumulative time",
        "t": "sort by tottime, own time",
        "n": "sort by ncalls",
        "p": "sort by time per call",
        "f": "sort by file and line",
        "a": "sort by name",
    },
    "least": {
        "0": "least share 0: show everything",
        "1": "least share 0.001 %",
        "2": "least share 0.01 %",
        "3": "least share 0.1 %",
        "4": "least share 0.5 %",
        "5": "least share 1 %",
        "6": "least share 5 %",
    },
    "write": {
        "t": "write text",
        "j": "write JSON",
        "c": "write CSV of the functions",
        "m": "write Markdown of the functions on the screen",
        "M": "write Markdown of all functions",
        "s": "write SVG of the icicle",
        "f": "write a finding: a few lines about the row",
    },
}
"""What comes of the letter after keys that wait for one."""

_ALSO = {
    "view('functions')": "hottest table",
    "view('calls')": "callers callees",
    "view('tree')": "call tree top-down",
    "view('icicle')": "flame graph flamegraph",
    "view('source')": "lines line_profiler",
    "view('imports')": "import time importtime tuna",
    "open": "enter",
    "back": "history",
    "forward": "history",
    "top_caller": "callers parent",
    "hot_path": "heaviest",
    "reverse": "sort order ascending descending",
    "expand": "expand",
    "collapse": "collapse",
    "expand_all": "expand all",
    "collapse_all": "collapse all",
    "undo": "undo",
    "invert": "inverted reverse",
    "recursion": "cycles recursion",
    "least": "threshold prune hide small",
    "heat": "colors",
    "functions": "line times",
    "filter": "search find grep",
    "peel": "escape clear cancel",
    "shares": "percent",
    "unit": "seconds milliseconds microseconds",
    "copy": "clipboard yank line",
    "copy_row": "clipboard yank",
    "write": "export save",
    "snakeviz": "browser web",
    "edit": "editor vim",
    "reload": "reload refresh",
    "notes": "warnings",
    "help": "keys glossary words",
    "redraw": "refresh",
    "suspend": "shell background",
    "quit": "exit leave",
}
"""Other words for an action."""


class Action(NamedTuple):
    """One line of the palette: what is done, the keys for it, how it is run, other words for it."""

    name: str
    keys: str
    run: str
    words: str = ""


def help_in(key: Key, view: str) -> str:
    """What a key does in a view, or in Source of a built-in."""
    return _IN_VIEW.get(key.action, {}).get(view, key.help)


def actions(view: str) -> list[Action]:
    """All of them, those that do something in ``view`` first."""
    keys = [key for key in KEYS if key.action not in ("palette", "interrupt")]
    keys.sort(key=lambda key: not works_in(key, view))
    return [action for key in keys for action in _of_key(key, view)]


def _of_key(key: Key, view: str) -> list[Action]:
    also = _ALSO.get(key.action, "")
    if key.action not in LETTERS:
        return [Action(help_in(key, view), key.shown, key.action, also)]
    first = key.shown.removesuffix("…")
    return [
        Action(name, first + letter, f"{key.action} {letter}", also)
        for letter, name in LETTERS[key.action].items()
    ]
