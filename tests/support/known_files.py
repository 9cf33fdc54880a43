"""What is known of the files of a profile, said outright."""

from __future__ import annotations

from collections.abc import Container, Sequence

from tests.support.profiles import profile_of

from proftui.analysis.module_roots import Where
from proftui.analysis.recorded_files import RecordedFiles


class Known(Where):
    """The file that was run, and those that are on the disk."""

    def __init__(self, program: str = "", on_disk: Container[str] = ()) -> None:
        super().__init__(profile_of([]))
        self.of_samples = self.is_partial = False
        self.program = [program] if program else []
        self.on_disk, self.asked = on_disk, list[str]()

    def has(self, path: str) -> bool:
        self.asked.append(path)
        return path in self.on_disk


def files_of(files: Sequence[str], program: str = "") -> RecordedFiles:
    """Files that lie on no disk, of a profile that has all that ran."""
    return RecordedFiles(files, Known(program))
