"""The rows of a comparison as cells of text."""

from __future__ import annotations

from collections.abc import Iterable

from proftui import messages
from proftui.analysis.columns import COLUMNS, columns_of, text_columns_of
from proftui.analysis.compare.edge_pairs import EdgePair
from proftui.drawing import changes, figures
from proftui.drawing.safe_text import clean
from proftui.output.comparison.estimates import NEITHER, Both, Ends, of_edge, of_row
from proftui.output.comparison.shown import Shown
from proftui.output.json_form import LONGEST

Cells = list[str]


def name_of(shown: Shown, row: int, longest: int = 300) -> str:
    """What the function of a row is called; of several of one name, how many there are."""
    name = clean(shown.comparison.name(row), longest)
    bundle = shown.comparison.pairs.bundles.get(row)
    return messages.SEVERAL_OF_NAME.format(name, max(map(len, bundle))) if bundle else name


def place_of(shown: Shown, row: int) -> str:
    """Where it stands, on the new side if it is there."""
    side, function = shown.comparison.side_of_row(row)
    return clean(side.names.place(function, with_dirs=not shown.session.strip_dirs), LONGEST)


def location_of(shown: Shown, row: int) -> str:
    """The same where no heading says what it is: of a group how many functions it has."""
    side, function = shown.comparison.side_of_row(row)
    return clean(side.names.location(function, with_dirs=not shown.session.strip_dirs), LONGEST)


def ratio_cell(before: float, after: float, *, is_new: bool, is_gone: bool, equal: bool) -> str:
    """``×0.61``, or that the function is new or gone; nothing where both figures are the same."""
    if is_new or is_gone:
        return messages.NEW_ROW if is_new else messages.GONE_ROW
    if equal or not before > 0 or after != after:
        return ""
    return changes.ratio(after / before)


def times_cells(
    shown: Shown, before: float, after: float, *, mark: str = "", estimated: Both = NEITHER
) -> Cells:
    """Time before, after, and the difference with its mark; ``≈`` before what is an estimate."""
    unit = shown.unit
    texts = [figures.NOT_MEASURED if t != t else figures.time(t, unit) for t in (before, after)]
    texts.append(changes.time(after - before, unit) + mark)
    return _marked(texts, (*estimated, any(estimated)))


def _marked(texts: Cells, estimated: Iterable[bool]) -> Cells:
    both = zip(texts, estimated, strict=True)
    return [f"≈ {text}" if is_estimate else text for text, is_estimate in both]


def calls_cells(before: int, after: int, *, is_new: bool, is_gone: bool, estimated: Both = NEITHER) -> Cells:
    """Calls before, after, and their ratio."""
    texts = [figures.NOT_MEASURED if calls < 0 else str(calls) for calls in (before, after)]
    known = before >= 0 and after >= 0
    ratio = ratio_cell(before, after, is_new=is_new, is_gone=is_gone, equal=before == after or not known)
    return [*_marked(texts, estimated), ratio]


def titles(shown: Shown) -> Cells:
    """The headings of :func:`cells`."""
    said, unit = messages.COMPARED_COLUMNS, shown.unit
    own, cum = (figures.titled(_titles(shown)[key], unit) for key in ("tottime", "cumtime"))
    calls = f"{shown.comparison.new.profile.counted}s"
    counted = [calls, said["after"], said["times"]] if has(shown, "ncalls") else []
    with_callees = [cum, said["after"], said["change"]] if has(shown, "cumtime") else []
    times = [own, said["after"], said["change"], said["times"]]
    names = (column.title for column in text_columns_of(shown.comparison.new.profile))
    return [*counted, *times, *with_callees, *names]


def _titles(shown: Shown) -> dict[str, str]:
    """By figure what its column is called: of samples they have other names."""
    columns = columns_of(shown.comparison.new.profile)
    usual = {key: COLUMNS[key].title for key in ("tottime", "cumtime")}
    return usual | {column.key: column.title for column in columns}


def has(shown: Shown, key: str) -> bool:
    """Whether both sides have a column of this figure."""
    sides = shown.comparison.base.profile, shown.comparison.new.profile
    return all(any(column.key == key for column in columns_of(profile)) for profile in sides)


