"""What the command line asked for, and whether it can be done; nothing is imported for what was not asked."""

from __future__ import annotations

import os

from proftui import messages
from proftui.drawing.safe_text import clean
from proftui.state.loading import Refused
from proftui.state.settings import Settings
from proftui.state.view_names import FUNCTIONS, OVERVIEW, SOURCE
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.analysis.order import Order
    from proftui.background.pieces import Pieces
    from proftui.state.figures import Figures
    from proftui.state.session import Session
    from proftui_parsers import Profile

STACK_FORMS = ("collapsed", "speedscope")
CONVERSIONS = (*STACK_FORMS, "pstats")
"""Forms for other programs, of the whole profile."""
FORMATS = ("text", "json", "csv", "markdown", "svg", *CONVERSIONS)

_OF_TABLES = "--filter --sort --reverse --limit --min-share"
"""Options that say what of a table or tree is printed, and in which order."""


class Asked:
    """The options, each as it is when it is not given; the parser fills in what is."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.demo = False
        self.view = FUNCTIONS
        self.sort: str | None = None
        self.reverse = False
        self.filter = ""
        self.limit: int | None = None
        self.min_share: float | None = None
        self.print = False
        self.format: str | None = None
        self.estimate = False
        self.my_code = False
        self.mine: list[str] = []
        self.not_mine: list[str] = []
        self.hide: list[str] = []
        self.by = ""
        self.focus: list[str] = []
        self.base: list[str] = []
        self.after_base: list[str] = []
        """The files that follow ``--base`` and its one file at once."""
        self.parts = False
        self.same: list[str] = []
        self.fail_over: list[str] = []
        self.measure = self.threads = self.interval = ""
        self.report: int | None = None
        self.strip_dirs = False
        self.source_root: list[str] = []
        self.map: list[str] = []
        self.maps: list[tuple[str, str]] = []
        """``map``, each taken apart."""
        self.max_size = 1024
        self.watch = False
        self.keep_going = False
        self.debug = False


def check(asked: Asked) -> None:
    """See that it can be done; Refused if not."""
    for is_wrong, sentence in (
        (asked.by and asked.view == SOURCE, messages.NEEDS_FUNCTIONS.format(asked.view, asked.by)),
        (asked.estimate and asked.format not in STACK_FORMS, messages.ESTIMATE_OF_STACKS),
        (asked.demo and asked.files, messages.DEMO_AND_FILE),
        (asked.demo and asked.base, messages.DEMO_AND_BASE),
        (asked.same and not asked.base, messages.NEEDS_BASE.format("--same")),
        (asked.fail_over and not asked.base, messages.NEEDS_BASE.format("--fail-over")),
        (asked.watch and "-" in asked.files, messages.WATCHES_FILES),
        ((asked.base + asked.files).count("-") > 1, messages.STDIN_ONCE),
    ):
        if is_wrong:
            raise Refused(sentence)
    check_sources(asked)
    settings_of(asked)
    if asked.format in CONVERSIONS:
        given = _given(asked, f"--view {_OF_TABLES} --my-code --hide --focus --by --strip-dirs")
        if given:
            raise Refused(messages.CONVERTS_ALL.format(asked.format, given))
    elif asked.format:
        from proftui.output.forms import check as check_form

        check_form(asked.view, asked.format)
    _check_base(asked)


def _given(asked: Asked, options: str) -> str:
    """Which of these options are not as they are when nothing is asked for."""
    now, usual = vars(asked), vars(Asked())
    names = ((option, option.lstrip("-").replace("-", "_")) for option in options.split())
    return ", ".join(option for option, name in names if now[name] != usual[name])


def _check_base(asked: Asked) -> None:
    """See that no shell spread a pattern after ``--base`` over both sides; Refused if one did.

    It did where files of the base's folder follow it, and files of other folders are on the new side too.
    """
    folder = os.path.dirname(asked.base[0]) if len(asked.base) == 1 else ""
    beside = [file for file in asked.after_base if os.path.dirname(file) == folder]
    if folder and beside and any(os.path.dirname(file) != folder for file in asked.files):
        pattern = os.path.join(folder, "*" + os.path.splitext(asked.base[0])[1])
        raise Refused(messages.BASE_WAS_SPREAD.format(clean(beside[0]), clean(pattern)))


def check_printed(asked: Asked) -> None:
    """See that what is asked for of a view is obeyed where it is printed; Refused if not."""
    if asked.view == OVERVIEW and asked.by:
        raise Refused(messages.NEEDS_FUNCTIONS.format(asked.view, asked.by))
    if asked.view == OVERVIEW and (given := _given(asked, _OF_TABLES)):
        raise Refused(messages.ONE_PAGE.format(given))


def check_sources(asked: Asked) -> None:
    """Take ``--source-root`` and ``--map`` apart; Refused if one of them names nothing."""
    if not asked.source_root and not asked.map:
        return
    from proftui.state.project_file import parse_map, parse_root

    option = "--map"
    try:
        asked.maps = [parse_map(text) for text in asked.map]
        option = "--source-root"
        for root in map(parse_root, asked.source_root):
            if not os.path.isdir(root):
                raise ValueError(messages.NOT_A_FOLDER.format(root))
    except ValueError as error:
        raise Refused(f"{option} {error}") from None


def settings_of(asked: Asked) -> Settings:
    """What it says of the user's code; Refused if a pattern is none."""
    settings = Settings(asked.mine, asked.not_mine)
    for option, given in (("--mine", Settings(asked.mine)), ("--not-mine", settings)):
        try:
            _ = given.asked
        except ValueError as problem:
            raise Refused(f"{option} {problem}") from None
    return settings


