"""The explorer, from the command line on: the first screen, then the full program."""

from __future__ import annotations

import gc
import os
import sys

from proftui import messages
from proftui.background import memory
from proftui.cli.choice import loader_of
from proftui.cli.options import Asked, order_of, session_of, take_shape
from proftui.drawing import capabilities
from proftui.startup.first_screen import FirstScreen
from proftui.startup.opening import Opening
from proftui.state.loading import Loader, Refused, shown
from proftui.state.session import Options, Session, figures_of
from proftui.state.view_names import FUNCTIONS
from proftui.terminal import tty
from proftui.views.functions.rows import Look
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from proftui.analysis.compare.side import Side
    from proftui.background.pieces import Pieces
    from proftui.screens.explorer.screen import ExplorerScreen
    from proftui.screens.file_picker import Picker
    from proftui.screens.loading import Load
    from proftui.state.figures import Figures
    from proftui.state.loading import Tell
    from proftui_parsers import Profile

_NUMBERS = (
    *("ESCDELAY", "COLUMNS", "LINES"),
    *(f"TEXTUAL_{name}" for name in ("FPS", "SLOW_THRESHOLD", "DIM_FACTOR", "SCREENSHOT")),
)
"""Settings of the environment that are numbers."""
_NOT_OURS = ("TEXTUAL_COLOR_SYSTEM", "TEXTUAL_LOG")
"""What fails where it names nothing, and changes nothing here."""
_FULL_PROGRAM = 58 << 20
"""What it takes of address space, together with its thread."""


def explore(asked: Asked, paths: list[str], folder: str = "") -> int:
    """Open the explorer, or the picker of a folder; the exit status.

    Refused if there is no terminal, or files or options are bad; GivenUp if the user did not wait for a file.
    """
    # No collection is worth its time before all is loaded.
    gc.disable()
    plain, colours = capabilities.ascii_only(), capabilities.colour_mode()
    _set_environment(plain, colours)
    loader = loader_of(asked, [] if folder or asked.base else paths)
    early = loader() if loader.once else None
    # Standard input is read before the terminal is ours.
    sides = _sides(asked) if asked.base and "-" in (*asked.base, *paths) else None
    if not tty.own():
        raise Refused(messages.NO_TERMINAL)
    opening = Opening(colours, plain)
    opening.begin()
    try:
        if asked.base:
            memory.need(_FULL_PROGRAM)
            return _run(_on_two(asked, opening, *(sides or _sides(asked, opening.tell))), asked, opening)
        return _explore(asked, opening, loader, early, folder)
    finally:
        opening.rest()
        opening.terminal.leave()


def _set_environment(plain: bool, colours: str) -> None:
    """Say to what is imported later, and is told by the environment, what the terminal can."""
    # How long an Esc waits for the rest of an arrow key, milliseconds; Textual reads it when imported.
    os.environ.setdefault("ESCDELAY", "25")
    for name in (*_NUMBERS, *_NOT_OURS):
        # Textual and Rich fail where it is none, or too large to reckon with.
        if name in _NOT_OURS or not tty.number(name):
            os.environ.pop(name, None)
    if plain and not sys.flags.utf8_mode:
        os.environ["PROFTUI_ASCII"] = "1"
    if colours == capabilities.NO_COLOURS:
        # Textual's own widgets follow only this.
        os.environ["NO_COLOR"] = "1"
    else:
        # An empty one means nothing, but not to Textual.
        os.environ.pop("NO_COLOR", None)


def _explore(asked: Asked, opening: Opening, loader: Loader, early: Profile | None, folder: str) -> int:
    """Draw the first screen, load the rest, and run it."""
    # Now, as Python may hang where memory runs out during an import.
    memory.need(_FULL_PROGRAM)
    if folder:
        return _run(_picker(asked, folder), asked, opening)
    # The profile has no name here: this goes on until the end, and the file may be read again.
    first = _on_one(asked, opening, loader(opening.tell) if early is None else early, loader)
    return _run(first, asked, opening)


def _on_one(asked: Asked, opening: Opening, profile: Profile, loader: Loader) -> ExplorerScreen:
    """The explorer on a profile; Refused if nothing is left of it."""
    options = options_of(asked, profile)
    session = _session(asked, profile, finish=_waiting(opening, loader))
    return _explorer(opening, options, loader, session)


