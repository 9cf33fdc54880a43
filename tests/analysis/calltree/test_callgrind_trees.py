"""Trees of callgrind files, which have no own costs of calls and no calls of roots, against the truth."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

import pytest
from tests.support.lsprof_emulation import Key, Logged
from tests.support.random_logs import drawn
from tests.support.tree_checks import violations

from proftui_parsers import Profile, load_bytes


class Converted(Logged):
    """A log whose profile is a callgrind file in ticks, as converters write it."""

    @cached_property
    def profile(self) -> Profile:
        calls, lines = defaultdict[Key, list[tuple[Key, int, int]]](list), ["events: Ticks"]
        for callee, (*_, callers) in self.stats.items():
            for caller, (count, _, _, time) in callers.items():
                calls[caller].append((callee, count, round(time * 1e6)))
        for (file, line, name), (_, _, own, _, _) in self.stats.items():
            lines += [
                f"fl={file}",
                f"fn={name}:{line}" if line else f"fn={name}",
                f"{line} {round(own * 1e6)}",
            ]
            for (of, first, called), count, time in calls[file, line, name]:
                lines += [f"cfl={of}", f"cfn={called}:{first}" if first else f"cfn={called}"]
                lines += [f"calls={count} {first}", f"{line} {time}"]
        return load_bytes("\n".join(lines).encode())


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_of_trees_is_true_without_recursion(seed: int) -> None:
    made = drawn("acyclic", seed)
    wrong = violations(Converted(made.log, made.labels))
    # That a note is there is no fault of the file.
    assert [violation for violation in wrong if violation.kind != "flagged"] == []
