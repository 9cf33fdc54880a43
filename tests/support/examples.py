"""How much is tried each time, and how much more in the slow job (``pytest -m slow``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

QUICK, THOROUGH = "quick", "thorough"
FEWER = 8
"""The quick tests try one of so many."""


def examples(number: int) -> settings:
    """For a property that needs ``number`` examples: that many in the slow job."""
    thorough = settings.get_current_profile_name() == THOROUGH
    return settings(max_examples=number if thorough else max(number // FEWER, 10))


def slowly(*cases: Any) -> list[Any]:
    """Cases of a test that only the slow job runs."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]


def some(cases: Iterable[Any], one_of: int = FEWER) -> list[Any]:
    """Cases of a test; but for one of so many only the slow job runs them."""
    return [
        pytest.param(case, marks=[pytest.mark.slow] if place % one_of else [])
        for place, case in enumerate(cases)
    ]


def first_of_each(cases: Iterable[tuple[Any, Any]], one_of: int = 1) -> list[Any]:
    """Pairs; of those with the same head all but the first are left to the slow job.

    So are the heads, but for one of so many.
    """
    known: list[Any] = []
    made = []
    for head, rest in cases:
        quick = head not in known and len(known) % one_of == 0
        made.append(pytest.param(head, rest, marks=[] if quick else [pytest.mark.slow]))
        if head not in known:
            known.append(head)
    return made
