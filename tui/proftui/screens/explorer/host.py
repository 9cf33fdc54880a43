"""What a part of the explorer may ask of the screen that it is a part of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from textual.app import App

from proftui.analysis.calltree.nodes import CallNode
from proftui.background.jobs import Jobs
from proftui.screens.explorer.panes import Panes
from proftui.screens.explorer.status_line import StatusLine
from proftui.screens.loading import Load
from proftui.state.session import Session
from proftui.views.protocol import Answer


class Host(Protocol):
    """The explorer, as its parts see it."""

    session: Session
    panes: Panes
    status: StatusLine
    jobs: Jobs
    load: Load

    @property
    def app(self) -> App[Any]: ...  # Textual's application

    # put a message into the state row; its hint too, where there is width for both
    def say(self, text: str, role: str = "text", hint: str = "") -> None: ...
    def answer(self, answer: Answer) -> None: ...  # do what a view answers to a key: say it, or go there
    # show a view at a function, without a new entry in the history
    def arrive(self, view: str, function: int | None, node: CallNode | None = None) -> None: ...
    # show a view at a function, and remember the way
    def go(self, view: str, function: int, node: CallNode | None = None) -> None: ...
    def take_over(self, session: Session) -> None: ...  # show another session
    # show the session anew, in another shape; ``kept``: by view what it showed
    def show_session(self, kept: Sequence[Any] = ()) -> None: ...
    def lay_out(self) -> None: ...  # show what fits and what the view needs, hide the rest
    def look_into(self) -> None: ...  # find out, while nobody waits, what is not shown at once
    def refresh_frame(self) -> None: ...  # draw the rows around the view again
    # draw everything anew, for a terminal that something else has written to
    def redraw(self) -> None: ...
