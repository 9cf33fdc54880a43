"""Samples drawn from the true stacks of a program, as a sampler would write them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tests.support.log_truth import Context, Truth
from tests.support.lsprof_emulation import Logged
from tests.support.simulated_programs import Run

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.joined_tree import JoinedTree
from proftui.analysis.calltree.sampled import SampledPaths
from proftui_parsers import Profile
from proftui_parsers.combine.frames import is_built_in
from proftui_parsers.combine.sampled_beside import sampled_beside
from proftui_parsers.stacks.collapsed import read


def sampled(profile: Profile, own: Mapping[tuple[int, ...], int], count: int, seed: int = 0) -> Profile:
    """A recording of so many samples, drawn from the paths in ``own`` by their ticks; without built-ins."""
    paths = [path for path, ticks in own.items() if ticks > 0]
    drawn = random.Random(seed).choices(paths, [own[path] for path in paths], k=count)
    lines = Counter(";".join(_frames(profile, path)) for path in drawn)
    # What is of built-ins alone, as of `exec`, stands in the sampler's own frame.
    text = "".join(f"{stack or 'start (sampler.py:1)'} {times}\n" for stack, times in lines.items())
    return read([text.encode()], "sampled.txt")


def _frames(profile: Profile, path: Iterable[int]) -> Iterable[str]:
    """As py-spy writes them."""
    for function in path:
        if function >= 0 and not is_built_in(profile, function):
            file, line, name = profile.function(function)
            yield f"{name.replace(';', ',')} ({file}:{line})"


def of_run(run: Run, count: int, seed: int = 0) -> Profile:
    """Samples of a simulated program."""
    own = {tuple(run.indices[f] for f in path): ticks for path, ticks in run.recorded.own.items()}
    return sampled(run.profile, own, count, seed)


def of_log(made: Logged, truth: Truth, count: int, seed: int = 0) -> Profile:
    """Samples of what is in a log."""
    contexts: Sequence[Context] = [context for context in truth.down.all() if context.parent is not None]
    own = {context.path(): context.own for context in contexts}
    return sampled(made.profile, own, count, seed)


def joined_tree(profile: Profile, stacks: Profile, *, grouped: bool, bare: bool = False) -> JoinedTree:
    """The tree of calls and samples, whether or not these agree."""
    beside = sampled_beside(profile, stacks, lambda part: None)
    return JoinedTree(FlowTree(profile, grouped, bare), SampledPaths(beside))
