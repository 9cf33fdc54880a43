"""The explorer: every key turned into a change of what is on the stage."""

from __future__ import annotations

import os
import time
from typing import cast

from textual import events

from proftui.analysis import calls
from proftui.analysis.neighbours import OUTSIDE, OWN_TIME
from proftui.analysis.order import Order
from proftui.background.working import Working
from proftui.drawing.line import Span
from proftui.drawing.safe_text import cell_width, clean, cut_start
from proftui.frame import messages as states
from proftui.frame import rows as frame
from proftui.frame.functions import spoken
from proftui.frame.help import help_rows
from proftui.frame.keys import KEYS, SORT_LETTERS
from proftui.screens.explorer.sending import Sending
from proftui.screens.loading import read
from proftui.state import loading
from proftui.state.loading import GivenUp, Loader
from proftui.state.session import Place, reloaded
from proftui.views.calls.widget import CallsView
from proftui.views.functions.choice import column_rows
from proftui.views.functions.widget import FunctionsView
from proftui.widgets.command_palette import Command, CommandPalette
from proftui.widgets.drawn import Painted
from proftui.widgets.rows import Rows
from proftui.widgets.sheet import Sheet
from proftui_parsers import Profile, ProfileError
from proftui_parsers.import_free import cached_property, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.background.pieces import Pieces

_NAME_CELLS = 8
"""So much of a file's name a message shows at least."""
ACTIONS = {name: key.action for key in KEYS for name in key.keys.split(",")}


