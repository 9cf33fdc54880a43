"""The JSON of the views: a contract that other programs may rely on (see docs/json.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from proftui.analysis.bounds import Bounded
from proftui.analysis.calltree.nodes import CallNode
from proftui.analysis.columns import STACKS, WRITTEN, bounds_of, kind_of, value_of
from proftui.analysis.names import Names
from proftui.analysis.shape.shape import ANYWHERE, FILE, PATH, Step
from proftui.analysis.shaped_profile import ShapedProfile
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.consistency import checked
from proftui_parsers.entries import Edge, finite, plain_call, plain_lines
from proftui_parsers.stacks import plain as of_stacks

LONGEST = 4_000
"""Characters of a path or a name that are written out: a small file can give megabytes to each function."""

_DEEPEST, _MOST_LEVELS = 200, 400
"""Levels of a tree where nothing is asked for, and at most: Python's own reader gives up near 490."""

Json = dict[str, Any]
Node = TypeVar("Node")
_ENCODER = json.JSONEncoder(allow_nan=False)


class WithLists(NamedTuple):
    """A value that has, behind all else, lists of any length, whose entries are made one by one."""

    value: Json
    lists: Mapping[str, Iterable[Entry]]


Entry = Json | WithLists


def document(session: Session, rows: Iterable[int], with_calls: bool = False) -> Iterator[str]:
    """One object with the functions ``rows``, in pieces; totals are of the whole profile.

    File, line and name are as recorded, up to :data:`LONGEST` characters; times are seconds; what was
    not measured or is not finite is null. Of a recording, each has its figures in the recording's unit, too.
    """
    profile, names = session.profile, session.names

    def entry(index: int) -> Entry:
        made = entry_of(profile, index, names)
        return WithLists(made, _calls(profile, index)) if with_calls else made

    return listing(head(profile, session), map(entry, rows))


def listing(whole: Json, entries: Iterable[Entry], key: str = "functions") -> Iterator[str]:
    """``whole`` with entries, functions or nodes, in a list of its own, in pieces."""
    yield from pieces(WithLists(whole, {key: entries}))
    yield "\n"


def pieces(value: Entry) -> Iterator[str]:
    """A value as JSON in pieces: lists in entries of lists may be as deep as chains of calls are."""
    waiting: list[Iterator[str | Entry]] = [iter((value,))]
    while waiting:
        part = next(waiting[-1], None)
        if part is None:
            waiting.pop()
        elif isinstance(part, str):
            yield part
        elif isinstance(part, WithLists):
            waiting.append(_around(part))
        else:
            yield dumped(part)


def _around(value: WithLists) -> Iterator[str | Entry]:
    """The text of a value around the entries of its lists, and these."""
    text = dumped(value.value)[:-1]
    for key, entries in value.lists.items():
        yield f'{text}, "{key}": ['
        for position, entry in enumerate(entries):
            if position:
                yield ", "
            yield entry
        text = "]"
    yield f"{text}}}"


def _calls(profile: Profile, index: int) -> dict[str, Iterable[Json]]:
    """The calls of a function, and those by it: of some hundreds of thousands."""
    starts, above, below = profile.edges.starts, profile.callers(index), profile.callees(index)
    # A caller without an entry has no callers that anybody knows.
    first = starts[index] if index < profile.count else 0
    numbers = range(first, first + len(above)), profile.calls_of(index)[0]
    return {
        key: map(partial(call_of, profile), edges, entries)
        for key, edges, entries in zip(("callers", "callees"), (above, below), numbers, strict=True)
    }


def function_of(profile: Profile, index: int, names: Names | None = None) -> Json:
    """One function: where it stands, its figures, its package and what told that of the user's own."""
    entry = placed(*profile.function(index))
    entry |= {column.written: finite(value_of(profile, column, index)) for column in WRITTEN}
    entry = _named(profile, index, of_stacks.plain_function(recorded_of(profile), entry))
    if names is not None:
        entry |= {"package": _cut(names.package(index)), "package_from": names.package_from(index)}
    return entry


def entry_of(profile: Profile, index: int, names: Names | None = None) -> Json:
    """One function with its lines; of a shaped profile with what bounds its figures."""
    entry, is_group = function_of(profile, index, names), bool(profile.grouped_by)
    has_lines = index in profile.lines and not is_group
    entry["lines"] = list(plain_lines(profile.lines[index])) if has_lines else None
    if isinstance(profile, ShapedProfile):
        if is_group:
            is_counted = profile.counts_calls and entry["ncalls"] is not None
            entry["calls_inside"] = profile.calls_inside[index] if is_counted else None
        entry["bounds"] = _bounds({c.written: bounds_of(profile, c, index) for c in WRITTEN}, entry)
    return entry


