"""How readers of JSON go through a file: to its end, or to what tells that it is of another format."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.import_free import TYPE_CHECKING
from proftui_parsers.json_walk import JsonWalker, NotJson, NotThisFormat
from proftui_parsers.profile import Profile, ProfileError
from proftui_parsers.stacks.deriving import profile_of, taking

if TYPE_CHECKING:
    from proftui_parsers.files import Progress
    from proftui_parsers.stacks.recording import Recording


class JsonReading:
    """One file on its way to a recording."""

    NAME = ""
    """Of the format, for people."""
    has_content = False
    """Whether what only this format has was there."""

    def __init__(self, walker: JsonWalker) -> None:
        self.walker = walker

    @classmethod
    def profile(cls, data: bytearray, path: str, progress: Progress | None = None) -> Profile:
        """The profile in a file, of all threads.

        Raises:
            NotThisFormat: what decides stands somewhere, but not at the top.
            ProfileError: it is such a file, and damaged or without samples.
        """
        recording = cls(JsonWalker(data, taking(progress))).whole(path)
        return profile_of(recording, progress=progress)

    @property
    def is_ours(self) -> bool:
        """Whether all is there that tells this format."""
        return self.has_content

    @property
    def is_met(self) -> bool:
        """Whether anything is there that only this format has."""
        return self.is_ours

    def top(self) -> None:
        """Read the whole file."""
        raise NotImplementedError

    def recording(self, path: str) -> Recording:
        """What the file says, once it is read."""
        raise NotImplementedError

    def whole(self, path: str) -> Recording:
        """Read the file; raises as :meth:`profile`."""
        try:
            self.top()
        except NotJson as fault:
            if self.is_met:
                raise ProfileError(messages.DAMAGED_AT.format(self.NAME, fault.args[0])) from None
            raise NotThisFormat from None
        if not self.is_ours:
            raise NotThisFormat
        del self.walker.data
        return self.recording(path)
