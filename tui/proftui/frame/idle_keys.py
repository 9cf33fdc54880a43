"""Keys of the footer that would do nothing now, view by view."""

from __future__ import annotations

from proftui.frame.choice_rows import measures_that_are
from proftui.frame.keys import KEYS
from proftui.state.view_names import OVERVIEW, TREE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

_FEW = 500
"""Functions of which it is found out whether all are the user's."""
ON_SELECTION = ("go", "sort", "export", "filter", "figures")
"""Areas of keys that need a selected function."""
_HIDING = ("my_code", "hide_function", "hide_package", "group", "focus", "focus_path")
"""Keys that need functions."""


def _of_areas(*areas: str) -> list[str]:
    hiding = _HIDING if "go" in areas else ()
    return [key.action for key in KEYS if key.area in areas or key.action in hiding]


def of_choices(session: Session) -> list[str]:
    """Idle keys of every view: of what there is nothing to choose from."""
    recording, every = session.recorded.recording, range(len(session.recorded.files))
    is_idle = {
        "my_code": len(every) <= _FEW and all(map(session.recorded_names.is_thread_or_mine, every)),
        "threads": recording is None or len(recording.tracks) < 2,
        "measure": recording is None or len(measures_that_are(recording)) < 2,
        "other_side": session.side.base is None,
        "functions": not session.profile.has_lines,
    }
    return [action for action in is_idle if is_idle[action]]


def in_functions(session: Session) -> list[str]:
    """Idle keys of Functions: where no row is left, all but the one that changes the filter."""
    if session.rows:
        return _without_history(session)
    kept = "filter" if session.profile.count else None
    return [action for action in _of_areas(*ON_SELECTION) if action != kept]


def in_calls(session: Session) -> list[str]:
    """Idle keys of Calls."""
    if not session.profile.count:
        return ["view('source')", *_of_areas(*ON_SELECTION)]
    if session.selected is None or not session.profile.has_edges:
        return _of_areas(*ON_SELECTION)
    return _without_history(session)


def in_trees(session: Session, view: str) -> list[str]:
    """Idle keys of Tree and Icicle."""
    if not session.profile.has_tree:
        return ["view('tree')", *_of_areas("move", "tree", *ON_SELECTION)]
    if session.selected is None:
        return _of_areas(*ON_SELECTION)
    if not session.profile.has_edges:
        leads_on = ["open"] if view == TREE else []
        return ["hot_path", *leads_on, *_without_history(session)]
    return _without_history(session)


def in_imports(session: Session, has_rows: bool) -> list[str]:
    """Idle keys of Imports."""
    if not has_rows:
        kept = () if session.query is None else ("filter",)
        gone = [action for action in _of_areas("move", *ON_SELECTION) if action not in kept]
        return ["view('source')", *gone]
    return [*_without_history(session), *([] if session.query is not None else ["match(1)"])]


def in_overview(session: Session, on_function: bool) -> list[str]:
    """Idle keys of the overview, where the cursor is on a function or on something else."""
    if not session.profile.count:
        return ["view('source')", *_of_areas("move", *ON_SELECTION)]
    leads_on = session.side.base is not None or (session.overview is not None and session.overview.hottest)
    idle = [] if leads_on else ["open"]
    if not session.profile.has_edges:
        idle.append("hot_path")
    return idle if on_function else [*idle, "view('source')", "hot_path", "hide_function"]


def in_help(session: Session, view: str) -> list[str]:
    """Keys that the page of the overview does not tell of, as they would do nothing."""
    causes = ["match(1)", "match(-1)"] if session.side.base is None else []
    return [*of_choices(session), *causes] if view == OVERVIEW else []


def in_source(session: Session, listing: Listing | None) -> list[str]:
    """Idle keys of Source, by what the listing has."""
    if session.selected is None:
        return ["whole_file", *_of_areas(*ON_SELECTION)]
    idle = _without_history(session)
    if listing is None or not (listing.sites or listing.elsewhere):
        idle.append("open")
    if listing is None or not listing.hottest:
        idle += ["match(1)", "sort(1)"]
    if listing is None or not listing.text:
        idle += ["filter", "edit", "whole_file"]
    return idle


def in_calling_lines(session: Session, caller: int | None) -> list[str]:
    """Idle keys of Source of a built-in, by the caller under the cursor, if it is in the profile."""
    idle = in_calls(session)
    if caller is None:
        return [*idle, "open", "edit"]
    source = session.sources.calling_lines.source(caller)
    has_no_text = session.recorded_names.is_builtin(caller) or (source is not None and not source.lines)
    return [*idle, "edit"] if has_no_text else idle


def _without_history(session: Session) -> list[str]:
    return [] if session.history.here > 0 else ["back"]