class Explorer(Sending):
    """Explores one profile."""

    interrupted_at = -10.0

    @cached_property
    def ordering(self) -> Working:
        """Sorts, where that takes long."""
        return Working()

    # Keys

    async def press(self, event: events.Key) -> bool:
        """Do what a key says; nothing of it is left for anybody else."""
        if self.prompt.is_open and event.key == "ctrl+c":
            self.drop_filter()
        if self.prompt.is_open:
            await self.prompt.press(event)
            return True
        self._hush()
        if self.functions.touched:
            # Only a cursor that was moved selects: one that stands in for a row filtered out does not.
            self.session.selected, self.functions.touched = self.functions.selected, False
        if self.chord:
            self._finish_chord(event)
        elif event.key in ACTIONS:
            await self.run_action(ACTIONS[event.key])
        elif event.is_printable:
            self.say(f"{clean(event.character or '')} does nothing here · ? shows the keys")
        return True

    def _finish_chord(self, event: events.Key) -> None:
        """The letter after ``o``, ``L``, ``w`` or ``v``; any other key only takes the choice away."""
        chord, self.chord = self.chord, ""
        self._refresh_frame()
        letter = event.character or ""
        if chord == "sort" and letter in SORT_LETTERS:
            self._sort_to(SORT_LETTERS[letter])
        elif chord == "least":
            self.choose_least(letter)
        elif chord == "write":
            self.write_as(letter)
        elif chord == "snakeviz" and event.key == "enter":
            self.show_in_snakeviz()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text is never run as keys."""
        if not self.prompt.is_open:
            self.say("pasted text is ignored here: / opens the filter")

    def on_click(self, event: events.Click) -> None:
        """Tabs."""
        if event.screen_y == 1:
            view = frame.tab_at(self._tabs_line(self.size.width), event.screen_x)
            if view is not None:
                self.action_view(view)

    def action_view(self, view: str) -> None:
        """Change the view, keep the selection."""
        index, node = self.selected, self.node
        if self.view == view and not self.in_pane:
            return
        self._take_row()
        self.in_pane = False
        if index is None:
            self._arrive(view, None)
        else:
            self.go(view, index, node)

    def action_cycle_view(self, step: int) -> None:
        """The next view; a pane that is on the screen already only takes the focus."""
        ring = ["functions", "pane" if self.pane is not None else "calls", "tree", "icicle", "source"]
        if self.view == "calls":
            ring[1] = "calls"
        here = ring.index("pane" if self.in_pane else self.view)
        there = ring[(here + step) % len(ring)]
        index, node = self.selected, self.node
        if there == "pane" or (self.in_pane and there == "functions"):
            self.in_pane = there == "pane"
            self._follow()
            self._arrange()
            return
        if self.in_pane:
            index = self.session.selected
        self.in_pane = False
        self._arrive(there, index, node)

    def action_move(self, how: str) -> None:
        """Move the cursor of the view."""
        self.active_view.move(how)

    def action_sideways(self, step: int) -> None:
        """Scroll the text, or to the columns that do not fit."""
        if self.view == "source":
            if not self.source.scroll_text(step):
                self.say("the text starts here" if step < 0 else "the longest line ends here")
            return
        if self.view in ("tree", "icicle"):
            self.tree_sideways(step)
            return
        if self.view == "calls" or self.in_pane:
            self.say("all columns are shown: nothing to scroll to")
            return
        look, left_out = self.functions.look, self.functions.fitted.left_out
        if step > 0 and not left_out:
            self.say("all columns are shown: nothing to scroll to")
            return
        if step < 0 and not look.shift:
            self.say("the columns start here")
            return
        self.functions.look = replace(look, shift=max(0, look.shift + step))
        self.functions.changed()

    def action_open(self) -> None:
        """Lead on: from the table to calls, from calls to the other function, from it to its source."""
        index = self.selected
        if self.view in ("tree", "icicle"):
            self.open_node()
        elif index is None:
            self.say("nothing is selected")
        elif self.view == "functions" and not self.in_pane:
            self._take_row()
            self.go("calls" if self.session.profile.has_edges else "source", index)
        elif self.view == "source" and self.open_line():
            pass
        elif self.view == "source":
            if self.session.profile.has_edges:
                self.go("calls", index)
            else:
                self.say("this file has no call edges: < goes back to the functions")
        else:
            self._open_neighbour(index)

    def _open_neighbour(self, index: int) -> None:
        view = self.active_view
        assert isinstance(view, CallsView)
        neighbour = view.neighbour
        if neighbour is None or neighbour.function == OWN_TIME:
            self.in_pane = False
            self.go("source", index)
        elif neighbour.function == OUTSIDE:
            self.say("called from outside the profile: the profiler was started below that caller")
        else:
            self.go("functions" if self.in_pane else "calls", neighbour.function)

    def action_back(self) -> None:
        """Where the user was before."""
        self._step(-1, "this is where you started")

    def action_forward(self) -> None:
        """Where the user went back from."""
        self._step(1, "nothing ahead: < goes back")

    def _step(self, by: int, otherwise: str) -> None:
        self._leave()
        place = self.session.history.step(by)
        if place is None:
            self.say(otherwise)
        else:
            self._arrive(place.view, place.function, place.node)
            if place.view == "functions" and not self.in_pane and self._is_filtered_out(place.function):
                name = spoken(self.session.names, place.function)
                self.say(f"{name} is filtered out", hint="Esc drops the filter")

    def _is_filtered_out(self, function: int) -> bool:
        session = self.session
        return session.query is not None and function < session.profile.count and function not in session.rows

    def action_top_caller(self) -> None:
        """The heaviest caller becomes the selection."""
        index = self.selected
        if index is None:
            self.say("nothing is selected")
            return
        profile, names = self.session.profile, self.session.names
        if not profile.has_edges:
            self.say(states.no_edges(profile))
            return
        above = calls.callers(profile, index)
        place = calls.heaviest(above, [index])
        if place is None:
            self.say(f"{spoken(names, index)} has no callers: this is where the program starts")
            return
        edge = above[place]
        self._take_row()
        self.go(self._where_shown(edge.function), edge.function)
        self.say(states.caller_sentence(self.session, index, edge, self.size.width), hint="< back")

    def _take_row(self) -> None:
        """A row of the table that a key acts on is selected, also where a filter put the cursor there."""
        if self.view == "functions" and not self.in_pane and self.functions.selected is not None:
            self.session.selected = self.functions.selected

    def _where_shown(self, function: int) -> str:
        """The view in use, or Calls where that one cannot show the function."""
        if self.view == "functions" and not self.in_pane:
            # It may be filtered, and has no row for a caller that was not measured itself.
            return self.view if function in self.session.rows else "calls"
        return self.view if self.view != "source" else "calls"

    def action_hot_path(self) -> None:
        """Down the heaviest callees; every step is in the history."""
        if self.view in ("tree", "icicle"):
            self.hot_path_down()
            return
        index = self.selected
        if index is None:
            self.say("nothing is selected")
            return
        if not self.session.profile.has_edges:
            self.say(states.no_edges(self.session.profile))
            return
        path = calls.hot_path(self.session.profile, index)
        names = self.session.names
        if len(path) == 1:
            self.say(f"{spoken(names, index)} calls nothing heavier than itself", hint="u heaviest caller")
            return
        self._take_row()
        self.in_pane = False
        if self.view != "calls":
            self.go("calls", index)
        for step in path[1:]:
            self.session.history.visit(Place("calls", step))
        self._arrive("calls", path[-1])
        said = [spoken(names, step) for step in path[-4:]]
        self.say(states.hot_path(said, "< walks back", self.size.width))

    # Mouse

    def on_rows_opened(self, event: Rows.Opened) -> None:
        """A double click opens."""
        self.action_open()

    def on_calls_view_opened(self, event: CallsView.Opened) -> None:
        """A double click goes there."""
        self.in_pane = event.view.pane
        self.action_open()

    def on_rows_heading_clicked(self, event: Rows.HeadingClicked) -> None:
        """A click on a heading sorts by it, a second reverses."""
        if event.view is self.functions:
            column = self.functions.column_at(event.column)
            if column is not None:
                self._sort_functions(column.order)
        else:
            self.explain_column(event)

    def on_calls_view_heading_clicked(self, event: CallsView.HeadingClicked) -> None:
        """A click on a heading sorts by it, a second reverses."""
        self._sort_calls(event.view.column_at(event.column))

    # Order

    def action_sort(self, step: int) -> None:
        """Sort by the next column."""
        view = self.active_view
        if self._stands_in_order() or not isinstance(view, FunctionsView | CallsView):
            return
        columns = list(calls.SORT_KEYS) if isinstance(view, CallsView) else self.session.sort_columns
        here = columns.index(view.order.column) if view.order.column in columns else -step
        self._sort_to(columns[(here + step) % len(columns)])

    def _stands_in_order(self) -> bool:
        """Whether the view has no columns to sort by; lines go by time, a tree says why."""
        if self.view == "source":
            self.sort_lines()
        elif self.view in ("tree", "icicle"):
            self.say("what a function calls stands by its time, heaviest first")
        else:
            return False
        return True

    def _sort_to(self, column: str) -> None:
        if self._stands_in_order():
            return
        if isinstance(self.active_view, CallsView):
            self._sort_calls(column if column in calls.SORT_KEYS else "cumtime", flip=False)
        else:
            self._sort_functions(column, flip=False)

    def _sort_functions(self, column: str, flip: bool = True) -> None:
        session = self.session
        if column == "ncalls" and not session.profile.has_calls:
            column = "hits"
        if column not in session.sort_columns:
            self.say(f"this profile has no {column}")
            return
        order = Order.usual(column)
        if flip and session.order == order:
            order = order.reverse()
        self._apply_order(order, states.explain(session, column))

    def _apply_order(self, order: Order, told: str = "") -> None:
        def apply() -> None:
            self.session.sort(order)
            self.functions.order = order
            self.functions.show_rows(self.session.rows, self.functions.selected)
            self._refresh_frame()
            if told:
                self.say(told)
            else:
                self._hush()

        self._when_done(self.session.sorting(order), apply)

    def _when_done(self, work: Pieces[None], then: Callable[[], None]) -> None:
        """Do what sorting needs, and then the rest: at once, where it is short."""
        if self.ordering.begin(work, 1, self._tell_sorting, then):
            then()
        else:
            self._tell_sorting()

    def _tell_sorting(self) -> None:
        if not self._message:
            self.say(states.SORTING)

    def tidy(self) -> None:
        """Nothing is sorted any more."""
        super().tidy()
        self.ordering.end()

    def action_peel(self) -> None:
        """Take off one layer."""
        if self.ordering.busy:
            self.ordering.stop()
        else:
            super().action_peel()

    def _sort_calls(self, column: str, flip: bool = True) -> None:
        self._when_done(self.session.texts_to_sort_by(column), lambda: self._sort_calls_now(column, flip))

    def _sort_calls_now(self, column: str, flip: bool) -> None:
        for view in self.query(CallsView):
            order = Order.usual(column)
            view.order = order.reverse() if flip and view.order == order else order
            view.changed()

    def action_reverse(self) -> None:
        """The other way round."""
        view = self.active_view
        if self._stands_in_order():
            return
        if isinstance(view, CallsView):
            for each in self.query(CallsView):
                each.order = each.order.reverse()
                each.changed()
        else:
            self._apply_order(self.session.order.reverse())

    def action_sort_by(self) -> None:
        """Wait for the letter of a column."""
        if not self._stands_in_order():
            self.chord = "sort"
            self.query_one("#state").refresh()

    # Figures

    def action_shares(self) -> None:
        """Shares of another whole, or none."""
        if self.view in ("tree", "icicle"):
            self.shares_of_tree()
        elif self.view == "source":
            self.source.shares = not self.source.shares
            self.source.changed()
            self.say("%: of the function's own total" if self.source.shares else "shares are hidden")
        elif self.view == "calls" or self.in_pane:
            ring = ("function", "total", "none")
            shares = ring[(ring.index(self.calls.shares) + 1) % len(ring)]
            for view in self.query(CallsView):
                view.shares = shares
                view.refresh()
            words = {"function": "%: of the function's cumtime", "total": "%: of the whole run"}
            self.say(words.get(shares, "shares are hidden"))
        else:
            look = self.functions.look
            self.functions.look = replace(look, shares=not look.shares)
            self.functions.changed()
            self.say("shares are hidden" if look.shares else "%: of the whole run")

    def action_unit(self) -> None:
        """Another unit of time."""
        unit = self.session.next_unit()
        for view in (self.functions, self.branches, self.icicle, self.source, *self.query(CallsView)):
            view.figs = self.session.figures
            view.changed()
        self._refresh_frame()
        self.say(f"times in {unit.name}")

    def action_columns(self) -> None:
        """Choose columns."""
        if self.view != "functions" or self.in_pane:
            self.say("columns are chosen in Functions: 1")
            return

        def toggle(row: int) -> list[list[Span]]:
            rows, self.functions.look = column_rows(self.session.figures, self.functions.look, row)
            self.functions.changed()
            return rows

        rows, _ = column_rows(self.session.figures, self.functions.look, None)
        self.app.push_screen(
            Sheet("Columns: Enter shows or hides, Esc closes", rows, pick=True, toggle=toggle)
        )

    # Files and pages

    def action_reload(self) -> None:
        """Read the file again if it has changed; source text is looked for anew in any case."""
        session = self.session
        session.selected = self.selected
        if isinstance(self.load, Loader) and self.load.has_not_changed_since(session.profile):
            session.sources = {}
            if self.view == "source":
                self._show_selected()
                self._refresh_frame()
            self.say("nothing has changed since it was read")
        else:
            if isinstance(self.load, Loader) and self.load.is_large:
                # Two profiles there must be until the new one is shown, but not what was before.
                loading.forget_former()
            read(self, self.load, self._read_again)

    def _read_again(self, result: Profile | Exception) -> None:
        before = self.session.profile
        if isinstance(result, Profile):
            self.ordering.stop()
            self.searching.stop()
            self.session = reloaded(self.session, result)
            self.stop_handoff()
            self._take_over()
            self.say(states.change(before, result))
            self.set_timer(loading.REST, loading.forget_former)
        elif isinstance(result, GivenUp):
            self.say(str(result))
        elif isinstance(result, ProfileError):
            sentence = clean(str(result), 300)
            name = "standard input" if before.path == "-" else clean(os.path.basename(before.path))
            room = self.app.size.width - 3 - cell_width(sentence)
            self.say(f"{cut_start(name, max(_NAME_CELLS, room))} {sentence}", "error")
        else:
            raise result

    def action_notes(self) -> None:
        """What does not add up in this profile."""
        self.app.push_screen(Sheet("Notes on this profile", states.notes(self.session.profile)))

    def action_palette(self) -> None:
        """Every action by name."""
        commands = [Command(key.help, key.shown, key.action) for key in KEYS if key.action != "palette"]
        commands += [
            Command(f"theme: {name}", "", f"theme:{name}") for name in sorted(self.app.available_themes)
        ]

        async def run(chosen: str) -> None:
            if chosen.startswith("theme:"):
                self.app.theme = chosen.removeprefix("theme:")
            else:
                await self.run_action(chosen)

        self.app.push_screen(CommandPalette(commands, run))

    def action_help(self) -> None:
        """The help page."""
        view = "calls" if self.in_pane else self.view
        self.app.push_screen(Sheet(f"Help: {frame.VIEW_TITLES[view]} · Esc closes", help_rows(view)))

    def action_redraw(self) -> None:
        """Everything anew, for a terminal that something else has written to."""
        painter = cast(Painted, self.app).painter
        if painter is not None:
            painter.forget()
        self.app.refresh(repaint=True, layout=True)
        self._arrange()

    def action_suspend(self) -> None:
        """To the shell."""
        self.app.action_suspend_process()

    def action_interrupt(self) -> None:
        """Control-C twice within two seconds quits."""
        now = time.monotonic()
        if now - self.interrupted_at < 2.0:
            self.app.exit()
        self.interrupted_at = now
        self.say("q quits; Ctrl+C once more does too")

    def action_quit(self) -> None:
        """The end; nothing is lost."""
        self.app.exit()
