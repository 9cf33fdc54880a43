"""The keys, declared once: bindings, footer, help, palette and the table of docs/keys.md come from here."""

from __future__ import annotations

from collections.abc import Iterable

from proftui import messages
from proftui.analysis.columns import COLUMNS, DELTA, RATIO
from proftui.state.view_names import (
    CALLS,
    FUNCTIONS,
    ICICLE,
    IMPORTS,
    KEY_OF,
    OVERVIEW,
    SOURCE,
    TABLES_AND_TREES,
    TREE,
    TREES,
    VIEWS,
)
from proftui_parsers.import_free import NamedTuple

TABLES = (FUNCTIONS, CALLS, IMPORTS)
SORTED = (FUNCTIONS, CALLS, SOURCE, IMPORTS)
BY_TIME = "lines by time"
"""The footer of Source while its lines stand by their time."""
CALLING_LINES = "lines that call"
"""The footer of Source of a built-in."""
OF_WHOLE_FILE = " of the whole file"
"""What the names of the footers of Source end with while it shows more than the function."""
OF_CALLERS, OF_ALL_CALLERS = " of callers", " of all callers"
"""What the names of the footers of Tree and Icicle end with while they are turned round."""
OF_SIDES, OF_SIDES_BEFORE = " of both sides", " of both sides, before"
"""The same while two sides are compared, and the other one is shown."""
_NOT_OF_CALLING_LINES = ("sideways(-1)", "sideways(1)", "sort(1)", "whole_file")
"""What only says there that it does nothing."""


class Key(NamedTuple):
    """One action and the keys that lead to it.

    ``keys`` are Textual's names, ``shown`` is what a reader sees, ``views`` where it does something.
    """

    action: str
    keys: str
    shown: str
    area: str
    views: tuple[str, ...] = VIEWS

    @property
    def help(self) -> str:
        """What it does, in words for every view; what it does in one of them: ``actions.help_in``."""
        return messages.KEYS[self.action]


KEYS = (
    *(Key(f"view('{view}')", key, key, messages.GO_TO_A_VIEW) for view, key in KEY_OF.items()),
    Key("cycle_view(1)", "tab", "Tab", messages.GO_TO_A_VIEW),
    Key("cycle_view(-1)", "shift+tab", "Shift+Tab", messages.GO_TO_A_VIEW),
    Key("move('down')", "down,j", "↓ j", "move"),
    Key("move('up')", "up,k", "↑ k", "move"),
    Key("sideways(-1)", "left,h", "← h", "move", TABLES_AND_TREES),
    Key("sideways(1)", "right,l", "→ l", "move", TABLES_AND_TREES),
    Key("move('first')", "home,g", "g Home", "move"),
    Key("move('last')", "end,G", "G End", "move"),
    Key("move('half_down')", "ctrl+d", "Ctrl+D", "move"),
    Key("move('half_up')", "ctrl+u", "Ctrl+U", "move"),
    Key("move('page_down')", "pagedown,space,ctrl+f", "Space PgDn", "move"),
    Key("move('page_up')", "pageup", "PgUp", "move"),
    Key("open", "enter", "↵", "go"),
    Key("back", "backspace,less_than_sign", "< Backspace", "go"),
    Key("forward", "greater_than_sign", ">", "go"),
    Key("top_caller", "u", "u", "go"),
    Key("hot_path", "H", "H", "go"),
    Key("sort(1)", "s", "s", "sort", SORTED),
    Key("sort(-1)", "S", "S", "sort", TABLES),
    Key("reverse", "r", "r", "sort", TABLES),
    Key("sort_by", "o", "o…", "sort", TABLES),
    Key("expand", "plus,equals_sign", "+", "tree", (TREE,)),
    Key("collapse", "minus", "-", "tree", (TREE,)),
    Key("expand_all", "E", "E", "tree", (TREE,)),
    Key("collapse_all", "C", "C", "tree", (TREE,)),
    Key("subtree", "asterisk", "*", "tree", (TREE,)),
    Key("invert", "i", "i", "tree", TREES),
    Key("recursion", "c", "c", "tree", TREES),
    Key("least", "L", "L…", "tree", (TREE,)),
    Key("least_step(-1)", "left_square_bracket", "[", "tree", (TREE,)),
    Key("least_step(1)", "right_square_bracket", "]", "tree", (TREE,)),
    Key("heat", "K", "K", "tree", (ICICLE,)),
    Key("my_code", "m", "m", "shape"),
    Key("hide_function", "x", "x", "shape"),
    Key("hide_package", "X", "X", "shape"),
    Key("group", "M", "M", "shape"),
    Key("focus", "f", "f", "shape"),
    Key("focus_path", "F", "F", "shape"),
    Key("undo", "U", "U", "shape"),
    Key("redo", "ctrl+r", "Ctrl+R", "shape"),
    Key("measure", "d", "d", "shape"),
    Key("threads", "T", "T", "shape"),
    Key("base", "D", "D", "compare"),
    Key("other_side", "b", "b", "compare"),
    Key("whole_file", "a", "a", "source", (SOURCE,)),
    Key("functions", "p", "p", "source"),
    Key("filter", "slash", "/", "filter", TABLES_AND_TREES),
    Key("match(1)", "n", "n", "filter", (*TABLES_AND_TREES, OVERVIEW)),
    Key("match(-1)", "N", "N", "filter", (*TABLES_AND_TREES, OVERVIEW)),
    Key("peel", "escape", "Esc", "filter"),
    Key("shares", "percent_sign", "%", "figures"),
    Key("unit", "t", "t", "figures"),
    Key("columns", "O", "O", "figures", (FUNCTIONS,)),
    Key("explain", "full_stop", ".", "figures"),
    Key("copy", "y", "y", "export"),
    Key("copy_row", "Y", "Y", "export"),
    Key("copy_finding", "W", "W", "export"),
    Key("write", "w", "w…", "export"),
    Key("snakeviz", "v", "v", "export"),
    Key("edit", "e", "e", "export"),
    Key("reload", "R", "R", "files"),
    Key("add_profile", "A", "A", "files"),
    Key("notes", "exclamation_mark", "!", "files"),
    Key("palette", "colon,ctrl+p", ":", "more"),
    Key("help", "question_mark,f1", "? F1", "more"),
    Key("redraw", "ctrl+l", "Ctrl+L", "more"),
    Key("suspend", "ctrl+z", "Ctrl+Z", "more"),
    Key("interrupt", "ctrl+c", "Ctrl+C", "more"),
    Key("quit", "q", "q", "more"),
)


