"""Keys of comparisons: the base, the other side, the causes one by one; and the work that they need."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from proftui import messages
from proftui.background.pieces import Pieces
from proftui.drawing.safe_text import clean
from proftui.frame import compare_head, compare_words
from proftui.screens.explorer.host import Host
from proftui.screens.explorer.profiles_sheet import ProfilesSheet, others_beside
from proftui.screens.folder import Candidate
from proftui.screens.loading import read_else_say
from proftui.state.kept import ByName
from proftui.state.loading import Loader, Refused
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, OVERVIEW, TREE
from proftui_parsers import Profile
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.compare.comparison import Same
    from proftui.analysis.compare.side import Side
    from proftui.state.compared import Compared

_MOST_BYTES = 1 << 30


class Former(NamedTuple):
    """What was shown before the file was read again."""

    profile: Profile
    until: float
    """When that was, seconds since the epoch."""


_STAYS = (FUNCTIONS, CALLS, TREE, ICICLE)
"""Views in which a cause can be shown."""


class CompareKeys:
    """Compares what is shown with a base."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.worker = host.jobs.worker()
        """Matches two sides."""
        self.causes = host.jobs.worker()
        """Works out why they differ."""
        self.former: Former | None = None
        """What can be compared with beside files."""
        self.words: dict[str, Callable[[str], None]] = {"compare": self.named, "same": self._same}

    def stop(self) -> None:
        """Another session is shown: nothing of this one is wanted any more."""
        self.worker.stop()
        self.causes.stop()

    # The base

    def choose(self) -> None:
        """The list of profiles beside the one that is shown."""
        from proftui.state.comparing import new_side

        session = self._host.session
        found = others_beside(new_side(session).paths, session)
        former = self.former and _listed(self.former)
        none = Candidate(Path(), "", 0, 0.0, messages.NO_BASE) if session.compared is not None else None
        first = [one for one in (none, former) if one is not None]
        if not found and not first:
            self._host.say(messages.NO_OTHER_PROFILE)
            return

        def chosen(base: list[Candidate]) -> None:
            if base[0] is none:
                self._leave()
            elif self.former is not None and base[0] is former:
                self._compare_with([_named(self.former, former)])
            else:
                self.named(str(base[0].path))

        self._host.app.push_screen(ProfilesSheet(found, chosen, first=first))

    def _leave(self) -> None:
        """The new side alone is shown."""
        from proftui.state.comparing import resumed

        self._host.take_over(resumed(self._host.session, None))
        self._host.say(messages.NO_LONGER_COMPARED)

    def named(self, text: str) -> None:
        """Compare with a file, or with all runs in a folder or of a pattern."""
        from proftui.state.runs import Runs

        load = self._host.load
        most = load.max_bytes if isinstance(load, Loader) else _MOST_BYTES
        try:
            runs = Runs([os.path.expanduser(text.strip())], most)
        except (Refused, OSError) as problem:
            self._host.say(clean(str(problem), 300), "error")
            return
        self._read(list(runs.loaders), [])

    def _read(self, loaders: list[Loader], done: list[Profile]) -> None:
        """Read one run after the other, each with a window where it takes a while; then compare."""
        if not loaders:
            self._compare_with(done)
            return

        def read_one(result: Profile) -> None:
            self._read(loaders[1:], [*done, result])

        read_else_say(self._host.app, loaders[0], read_one, self._host.say)

    def _compare_with(self, runs: list[Profile]) -> None:
        from proftui.analysis.compare.side import side_of
        from proftui.state.compared_choice import chosen_alike
        from proftui.state.comparing import new_side
        from proftui.state.runs import check_alike

        session = self._host.session
        if session.shapes.now.chosen.split:
            self._host.say(messages.NOT_SPLIT_COMPARED)
            return
        new = new_side(session)
        try:
            chosen = chosen_alike(runs, new.profile)
            check_alike([*chosen, new.profile])
        except Refused as problem:
            self._host.say(clean(str(problem), 300), "error")
            return
        self.take(side_of(chosen), new, (), lambda made: self._show(session, made))

    def take(self, base: Side, new: Side, same: tuple[Same, ...], then: Callable[[Session], None]) -> None:
        """Compare both. ``same``: as asked; ``then``: what shows the session."""
        from proftui.state.comparing import comparing_session

        session, made = self._host.session, list[Session]()

        def work() -> Pieces[None]:
            made.append((yield from comparing_session(session, base, new, same)))

        tell = self._host.status.telling(self.worker, messages.MATCHING)
        self._host.jobs.begin(self.worker, work(), lambda: then(made[0]), tell=tell, expected=16)

    def _show(self, session: Session, fresh: Session) -> None:
        """Another base."""
        assert fresh.compared is not None
        session.shapes.of_both()
        self._host.take_over(fresh)
        base, _ = compare_head.sides_named(*(side.paths for side in fresh.compared.sides))
        self._host.say(messages.COMPARED_WITH.format(base))

    def again(self, compared: Compared, profile: Profile, then: Callable[[Session], None]) -> None:
        """Compare what was read anew with the same base; Refused if it has not what is compared."""
        session = self._host.session
        new = _read_anew(compared, profile)
        before, after = ByName(session.read), ByName(new.profile)
        same = ((one, after.find(one.new, before)) for one in compared.same)
        kept = tuple(one._replace(new=number) for one, number in same if number is not None)
        self.take(compared.sides[0], new, kept, then)

    def _same(self, text: str) -> None:
        """The selected function is the one of the base that has this name."""
        host, compared = self._host, self._host.session.compared
        if compared is None:
            host.say(messages.NOT_COMPARING)
            return
        index, name = host.panes.active.selected, text.strip()
        pairs, base = compared.recorded.pairs, compared.sides[0]
        found = [
            f
            for f, g in zip(pairs.base, pairs.new, strict=True)
            if g < 0 and name in (base.names.shown_name(f), base.profile.names[f])
        ]
        if index is None or compared.base_function(index) is not None or compared.is_gone(index):
            host.say(messages.SAME_NEEDS_NEW)
        elif len(found) != 1:
            host.say(messages.SAME_NOT_ONE.format(clean(name, 60), len(found)))
        else:
            from proftui.analysis.compare.comparison import Same

            same = (*compared.same, Same(found[0], index))
            self.take(*compared.sides, same, host.take_over)

    # What is looked at

    def other_side(self) -> None:
        """Before instead of after, where there is room for one only; and back."""
        compared = self._host.session.compared
        if compared is None:
            self._host.say(messages.NOT_COMPARING)
            return
        compared.before = not compared.before
        panes = self._host.panes
        for view in panes:
            view.changed()
        if panes.icicle.side is not None:
            panes.icicle.show_selected()
        stays = compared.before and panes.shown.view_name == IMPORTS
        self._host.refresh_frame()
        self._host.say(messages.IMPORTS_AFTER if stays else messages.SIDE_IS[compared.before])

    def next_cause(self, step: int) -> bool:
        """Go to the next cause; whether the key means that here."""
        host, session = self._host, self._host.session
        compared, view = session.compared, self._host.panes.shown
        is_searched = session.query is not None or view.found_text
        if compared is None or (is_searched and view.view_name != OVERVIEW):
            return False
        causes = compared.now.causes
        if causes is None:
            if not self.causes.busy:
                self.look()
            return True
        if not causes.listed:
            host.say(messages.NO_CAUSES)
            return True
        count = len(causes.listed)
        compared.at = (compared.at + step) % count if compared.at >= 0 or step > 0 else count - 1
        self._go_to_cause(compared)
        return True

    def _go_to_cause(self, compared: Compared) -> None:
        host, session = self._host, self._host.session
        assert compared.now.causes is not None
        term = compared.now.causes.listed[compared.at].term
        callee = compared.index_of_row[term.callee]
        caller = callee if term.caller < 0 else compared.index_of_row[term.caller]
        view = host.panes.view_name
        where = view if view in _STAYS and host.panes.shown.can_show(caller) else CALLS
        host.go(where, caller)
        calls = host.panes.calls
        if where == CALLS and caller != callee and calls.around is not None:
            functions = calls.around.callees.functions
            if callee in functions:
                calls.put_cursor(calls.first("callees") + functions.index(callee))
        host.say(compare_words.cause_in_words(compared, compared.at, session.figures.unit))

    # The causes

    def look(self) -> None:
        """Find the causes of what is shown, if they are not known; rows stand meanwhile."""
        compared = self._host.session.compared
        if compared is None or compared.now.causes is not None:
            self.causes.stop()
            return
        from proftui.analysis.compare.comparison import find_few_causes, finding_causes, pieces_of_causes

        find_few_causes(compared.now)
        if compared.now.causes is not None:
            self.causes.stop()
            self._found()
            return
        work, expected = finding_causes(compared.now), pieces_of_causes(compared.now)
        tell, jobs = self._host.status.telling(self.causes, messages.FINDING_CAUSES), self._host.jobs
        jobs.begin(self.causes, _all_of(work), self._found, tell=tell, expected=expected, is_long=True)

    def _found(self) -> None:
        """The causes are known: the page of both sides has them."""
        self._host.panes.overview.changed()
        self._host.refresh_frame()


def _read_anew(compared: Compared, profile: Profile) -> Side:
    """The new side with a run as it was read anew; Refused if it has not what is compared."""
    from proftui.analysis.compare.side import side_of
    from proftui.state.compared_choice import chosen_alike
    from proftui.state.runs import check_alike

    base, new = compared.sides
    (run,) = chosen_alike([profile], new.profile)
    check_alike((base.profile, run))
    # It stands in the place of that file, or else of the one that stands for them all.
    paths = [other.paths for other in new.runs]
    place = paths.index(run.paths) if run.paths in paths else new.median
    return side_of([run if number == place else other for number, other in enumerate(new.runs)])


def _listed(former: Former) -> Candidate:
    """A reading of before in the list of files; a size it has none."""
    name = messages.AS_READ_BEFORE.format(os.path.basename(former.profile.path) or messages.STANDARD_INPUT)
    return Candidate(Path(name), former.profile.format, 0, former.until, clean(name))


def _named(former: Former, listed: Candidate) -> Profile:
    """A reading of before, called as in the list: the file has another content by now."""
    name = str(listed.path)
    return former.profile.changed(path=name, paths=(name,))


def _all_of(work: Pieces[object]) -> Pieces[None]:
    yield from work