def _sides(asked: Asked, tell: Tell | None = None) -> tuple[Side, Side, Loader]:
    """Both sides of a comparison, read; and what reads the run again that stands for the new one."""
    from proftui.cli.sides import runs_of, sides_of

    base, new = runs_of(asked)
    before, after = sides_of(base, new, tell)
    return before, after, new.loaders[after.median]


def _on_two(asked: Asked, opening: Opening, base: Side, new: Side, loader: Loader) -> ExplorerScreen:
    """The explorer on two sides; Refused if nothing is left of the new one."""
    from proftui.analysis.compare.comparison import find_few_causes
    from proftui.cli.sides import same_of
    from proftui.frame.compare_head import sides_named
    from proftui.state.comparing import comparing_session

    options = options_of(asked, new.profile)
    # Its rows are sorted once the comparison is left.
    alone = _session(asked, new.profile, figures_of(new.profile), _waiting(opening, loader))
    work = comparing_session(alone, base, new, tuple(same_of(asked, base, new)))
    sides = messages.SIDES.format(*sides_named(base.paths, new.paths))
    session = opening.work(work, sides, messages.COMPARING)
    alone.shapes.of_both()
    find_few_causes(session.both.now)
    return _explorer(opening, options, loader, session)


def _explorer(opening: Opening, options: Options, loader: Loader, session: Session) -> ExplorerScreen:
    """The explorer; its first screen, if it is one of Functions as they are, is drawn before the import."""
    memory.need(_FULL_PROGRAM)
    is_whole = session.shaped is None and not session.shapes.now.steps
    shows_all = options.view == FUNCTIONS and not options.filter and is_whole
    if shows_all and opening.ink is not None:
        look = Look(strip_dirs=session.strip_dirs)
        opening.show(FirstScreen(session, look, opening.screenful.size, opening.plain))
        opening.run(_prepare)
    from proftui.screens.explorer.screen import ExplorerScreen

    return ExplorerScreen(session, options, loader, opening.handed_over())


def _waiting(opening: Opening, loader: Loader) -> Callable[[Pieces[None]], None]:
    """What works out what is left, and can be given up."""
    return lambda pieces: opening.work(pieces, shown(loader.paths[0]), messages.LEAVING_OUT)


def _session(
    asked: Asked,
    profile: Profile,
    figures: Figures | None = None,
    finish: Callable[[Pieces[None]], None] | None = None,
) -> Session:
    """How the profile is looked at first; Refused if nothing is left of it.

    ``figures``: those of a session whose rows nobody looks at; ``finish``: does what shapes need.
    """
    session = session_of(asked, profile, order_of(asked, profile), figures)
    take_shape(asked, session, finish)
    return session


def _prepare() -> None:
    """Import the full program."""
    import proftui.app.application
    import proftui.screens.explorer.screen  # noqa: F401 - for its being there


def _picker(asked: Asked, folder: str) -> Picker:
    """The profiles of a folder to choose from."""
    from pathlib import Path

    from proftui.screens.explorer.screen import ExplorerScreen
    from proftui.screens.file_picker import Picker

    def opened(profile: Profile, load: Load) -> ExplorerScreen:
        options = options_of(asked, profile)
        return ExplorerScreen(_session(asked, profile), options, load)

    return Picker(Path(folder), lambda path: loader_of(asked, [path]), opened)


def _run(first: ExplorerScreen | Picker, asked: Asked, opening: Opening) -> int:
    """Run the full program until its end."""
    from proftui.app.application import ProftuiApp

    app = ProftuiApp(
        first, colours=opening.colours, ascii_only=opening.plain, debug=asked.debug, opening=opening
    )
    gc.freeze()
    gc.enable()
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def options_of(asked: Asked, profile: Profile) -> Options:
    """What the command line chose for the first screen; Refused if the filter is none."""
    if asked.filter:
        from proftui.analysis.search.query import parse
        from proftui.cli.bad_terms import refusing

        with refusing("--filter"):
            parse(asked.filter, profile).check(compares=bool(asked.base))
    return Options(asked.filter, asked.view, asked.watch)
