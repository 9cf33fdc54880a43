"""What keys do with source text: the whole file, the functions that have line times, the editor."""

from __future__ import annotations

import os

from textual.app import SuspendNotSupported

from proftui import messages
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame.functions import spoken
from proftui.frame.keys import short
from proftui.frame.sentences import text_note
from proftui.screens.explorer.host import Host
from proftui.state.view_names import SHAPED, SOURCE
from proftui.widgets.sheet import Mapped, Sheet


class SourceKeys:
    """Source text, in Source and from elsewhere."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def whole_file(self) -> None:
        """The function alone, or its whole file."""
        session, panes = self._host.session, self._host.panes
        if panes.shown is not panes.source:
            self._host.say(messages.NO_WHOLE_FILE)
            return
        session.whole_file = not session.whole_file
        panes.source.show_selected()
        self._host.refresh_frame()
        self._host.say(messages.WHOLE_FILE if session.whole_file else messages.FUNCTION_ALONE)

    # Functions with line times

    def functions(self) -> None:
        """Choose among the functions that have line times."""
        profile = self._host.session.profile
        chosen = sorted(profile.lines, key=self._line_time, reverse=True)
        if not chosen:
            self._host.say(messages.NO_LINE_TIMES_AT_ALL)
            return
        widest = max(len(self._shown_time(index)) for index in (chosen[0], chosen[-1]))

        def go(row: int | None) -> None:
            if row is not None:
                self._host.go(SOURCE, chosen[row])

        rows = Mapped(chosen, lambda index: self._row_of(index, widest))
        title = messages.WITH_LINE_TIMES.format(figures.plural(len(chosen), "function"))
        self._host.app.push_screen(Sheet(title, rows, pick=True), go)

    def _row_of(self, index: int, widest: int) -> list[Span]:
        names = self._host.session.recorded_names
        return [
            Span(self._shown_time(index).rjust(widest) + "  "),
            Span(spoken(names, index), "title"),
            Span(f"  {clean(names.location(index)[-60:])}", "muted"),
        ]

    def _line_time(self, index: int) -> float:
        profile = self._host.session.recorded
        if profile.cumtime is None:
            return profile.tottime[index]
        return profile.line_total(index)

    def _shown_time(self, index: int) -> str:
        return figures.with_unit(self._line_time(index), self._host.session.recorded_figures.unit)

    # The editor

    def edit(self) -> None:
        """The source in the user's editor, at the line."""
        from proftui.external import editor

        view = self._host.panes.active
        index, line = view.called_line or (view.selected, view.line_number)
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
            return
        groups = self._host.session.groups
        if groups is not None and index in groups.group and view.view_name in SHAPED:
            self._host.say(messages.NEEDS_ONE_FUNCTION.format(groups.members.by, short("edit")))
            return
        before = self._host.session.side.pointed_at(index)
        if before is not None:
            listing, line = before[0].listing(before[1]), view.line_before
        else:
            listing = self._host.session.listing(index)
        if listing.path is None:
            self._host.say(text_note(listing.note) or messages.NO_TEXT_TO_EDIT)
            return
        try:
            argv = editor.command(os.environ, listing.path, line or listing.first)
        except editor.EditorError as error:
            self._host.say(str(error), "error")
            return
        if editor.is_graphical(argv):
            self._start(argv, index)
        else:
            self._lend_terminal(argv, index)

    def _start(self, argv: list[str], index: int) -> None:
        """Start an editor that has a window of its own."""
        from proftui.external import editor

        app = self._host.app
        told = editor.start(argv, lambda said: app.call_from_thread(self._edited, index, said))
        self._host.say(told or messages.OPENED_IN.format(clean(os.path.basename(argv[0]))))

    def _lend_terminal(self, argv: list[str], index: int) -> None:
        """Wait for an editor that needs this terminal."""
        from proftui.external import editor

        try:
            with self._host.app.suspend():
                told = editor.run(argv)
        except SuspendNotSupported:
            told = messages.NOT_LENT
        self._edited(index, told)

    def _edited(self, index: int, told: str) -> None:
        """The text may be another now."""
        session = self._host.session
        session.sources.texts.pop(session.profile.files[index], None)
        self._host.panes.shown.source_changed()
        self._host.redraw()
        if told:
            self._host.say(told, "error")
