"""The one place that turns figures into text: seconds, shares, counts, bars, sizes, ages."""

from __future__ import annotations

import math

from proftui_parsers.import_free import NamedTuple

NOT_MEASURED = "—"
EIGHTHS = " ▏▎▍▌▋▊▉█"
WIDEST = 20
"""Characters of a time beyond which it is written with an exponent."""
WIDEST_SHARE = 9
"""Characters of the widest share."""
WIDEST_PER_CALL = 8
"""Characters of the widest time per call below a day."""


class Unit(NamedTuple):
    """A unit: its short name, how many of it make a second, or one of what is no time, and the decimals."""

    name: str
    per_second: float
    decimals: int


UNITS = (Unit("s", 1.0, 3), Unit("ms", 1e3, 3), Unit("µs", 1e6, 1))
SECONDS, MILLISECONDS, MICROSECONDS = UNITS
SAMPLES = Unit("samples", 1.0, 0)
_OTHERS = {"samples": SAMPLES, "B": Unit("MiB", 2.0**-20, 3)}
"""By the unit that figures are recorded in, those that are no times."""
_LONGEST_NAME = 10
"""Characters that the name of a unit may have in headings."""


def unit_for(whole: float, recorded: str = "s") -> Unit:
    """The unit for a run of so many seconds: the last decimal is at most 0.1 % of it, down to µs.

    ``recorded``: what the figures are in, where these are no seconds.
    """
    if recorded != "s":
        is_word = recorded.isascii() and recorded.isalnum() and len(recorded) <= _LONGEST_NAME
        counts = Unit(recorded if is_word else "", 1.0, 0 if whole == whole // 1 else 3)
        return _OTHERS.get(recorded, counts)
    if not 0 < whole < 1:
        return SECONDS
    return MILLISECONDS if whole >= 1e-3 else MICROSECONDS


def time(value: float | None, unit: Unit = SECONDS) -> str:
    """A time in ``unit`` with its fixed decimals: ``2.583``; ``—`` if it was not measured."""
    if value is None:
        return NOT_MEASURED
    if not math.isfinite(value):
        return "nan" if value != value else "inf" if value > 0 else "-inf"
    text = f"{value * unit.per_second:z.{unit.decimals}f}"
    # A figure beyond all sense must not widen its column without bound.
    return text if len(text) <= WIDEST else f"{value * unit.per_second:.3e}"


def time_range(low: float, high: float, unit: Unit = SECONDS) -> str:
    """``5.132–6.227``."""
    return f"{time(low, unit)}–{time(high, unit)}"


def titled(title: str, unit: Unit) -> str:
    """The heading of a column of times; it names the unit where that is not seconds."""
    return title if unit == SECONDS or not unit.name else f"{title} {unit.name}"


def with_unit(value: float | None, unit: Unit = SECONDS) -> str:
    """A time in a sentence, thousands separated: ``2,583.400 ms``."""
    return counted_in(thousands(time(value, unit)), unit)


def counted_in(figure: str, unit: Unit) -> str:
    """A figure with the name of its unit: ``3 samples``, ``1 sample``, ``0.120 s``; some have no name."""
    name = "sample" if unit == SAMPLES and figure == "1" else unit.name
    return f"{figure} {name}".rstrip()


def thousands(figure: str) -> str:
    """A figure as it is written in sentences: ``2,583.400``."""
    digits, dot, rest = figure.removeprefix("-").partition(".")
    sign = "-" if figure.startswith("-") else ""
    return f"{sign}{int(digits):,}{dot}{rest}" if digits.isdigit() else figure


def per_call(value: float | None) -> str:
    """A time per call in three digits and the unit that suits it: ``5.83 s``, ``120 ns``, or ``—``."""
    if value is None or not math.isfinite(value):
        return time(value)
    if not value:
        return "0 ns"
    if 0 < value < 0.005e-9:
        # Nothing is measured so finely, but it is not nothing.
        return "<0.01 ns"
    for name, per_second in (("ns", 1e9), ("µs", 1e6), ("ms", 1e3), ("s", 1.0)):
        digits = abs(value) * per_second
        if digits < 999.5:
            decimals = 2 if digits < 9.995 else 1 if digits < 99.95 else 0
            return f"{value * per_second:z.{decimals}f} {name}"
    text = f"{value:.0f} s"
    return text if len(text) <= WIDEST_PER_CALL else f"{value:.2e} s"


def per_call_in(value: float, unit: Unit) -> str:
    """What a call takes, where that may be no time: ``163.6 Ir``."""
    return per_call(value) if unit in UNITS else counted_in(f"{value * unit.per_second:,.1f}", unit)


def reads_as_zero(value: float | None, unit: Unit = SECONDS) -> bool:
    """Whether ``value`` is shown as 0.000 although it is something."""
    return value is not None and value != 0 and abs(value * unit.per_second) < 0.5 * 10.0**-unit.decimals


def role_of(value: float | None, unit: Unit, role: str = "text") -> str:
    """How a time is drawn: ``role``, unless it reads as zero."""
    return "muted" if reads_as_zero(value, unit) else role


def share(part: float | None, whole: float | None) -> float | None:
    """``part`` of ``whole`` in percent; ``None`` where that makes no sense."""
    if part is None or not whole or not math.isfinite(part) or not math.isfinite(whole):
        return None
    value = 100.0 * part / whole
    return value if math.isfinite(value) else None


def percent(value: float | None) -> str:
    """A share with one decimal and no sign: ``41.5``; nothing if there is none."""
    if value is None:
        return ""
    return f"{value:z.1f}" if abs(value) < 100_000 else f"{value:.0e}"


def share_in_table(part: float | None, whole: float | None) -> str:
    """A share as :func:`percent`; ``—`` where the whole is 0 and its parts are not, as they cancel."""
    if part and whole == 0 and math.isfinite(part):
        return NOT_MEASURED
    return percent(share(part, whole))


def rounded_down(value: float) -> float:
    """A share with one decimal that is not more than ``value``, but for the rounding of sums."""
    return math.floor(10 * value * (1 + 1e-12) + 1e-9) / 10


def whole_percent(value: float) -> str:
    """A share without decimals, for few cells and for progress: ``42``."""
    return f"{value:z.0f}"


def signed(text: str) -> str:
    """A figure of a change with its sign; none where it reads as nothing."""
    if not any(digit in text for digit in "123456789"):
        return text
    return f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def change(before: float, after: float, decimals: int = 1) -> str:
    """How much more or less, in percent: ``+3.1 %``, ``−0.4 %``, beyond a tenfold ``×13.4``; else nothing."""
    part = share(after - before, before)
    if part is not None and part >= 900:
        return f"×{1 + part / 100:.{decimals}f}"
    return f"{signed(f'{part:z.{decimals}f}')} %" if part is not None else ""


def ncalls(calls: int | None, primitive: int | None) -> str:
    """Calls as pstats writes them: ``574/209`` when some were recursive."""
    if calls is None or calls < 0:
        return NOT_MEASURED
    if primitive is None or primitive < 0 or primitive == calls:
        return str(calls)
    return f"{calls}/{primitive}"


def bar(value: float | None, cells: int, longest: float = 100.0) -> str:
    """A bar for ``value`` in ``cells`` cells, which ``longest`` fills: eighth blocks, padded with blanks.

    Only what reads as 100.0 % of it fills it, and shorter bars are not longer than the value. One eighth of
    a cell would look like a border: bars begin with two.
    """
    full, rest = divmod(_eighths(value, cells, longest), 8)
    return ("█" * full + (EIGHTHS[rest] if rest else "")).ljust(cells)


def bar_in_two(
    part: float | None, value: float | None, cells: int, longest: float = 100.0
) -> tuple[str, str]:
    """A bar for ``value`` as what ``part`` of it takes, ``█``, and the rest of it, ``━``, padded.

    The cell in which one of them ends is what most of it is.
    """
    whole, end = divmod(_eighths(value, cells, longest), 8)
    full, eighths = divmod(_eighths(part, cells, longest), 8)
    if full >= whole and 2 * eighths >= end:
        return ("█" * full + (EIGHTHS[eighths] if eighths else "")).ljust(cells), ""
    full += full < whole and eighths >= 4
    return "█" * full, ("━" * (whole - full + (end >= 4))).ljust(cells - full)


def _eighths(value: float | None, cells: int, longest: float) -> int:
    """How many eighths of a cell a bar has: none or at least two."""
    if value is None or not (value > 0 and longest > 0):
        return 0
    part = value / longest
    # Infinite times have no part of each other.
    eighths = 8 * cells if part >= 0.9995 else int(8 * cells * part) if part == part else 0
    return eighths if eighths > 1 else 0


def plural(number: int, noun: str) -> str:
    """``1 caller``, ``18 callers``, ``3 matches``."""
    ending = "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def size(count_of_bytes: int) -> str:
    """A size in bytes for people: ``6.1 MB``."""
    value = float(count_of_bytes)
    for unit in ("B", "kB", "MB", "GB"):
        if value < (1000 if unit == "B" else 999.95) or unit == "GB":
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    raise AssertionError


def age(seconds: float) -> str:
    """How long ago, roughly: ``5 min ago``."""
    for limit, length, name in ((60, 1, "s"), (3600, 60, "min"), (86400, 3600, "h")):
        if seconds < limit:
            return f"{max(0, int(seconds // length))} {name} ago"
    days = int(seconds // 86400)
    return f"{days} day{'' if days == 1 else 's'} ago"


HEAT_STEPS = (0.1, 1.0, 5.0, 20.0)
"""Percent of the run from which on a bar and a share are drawn hotter."""


def heat(of_run: float | None) -> str:
    """The role of a share of the whole run: ``heat0`` to ``heat4``."""
    return f"heat{sum((of_run or 0.0) >= step for step in HEAT_STEPS)}"
