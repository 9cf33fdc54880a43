"""One view in one form: what ``--format`` prints and ``w`` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proftui import messages
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree, NoTree
from proftui.analysis.calltree.outline import MOST, outlining, tops
from proftui.analysis.stacktree.group_tree import GroupTree
from proftui.drawing.safe_text import cleaned
from proftui.frame import shape_row
from proftui.frame.sentences import no_tree
from proftui.output import json_form, json_shape, overview, stack_lines, svg, tables, tree_text
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, OVERVIEW, SOURCE, TREES

FORMS = {"text": "txt", "json": "json", "csv": "csv", "markdown": "md", "svg": "svg"}
"""The forms, and how the names of their files end."""
_OF_SOME_VIEWS = {
    "csv": ((FUNCTIONS,), messages.PRINTS_FUNCTIONS),
    "markdown": ((FUNCTIONS, OVERVIEW), messages.PRINTS_TABLES),
    "svg": ((ICICLE,), messages.DRAWS_ICICLE),
}
"""Forms that few views have, and what they do."""
_OF_STACK_LINES = ("json", "csv", "markdown")
"""Forms of Source that files with the lines of whole stacks have."""
LEAST_SHARE = {"text": 1.0, "json": 0.1}
"""Percent of the run from which on nodes of a call tree are written where nothing else is asked for."""


class NoForm(Exception):
    """A view that cannot be had in a form; the text is a sentence."""


@dataclass(frozen=True)
class Wanted:
    """What of a view is wanted: rows of a table, levels and least share (percent) of a tree."""

    view: str
    form: str
    rows: Sequence[int]
    depth: int | None = None
    share: float | None = None
    root: CallNode | None = None
    """What an icicle is zoomed on."""
    most: int = MOST
    """Nodes of a tree."""


def check(view: str, form: str, *, read: bool = False) -> None:
    """Raise :class:`NoForm` where a view has no such form, with those that it has.

    ``read``: the file is known, and has no lines of whole stacks.
    """
    having, what = _OF_SOME_VIEWS.get(form, ((view,), ""))
    if view == SOURCE and form in _OF_STACK_LINES and not read:
        return
    if view not in having:
        *some, last = (other for other in FORMS if view in _OF_SOME_VIEWS.get(other, ((view,),))[0])
        raise NoForm(messages.NO_SUCH_FORM.format(form, what, view, ", ".join(some), last))


def parts(session: Session, wanted: Wanted) -> Iterator[str | None]:
    """The view piece by piece, an empty one after some work, ``None`` after more; NoForm at once if none."""
    if wanted.view == SOURCE and wanted.form in _OF_STACK_LINES and stack_lines.has_any(session):
        return _stack_lines(session, wanted)
    check(wanted.view, wanted.form, read=True)
    if wanted.view == SOURCE and wanted.form == "json" and not session.profile.has_lines:
        raise NoForm(messages.NO_LINES_FOR_JSON)
    if wanted.view in TREES:
        return _tree(session, wanted)
    if wanted.view == IMPORTS:
        return _imports(session, wanted)
    if wanted.view == OVERVIEW:
        return _overview(session, wanted.form)
    return _table(session, wanted)


def _table(session: Session, wanted: Wanted) -> Iterator[str]:
    rows = wanted.rows
    if wanted.form == "json":
        with_calls, head = wanted.view == CALLS, json_shape.head(session)
        yield from json_form.document(session.profile, rows, with_calls, head, session.names)
    elif wanted.form == "csv":
        yield from tables.csv_text(session, rows)
    elif wanted.form == "markdown":
        yield from (cleaned(line) + "\n" for line in tables.markdown(session, rows))
    else:
        lines = tables.text(session, rows, wanted.view)
        yield from ("" if line is None else cleaned(line) + "\n" for line in lines)


def _stack_lines(session: Session, wanted: Wanted) -> Iterator[str]:
    if wanted.form == "json":
        return stack_lines.document(session, wanted.rows, json_shape.head(session))
    if wanted.form == "csv":
        return stack_lines.csv_text(session, wanted.rows)
    return (cleaned(line) + "\n" for line in stack_lines.markdown(session, wanted.rows))


def _imports(session: Session, wanted: Wanted) -> Iterator[str | None]:
    from proftui.output import import_tree

    share = wanted.share if wanted.share is not None else LEAST_SHARE.get(wanted.form, 0.0)
    if wanted.form == "json":
        return import_tree.document(session, share, json_form.levels(wanted.depth))
    lines = import_tree.text(session, share, wanted.depth or 0)
    return (None if line is None else cleaned(line) + "\n" for line in lines)


def _overview(session: Session, form: str) -> Iterator[str | None]:
    if form == "json":
        return overview.document(session)
    lines = overview.markdown(session) if form == "markdown" else overview.text(session)
    return (None if line is None else cleaned(line) + "\n" for line in lines)


def _tree(session: Session, wanted: Wanted) -> Iterator[str | None]:
    profile = session.profile
    share = wanted.share if wanted.share is not None else LEAST_SHARE.get(wanted.form, 0.0)
    if wanted.form == "text":
        lines = tree_text.text(session, share, wanted.depth or 0, wanted.most)
        return (None if line is None else cleaned(line) + "\n" for line in lines)
    tree: CallTree | None = session.trees.tree
    if not profile.count and wanted.form == "json":
        tree = NoTree()
    elif tree is None or not profile.count:
        raise NoForm(no_tree(profile))
    if wanted.form == "svg" and isinstance(tree, GroupTree) and not tree.has_widths:
        raise NoForm(messages.NO_WIDTHS_TO_DRAW)
    if wanted.form == "svg":
        shape = shape_row.steps_in_words(session)
        return iter([svg.icicle_svg(tree, session.names, profile, wanted.root, shape=shape)])
    if isinstance(tree, FlowTree):
        # Programs get the whole path, with the exec that ran the program.
        tree = FlowTree(profile, plans=tree.plans)
    least = tree.total * share / 100
    roots = tops(tree, least)
    work = outlining(tree, roots, least, json_form.levels(wanted.depth), wanted.most)
    return json_form.tree_document(profile, roots, work, json_shape.head(session))
