"""Pages that lie on top for a moment: help, and every action by name."""

from __future__ import annotations

from collections.abc import Callable

from proftui.frame import messages
from proftui.frame.help import help_rows
from proftui.frame.keys import KEYS
from proftui.screens.explorer.host import Host
from proftui.state.view_names import TITLES
from proftui.widgets.command_palette import Command, CommandPalette
from proftui.widgets.sheet import Sheet

THEME = "theme:"


class Sheets:
    """What explains the explorer."""

    def __init__(self, host: Host, run: Callable[[str], None]) -> None:
        self._host = host
        self._run = run

    def help(self) -> None:
        """The help page of the view that has the keys."""
        view = self._host.panes.active.view_name
        self._host.app.push_screen(Sheet(messages.HELP_TITLE.format(TITLES[view]), help_rows(view)))

    def explain(self) -> None:
        """How the figures of the row under the cursor came about."""
        explanation = self._host.panes.active.explain()
        if explanation is None or not explanation.figures:
            self._host.say(messages.NOTHING_TO_EXPLAIN)
        else:
            self._host.app.push_screen(Sheet(explanation.title, explanation.rows()))

    def palette(self) -> None:
        """Every action by name."""
        commands = [Command(key.help, key.shown, key.action) for key in KEYS if key.action != "palette"]
        themes = sorted(self._host.app.available_themes)
        commands += [Command(f"theme: {name}", "", f"{THEME}{name}") for name in themes]
        self._host.app.push_screen(CommandPalette(commands, self._choose))

    async def _choose(self, action: str) -> None:
        if action.startswith(THEME):
            self._host.app.theme = action.removeprefix(THEME)
        else:
            self._run(action)
