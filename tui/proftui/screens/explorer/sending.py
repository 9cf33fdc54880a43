"""What leaves the explorer: to the clipboard, to a file, to SnakeViz."""

from __future__ import annotations

from pathlib import Path

from proftui.background.working import Working
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.external import clipboard
from proftui.frame import messages as states
from proftui.screens.explorer.reading import Reading
from proftui.screens.explorer.stage import TREES
from proftui.widgets.sheet import Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from proftui.background.pieces import Pieces
    from proftui.external.snakeviz import Handoff
    from proftui.output.forms import Wanted
# What writes files and what serves them is imported when it is asked for: the first key waits for less.

WRITTEN_AS = {"t": "text", "j": "json", "c": "csv", "m": "markdown", "s": "svg"}
MOST_WRITTEN = 10_000
"""Nodes of a tree that a key writes; the command line writes more."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class Sending(Reading):
    """The stage with ways out."""

    handoff: Handoff | None = None
    writer: Working | None = None
    """What is being written, if something was."""
    _written_percent = -1

    def action_copy(self) -> None:
        """``file:line`` to the clipboard of the terminal."""
        index = self.selected
        if index is None:
            self.say("nothing is selected")
            return
        line = self.source.line_number if self.view == "source" else None
        self._send(clipboard.place(self.session.profile, self.session.names, index, line))

    def action_copy_row(self) -> None:
        """The row's figures and its full name to the clipboard of the terminal."""
        index = self.selected
        if index is None:
            self.say("nothing is selected")
            return
        self._send(clipboard.row(self.session.figures, self.session.names, index))

    def _send(self, text: str) -> None:
        self.app.copy_to_clipboard(text)
        self.say(f"sent to the terminal: {text.replace(chr(9), '  ')}")

    # Files

    def action_write(self) -> None:
        """Wait for the letter of a form."""
        self.chord = "write"
        self.query_one("#state").refresh()

    def write_as(self, letter: str) -> None:
        """What was pressed after ``w``: write the view to a new file in the current folder."""
        form = WRITTEN_AS.get(letter)
        if form is None:
            return
        if self.building is not None and self.view in TREES:
            self.say(states.STILL_BUILDING)
            return
        if self.is_writing:
            self.say(states.STILL_WRITING)
            return
        from proftui.output.files import TOGETHER
        from proftui.output.forms import NoForm, Wanted

        index = self.selected
        rows = self.session.rows if self.view == "functions" else [index] if index is not None else []
        wanted = Wanted(
            self.view,
            form,
            rows,
            share=self.branches.least if self.view == "tree" else None,
            strip_dirs=self.options.strip_dirs,
            root=self.icicle.root if self.view == "icicle" else None,
            most=MOST_WRITTEN,
        )
        try:
            work = self._writing(wanted)
        except NoForm as problem:
            self.say(str(problem).replace("--format ", "").replace("--view ", ""))
            return
        self.writer = Working()
        # Columns are as wide as their widest figure: rows of text are made before the first is written.
        expected = len(rows) * (2 if form == "text" else 1) // TOGETHER
        self.writer.begin(work, expected, self._tell_writing, self._refresh_frame)

    def _writing(self, wanted: Wanted) -> Pieces[None]:
        """The work of writing it; raises NoForm at once."""
        from proftui.output import forms

        stem = "".join(c if c in _LETTERS else "_" for c in Path(self.session.profile.path).stem) or "profile"
        parts = forms.parts(self.session, wanted)
        return self._written(f"{stem[:80]}.{wanted.view}", forms.FORMS[wanted.form], parts)

    def _written(self, stem: str, suffix: str, parts: Iterator[str | None]) -> Pieces[None]:
        from proftui.output.files import writing

        try:
            path = yield from writing(Path.cwd(), stem, suffix, parts)
        except OSError as error:
            self.say(f"cannot write: {error.strerror or 'the system gives no reason'}", "error")
        else:
            self.say(f"wrote {clean(path.name)}, {figures.size(path.stat().st_size)}")

    @property
    def is_writing(self) -> bool:
        """Whether a file is being written."""
        return self.writer is not None and self.writer.busy

    def _tell_writing(self) -> None:
        assert self.writer is not None
        if self.writer.percent != self._written_percent:
            self._written_percent = self.writer.percent
            self.say(states.writing(self._written_percent))

    def stop_writing(self) -> None:
        """Nothing is left of a file that is being written."""
        if self.writer is not None:
            self.writer.stop()

    def action_peel(self) -> None:
        """Take off one layer: first of all what is being written."""
        if self.is_writing:
            self.stop_writing()
            self.say("writing was given up: nothing of it is left")
        else:
            super().action_peel()

    # SnakeViz

    def action_snakeviz(self) -> None:
        """Ask before a server is started."""
        from proftui.external import snakeviz

        reason = snakeviz.can_show(self.session.profile)
        if reason is not None:
            self.say(reason)
            return
        self.chord = "snakeviz"
        self.query_one("#state").refresh()

    def show_in_snakeviz(self) -> None:
        """Start the server, or show again where it is."""
        if self.handoff is not None and self.handoff.alive and self.handoff.address:
            self._show_address(self.handoff.address)
            return
        from proftui.external import snakeviz

        self.stop_handoff()
        self.say(snakeviz.waiting(self.session.profile))
        try:
            self.handoff = snakeviz.Handoff(self.session.profile)
        except snakeviz.HandoffError as error:
            self.say(str(error), "error")
            return
        self.run_worker(self._wait_for(self.handoff), exclusive=True)

    async def _wait_for(self, handoff: Handoff) -> None:
        from proftui.external import snakeviz

        try:
            address = await handoff.ready()
        except snakeviz.HandoffError as error:
            if handoff is self.handoff:
                self.say(str(error), "error")
            return
        if handoff is self.handoff:
            self._show_address(address)
            if snakeviz.has_browser():
                handoff.open_browser()

    def _show_address(self, address: str) -> None:
        from proftui.external import snakeviz

        self.say(snakeviz.shown(address))
        rows = snakeviz.lines(address, *snakeviz.this_machine(), note=snakeviz.note(self.session.profile))
        self.app.push_screen(Sheet(snakeviz.TITLE, rows))

    def stop_handoff(self) -> None:
        """End the server, if there is one."""
        if self.handoff is not None:
            self.handoff.stop()
            self.handoff = None

    def tidy(self) -> None:
        """The server ends with the explorer, and nothing half written stays."""
        super().tidy()
        if self.writer is not None:
            from proftui.output.files import remove_unfinished

            self.writer.end()
            remove_unfinished()
        self.stop_handoff()
