"""Whose functions are, by what the user and the settings say of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.mine import Mine
    from proftui.analysis.mine_rules import Rule
    from proftui.analysis.names import Names
    from proftui.state.settings import Settings

_KEPT = 3
"""Answers that are kept, so that to undo takes no time."""


class Ownership:
    """What is the user's own of the functions of a profile."""

    def __init__(self, names: Names, settings: Settings) -> None:
        self._names, self._settings = names, settings
        self._known: dict[tuple[Rule, ...], Mine] = {}

    def mine(self, said: tuple[Rule, ...]) -> Mine:
        """What is not the user's own; ``said``: the user's words, which come before the settings."""
        if said not in self._known:
            from proftui.analysis.mine import mine_of

            while len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            self._known[said] = mine_of(self._names, (*said, *self._settings.rules))
        return self._known[said]
