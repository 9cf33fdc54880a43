"""A row in five lines of Markdown, to paste into an issue: what it takes, why, and how to see it again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from proftui.analysis import calls
from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui.drawing import figures
from proftui.drawing.safe_text import clean, cleaned
from proftui.frame import messages
from proftui.frame.functions import location_tail, spoken
from proftui.frame.nodes import estimate_mark, spoken_node
from proftui.frame.rows import total_text
from proftui.output.tables import escaped
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS

MOST_CALLERS = 3
_LONGEST_PATH = 500
_HEAD, _TAIL = 2, 4
"""Steps that a long path keeps at its ends."""
_LONGEST_LABEL, _LABEL_TAIL = 1_000, 300
"""Characters of a label in the command; of a longer one, its end."""


def finding(
    session: Session, index: int, tree: CallTree | None = None, node: CallNode | None = None
) -> list[str]:
    """The five lines about function ``index``; in a call tree, about its ``node`` there."""
    if node is not None and node.function != index:
        node = None
    rest = (
        _path(session, index, node),
        _callers(session, index),
        _place(session, index),
        _again(session, index),
    )
    return [_sentence(session, index, tree, node), *(f"- {line}" for line in rest)]


def code(text: str) -> str:
    """A text as a span of code, whatever is in it."""
    text = clean(text, 4_000)
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _sentence(session: Session, index: int, tree: CallTree | None, node: CallNode | None) -> str:
    profile, figs, names = session.profile, session.figures, session.names
    files = ", ".join(code(path) for path in profile.paths[:2])
    name = escaped(spoken(names, index))
    known = index < profile.count
    takes = [messages.FINDING_OWN.format(_percent(session, profile.tottime[index]))] if known else []
    if known and profile.cumtime is not None:
        takes.append(messages.FINDING_ALL.format(_percent(session, profile.cumtime[index])))
    said = list(_figures(session, index)) if known else [messages.ONLY_A_CALLER]
    if node is not None and tree is not None:
        time = f"{estimate_mark(node, tree.total, figs.unit)}{figures.time(node.time, figs.unit)}"
        said.append(messages.FINDING_HERE.format(time, figs.unit.name))
    about = f"{escaped(clean(profile.producer, 40))}, {total_text(profile)}"
    return messages.FINDING.format(
        name, ", ".join(takes) or figures.NOT_MEASURED, ", ".join(said), files, about
    )


def _percent(session: Session, seconds: float) -> str:
    return figures.percent(figures.share(seconds, session.whole)) or figures.NOT_MEASURED


def _figures(session: Session, index: int) -> Iterator[str]:
    profile, figs = session.profile, session.figures
    yield f"own {figs.text('tottime', index)} {figs.unit.name}"
    if profile.cumtime is not None:
        yield f"cumulative {figs.text('cumtime', index)} {figs.unit.name}"
    if profile.ncalls is not None and profile.ncalls[index] >= 0:
        yield figures.plural(profile.ncalls[index], profile.counted)
    elif index in profile.hits:
        yield figures.plural(profile.hits[index], "hit")


def _path(session: Session, index: int, node: CallNode | None) -> str:
    names = session.names
    if node is not None:
        steps = [spoken_node(names, step) for step in path_of(node)]
    else:
        steps = [spoken(names, function) for function in _heaviest(session, index)]
    if len(steps) > _HEAD + _TAIL + 1:
        steps[_HEAD:-_TAIL] = [cleaned(f"…{len(steps) - _HEAD - _TAIL}")]
    return messages.FINDING_PATH.format(" › ".join(map(escaped, steps)))


def _heaviest(session: Session, index: int) -> Sequence[int]:
    """From what the program began with down to a function: always its heaviest caller, each function once."""
    path = {index: None}
    while len(path) < _LONGEST_PATH:
        here = next(reversed(path))
        callers = calls.callers(session.profile, here)
        position = calls.heaviest(callers, path.keys() | {here})
        if position is None:
            break
        path[callers[position].function] = None
    return list(path)[::-1]


def _callers(session: Session, index: int) -> str:
    profile, figs = session.profile, session.figures
    callers = calls.callers(profile, index)
    said = []
    for position in callers.by_weight[:MOST_CALLERS]:
        row = callers[position]
        mark = "≈" if row.estimated else ""
        time = (
            f" {mark}{figures.time(row.cumtime, figs.unit)} {figs.unit.name}"
            if row.cumtime is not None
            else ""
        )
        counted = f" in {figures.plural(row.ncalls, 'call')}" if row.ncalls is not None else ""
        said.append(f"{escaped(spoken(session.names, row.function))}{time}{counted}")
    if len(callers) > MOST_CALLERS:
        said.append(figures.plural(len(callers) - MOST_CALLERS, "more caller"))
    if not said:
        is_start = calls.starts_program(profile, index, session.whole)
        said = [messages.NO_CALLERS[is_start] if profile.has_edges else messages.no_edges(profile)]
    return messages.FINDING_CALLERS.format(", ".join(said))


def _place(session: Session, index: int) -> str:
    """The line with the most time, where it is known; else where the function stands."""
    listing = None if session.names.is_builtin(index) else session.listing(index)
    if listing is not None and listing.hottest:
        number = listing.numbers[listing.hottest[0]]
        seconds, whole = listing.seconds(number), listing.whole(number)
        if listing.owners.get(number, index) == index and seconds > 0:
            file = location_tail(session.names, index).rpartition(":")[0]
            share = figures.percent(figures.share(seconds, whole))
            unit = session.figures.unit
            time = f"{figures.time(seconds, unit)} {unit.name}" + (f" ({share} %)" if share else "")
            text = listing.text.get(number, "").strip()
            return messages.FINDING_LINE.format(f"{code(f'{file}:{number}')} {time}") + (
                f" {code(text[:200])}" if text else ""
            )
    return messages.FINDING_PLACE.format(code(location_tail(session.names, index)))


def _again(session: Session, index: int) -> str:
    return messages.FINDING_AGAIN.format(code(command(session, index)))


def command(session: Session, index: int) -> str:
    """The command line that shows a function with its callers and callees."""
    profile = session.profile
    view = CALLS if profile.has_edges else FUNCTIONS
    words = ["proftui", *profile.paths, "--view", view, "--filter", _only(session.names.label(index))]
    words += [word for root in session.roots for word in ("--source-root", root)]
    words += [word for pair in session.maps for word in ("--map", "=".join(pair))]
    return shlex.join(clean(word, 4_000) for word in words)


def _only(label: str) -> str:
    """A filter that finds this label alone."""
    start, text = ("^", label) if len(label) <= _LONGEST_LABEL else ("", label[-_LABEL_TAIL:])
    letters = (re.escape(letter) if clean(letter) == letter else "[\\s\\S]" for letter in text)
    return f"{start}{''.join(letters)}$".replace('"', '\\"')
