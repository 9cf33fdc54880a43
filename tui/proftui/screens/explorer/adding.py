"""``A``: files that are added to those that are shown, and taken off again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from proftui import messages
from proftui.drawing.safe_text import clean
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.profiles_sheet import ProfilesSheet, others_in
from proftui.screens.folder import Candidate
from proftui.screens.loading import read, refusal
from proftui.state.following import follow, same_functions
from proftui.state.loading import GivenUp, Loader, Refused
from proftui.state.session import reloaded
from proftui.state.shapes import Opened
from proftui.state.view_names import CALLS
from proftui_parsers import Profile, ProfileError


class Adding:
    """Adds up what is shown and other files, as if all had been named on the command line."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.words: dict[str, Callable[[str], None]] = {"add": self.named}

    def choose(self) -> None:
        """The list of profiles beside those that are shown."""
        load = self._alone()
        if load is None:
            return
        paths = load.paths
        folder = Path(paths[0]).parent if paths[0] not in ("", "-") else Path()
        found = others_in(folder, paths)
        if found:
            self._host.app.push_screen(ProfilesSheet(found, self._chosen, marks=True))
        else:
            self._host.say(messages.NO_PROFILE_TO_ADD)

    def _chosen(self, found: Sequence[Candidate]) -> None:
        self._read([str(candidate.path) for candidate in found])

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
            self._read(others)
        else:
            self._host.say(messages.NO_PROFILE_TO_ADD)

    def _alone(self) -> Loader | None:
        """What reads the files that are shown; ``None``, and why: nothing can be added to them now."""
        load = self._host.load
        if self._host.session.compared is not None:
            self._host.say(messages.COMPARED_IS_APART)
            return None
        if isinstance(load, Loader):
            return load
        self._host.say(messages.NO_PROFILE_TO_ADD)
        return None

    def _read(self, paths: Sequence[str]) -> None:
        former = self._host.load
        assert isinstance(former, Loader)
        recorded = self._host.session.recorded
        load = former.with_more(paths, recorded)

        def done(result: Profile | Exception) -> None:
            if isinstance(result, Profile):
                self._add(Opened(former, recorded), Opened(load, result))
            else:
                self._refuse(result, load.paths)

        read(self._host.app, load, done)

    def _refuse(self, problem: Exception, paths: Sequence[str]) -> None:
        """Say why nothing is shown of these files."""
        if isinstance(problem, GivenUp):
            self._host.say(str(problem))
        elif isinstance(problem, ProfileError | Refused):
            self._host.say(refusal(problem, paths), "error")
        else:
            raise problem

    def _add(self, before: Opened, now: Opened) -> None:
        """One step: files are looked at with others."""
        session = self._host.session
        session.shapes.add(before, now, session.selected)
        self._show(now)
        self._host.say(_told(before.load, now.load), hint=messages.U_TAKES_BACK)

    def swap(self, by: int, said: str) -> None:
        """Take an addition back (-1) or do it again (1); where files are to be read again, that comes first.

        ``said``: the sentence on it, for what was added.
        """
        session, former = self._host.session, self._host.load
        opened = session.shapes.opened_next_to(by)
        assert opened is not None
        assert isinstance(former, Loader)
        told = said.format(_told(*sorted((former, opened.load), key=lambda load: len(load.paths))))

        def show(profile: Profile) -> None:
            session.shapes.step(by, session.selected)
            if opened.profile is None:
                session.shapes.reread(opened.load, profile)
            self._show(opened._replace(profile=profile))
            self._host.say(told)

        def done(result: Profile | Exception) -> None:
            if isinstance(result, Profile):
                show(result)
            else:
                self._refuse(result, opened.load.paths)

        if opened.profile is not None:
            show(opened.profile)
        else:
            read(self._host.app, opened.load, done)

    def _show(self, opened: Opened) -> None:
        assert opened.profile is not None
        host = self._host
        former, active = host.session, host.panes.active
        if active.view_name != CALLS:
            active.take_cursor()
        fresh = reloaded(former, opened.profile)
        follow(fresh, former, same_functions(former.recorded, fresh.recorded))
        fresh.drop_gone_threads()
        host.load = opened.load
        host.take_over(fresh)


def _told(few: Loader, more: Loader) -> str:
    """What the second one reads and the first does not."""
    return messages.ADDED.format(files_named(more.paths[len(few.paths) :]))


def files_named(paths: Sequence[str]) -> str:
    """``b.stats``, or ``b.stats and 2 more``."""
    first = clean(os.path.basename(paths[0]) or messages.STANDARD_INPUT, 60)
    if len(paths) == 1:
        return first
    return messages.AND_MORE_FILES.format(first, len(paths) - 1)
