"""Everything that can be done, one action each, as the palette lists it, with words that people type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proftui import messages
from proftui.drawing.safe_text import clean
from proftui.frame.keys import KEYS, Key, works_in, written_out

_ALSO = {
    "view('functions')": "hottest table",
    "view('calls')": "callers callees",
    "view('tree')": "call tree top-down",
    "view('icicle')": "flame graph flamegraph",
    "view('source')": "lines line_profiler",
    "view('imports')": "import time importtime tuna",
    "view('overview')": "summary report issue one page",
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
    "group": "aggregate packages modules files",
    "focus": "under below only zoom",
    "focus_path": "path stack only",
    "undo": "undo",
    "base": "diff difference before after base regression baseline",
    "other_side": "before after base",
    "compare": "diff difference before after base",
    "same": "renamed rename",
    "measure": "event samples memory wall cpu",
    "threads": "processes tasks thread",
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
    "remove": "take off files undo",
    "add": "merge sum several files combine",
    "add_profile": "merge sum several files combine",
    "notes": "warnings",
    "help": "keys glossary words",
    "redraw": "refresh",
    "suspend": "shell background",
    "quit": "exit leave",
    "interval": "rate seconds",
}
"""Other words for an action."""


_LONGEST_NAME = 60


class Action(NamedTuple):
    """One line of the palette: what is done, the keys for it, how it is run, other words for it."""

    name: str
    keys: str
    run: str
    words: str = ""
    takes: str = ""
    """The word that is typed before what it takes; empty: it takes nothing."""

    def of(self, argument: str) -> Action:
        """The same with what was typed behind its word."""
        name = messages.WORDS_TAKEN[self.takes].format(clean(argument, _LONGEST_NAME))
        return self._replace(name=name, run=f"{self.run} {argument}")


WORDS = [
    Action(messages.WHAT_IS_MINE, ":mine", "what_is_mine", "own code rules yours"),
    *(
        Action(name, f":{word} …", word, f"{word} {_ALSO.get(word, 'rule yours')}", word)
        for word, name in messages.WORDS_TAKE.items()
    ),
]
"""What has no key, but a word."""


def help_in(key: Key, view: str) -> str:
    """What a key does in a view, or in Source of a built-in."""
    return messages.KEYS_IN_VIEW.get(key.action, {}).get(view, key.help)


def actions(view: str, plain: bool = False) -> list[Action]:
    """All of them, those that do something in ``view`` first; ``plain``: there is only ASCII."""
    keys = [key for key in KEYS if key.action not in ("palette", "interrupt")]
    keys.sort(key=lambda key: not works_in(key, view))
    found = [action for key in keys for action in _of_key(key, view)]
    found += WORDS
    return [action._replace(keys=written_out(action.keys)) for action in found] if plain else found


def with_argument(offered: Sequence[Action], text: str) -> Action | None:
    """What is typed as a word with what it takes: ``mine numpy``; ``None``: it is none of these words."""
    word, _, argument = text.strip().removeprefix(":").partition(" ")
    action = next((action for action in offered if action.takes == word), None) if word else None
    return action.of(argument.strip()) if action is not None and argument.strip() else None


def _of_key(key: Key, view: str) -> list[Action]:
    also = _ALSO.get(key.action, "")
    if key.action not in messages.LETTERS:
        return [Action(help_in(key, view), key.shown, key.action, also)]
    first = key.shown.removesuffix("…")
    return [
        Action(name, first + letter, f"{key.action} {letter}", also)
        for letter, name in messages.LETTERS[key.action].items()
    ]