def cells(shown: Shown, row: int) -> Cells:
    """Calls, own time, time with callees, name and place of a row."""
    comparison, pairs = shown.comparison, shown.comparison.pairs
    is_new, is_gone = _alone(shown, row)
    made: Cells = []
    if has(shown, "ncalls"):
        counts, estimated = (pairs.base_calls[row], pairs.new_calls[row]), of_row(comparison, row, "ncalls")
        made += calls_cells(*counts, is_new=is_new, is_gone=is_gone, estimated=estimated)
    before, after = pairs.base_own[row], pairs.new_own[row]
    mark = "~" if pairs.within[row] else " "
    made += times_cells(shown, before, after, mark=mark, estimated=of_row(comparison, row, "tottime"))
    equal = _reads_equal(shown, before, after)
    made.append(ratio_cell(before, after, is_new=is_new, is_gone=is_gone, equal=equal))
    if has(shown, "cumtime"):
        cumtimes = pairs.base_cumtime[row], pairs.new_cumtime[row]
        made += times_cells(shown, *cumtimes, estimated=of_row(comparison, row, "cumtime"))
    return [*made, name_of(shown, row), place_of(shown, row)]


def _alone(shown: Shown, row: int) -> tuple[bool, bool]:
    """Whether the function of a row is new, and whether it is gone."""
    status = shown.comparison.pairs.status(row)
    return status == "new", status == "gone"


def _reads_equal(shown: Shown, before: float, after: float) -> bool:
    return figures.time(before, shown.unit) == figures.time(after, shown.unit)


def edge_titles(shown: Shown, title: str) -> Cells:
    """The headings of :func:`edge_cells`."""
    said, cum = messages.COMPARED_COLUMNS, figures.titled(_titles(shown)["cumtime"], shown.unit)
    counted = [f"{shown.comparison.new.profile.counted}s", said["after"], said["times"]]
    place = text_columns_of(shown.comparison.new.profile)[1].title
    return [*counted, cum, said["after"], said["change"], said["times"], title, place]


def edge_cells(shown: Shown, edge: EdgePair, ends: Ends) -> Cells:
    """Calls, time with callees, name and place of a caller or callee; ``ends``: of these calls."""
    comparison, is_new, is_gone = shown.comparison, edge.base is None, edge.new is None
    calls = [_count(one.ncalls if one is not None else 0) for one in (edge.base, edge.new)]
    before, after = (_time(one.cumtime if one is not None else 0.0) for one in (edge.base, edge.new))
    equal, counted = _reads_equal(shown, before, after), of_edge(comparison, ends, "calls")
    return [
        *calls_cells(calls[0], calls[1], is_new=is_new, is_gone=is_gone, estimated=counted),
        *times_cells(shown, before, after, estimated=of_edge(comparison, ends, "time")),
        ratio_cell(before, after, is_new=is_new, is_gone=is_gone, equal=equal),
        name_of(shown, edge.row),
        place_of(shown, edge.row),
    ]


def own_cells(shown: Shown, row: int) -> Cells:
    """Own time of the function itself, in the columns of :func:`edge_cells`."""
    pairs, (is_new, is_gone) = shown.comparison.pairs, _alone(shown, row)
    before, after = pairs.base_own[row], pairs.new_own[row]
    equal = _reads_equal(shown, before, after)
    ratio = ratio_cell(before, after, is_new=is_new, is_gone=is_gone, equal=equal)
    times = times_cells(shown, before, after, estimated=of_row(shown.comparison, row, "tottime"))
    return ["", "", "", *times, ratio, messages.OWN_TIME_ROW, ""]


def _count(calls: int | None) -> int:
    return -1 if calls is None else calls


def _time(seconds: float | None) -> float:
    return float("nan") if seconds is None else seconds


def change_of(edge: EdgePair) -> float:
    """How much an edge changed, for the order; what was not measured is least."""
    before, after = (_time(one.cumtime if one is not None else 0.0) for one in (edge.base, edge.new))
    change = abs(after - before)
    return change if change == change else -1.0
