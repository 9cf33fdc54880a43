"""Sampled stacks put beside the calls of the same program: which paths of functions the samples took.

All figures stay those of the calls. What a profile of calls cannot know is for whom a function with several
callers did what; of that the stacks give shares, and call trees take them (``profile.beside``).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import compress, count

import proftui_parsers.messages as messages
from proftui_parsers.combine.agreement import agreement
from proftui_parsers.combine.beside import NONE, Beside, Contexts
from proftui_parsers.combine.frames import functions_of_frames, is_built_in
from proftui_parsers.profile import Profile
from proftui_parsers.stacks.deriving import own_weights
from proftui_parsers.stacks.recording import Choice, Recording

_BITS = 32
_PYTHON = (".py", ".pyw", ">")
"""What files of Python code end with; samplers that show other code name libraries."""


def is_timed(profile: Profile) -> bool:
    """Whether these are calls with their times."""
    return profile.has_edges and profile.edges.timed and not profile.measure.sampled


def are_samples(stacks: Sequence[Profile]) -> bool:
    """Whether all of these are samples of stacks."""
    return all(profile.recording is not None and profile.recording.samples is not None for profile in stacks)


def joined(calls: Profile, stacks: Profile, told: Callable[[float], None]) -> Profile:
    """The calls with the stacks beside them; where these are of another program without, and with a note."""
    beside = sampled_beside(calls, stacks, told)
    agreed, refusal = beside.agreement, beside.agreement.refusal
    if refusal:
        names = ", ".join(path.replace("\\", "/").rpartition("/")[2] for path in stacks.paths)
        note = messages.NOT_JOINED.format(names, refusal)
        return calls.changed(remarks=(*calls.warnings, note))
    figures = (f"{100 * part:.0f}" for part in (agreed.common, agreed.chance))
    note = messages.JOINED.format(f"{beside.samples:,}", beside.producer, *figures)
    paths = (*calls.paths, *stacks.paths)
    return calls.changed(beside=beside, paths=paths, remarks=(*calls.warnings, note))


def sampled_beside(calls: Profile, stacks: Profile, told: Callable[[float], None]) -> Beside:
    """The stacks of ``stacks``, which are samples, as paths of functions of ``calls``."""
    recording = stacks.recording
    assert recording is not None
    contexts, known = _contexts(calls, recording, functions_of_frames(calls, recording, told))
    own, by_function = own_with_built_ins(calls), [0.0] * calls.count
    pairs = list(zip(contexts.function, contexts.samples, strict=True))
    for function, samples in pairs:
        by_function[function] += samples
    seconds = (samples and own[function] * samples / by_function[function] for function, samples in pairs)
    agreed = agreement(own, by_function, known)
    return Beside(recording.producer, contexts, array("d", seconds), agreed)


def own_with_built_ins(calls: Profile) -> list[float]:
    """By function, its own time and that of the built-ins that it calls, seconds; built-ins have none."""
    edges, own = calls.edges, [time if 0 < time < float("inf") else 0.0 for time in calls.tottime]
    for function in range(calls.count):
        if not is_built_in(calls, function):
            continue
        own[function] = 0.0
        for entry in range(edges.starts[function], edges.starts[function + 1]):
            caller, time = edges.callers[entry], edges.tottime[entry]
            if caller < calls.count and 0 < time < float("inf") and not is_built_in(calls, caller):
                own[caller] += time
    return own


def _beginnings(calls: Profile) -> Sequence[bool]:
    """By function, whether the profiled part of the program can begin with it."""
    begins = [roots > 0 for roots in calls.root_calls]
    for function in list(compress(count(), begins)):
        # The program begins with `exec`, which no sample knows: with what that calls, then.
        if is_built_in(calls, function):
            for callee in calls.calls_of(function)[1]:
                begins[callee] = True
    return begins if any(begins) else [True] * calls.count


def _contexts(calls: Profile, recording: Recording, functions: Sequence[int]) -> tuple[Contexts, float]:
    """The paths of the samples, from where the calls begin, and how many have no function beside the calls'.

    Samples that never come to where the calls begin are of other threads, or from before that: left out.
    """
    begins, stacks, measure = _beginnings(calls), recording.stacks, recording.samples
    assert measure is not None
    own, _ = own_weights(recording, Choice(measure), measure)
    made = Contexts(array("i"), array("i"), array("d"))
    numbers: dict[int, int] = {}
    path_of, strange, known = array("i", [NONE]) * len(stacks), bytearray(len(stacks)), 0.0
    for node, (above, frame) in enumerate(zip(stacks.parent, stacks.frame, strict=True)):
        function, here = functions[frame], path_of[above] if above >= 0 else NONE
        if function == NONE:
            is_python = recording.files[stacks.frame_function[frame]].endswith(_PYTHON)
            strange[node] = here != NONE and (strange[above] or is_python)
        else:
            strange[node] = here != NONE and strange[above]
            if begins[function] if here == NONE else made.function[here] != function:
                here = _path(made, numbers, here, function)
        path_of[node] = here
        if here != NONE:
            made.samples[here] += own[node]
            known += 0.0 if strange[node] else own[node]
    return made, known


def _path(made: Contexts, numbers: dict[int, int], above: int, function: int) -> int:
    """The path that is one step longer."""
    key = (above + 1) << _BITS | function
    number = numbers.get(key)
    if number is None:
        number = numbers[key] = len(made.function)
        made.parent.append(above)
        made.function.append(function)
        made.samples.append(0.0)
    return number
