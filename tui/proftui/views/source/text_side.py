"""The side of a comparison whose text Source shows: the one after, or the base; and who is who there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from proftui import messages
from proftui.analysis.compare.both_lines import BothLines, both_lines, is_read
from proftui.analysis.compare.both_sites import BothCalls
from proftui.analysis.neighbours import Neighbour, Neighbours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.sites import Site
    from proftui.state.compared import Compared
    from proftui.state.session import Session

_NOBODY = -1


@dataclass(frozen=True, eq=False)
class TextSide:
    """One side, whose functions have its own numbers; where both are told apart, "other" is the other one."""

    session: Session
    compared: Compared
    is_before: bool

    def function(self, index: int) -> int | None:
        """The number on this side of a function of the session; ``None``: it is not on this side."""
        row = self.compared.recorded_row(index)
        if row is None:
            return None if self.is_before else index
        pairs = self.compared.unshaped.pairs
        function = pairs.base[row] if self.is_before else pairs.new[row]
        return function if function >= 0 else None

    def row(self, function: int) -> int | None:
        """The row of a function; ``None``: it has none, or is one of several that share it."""
        pairs = self.compared.unshaped.pairs
        rows = pairs.base_row if self.is_before else pairs.new_row
        row = rows[function] if function < len(rows) else _NOBODY
        return None if row < 0 or row in pairs.bundles else row

    def listing(self, function: int, *, whole: bool = False) -> Listing:
        """Its lines, or those of its file."""
        sources = self.compared.base.sources if self.is_before else self.session.sources
        return sources.listing(function, whole)

    def lines(self, function: int) -> BothLines:
        """The lines of one function on both sides, as this side has them."""
        row, pairs = self.row(function), self.compared.unshaped.pairs
        if row is None:
            return BothLines("apart", {}, {})
        base, new = pairs.base[row], pairs.new[row]
        before = None if base < 0 else self.compared.base.sources.listing(base, False)
        found = both_lines(before, None if new < 0 else self.session.sources.listing(new, False))
        return found.by_before() if self.is_before else found

    def other_text(self, function: int) -> Mapping[int, str]:
        """The text of a function on the other side, by line."""
        row, pairs = self.row(function), self.compared.unshaped.pairs
        other = TextSide(self.session, self.compared, not self.is_before)
        number = _NOBODY if row is None else (pairs.base, pairs.new)[self.is_before][row]
        return other.listing(number).text if number >= 0 else {}

    @property
    def calls(self) -> BothCalls:
        """The calls of its functions."""
        return BothCalls(self.compared.unshaped, before=self.is_before)

    def index(self, function: int) -> int:
        """The number in the session of a function of this side; below 0: it has none."""
        if not self.is_before or function < 0:
            return function
        rows = self.compared.unshaped.pairs.base_row
        row = rows[function] if function < len(rows) else _NOBODY
        return self.compared.index_of_recorded(row) if row >= 0 else _NOBODY

    def renumbered(self, shown: Listing) -> Listing:
        """A listing of this side with the numbers of the session, which keys and names go by."""
        if not self.is_before:
            return shown
        return replace(
            shown,
            function=self.index(shown.function),
            sites={line: self._sites(sites) for line, sites in shown.sites.items()},
            elsewhere=Neighbours.of(self._known(shown.elsewhere)),
            owners={line: self.index(owner) for line, owner in shown.owners.items()},
            totals={self.index(function): time for function, time in shown.totals.items()},
            line_totals={self.index(function): time for function, time in shown.line_totals.items()},
            recursive=frozenset(map(self.index, shown.recursive)),
            modules={},
            disagreement=None,
            within=None,
        )

    def _sites(self, sites: Iterable[Site]) -> tuple[Site, ...]:
        numbered = ((site, self.index(site.callee)) for site in sites)
        return tuple(
            replace(
                site,
                callee=callee,
                caller=self.index(site.caller),
                figures=site.figures._replace(function=callee),
            )
            for site, callee in numbered
            if callee >= 0
        )

    def _known(self, edges: Iterable[Neighbour]) -> Iterable[Neighbour]:
        numbered = ((edge, self.index(edge.function)) for edge in edges)
        return (edge._replace(function=function) for edge, function in numbered if function >= 0)


def shown_side(session: Session, compared: Compared, index: int) -> tuple[TextSide, str]:
    """The side whose text stands for a function, and why it is not the one that was asked for, if so.

    Of what is gone there is the text before alone.
    """
    before, after = (TextSide(session, compared, is_before) for is_before in (True, False))
    if index in compared.gone:
        return before, ""
    if not compared.before:
        return after, ""
    function = before.function(index)
    if function is None:
        return after, messages.NO_LINES_BEFORE
    if before.row(function) is None:
        return after, ""
    listing = before.listing(function)
    if not is_read(listing):
        return after, messages.NO_TEXT_BEFORE
    return before, ""


def location_of(session: Session, index: int, line: int | None = None, *, is_before: bool) -> str:
    """Where a function of the session stands on one side, or a line of it."""
    compared = session.compared
    if compared is not None and is_before:
        function = TextSide(session, compared, is_before).function(index)
        if function is not None:
            return compared.base.recorded_names.location(function, line=line)
    return session.recorded_names.location(index, line=line)
