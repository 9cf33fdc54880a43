"""What must stand on the explorer's screen, figured out from the profile anew and compared with the cells.

Nothing of what draws is used: columns are found by their headings, figures are written as ``pstats`` does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from tests.support.strict_screen import StrictScreen

from proftui.analysis.columns import FIGURES, measured, text_columns_of
from proftui.drawing.safe_text import cell_width, clean
from proftui.frame import breakpoints as room
from proftui.frame.nodes import estimate_mark
from proftui.screens.explorer.screen import ExplorerScreen
from proftui.state.view_names import TITLES
from proftui.views.calls.widget import CallsView
from proftui.views.functions.rows import OF_SHOWN
from proftui.widgets.rows import Rows
from proftui_parsers import Profile

TAIL = "\0"
"""Stands for the second cell of a wide character."""
TITLE = re.compile(r"[^\s▾▴‹]+(?: (?:ms|µs|MiB|samples)(?![/\w]))?")
UNITS = {
    "s": (1.0, 3),
    "ms": (1e3, 3),
    "µs": (1e6, 1),
    "MiB": (2.0**-20, 3),
    "samples": (1.0, 0),
    "": (1.0, 0),
}
MARKER = re.compile(r"\s*[▸▾·] (?:\d+: )?(?:.* [›‹] )?(?:↻ )?(.*)")


def problems(explorer: ExplorerScreen, emulator: StrictScreen) -> list[str]:
    """Rows that are not what the profile says, each with the reason; nothing lies over the explorer."""
    # One character a cell, so that columns are places in the text; marks are left out.
    rows = ["".join((text or TAIL)[0] for text, _ in row) for row in emulator.cells]
    if room.is_tiny(emulator.columns, emulator.rows) or explorer.session.compared is not None:
        return []
    found = list(_frame(explorer, rows))
    if explorer.panes.view_name == "functions":
        found += _functions(explorer, rows)
    elif explorer.panes.view_name == "tree":
        found += _tree(explorer, rows)
    elif explorer.panes.view_name == "source":
        found += _source(explorer, rows)
    if explorer.panes.view_name in ("functions", "tree", "source"):
        found += _with_cursor(explorer)
    for view in explorer.query(CallsView):
        if view.display and view.region.height > 3 and view.around is not None:
            found += _calls(explorer, view, rows)
    return found


def _with_cursor(explorer: ExplorerScreen) -> Iterator[str]:
    views: dict[str, Rows] = {
        "functions": explorer.panes.functions,
        "tree": explorer.panes.tree,
        "source": explorer.panes.source,
    }
    view = views[explorer.panes.view_name]
    if view.length and view.region.height > 1 and not view.top <= view.cursor < view.top + view.page:
        yield f"the cursor is on {view.cursor}, and the rows from {view.top} on are shown, {view.page}"


# How figures are written


def seconds(value: float | None, unit: str = "s") -> str:
    """A time as ``pstats`` writes it, in any unit."""
    if value is None:
        return "—"
    if not math.isfinite(value):
        return str(value)
    per_second, decimals = UNITS[unit]
    text = f"{value * per_second:.{decimals}f}"
    return text if len(text) <= 20 else f"{value * per_second:.3e}"


def per_call(value: float | None) -> str:
    """A time per call: three digits and the unit in which it is at least 1 and less than 1000."""
    if value is None or not math.isfinite(value):
        return seconds(value)
    if value == 0:
        return "0 ns"
    if 0 < value < 5e-12:
        return "<0.01 ns"
    for unit, per_second in (("ns", 1e9), ("µs", 1e6), ("ms", 1e3), ("s", 1.0)):
        number = value * per_second
        decimals = next((d for d, most in ((2, 9.995), (1, 99.95)) if abs(number) < most), 0)
        if abs(number) < 999.5:
            return f"{number:.{decimals}f} {unit}"
    return f"{value:.0f} s" if len(f"{value:.0f} s") <= 8 else f"{value:.2e} s"


def count(calls: int | None, primitive: int | None) -> str:
    """Calls as ``pstats`` writes them."""
    if calls is None or calls < 0:
        return "—"
    return str(calls) if primitive is None or primitive in (calls, -1) else f"{calls}/{primitive}"


def share(part: float, whole: float) -> str:
    """Percent, or nothing where that makes no sense."""
    if not whole or not math.isfinite(part) or not math.isfinite(whole):
        return ""
    value = 100 * part / whole
    if not math.isfinite(value):
        return ""
    return f"{value:.1f}" if abs(value) < 100_000 else f"{value:.0e}"


# Rows and columns


def columns(heading: str) -> list[tuple[str, int]]:
    """The titles, and the cell at which each ends."""
    return [(match[0], match.end()) for match in TITLE.finditer(heading)]


def figure(row: str, end: int, words: int = 1) -> str:
    """What is written in the column that ends there, with its unit two words."""
    text = row[1:end]
    return "" if not text or text[-1] == " " else " ".join(text.split()[-max(1, words) :])


def is_head(text: str, name: str) -> bool:
    """Whether ``text`` begins with ``name`` or its last word, or with as much of one as fits, and ``…``."""
    text = text.replace(TAIL, "")
    name = "".join(c for c in normalize("NFC", name) if cell_width(c))
    names = [name, *(name[match.end() :] for match in re.finditer(r"\.", name))]
    if any(text.startswith(one) for one in names if one):
        return True
    cuts = [text[: match.start()] for match in re.finditer("…", text)]
    return any(one.startswith(cut) for one in names if one for cut in cuts)


def name_of(explorer: ExplorerScreen, index: int) -> str:
    """A function's name as it is shown where there is room."""
    return clean(explorer.session.names.shown_name(index))


