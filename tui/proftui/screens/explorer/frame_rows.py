"""The rows around the view on Textual: file, tabs, detail, state, keys; and what a tiny window shows."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.search.figure_words import examples
from proftui.drawing.line import Line
from proftui.frame import breakpoints, idle_keys, rows, shape_row
from proftui.frame.about import about
from proftui.frame.keys import FIND_KEYS, PROMPT_KEYS
from proftui.screens.explorer.host import Host
from proftui.state.view_names import IMPORTS, OVERVIEW, SHAPED, SOURCE
from proftui.widgets.drawn import Page, Row
from proftui.widgets.prompt import Prompt


class FrameRows:
    """Rows that ask the view in use what they say."""

    def __init__(self, host: Host, prompt: Prompt) -> None:
        panes, status = host.panes, host.status
        self._host, self._panes, self._prompt = host, panes, prompt
        self.top = Row(lambda width: about(host.session).top_line(width), id="top")
        self.tabs = Row(self.tabs_line, id="tabs")
        self.shape = Row(self._shape_line, id="shape")
        self.detail = Row(lambda width: panes.active.detail(width), id="detail")
        self.state = Row(lambda width: status.line(width) or panes.shown.sentence(width), id="state")
        status.redraw = self.state.refresh
        self.footer = Row(self._footer_line, id="footer")
        self.tiny = Page(lambda width: rows.tiny_lines(host.session, width), id="tiny")

    def _shape_line(self, width: int) -> Line:
        return shape_row.line(self._host.session, width, applies=self._panes.view_name in (*SHAPED, OVERVIEW))

    def tabs_line(self, width: int) -> Line:
        """The views, and what is shown of the one in use."""
        panes, session = self._panes, self._host.session
        shown = panes.shown.summary()
        if session.side.before and panes.view_name not in (SOURCE, IMPORTS):
            shown = " · ".join(filter(None, (messages.BEFORE_IS_SHOWN, shown)))
        return rows.tabs_line(session.profile, panes.view_name, shown, width)

    def _footer_line(self, width: int) -> Line:
        plain, view = self.footer.is_plain, self._panes.active
        if self._prompt.is_open:
            return rows.keys_line(self._prompt_keys(), width, plain=plain)
        session = self._host.session
        idle = (*view.idle_keys, *idle_keys.of_choices(session))
        return rows.footer_line(session, view.footer, width, idle, plain)

    def _prompt_keys(self) -> tuple[tuple[str, str], ...]:
        if self._panes.shown.searches_text:
            return FIND_KEYS
        return (*PROMPT_KEYS, *((text, "") for text in examples(self._host.session.profile)))

    def arrange(self, width: int, height: int) -> None:
        """Show what fits."""
        tiny = breakpoints.is_tiny(width, height)
        self.top.display = self.tabs.display = self.footer.display = not tiny
        session = self._host.session
        self.shape.display = not tiny and shape_row.is_shown(session)
        self.tiny.display = tiny
        self.detail.display = breakpoints.has_detail(width, height) and self._panes.shown.has_detail
        self.state.display = not self._prompt.is_open and breakpoints.has_state(width, height)

    def refresh(self) -> None:
        """Draw all of it again."""
        for row in (self.top, self.tabs, self.shape, self.detail, self.state, self.footer):
            row.refresh()
        if self.tiny.display:
            self.tiny.refresh()

    def refresh_moved(self) -> None:
        """Draw again what speaks of the row under the cursor."""
        self.tabs.refresh()
        self.detail.refresh()
        if self._host.session.groups is not None:
            # It speaks of the group under the cursor.
            self.state.refresh()
        shown = self._panes.shown
        if shown.draws_call_tree or shown.searches_text or not shown.has_detail:
            self.state.refresh()
            # Of the lines that call, some can be edited and others not; of boxes, one may be zoomed; in the
            # overview, some are of functions.
            self.footer.refresh()
        if self.tiny.display:
            self.tiny.refresh()
