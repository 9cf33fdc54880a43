"""What a part of the explorer may ask of the screen that it is a part of."""

from __future__ import annotations

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
    def app(self) -> App[Any]:
        """Textual's application."""

    def say(self, text: str, role: str = "text", hint: str = "") -> None:
        """Put a message into the state row; its hint too, where there is width for both."""

    def answer(self, answer: Answer) -> None:
        """Do what a view answers to a key: say it, or go there."""

    def arrive(self, view: str, function: int | None, node: CallNode | None = None) -> None:
        """Show a view at a function, without a new entry in the history."""

    def go(self, view: str, function: int, node: CallNode | None = None) -> None:
        """Show a view at a function, and remember the way."""

    def take_over(self, session: Session) -> None:
        """Show another session."""

    def lay_out(self) -> None:
        """Show what fits and what the view needs, hide the rest."""

    def refresh_frame(self) -> None:
        """Draw the rows around the view again."""

    def redraw(self) -> None:
        """Draw everything anew, for a terminal that something else has written to."""