def call_of(profile: Profile, edge: Edge, entry: int | None) -> Json:
    """The calls of one function by another; ``entry``: their number, where a shape is on."""
    call = of_stacks.plain_entry(recorded_of(profile), plain_call(edge))
    call = _named(profile, edge.function, call)
    if isinstance(profile, ShapedProfile) and entry is not None:
        of = profile.edge_bounds
        columns = {"ncalls": of.calls, "tottime": of.own, "cumtime": of.time}
        shown = {key: column[entry].shown(bounded=profile.bounded) for key, column in columns.items()}
        call["bounds"] = _bounds(shown, call)
    return call


def nodes(
    roots: Sequence[Node], below: Mapping[Node, Sequence[Node]], plain_of: Callable[[Node], Json]
) -> Iterator[Entry]:
    """The nodes of a tree; ``below``: children by node; ``plain_of``: a node without its children."""
    for node in roots:
        made, children = plain_of(node), below.get(node)
        if children:
            yield WithLists(made, {"children": nodes(children, below, plain_of)})
        else:
            yield made | {"children": []}


def levels(asked: int | None) -> int:
    """How many levels of a tree are written, of those asked for (0: all); below them stands a ``rest``."""
    return min(_DEEPEST if asked is None else asked or _MOST_LEVELS, _MOST_LEVELS)


def dumped(value: object) -> str:
    """A value as JSON on one line."""
    return _ENCODER.encode(value)


def node_of(profile: Profile, node: CallNode) -> Json:
    """A node of a call tree, without its children."""
    named = node.kind in ("function", "recursion") and node.function >= 0
    recorded = recorded_of(profile)
    named_as = identity(profile, node.function) if named else placed("", None, node_name(node))
    calls: float | None = node.calls
    if calls is not None:
        calls = round(calls) if node.calls_exact else float(calls)
    samples = None
    if kind_of(recorded) == STACKS:
        samples, calls = calls, None
    return {
        **named_as,
        "kind": node.kind,
        "time": finite(node.time),
        "low": finite(node.low),
        "high": finite(node.high),
        "exact": node.exact,
        "own": finite(node.own),
        "own_low": finite(node.own_low),
        "own_high": finite(node.own_high),
        "calls": calls,
        **({"samples": samples} if recorded.recording is not None else {}),
    }


def node_name(node: CallNode) -> str:
    """What a node is called that is no function."""
    return node.label or (f"{node.count} more" if node.kind == "rest" else node.kind)


def head(profile: Profile, session: Session | None = None) -> Json:
    """What stands before the functions or the tree: the file and its totals, and what is hidden of it."""
    return {
        **profile.head(),
        "warnings": list(checked(profile).notes),
        **of_stacks.plain_head(recorded_of(profile)),
        **({} if session is None else shape_of(session)),
    }


def recorded_of(profile: Profile) -> Profile:
    """The profile that the file has: in it is what the figures are in."""
    return profile.recorded if isinstance(profile, ShapedProfile) else profile


def identity(profile: Profile, index: int) -> Json:
    """File, line and name of a function, as recorded."""
    return _named(profile, index, placed(*profile.function(index)))


def placed(file: str, line: int | None, name: str) -> Json:
    """Where something stands, and what it is called."""
    return {"file": file, "line": line, "name": name}


def _named(profile: Profile, index: int, entry: Json) -> Json:
    """The entry of a function; of a group, with what that is called in place of where the function stands.

    File and name have no more than :data:`LONGEST` characters.
    """
    named = entry | (_as_group(profile, index) if isinstance(profile, ShapedProfile) else {})
    return named | {"file": _cut(named["file"]), "name": _cut(named["name"])}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


# What of a profile is hidden, left out or grouped: the steps, and bounds of estimates


def shape_of(session: Session) -> Json:
    """The steps, and the seconds that count to nobody; nothing where no shape is on."""
    shaped = session.shaped
    if shaped is None:
        return {}
    shape = session.shapes.now
    bounds = _bounds({"outside": shaped.outside} | ({"time": shaped.focus} if shaped.focus else {}), {})
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
    said = {"kind": step.kind, **placed(*step.function)}
    if step.kind == PATH:
        said |= {"from_root": step.name != ANYWHERE, "path": [placed(*function) for function in step.path]}
    return said


def _as_group(profile: ShapedProfile, index: int) -> Json:
    """What stands for a group in place of file, line and name; nothing for a function."""
    groups = profile.groups
    if groups is None or index not in groups.group:
        return {}
    file = profile.files[index] if groups.members.by == FILE else ""
    return {**placed(file, None, groups.name(index)), "functions": groups.size(index)}


def _bounds(figures: Mapping[str, Bounded | None], entry: Json) -> Json:
    """What bounds the figures of an entry that are estimates; those of a recording are in its unit."""
    keys = {"tottime": "self", "cumtime": "cum"} if "self" in entry else {}
    samples = entry.get("samples")
    if samples is not None:
        keys["ncalls"] = "samples"
    return {
        keys.get(of, of): {"low": finite(one.low), "high": finite(one.high), "exact": False}
        for of, one in figures.items()
        if one is not None and not one.exact
    }
