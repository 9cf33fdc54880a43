"""Reading the file again, keeping the place: at ``R``, or with ``--watch`` whenever it changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

from proftui import messages
from proftui.drawing.safe_text import cell_width, clean
from proftui.frame import choice_rows, sentences
from proftui.screens.explorer.compare_keys import CompareKeys, Former
from proftui.screens.explorer.host import Host
from proftui.screens.loading import Load, read, refusal
from proftui.state import loading
from proftui.state.kept import reloaded
from proftui.state.loading import GivenUp, Loader, Marks, Refused
from proftui.state.session import Session
from proftui.state.view_names import CALLS, IMPORTS, OVERVIEW
from proftui.widgets.prompt import Prompt
from proftui_parsers import Profile, ProfileError

WAITS = (0.1, 0.3, 1.0)
"""Seconds after each of which a file that cannot be read, since it is being written, is tried again."""


class Reload:
    """``R``: the file, if it has changed; source text in any case."""

    def __init__(self, host: Host, compare: CompareKeys) -> None:
        self._host, self._compare = host, compare
        self._tries = 0
        self._timer: Timer | None = None

    def reload(self) -> None:
        """Read the file again if it has changed; source text, and what it tells, is found anew always."""
        self.end()
        self._tries = 0
        host, session, load = self._host, self._host.session, self._host.load
        active = host.panes.active
        # Calls stays at its own function, whichever row the cursor is on; rows of others may be of none.
        if active.view_name != CALLS and (
            active.selected is not None or active.view_name not in (IMPORTS, OVERVIEW)
        ):
            session.selected = active.selected
        if isinstance(load, Loader) and load.is_unchanged:
            self._tell_unchanged(load)
            return
        if isinstance(load, Loader) and load.is_large:
            # Two profiles there must be until the new one is shown, but not what was before.
            self._compare.former = None
            loading.forget_former()
        self._read()

    def end(self) -> None:
        """Nothing is tried again any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _read(self) -> None:
        read(self._host.app, self._host.load, self._read_again)

    def _read_again(self, result: Profile | Exception) -> None:
        session, load = self._host.session, self._host.load
        if isinstance(result, Profile):
            self._show_anew(result)
        elif isinstance(result, GivenUp):
            self._host.say(str(result))
        elif isinstance(result, ProfileError) and isinstance(load, Loader) and self._tries < len(WAITS):
            self._timer = self._host.app.set_timer(WAITS[self._tries], self._read)
            self._tries += 1
        elif isinstance(result, ProfileError | Refused):
            self._tell_problem(session.profile, result)
        else:
            raise result

    def _show_anew(self, result: Profile) -> None:
        """Show what was read, compared with what it was compared with; the old profile stays until then."""
        former = self._host.session
        fresh = reloaded(former, result)
        if former.compared is None:
            self._show(former, fresh)
            return
        try:
            self._compare.again(former.compared, fresh.recorded, lambda made: self._show(former, made))
        except Refused as problem:
            # It is shown alone then.
            self._show(former, fresh, clean(str(problem), 300))

    def _show(self, former: Session, fresh: Session, problem: str = "") -> None:
        """Show what was read, and what has become of what was shown before."""
        host = self._host
        lost = choice_rows.lost(fresh)
        fresh.drop_gone_threads()
        host.take_over(fresh)
        self._compare.former = Former(former.read, time.time())
        # What is lost by it is said before what it changed.
        if problem:
            host.say(problem, "error")
        elif lost:
            host.say(lost, "warning")
        elif not any(span.role == "warning" for span in host.status.message):
            is_changed = former.compared is None and former.whole != fresh.whole
            hint = messages.READ_AGAIN_COMPARES if is_changed else ""
            said = sentences.change(former.profile, fresh.recorded)
            host.status.say(said, hint=hint, of_change=True)
        host.app.set_timer(loading.REST, loading.forget_former)

    def _tell_unchanged(self, load: Loader) -> None:
        """Look at source text anew, and say since when the file is as it is."""
        host, since = self._host, load.changed_at
        host.session.sources.forget()
        if host.session.compared is not None:
            host.session.compared.base.sources.forget()
        for view in host.panes:
            view.source_changed()
        host.refresh_frame()
        host.look_into()
        if since is not None:
            host.say(sentences.not_changed(since, time.time()))

    def _tell_problem(self, profile: Profile, error: Exception) -> None:
        """What is wrong with which file, and that the old one is still shown, if both fit."""
        load = self._host.load
        text = refusal(error, load.paths if isinstance(load, Loader) else [profile.path])
        more = text + messages.OLD_IS_SHOWN
        self._host.say(more if cell_width(more) + 2 <= self._host.app.size.width else text, "error")


EVERY = 0.5
"""Seconds between two looks at the file."""


class Watching:
    """Asks the system now and then: no way to be told by it works on all drives."""

    def __init__(self, screen: Screen[Any], load: Callable[[], Load], reload: Reload, prompt: Prompt) -> None:
        """``load``: what the files are read with now."""
        self._screen, self._reload, self._prompt = screen, reload, prompt
        self._load = load
        self._seen: Marks = {}

    def begin(self) -> None:
        """Look at the file from now on; what was written since it was read is found at the first look."""
        load = self._load()
        self._seen = load.seen if isinstance(load, Loader) else {}
        self._screen.set_interval(EVERY, self.look)

    def look(self) -> None:
        """Read the file again if it has changed since the last look; not while something lies over it."""
        if not self._screen.is_current or self._prompt.is_open:
            return
        before, self._seen = self._seen, self._marks()
        # What was added since was read just then.
        if any(before.get(path, mark) != mark for path, mark in self._seen.items()):
            self._reload.reload()

    def _marks(self) -> Marks:
        load = self._load()
        return load.marks() if isinstance(load, Loader) else {}
