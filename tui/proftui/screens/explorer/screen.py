"""The main screen: parts that own their state, and the events of Textual handed to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from textual import events, messages
from textual.app import ComposeResult
from textual.screen import Screen

from proftui.analysis.calltree.nodes import CallNode
from proftui.background.jobs import Jobs
from proftui.drawing.safe_text import clean
from proftui.frame import rows
from proftui.messages import ELSEWHERE, NOTHING_TO_CLEAR, PASTED, UNKNOWN_KEY
from proftui.screens.explorer import checking
from proftui.screens.explorer.checking import Checking
from proftui.screens.explorer.commands import BY_ACTION, KEY_OF, commands
from proftui.screens.explorer.export import Export
from proftui.screens.explorer.filter import Filter
from proftui.screens.explorer.frame_rows import FrameRows
from proftui.screens.explorer.handoff import SnakevizKey
from proftui.screens.explorer.navigation import Navigation
from proftui.screens.explorer.panes import Panes
from proftui.screens.explorer.reload import Reload, Watching
from proftui.screens.explorer.shape_keys import ShapeKeys
from proftui.screens.explorer.sorting import Sorting
from proftui.screens.explorer.status_line import StatusLine
from proftui.screens.explorer.tree_builder import TreeBuilder
from proftui.screens.loading import Load
from proftui.startup.first_screen import FirstScreen
from proftui.state.history import HistoryEntry
from proftui.state.session import Options, Session
from proftui.state.view_names import FUNCTIONS, OVERVIEW
from proftui.views.protocol import Answer, Go, Narrow, OpenGroup, Run, Say, View
from proftui.widgets.drawn import Drawn, painted
from proftui.widgets.prompt import Prompt


class ExplorerScreen(Screen[None]):
    """Explores one profile."""

    AUTO_FOCUS = ""

    def __init__(
        self, session: Session, options: Options, load: Load, start: FirstScreen | None = None
    ) -> None:
        super().__init__()
        self.load, self.session = load, session
        self.session.listed.filter(options.filter, None)
        self.session.selected = self.session.rows[0] if self.session.rows else None
        if start is not None:
            self.session.selected = start.selected
        self.jobs = Jobs()
        self.panes = Panes(self.session, options.view, start)
        self.filter = Filter(self)
        self.builder = TreeBuilder(self)
        self.navigation = Navigation(self, self.builder, self.filter)
        self.status = StatusLine(self)
        self.frame = FrameRows(self, self.filter.prompt)
        self.sorting = Sorting(self)
        self.export = Export(self, self.builder)
        self.handoff = SnakevizKey(self, self)
        self.checking = Checking(self)
        self.shape = ShapeKeys(self)
        self.reload = Reload(self, self.shape.compare)
        typed_to = self.filter.prompt
        self.watching = Watching(self, lambda: self.load, self.reload, typed_to) if options.watch else None
        self.commands = commands(self)

    def compose(self) -> ComposeResult:
        """The frame with all views in it; those not in use are hidden."""
        panes, frame = self.panes, self.frame
        yield from (frame.top, frame.tabs, frame.shape, *panes.between_tabs_and_detail())
        yield from (frame.detail, panes.below, self.filter.prompt, frame.state, frame.footer, frame.tiny)

    def on_mount(self) -> None:
        """The first screen."""
        if self.session.selected is not None:
            self.session.history.visit(HistoryEntry(self.panes.view_name, self.session.selected))
        self.take_over(self.session)
        self.panes.go_on()
        if self.watching is not None:
            self.watching.begin()

    def take_over(self, session: Session) -> None:
        """Show a session: at the start, and after reading the file again."""
        # A file that is being written is of what was shown: it is written to its end.
        for part in (self.sorting, self.filter, self.builder, self.navigation.finder, self.shape):
            part.worker.stop()
        self.shape.compare.stop()
        self.handoff.end()
        kept = self.panes.keep() if session is not self.session else []
        self.session = session
        self.show_session(kept)
        self.shape.again(kept)
        self.look_into()

    def show_session(self, kept: Sequence[Any] = ()) -> None:
        """Show the session anew, which is another or in another shape; ``kept``: what each view showed."""
        self.panes.finder.end()
        self.builder.forget()
        self.panes.show_session(self.session, kept)
        self.navigation.show_selected()
        self.lay_out()
        self.filter.measure_soon()
        self.shape.compare.look()

    def look_into(self) -> None:
        """Find out, while nobody waits, what figures and source text tell beyond what is shown at once."""
        self.call_after_refresh(self.checking.begin)
        checking.name_functions(self)

    async def _on_idle(self, event: events.Idle) -> None:
        """Lay out and draw at once what has changed; Textual waits for the next sixtieth of a second."""
        event.prevent_default()
        due = self._layout_required or self._scroll_required or self._repaint_required
        if self.is_current and not self.app._batch_count and (due or self._dirty_widgets):
            self._on_timer_update()
        await self._invoke_and_clear_callbacks()

    # What the parts ask of it

    def lay_out(self) -> None:
        """Show what fits and what the view needs, hide the rest."""
        if self.is_mounted:
            self.frame.arrange(*self.size)
            self.panes.arrange(*self.size)
            self.refresh_frame()

    def refresh_frame(self) -> None:
        """Draw the rows around the view again."""
        self.frame.refresh()

    def redraw(self) -> None:
        """Draw everything anew, for a terminal that something else has written to."""
        painter = painted(self).painter
        if painter is not None:
            painter.forget()
        self.app.refresh(repaint=True, layout=True)
        self.lay_out()

    def say(self, text: str, role: str = "text", hint: str = "") -> None:
        """Put a message into the state row; its hint too, where there is width for both."""
        self.status.say(text, role, hint)

    def answer(self, answer: Answer) -> None:
        """Do what a view answers to a key: say it, or go there."""
        if isinstance(answer, OpenGroup):
            self.shape.open_group(answer.function)
        elif isinstance(answer, Go):
            self.go(answer.view, answer.function)
            self.panes.source.go_to_number(answer.line)
        elif isinstance(answer, Say):
            self.say(*answer)
        elif isinstance(answer, Run):
            self.run(answer.action)
        elif isinstance(answer, Narrow):
            self.navigation.show_view(FUNCTIONS)
            self.filter.keep(answer.terms)

    def go(self, view: str, function: int, node: CallNode | None = None) -> None:
        """Show a view at a function, and remember the way."""
        self.navigation.go(view, function, node)

    def arrive(self, view: str, function: int | None, node: CallNode | None = None) -> None:
        """Show a view at a function, without a new entry in the history."""
        self.navigation.arrive(view, function, node)

    # Keys

    async def press(self, event: events.Key) -> bool:
        """Do what a key says; nothing of it is left for anybody else."""
        self.jobs.put_off_idle(checking.REST)
        prompt = self.filter.prompt
        if prompt.is_open and event.key == "ctrl+c":
            self.filter.drop()
        if prompt.is_open:
            await prompt.press(event)
            return True
        self.status.hush()
        self.panes.shown.before_key()
        if self.status.is_asking:
            self.status.hear("enter" if event.key == "enter" else event.character or "")
        elif event.key in KEY_OF:
            self.run(KEY_OF[event.key].action)
        elif event.is_printable:
            self.say(UNKNOWN_KEY.format(clean(event.character or "")))
        return True

    def run(self, action: str) -> None:
        """Do an action of ``frame/keys.py``; where it is none of the view in use, say where it is one."""
        key = BY_ACTION[action]
        if self.panes.active.view_name not in key.views and key.views in ELSEWHERE:
            self.say(ELSEWHERE[key.views])
        else:
            self.commands[action]()

    def peel(self) -> None:
        """Esc: take off one layer, the newest work first."""
        if self.jobs.give_up_newest():
            self.refresh_frame()
        elif self.panes.in_pane:
            self.panes.in_pane = False
            self.lay_out()
        elif self.panes.view_name == OVERVIEW:
            self.navigation.finder.leave()
        elif self.filter.take_off() or self.panes.shown.peel():
            self.refresh_frame()
        else:
            self.say(self.shape.instead_of_esc() or NOTHING_TO_CLEAR)

    # Textual's events

    def on_resize(self, event: events.Resize) -> None:
        """Another size: other rows and panes."""
        self.lay_out()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text is never run as keys."""
        if not self.filter.prompt.is_open:
            self.say(PASTED)

    def on_click(self, event: events.Click) -> None:
        """A click on a tab shows its view."""
        if event.screen_y == 1:
            view = rows.tab_at(self.frame.tabs_line(self.size.width), event.screen_x)
            if view is not None:
                self.navigation.show_view(view)

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        """Filter as the user types."""
        self.filter.typed()

    def on_drawn_moved(self, event: Drawn.Moved) -> None:
        """The cursor of a view moved."""
        if event.view is self.panes.functions:
            self.panes.follow_soon()
        self.frame.refresh_moved()

    def on_drawn_opened(self, event: Drawn.Opened) -> None:
        """A double click opens."""
        self.panes.in_pane = event.view is self.panes.pane
        self.navigation.open()

    def on_drawn_heading_clicked(self, event: Drawn.HeadingClicked) -> None:
        """A click on a heading sorts, or says what the column means."""
        self.sorting.click(cast(View, event.view), event.cell)

    # The end

    async def on_prune(self, event: messages.Prune) -> None:
        """The end, however it came: widgets go before their screen, and no work may want them after this."""
        self.tidy()

    def tidy(self) -> None:
        """Nothing goes on by itself, nothing is served, and nothing half written stays."""
        for part in (self.jobs, self.panes, self.filter, self.export, self.handoff, self.reload):
            part.end()
