"""What each action of ``frame/keys.py`` does: one table, from the parts of the explorer."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from proftui import messages
from proftui.frame.keys import KEYS
from proftui.screens.explorer.call_tree_keys import CallTreeKeys
from proftui.screens.explorer.checking import Checking
from proftui.screens.explorer.choice_keys import ChoiceKeys
from proftui.screens.explorer.compare_keys import CompareKeys
from proftui.screens.explorer.export import Export
from proftui.screens.explorer.figure_keys import FigureKeys
from proftui.screens.explorer.filter import Filter
from proftui.screens.explorer.handoff import SnakevizKey
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.mine_keys import MineKeys
from proftui.screens.explorer.navigation import Navigation
from proftui.screens.explorer.reload import Reload
from proftui.screens.explorer.shape_keys import ShapeKeys
from proftui.screens.explorer.sheets import Sheets
from proftui.screens.explorer.sorting import Sorting
from proftui.screens.explorer.source_keys import SourceKeys
from proftui.screens.explorer.tree_builder import TreeBuilder

AGAIN_SECONDS = 2.0
"""A second Control-C within so many seconds quits."""


class Leaving:
    """Control-C, which quits when it is pressed twice."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._interrupted_at = -AGAIN_SECONDS

    def interrupt(self) -> None:
        """Quit, the second time; the first time say so."""
        now = time.monotonic()
        if now - self._interrupted_at < AGAIN_SECONDS:
            self._host.app.exit()
        self._interrupted_at = now
        self._host.say(messages.QUITS)


Commands = dict[str, Callable[[], None]]
KEY_OF = {name: key for key in KEYS for name in key.keys.split(",")}
"""The declaration of a key, by Textual's name of it."""
BY_ACTION = {key.action: key for key in KEYS}


class Parts(Host, Protocol):
    """The explorer with its parts that answer keys."""

    navigation: Navigation
    sorting: Sorting
    filter: Filter
    builder: TreeBuilder
    export: Export
    handoff: SnakevizKey
    checking: Checking
    shape: ShapeKeys
    reload: Reload

    def run(self, action: str) -> None: ...  # do an action of ``frame/keys.py``
    def peel(self) -> None: ...  # take off one layer


def commands(host: Parts) -> Commands:
    """Every action, by the name that ``frame/keys.py`` gives it."""
    navigation, shape = host.navigation, host.shape
    tree, source, figures = CallTreeKeys(host, host.builder), SourceKeys(host), FigureKeys(host)
    choice = ChoiceKeys(host, shape)
    words = MineKeys(host, shape).words | choice.words | shape.compare.words | shape.adding.words
    sheets = Sheets(host, host.run, words, shape.adding.offered)
    moves = (key.action.split("'")[1] for key in KEYS if key.action.startswith("move("))
    views = (key.action.split("'")[1] for key in KEYS if key.action.startswith("view("))
    return {
        **{f"move('{movement}')": partial(_move, host, movement) for movement in moves},
        **{f"view('{view}')": partial(navigation.show_view, view) for view in views},
        "cycle_view(1)": partial(navigation.cycle_view, 1),
        "cycle_view(-1)": partial(navigation.cycle_view, -1),
        "sideways(1)": partial(_sideways, host, 1),
        "sideways(-1)": partial(_sideways, host, -1),
        "open": navigation.open,
        "back": partial(_back, shape, navigation),
        "forward": navigation.forward,
        "top_caller": navigation.top_caller,
        "hot_path": navigation.hot_path,
        "sort(1)": partial(host.sorting.step, 1),
        "sort(-1)": partial(host.sorting.step, -1),
        "reverse": host.sorting.reverse,
        "sort_by": host.sorting.offer,
        "expand": tree.expand,
        "collapse": tree.collapse,
        "expand_all": partial(tree.expand_many, below_cursor=False),
        "collapse_all": tree.collapse_all,
        "subtree": partial(tree.expand_many, below_cursor=True),
        "my_code": partial(shape.in_turn, shape.my_code),
        "hide_function": partial(shape.in_turn, shape.hide_function),
        "hide_package": partial(shape.in_turn, shape.hide_package),
        "group": partial(shape.in_turn, shape.group),
        "focus": partial(shape.in_turn, shape.focus.function),
        "focus_path": partial(shape.in_turn, shape.focus.path),
        "measure": partial(shape.in_turn, choice.measure),
        "threads": partial(shape.in_turn, choice.threads),
        "base": partial(shape.in_turn, shape.compare.choose),
        "other_side": shape.compare.other_side,
        "undo": shape.undo,
        "redo": partial(shape.in_turn, shape.redo),
        "invert": tree.invert,
        "recursion": tree.unroll,
        "least": tree.offer_least,
        "least_step(1)": partial(tree.step_least, 1),
        "least_step(-1)": partial(tree.step_least, -1),
        "heat": tree.heat,
        "whole_file": source.whole_file,
        "functions": source.functions,
        "edit": source.edit,
        "filter": host.filter.open,
        "match(1)": partial(_next, host.filter, shape.compare, 1),
        "match(-1)": partial(_next, host.filter, shape.compare, -1),
        "peel": host.peel,
        "shares": figures.shares,
        "unit": figures.unit,
        "columns": figures.columns,
        "explain": sheets.explain,
        "copy": host.export.copy_location,
        "copy_row": host.export.copy_row,
        "copy_finding": host.export.copy_finding,
        "write": host.export.offer,
        "snakeviz": host.handoff.offer,
        "reload": host.reload.reload,
        "add_profile": partial(shape.in_turn, shape.adding.choose),
        "notes": host.checking.show,
        "palette": sheets.palette,
        "help": sheets.help,
        "redraw": host.redraw,
        "suspend": lambda: host.app.action_suspend_process(),
        "interrupt": Leaving(host).interrupt,
        "quit": lambda: host.app.exit(),
    }


def _back(shape: ShapeKeys, navigation: Navigation) -> None:
    if not shape.back_to_group():
        navigation.back()


def _next(search: Filter, compare: CompareKeys, step: int) -> None:
    if not compare.next_cause(step):
        search.match(step)


def _move(host: Host, movement: str) -> None:
    host.panes.active.move(movement)


def _sideways(host: Host, step: int) -> None:
    view = host.panes.active
    host.answer(view.nothing_here() or view.sideways(step))
