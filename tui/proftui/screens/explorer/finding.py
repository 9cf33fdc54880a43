"""Filter and find: the prompt, what it leaves, and the way from match to match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from proftui.analysis.search.budget import TooSlow
from proftui.analysis.search.terms import QueryError
from proftui.background.working import Working
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame import messages as states
from proftui.screens.explorer.growing import Growing
from proftui.screens.explorer.stage import TREES
from proftui.views.calls.widget import CallsView
from proftui.views.icicle.widget import IcicleView
from proftui.views.source.widget import SourceView
from proftui.views.tree.widget import TreeView
from proftui.widgets.prompt import Prompt
from proftui_parsers.import_free import cached_property, replace

FILTERS = "/ filters; then n goes to the next match"


class Finding(Growing):
    """The stage with a prompt on it."""

    before_prompt = looked_for = ""

    @cached_property
    def searching(self) -> Working:
        """Makes what is searched in, where that takes long."""
        return Working()

    def action_filter(self) -> None:
        """Open the prompt."""
        finding = self.view == "source"
        self.before_prompt = self.find_text if finding else self.session.filter_text
        self.query_one("#state").display = False
        self.prompt.open(self.before_prompt)
        self._typed(self.before_prompt)
        self._refresh_frame()
        if not finding:
            self._prepare(self.session.names.texts.prepared(lowered=True))

    def _prepare(self, steps: Iterator[None]) -> None:
        """Make what is searched in before the first letter comes, as far as there is time."""
        if self.prompt.is_open and next(steps, self) is None:
            asyncio.get_running_loop().call_later(0.001, self._prepare, steps)

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        """Filter as the user types."""
        # Typed ahead, the prompt may have more letters by now, or be closed already.
        if self.prompt.is_open and self.prompt.entry.value != self.looked_for:
            self._typed(self.prompt.entry.value)

    def _typed(self, text: str) -> None:
        self.looked_for = text
        try:
            if self.view == "source":
                self.find_text = text
                spans = states.found(self.source.find(text))
            else:
                work = self.session.texts_to_search(text)
                if not self.searching.begin(work, 1, lambda: None, lambda: self._filter_late(text)):
                    self.prompt.covers([Span(states.SEARCHING, "muted")])
                    return
                spans = self._filtered(text)
        except (QueryError, TooSlow) as error:
            self.prompt.covers([Span(states.query_problem(error), "error")])
            return
        self.prompt.covers(spans)
        self._show_filter()

    def _filtered(self, text: str) -> list[Span]:
        self.session.filter(text)
        self._mark()
        return self.found

    def _filter_late(self, text: str) -> None:
        """What is searched in is there now; the prompt may be closed, or another view in use."""
        if self.prompt.is_open and self.view != "source":
            self._typed(self.prompt.entry.value)
        else:
            try:
                self._filtered(text)
            except TooSlow as error:
                self.say(states.query_problem(error), "error")
            self._show_filter()
        self._refresh_frame()

    def _mark(self) -> None:
        """What matches is marked in every view."""
        query = self.session.query
        for table in (self.functions, *self.query(CallsView)):
            table.matching = query
        self.mark_tree()
        if self.view == "icicle":
            self.mark_icicle()

    def _show_filter(self) -> None:
        session = self.session
        self._mark()
        self.branches.changed()
        self.functions.when_empty = states.no_functions(session)
        self.functions.show_rows(session.rows, session.selected)
        for view in self.query(CallsView):
            view.refresh()
        self._follow()
        self._refresh_moved()

    def keep_filter(self, text: str) -> None:
        """Enter: the filter stays."""
        # The last letter's own message may not have been handled yet.
        self._typed(text)
        self.prompt.remember(text)
        self._close_prompt()

    def drop_filter(self) -> None:
        """Escape: what was before comes back."""
        self._typed(self.before_prompt)
        self._close_prompt()

    def _close_prompt(self) -> None:
        self.prompt.close()
        self._arrange()

    def action_match(self, step: int) -> None:
        """The next row that is marked."""
        view = self.active_view
        if isinstance(view, SourceView):
            if not (view.next_match(step) if self.find_text else view.next_hottest(step)):
                self.say("nothing found" if self.find_text else "no line times here")
        elif self.session.query is None:
            self.say("/ finds; then n goes to the next match" if self.view != "functions" else FILTERS)
        elif isinstance(view, TreeView | IcicleView):
            self.next_in_tree(step)
        elif isinstance(view, CallsView):
            if not view.find(step):
                self.say(f"no match among the callers and callees: {clean(self.session.filter_text)}")
        else:
            view.move("down" if step > 0 else "up")

    def next_in_tree(self, step: int) -> None:
        """The next match of a call tree."""
        raise NotImplementedError

    def tidy(self) -> None:
        """No name is looked at any more."""
        super().tidy()
        self.searching.end()

    def action_peel(self) -> None:
        """Take off one layer."""
        if self.building is not None and self.view in TREES:
            self.stop_building()
        elif self.searching.busy:
            self.searching.stop()
        elif self.view == "source" and self.find_text:
            self.find_text = ""
            self.source.find("")
            self._refresh_frame()
        elif self.in_pane:
            self.in_pane = False
            self._arrange()
        elif self.view != "source" and self.session.query is not None:
            self.session.filter("")
            self._show_filter()
            self._refresh_frame()
        elif self.view == "icicle" and self.icicle.zoom_out():
            self._refresh_frame()
        elif self.view == "functions" and self.functions.look.shift:
            self.functions.look = replace(self.functions.look, shift=0)
            self.functions.changed()
        else:
            self.say("nothing to take off · q quits")