ALWAYS = (("help", "help"), ("quit", "quit"))
"""What every footer ends with."""


def _offered(text: str) -> tuple[tuple[str, str], ...]:
    """Actions with their labels, from ``action: label, action: label``, and those of every footer."""
    pairs = (part.partition(": ") for part in text.split(", "))
    return (*((action, label) for action, _, label in pairs), *ALWAYS)


FOOTERS = {
    FUNCTIONS: _offered(
        "open: calls, filter: filter, sort(1): sort, threads: threads, measure: measure, my_code: my code, "
        "hot_path: hot path, focus: focus, view('source'): source, reverse: reverse, hide_function: hide, "
        "group: by package, columns: columns, copy: copy file:line"
    ),
    "lines": _offered(
        "open: lines, filter: filter, sort(1): sort, measure: measure, my_code: my code, reverse: reverse, "
        "hide_function: hide, group: by package, copy: copy file:line"
    ),
    CALLS: _offered(
        "open: go there, back: back, top_caller: heaviest caller, hot_path: hot path, "
        "view('source'): source, sort(1): sort, threads: threads, my_code: my code, focus: focus, "
        "focus_path: path, measure: measure, "
        "filter: find, hide_function: hide, group: by package"
    ),
    TREE: _offered(
        "sideways(1): open, sideways(-1): close, open: calls, hot_path: hot path, invert: callers, "
        "threads: threads, measure: measure, "
        "my_code: my code, focus: focus, focus_path: this path, least: least share, filter: find, "
        "expand_all: open all, shares: shares, group: by package"
    ),
    ICICLE: _offered(
        "move('down'): move, open: zoom, peel: zoom out, threads: threads, measure: measure, focus: focus, "
        "my_code: my code, "
        "invert: callers, filter: find, hot_path: hot path, view('tree'): tree, heat: heat, write: write, "
        "group: by package"
    ),
    IMPORTS: _offered(
        "sideways(1): open, sideways(-1): close, open: calls, filter: filter, sort(1): sort, "
        "view('source'): source, match(1): next match, shares: shares"
    ),
    SOURCE: _offered(
        "match(1): next hottest, open: callee, edit: editor, whole_file: whole file, "
        "copy: copy file:line, filter: find, sort(1): by time, functions: functions, back: back"
    ),
    OVERVIEW: _offered(
        "open: go there, view('functions'): functions, copy: copy, threads: threads, measure: measure, "
        "write: write, my_code: my code, view('source'): source, hot_path: hot path, hide_function: hide, "
        "peel: back"
    ),
    CALLING_LINES: _offered(
        "open: go there, edit: editor, copy: copy file:line, filter: find, back: back, view('calls'): calls"
    ),
}
"""What the footer offers in each view, most useful first; what every footer ends with stays longest."""
_OF_OTHERS = _offered("open: go there, back: back, filter: filter, sort(1): sort")
"""The same of views that have no footer of their own."""


def _with(view: str, changed: str, now: str) -> tuple[tuple[str, str], ...]:
    return tuple((action, now if action == changed else label) for action, label in FOOTERS[view])


FOOTERS[BY_TIME] = _with(SOURCE, "sort(1)", "in order")
for _view in (SOURCE, BY_TIME):
    FOOTERS[_view + OF_WHOLE_FILE] = _with(_view, "whole_file", "function alone")
