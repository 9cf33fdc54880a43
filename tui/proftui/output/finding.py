"""A row in a few lines of Markdown, to paste into an issue: what it takes, why, and how to see it again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from proftui import messages
from proftui.analysis import calls
from proftui.analysis.calltree.nodes import CallNode, CallTree, path_of
from proftui.analysis.calltree.reaching import heaviest as heaviest_node
from proftui.analysis.names import Names
from proftui.analysis.recorded_files import elsewhere, is_absolute
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.analysis.shape.shape import ANYWHERE, FILE, FOCUS, GROUP, MY_CODE, PATH, TERMS, Step
from proftui.background.budget import SEARCH_BUDGET, TooSlow
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import exact, sentences
from proftui.frame.functions import location_tail, spoken
from proftui.frame.nodes import estimate_mark, spoken_node
from proftui.frame.rows import how_many, own_time, total_text
from proftui.output.marked import code, escaped
from proftui.output.printed import file_names
from proftui.state.loading import demo_files
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, OVERVIEW, is_empty
from proftui_parsers.stacks.timing import told_interval

MOST_CALLERS = 3
_LONGEST_LINE = 200
_HEAD, _TAIL = 2, 4
"""Steps that a long path keeps at its ends."""
_LONGEST_FILTER, _LABEL_TAIL = 2_000, 300
"""Characters of the filter in the command; of a label that is too long for it, its end."""


def finding(
    session: Session, index: int, tree: CallTree | None = None, node: CallNode | None = None
) -> list[str]:
    """The lines about function ``index``, with the path to ``node``, else to its heaviest node."""
    rest = [messages.FINDING_AGAIN.format(code(command(session, index)))]
    if session.groups is None:
        rest.insert(0, _place(session, index))
    if session.profile.has_calls:
        rest = [_path(session, index, tree, node), _callers(session, index), *rest]
    return [_sentence(session, index), *(f"- {line}" for line in rest)]


def _sentence(session: Session, index: int) -> str:
    profile, names = session.profile, session.names
    files = ", ".join(code(path) for path in file_names(profile)[:2])
    name = _name(names, index)
    known = index < profile.count
    said = list(_figures(session, index)) if known else [messages.ONLY_A_CALLER]
    about = f"{escaped(clean(profile.producer, 40))}, {total_text(profile, session.figures.unit)}"
    if known and profile.is_of_lines:
        share = _percent(session, profile.tottime[index])
        return messages.FINDING_LINES.format(name, share, ", ".join(said), files, about)
    takes = [messages.FINDING_OWN.format(_percent(session, profile.tottime[index]))] if known else []
    if known and profile.cumtime is not None:
        takes.append(messages.WITH_CALLS.format(_percent(session, profile.cumtime[index])))
    return messages.FINDING.format(
        name, ", ".join(takes) or figures.NOT_MEASURED, ", ".join(said), files, about
    )


def _percent(session: Session, seconds: float) -> str:
    return figures.percent(figures.share(seconds, session.whole)) or figures.NOT_MEASURED


def _figures(session: Session, index: int) -> Iterator[str]:
    profile, figs = session.profile, session.figures
    yield own_time(profile, figs.said("tottime", index))
    if profile.cumtime is not None:
        yield f"cumulative {figs.said('cumtime', index)}"
    yield from how_many(figs, index)


def _name(names: Names, index: int) -> str:
    """The name of a function; of one that is blank, where it stands."""
    name = spoken(names, index)
    return escaped(name if name.strip() else _location(names, index))


def _step(names: Names, node: CallNode) -> str:
    nameless = node.function >= 0 and not names.shown_name(node.function).strip()
    return _name(names, node.function) if nameless else escaped(spoken_node(names, node))


def _path(session: Session, index: int, tree: CallTree | None, node: CallNode | None) -> str:
    names, profile = session.names, session.profile
    if tree is None:
        return sentences.no_tree(profile)
    heaviest = heaviest_node(tree, index, profile)
    node = node if node is not None and node.function == index else heaviest
    if node is None:
        return messages.FINDING_NO_PATH
    steps = [_step(names, step) for step in path_of(node)]
    if len(steps) > _HEAD + _TAIL + 1:
        steps[_HEAD:-_TAIL] = [f"…{len(steps) - _HEAD - _TAIL}"]
    mark, unit = estimate_mark(node, tree.total, session.figures.unit), session.figures.unit
    time = f"{mark}{figures.with_unit(node.time, unit)}"
    is_heaviest = heaviest is not None and node.time >= heaviest.time
    return messages.FINDING_PATH[is_heaviest].format(" › ".join(steps), time)


def _callers(session: Session, index: int) -> str:
    profile, unit = session.profile, session.figures.unit
    callers = calls.callers(profile, index)
    said = []
    for position in callers.by_weight[:MOST_CALLERS]:
        row = callers[position]
        time, counted = sentences.time_and_calls(row, unit, profile.counted)
        took = f" {figures.counted_in(time, unit)}" if time else ""
        said.append(f"{_name(session.names, row.function)}{took}{counted}")
    if len(callers) > MOST_CALLERS:
        said.append(figures.plural(len(callers) - MOST_CALLERS, messages.MORE_CALLER))
    if not said:
        said = [sentences.no_edges(profile) or sentences.no_callers(session)]
    return messages.FINDING_CALLERS.format(", ".join(said))


def _place(session: Session, index: int) -> str:
    """The line with the most time, where it is known; else where the function stands."""
    if session.names.is_builtin(index):
        return messages.FINDING_PLACE.format(code(session.profile.names[index]))
    location = _location(session.names, index)
    listing = session.listing(index)
    number = listing.numbers[listing.hottest[0]] if listing.hottest else 0
    seconds = listing.seconds(number)
    if not seconds > 0 or listing.owners.get(number, index) != index:
        return messages.FINDING_PLACE.format(code(location))
    share = figures.percent(figures.share(seconds, listing.whole(number)))
    unit, text = session.figures.unit, listing.text.get(number, "").strip()
    said = [code(f"{location.rpartition(':')[0]}:{number}"), figures.with_unit(seconds, unit)]
    said += [f"({share} %)"] if share else []
    said += [code(text[:_LONGEST_LINE])] if text else []
    return messages.FINDING_LINE[number in (listing.executed or listing.times)].format(" ".join(said))


def command(session: Session, index: int) -> str:
    """The command line that shows a function with its callers and callees."""
    view = FUNCTIONS if is_empty(CALLS, session.profile) else CALLS
    return command_of_view(session, view, *_option("--filter", _only(session.names, index)))


def command_of_view(session: Session, view: str, *options: str) -> str:
    """The command line that shows a view in the shape that is on."""
    files = ["--demo"] if [*session.profile.paths] == demo_files() else file_names(session.profile)
    files = [f"./{name}" if name.startswith("-") and name not in ("-", "--demo") else name for name in files]
    words = ["proftui", *files, "--view", view, *options, *_shape_options(session, view)]
    return shlex.join(clean(word, 4_000) for word in words)


def _option(name: str, value: str) -> list[str]:
    """An option with its value, in one word if that would be taken for an option itself."""
    return [f"{name}={value}"] if value.startswith("-") else [name, value]


def _shape_options(session: Session, view: str) -> list[str]:
    """What hides, leaves out and groups the same on the command line."""
    words = _choice_options(session)
    shape = session.shapes.now.grouped("") if view == OVERVIEW else session.shapes.now
    for step in shape.steps if session.shaped is not None else ():
        if step.kind == MY_CODE:
            words.append("--my-code")
            words += _rule_options(session)
        elif step.kind == GROUP:
            words += _option("--by", step.name)
        elif step.kind in (FOCUS, PATH):
            words += _option("--focus", _focus(session, step))
        elif step.function is not None:
            index = session.find(step.function)
            words += _option("--hide", _only(session.recorded_names, index)) if index is not None else []
        elif step.kind == FILE:
            words += _option("--hide", _only_file(session.recorded_names, step.name))
        else:
            terms = step.name if step.kind == TERMS else exact.TERMS[step.kind](step.name)
            words += _option("--hide", terms)
    return words


def _choice_options(session: Session) -> list[str]:
    """What chooses the same measure and threads, and makes times of samples in the same way."""
    source, recording = session.recorded.chosen_from, session.recorded.recording
    words = ["--report", str(session.recorded.report)] if session.recorded.report > 1 else []
    if source is None:
        return words
    interval = None if recording is None else told_interval(recording)
    words += ["--interval", f"{interval:.9g}s"] if interval else []
    choice = session.shapes.now.chosen.choice(source)
    if choice.measure:
        words += _option("--measure", source.measures[choice.measure].key)
    if recording is not None and choice.tracks is not None:
        named = (re.escape(recording.searched_name(number)) for number in sorted(choice.tracks))
        words += ["--threads", f"^({'|'.join(named)})$"]
    return words


def _rule_options(session: Session) -> list[str]:
    """What is said here of the user's code; what stands in the project's file is read there again.

    Options have an order of their own: what decides nothing after what was said later is left out.
    """
    deciding = set(session.mine.ruled.values())
    rules = [rule for rule in (*session.shapes.now.said, *session.settings.asked) if rule in deciding]
    said = (_option("--mine" if rule.is_mine else "--not-mine", _anywhere(rule.pattern)) for rule in rules)
    return [word for words in said for word in words]


def _anywhere(pattern: str) -> str:
    """A pattern of a path without the folder that it begins at; of one from a root on, its last name."""
    parts = [part for part in pattern.replace("\\", "/").split("/") if part.strip(".")]
    named = [place for place, part in enumerate(parts) if "*" not in part]
    if "/" not in pattern.replace("\\", "/") or pattern.startswith(("**", "<")) or not named:
        return pattern
    return "/".join(("**", *parts[named[-1] if is_absolute(pattern) else 0 :]))


def _focus(session: Session, step: Step) -> str:
    """What focuses on the same: a function, or the functions of a path."""
    indices = (session.find(function) for function in step.path or (step.function,))
    said = " > ".join(_only(session.recorded_names, index) for index in indices if index is not None)
    return f"> {said}" if step.kind == PATH and step.name != ANYWHERE else said


def _only(names: Names, index: int) -> str:
    """A filter that finds the function alone, without the folders around the program where that can be."""
    label, path = names.label(index), elsewhere(names.path(index))
    path = path if re.fullmatch(r"[\w./-]+", path) else exact.pattern(path)
    of_file = f"file:{path} func:^{exact.pattern(names.profile.names[index])}$"
    forms = (of_file, f"{exact.pattern(names.label_elsewhere(index))}$")
    if index >= names.profile.count:
        return forms[1]
    # Not labels: of some files they would be gigabytes.
    function, this = names.profile.function, {names.profile.function(index)}
    alone = (terms for terms in forms if set(map(function, _matches(names, terms))) == this)
    return next(alone, "") or _whole(label)


def _only_file(names: Names, file: str) -> str:
    """A filter that finds the functions of a file alone, in the same way."""
    path = elsewhere(names.files.displayed(file).path)
    terms = f"file:(^|[/\\\\]){exact.pattern(path)}(?m:$)"
    files = names.profile.files
    return terms if {files[index] for index in _matches(names, terms)} == {file} else exact.file(file)


def _matches(names: Names, terms: str) -> Sequence[int]:
    """What a filter finds; nothing if it is too long, or takes too long."""
    if len(terms) >= _LONGEST_FILTER:
        return ()
    try:
        return parse(terms).select(names.profile, names, budget=SEARCH_BUDGET)
    except (QueryError, TooSlow):
        return ()


def _location(names: Names, index: int) -> str:
    """Where a function stands, as it is said elsewhere."""
    return elsewhere(location_tail(names, index))


def _whole(label: str) -> str:
    """A filter that finds this label alone."""
    whole = f"^{exact.pattern(label[:_LONGEST_FILTER])}$"
    return whole if len(label) < len(whole) < _LONGEST_FILTER else f"{exact.pattern(label[-_LABEL_TAIL:])}$"
