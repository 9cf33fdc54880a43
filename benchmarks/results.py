"""What was measured, round by round, and the table of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from benchmarks.scenes import Figures

Reduce = Callable[[Sequence[float]], float]


class Samples:
    """Figures by size of the profile, name and round."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, str], dict[int, list[float]]] = {}

    def add(self, size: int, number: int, figures: Figures) -> None:
        """What a scene has measured in a round."""
        for name, values in figures.items():
            self.found.setdefault((size, name), {})[number] = values

    def rounds(self, size: int, names: Sequence[str], reduce: Reduce) -> dict[int, float]:
        """The sum of these figures, for each round in which all of them were measured."""
        parts = [self.found.get((size, name), {}) for name in names]
        common = set.intersection(*map(set, parts)) if parts else set()
        return {number: sum(reduce(part[number]) for part in parts) for number in sorted(common)}

    def as_json(self) -> dict[str, dict[str, list[list[float]]]]:
        """All of it."""
        made: dict[str, dict[str, list[list[float]]]] = {}
        for (size, name), rounds in self.found.items():
            made.setdefault(str(size), {})[name] = list(rounds.values())
        return made


@dataclass(frozen=True)
class Row:
    """A line of the table: a figure of proftui's, or its ratio to another's."""

    title: str
    ours: str
    theirs: tuple[str, ...] = ()
    """What it is compared with: a figure, or several that are added up."""
    unit: str = "ms"
    """``ms``, ``MB``, ``bytes`` or nothing: how the figures themselves are shown."""
    target: float | None = None
    """The most that is wanted, as ratio or in the unit, at sizes not in ``targets``."""
    targets: Mapping[int, float] = field(default_factory=dict)
    """The same for these numbers of functions; without a ``target``, the row is for these only."""
    reduce: Reduce = median
    """Of several presses in a round."""
    growth: bool = False
    """The ratio is to the same figure at the smallest size."""

    def applies(self, size: int) -> bool:
        """Whether there is such a line for a profile of that size."""
        return self.target is not None or not self.targets or size in self.targets

    def wanted(self, size: int) -> float | None:
        """The target at a size."""
        return self.targets.get(size, self.target)


@dataclass(frozen=True)
class Result:
    """A row for one size of profile."""

    row: Row
    size: int
    values: Sequence[float]
    """Ratios, or figures, one for each round."""
    ours: float
    theirs: float | None

    @property
    def measured(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def verdict(self) -> str:
        """``ok``, by how much the target was missed, or nothing where there is none."""
        wanted = self.row.wanted(self.size)
        if wanted is None:
            return ""
        if self.measured <= wanted:
            return "ok"
        return f"missed by {max(1, 100 * (self.measured / wanted - 1)):.0f} %" if wanted else "missed"


SCALES = {"ms": 1e3, "MB": 2**-20, "bytes": 1.0, "": 1.0}


def results(samples: Samples, rows: Sequence[Row], sizes: Sequence[int]) -> list[Result]:
    """All rows for which something was measured."""
    return [result for row in rows for size in sizes if (result := _result(samples, row, size, sizes[0]))]


def _result(samples: Samples, row: Row, size: int, smallest: int) -> Result | None:
    if not row.applies(size):
        return None
    scale = SCALES[row.unit]
    ours = {number: scale * value for number, value in samples.rounds(size, [row.ours], row.reduce).items()}
    if not ours or (row.growth and size == smallest):
        return None
    if not row.theirs and not row.growth:
        return Result(row, size, list(ours.values()), median(ours.values()), None)
    other = samples.rounds(smallest, [row.ours], row.reduce) if row.growth else None
    found = other or samples.rounds(size, row.theirs, row.reduce)
    theirs = {number: scale * value for number, value in found.items() if value}
    ratios = [ours[number] / theirs[number] for number in sorted(ours.keys() & theirs.keys())]
    if not ratios:
        return None
    return Result(row, size, ratios, median(ours.values()), median(theirs.values()))


HEADINGS = ("what", "functions", "measured", "range", "target", "", "proftui", "other")


def cells(result: Result) -> list[str]:
    """A line of the table."""
    is_ratio = result.theirs is not None
    unit = "" if is_ratio or not result.row.unit else f" {result.row.unit}"
    digits = 2 if is_ratio else 1
    low, high = min(result.values), max(result.values)
    wanted = result.row.wanted(result.size)
    return [
        result.row.title,
        f"{result.size:,}",
        f"{result.measured:,.{digits}f}{unit}",
        f"{low:,.{digits}f} to {high:,.{digits}f}" if len(result.values) > 1 else "",
        f"{wanted:g}{unit}" if wanted is not None else "",
        result.verdict,
        _figure(result.ours, result.row.unit) if is_ratio else "",
        _figure(result.theirs, result.row.unit) if result.theirs is not None else "",
    ]


def _figure(value: float, unit: str) -> str:
    digits = 0 if value >= 100 or unit == "bytes" else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}".rstrip()


def table(found: Sequence[Result], markdown: bool = False) -> str:
    """As aligned columns, or as Markdown."""
    lines = [list(HEADINGS), *map(cells, found)]
    if markdown:
        lines.insert(1, ["---", *["--:"] * 4, "---", "--:", "--:"])
        return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = (0, 5)
    return (
        "\n".join(
            "  ".join(
                cell.ljust(width) if place in left else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )
        + "\n"
    )


mean: Reduce = fmean
