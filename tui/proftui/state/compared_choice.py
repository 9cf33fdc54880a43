"""The same choice on both sides of a comparison: the measure by its key, threads by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from proftui import messages
from proftui.analysis.shape.shape import NamedChoice, chosen_of
from proftui.drawing.safe_text import clean
from proftui.state.loading import Refused
from proftui_parsers import Profile
from proftui_parsers.stacks.deriving import profile_of
from proftui_parsers.stacks.recording import MAIN_NAMES, Recording, Tables
from proftui_parsers.stacks.timing import timed_alike

_LONGEST = 60


def of_base(chosen: NamedChoice, new: Recording | Tables, base: Recording | Tables) -> NamedChoice | None:
    """What is chosen of the new side, of the base; ``None``: that has none of it.

    Threads have other numbers in each run: they are known by name, of several of one name by their order, and
    the main thread by being that, whatever it is called: not all that write such files name it.
    """
    measure = new.measures[chosen.choice(new).measure]
    has_it = (measure.key, measure.unit) in [(of.key, of.unit) for of in base.measures]
    if chosen.measure and not has_it:
        return None
    if not chosen.threads:
        return chosen
    names, names_before = _names(new), _names(base)
    wanted = {name for name, track in zip(names, new.tracks, strict=True) if track in set(chosen.threads)}
    threads = tuple(track for name, track in zip(names_before, base.tracks, strict=True) if name in wanted)
    return chosen._replace(threads=threads) if threads else None


def _names(recording: Recording | Tables) -> list[tuple[str, int]]:
    """By thread its name, and how many of that name stand before it."""
    met: Counter[str] = Counter()
    names = []
    for number, track in enumerate(recording.tracks):
        is_main = number == recording.main or track.name in MAIN_NAMES
        name = MAIN_NAMES[0] if is_main else track.name
        names.append((name, met[name]))
        met[name] += 1
    return names


def chosen_alike(runs: Sequence[Profile], new: Profile) -> list[Profile]:
    """Runs of a base in the measure and threads that are chosen of the new side; Refused if one has none."""
    source, made = new.chosen_from, []
    for run in runs:
        timed_run = timed_alike(run, new)
        of_it = timed_run.chosen_from
        if source is not None and of_it is not None:
            of_run = of_base(chosen_of(new), source, of_it)
            if of_run is None:
                raise Refused(messages.BASE_HAS_NO_SUCH_CHOICE.format(clean(run.path, _LONGEST)))
            timed_run = profile_of(of_it, of_run.choice(of_it))
        made.append(timed_run)
    return made
