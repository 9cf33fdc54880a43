"""Keys of shapes: my code, what is hidden, groups; undo and redo (focus: ``focus_keys``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from proftui import messages
from proftui.analysis.mine_rules import Rule
from proftui.analysis.search.terms import LONGEST
from proftui.analysis.shape import grouping
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import FUNCTION, GROUPS, MINE, MODULE, PACKAGE, Shape, Step
from proftui.background.pieces import Pieces
from proftui.frame import choice_rows, exact, shape_row
from proftui.frame.functions import spoken
from proftui.screens.explorer.adding import Adding
from proftui.screens.explorer.compare_keys import CompareKeys
from proftui.screens.explorer.focus_keys import FocusKeys
from proftui.screens.explorer.host import Host
from proftui.state.stand_ins import instead_of, is_left_out
from proftui.state.view_names import FUNCTIONS, SHAPED

_MANY = 20_000
"""Functions from which on what is left is shown before its figures are worked out."""


class ShapeKeys:
    """Changes the shape of what is looked at: at once, or in slices that Esc ends."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.compare = CompareKeys(host)
        self.adding = Adding(host)
        self.worker = host.jobs.worker(self._given_up)
        self.focus = FocusKeys(host, self.take)
        self._waiting: list[Callable[[], None]] = []
        """Steps that are to be taken when the one before is shown."""
        self._opened_at = -1
        """Where in the history a group was opened."""

    def in_turn(self, step: Callable[[], None]) -> None:
        """Take a step now, or as soon as the one is shown that is being worked out."""
        if self.worker.busy:
            self._waiting.append(step)
        else:
            step()

    def _take_waiting(self) -> None:
        while self._waiting and not self.worker.busy:
            self._waiting.pop(0)()

    # Steps

    def my_code(self) -> None:
        """Only the user's own code; again: all code."""
        session = self._host.session
        shape = session.shapes.now
        if MINE in shape.steps:
            self.take(shape.without(MINE), messages.ALL_CODE)
            return
        hidden = session.not_mine()
        if not any(hidden):
            self._host.say(messages.ALL_IS_MINE)
        elif all(hidden[: session.recorded.count]):
            self._host.say(shape_row.nothing_is_mine(session), hint=messages.SAYS_WHAT_IS)
        elif not self.focus.refuses(shape.plus(MINE)):
            self.take(shape.plus(MINE), session.settings.first_note() or messages.ONLY_MY_CODE)

    def take_rules(self, said: tuple[Rule, ...], told: str, then: Callable[[], None]) -> bool:
        """Other words of the user's on what is his; not if that leaves nothing."""
        session = self._host.session
        shape = session.shapes.now._replace(said=said)
        hidden = hidden_by(shape, session.recorded_names, lambda: session.ownership.mine(said).others)
        if all(hidden[: session.recorded.count]) or self.focus.refuses(shape):
            return False
        self.take(shape, told, then=then)
        return True

    def hide_function(self) -> None:
        """The function under the cursor gets no row of its own: its time counts to its callers."""
        index, session = self._selected(), self._host.session
        groups = session.groups
        if index is not None and groups is not None and index in groups.group:
            self._hide(grouping.hidden_step(groups, index, session.recorded), spoken(session.names, index))
        elif index is not None:
            step = Step(FUNCTION, function=session.recorded.function(index))
            self._hide(step, spoken(session.names, index))

    def hide_package(self) -> None:
        """The same with its package; of the user's own code, with its module."""
        index = self._selected()
        if index is not None:
            names = self._host.session.recorded_names
            kind = MODULE if names.is_mine(index) else PACKAGE
            name = names.module(index) if kind == MODULE else names.package(index)
            self._hide(Step(kind, name), name)

    def group(self) -> None:
        """By package, by module, by file, and by function again."""
        session = self._host.session
        shape = session.shapes.now
        if not (shape.by or session.can_be_grouped):
            self._host.say(messages.NO_GROUPS)
            return
        ways = ("", *GROUPS)
        by = ways[(ways.index(shape.by) + 1) % len(ways)] if session.can_be_grouped else ""
        self.take(shape.grouped(by), "" if by else messages.BY_FUNCTION)

    def open_group(self, function: int) -> None:
        """The functions of a group instead of it: one step, which undo and back take back."""
        session = self._host.session
        groups = session.groups
        assert groups is not None
        shape, name = session.shapes.now.grouped(""), spoken(session.names, function)
        terms = exact.of_group(groups, function, session.recorded)
        if len(terms) > LONGEST:
            self._host.say(messages.NAME_TOO_LONG)
            return

        def opened() -> None:
            session.shapes.take(shape, function, filters=(session.listed.filter_text, terms))
            self._opened_at = session.history.here
            self._show(None, messages.OF_GROUP.format(name), terms=terms)

        self._work(shape, opened)

    def back_to_group(self) -> bool:
        """Take back the opening of a group if nothing was gone to since; whether that was so."""
        session = self._host.session
        was_opened = session.shapes.has_opened and session.history.here == self._opened_at
        if was_opened:
            self._step(-1, messages.NOTHING_TO_UNDO, messages.TAKEN_BACK)
        return was_opened

    def _selected(self) -> int | None:
        """The function that is to be hidden; if there is none, or it is hidden already, that is said."""
        session = self._host.session
        index = self._host.panes.active.selected
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
        elif is_left_out(session, index):
            name = spoken(session.recorded_names, index)
            self._host.say(messages.LEFT_OUT.format(name), hint=messages.U_TAKES_BACK)
            index = None
        return index

    def _hide(self, step: Step, name: str) -> None:
        session = self._host.session
        shape = session.shapes.now.plus(step)
        if all(hidden_by(shape, session.recorded_names, session.not_mine)[: session.recorded.count]):
            self._host.say(messages.ALL_THAT_IS_LEFT, hint=messages.U_TAKES_BACK)
        elif not self.focus.refuses(shape):
            self.take(shape, messages.GOES_TO_CALLERS.format(shape_row.name_in_words(name)))

    # Undo

    def undo(self) -> None:
        """Take back the last change of the shape, shown already or not."""
        host = self._host
        if self.worker.busy:
            if self._waiting:
                self._waiting.pop()
            else:
                self.worker.stop()
                self._given_up()
            host.say(messages.TAKEN_BACK.format(messages.WHAT_WAS_BEGUN))
            return
        self._step(-1, messages.NOTHING_TO_UNDO, messages.TAKEN_BACK)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._step(1, messages.NOTHING_TO_DO_AGAIN, messages.DONE_AGAIN)

    def _step(self, by: int, otherwise: str, said: str) -> None:
        session = self._host.session
        shape, before = session.shapes.next_to(by), session.shapes.now
        if shape is None:
            self._host.say(otherwise)
            return
        # Where one step took the place of another, what was done is named.
        done, undone = (before, shape) if by < 0 else (shape, before)
        one, other = shape_row.words_of(session, done), shape_row.words_of(session, undone)
        words = [word for word in one if word not in other] or [word for word in other if word not in one]
        # As many threads may be others.
        words = words or choice_rows.parts(session, done.chosen) or [messages.WHAT_IS_GONE]
        told = said.format(", ".join(words))
        terms = session.shapes.filter_at(by)

        def step() -> None:
            selected = session.shapes.step(by, self._here(), self._host.panes.keep(self._host.panes.active))
            self._show(selected, told, terms=terms, kept=session.shapes.kept)

        self._work(shape, step)

    def instead_of_esc(self) -> str:
        """What Esc says of a shape, which it never takes off; nothing where none is on."""
        session = self._host.session
        steps = session.shapes.now.steps if session.shaped is not None else ()
        return messages.ESC_IS_NOT_UNDO.format(shape_row.step_in_words(session, steps[-1])) if steps else ""

    # Taking a shape

    def again(self, kept: Sequence[Any]) -> None:
        """The shape that was on before the file was read anew, and what views showed of it."""
        self._waiting.clear()
        session = self._host.session
        shape = session.shapes.now
        if (shape.steps and session.shaped is None) or session.shaping.would_choose(shape):
            self._work(shape, lambda: self._show(session.selected, "", kept=kept))

    def take(
        self,
        shape: Shape,
        told: str,
        *,
        hint: str = "",
        to: int | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Show another shape, and do ``then``.

        ``hint``: what else is said; ``to``: the function to show then.
        """
        session = self._host.session

        def take() -> None:
            here = self._here()
            session.shapes.take(shape, here, self._host.panes.keep(self._host.panes.active))
            self._show(here if to is None else to, told, hint)
            then()

        self._work(shape, take)

    def _here(self) -> int | None:
        """The function under the cursor, or that was selected before one went to what is no function."""
        selected = self._host.panes.active.selected
        return self._host.session.selected if selected is None else selected

    def _work(self, shape: Shape, then: Callable[[], None]) -> None:
        """Find out what a shape needs, and then show it."""
        shaping = self._host.session.shaping
        is_long = shaping.recorded.count >= _MANY and not shaping.has_made(shape)
        if is_long:
            self._preview(shape)
        said = messages.CHOOSING if shaping.would_choose(shape) else messages.SHAPING
        self._begin(shaping.making(shape), shaping.pieces_of(shape), then, said, is_long=is_long)

    def find_out(self, work: Pieces[None], expected: int, then: Callable[[], None]) -> None:
        """Have something else found out about the recording, in its turn; ``expected``: pieces."""

        def found() -> None:
            then()
            self._take_waiting()

        self.in_turn(lambda: self._begin(work, expected, found, messages.CHOOSING))

    def _begin(
        self, work: Pieces[None], expected: int, then: Callable[[], None], said: str, *, is_long: bool = False
    ) -> None:
        tell = self._host.status.telling(self.worker, said)
        self._host.jobs.begin(self.worker, work, then, tell=tell, expected=expected, is_long=is_long)

    def _preview(self, shape: Shape) -> None:
        """Show at once which functions are left; their own times come later."""
        session, panes = self._host.session, self._host.panes
        is_table = panes.view_name == FUNCTIONS and session.groups is None
        if not is_table or not shape.steps or shape.steps != shape.hiding:
            return
        others = session.ownership.mine(shape.said).others
        hidden = hidden_by(shape, session.recorded_names, lambda: others)
        session.coming = shape
        found = session.listed.found_in(session.recorded, session.recorded_names)
        panes.functions.preview([function for function in found if not hidden[function]])
        self._host.lay_out()

    def _given_up(self) -> None:
        """The user did not wait for the figures: what was shown before is shown again."""
        self._waiting.clear()
        session = self._host.session
        if session.coming is not None:
            session.coming = None
            self._host.panes.functions.show(session)
            self._host.lay_out()

    def _show(
        self,
        selected: int | None,
        told: str,
        hint: str = "",
        terms: str | None = None,
        kept: Sequence[Any] = (),
    ) -> None:
        """Show the shape that is on now; ``terms``: its filter; ``kept``: what each view showed."""
        session = self._host.session
        session.coming = None
        gone = session.drop_gone()
        if gone:
            words = ", ".join(shape_row.step_in_words(session, step) for step in gone)
            told, hint = messages.FOCUS_IS_GONE.format(words), ""
        session.reshape()
        if terms is not None:
            session.listed.filter_again(terms, None)
        if selected is None:
            selected = session.rows[0] if session.rows else None
        in_shape = self._host.panes.view_name in SHAPED
        if in_shape and selected is not None and session.is_hidden(selected):
            selected = instead_of(session, selected)
        session.selected = selected
        self._host.show_session(kept)
        if told:
            self._host.say(told, "warning" if gone else "text", hint)
        self._take_waiting()