for _view in TREES:
    FOOTERS[_view + OF_CALLERS] = _with(_view, "invert", "all callers")
    FOOTERS[_view + OF_ALL_CALLERS] = _with(_view, "invert", "top-down")

_OF_SOURCE = (SOURCE, BY_TIME, SOURCE + OF_WHOLE_FILE, BY_TIME + OF_WHOLE_FILE)
_ONLY_OF_SIDES = ("other_side", "before"), ("match(1)", "next cause"), ("base", "base")
_LABELS_OF_SIDES = {
    "by time": "by change",
    "hot path": "biggest change",
    "heat": "colours",
    "least share": "least change",
}
"""What is called otherwise while two sides are compared."""
for _view in (FUNCTIONS, CALLS, TREE, ICICLE, OVERVIEW, *_OF_SOURCE):
    # The page of both sides shows both at once.
    _more = _ONLY_OF_SIDES[1:] if _view == OVERVIEW else _ONLY_OF_SIDES
    _known = [entry for entry in FOOTERS[_view] if entry[0] != "match(1)"]
    _named = [(action, _LABELS_OF_SIDES.get(label, label)) for action, label in _known]
    FOOTERS[_view + OF_SIDES] = (*_named[:3], *_more, *_named[3:])
    FOOTERS[_view + OF_SIDES_BEFORE] = _with(_view + OF_SIDES, "other_side", "after")

_OF_ONE_FUNCTION = ("view('source')", "copy", "edit", "focus", "focus_path")
"""What a group of functions has not."""
_OPENS_GROUP = {"open": messages.ITS_FUNCTIONS}
"""What is called otherwise in Functions where groups stand there."""
_BEFORE_UNDO = 3
"""Keys of a footer that stand before the undo of a shape."""


def offered(
    footer: str, shaped: bool, mine: bool, by: str = "", idle: Iterable[str] = ()
) -> tuple[tuple[str, str], ...]:
    """The actions of a footer with their labels.

    ``idle``: actions that would do nothing here and now.
    ``shaped``: some functions are hidden, left out or in groups; ``mine``: all but my code is hidden; ``by``:
    what functions are grouped by. What takes a shape off stands where it is not dropped on a narrow screen.
    """
    gone = set(idle)
    known = FOOTERS.get(footer, _OF_OTHERS)
    entries = tuple(entry for entry in known if entry[0] not in gone)
    if not shaped or not any(action == "my_code" for action, _ in known):
        return entries
    back = [("undo", "undo")]
    if by:
        entries = tuple(entry for entry in entries if entry[0] not in _OF_ONE_FUNCTION)
        if footer.startswith((FUNCTIONS, "lines")):
            entries = tuple((action, _OPENS_GROUP.get(action, label)) for action, label in entries)
        back.insert(0, ("group", messages.NEXT_GROUP[by]))
    if mine:
        back.insert(0, ("my_code", "all code"))
    placed = {action for action, _ in back}
    others = [entry for entry in entries if entry[0] not in placed]
    at = min(_BEFORE_UNDO, len(others) - len(ALWAYS))
    return (*others[:at], *back, *others[at:])


_OF_PROMPT = (("↵", "keep"), ("Esc", "clear"), ("↑", "history"), ("·", ""))
PROMPT_KEYS = (*_OF_PROMPT, ("!re", "not"), ("func: file: module: pkg:", ""))
"""What the footer offers while the prompt is open for the filter; comparisons of figures come after."""
FIND_KEYS = (*_OF_PROMPT, (messages.A_REGULAR_EXPRESSION, ""))
"""The same for a search in source text."""

SHORT = {
    "< Backspace": "<",
    "? F1": "?",
    "→ l": "→",
    "← h": "←",
    "↓ j": "↑↓←→",
}

SORT_LETTERS = {
    **{column.letter: column.key for column in COLUMNS.values() if column.letter},
    **{"f": "location", "a": "function", "d": DELTA, "x": RATIO},
}


def works_in(key: Key, page: str) -> bool:
    """Whether a key does something in a view, or in Source of a built-in, :data:`CALLING_LINES`."""
    if page == CALLING_LINES:
        return SOURCE in key.views and key.action not in _NOT_OF_CALLING_LINES
    return page in key.views


def key_of(action: str) -> Key:
    """The declaration of an action."""
    return next(key for key in KEYS if key.action == action)


_IN_ASCII = {
    "↵": "Enter",
    "↑": "Up",
    "↓": "Down",
    "←": "Left",
    "→": "Right",
    "↑↓": "arrows",
    "↑↓←→": "arrows",
}


def written_out(shown: str) -> str:
    """Keys as they are named where there is only ASCII: ``Down j``, and ``o`` for ``o…``."""
    return " ".join(_IN_ASCII.get(key, key.removesuffix("…")) for key in shown.split(" "))


def short(action: str) -> str:
    """How the footer writes the key of an action."""
    shown = key_of(action).shown
    return SHORT.get(shown, shown.removesuffix("…"))
