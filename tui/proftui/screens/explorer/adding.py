"""``A``: files that are added to those that are shown, and taken off again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from proftui import messages
from proftui.drawing.safe_text import clean
from proftui.frame.about import about
from proftui.frame.actions import Action
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.profiles_sheet import ProfilesSheet, others_beside
from proftui.screens.folder import Candidate
from proftui.screens.loading import read_else_say
from proftui.state.kept import reloaded
from proftui.state.loading import Loader, Refused
from proftui.state.view_names import CALLS
from proftui_parsers import Profile


class Adding:
    """Adds up what is shown and other files, as if all had been named on the command line."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.words: dict[str, Callable[[str], None]] = {"add": self.named, "remove": self.removed}

    def choose(self) -> None:
        """The list of profiles beside those that are shown."""
        load = self._alone()
        if load is None:
            return
        found = others_beside(load.paths, self._host.session)
        if found:
            self._host.app.push_screen(ProfilesSheet(found, self._chosen, marks=True))
        else:
            self._host.say(messages.NO_PROFILE_TO_ADD)

    def _chosen(self, found: Sequence[Candidate]) -> None:
        self._add([str(candidate.path) for candidate in found])

    def _add(self, paths: Sequence[str]) -> None:
        load = self._alone()
        if load is not None:
            more = load.with_more(paths, self._host.session.recorded)
            self._read(more, messages.ADDED.format(files_named(paths)), messages.REMOVES)

    def named(self, text: str) -> None:
        """Add a file, or all in a folder or of a pattern."""
        from proftui.state.runs import files_of

        load = self._alone()
        if load is None:
            return
        try:
            found = files_of([os.path.expanduser(text.strip())])
        except (Refused, OSError) as problem:
            self._host.say(clean(str(problem), 300), "error")
            return
        shown = set(map(os.path.abspath, load.paths))
        # A file may be added twice where it is named, a pattern only means the others.
        others = [path for path in found if len(found) == 1 or os.path.abspath(path) not in shown]
        if others:
            self._add(others)
        else:
            self._host.say(messages.NO_PROFILE_TO_ADD)

    def _alone(self) -> Loader | None:
        """What reads the files that are shown; ``None``, and why: nothing can be added to them now."""
        load, why = self._host.load, about(self._host.session).why_not("add")
        if isinstance(load, Loader) and not why:
            return load
        self._host.say(why or messages.NO_PROFILE_TO_ADD)
        return None

    def offered(self) -> list[Action]:
        """What takes off each of the files that were added."""
        word, said = "remove", messages.WORDS_TAKEN["remove"]
        return [
            Action(said.format(files_named([path])), f":{word}", f"{word} {path}", word)
            for path in self._added
        ]

    @property
    def _added(self) -> list[str]:
        load = self._host.load
        return load.paths[load.opened :] if isinstance(load, Loader) and load.opened is not None else []

    def removed(self, text: str) -> None:
        """Take off a file that was added, of several of one name the last."""
        load, added, name = self._alone(), self._added, os.path.expanduser(text.strip())
        if load is None:
            return
        if not added:
            self._host.say(messages.NONE_ADDED)
            return
        found = [path for path in added if name in (path, os.path.basename(path))]
        if found:
            self._read(load.without(found[-1]), messages.REMOVED.format(files_named(found[-1:])))
        else:
            self._host.say(messages.NOT_ADDED.format(clean(name, 60), files_named(added)))

    def _read(self, load: Loader, told: str, hint: str = "") -> None:
        """Show what others read; it may be that these cannot be read."""

        def done(result: Profile) -> None:
            self._show(load, result)
            self._host.say(told, hint=hint)

        read_else_say(self._host.app, load, done, self._host.say)

    def _show(self, load: Loader, profile: Profile) -> None:
        host = self._host
        former, active = host.session, host.panes.active
        if active.view_name != CALLS:
            active.take_cursor()
        fresh = reloaded(former, profile)
        fresh.drop_gone_threads()
        fresh.opened = load.opened
        host.load = load
        host.take_over(fresh)


def files_named(paths: Sequence[str]) -> str:
    """``b.stats``, or ``b.stats and 2 more``."""
    first = clean(os.path.basename(paths[0]) or messages.STANDARD_INPUT, 60)
    return first if len(paths) == 1 else messages.AND_MORE_FILES.format(first, len(paths) - 1)
