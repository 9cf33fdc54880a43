"""A comparison in one sentence, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from proftui.analysis.compare.causes import Cause

HeadlineKind = Literal["same", "different", "no change", "as fast", "faster", "slower"]
"""The same profile twice; different programs; no change beyond the spread, and the same though calls differ;
faster; slower."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The sentence, not cleaned for the screen and as long as it is."""

    kind: HeadlineKind
    lead: str
    """What stands before the cause: ``1.36× faster``; the whole sentence where no cause is told."""
    told: str = ""
    """The cause: ``closest calls edit_distance 10,994 times, not 23,142``; empty: none is told."""
    cause: Cause | None = None
    """Whose ``time`` stands at the right; ``None``: none is told."""

    @property
    def text(self) -> str:
        """All of it but the time."""
        between = " " if self.kind == "as fast" else ": "
        return f"{self.lead}{between}{self.told}" if self.told else self.lead
