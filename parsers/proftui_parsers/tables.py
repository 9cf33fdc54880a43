"""Several figures of the same functions, calls or lines, where a file has no whole stacks.

A profile has one of them. What a choice is for a recording is the number of the measure here, so that both
are chosen from in the same way.
"""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from proftui_parsers.measure import Measure
    from proftui_parsers.stacks.recording import Choice, Track


@dataclass(eq=False, repr=False, kw_only=True)
class Tables:
    """What a file measured, a profile for each; all of these have the same functions, by number."""

    measures: tuple[Measure, ...]
    totals: Sequence[float]
    """By measure, in its unit."""
    make: Callable[[int], Any]
    """The profile of a measure, by its number."""
    made: dict[Choice, object] = field(default_factory=dict)
    """Profiles made so far."""
    tracks: tuple[Track, ...] = ()
    """No threads are told apart."""
    main: int | None = None

    def is_measured(self, number: int) -> bool:
        """Whether a measure is not nothing everywhere."""
        return self.totals[number] != 0
