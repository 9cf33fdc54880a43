"""What keys do in Source: lines by time, the whole file, another function, the editor, on to a callee."""

from __future__ import annotations

import os

from textual.app import SuspendNotSupported

from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import clean
from proftui.frame.functions import spoken
from proftui.screens.explorer.branching import Branching
from proftui.views.source.rows import site_text
from proftui.widgets.sheet import Mapped, Sheet


class Reading(Branching):
    """The stage with source text that can be worked with."""

    def action_whole_file(self) -> None:
        """The function alone, or its whole file."""
        if self.view != "source":
            self.say("this is a key of Source: 5")
            return
        session = self.session
        session.whole_file = not session.whole_file
        self._show_selected()
        self._refresh_frame()
        self.say("the whole file · f: the function alone" if session.whole_file else "the function alone")

    def sort_lines(self) -> None:
        """Lines by their time, and back."""
        if self.source.shown is None or not self.source.shown.hottest:
            self.say("no line here has a time to sort by")
        else:
            self.say("lines by time · s: in their order" if self.source.sort_by_time() else "lines in order")

    def action_functions(self) -> None:
        """Choose among the functions that have line times."""
        session = self.session
        profile, names = session.profile, session.names
        timed = sorted(profile.lines, key=self._line_time, reverse=True)
        if not timed:
            self.say("no function has line times: kernprof -l measures them")
            return
        from proftui.analysis.source.listing import never_called

        idle = set(never_called(profile, timed))
        chosen = [index for index in timed if index not in idle] + sorted(idle)
        room = max(len(self._shown_time(index)) for index in (timed[0], timed[-1]))

        def row_of(index: int) -> list[Span]:
            return [
                Span(self._shown_time(index).rjust(room) + "  ", "muted" if index in idle else "text"),
                Span(spoken(names, index), "muted" if index in idle else "title"),
                Span(f"  {clean(names.location(index)[-60:])}", "muted"),
                Span("  never called" if index in idle else "", "muted"),
            ]

        def go(row: int | None) -> None:
            if row is not None:
                self.go("source", chosen[row])

        count = figures.plural(len(chosen), "function")
        rows = Mapped(chosen, row_of)
        self.app.push_screen(Sheet(f"{count} with line times: Enter shows one", rows, pick=True), go)

    def _line_time(self, index: int) -> float:
        profile = self.session.profile
        if profile.cumtime is None:
            return profile.tottime[index]
        return sum(time.time for time in profile.lines[index])

    def _shown_time(self, index: int) -> str:
        unit = self.session.figures.unit
        return f"{figures.time(self._line_time(index), unit)} {unit.name}"

    def open_line(self) -> bool:
        """From a line that calls something to that; whether it does."""
        callee = self.source.callee
        if callee is None:
            return False
        sites = self.source.sites
        self.go("source", callee)
        if len(sites) > 1:
            others = ", ".join(
                spoken(self.session.names, site.callee) for site in sites if site.callee != callee
            )
            self.say(f"the line also calls {clean(others, 50)} · < back")
        return True

    def line_texts(self) -> list[str]:
        """What the line under the cursor calls, in words, the heaviest first."""
        figs, names = self.session.figures, self.session.names
        sites = sorted(self.source.sites, key=lambda site: -(site.figures.cumtime or 0.0))
        return [site_text(figs, names, site) for site in sites[:3]]

    def action_edit(self) -> None:
        """The source in the user's editor, at the line."""
        from proftui.external import editor

        index = self.selected
        if index is None:
            self.say("nothing is selected")
            return
        session = self.session
        shown = self.source.shown if self.view == "source" else None
        if shown is None or shown.function != index:
            shown = session.listing(index)
        if shown.path is None:
            self.say(clean(shown.note) or "there is no text to edit")
            return
        line = (self.source.line_number if self.view == "source" else None) or shown.first
        try:
            argv = editor.command(os.environ, shown.path, line)
        except editor.EditorError as error:
            self.say(str(error), "error")
            return
        if editor.is_graphical(argv):
            told = editor.start(argv, lambda said: self.app.call_from_thread(self._edited, index, said))
            self.say(told or f"opened in {clean(os.path.basename(argv[0]))}")
        else:
            try:
                with self.app.suspend():
                    told = editor.run(argv)
            except SuspendNotSupported:
                told = "this terminal cannot be lent to an editor"
            self._edited(index, told)

    def _edited(self, index: int, told: str) -> None:
        """The text may be another now."""
        self.session.sources.pop(self.session.profile.files[index], None)
        if self.view == "source":
            self._show_selected()
        self.action_redraw()
        if told:
            self.say(told, "error")

    def action_redraw(self) -> None:
        """Everything anew."""
        raise NotImplementedError
