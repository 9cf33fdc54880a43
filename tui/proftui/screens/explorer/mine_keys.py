"""What the user says of his code: ``:mine``, ``:not-mine``, and the sheet of all places."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from proftui import messages
from proftui.analysis.mine_places import BUILT_IN, Place, places
from proftui.analysis.mine_rules import Rule, matching
from proftui.drawing.line import Span
from proftui.frame import mine_rows
from proftui.frame.shape_row import pattern_in_words
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.shape_keys import ShapeKeys
from proftui.state.project_file import rule_of
from proftui.widgets.sheet import Sheet

_AROUND = 4
"""Cells of a sheet beside its rows."""
_WIDEST = 110
"""Cells of a sheet."""


class MineKeys:
    """Says what is the user's, for as long as the profile is looked at."""

    def __init__(self, host: Host, shape: ShapeKeys) -> None:
        self._host = host
        self._shape = shape
        self._sheet: Sheet | None = None
        self._places: list[Place] = []
        self._problem = ""
        """Why Enter did nothing."""
        self.words: dict[str, Callable[[str], None]] = {
            "what_is_mine": lambda _: self._open(),
            "mine": partial(self._say, is_mine=True),
            "not-mine": partial(self._say, is_mine=False),
        }
        """What is done for the words of the palette."""

    def _say(self, pattern: str, is_mine: bool) -> None:
        """Take a pattern as a rule, and say why not."""
        if problem := self._take(pattern, is_mine, lambda: None):
            self._host.say(problem)

    def _take(self, pattern: str, is_mine: bool, then: Callable[[], None]) -> str:
        """Have a rule hold from now on; else the sentence that says why it does not."""
        session = self._host.session
        if mine_rows.is_built_in(pattern):
            return messages.BUILT_INS_ARE_NOT
        try:
            rule = rule_of(pattern, is_mine, session.settings.folder)
        except ValueError as problem:
            return f":{'mine' if is_mine else 'not-mine'} {problem}"
        matched = self._matched(rule)
        if not matched:
            return messages.MATCHES_NOTHING.format(pattern_in_words(rule.pattern))
        # Of the same pattern only the latest words are kept, and the latest hold.
        others = (other for other in session.shapes.now.said if other.pattern != rule.pattern)
        said = (rule, *others)
        after = session.ownership.mine(said)
        if after.others == session.mine.others:
            return mine_rows.told(rule, len(matched), messages.MINE_ALREADY)
        yours = after.others[: session.recorded.count].count(0)
        told = mine_rows.told(rule, len(matched), messages.NOW_MINE, yours)
        return "" if self._shape.take_rules(said, told, then) else messages.NOTHING_WOULD_BE_LEFT

    def _matched(self, rule: Rule) -> list[int]:
        """The functions that a rule is about."""
        names, profile = self._host.session.recorded_names, self._host.session.recorded
        matches = matching(rule, names.files)
        known = {file: matches(file) for file in set(profile.files) if file != "~"}
        return [i for i in range(profile.count) if known.get(profile.files[i]) and not names.has_no_file(i)]

    # The sheet

    def _open(self) -> None:
        """All places; Enter moves one to the other side."""
        self._problem = ""
        title, rows = self._fit(self._host.app.size.width)
        self._sheet = Sheet(title, rows, pick=True, toggle=self._toggle, fit=self._fit)
        self._host.app.push_screen(self._sheet)

    def _fit(self, width: int) -> tuple[str, list[list[Span]]]:
        """The title, with why Enter did nothing, and the rows in a window on a screen of that width."""
        session = self._host.session
        self._places = places(session.recorded_names, session.mine)
        title = f"{messages.MINE_TITLE} · {self._problem or messages.MINE_KEYS}"
        return title, mine_rows.rows(session, self._places, min(width, _WIDEST) - _AROUND)

    def _toggle(self, row: int) -> list[list[Span]]:
        """Move a place to the other side; the rows come anew when that is worked out."""
        place = self._places[row]
        if place.kind == BUILT_IN:
            self._problem = messages.BUILT_INS_ARE_NOT
        else:
            self._problem = self._take(place.pattern, not place.is_mine, partial(self._show, place.pattern))
        return self._fit(self._host.app.size.width)[1]

    def _show(self, pattern: str) -> None:
        """The rows as they are now, the cursor on the place that was moved."""
        sheet = self._sheet
        if sheet is None or not sheet.is_mounted:
            return
        _, rows = self._fit(self._host.app.size.width)
        moved = [number for number, place in enumerate(self._places) if place.pattern == pattern]
        sheet.page.cursor = moved[0] if moved else sheet.page.cursor
        sheet.show(rows)
