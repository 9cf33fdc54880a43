"""Keys of the footer that would do nothing now, view by view."""

from __future__ import annotations

from proftui.frame.choice_rows import measures_that_are
from proftui.frame.keys import KEYS
from proftui.state.view_names import CALLS, OVERVIEW, is_empty
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

_FEW = 500
"""Functions of which it is found out whether all are the user's."""
_ON_SELECTION = ("go", "sort", "export", "filter", "figures", "tree", "move")
"""Areas of keys that need a row."""
_NEED_A_ROW = (
    *("my_code", "hide_function", "hide_package", "group", "focus", "focus_path"),
    *("view('source')", "view('tree')", "whole_file"),
)
"""Other keys that do."""


def on_rows(session: Session, has_rows: bool, *more: str) -> list[str]:
    """Idle keys of a view: where no row is left, all but the one that changes the filter; ``more``: else."""
    if has_rows:
        return [*more, *([] if session.history.here > 0 else ["back"])]
    idle = [key.action for key in KEYS if key.area in _ON_SELECTION or key.action in _NEED_A_ROW]
    return [action for action in idle if action != "filter" or session.query is None]


def of_choices(session: Session) -> list[str]:
    """Idle keys of every view: of what there is nothing to choose from."""
    recorded, every = session.recorded, range(len(session.recorded.files))
    recording, source = recorded.recording, recorded.chosen_from
    has_base = session.side.base is not None
    is_idle = {
        "my_code": len(every) <= _FEW and all(map(session.recorded_names.is_thread_or_mine, every)),
        "threads": has_base or recording is None or len(recording.tracks) < 2,
        "measure": has_base or source is None or len(measures_that_are(source)) < 2,
        "other_side": not has_base,
        "functions": not session.profile.has_lines,
    }
    return [action for action in is_idle if is_idle[action]]


def in_calls(session: Session, *more: str) -> list[str]:
    """Idle keys of Calls, Tree and Icicle."""
    return on_rows(session, session.selected is not None and not is_empty(CALLS, session.profile), *more)


def in_overview(session: Session, on_function: bool) -> list[str]:
    """Idle keys of the overview, where the cursor is on a function or on something else."""
    leads_on = session.side.base is not None or (session.overview is not None and session.overview.hottest)
    idle = [] if leads_on else ["open"]
    idle += ["hot_path"] if is_empty(CALLS, session.profile) else []
    idle += [] if on_function else ["view('source')", "hot_path", "hide_function"]
    return idle if session.profile.count else on_rows(session, False)


def in_help(session: Session, view: str) -> list[str]:
    """Keys that the page of the overview does not tell of, as they would do nothing."""
    causes = ["match(1)", "match(-1)"] if session.side.base is None else []
    return [*of_choices(session), *causes] if view == OVERVIEW else []


def in_source(session: Session, listing: Listing | None) -> list[str]:
    """Idle keys of Source, by what the listing has."""
    idle = [] if listing is not None and (listing.sites or listing.elsewhere) else ["open"]
    idle += [] if listing is not None and listing.hottest else ["match(1)", "sort(1)"]
    idle += [] if listing is not None and listing.text else ["filter", "edit", "whole_file"]
    return on_rows(session, session.selected is not None, *idle)


def in_calling_lines(session: Session, caller: int | None) -> list[str]:
    """Idle keys of Source of a built-in, by the caller under the cursor, if it is in the profile."""
    if caller is None:
        return in_calls(session, "open", "edit")
    source = session.sources.calling_lines.source(caller)
    has_no_text = session.recorded_names.is_builtin(caller) or (source is not None and not source.lines)
    return in_calls(session, *(["edit"] if has_no_text else []))
