"""Filter and find: the prompt, what it leaves, and the way from match to match."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from proftui import messages
from proftui.analysis.search.completion import candidates, completed
from proftui.analysis.search.terms import QueryError
from proftui.background.budget import TooSlow
from proftui.background.jobs import Working
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame import sentences, state_row
from proftui.screens.explorer.host import Host
from proftui.state.package_share import measuring
from proftui.widgets.prompt import Prompt

_REST = 0.2
"""Seconds after which a text rests."""
_MOST_NAMES = 8


class Filter:
    """The text after ``/``: of the session's filter, or of a search in the view's own text."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.prompt = Prompt(self.keep, self.drop, self.complete, id="prompt")
        self.worker = host.jobs.worker()
        """Makes what is searched in, where that takes long."""
        self.measurer = Working(awaited=False)
        """Finds out what the matches take with what they call; Esc gives up no such work."""
        self._before = self._looked_for = ""

    def open(self) -> None:
        """Open the prompt."""
        view, session = self._host.panes.shown, self._host.session
        self._before = view.found_text if view.searches_text else session.listed.filter_text
        self.prompt.open(self._before)
        self._search(self._before)
        self._host.lay_out()
        if not view.searches_text:
            self._prepare(session.names.texts.prepared(lowered=True))

    def _prepare(self, steps: Iterator[None]) -> None:
        """Make what is searched in before the first letter comes, as far as there is time."""
        if self.prompt.is_open and next(steps, self) is None:
            asyncio.get_running_loop().call_later(0.001, self._prepare, steps)

    def typed(self) -> None:
        """Filter as the user types."""
        # Typed ahead, the prompt may have more letters by now, or be closed already.
        if self.prompt.is_open and self.prompt.entry.value != self._looked_for:
            self._search(self.prompt.entry.value)

    def _search(self, text: str) -> None:
        self._looked_for = text
        view = self._host.panes.shown
        try:
            if view.searches_text:
                self.prompt.covers(state_row.in_lines(view.find(text)))
                return
            work = self._host.session.listed.texts_to_search(text)
        except (QueryError, TooSlow) as error:
            self.prompt.covers([Span(sentences.query_problem(error), "error")])
            return

        def tell() -> None:
            self.prompt.covers([Span(messages.SEARCHING, "muted")])

        self._host.jobs.begin(self.worker, work, lambda: self._filter(text), tell=tell)

    def _filter(self, text: str) -> None:
        """Filter by ``text``, and say what that covers; the prompt may be closed by now."""
        try:
            self._host.session.listed.filter(text)
        except (QueryError, TooSlow) as error:
            problem = sentences.query_problem(error)
            if self.prompt.is_open:
                self.prompt.covers([Span(problem, "error")])
            else:
                self._host.say(problem, "error")
            return
        self.show()
        self.prompt.covers(self._covered(text))

    def _covered(self, text: str) -> list[Span]:
        """What the text covers, or the packages of which it may be about to name one."""
        names = candidates(text, self._host.session.packages) if "pkg:" in text else []
        if names:
            shown = ", ".join(clean(name, 30) for name in names[:_MOST_NAMES])
            return [Span(messages.TAB_COMPLETES.format(shown), "muted")]
        return self._host.panes.shown.covered()

    def complete(self, text: str) -> str:
        """Tab: the name of a package that is typed, as far as it is certain."""
        if self._host.panes.shown.searches_text or self.worker.busy or "pkg:" not in text:
            return text
        # What is typed is what the terminal shows: a name with other characters in it cannot be.
        return completed(text, [name for name in self._host.session.packages if clean(name) == name])

    def show(self) -> None:
        """What the filter matches is shown or marked in every view."""
        for view in self._host.panes:
            view.mark()
        self._host.panes.follow()
        self._host.refresh_frame()
        self.measure_soon()

    def measure_soon(self) -> None:
        """When the text rests, find out what the matches take with what they call."""
        self.measurer.begin_later(measuring(self._host.session), _REST, self._measured)

    def _measured(self) -> None:
        text, view = self._host.session.listed.filter_text, self._host.panes.shown
        # What is typed now may not be a filter at all.
        if text and self.prompt.is_open and self._looked_for == text and not view.searches_text:
            self.prompt.covers(self._covered(text))
        self._host.refresh_frame()

    def end(self) -> None:
        """Nothing is found out any more."""
        self.measurer.end()

    def keep(self, text: str) -> None:
        """Enter: the filter stays."""
        # The last letter's own message may not have been handled yet.
        self._search(text)
        self.prompt.remember(text)
        self._close()

    def drop(self) -> None:
        """Escape: what was before comes back."""
        self._search(self._before)
        self._close()

    def _close(self) -> None:
        self.prompt.close()
        self._host.lay_out()

    def take_off(self) -> bool:
        """Show all functions again; whether there was a filter."""
        session = self._host.session
        if self._host.panes.shown.searches_text or session.query is None:
            return False
        session.listed.filter("")
        self.show()
        return True

    def match(self, step: int) -> None:
        """The next row that is marked."""
        self._host.answer(self._host.panes.active.next_match(step))
