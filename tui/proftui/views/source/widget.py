"""View 5: the lines of the selected function, with what was measured on each and what its calls cost."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from proftui import messages
from proftui.analysis.search.terms import QueryError
from proftui.background.budget import TooSlow
from proftui.drawing.figures import plural
from proftui.drawing.line import Line, fitted
from proftui.drawing.safe_text import cell_width
from proftui.frame import compare_rows, compare_words, idle_keys, sentences, state_row
from proftui.frame.keys import BY_TIME, OF_WHOLE_FILE
from proftui.state.kept import Named, named
from proftui.state.session import Session
from proftui.state.view_names import CALLS, SOURCE
from proftui.views.protocol import Answer, Go, Say
from proftui.views.source.code import code_text
from proftui.views.source.detail import detail
from proftui.views.source.highlight import Range, highlighted
from proftui.views.source.rows import SourceTable, module_texts, site_text
from proftui.views.source.search import SearchedText
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.sites import Site
    from proftui.frame.explain import Explanation
    from proftui.views.source.both import BothListing
    from proftui.views.source.rows import Below

STEP = 8


class SourceView(SearchedText[SourceTable]):
    """A listing, its cursor on the hottest line."""

    view_name = SOURCE
    kept: Named | None = None
    """Whose lines are shown."""

    def __init__(self, session: Session, *, id: str) -> None:
        super().__init__(id=id)
        self.session = session
        self.shown: Listing | None = None
        self.both: BothListing | None = None
        """What stands beside the text while two sides are compared."""
        self.by_time = False
        self.shift = 0
        self.matches = {}
        self._order: Sequence[int] | None = None
        self._colours: list[list[Range]] | None = None
        self._unplaced = False

    # What is shown

    def show(self, session: Session) -> None:
        self.session = session
        if self.kept is None:
            # Its function may be none of this session.
            self.shown = self.both = None

    def keep(self) -> Named | None:
        return self.kept if self.kept is not None or self.shown is None else self._named(self.shown)

    def _named(self, shown: Listing) -> Named:
        return named(self.session, shown.function)

    def show_selected(self, node: object = None) -> None:
        session, index = self.session, self.session.selected
        if index is None:
            self._show(None, None)
        elif session.compared is None:
            self._show(session.listing(index), None)
        else:
            from proftui.views.source.both import shown_of

            self._show(*shown_of(session, index))

    def source_changed(self) -> None:
        if self.display:
            self.show_selected()

    # Keys that all views know

    def sideways(self, step: int) -> Answer:
        if self.shown is None:
            return Say(messages.TEXT_ENDS[step])
        longest = max((cell_width(code_text(text)) for text in self.texts()), default=0)
        cells = self.size.width - self.columns.table.used - 2
        before = self.shift
        self.shift = max(0, min(self.shift + step * STEP, longest - cells + STEP - 1))
        self.refresh()
        return None if self.shift != before else Say(messages.TEXT_ENDS[step])

    def open(self) -> Answer:
        index, callee = self.selected, self.callee
        if index is None:
            return Say(messages.NOTHING_SELECTED)
        if callee is not None:
            return Go(SOURCE, callee)
        why = sentences.no_edges(self.session.profile)
        return Say(why) if why else Go(CALLS, index)

    def next_match(self, step: int) -> Answer:
        if self.searched:
            return self.go_to_match(step)
        ranking, position = self.hottest, self.number_in_text(self.cursor)
        if not ranking:
            return Say(messages.NO_LINE_TIMES)
        here = ranking.index(position) + step if position in ranking else 0
        self.put_cursor(self._row_of(ranking[here % len(ranking)]))
        return None

    def cycle_shares(self) -> Answer:
        if self.both is not None and (said := self.about.next_scale()):
            self.show_selected()
            return Say(said)
        return self.toggle_shares("lines")

    def sort_own_way(self) -> Answer:
        if not self.hottest:
            return Say(messages.NO_LINE_TO_SORT)
        position = self.number_in_text(self.cursor)
        self.by_time = not self.by_time
        self._sort()
        self.cursor = self._row_of(position)
        self.resized()
        self.go_to(0 if self.by_time else self._top_for(self.cursor))
        self.reveal()
        by_time = messages.LINES_BY_TIME if self.both_shown is None else messages.LINES_BY_CHANGE
        return Say(by_time if self.by_time else messages.LINES_IN_ORDER)

    def explain(self) -> Explanation | None:
        from proftui.frame.explain import source_line

        number = self.line_number
        if self.shown is None or number is None:
            return super().explain()
        return source_line(self.session, self.shown, number)

    def peel(self) -> bool:
        if super().peel():
            return True
        shifted, self.shift = self.shift > 0, 0
        if shifted:
            self.refresh()
        return shifted

    # The frame around it

    def summary(self) -> str:
        if self.both is not None:
            return self.both.summary
        if self.shown is not None and self.shown.executed:
            return messages.LINES_SEEN.format(plural(len(self.shown.executed), "line"))
        return sentences.lines_shown(self.session.recorded)

    def detail(self, width: int) -> Line:
        sites = sorted(self.sites, key=lambda site: -(site.figures.cumtime or 0.0))
        calls = [site_text(self.figs, self.names, site) for site in sites[:3]]
        if self.shown is not None and self.line_number is not None:
            calls = [*module_texts(self.figs, self.names, self.shown, self.line_number), *calls]
        session, shown, number = self.session, self.shown, self.line_number
        if session.selected is None:
            return super().detail(width)
        if session.compared is None:
            return detail(self.figs, self.names, shown, number, calls, width) or super().detail(width)
        from proftui.views.source.compared import detail as detail_of_both

        line = None
        if self.both is not None and shown is not None and number is not None:
            line = detail_of_both(session, self.both, shown, number, calls, width)
        return line or compare_rows.detail(session, session.selected, width, alone=False)

    def sentence(self, width: int) -> Line:
        if self.both is not None and self.both.said and not self.searched:
            note = sentences.text_note(self.shown.note) if self.shown else ""
            return compare_words.of_lines(self.both.said, note, width)
        return state_row.source(self.session, self.shown, self.searched, len(self.matches), width)

    @property
    def footer(self) -> str:
        is_whole = self.session.whole_file and self.shown is not None and bool(self.shown.text)
        name = (BY_TIME if self.by_time else SOURCE) + (OF_WHOLE_FILE if is_whole else "")
        return self.about.footer(name)

    @property
    def idle_keys(self) -> Sequence[str]:
        return idle_keys.in_source(self.session, self.shown)

    # Rows: where they stand on the screen, and which of the listing each is

    @property
    def length(self) -> int:
        """Rows shown."""
        return 0 if self.shown is None else self.columns.length

    @property
    def both_shown(self) -> BothListing | None:
        """The figures of both sides, where there are any; else what the side after alone has is shown."""
        both = self.both
        return both if both is not None and (both.rows or both.below) else None

    @property
    def hottest(self) -> Sequence[int]:
        """Rows of the listing with figures, the hottest first; or else those that changed the most."""
        if self.shown is None:
            return ()
        return self.shown.hottest if self.both_shown is None else self.both_shown.by_change(self.shown)

    def number_in_text(self, row: int) -> int:
        """The row of the listing that stands in a row of the screen."""
        return self._order[row] if self._order is not None and row < len(self._order) else row

    def _row_of(self, position: int) -> int:
        order = self._order
        return order.index(position) if order is not None and position < len(order) else position

    @property
    def line_number(self) -> int | None:
        position = self.number_in_text(self.cursor)
        if self.shown is None or position >= len(self.shown.numbers):
            return None
        return self.shown.numbers[position]

    @property
    def line_before(self) -> int | None:
        if self.both is None or self.shown is None:
            return None
        below = self._below_text
        return below.number or None if below is not None else self.both.earlier.get(self.line_number or 0)

    @property
    def sites(self) -> Sequence[Site]:
        """The calls on the line under the cursor."""
        number = self.line_number
        return self.shown.sites.get(number, ()) if self.shown is not None and number is not None else ()

    @property
    def callee(self) -> int | None:
        """What Enter leads to: the heaviest call of the line, or the callee below the code."""
        if self.sites:
            return max(self.sites, key=lambda site: site.figures.cumtime or 0.0).callee
        if self.shown is None or self.line_number is not None:
            return None
        below = self._below_text
        return below.function if below is not None and below.function >= 0 else None

    @property
    def _below_text(self) -> Below | None:
        """The row under the cursor, if it stands below the text."""
        if self.shown is None:
            return None
        return self.columns.below(self.number_in_text(self.cursor) - len(self.shown.numbers))

    def laid_out(self, width: int) -> SourceTable:
        """The rows, with the columns that fit."""
        assert self.shown is not None
        if self.both_shown is None:
            return SourceTable(self.session, self.shown, width, shares=self.has_shares)
        from proftui.views.source.compared import TableOfBothSources

        return TableOfBothSources(self.session, self.both_shown, self.shown, width)

    def _show(self, shown: Listing | None, both: BothListing | None) -> None:
        """Another function; the cursor starts on its hottest line."""
        before = self.line_number
        same = False
        if shown is not None and self.shown is not None:
            here = self.kept if self.kept is not None else self._named(self.shown)
            same = here == self._named(shown)
            if before is not None and self.kept is not None:
                # The function may have moved in its file.
                before += shown.first - self.shown.first
        self.kept = None
        self.shown, self.both = shown, both
        self._colours = self._fit = None
        self._sort()
        if not same:
            self.shift = 0
            self.cursor = self._first_row()
        elif shown is not None and before is not None and before in shown.numbers:
            self.cursor = self._row_of(shown.numbers.index(before))
        self._unplaced = self._unplaced or not same
        with suppress(QueryError, TooSlow):
            self.find(self.searched if same else "")
        self.changed()
        self.resized()

    def resized(self) -> None:
        """Another size or listing; a new listing is scrolled to its function once there is a size."""
        super().resized()
        if self._unplaced and self.size.height:
            self._unplaced = False
            self.go_to(self._top_for(self.cursor))
            self.reveal()

    def _first_row(self) -> int:
        shown = self.shown
        if shown is None or not shown.numbers:
            # Without text the first row is the title of what is called.
            return 1 if self.length > 1 else 0
        if self.hottest:
            return self._row_of(self.hottest[0])
        return shown.numbers.index(shown.first) if shown.first in shown.numbers else 0

    def _top_for(self, row_number: int) -> int:
        """Of a whole file: the function to its last line where it fits, else from its first line on."""
        shown = self.shown
        if shown is None or self._order is not None or shown.first not in shown.numbers:
            return 0
        start = shown.numbers.index(shown.first)
        length = shown.last - shown.first + 1
        if length <= self.page:
            return max(0, start + length - self.page)
        return start if row_number < start + self.page else row_number - self.page // 2

    def _sort(self) -> None:
        self._order = None
        if self.by_time and self.shown is not None:
            hot = self.shown.by_time if self.both_shown is None else self.hottest
            rest = set(range(len(self.shown.numbers))) - set(hot)
            self._order = [*hot, *sorted(rest)]

    def go_to_number(self, number: int) -> None:
        """To the line of this number, where it is shown."""
        if self.shown is not None and number in self.shown.numbers:
            self.put_cursor(self._row_of(self.shown.numbers.index(number)))

    def texts(self) -> Sequence[str]:
        """The lines."""
        shown = self.shown
        return () if shown is None else [shown.text.get(number, "") for number in shown.numbers]

    # Drawing

    def heading_line(self) -> Line:
        """Column titles and the file's name."""
        if self.shown is None:
            return fitted([], self.size.width, "panel")
        location = self.session.recorded_names.location(self.shown.function)
        return self.columns.heading(location.rpartition(":")[0] or location)

    def row_line(self, row_number: int) -> Line:
        """One line of source, or a callee below the code."""
        assert self.shown is not None
        position = self.number_in_text(row_number)
        below = self.columns.below(position - len(self.shown.numbers))
        if below is not None:
            return self.columns.below_row(below)
        matches, colours = self.matches.get(position, ()), self._coloured(position)
        return self.columns.row(position, self.shift, matches, colours)

    def _coloured(self, position: int) -> Sequence[Range]:
        shown = self.shown
        assert shown is not None
        if not shown.has_whole_statements:
            # With lines missing, a string that begins on one of them would colour all that follows.
            return ()
        if self._colours is None:
            self._colours = highlighted([code_text(text) for text in self.texts()])
        return self._colours[position]

    def why_no_rows(self) -> Sequence[str]:
        """Why there is nothing to show."""
        session, shown = self.session, self.shown
        return sentences.no_functions(session) if shown is None else sentences.no_source(session, shown)
