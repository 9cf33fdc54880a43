"""A comparison as a comment on a change: what matters above the fold, the rest folded away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from proftui import messages
from proftui.analysis.columns import text_columns_of
from proftui.analysis.compare.telling import Naming, headline, told
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.output.comparison import table, words
from proftui.output.comparison.shown import Shown
from proftui.output.comparison.text import nothing
from proftui.output.marked import code, coded, escaped

MOST = 60_000
"""Characters of a comment; GitHub takes 65,536."""
ROWS = 10
"""Rows above the fold."""
_FOR_THE_END = 200
"""Characters that are left for what closes a folded table."""
_NAME, _PLACE, _NOTE = 120, 160, 300
_NOTES = 20


def markdown(shown: Shown) -> Iterator[str]:
    """The comment, piece by piece, at most :data:`MOST` characters of it."""
    head = "\n".join([messages.COMMENT_MARK, "", _lead(shown), *_cause(shown), *_shape(shown), ""])
    rows = shown.upto(ROWS)
    above = _upto(MOST // 2, (_row(shown, row) for row in rows))
    heading = _heading(shown) if shown.rows else [escaped(nothing(shown))]
    made = "\n".join([head, *heading, *above, ""])
    ending = "".join(f"{part}\n" for part in (*_causes(shown), *_notes(shown)))
    yield made
    left = shown.rows[len(above) :]
    if left:
        room = MOST - len(made) - len(ending) - 2 * _FOR_THE_END
        yield "".join(f"{line}\n" for line in _folded(shown, left, room))
    yield ending


def _lead(shown: Shown) -> str:
    """Faster or slower, the totals, and of how many runs."""
    comparison, said = shown.comparison, headline(shown.comparison)
    counts = len(comparison.base.runs), len(comparison.new.runs)
    about = [messages.ONE_RUN_EACH]
    if counts != (1, 1):
        lower = "" if counts[0] % 2 and counts[1] % 2 else messages.COMMENT_LOWER
        about = [messages.COMMENT_MEDIANS.format(*counts) + lower, words.ranges(shown)]
        p = comparison.p
        about.append(
            messages.COMMENT_TOO_FEW if p is None else messages.COMMENT_P[p < words.LEAST_P].format(p)
        )
    # What the cause says against it is a sentence of its own.
    lead = said.lead.partition(";")[0] if said.kind == "as fast" else said.lead
    lead = escaped(clean(lead, 200))
    if said.kind not in ("faster", "slower"):
        return messages.COMMENT_SAID.format(lead, ", ".join(about))
    totals = words.from_to(shown, comparison.base.total, comparison.new.total)
    if comparison.new.profile.measure.unit == "s":
        totals += f" {messages.COMMENT_OWN[True]}"
    return messages.COMMENT_LEAD.format(lead, totals, ", ".join(about))


def _cause(shown: Shown) -> Iterator[str]:
    """The cause with what it takes, and what counts and times per call did."""
    whole, causes = headline(shown.comparison), shown.causes
    cause, said = whole.cause, list[str]()
    if cause is not None:
        mark = messages.COMMENT_BUT if whole.kind == "as fast" else ""
        mark += "≈ " if cause.is_estimate else ""
        sentence = told(shown.comparison, cause, _naming(shown, _code))
        said.append(f"{mark}{sentence}: **{words.difference(shown, cause.time)}**.")
    if causes.counted and not shown.comparison.is_same:
        by = causes.by_counts, causes.by_time_per_call
        split = messages.COMMENT_BY.format(*(words.difference(shown, time) for time in by))
        said.append(messages.COMMENT_ABSURD_SPLIT if shown.comparison.has_absurd_split else split)
    if said:
        yield ""
        yield " ".join(said)


def _shape(shown: Shown) -> Iterator[str]:
    for line in filter(None, [shown.shape, words.filter_line(shown) if shown.filter_text else ""]):
        yield ""
        yield escaped(clean(line, _NOTE))


def _heading(shown: Shown) -> list[str]:
    profile, columns = shown.comparison.new.profile, table.of_comment(shown)
    titles = table.titles_of(shown, columns)
    titles[0] = figures.titled(messages.COMMENT_OWN[profile.measure.unit == "s"], shown.unit)
    at = 0
    for _, ends in columns:
        titles[at] = messages.COMMENT_BEFORE.format(titles[at])
        at += len(ends)
    return [_cells([*titles, text_columns_of(profile)[0].title]), "|" + "--:|" * len(titles) + "---|"]


def _cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(shown: Shown, row: int) -> str:
    pairs = shown.comparison.pairs
    figured = table.figure_cells(shown, row, table.of_comment(shown))
    made = [cell.strip().replace("~", r"\~") for cell in figured]
    name = f"{_in_table(_name(shown, row))} {_place(shown, row)}".rstrip()
    status = pairs.status(row)
    return _cells([*made, f"{name} *{status}*" if status in ("new", "gone") else name])


def _name(shown: Shown, row: int) -> str:
    return table.name_of(shown, row, _NAME)


def _naming(shown: Shown, written: Callable[[str], str]) -> Naming:
    """Names, places and packages as spans of code, which ``written`` makes of them."""
    return Naming(lambda row: written(_name(shown, row)), lambda name: written(clean(name, _NAME)))


def _code(name: str) -> str:
    """A name as a span of code; one that has nothing in it would open a span that nobody closes."""
    return code(name) if name.strip() else figures.NOT_MEASURED


def _in_table(name: str) -> str:
    """The same in a row of a table."""
    return coded(name) if name.strip() else figures.NOT_MEASURED


def _place(shown: Shown, row: int) -> str:
    place = table.location_of(shown, row)
    return escaped(place if len(place) <= _PLACE else f"…{place[1 - _PLACE :]}")


def _upto(room: int, lines: Iterable[str]) -> list[str]:
    """The first of these lines for which there is room."""
    taken = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        taken.append(line)
    return taken


def _folded(shown: Shown, rows: Iterable[int], room: int) -> Iterator[str]:
    """The other rows, as many as there is room for, behind a line that opens them."""
    left = list(rows)
    heading = _heading(shown)
    taken = _upto(room - sum(map(len, heading)), (_row(shown, row) for row in left))
    said = messages.COMMENT_MORE.format(len(left))
    yield from ("", f"<details><summary>{said}</summary>", "")
    yield from (*heading, *taken)
    if len(taken) < len(left):
        yield from ("", messages.COMMENT_LEFT_OUT.format(len(left) - len(taken)))
    yield from ("", "</details>")


def _causes(shown: Shown) -> Iterator[str]:
    """All causes but the headline's, folded away."""
    causes = shown.causes
    if len(causes.listed) < 2 or shown.comparison.is_same:
        return
    every = figures.plural(len(causes.listed), messages.CAUSES_TITLE)
    yield from ("", f"<details><summary>{messages.COMMENT_CAUSES.format(every)}</summary>", "")
    yield _cells([messages.COMPARED_COLUMNS["delta"], messages.CAUSES_TITLE])
    yield "|--:|---|"
    for time, said in words.cause_lines(shown, causes.listed, _naming(shown, _in_table)):
        yield _cells([time, said])
    yield _cells([words.difference(shown, causes.other_time), messages.OTHER_CAUSES])
    yield from ("", "</details>")


def _notes(shown: Shown) -> Iterator[str]:
    if table.has_marks(shown, shown.rows):
        yield from ("", escaped(messages.WITHIN_SPREAD))
    notes = list(words.notes(shown))[:_NOTES]
    if notes:
        yield ""
    yield from (f"- {escaped(clean(note, _NOTE))}" for note in notes)
