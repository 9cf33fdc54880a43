"""How honest call trees are, by families of random programs: what is wrong, and how far estimates are off.

    python -m tests.support.honesty [--programs 200] [--family mutual] [--real] [--table]

For each family: how many programs, how many files are flagged, and how many have something wrong;
*silent*: wrong and not flagged. *hidden*: threads were mixed or labels are equal, but a plain program
leaves the same file, so that its truth is taken.Then, of the tree whose cycles are unrolled: the *error*
of contexts (Σ|estimate - true| / Σ true over paths of 0.1 % of the run and up to 12 deep), how many nodes
are *exact*, and the share of the times of all nodes that is, all means over programs, and the median
*width* of the others' bounds in shares of the run. Below the table: what is wrong, by tree and kind, each
with its smallest example. `--log`: as JSON, to be read by `lsprof_emulation.read_log`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import NamedTuple

from tests.support.context_errors import error_of
from tests.support.hard_logs import written
from tests.support.log_truth import Truth
from tests.support.lsprof_emulation import Logged
from tests.support.plain_logs import plain_of
from tests.support.random_logs import FAMILIES, drawn
from tests.support.real_logs import PROGRAMS, real_log
from tests.support.shrinking import shrunk
from tests.support.tree_checks import Violation, checks, flagged, violations

LEAST_REAL = 0.0005
"""The share of a real program from which on nodes are looked at."""
SHRINKABLE = 1000
"""Events up to which a log is made smaller."""


class Example(NamedTuple):
    """A program of which something wrong is said."""

    name: str
    made: Logged
    violation: Violation
    flagged: bool

    @property
    def rank(self) -> tuple[bool, int]:
        """What comes first is worst: files that are not flagged, short logs."""
        return self.flagged, len(self.made.log)

    def smaller(self) -> Example:
        """A smaller program with the same fault."""
        kind, plain = self.violation[:2], plain_of(self.made) is not None

        def shows(other: Logged) -> bool:
            same = (plain_of(other) is not None) == plain and flagged(other.profile) == self.flagged
            return same and any(violation[:2] == kind for violation in violations(other))

        made = shrunk(self.made, shows)
        return Example(self.name, made, next(v for v in violations(made) if v[:2] == kind), self.flagged)


@dataclass
class Found:
    """What came out of the programs of one family."""

    programs: int = 0
    flagged: int = 0
    wrong: int = 0
    silent: int = 0
    """Files with something wrong that are not flagged."""
    hidden: int = 0
    """Files of threads or equal labels that plain programs leave, too."""
    errors: list[float] = field(default_factory=list)
    exact: list[float] = field(default_factory=list)
    exact_time: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Violations by way and kind."""
    smallest: dict[tuple[str, str], Example] = field(default_factory=dict)
    """By way and kind."""

    def add(self, name: str, made: Logged, least: float) -> None:
        """Look at one more program."""
        self.programs += 1
        doubtful = flagged(made.profile)
        self.flagged += doubtful
        wrong = False
        for check in checks(made, least):
            wrong = wrong or bool(check.found)
            for violation in check.found:
                self._keep(Example(name, made, violation, doubtful))
            if check.way == "unrolled":
                counts = check.counts
                self.exact.append(counts.exact / max(1, counts.nodes))
                self.exact_time.append(counts.exact_time / (counts.time or 1.0))
                self.widths += counts.widths
                self.errors.append(error_of(Truth(made), check.tree))
        self.wrong += wrong
        self.silent += wrong and not doubtful
        self.hidden += plain_of(made) not in (None, made)

    def _keep(self, example: Example) -> None:
        kind = example.violation[:2]
        self.kinds[kind] += 1
        if kind not in self.smallest or example.rank < self.smallest[kind].rank:
            self.smallest[kind] = example

    def row(self) -> list[str]:
        """The cells of the table."""
        return [
            f"{self.programs}",
            f"{self.flagged}",
            f"{self.wrong}",
            f"{self.silent}",
            f"{self.hidden}",
            *(f"{100 * mean(of):.2f}" if of else "-" for of in (self.errors, self.exact, self.exact_time)),
            f"{100 * median(self.widths):.2f}" if self.widths else "-",
            f"{sum(self.kinds.values())}",
        ]


TITLES = (
    "programs",
    "flagged",
    "wrong",
    "silent",
    "hidden",
    "error %",
    "exact %",
    "of time %",
    "width %",
    "violations",
)


def families(chosen: Sequence[str], programs: int, seed: int) -> Iterator[tuple[str, Found]]:
    """What was found in each family."""
    for family in chosen:
        found = Found()
        for number in range(seed, seed + programs):
            found.add(f"{family} {number}", drawn(family, number), 0.0)
        yield family, found


def real(chosen: Sequence[str]) -> Iterator[tuple[str, Found]]:
    """What was found in each real program."""
    for name in chosen:
        found = Found()
        made = real_log(name)
        found.add(name, made, LEAST_REAL)
        yield name, found


def told(example: Example, count: int, as_json: bool) -> Iterator[str]:
    """An example for people; ``count``: how often something of this kind is wrong."""
    if len(example.made.log) < SHRINKABLE:
        example = example.smaller()
    made, violation = example.made, example.violation
    doubt = ", flagged" if example.flagged else ""
    yield f"  {violation.way}: {violation.kind} × {count}   ({example.name}, {len(made.log)} events{doubt})"
    figures = ", ".join(f"{figure:.9g}" for figure in violation.shown)
    yield f"      {violation.node or 'the roots together'}"
    yield f"      says {figures}; truly {violation.true:.9g}"
    if as_json:
        labels = {number: label for number, label in made.labels.items() if ("c", number) in made.log}
        yield "      " + json.dumps({"log": made.log, "labels": labels})
    elif len(made.log) < 80:
        yield "      " + written(made)


def main() -> None:
    """Print the table, and what is wrong."""
    parser = argparse.ArgumentParser(description="How honest call trees are.")
    parser.add_argument("--programs", type=int, default=200, help="of each family")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="default: all")
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--real", action="store_true", help="real programs instead")
    parser.add_argument("--program", action="append", choices=PROGRAMS, help="of the real ones; default: all")
    parser.add_argument("--way", help="only this tree's violations: tree, unrolled, callers")
    parser.add_argument("--log", action="store_true", help="print examples as JSON")
    parser.add_argument("--table", action="store_true", help="only the table")
    chosen = parser.parse_args()
    if chosen.real or chosen.program:
        results = real(chosen.program or list(PROGRAMS))
    else:
        results = families(chosen.family or list(FAMILIES), chosen.programs, chosen.seed)
    print(" " * 12, *(title.rjust(max(8, len(title))) for title in TITLES))
    kept = defaultdict(Found)
    for name, found in results:
        kept[name] = found
        cells = (cell.rjust(max(8, len(title))) for cell, title in zip(found.row(), TITLES, strict=True))
        print(f"{name:12}", *cells, flush=True)
    for name, found in kept.items() if not chosen.table else ():
        for kind in sorted(found.kinds):
            if chosen.way in (None, kind[0]):
                print(f"{name}")
                print(*told(found.smallest[kind], found.kinds[kind], chosen.log), sep="\n")


if __name__ == "__main__":
    main()
