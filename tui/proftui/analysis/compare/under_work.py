"""Which functions an edit may be in: my code, and files of others that are another release of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from proftui.analysis.builtin_names import EXEC, MODULE
from proftui.analysis.calltree.splitting import ROOT
from proftui.analysis.calltree.topology import parts_of
from proftui.analysis.compare.graph import Calls
from proftui.analysis.compare.pairs import Pairs
from proftui.analysis.compare.side import Side
from proftui.analysis.importlib_names import TRAMPOLINE
from proftui.analysis.recorded_files import is_standard
from proftui.background.pieces import PIECE, Pieces
from proftui_parsers import Profile

_WORTH = 0.1
"""Part of the change, or of a tenth of the run if that is more, that calls are worth which part."""


def rows_under_work(base: Side, new: Side, pairs: Pairs, calls: Sequence[Calls]) -> Pieces[bytearray]:
    """By row, 1 where it is under work; if that leaves nothing, and of a shape, all are.

    The user's code always is; what Python brings along never; another package where a function of both sides
    stands on another line, or calls part. ``calls``: of each side, by rows.
    """
    every = bytearray(b"\1") * len(pairs)
    if base.profile.is_shaped or new.profile.is_shaped:
        return every
    sides = (base, pairs.base), (new, pairs.new)
    both = [row for row in range(len(pairs)) if pairs.base[row] >= 0 <= pairs.new[row]]
    found = bytearray(len(pairs))
    lines, lines_after = base.profile.linenos, new.profile.linenos
    moved = [row for row in both if lines[pairs.base[row]] != lines_after[pairs.new[row]]]
    yield
    least = _WORTH * max(abs(new.total - base.total), _WORTH * max(base.total, new.total))
    parting = yield from _parting(pairs, calls, least)
    for side, functions in sides:
        names, files = side.names, side.profile.files
        others = {f: names.is_builtin(f) for f in functions if f >= 0}
        edited = {files[functions[row]] for row in (*moved, *parting) if not others[functions[row]]}
        yield
        packages = {names.files.package(file) for file in edited if not is_standard(file)}
        under = {file for file in {files[f] for f in others} if names.files.package(file) in packages}
        yield
        for row, function in enumerate(functions):
            if (
                function >= 0
                and not others[function]
                and (files[function] in under or names.is_mine(function))
            ):
                found[row] = 1
        yield
    return found if any(found) else every


def _parting(pairs: Pairs, calls: Sequence[Calls], least: float) -> Pieces[list[int]]:
    """Rows called as often as before, which call something another number of times, for ``least`` seconds."""
    (before, after), found, nothing = calls, list[int](), (0.0, 0.0)
    for number, key in enumerate(before | after):
        row = key // len(pairs)
        if number % PIECE == 0:
            yield
        if pairs.base_calls[row] == pairs.new_calls[row]:
            (n, time), (m, later) = before.get(key, nothing), after.get(key, nothing)
            if n != m and abs(later - time) >= least:
                found.append(row)
    return found


def modules_run_once(
    profiles: Sequence[Profile], rows_of: Sequence[Sequence[int]], calls: Sequence[Sequence[int]]
) -> tuple[set[int], set[int]]:
    """Rows of modules that ``exec`` ran, at most once on each side; and those that importlib had it run.

    ``rows_of``: by function its row, below 0 where it has none; ``calls``: by row, of each side.
    """
    once, imported = set[int](), set[int]()
    for profile, row_of in zip(profiles, rows_of, strict=True):
        for function, is_imported in _modules(profile):
            row = row_of[function]
            if row >= 0 and all(side[row] <= 1 for side in calls):
                once.add(row)
                if is_imported:
                    imported.add(row)
    return once, imported


def _modules(profile: Profile) -> Iterator[tuple[int, bool]]:
    """Modules that ``exec`` ran, and whether it was importlib that asked for it."""
    edges, names = profile.edges, profile.names
    for function in compress(range(profile.count), map(EXEC.__contains__, names)):
        callers = edges.callers[edges.starts[function] : edges.starts[function + 1]]
        by_importlib = {caller for caller in callers if names[caller] == TRAMPOLINE}
        apart = [
            part.callees
            for part in parts_of(profile).get(function, ())
            if by_importlib.isdisjoint(caller for caller in part.callers if caller != ROOT)
        ]
        others = frozenset().union(*apart)
        for callee in profile.calls_of(function)[1]:
            if names[callee] == MODULE:
                yield callee, bool(by_importlib) and callee not in others
