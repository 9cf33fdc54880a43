"""A comparison as a comment on a change: what matters above the fold, the rest folded away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proftui import messages
from proftui.analysis.columns import AFTER, BEFORE, DELTA
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame.compared_columns import CALLS_AFTER, CALLS_BEFORE
from proftui.output import printed
from proftui.output.json_form import LONGEST
from proftui.output.marked import coded, escaped
from proftui.output.printed import Wanted
from proftui.output.tables import Cells, FunctionRows, markdown_table

MOST = 60_000
"""Characters of a comment; GitHub takes 65,536."""
ROWS = 10
"""Rows above the fold."""
_FOR_THE_END = 200
"""Characters that are left for what closes a folded table."""
_HEADING = 2
"""Lines of the heading of a table."""
_COLUMNS = (BEFORE, AFTER, DELTA, CALLS_BEFORE, CALLS_AFTER)
_NAME, _PLACE, _NOTE = 120, 160, 300
_NOTES = 20


def comment(wanted: Wanted) -> Iterator[str]:
    """The comment, line by line, at most :data:`MOST` characters of it."""
    table, functions = _Table(wanted), wanted.session.rows
    head = [messages.COMMENT_MARK, *_head(wanted), ""]
    limit = ROWS if wanted.limit is None else wanted.limit or len(functions)
    if functions:
        above = _upto(MOST // 2, table.lines(functions[:limit]))
        left = functions[max(0, len(above) - _HEADING) :]
    else:
        above, left = [escaped(printed.nothing(wanted.session))], ()
    ending = [*_causes(wanted), *_notes(wanted)]
    room = MOST - sum(len(line) + 1 for line in (*head, *above, *ending)) - 2 * _FOR_THE_END
    yield from (*head, *above)
    if left:
        yield from _folded(table, left, room)
    yield from ending


def _head(wanted: Wanted) -> Iterator[str]:
    """The headline, both sides, what is known of noise, and what is left out: a paragraph each."""
    files, headline, *sums = printed.head(wanted)
    filtered = [printed.filter_line(wanted)] if wanted.session.query is not None else []
    for line in (f"**{escaped(headline)}**", *map(escaped, (files, *sums, *filtered))):
        yield ""
        yield line


class _Table:
    """The figures of a comment, then the function with where it stands."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.rows = wanted, FunctionRows(wanted)
        self.names = [placed.name for placed in self.rows.table.printed]
        self.picked = [self.names.index(name) for name in _COLUMNS if name in self.names]

    def lines(self, functions: Iterable[int]) -> Iterator[str]:
        """The heading, and a line for each of these."""
        titles = []
        for at in self.picked:
            title = self.rows.titles[at].strip("→ ")
            is_before = self.names[at] in (BEFORE, CALLS_BEFORE)
            titles.append(messages.COMMENT_BEFORE.format(title) if is_before else title)
        return markdown_table([*titles, self.rows.titles[-2]], map(self._cells, functions), texts=1)

    def _cells(self, index: int) -> Cells:
        session, figured = self.wanted.session, self.rows.figures(index)
        place: str = clean(session.names.location(index, with_dirs=not session.strip_dirs), LONGEST)
        place = place if len(place) <= _PLACE else f"…{place[1 - _PLACE :]}"
        said = [coded(clean(self.rows.name(index), _NAME)), escaped(place)]
        row = self.wanted.compared.row(index)
        status = self.wanted.comparison.pairs.status(-1 if row is None else row)
        said += [f"*{status}*"] if status in ("new", "gone") else []
        return [*(figured[at] for at in self.picked), " ".join(filter(None, said))]


def _upto(room: int, lines: Iterable[str]) -> list[str]:
    """The first of these lines for which there is room."""
    taken = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        taken.append(line)
    return taken


def _folded(table: _Table, functions: Sequence[int], room: int) -> Iterator[str]:
    """The other rows, as many as there is room for, behind a line that opens them."""
    taken = _upto(room, table.lines(functions))
    said = messages.COMMENT_MORE.format(len(functions))
    yield from ("", f"<details><summary>{said}</summary>", "", *taken)
    left_out = len(functions) - max(0, len(taken) - _HEADING)
    if left_out:
        yield from ("", messages.COMMENT_LEFT_OUT.format(left_out))
    yield from ("", "</details>")


def _causes(wanted: Wanted) -> Iterator[str]:
    """All causes, folded away; of one the headline has said it."""
    listed = list(printed.causes(wanted))
    if len(listed) > 1:
        every = figures.plural(len(wanted.causes.listed), messages.CAUSES_TITLE)
        yield from ("", f"<details><summary>{every}</summary>", "")
        titles = [messages.COMPARED_COLUMNS["delta"], messages.CAUSES_TITLE]
        yield from markdown_table(titles, ([time, escaped(said)] for time, said in listed), texts=1)
        yield from ("", "</details>")


def _notes(wanted: Wanted) -> Iterator[str]:
    """What a mark means, and what else is to be known."""
    notes = [line.removeprefix("! ") for line in printed.tail(wanted, wanted.session.rows)]
    if notes:
        yield ""
    yield from (f"- {escaped(clean(note, _NOTE))}" for note in notes[:_NOTES])
