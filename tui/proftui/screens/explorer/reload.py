"""Reading the file again, keeping the place."""

from __future__ import annotations

import os

from proftui import messages
from proftui.drawing.safe_text import cell_width, clean, cut_start
from proftui.frame import choice_rows, sentences
from proftui.screens.explorer.compare_keys import CompareKeys
from proftui.screens.explorer.host import Host
from proftui.screens.loading import read
from proftui.state import loading
from proftui.state.loading import GivenUp, Loader, Refused
from proftui.state.session import reloaded
from proftui.state.view_names import IMPORTS, OVERVIEW
from proftui_parsers import Profile, ProfileError

_NAME_CELLS = 8
"""So much of a file's name a message shows at least."""


class Reload:
    """``R``: the file, if it has changed; source text in any case."""

    def __init__(self, host: Host, compare: CompareKeys) -> None:
        self._host, self._compare = host, compare

    def reload(self) -> None:
        """Read the file again if it has changed; source text, and what it tells, is found anew always."""
        host, session, load = self._host, self._host.session, self._host.load
        selected = host.panes.active.selected
        # A row of these may be of no function.
        if selected is not None or host.panes.view_name not in (IMPORTS, OVERVIEW):
            session.selected = selected
        if isinstance(load, Loader) and load.has_not_changed_since(session.recorded):
            session.sources.forget()
            for view in host.panes:
                view.source_changed()
            host.refresh_frame()
            host.look_into()
            host.say(messages.NOT_CHANGED_SINCE)
            return
        if isinstance(load, Loader) and load.is_large:
            # Two profiles there must be until the new one is shown, but not what was before.
            loading.forget_former()
        read(host.app, load, self._read_again)

    def _read_again(self, result: Profile | Exception) -> None:
        before = self._host.session.profile
        if isinstance(result, Profile):
            compared = self._host.session.compared
            fresh = reloaded(self._host.session, result)
            lost = choice_rows.lost(fresh)
            fresh.drop_gone_threads()
            self._host.take_over(fresh)
            if compared is not None:
                self._compare.again(compared)
            # What is lost by it is said before what it changed.
            if lost:
                self._host.say(lost, "warning")
            elif not any(span.role == "warning" for span in self._host.status.message):
                self._host.say(sentences.change(before, fresh.recorded))
            self._host.app.set_timer(loading.REST, loading.forget_former)
        elif isinstance(result, GivenUp):
            self._host.say(str(result))
        elif isinstance(result, ProfileError | Refused):
            self._tell_problem(before, result)
        else:
            raise result

    def _tell_problem(self, profile: Profile, error: Exception) -> None:
        """The end of the file's name and what is wrong with it."""
        sentence = clean(str(error), 300)
        name = messages.STANDARD_INPUT if profile.path == "-" else clean(os.path.basename(profile.path))
        remaining = self._host.app.size.width - 3 - cell_width(sentence)
        self._host.say(f"{cut_start(name, max(_NAME_CELLS, remaining))} {sentence}", "error")
