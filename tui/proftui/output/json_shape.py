"""What the JSON says of a profile in a shape: the steps, and bounds of estimates."""

from __future__ import annotations

from typing import Any

from proftui.analysis.bounds import Bounded
from proftui.analysis.columns import WRITTEN, bounds_of
from proftui.analysis.shape.shape import ANYWHERE, FILE, PATH, Step
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.state.session import Session
from proftui_parsers.entries import Function, finite

Json = dict[str, Any]


def head(session: Session) -> Json:
    """The steps, and the seconds that count to nobody; nothing where no shape is on."""
    shaped = session.shaped
    if shaped is None:
        return {}
    shape = session.shapes.now
    bounds = _bounds({"outside": shaped.outside} | ({"time": shaped.focus} if shaped.focus else {}))
    said = {
        "hidden": list(map(_step, shape.hiding)),
        "focus": list(map(_step, shape.focuses)),
        "by": shape.by or None,
        **({"time": finite(shaped.focus.value)} if shaped.focus else {}),
        "outside": finite(shaped.outside.value),
        "unattributed": finite(shaped.unattributed),
        **({} if shaped.focus else {"folded": None if shape.by else finite(shaped.time_folded)}),
        **(_mine(session) if shape.is_mine_only else {}),
        **({"bounds": bounds} if bounds else {}),
    }
    return {"functions_total": shaped.visible, "shape": said}


def _mine(session: Session) -> Json:
    """What is the user's, by which rules, the first that matches holds; what is wrong with settings."""
    mine = session.mine
    said = (*session.shapes.now.said, *session.settings.rules)
    return {
        "rules": [{"pattern": rule.pattern, "mine": rule.is_mine} for rule in said],
        "package": mine.package or None,
        "guessed": mine.is_guess,
        "notes": list(session.settings.notes),
    }


def _step(step: Step) -> Json:
    """One step: what it is, and the name or the function that it is about."""
    if step.function is None:
        return {"kind": step.kind, "name": step.name or None}
    said = {"kind": step.kind, **_function(step.function)}
    if step.kind == PATH:
        said |= {"from_root": step.name != ANYWHERE, "path": list(map(_function, step.path))}
    return said


def _function(function: Function) -> Json:
    file, line, name = function
    return {"file": file, "line": line, "name": name}


def of_function(profile: ShapedProfile, index: int) -> Json:
    """What bounds the figures of a function that are estimates."""
    keys = _keys(profile)
    return _bounds({keys.get(c.written, c.written): bounds_of(profile, c, index) for c in WRITTEN})


def of_group(profile: ShapedProfile, index: int) -> Json:
    """What stands for a group in place of file, line and name; nothing for a function."""
    groups = profile.groups
    if groups is None or index not in groups.group:
        return {}
    file = profile.files[index] if groups.members.by == FILE else ""
    return {"file": file, "line": None, "name": groups.name(index), "functions": groups.size(index)}


def of_edge(profile: ShapedProfile, entry: int) -> Json:
    """What bounds the figures of calls of one function by another that are estimates."""
    of, bounded, keys = profile.edge_bounds, profile.bounded, _keys(profile)
    columns = {"ncalls": of.calls, "tottime": of.own, "cumtime": of.time}
    shown = {key: column[entry].shown(bounded=bounded) for key, column in columns.items()}
    return _bounds({keys.get(key, key): figure for key, figure in shown.items()})


def _keys(profile: ShapedProfile) -> dict[str, str]:
    """The keys under which figures of a recording stand, which are in its unit."""
    if profile.recorded.recording is None:
        return {}
    counted = {"ncalls": "samples"} if profile.measure.sampled else {}
    return {"tottime": "self", "cumtime": "cum"} | counted


def _bounds(figures: dict[str, Bounded | None] | dict[str, Bounded]) -> Json:
    return {
        of: {"low": finite(one.low), "high": finite(one.high), "exact": False}
        for of, one in figures.items()
        if one is not None and not one.exact
    }
