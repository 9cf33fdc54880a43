"""The rows of a comparison and their figures, from who is who."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from proftui.analysis.compare.keys import functions_with_rows, taken
from proftui.analysis.compare.matching import Found
from proftui.analysis.compare.pairs import IN_ORDER, NOBODY, SCORES, UNPAIRED, Pairs
from proftui.analysis.compare.side import Side
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.profile import NOT_MEASURED
from proftui_parsers.stacks.deriving import profile_of

if TYPE_CHECKING:
    from proftui_parsers.stacks.recording import Recording

_NAN = float("nan")
_MOST_CALLS = (1 << 63) - 1
"""What a column holds; no run makes as many, but files claim more."""


def filling(base: Side, new: Side, found: Found) -> Pieces[Pairs]:
    """Rows and figures; what became of the functions is left open."""
    before, after = base.profile, new.profile
    others = {function for _, functions in found.bundles for function in functions[1:]}
    there, every = functions_with_rows(after), functions_with_rows(before)
    if others:
        there = [function for function in there if function not in others]
    gone, _ = found.left(every, ())
    base_of = [*taken(found.to_base, there), *gone]
    yield
    pairs = Pairs(
        base=array("q", base_of),
        new=array("q", there) + array("q", [NOBODY]) * len(gone),
        stages=array("b", taken(found.stages, there)) + array("b", [UNPAIRED]) * len(gone),
        base_row=_rows_of(base_of, before),
        new_row=_rows_of(there, after),
    )
    yield
    pairs.scores = {pairs.new_row[function]: score for function, score in found.scores.items()}
    yield
    pairs.base_own = _times(before.tottime, base_of)
    pairs.new_own = _times(after.tottime, there, len(gone))
    yield
    pairs.base_calls = _calls(before, base_of)
    pairs.new_calls = _calls(after, there, len(gone))
    yield
    pairs.base_cumtime = _times(before.cumtime, base_of)
    pairs.new_cumtime = _times(after.cumtime, there, len(gone))
    for bundle in found.bundles:
        _bundle(pairs, before, after, *bundle)
    return pairs


def _rows_of(functions: Sequence[int], profile: Profile) -> array[int]:
    """By function of a side, its row."""
    rows = [NOBODY] * (len(profile.files) + 1)
    for row, function in enumerate(functions):
        # Nobody stands behind all others.
        rows[function] = row
    return array("q", rows[:-1])


def _times(column: Sequence[float] | None, functions: Sequence[int], alone: int = 0) -> array[float]:
    """What stands in a column for some functions, then for nobody ``alone`` times; 0 for nobody."""
    if column is None:
        return array("d", [_NAN]) * (len(functions) + alone)
    if isinstance(functions, range):
        times = array("d", column[: len(functions)])
    else:
        times = array("d", list(map([*column, 0.0].__getitem__, functions)))
    return times + array("d", bytes(8 * alone))


def _calls(profile: Profile, functions: Sequence[int], alone: int = 0) -> array[int]:
    """What :func:`_times` is of times, of calls."""
    if profile.ncalls is None:
        return array("q", [NOT_MEASURED]) * (len(functions) + alone)
    calls: Sequence[int] = profile.ncalls[: len(functions)]
    if not isinstance(functions, range):
        calls = list(map([*profile.ncalls, 0].__getitem__, functions))
    calls = [*calls, *[0] * alone]
    try:
        return array("q", calls)
    except OverflowError:
        return array("q", [min(each, _MOST_CALLS) for each in calls])


def _bundle(pairs: Pairs, base: Profile, new: Profile, before: Sequence[int], after: Sequence[int]) -> None:
    """Let the row of the first of several functions be of all of them; of time with callees there is none."""
    row = pairs.new_row[after[0]]
    pairs.bundles[row] = tuple(before), tuple(after)
    pairs.stages[row], pairs.scores[row] = IN_ORDER, SCORES[IN_ORDER]
    for function in before:
        pairs.base_row[function] = row
    for function in after:
        pairs.new_row[function] = row
    pairs.base_own[row] = sum(base.tottime[f] for f in before)
    pairs.new_own[row] = sum(new.tottime[f] for f in after)
    if base.ncalls is not None and new.ncalls is not None:
        pairs.base_calls[row] = min(_MOST_CALLS, sum(max(0, base.ncalls[f]) for f in before))
        pairs.new_calls[row] = min(_MOST_CALLS, sum(max(0, new.ncalls[f]) for f in after))
    pairs.base_cumtime[row] = pairs.new_cumtime[row] = _NAN


def with_gone(new: Profile, base: Profile, gone: Sequence[int]) -> Profile:
    """``new`` with the functions ``gone`` of ``base``, numbers in order, behind all that it names.

    They are in no table and no total of it, as callers that a file has no entry for.
    """
    if not gone:
        return new
    named, more = _naming(new), {}
    for of in ("files", "linenos", "names"):
        more[of] = [*getattr(named, of), *map(getattr(base, of).__getitem__, gone)]
    made = named.changed(**more)
    if isinstance(made, Profile):
        return made
    return profile_of(made, new.choice)


def first_gone(new: Profile) -> int:
    """The number that the first function that is gone gets."""
    return len(_naming(new).names)


def _naming(profile: Profile) -> Profile | Recording:
    """What has the names of the functions alone: behind those of a recording stand its threads."""
    return profile if profile.recording is None else profile.recording
