"""What keys leave only of the run: what is under one function, or under one path to it."""

from __future__ import annotations

from typing import Protocol

from proftui import messages
from proftui.analysis.shape.hiding import hidden_by
from proftui.analysis.shape.shape import ANYWHERE, FOCUS, PATH, Shape, Step
from proftui.frame import sentences, shape_row
from proftui.frame.functions import spoken
from proftui.screens.explorer.host import Host
from proftui.state.shapes import CallPath
from proftui.state.view_names import SHAPED, SOURCE


class Take(Protocol):
    """Shows another shape, with a sentence and what is said beside it then, at a function."""

    def __call__(self, shape: Shape, told: str, *, hint: str = "", to: int | None = None) -> None:
        """Do that."""


class FocusKeys:
    """Focuses: each within the one before."""

    def __init__(self, host: Host, take: Take) -> None:
        self._host = host
        self._take = take

    def function(self) -> None:
        """Only what runs under the function under the cursor."""
        index = self._host.panes.active.selected
        if index is None:
            self._host.say(messages.NOTHING_SELECTED)
        elif self._can(index):
            self._focus(index)

    def path(self) -> None:
        """Only what runs under it where it was called as the cursor says."""
        session, path = self._host.session, self._host.panes.active.call_path
        if not isinstance(path, CallPath):
            self._host.answer(path)
            return
        *above, index = path.functions
        if not self._can(index):
            return
        is_thread, count = session.recorded_names.is_thread, session.recorded.count
        if any(function >= count and not is_thread(function) for function in above):
            self._host.say(messages.ONLY_A_CALLER)
        elif not above:
            self._focus(index)
        else:
            names = tuple(map(session.recorded.function, path.functions))
            step = Step(PATH, "" if path.from_root else ANYWHERE, names[-1], names)
            told = messages.ONLY_UNDER_PATH.format(shape_row.path_in_words(session, step))
            self._begin(step, index, told)

    def _can(self, index: int) -> bool:
        """Whether there can be a focus on a function; if not, that is said."""
        host, session = self._host, self._host.session
        if why := sentences.no_edges(session.recorded):
            host.say(why)
        elif session.is_gone(index):
            host.say(messages.IS_ON_ONE_SIDE.format(self._name(index)))
        elif index >= session.recorded.count:
            host.say(messages.ONLY_A_CALLER)
        elif session.groups is not None and host.panes.active.view_name in SHAPED:
            host.say(messages.FOCUS_NEEDS_FUNCTION)
        elif session.is_hidden(index) and session.groups is None:
            host.say(messages.LEFT_OUT.format(self._name(index)), hint=messages.U_TAKES_BACK)
        else:
            return True
        return False

    def _focus(self, index: int) -> None:
        session = self._host.session
        step = Step(FOCUS, function=session.recorded.function(index))
        if index == session.focus or step in session.shapes.now.steps:
            self._host.say(messages.ALREADY_IN.format(self._name(index)), hint=messages.U_TAKES_BACK)
            return
        if session.profile.callees_count(index):
            self._begin(step, index, messages.ONLY_UNDER.format(self._name(index)))
            return
        # A table of one row would say no more.
        said = messages.CALLS_NOTHING[not session.recorded.callees_count(index)]
        self._host.say(said.format(self._name(index), session.figures.said("tottime", index)))

    def _begin(self, step: Step, index: int, told: str) -> None:
        shape, panes = self._host.session.shapes.now.plus(step), self._host.panes
        if self.refuses(shape):
            return
        hint = ""
        if panes.active.view_name == SOURCE:
            told = messages.FOCUSED
            hint = messages.A_SHOWS_THE_FILE if panes.shown is panes.source else messages.U_TAKES_BACK
        self._take(shape, told, hint=hint, to=index)

    def _name(self, index: int) -> str:
        return shape_row.name_in_words(spoken(self._host.session.recorded_names, index))

    # Together with what hides

    def refuses(self, shape: Shape) -> bool:
        """Whether a shape would hide what it is focused on; that is said then."""
        session = self._host.session
        if not shape.focuses:
            return False
        if session.side.lacks(shape):
            self._host.say(messages.NOT_THERE_BEFORE)
            return True
        hidden = hidden_by(shape, session.recorded_names, session.not_mine)
        for step in shape.focuses:
            index = session.find(step.function)
            if index is not None and hidden[index]:
                text = messages.HIDES_THE_FOCUS.format(self._name(index))
                self._host.say(text, hint=messages.U_TAKES_BACK)
                return True
        return False
