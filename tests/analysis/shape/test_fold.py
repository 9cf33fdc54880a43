"""Functions hidden: time of what is left, against programs with known stacks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
from tests.support.examples import slowly
from tests.support.log_truth import ROOT
from tests.support.lsprof_emulation import Logged
from tests.support.random_logs import CLEAN, drawn
from tests.support.shape_truth import own_times, shaped

from proftui.analysis.bounds import Bounded
from proftui.analysis.shaped_profile import ShapedProfile

CLOSE = 1e-9


def own_of(fold: ShapedProfile) -> dict[int, Bounded]:
    left = (index for index in range(fold.count) if not fold.hidden[index])
    return {**{index: fold.own[index] for index in left}, ROOT: fold.outside}


def cases(family: str, seeds: range) -> Iterator[tuple[int, Logged, set[int]]]:
    for seed in seeds:
        made, rng = drawn(family, seed), random.Random(f"{family} {seed}")
        count = made.profile.count
        yield seed, made, set(rng.sample(range(count), rng.randrange(count + 1)))


@pytest.mark.parametrize("family", CLEAN)
@pytest.mark.parametrize("seeds", [range(10), *slowly(range(10, 250))], ids=len)
def test_own_times_are_true_or_marked_and_within_their_bounds(family: str, seeds: range) -> None:
    wrong = []
    for seed, made, hidden in cases(family, seeds):
        fold = shaped(made.profile, hidden)
        truth = own_times(made, hidden)
        for function, figure in own_of(fold).items():
            true = truth.get(function, 0.0)
            if not figure.low - CLOSE <= true <= figure.high + CLOSE:
                wrong.append((seed, function, figure, true))
            if figure.exact and abs(figure.value - true) > CLOSE:
                wrong.append((seed, function, figure, true))
        total = made.profile.total_time
        assert math.fsum(f.value for f in own_of(fold).values()) + fold.unattributed == pytest.approx(
            total, abs=CLOSE
        )
    assert wrong == []
