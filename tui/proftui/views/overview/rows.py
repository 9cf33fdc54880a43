"""The overview as lines: what fits, the first row, headings, and the rows of every section."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.columns import COLUMNS, LOCATION, columns_of
from proftui.analysis.overview.figures import HotLine, Odd, Overview, Package
from proftui.drawing import figures
from proftui.drawing.figures import heat
from proftui.drawing.line import Line, Span, fitted
from proftui.drawing.safe_text import cell_width, clean, cut_end
from proftui.drawing.table import BAR, Column, Table, bar_cells, fit_columns
from proftui.frame.functions import joined, name_and_location, spoken
from proftui.frame.nodes import is_sure
from proftui.frame.rows import state_line
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.views.overview.page import FUNCTION, LINE, PACKAGE, STEP, PageRow, Rest
from proftui.views.overview.words import facts, head_of, next_question, odd_in_words, path_is_mine
from proftui_parsers.consistency import checked

TIME, SHARE = "time", "share"
_LEAST_TEXT, _INDENT = 20, 2


def layout(figs: Figures, width: int, most: float = 0.0) -> Table:
    """What fits in ``width`` cells; when it is narrow the bar goes, then shares; ``most``: of a full bar."""
    titles = [time_title(figs, kind) for kind in (FUNCTION, STEP)]

    def time(row: PageRow, cells: int) -> Sequence[Span]:
        seconds = time_of(figs, row)[0]
        role = figures.role_of(seconds, figs.unit)
        role = role if made.has(SHARE) or row.kind == STEP else hot(row)
        return (Span(figures.time(seconds, figs.unit).rjust(cells), role),)

    def hot(row: PageRow) -> str:
        # Heat is of own time alone.
        return "library" if row.kind == STEP else heat(share_of(figs, row))

    def part(row: PageRow, cells: int) -> Sequence[Span]:
        return (Span(figures.percent(share_of(figs, row)).rjust(cells), hot(row)),)

    def bar(row: PageRow, cells: int) -> Sequence[Span]:
        return (Span(f" {figures.bar(time_of(figs, row)[0], cells - 1, most)}", hot(row)),)

    columns = [
        Column(TIME, "", time, max(7, figs.time_width, *map(cell_width, titles))),
        Column(SHARE, "%", part, 6, 0, 2, _LEAST_TEXT),
        Column(BAR, "", bar, bar_cells(width), 1, 1, _LEAST_TEXT),
    ]
    made = fit_columns(columns, width, 2).held_together()
    return made


def time_title(figs: Figures, kind: str) -> str:
    """The heading of the times of a section."""
    key = "cumtime" if kind == STEP else "tottime"
    column = next((column for column in columns_of(figs.profile) if column.key == key), COLUMNS[key])
    return figs.title(column)


def share_of(figs: Figures, row: PageRow) -> float | None:
    """The share of the run that a row has; of times with callees none where these contradict own times."""
    if row.kind == STEP and checked(figs.profile).contradicts:
        return None
    return figures.share(time_of(figs, row)[0], figs.profile.total_time)


def time_of(figs: Figures, row: PageRow) -> tuple[float | None, bool]:
    """The seconds of a row, and whether they are an estimate."""
    of = row.of
    if isinstance(of, int):
        return figs.value("tottime", of), figs.bounds("tottime", of) is not None
    if isinstance(of, HotLine):
        return of.line.time, False
    if isinstance(of, CallNode):
        return of.time, not _is_told(figs, of)
    if isinstance(of, Package | Rest):
        return of.own.value, _is_estimate(figs, of.own)
    return None, False


def _is_told(figs: Figures, node: CallNode) -> bool:
    """Whether the time of a step is sure, or that of all calls of its function as recorded."""
    unit = figs.unit
    if is_sure(node.low, node.high, figs.profile.total_time, unit):
        return True
    known = node.function < figs.profile.count and figs.bounds("cumtime", node.function) is None
    whole = figs.value("cumtime", node.function) if known else None
    return whole is not None and figures.time(whole, unit) == figures.time(node.time, unit)


def _is_estimate(figs: Figures, own: Bounded) -> bool:
    ends = {figures.time(end, figs.unit) for end in (own.low, own.high)}
    return not own.exact and (own.low == own.high or len(ends) > 1)


def longest(figs: Figures, rows: Sequence[PageRow]) -> float:
    """Seconds of a full bar: those of the largest row of the page."""
    return max((time_of(figs, row)[0] or 0.0 for row in rows), default=0.0)


def first_row(session: Session, width: int, role: str = "text") -> Line:
    """Functions, recursion, imports, threads: as much as fits."""
    overview = session.overview
    said = facts(session, overview) if overview is not None and overview.functions else []
    return fitted([Span(" "), Span(joined(said, width - 1), role)], width)


def heading_texts(session: Session, overview: Overview, kind: str) -> Sequence[str]:
    """The title of a section, and shorter ones."""
    if kind == FUNCTION and overview.lines:
        return messages.BY_TIME_OF_LINES
    if kind == FUNCTION and overview.half:
        functions, what = figures.plural(overview.half, "function"), session.recorded.measure.title
        return [text.format(functions, what) for text in messages.HALF_IS]
    is_mine = path_is_mine(session, overview)
    if kind == STEP and session.mine.package and is_mine:
        package = clean(session.mine.package, 40)
        return [text.format(package) for text in messages.HOT_PATH_OF_PACKAGE]
    if kind == PACKAGE:
        return _by_package(session)
    return {
        FUNCTION: messages.BY_OWN_TIME,
        LINE: messages.HOTTEST_LINES,
        STEP: messages.HOT_PATH_OF[is_mine],
    }[kind]


def _by_package(session: Session) -> Sequence[str]:
    """The title of the packages, with what counts to who called it; nothing does where nothing is without."""
    names = session.recorded_names
    is_mine_only = session.shaped is not None and session.shapes.now.is_mine_only
    if is_mine_only or not names.texts.builtins:
        return messages.BY_PACKAGE_CHARGED[-1:]
    return messages.BY_PACKAGE_CHARGED if names.has_built_ins_alone else messages.BY_PACKAGE_WITHOUT_FILE


def heading(session: Session, overview: Overview, columns: Table, kind: str) -> Line:
    """The heading of a section; what stands at the right goes where there is little room."""
    time, *others = columns.placed
    title = time.column._replace(title=time_title(session.ungrouped_figures, kind))
    titled = columns._replace(placed=(time._replace(column=title), *others))
    texts, room = heading_texts(session, overview, kind), max(1, columns.left)
    right = "functions" if kind == PACKAGE else LOCATION.title
    fitting = [text for text in texts if cell_width(text) + len(right) + 1 < room]
    fitting = fitting or [text for text in texts if cell_width(text) <= room] or list(texts[-1:])
    return titled.heading(clean(fitting[0]), right)


def row_line(session: Session, columns: Table, row: PageRow, *, printed: bool = False) -> Line:
    """One row; its first cell is left for the cursor."""
    if row.of is None:
        assert session.overview is not None
        return heading(session, session.overview, columns, row.kind)
    if isinstance(row.of, Odd):
        head = head_of(session, row.of)
        text = odd_in_words(session, row.of, columns.width - 2 - len(head), printed=printed)
        return fitted([Span(" "), Span(head, "warning"), Span(text)], columns.width)
    mark = "≈" if time_of(session.ungrouped_figures, row)[1] else " "
    return columns.row(row, _text(session, columns, row), [Span(" "), Span(mark, "estimate")])


def _text(session: Session, columns: Table, row: PageRow) -> list[Span]:
    """What a row is about at the left, and where that is, or how many functions it has, at the right."""
    of, left, names, strip = row.of, max(1, columns.left), session.recorded_names, session.strip_dirs
    if isinstance(of, Package):
        return _beside(of.name, str(of.functions), left, "text")
    if isinstance(of, Rest):
        return _beside(messages.REST_OF_PACKAGES.format(of.packages), str(of.functions), left, "estimate")
    assert row.function is not None
    if isinstance(of, HotLine):
        where = names.location(row.function, with_dirs=not strip, line=row.line)
        name = messages.LINE_OF.format(row.line, spoken(names, row.function))
        return _beside(name, clean(where, 4_000), left, "text")
    figs, profile = session.ungrouped_figures, session.ungrouped
    timed = profile.cumtime is not None and row.function in profile.lines
    recursive = of.recursive if isinstance(of, CallNode) else figs.recursive(row.function)
    before = " " * min(_INDENT * row.level, max(0, (left - _LEAST_TEXT) // _INDENT * _INDENT))
    before += messages.LEVELS_LEFT_OUT.format(row.left_out) if row.left_out else ""
    room = max(1, left - cell_width(before))
    if isinstance(of, CallNode) and of.kind == "cycle":
        return [Span(before, "muted"), Span(cut_end(clean(of.label), room))]
    spans = name_and_location(names, row.function, room, None, recursive, strip, timed)
    return [Span(before, "muted"), *spans]


def _beside(name: str, right: str, left: int, role: str) -> list[Span]:
    """A name, and at the right a location as short as it must be, or a number, which is never cut."""
    from proftui.drawing.locations import shorten_location

    name = clean(name, 120)
    if not right.isdigit():
        room = left - cell_width(name) - 2
        right = shorten_location(right[-500:], room) if room >= 8 else ""
        right = right if cell_width(right) <= room else ""
    name = cut_end(name, max(1, left - cell_width(right) - 2 * bool(right)))
    blank = " " * max(0, left - cell_width(name) - cell_width(right))
    return [Span(name, role), Span(blank), Span(right, "muted")]


def sentence(session: Session, width: int) -> Line:
    """What ``y`` does, and what may be asked next: as much as fits, the question before all."""
    overview = session.overview
    asked = [] if overview is None else next_question(session, overview)
    while len(asked) > 1 and cell_width(messages.NEXT_QUESTION.format(", ".join(asked))) + 1 > width:
        asked.pop()
    question = messages.NEXT_QUESTION.format(", ".join(asked)) if asked else ""
    both = " · ".join(text for text in (messages.COPIES_PAGE, question) if text)
    if overview is None or not overview.functions:
        both = question = ""
    text = both if cell_width(both) + 1 <= width else question or both
    return state_line([Span(text, "muted")], [], width)
