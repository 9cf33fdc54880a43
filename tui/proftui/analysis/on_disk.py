"""Whether files that a profile names are on this disk."""

from __future__ import annotations

import os

from proftui_parsers.import_free import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.source.nearby import Nearby


class OnDisk:
    """Asks for recorded files; relative ones may be beside the profile, or in the working folder."""

    def __init__(self, profiles: Sequence[str]) -> None:
        self._profiles = profiles

    def has(self, path: str) -> bool:
        """Whether a file is there, asked of no other computer."""
        folders = (*map(os.path.dirname, self._profiles), "")
        return any(self._nearby.reached(os.path.join(folder, path)).path for folder in folders)

    @cached_property
    def _nearby(self) -> Nearby:
        # The first screen of most profiles asks for nothing.
        from proftui.analysis.source.nearby import Nearby

        return Nearby()
