"""Pages that lie on top for a moment: help, and every action by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from proftui import messages
from proftui.frame.about import about
from proftui.frame.actions import Action, actions
from proftui.frame.help import help_rows
from proftui.frame.idle_keys import in_help
from proftui.frame.keys import CALLING_LINES
from proftui.screens.explorer.host import Host
from proftui.state.view_names import TABS, TITLES, TREES
from proftui.widgets.command_palette import CommandPalette
from proftui.widgets.drawn import Painted
from proftui.widgets.sheet import Sheet

THEME = "theme:"
_VIEW_KEYS = [str(number) for number, _ in enumerate(TABS, 1)]


class Sheets:
    """What explains the explorer."""

    def __init__(
        self,
        host: Host,
        run: Callable[[str], None],
        words: Mapping[str, Callable[[str], None]],
        more: Callable[[], list[Action]],
    ) -> None:
        """``words``: what is done for words of the palette, each given what was typed behind it.

        ``more``: actions that there are at times.
        """
        self._host = host
        self._run = run
        self._words, self._more = words, more

    def help(self) -> None:
        """The help page of the view that has the keys."""
        view, session = self._host.panes.active.view_name, self._host.session
        words, idle = about(session).help_words(view), in_help(session, view)
        rows = help_rows(self._page, words, self._plain, session.profile, idle)
        self._host.app.push_screen(Sheet(messages.HELP_TITLE.format(TITLES[view]), rows))

    @property
    def _page(self) -> str:
        """The view that has the keys; Source of a built-in is a page of its own."""
        view = self._host.panes.active
        return CALLING_LINES if view.footer == CALLING_LINES else view.view_name

    @property
    def _plain(self) -> bool:
        """Whether there is only ASCII."""
        return cast(Painted, self._host.app).ascii_only

    def explain(self) -> None:
        """How the figures of the row under the cursor came about."""
        explanation = self._host.panes.active.explain()
        if explanation is None or not explanation.figures:
            self._host.say(self._why_not_explained())
        else:
            title = messages.EXPLAIN_TITLE.format(explanation.name)
            sheet = Sheet(title, explanation.rows(), leaves=_VIEW_KEYS)
            self._host.app.push_screen(sheet, self._show_view)

    def _why_not_explained(self) -> str:
        why = about(self._host.session).why_not("explain")
        return why if why and self._host.panes.active.view_name in TREES else messages.NOTHING_TO_EXPLAIN

    def _show_view(self, position: int | None) -> None:
        """Go to the view whose key has closed a sheet."""
        if position is not None:
            self._run(f"view('{TABS[position]}')")

    def palette(self) -> None:
        """Every action by name, and the themes."""
        app = self._host.app
        themes = [
            Action(
                f"theme: {name}", "", f"{THEME}{name}", f"{'dark' if theme.dark else 'light'} colours colors"
            )
            for name, theme in sorted(app.available_themes.items())
        ]
        offered = [*actions(self._page, self._plain), *self._more(), *themes]
        app.push_screen(CommandPalette(offered, self._choose))

    async def _choose(self, action: Action) -> None:
        name, _, letter = action.run.partition(" ")
        if action.run.startswith(THEME):
            self._host.app.theme = action.run.removeprefix(THEME)
            return
        if name in self._words:
            self._words[name](letter)
            return
        self._run(name)
        if letter and self._host.status.is_asking:
            self._host.status.hear(letter)
