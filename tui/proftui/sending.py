"""What leaves the explorer: to the clipboard, to a file, to SnakeViz."""

from __future__ import annotations

from pathlib import Path

from textual import events

from proftui import clipboard, figures, states
from proftui.reading import Reading
from proftui.stage import TREES
from proftui.text import clean
from proftui.views.sheet import Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.snakeviz import Handoff
# What writes files and what serves them is imported when it is asked for: the first key waits for less.

WRITTEN_AS = {"t": "text", "j": "json", "c": "csv", "m": "markdown", "s": "svg"}
MOST_WRITTEN = 10_000
"""Nodes of a tree that a key writes; the command line writes more."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class Sending(Reading):
    """The stage with ways out."""

    handoff: Handoff | None = None

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
        from proftui.output import forms
        from proftui.output.files import write_new
        from proftui.output.forms import FORMS, NoForm, Wanted

        session = self.session
        index = self.selected
        rows = session.rows if self.view == "functions" else [index] if index is not None else []
        wanted = Wanted(
            self.view,
            form,
            rows,
            share=self.branches.least if self.view == "tree" else None,
            strip_dirs=self.options.strip_dirs,
            root=self.icicle.root if self.view == "icicle" else None,
            most=MOST_WRITTEN,
        )
        stem = "".join(c if c in _LETTERS else "_" for c in Path(session.profile.path).stem) or "profile"
        try:
            path = write_new(
                Path.cwd(), f"{stem[:80]}.{self.view}", FORMS[form], forms.parts(session, wanted)
            )
        except NoForm as problem:
            self.say(str(problem).replace("--format ", "").replace("--view ", ""))
        except OSError as error:
            self.say(f"cannot write: {error.strerror or 'the system gives no reason'}", "error")
        else:
            self.say(f"wrote {clean(path.name)}, {figures.size(path.stat().st_size)}")

    # SnakeViz

    def action_snakeviz(self) -> None:
        """Ask before a server is started."""
        from proftui import snakeviz

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
        from proftui import snakeviz

        self.stop_handoff()
        self.say(snakeviz.waiting(self.session.profile))
        try:
            self.handoff = snakeviz.Handoff(self.session.profile)
        except snakeviz.HandoffError as error:
            self.say(str(error), "error")
            return
        self.run_worker(self._wait_for(self.handoff), exclusive=True)

    async def _wait_for(self, handoff: Handoff) -> None:
        from proftui import snakeviz

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
        from proftui import snakeviz

        self.say(snakeviz.shown(address))
        rows = snakeviz.lines(address, *snakeviz.this_machine(), note=snakeviz.note(self.session.profile))
        self.app.push_screen(Sheet(snakeviz.TITLE, rows))

    def stop_handoff(self) -> None:
        """End the server, if there is one."""
        if self.handoff is not None:
            self.handoff.stop()
            self.handoff = None

    def on_unmount(self, event: events.Unmount) -> None:
        """The server ends with the explorer."""
        self.stop_handoff()
