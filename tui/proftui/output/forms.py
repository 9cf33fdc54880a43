"""One view in one form: what ``--format`` prints and ``w`` writes."""

from __future__ import annotations

from collections.abc import Iterator

from proftui import messages
from proftui.analysis.stacktree.stack_tree import StackTree
from proftui.drawing.safe_text import cleaned
from proftui.frame.sentences import no_tree
from proftui.output import import_tree, json_form, overview, stack_lines, svg, tables, trees
from proftui.output.comparison import comment, page, plain
from proftui.output.printed import NoForm, Wanted
from proftui.state.session import Session
from proftui.state.view_names import CALLS, FUNCTIONS, ICICLE, IMPORTS, OVERVIEW, SOURCE, TREES

FORMS = {"text": "txt", "json": "json", "csv": "csv", "markdown": "md", "svg": "svg"}
"""The forms, and how the names of their files end."""
_OF_SOME_VIEWS = {
    "csv": ((FUNCTIONS,), messages.PRINTS_FUNCTIONS),
    "svg": ((ICICLE,), messages.DRAWS_ICICLE),
}
"""Forms that few views have, and what they do."""


def check(view: str, form: str) -> None:
    """Raise :class:`NoForm` where a view has no such form, with those that it has."""
    if not has_form(view, form):
        *some, last = (other for other in FORMS if has_form(view, other))
        raise NoForm(messages.NO_SUCH_FORM.format(form, _OF_SOME_VIEWS[form][1], view, ", ".join(some), last))


def has_form(view: str, form: str) -> bool:
    """Whether a view can be had in a form."""
    return form not in _OF_SOME_VIEWS or view in _OF_SOME_VIEWS[form][0]


def parts(wanted: Wanted) -> Iterator[str]:
    """The view piece by piece, an empty one after some work; NoForm at once if there is none.

    Later, too, where a comparison has taken another shape meanwhile.
    """
    if wanted.compares:
        if wanted.comparison.causes is None:
            raise NoForm(messages.CAUSES_COMING)
        return _in_one_shape(wanted, _pieces(wanted))
    return (piece or "" for piece in _pieces(wanted))


def page_of(session: Session) -> str:
    """The overview as text, if it is known by now; else NoForm."""
    wanted = Wanted(session, OVERVIEW)
    if wanted.compares:
        return "".join(parts(wanted))
    if session.overview is None:
        raise NoForm(messages.FINDING_OVERVIEW_STILL)
    return "".join(f"{line}\n" for line in overview.lines(session))


def _in_one_shape(wanted: Wanted, pieces: Iterator[str | None]) -> Iterator[str]:
    begun = wanted.comparison
    for piece in pieces:
        yield piece or ""
        if wanted.comparison is not begun:
            raise NoForm(messages.WRITING_GIVEN_UP)


def _pieces(wanted: Wanted) -> Iterator[str | None]:
    form = wanted.form
    check(wanted.view, form)
    if form == "text":
        return _lines(_text(wanted))
    if form == "markdown":
        return _lines(_markdown(wanted))
    if form == "svg":
        return iter([_picture(wanted)])
    if form == "csv":
        return plain.csv_text(wanted) if wanted.compares else tables.csv_text(wanted)
    return _json(wanted)


def _lines(lines: Iterator[str | None]) -> Iterator[str | None]:
    return (None if line is None else cleaned(line) + "\n" for line in lines)


def _text(wanted: Wanted) -> Iterator[str | None]:
    if wanted.view in TREES:
        return trees.text(wanted)
    if wanted.view == IMPORTS:
        return import_tree.text(wanted)
    if wanted.view == OVERVIEW:
        return page.lines(wanted) if wanted.compares else overview.text(wanted.session)
    return tables.text(wanted)


def _markdown(wanted: Wanted) -> Iterator[str | None]:
    """Tables of functions, a comment on two sides; of all else the text, as code by its indent."""
    if wanted.compares and wanted.view in (FUNCTIONS, OVERVIEW):
        return comment.comment(wanted)
    if wanted.view == FUNCTIONS:
        return tables.markdown(wanted)
    return (line and f"    {line}" for line in _text(wanted))


def _json(wanted: Wanted) -> Iterator[str | None]:
    session, view, functions = wanted.session, wanted.view, wanted.functions
    if view in TREES:
        return trees.document(wanted)
    if view == IMPORTS:
        return import_tree.document(wanted)
    if view == OVERVIEW:
        return page.document(wanted) if wanted.compares else overview.document(session)
    if wanted.compares:
        return plain.document(wanted)
    if view == SOURCE and session.sources.stack_lines is not None:
        return stack_lines.document(session, functions)
    if view == SOURCE and not session.profile.has_lines:
        raise NoForm(messages.NO_LINES_FOR_JSON)
    return json_form.document(session, functions, view == CALLS)


def _picture(wanted: Wanted) -> str:
    session, tree = wanted.session, wanted.session.trees.tree
    if tree is None or not session.profile.count:
        raise NoForm(no_tree(session.profile))
    if isinstance(tree, StackTree) and not tree.has_widths:
        raise NoForm(messages.NO_WIDTHS_TO_DRAW)
    return svg.icicle_svg(session, tree, wanted.root)
