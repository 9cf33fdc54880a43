"""The run on one page, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.overview.figures import Odd, Overview
from proftui.drawing.safe_text import clean
from proftui.frame import sentences, shape_row
from proftui.output import json_form, printed
from proftui.output.finding import command_of_view
from proftui.output.json_form import LONGEST, Json
from proftui.state.overview import finding_overview
from proftui.state.session import Session
from proftui.state.view_names import OVERVIEW
from proftui.views.overview import rows as pagerows
from proftui.views.overview.page import page
from proftui.views.overview.words import imports_of, odd_in_words, path_is_mine
from proftui_parsers.consistency import checked
from proftui_parsers.entries import finite
from proftui_parsers.stacks.plain import plain_times

WIDTH, HEIGHT = 80, 19
"""Cells and rows below the first of a page for a message of plain text."""
_WIDEST = 10_000


def text(session: Session) -> Iterator[str | None]:
    """The page as lines of text; ``None``: no line yet."""
    yield from _finding(session)
    yield from lines(session)


def lines(session: Session) -> Iterator[str]:
    """The page, of which the figures are known, with the file's name and the command that prints it."""
    yield printed.heading(session.ungrouped, for_others=True)
    yield command_of_view(session, OVERVIEW, *(["--strip-dirs"] if session.strip_dirs else []))
    yield from filter(None, [shape_row.in_words(session, by_function=True)])
    if session.overview is None or not session.overview.functions:
        yield from ("", *sentences.no_functions(session))
        return
    yield pagerows.first_row(session, WIDTH).text.rstrip()
    shown = page(session, HEIGHT)
    figs = session.ungrouped_figures
    columns = pagerows.layout(figs, WIDTH, pagerows.longest(figs, shown))
    for row in shown:
        yield pagerows.row_line(session, columns, row, printed=True).text.rstrip()


def document(session: Session) -> Iterator[str | None]:
    """One object with all that the page can show, in pieces; times are seconds."""
    yield from _finding(session)
    overview = session.overview
    assert overview is not None
    head = json_form.head(session.ungrouped, session)
    yield json_form.dumped(head | {"overview": _figures(session, overview)}) + "\n"


def _figures(session: Session, overview: Overview) -> Json:
    profile = session.ungrouped
    imports = imports_of(session)
    odd = [row.of for row in page(session, 0) if isinstance(row.of, Odd)]
    return {
        "functions": overview.functions,
        "mine": overview.mine,
        "recursive": overview.recursive,
        "recursive_calls": overview.recursive_calls,
        "imports": finite(imports) if imports else None,
        "half": overview.half or None,
        "hottest": [_function(session, index) for index in overview.hottest],
        "lines": [
            {**json_form.identity(profile, hot.function), "number": hot.line.line}
            | {"hits": hot.line.hits if hot.line.hits >= 0 else None, "time": finite(hot.line.time)}
            for hot in overview.lines
        ],
        "hot_path": {"mine": path_is_mine(session, overview), "steps": list(_steps(session, overview.path))},
        "packages": [
            {"name": clean(package.name, LONGEST), **_bounded("own", package.own)}
            | {"functions": package.functions}
            for package in overview.packages
        ],
        "odd": odd_in_words(session, odd[0], _WIDEST, printed=True) if odd else None,
    }


def _function(session: Session, index: int) -> Json:
    profile = session.ungrouped
    cumtime = None if profile.cumtime is None else finite(profile.cumtime[index])
    own = finite(profile.tottime[index])
    entry = {**json_form.identity(profile, index), "tottime": own, "cumtime": cumtime}
    return plain_times(json_form.recorded_of(profile), entry)


def _steps(session: Session, nodes: Sequence[CallNode]) -> Iterator[Json]:
    for node in nodes:
        bounds = Bounded(node.time, node.low, node.high, node.exact)
        cycle = {"file": "", "line": None, "name": node.label}
        named = cycle if node.kind == "cycle" else json_form.identity(session.ungrouped, node.function)
        yield {**named, **_bounded("time", bounds)}


def _bounded(name: str, figure: Bounded) -> Json:
    ends = {"low": finite(figure.low), "high": finite(figure.high)}
    return {name: finite(figure.value), **ends, "exact": figure.exact}


def _finding(session: Session) -> Iterator[None]:
    """Find out everything, and what does not add up, too."""
    yield from finding_overview(session)
    yield from checked(session.ungrouped).comparing()
