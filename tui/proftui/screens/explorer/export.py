"""What leaves the explorer as text: to the clipboard of the terminal, to a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from proftui import messages
from proftui.drawing.safe_text import cell_width, clean
from proftui.external import clipboard
from proftui.frame import sentences
from proftui.frame.functions import spoken
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.tree_builder import TreeBuilder
from proftui.state.stand_ins import shown_as
from proftui.state.view_names import OVERVIEW, SHAPED, TREE, is_empty
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.messages import NO_REASON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from proftui.background.pieces import Pieces
    from proftui.output.printed import Wanted
# What writes files is imported when it is asked for: the first key waits for less.

FINDING = "finding"
WRITTEN_AS = {
    "t": "text",
    "j": "json",
    "c": "csv",
    "m": "markdown",
    "M": "markdown",
    "s": "svg",
    "f": FINDING,
    "p": "pstats",
    "k": "collapsed",
    "e": "speedscope",
}
"""The form of a file, by the letter that is pressed after ``w``."""
OF_THE_SCREEN = "m"
"""The letter for what of a table is on the screen: to be put into a message, not to be worked on."""
MOST_WRITTEN = 10_000
"""Nodes of a tree that a key writes; the command line writes more."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


class Export:
    """Copies and files."""

    def __init__(self, host: Host, builder: TreeBuilder) -> None:
        self._host = host
        self._builder = builder
        self.worker = host.jobs.worker(lambda: host.say(messages.WRITING_GIVEN_UP))
        """Writes the file."""
        self._has_begun = False

    # The clipboard

    def copy_location(self) -> None:
        """``file:line`` to the clipboard of the terminal; of the overview, the page."""
        view, session = self._host.panes.active, self._host.session
        if view.view_name == OVERVIEW:
            self._copy_page()
            return
        index, line = view.called_line or (view.selected, view.line_number)
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
        else:
            text = clipboard.location(session.profile, session.names, index, line or None)
            before = session.side.pointed_at(index)
            if before is not None:
                base, function = before
                text = clipboard.location(base.profile, base.recorded_names, function, view.line_before)
            if session.groups is not None and view.view_name in SHAPED:
                text = clean(session.names.shown_name(index), clipboard.LONGEST // 4)
            self._copy(text, text, messages.SENT, keeps_end=True)

    def _copy(self, text: str, what: str, says: str, *, keeps_end: bool = False) -> None:
        """Copy a text, and say so; ``what``: what it is called, of which the end may say most."""
        app = self._host.app
        app.copy_to_clipboard(text[: clipboard.LONGEST // 4])
        self._host.say(sentences.copied(what, app.size.width, says, keeps_end))

    def _copy_page(self) -> None:
        from proftui.output import forms
        from proftui.output.printed import NoForm

        session = self._host.session
        try:
            page = forms.page_of(session)
        except NoForm as problem:
            self._say_why(problem)
        else:
            self._copy(page, os.path.basename(session.profile.path), messages.PAGE_COPIED)

    def copy_row(self) -> None:
        """The function's row in Functions, to the clipboard of the terminal."""
        panes, names = self._host.panes, self._host.session.names
        index = panes.active.selected
        index = None if index is None else shown_as(self._host.session, index)
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
        else:
            row = clipboard.row(panes.functions.figures_of(index), names, index)
            self._copy(row, spoken(names, index), messages.ROW_COPIED)

    def copy_finding(self) -> None:
        """Five lines of Markdown about the row to the clipboard of the terminal."""

        def copy(index: int, lines: list[str]) -> None:
            self._copy("".join(lines), spoken(self._host.session.names, index), messages.FINDING_COPIED)

        if self._is_free():
            self._find(copy)

    def _find(self, then: Callable[[int, list[str]], None]) -> None:
        """Do ``then`` with the row in a few lines, as soon as there is a tree that tells the path to it."""
        view, session = self._host.panes.active, self._host.session
        index, node = view.selected, view.node
        index = None if index is None else shown_as(session, index)
        if index is not None and session.is_gone(index):
            self._host.say(messages.IS_ON_ONE_SIDE.format(spoken(session.names, index)))
            return
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
            return

        def told() -> None:
            from proftui.output.finding import finding

            if self._host.session is session:
                tree = None if is_empty(TREE, session.profile) else session.trees.top_down
                here = node if session.trees.tree is tree else None
                then(index, [f"{line}\n" for line in finding(session, index, tree, here)])

        if is_empty(TREE, session.profile):
            told()
        else:
            self._builder.walk_down(told)

    # Files

    def offer(self) -> None:
        """Wait for the letter of a form."""
        where = ""
        with suppress(OSError):
            where = sentences.home_short(os.getcwd())
        from proftui.output.conversion.converting import why_not
        from proftui.output.forms import has_form

        profile, view = self._host.session.recorded, self._host.panes.view_name
        some = (says for key, says in messages.OF_SOME_VIEWS.items() if has_form(view, WRITTEN_AS[key]))
        others = (says for key, says in messages.CONVERTS_TO.items() if not why_not(profile, WRITTEN_AS[key]))
        more = "".join((*some, *others))
        self._host.status.ask("write", self.write_as, where, more)

    def write_as(self, letter: str) -> None:
        """What was pressed after ``w``: write the view to a new file in the current folder."""
        form = WRITTEN_AS.get(letter)
        if form is None or not self._is_free():
            return
        if form == FINDING:
            self._find(self._write_finding)
            return
        from proftui.output.printed import NoForm

        try:
            if letter in messages.CONVERTS_TO:
                self._convert(form)
            else:
                self._write(self._wanted(form, of_screen=letter == OF_THE_SCREEN))
        except NoForm as error:
            self._say_why(error)

    def _convert(self, form: str) -> None:
        """Write the whole profile for another program; raises NoForm."""
        from proftui.output.conversion.converting import CONVERSIONS, converting

        session = self._host.session
        if session.shaped is not None:
            self._host.say(messages.SHAPE_IS_ON.format(form))
            return
        conversion = converting(session.profile, form)
        if session.query is not None:
            conversion.notes.append(messages.FILTER_IS_OFF)
        self._begin(self._stem, CONVERSIONS[form], conversion.parts, notes=conversion.notes)

    def _say_why(self, problem: Exception) -> None:
        """Why there is no such file: without options of the command line."""
        self._host.say(str(problem).replace("--format ", "").replace("--view ", ""))

    def _write_finding(self, index: int, lines: list[str]) -> None:
        # Another file may have been begun while the tree was built.
        if self._is_free():
            self._begin(f"{self._stem}.{FINDING}", "md", iter(lines))

    def _is_free(self) -> bool:
        """Whether something can be written now; else it is said why not."""
        panes, problem = self._host.panes, ""
        if panes.shown.draws_call_tree and panes.tree.is_building:
            problem = messages.STILL_BUILDING
        elif self.worker.busy:
            problem = messages.STILL_WRITING
        if problem:
            self._host.say(problem)
        return not problem

    def _wanted(self, form: str, *, of_screen: bool) -> Wanted:
        from proftui.output.printed import Wanted

        panes, session = self._host.panes, self._host.session
        extent = panes.shown.extent()
        chosen = extent.on_screen if of_screen and extent.on_screen is not None else extent.functions
        view, most = panes.view_name, MOST_WRITTEN
        return Wanted(session, view, form, None, extent.least, chosen, extent.root, most)

    def _write(self, wanted: Wanted) -> None:
        """Write what is shown; raises NoForm, where the view has no such form: nothing was begun."""
        from proftui.output import forms
        from proftui.output.files import TOGETHER

        rows = len(wanted.functions), len(self._host.panes.shown.extent().functions)
        # Columns are as wide as their widest figure: rows of text are made before the first is written.
        expected = len(wanted.functions) * (2 if wanted.form == "text" else 1) // TOGETHER
        suffix = forms.FORMS[wanted.form]
        self._begin(f"{self._stem}.{wanted.stem}", suffix, forms.parts(wanted), rows, wanted.notes, expected)

    def _begin(
        self,
        stem: str,
        suffix: str,
        parts: Iterator[str | bytes | None],
        rows: tuple[int, int] = (1, 1),
        notes: Sequence[str] = (),
        expected: int = 1,
    ) -> None:
        from proftui.output.files import writing
        from proftui.output.printed import NoForm

        def work() -> Pieces[None]:
            try:
                path = yield from writing(Path.cwd(), stem, suffix, parts)
            except OSError as error:
                self._host.say(messages.CANNOT_WRITE.format(error.strerror or NO_REASON), "error")
            except NoForm as error:
                self._say_why(error)
            else:
                beside = "".join(f" · {note}" for note in notes)
                width = self._host.app.size.width - cell_width(beside)
                self._host.say(sentences.wrote(str(path), path.stat().st_size, *rows, width) + beside)

        self._has_begun = True
        tell = self._host.status.telling(self.worker, messages.WRITING)
        self._host.jobs.begin(self.worker, work(), self._host.refresh_frame, tell=tell, expected=expected)

    @property
    def _stem(self) -> str:
        """How the names of files begin."""
        name = Path(self._host.session.profile.path).stem
        return ("".join(c if c in _LETTERS else "_" for c in name) or "profile")[:80]

    def end(self) -> None:
        """Nothing half written stays; who has written nothing imports nothing at the end."""
        if not self._has_begun:
            return
        from proftui.output.files import remove_unfinished

        remove_unfinished()
