"""Who imported whom, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from proftui import messages
from proftui.analysis.imports.tree import ImportNode, ImportTree
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.drawing.safe_text import clean
from proftui.frame import sentences
from proftui.output import json_form, printed
from proftui.output.json_form import Json
from proftui.output.printed import WIDTH, Wanted
from proftui.state.session import Session
from proftui.views.imports import rows as importrows
from proftui.views.imports.rows import ImportRow


def text(wanted: Wanted) -> Iterator[str | None]:
    """Lines (``None``: not yet) of rows from the least share on, so many levels of them."""
    session, least = wanted.session, wanted.least_share
    profile, figs, names = session.profile, session.figures, session.recorded_names
    yield from session.sources.finding_imports()
    yield printed.heading(profile)
    if session.query is not None:
        yield printed.filter_line(wanted)
    tree = session.sources.imports
    if tree is None:
        yield from ("", *sentences.no_imports(session))
        return
    found = set(tree.nodes()) if session.query is None else importrows.found(tree, session.rows)[0]
    if not found:
        every = figures.plural(sum(1 for _ in tree.nodes()), "row")
        searched = clean(session.listed.filter_text, 200)
        yield from ("", messages.NOTHING_MATCHES_PRINTED.format(searched, every))
        return
    yield importrows.sentence(figs, tree, WIDTH).text.strip()
    yield ""
    order = Order.usual("cumtime")
    rows = _rows(session, tree, least, wanted.limit or 0, order)
    columns = importrows.layout(figs, WIDTH, rows)
    yield importrows.heading(columns, order).text.rstrip()
    for line in rows:
        yield importrows.row(names, columns, line, session.query, session.strip_dirs).text.rstrip()
    if hidden := len(found - _shown(session, tree, least)):
        yield messages.HIDING.format(figures.plural(hidden, "row"), least)
    yield from printed.notes(profile)


def document(wanted: Wanted) -> Iterator[str | None]:
    """One object with the figures of imports and the tree of rows; times are seconds, null.

    What lies below the last level is one node without figures, a ``rest``.
    """
    session, depth = wanted.session, json_form.levels(wanted.limit)
    yield from session.sources.finding_imports()
    profile, tree = session.recorded, session.sources.imports
    yield json_form.dumped(json_form.head(profile))[:-1] + ', "imports": '
    if tree is None:
        yield "null}\n"
        return
    times: Json = {
        "time": tree.times.total,
        "modules": tree.own,
        "loading": tree.times.loading,
        "extensions": tree.times.extensions,
        "counted_twice": tree.twice,
    }
    roots, below = list[ImportNode](), dict[ImportNode, list[ImportNode]]()
    for line in _rows(session, tree, wanted.least_share, depth + 1, Order.usual("cumtime")):
        parent = line.node.parent
        if line.level == depth and parent is not None:
            below[parent] = [ImportNode("rest")]
        else:
            (roots if parent is None else below.setdefault(parent, [])).append(line.node)
    nodes = json_form.nodes(roots, below, partial(_node, session))
    yield from json_form.pieces(json_form.WithLists(times, {"tree": nodes}))
    yield "}\n"


def _rows(session: Session, tree: ImportTree, least: float, depth: int, order: Order) -> list[ImportRow]:
    shown = _shown(session, tree, least)
    if session.query is not None:
        shown &= importrows.found(tree, session.rows)[1]
    rows = importrows.visible(tree, shown, session.recorded_names, order, shown)
    return [row for row in rows if not depth or row.level < depth]


def _shown(session: Session, tree: ImportTree, least: float) -> set[ImportNode]:
    """What takes at least ``least`` percent of the run, and what is above it."""
    seconds = session.profile.total_time * least / 100
    large = (node for node in tree.nodes() if max(node.time or 0.0, node.own or 0.0) >= seconds)
    return importrows.with_above(large)


def _node(session: Session, node: ImportNode) -> Json:
    index = node.function
    name = importrows.name_of(session.recorded_names, node)
    named_as = json_form.placed("", None, name) if index < 0 else json_form.identity(session.profile, index)
    module = session.recorded_names.module(index) if node.kind == "module" else None
    told = node.kind == "module" and node.parent is not None and node.parent.kind != "several"
    return {
        **named_as,
        "kind": node.kind,
        "module": module,
        "time": node.time,
        "own": node.own,
        "importer": ("likely" if node.likely else "proved") if told else None,
    }
