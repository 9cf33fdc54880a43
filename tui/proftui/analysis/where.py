"""Where the modules of a profile come from: which file began the run, and what lies on this disk."""

from __future__ import annotations

import os

from proftui.analysis.program import program_files
from proftui_parsers.import_free import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.nearby import Nearby
    from proftui_parsers.profile import Profile

_MOST_ASKED = 400
"""Files that the disk is asked of; of others it is not known."""


class Where:
    """What is known of the files of one profile beside their names."""

    def __init__(self, profile: Profile) -> None:
        self._profile, self._asked = profile, 0
        self.of_samples = profile.recording is not None or profile.measure.sampled
        """Whether a sampler recorded them, which may leave out where modules are looked for."""
        has_all = profile.ncalls is not None and (profile.has_calls or not profile.has_lines)
        self.is_partial = self.of_samples or not has_all
        """Whether modules may have run that are not among the files."""

    @cached_property
    def program(self) -> list[str]:
        """Those that were run, not imported."""
        return program_files(self._profile)

    def has(self, path: str) -> bool:
        """Whether a file is there, beside the profile or in the working folder; asks no other computer."""
        self._asked += 1
        folders = (*map(os.path.dirname, self._profile.paths), "") if self._asked <= _MOST_ASKED else ()
        return any(self._nearby.reached(os.path.join(folder, path)).path for folder in folders)

    @cached_property
    def _nearby(self) -> Nearby:
        # The first screen of most profiles asks for nothing.
        from proftui.analysis.source.nearby import Nearby

        return Nearby()
