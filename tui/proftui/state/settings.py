"""What the command line and the project's file say of the user's code; whose functions are, by that."""

from __future__ import annotations

import os

from proftui_parsers.import_free import TYPE_CHECKING, cached_property
from proftui_parsers.recent import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.mine import Mine
    from proftui.analysis.mine_rules import Rule
    from proftui.analysis.names import Names
    from proftui.state.project_file import ProjectFile


class Settings:
    """The command line's are there from the start; the file is read when something in it is asked for."""

    def __init__(self, mine: Sequence[str] = (), not_mine: Sequence[str] = ()) -> None:
        self.mine, self.not_mine = mine, not_mine
        self.noted: list[str] = []
        """What was found of the patterns of the command line."""
        self._is_told = False

    @cached_property
    def folder(self) -> str:
        """The working directory; empty where it is gone."""
        try:
            return os.getcwd()
        except OSError:
            return ""

    @cached_property
    def project(self) -> ProjectFile:
        """What the nearest pyproject.toml says."""
        from proftui.state.project_file import ProjectFile, project_file

        return project_file(self.folder) if self.folder else ProjectFile()

    @property
    def is_read(self) -> bool:
        """Whether the project's file was looked for."""
        return "project" in vars(self)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """What is the user's, the first that matches holds: the command line's rules, then the project's."""
        from proftui.analysis.mine_rules import in_order

        return (*self.asked, *in_order(self.project.rules))

    @cached_property
    def asked(self) -> tuple[Rule, ...]:
        """The rules of the command line; ValueError if a pattern is none."""
        if not self.mine and not self.not_mine:
            return ()
        from proftui.analysis.mine_rules import in_order
        from proftui.state.project_file import rule_of

        given = [(text, True) for text in self.mine] + [(text, False) for text in self.not_mine]
        return in_order(rule_of(text, is_mine, self.folder) for text, is_mine in given)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is wrong with settings, as far as they were read."""
        return (*self.noted, *(self.project.notes if self.is_read else ()))

    def first_note(self) -> str:
        """The first of the notes, once; else nothing."""
        note = "" if self._is_told or not self.notes else self.notes[0]
        self._is_told = self._is_told or bool(note)
        return note


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

            keep(self._known, said, mine_of(self._names, (*said, *self._settings.rules)), _KEPT)
        return self._known[said]
