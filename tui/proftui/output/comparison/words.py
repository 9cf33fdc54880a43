"""What is said of a comparison beside its table: totals, runs, noise, causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis.compare.causes import Cause
from proftui.analysis.compare.comparison import Comparison
from proftui.analysis.compare.telling import Naming, told
from proftui.drawing import changes, figures
from proftui.drawing.safe_text import clean
from proftui.frame.rows import producer_text
from proftui.output.comparison.shown import Shown

_LONGEST = 500
LEAST_P = 0.0005
"""Below this p is written as less than 0.001."""


def label(words: Sequence[str]) -> str:
    """What a side is called: its file or pattern, or the first one and how many more."""
    first = clean(words[0] if words[0] != "-" else messages.STANDARD_INPUT, 200)
    return first if len(words) == 1 else messages.MORE_FILES.format(first, len(words) - 1)


def heading(shown: Shown) -> str:
    """The first line: both sides, what wrote them, how many runs and calls, and the totals."""
    comparison, (before, after) = shown.comparison, shown.labels
    base, new = comparison.base.profile, comparison.new.profile
    producers = dict.fromkeys((producer_text(base), producer_text(new)))
    about = [" → ".join(producers), runs(comparison)]
    counted = base.total_calls is not None and new.total_calls is not None and shown.causes.counted
    if counted and not shown.shape:
        about.append(messages.CALLS_FROM_TO.format(base.total_calls, f"{new.total_calls:,}"))
    part = figures.change(comparison.base.total, comparison.new.total)
    if part.endswith("0.0 %") and len(part) == len("+0.0 %"):
        part = part[1:]
    totals = f"{from_to(shown, comparison.base.total, comparison.new.total)}  {part}".rstrip()
    return f"{messages.COMPARED.format(before, after)}  {' · '.join(about)}  {totals}"


def runs(comparison: Comparison) -> str:
    """How many runs there are: ``5 → 5 runs``."""
    counts = len(comparison.base.runs), len(comparison.new.runs)
    return messages.ONE_RUN_EACH if counts == (1, 1) else messages.RUNS_EACH.format(*counts)


def from_to(shown: Shown, before: float, after: float) -> str:
    """``2.263 → 1.668 s``."""
    return changes.from_to(before, after, shown.unit)


def difference(shown: Shown, seconds: float) -> str:
    """``−1.000 s``."""
    return f"{changes.time(seconds, shown.unit)} {shown.unit.name}".rstrip()


def ranges(shown: Shown) -> str:
    """``1.985–3.193 → 1.176–1.776``, of one run its time."""
    sides = (shown.comparison.base.range, shown.comparison.new.range)
    unit = shown.unit
    return " → ".join(
        figures.time_range(low, high, unit) if low < high else figures.time(low, unit) for low, high in sides
    )


def p_value(p: float) -> str:
    """``p 0.008``."""
    return messages.P_BELOW if p < LEAST_P else messages.P_IS.format(f"{p:.3f}")


def noise(shown: Shown) -> str:
    """What the runs say of noise: their ranges and the test, or why there is none."""
    comparison = shown.comparison
    counts = len(comparison.base.runs), len(comparison.new.runs)
    if counts == (1, 1):
        return messages.ONE_RUN_EACH
    said = f"{ranges(shown)} {shown.unit.name}".rstrip()
    if comparison.p is not None:
        return f"{said}, {p_value(comparison.p)}"
    return f"{said}, {messages.TOO_FEW_RUNS.format(*counts, messages.RANGES_ARE[comparison.overlap])}"


def cause_lines(
    shown: Shown, causes: Sequence[Cause], naming: Naming | None = None
) -> Iterator[tuple[str, str]]:
    """Of each cause its time and what it is, which may be an estimate."""
    for cause in causes:
        mark = "≈ " if cause.is_estimate else ""
        said = told(shown.comparison, cause, naming)
        yield difference(shown, cause.time), mark + (clean(said, _LONGEST) if naming is None else said)


def notes(shown: Shown) -> Iterator[str]:
    """What the user should know of how the sides were read and matched, and of their files."""
    from proftui_parsers.consistency import checked

    yield from shown.comparison.notes
    for side, words in zip((shown.comparison.base, shown.comparison.new), messages.OF_SIDES, strict=True):
        yield from (f"{words}: {note}" for note in checked(side.profile).notes)


def filter_line(shown: Shown) -> str:
    """What the filter is, how many functions it leaves, and their time on both sides."""
    before, after = shown.covered
    return messages.COMPARED_FILTER.format(
        clean(shown.filter_text), len(shown.rows), shown.every,
        figures.thousands(figures.time(before, shown.unit)), figures.with_unit(after, shown.unit),
        difference(shown, after - before),
    )  # fmt: skip
