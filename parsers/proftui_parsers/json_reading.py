"""How readers of JSON go through a file: to its end, or to what tells that it is of another format."""

from __future__ import annotations

import proftui_parsers.messages as messages
from proftui_parsers.json_walk import NotJson, NotThisFormat
from proftui_parsers.profile import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui_parsers.json_walk import JsonWalker


class JsonReading:
    """One file on its way to a recording."""

    def __init__(self, walker: JsonWalker) -> None:
        self.walker = walker

    @property
    def is_ours(self) -> bool:
        """Whether all is there that tells this format."""
        raise NotImplementedError

    @property
    def is_met(self) -> bool:
        """Whether anything is there that only this format has."""
        return self.is_ours

    def top(self) -> None:
        """Read the whole file."""
        raise NotImplementedError

    def read(self, name: str) -> None:
        """The same; its bytes are not kept. ``name``: of the format, for people.

        Raises:
            NotThisFormat: what decides stands somewhere, but not at the top.
            ProfileError: it is such a file, and damaged.
        """
        try:
            self.top()
        except NotJson as fault:
            if self.is_met:
                raise ProfileError(messages.DAMAGED_AT.format(name, fault.args[0])) from None
            raise NotThisFormat from None
        if not self.is_ours:
            raise NotThisFormat
        del self.walker.data