def folder_of(paths: list[str]) -> str:
    """The folder whose profiles are to be offered; empty: there are files to open."""
    if not paths:
        return "."
    is_folder = len(paths) == 1 and paths[0] != "-" and os.path.isdir(paths[0])
    return paths[0] if is_folder else ""


def session_of(asked: Asked, profile: Profile, order: Order, figures: Figures | None = None) -> Session:
    """A session on a profile, without a shape; ``figures``: as of the session."""
    from proftui.state.session import Session

    return Session(
        profile,
        order,
        asked.source_root,
        asked.maps,
        strip_dirs=asked.strip_dirs,
        settings=settings_of(asked),
        figures=figures,
    )


def take_shape(asked: Asked, session: Session, finish: Callable[[Pieces[None]], None] | None = None) -> None:
    """Hide, focus and group; Refused if terms are bad or match nothing, or nothing would be left.

    ``finish``: does all pieces of what takes long, at once if it is ``None``.
    """
    has_steps = asked.my_code or asked.hide or asked.focus or asked.by
    if not has_steps and not asked.mine and not asked.not_mine:
        return
    note_rules(session)
    if not has_steps:
        session.mark_mine()
        return
    from proftui.analysis.search.query import parse
    from proftui.analysis.shape.hiding import hidden_by
    from proftui.analysis.shape.shape import MINE, TERMS, Shape, Step
    from proftui.background.pieces import finished
    from proftui.cli.bad_terms import refusing
    from proftui.frame.shape_row import path_in_words

    sides = [(session.names, session.not_mine, session.read.count)]
    if (base := session.side.base) is not None:
        sides.insert(0, (base.names, base.not_mine, base.profile.count))
    steps = [MINE] if asked.my_code else []
    for text in asked.hide:
        step = Step(TERMS, text)
        with refusing("--hide"):
            parse(text, session.recorded)
            hides = [any(hidden_by(Shape((step,)), names, not_mine)) for names, not_mine, _ in sides]
        if not any(hides):
            raise Refused(messages.HIDES_NOTHING.format(text))
        steps.append(step)
    shape = session.shapes.now._replace(steps=tuple(dict.fromkeys(steps)))
    for names, not_mine, count in sides:
        gone = hidden_by(shape, names, not_mine)
        if count and all(gone[:count]):
            raise Refused(messages.NOTHING_IS_LEFT.format(count))
        if asked.by and all(gone[index] or names.is_builtin(index) for index in range(count)):
            raise Refused(messages.NO_GROUPS)
    if asked.focus:
        from proftui.cli.focus import focus_steps

        steps += focus_steps(asked.focus, session, hidden_by(shape, session.names, session.not_mine))
        shape = shape._replace(steps=tuple(dict.fromkeys(steps)))
    shape = shape.grouped(asked.by)
    (finish or finished)(session.shaping.making(shape))
    session.shapes.take(shape, None)
    for step in session.drop_gone():
        raise Refused(messages.FOCUS_IS_BESIDE.format(path_in_words(session, step)))
    if session.side.lacks(shape):
        raise Refused(f"--focus: {messages.NOT_THERE_BEFORE}")
    session.reshape()


def note_rules(session: Session) -> None:
    """Note the patterns of the command line that are about no function of the profile."""
    if not session.settings.asked:
        return
    from proftui.analysis.mine_rules import matching

    profile, names = session.recorded, session.names
    files = {file for i, file in enumerate(profile.files[: profile.count]) if not names.has_no_file(i)}
    for rule in session.settings.asked:
        if not any(map(matching(rule, names.files), files)):
            option = "--mine" if rule.is_mine else "--not-mine"
            session.settings.noted.append(messages.NO_FUNCTION_IN.format(option, rule.pattern))


def order_of(asked: Asked, profile: Profile) -> Order:
    """The order asked for, or own figures descending; Refused if there is no such column."""
    from proftui.analysis.order import Order
    from proftui.cli.sorting import column_in, sort_column

    word = "tottime" if asked.sort is None else asked.sort
    column = column_in(profile, sort_column(word))
    if column is None:
        from proftui.analysis.columns import words_of

        raise Refused(messages.NO_COLUMN_HERE.format(word, ", ".join(words_of(profile))))
    order = Order.usual(column)
    return order.reverse() if asked.reverse else order
