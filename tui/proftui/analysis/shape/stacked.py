"""A shape of a profile with whole stacks: these are rewritten, and all figures counted anew, exactly."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence

from proftui.analysis.bounds import Bounded, BoundedColumn
from proftui.analysis.members import Members, Represented
from proftui.analysis.names import Names
from proftui.analysis.shape.group import OUTSIDE
from proftui.analysis.shape.grouping import members_by
from proftui.analysis.shape.hiding import hidden_by, visible_path
from proftui.analysis.shape.rewriting import GroupedStacks, grouped, of_thread, under, without
from proftui.analysis.shape.shape import ANYWHERE, PATH, Shape, Step, StepGone, functions_named
from proftui.analysis.shaped_profile import NO_DOUBTS, EdgeBounds, RootCalls, ShapedProfile, ToldCalls
from proftui.background.pieces import Pieces
from proftui_parsers import Profile
from proftui_parsers.stacks.deriving import absent_in, deriving, own_weights
from proftui_parsers.stacks.recording import Recording
from proftui_parsers.stacks.sums import ByNode, weighing_all

_ROUNDING = 1e-12
"""The part of a figure by which it may differ when the same parts are added up in another order."""


def shaping_stacks(
    shape: Shape, recorded: Profile, names: Names, not_mine: Callable[[], bytearray]
) -> Pieces[ShapedProfile]:
    """A profile with a recording in a shape, in pieces; arguments as of ``making``.

    Measure and threads are those of ``recorded``. The recording of what is made has the stacks as rewritten.

    Raises:
        StepGone: there is nothing to focus on.
    """
    assert recorded.recording is not None and recorded.choice is not None
    stacks, choice = recorded.recording, recorded.choice
    hidden = _functions(hidden_by(shape, names, not_mine), recorded)
    if shape.hiding:
        stacks = yield from without(stacks, hidden)
    for step in shape.focuses:
        stacks = yield from _focused(step, stacks, recorded, hidden)
        # Functions that were called without a sample of them are left, too.
        tracks = frozenset(range(len(stacks.tracks))) if stacks.stacks.calls is None else None
        hidden = _also(hidden, absent_in(stacks, tracks), step, recorded)
    if choice.tracks is not None:
        hidden = _also(hidden, absent_in(stacks, choice.tracks), shape.focus, recorded)
    if shape.by:
        return (yield from _grouped(shape, recorded, stacks, names, hidden))
    made = yield from _counted(shape, recorded, stacks, hidden)
    made.folded_title = shape.folded_title
    return made


def _functions(marks: bytearray, recorded: Profile) -> bytearray:
    """Marks of functions alone: behind them stand threads, which are never hidden."""
    return marks[: recorded.count] + bytes(len(marks) - recorded.count)


def _focused(step: Step, stacks: Recording, recorded: Profile, hidden: bytearray) -> Pieces[Recording]:
    """The stacks under a function or a path, which may begin with a thread."""
    path = visible_path(step, recorded, hidden)
    if step.kind != PATH:
        return (yield from under(stacks, path[-1:]))
    if path[0] >= recorded.count:
        stacks = of_thread(stacks, path.pop(0) - recorded.count)
    found = yield from under(stacks, path, from_root=step.name != ANYWHERE)
    if not len(found):
        raise StepGone(step)
    return found


def _also(hidden: bytearray, gone: bytearray, focus: Step | None, recorded: Profile) -> bytearray:
    """What is hidden with the functions that have no stack; a focus always stays."""
    both = bytearray(map(max, hidden, gone)) + hidden[len(gone) :]
    if focus is not None:
        for function in functions_named(recorded, focus.function):
            both[function] &= hidden[function]
    return both


def _grouped(
    shape: Shape, recorded: Profile, stacks: Recording, names: Names, hidden: bytearray
) -> Pieces[ShapedProfile]:
    members = yield from members_by(shape.by, names, hidden)
    stands = _standing(recorded, members)
    groups = yield from grouped(stacks, members.group_of, stands)
    others = _functions(bytearray(b"\x01" * len(hidden)), recorded)
    for function in stands:
        others[function] = 0
    made = yield from _counted(shape, recorded, groups.recording, others, groups)
    of = {function: group for group, function in enumerate(stands)}
    inside = _exact(groups.inside or [0] * len(stands))
    made.take_groups(Represented(members, of, inside))
    return made


def _standing(recorded: Profile, members: Members) -> list[int]:
    """By group, the function that stands for it: the one with the most time as recorded."""
    assert recorded.cumtime is not None
    stands = [-1] * len(members.names)
    for function, time in enumerate(recorded.cumtime):
        group = members.group_of[function]
        if group >= 0 and (stands[group] < 0 or time > recorded.cumtime[stands[group]]):
            stands[group] = function
    return stands


def _counted(
    shape: Shape, recorded: Profile, stacks: Recording, hidden: bytearray, groups: GroupedStacks | None = None
) -> Pieces[ShapedProfile]:
    """The figures of rewritten stacks."""
    choice = recorded.choice
    assert choice is not None and recorded.cumtime is not None
    found = yield from deriving(stacks, choice)
    assert found.cumtime is not None
    calls: Sequence[float] = [0.0] * found.count if found.ncalls is None else list(map(float, found.ncalls))
    if groups is not None and groups.into:
        calls = [0.0] * found.count
        for group, function in enumerate(stacks.stacks.frame_function):
            calls[function] = float(groups.into[group])
    weighed = yield from weighing_all(stacks, choice, choice.measure)
    edges, whole = found.edges, found.total_time
    bounds = EdgeBounds(*map(_exact, (edges.ncalls, edges.tottime, edges.cumtime)))
    made = ShapedProfile(
        recorded,
        hidden,
        own=_exact(_settled(found.tottime, recorded.tottime)),
        time=_exact(_settled(found.cumtime, recorded.cumtime)),
        calls=_exact(calls),
        primitive_calls=None if groups is not None else found.primitive_calls,
        told=ToldCalls(edges, bounds, _roots(stacks, weighed), NO_DOUBTS),
        outside=_figure(weighed.hidden),
        unattributed=weighed.frameless,
        focus=_figure(whole) if shape.focuses else None,
    )
    made.recording, made.choice, made.own_samples = stacks, choice, found.own_samples
    made.weighing_samples = found.weighing_samples
    yield
    return made


def _figure(figure: float) -> Bounded:
    return Bounded(figure, figure, figure, True)


def _exact(figures: Sequence[float]) -> BoundedColumn:
    column = array("d", figures)
    return BoundedColumn(column, column, certain=True)


def _settled(counted: Sequence[float], recorded: Sequence[float]) -> array[float]:
    """Figures as recorded where nothing but rounding is between."""
    pairs = zip(counted, recorded, strict=True)
    return array("d", (old if math.isclose(new, old, rel_tol=_ROUNDING) else new for new, old in pairs))


def _roots(recording: Recording, weighed: ByNode) -> dict[int, RootCalls]:
    """What is outermost in stacks, by function; nothing where calls were not counted."""
    stacks = recording.stacks
    if stacks.calls is None:
        return {}
    sums = dict[int, list[float]]()
    for node in stacks.outermost():
        of = sums.setdefault(stacks.function[node], [0.0, 0.0, 0.0])
        for position, figure in enumerate((stacks.calls[node], weighed.total[node], weighed.own[node])):
            of[position] += figure
    return {function: RootCalls(*map(_figure, figures)) for function, figures in sums.items()}


def own_in_stacks(profile: Profile, group_of: Sequence[int], count: int) -> tuple[BoundedColumn, set[int]]:
    """Own time by group and last that of no group, and the functions that this is of.

    ``profile``: one with a recording, shaped or not. ``group_of``: as of :func:`grouped`.
    """
    recording, choice = profile.recording, profile.choice
    assert recording is not None and choice is not None
    stacks, (own, _) = recording.stacks, own_weights(recording, choice, choice.measure)
    groups, sums, alone = array("i"), [0.0] * (count + 1), set[int]()
    for above, function, time in zip(stacks.parent, stacks.function, own, strict=True):
        group = group_of[function]
        if group == OUTSIDE and above >= 0:
            group = groups[above]
        groups.append(group)
        sums[group] += time
        if group == OUTSIDE:
            alone.add(function)
    return _exact(sums), alone