def _frame(explorer: ExplorerScreen, rows: Sequence[str]) -> Iterator[str]:
    tab = TITLES[explorer.panes.view_name][0]
    if f"[{tab}" not in rows[1]:
        yield f"{explorer.panes.view_name} is in use, and the tabs say {rows[1]!r}"


def _functions(explorer: ExplorerScreen, rows: Sequence[str]) -> Iterator[str]:
    view, profile, unit = (
        explorer.panes.functions,
        explorer.session.profile,
        explorer.session.figures.unit.name,
    )
    if view.region.height < 2:
        return
    heading = rows[view.region.y][: view.region.width]
    shown = view.rows[view.top : view.top + view.region.height - 1]
    for place, index in enumerate(shown):
        row = rows[view.region.y + 1 + place][: view.region.width]
        yield from _marked(row, view.top + place == view.cursor)
        before = ""
        # Figures of groups are estimates with marks and bounds, which are held where they are worked out.
        for title, end in columns(heading) if not profile.grouped_by else ():
            if OF_SHOWN in heading and (title.split() or [""])[0] in OF_SHOWN.split():
                # Shares of a focus are held where they are worked out.
                continue
            wanted = _figure_of(profile, title, before, index, unit)
            found = figure(row, end, len((wanted or "").split()))
            if wanted is not None and found != wanted:
                yield f"{title} of {index} is {wanted}, not {found!r}: {row!r}"
            before = title
        start = _name_column(profile, heading)
        if start > 0 and not is_head(row[start:], name_of(explorer, index)):
            yield f"{name_of(explorer, index)!r} is not in {row!r}"
    yield from _in_order(explorer, shown)
    yield from _blank(rows, view.region.y + 1 + len(shown), view.region.bottom, bool(view.rows))


def _name_column(profile: Profile, heading: str) -> int:
    """Where the names of functions or of groups begin; 0: there is no room for them."""
    found = re.search(rf"(?<!\w){text_columns_of(profile)[0].title}(?!\w)", heading)
    return found.start() if found else 0


def _figure_of(profile: Profile, title: str, before: str, index: int, unit: str) -> str | None:
    """What must stand in a column; ``None``: it is none of figures."""
    word, _, named = title.partition(" ")
    unit = named or unit
    calls = profile.ncalls[index] if profile.ncalls is not None else None
    primitive = profile.primitive_calls[index] if profile.primitive_calls is not None else None
    own = profile.tottime[index]
    total = profile.cumtime[index] if profile.cumtime is not None else None
    if word == "%":
        part = total if before.removeprefix("≈").startswith("cum") else own
        return None if part is None else share(part, profile.total_time)
    if word in ("own", "cum") and not profile.folded_title:
        # Taken apart, own is what is the function's alone.
        return seconds(own if word == "own" else total, unit)
    if word == "own/call":
        return per_call(own / calls if calls and calls > 0 else None)
    if word == "cum/call":
        assert total is not None
        return per_call(total / primitive if primitive and primitive > 0 else None)
    return {
        "ncalls": count(calls, primitive),
        "samples": count(calls, None),
        "hits": count(profile.hits.get(index), None),
        "tottime": seconds(own, unit),
        "time": seconds(own, unit),
        "cumtime": seconds(total, unit),
        "≈cumtime": seconds(total, unit),
    }.get(word)


def _marked(row: str, is_here: bool) -> Iterator[str]:
    if (row[:1] == "▸") != is_here:
        yield f"the cursor is {'' if is_here else 'not '}on {row!r}"


def _blank(rows: Sequence[str], first: int, end: int, are_rows: bool) -> Iterator[str]:
    if are_rows:
        yield from (f"nothing more is shown, but {row!r}" for row in rows[first:end] if row[:40].strip())


def _in_order(explorer: ExplorerScreen, shown: Sequence[int]) -> Iterator[str]:
    order = explorer.session.listed.order
    values = measured(explorer.session.profile, order.column) if order.column in FIGURES else None
    if values is None:
        return
    here = [values[index] for index in shown]
    known = [value for value in here if math.isfinite(value)]
    if known != sorted(known, reverse=order.descending) or not all(map(math.isfinite, here[: len(known)])):
        yield f"not by {order}: {here}"


def _tree(explorer: ExplorerScreen, rows: Sequence[str]) -> Iterator[str]:
    view, unit = explorer.panes.tree, explorer.session.figures.unit.name
    if view.unfolding is None or view.region.height < 2:
        return
    heading = rows[view.region.y]
    ends = dict(reversed(columns(heading)))
    start = _name_column(explorer.session.profile, heading)
    chains = [view.chains.nodes(row) for row in range(view.length)[view.top : view.top + view.page]]
    for place, (node, *_, last) in enumerate((*chain, chain[-1]) for chain in chains):
        row = rows[view.region.y + 1 + place]
        yield from _marked(row, view.top + place == view.cursor)
        time = next((end for title, end in ends.items() if title.startswith("time")), None)
        if time is not None and figure(row, time).lstrip("≈") != seconds(node.time, unit):
            yield f"the time is {seconds(node.time, unit)}: {row!r}"
        mark = estimate_mark(node, view.unfolding.tree.total, explorer.session.figures.unit) or " "
        if row[1] != mark:
            yield f"mark: {mark}, {row!r}"
        if "%" in ends and view.shares == "total":
            wanted = share(node.time, view.unfolding.tree.total)
            if figure(row, ends["%"]) != wanted:
                yield f"the share is {wanted}: {row!r}"
        named = MARKER.match(row[start:]) if start > 0 else None
        if named and last.function >= 0 and not is_head(named[1], name_of(explorer, last.function)):
            yield f"{name_of(explorer, last.function)!r} is not in {row!r}"
    end = view.region.bottom - view.has_legend
    yield from _blank(rows, view.region.y + 1 + len(chains), end, bool(chains))


def _calls(explorer: ExplorerScreen, view: CallsView, rows: Sequence[str]) -> Iterator[str]:
    profile, around = explorer.session.profile, view.around
    assert around is not None
    left, top, bottom = view.region.x, view.region.y, view.region.bottom
    middle = 0 if view.pane else 1
    for half, edges in (("callers", profile.callers), ("callees", profile.callees)):
        first, shown, _ = view.window(half)
        heading = rows[top][left : view.region.right]
        known = (
            {edge.function: edge for edge in edges(around.function)}
            if around.function < profile.count
            else {}
        )
        for place, neighbour in enumerate(list(around.half(half))[first : first + shown]):
            y = top + 1 + place
            edge = known.get(neighbour.function)
            if y >= bottom or edge is None or neighbour.estimated:
                continue
            row = rows[y][left : view.region.right]
            unit = explorer.session.figures.unit.name
            for title, end in columns(heading):
                word = title.partition(" ")[0]
                wanted = {
                    "ncalls": count(edge.ncalls, edge.primitive_calls),
                    "tottime": seconds(edge.tottime, unit),
                    "cumtime": seconds(edge.cumtime, unit),
                    "own": None if profile.folded_title else seconds(edge.tottime, unit),
                    "cum": seconds(edge.cumtime, unit),
                }.get(word)
                if wanted is not None and figure(row, end) != wanted:
                    yield f"{title} of the call is {wanted}: {row!r}"
                if word == "%":
                    break
        top += 1 + view.heights()["callers"] + middle


def _source(explorer: ExplorerScreen, rows: Sequence[str]) -> Iterator[str]:
    view = explorer.panes.source
    if view.shown is None or view.region.height < 2:
        return
    ends = dict(reversed(columns(rows[view.region.y])))
    for place in range(view.top, min(view.length, view.top + view.page)):
        row = rows[view.region.y + 1 + place - view.top]
        yield from _marked(row, place == view.cursor)
        number = view.number_in_text(place)
        if "line" in ends and number < len(view.shown.numbers):
            wanted = str(view.shown.numbers[number])
            if figure(row, ends["line"]) != wanted:
                yield f"this is line {wanted}: {row!r}"
