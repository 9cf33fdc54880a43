"""The command line: what is asked for, and whether to draw it or to print it."""

from __future__ import annotations

import gc
import os
import sys

from proftui.cli.options import TEXT_ROWS, Asked
from proftui.drawing.safe_text import clean
from proftui.state.loading import Refused
from proftui_parsers import ProfileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proftui.analysis.order import Order
    from proftui.screens.explorer.screen import ExplorerScreen
    from proftui.screens.file_picker import Picker
    from proftui.screens.loading import Load
    from proftui.startup.opening import Opening
    from proftui.state.loading import Loader, Tell
    from proftui.state.session import Options
    from proftui_parsers import Profile

FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 130
_LITTLE_MEMORY = 1 << 20
_FULL_PROGRAM = 58 << 20
"""What it takes of address space, together with its thread."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run; the exit status: 0, 2 for bad input, 1 for a fault of proftui itself."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        return run(asked(arguments))
    except (Refused, ProfileError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _drop_output()
        return 0
    except Exception as error:
        if "--debug" in arguments:
            raise
        if _is_want_of_memory(error):
            status = _complain("there is not enough memory for this")
            if argv is None:
                # Without memory interpreters crash while they take themselves down.
                os._exit(status)
            return status
        # A traceback would show text from the profile uncleaned.
        return _complain(f"failed with {type(error).__name__}{_place(error)}; --debug shows more", FAULT)


def asked(arguments: Sequence[str]) -> Asked:
    """The command line taken apart.

    Raises:
        Refused: there is something in it that is not understood.
    """
    found = Asked()
    if any(word.startswith("-") for word in arguments):
        from proftui.cli.arguments import parser

        parser().parse_args(arguments, namespace=found)
    else:
        found.files = list(arguments)
    return found


def _is_want_of_memory(error: Exception) -> bool:
    """Whether memory has run out, as said by Python, the interpreter itself, or the loader of libraries."""
    if isinstance(error, MemoryError | SystemError) or "failed to map" in str(error):
        return True
    try:
        bytes(_LITTLE_MEMORY)
    except MemoryError:
        # Then what failed, whatever it was, failed for that.
        return True
    return False


def _place(error: Exception) -> str:
    """Where it happened: of names, only our own."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace is not None else ""


def run(asked: Asked) -> int:
    """Do what was asked."""
    if asked.limit is not None and asked.limit < 0:
        raise Refused("--limit takes a number of rows, 0 for all")
    if asked.max_size < 0:
        raise Refused("--max-size takes a number of megabytes")
    if asked.min_share is not None and not 0 <= asked.min_share <= 100:
        raise Refused("--min-share takes a percentage from 0 to 100")
    check_places(asked)
    if asked.format:
        from proftui.output.forms import NoForm, check

        try:
            check(asked.view, asked.format)
        except NoForm as problem:
            raise Refused(str(problem)) from None
    if asked.demo and asked.files:
        raise Refused("--demo opens its own profile: leave out the file, or --demo")
    if asked.files.count("-") > 1:
        raise Refused("- is standard input, which can be read only once: name it once")
    printing = bool(asked.printing or asked.format or not _is_terminal(1))
    paths = demo_files() if asked.demo else list(asked.files)
    if not paths and (printing or not _is_terminal(0)):
        raise Refused("no file: name a profile, or try proftui --demo")
    if printing:
        from proftui.state.loading import Loader

        return show(asked, Loader(paths, asked.max_size << 20)())
    return explore(asked, paths)


def check_places(asked: Asked) -> None:
    """Take ``--source-root`` and ``--map`` apart; nothing is imported for those who give neither."""
    if not asked.source_root and not asked.map:
        return
    from proftui.analysis.source.locating import parse_map, parse_root

    option = "--map"
    try:
        asked.maps = [parse_map(text) for text in asked.map]
        option = "--source-root"
        for root in map(parse_root, asked.source_root):
            if not os.path.isdir(root):
                raise ValueError(f"takes a folder: {root} is none")
    except ValueError as error:
        raise Refused(f"{option} {error}") from None


def demo_files() -> list[str]:
    """The sample: a call profile and a line profile of one program, which lies beside them."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "demo")
    return [os.path.join(folder, name) for name in ("demo.stats", "demo.lprof")]


def order_of(asked: Asked, profile: Profile) -> Order:
    """The order asked for, or own time descending."""
    from proftui.analysis.order import Order, sort_column

    try:
        column = sort_column(asked.sort) if asked.sort is not None else "tottime"
    except ValueError as error:
        raise Refused(str(error)) from None
    if column == "ncalls" and not profile.has_calls:
        column = "hits"
    order = Order.usual(column)
    return order.reverse() if asked.reverse else order


def show(asked: Asked, profile: Profile) -> int:
    """Print the view."""
    from proftui.analysis.search.budget import TooSlow
    from proftui.analysis.search.terms import QueryError
    from proftui.drawing import capabilities as terminal
    from proftui.output import forms
    from proftui.state.session import Session

    session = Session(profile, order_of(asked, profile), asked.source_root, asked.maps)
    try:
        session.filter(asked.filter, 10.0)
    except QueryError as error:
        raise Refused(f"--filter: {error}") from None
    except TooSlow:
        raise Refused("--filter: the pattern is too slow") from None
    # Of each function that is printed, its own lines.
    session.whole_file = False
    form = asked.format or "text"
    encoding = getattr(sys.stdout, "encoding", None)
    plain = terminal.ascii_only() or not terminal.can_encode_glyphs(encoding)
    limit = asked.limit if asked.limit is not None else TEXT_ROWS if form == "text" else 0
    rows = list(session.rows[:limit] if limit else session.rows)

    wanted = forms.Wanted(asked.view, form, rows, asked.limit, asked.min_share, asked.strip_dirs)
    try:
        parts: Iterator[str] = filter(None, forms.parts(session, wanted))
    except forms.NoForm as problem:
        raise Refused(str(problem)) from None
    if plain and form in ("text", "markdown"):
        parts = map(terminal.glyphs_to_ascii, parts)
    _write(parts)
    return 0


def _write(parts: Iterator[str]) -> None:
    """To standard output, whatever its encoding; the pipe is flushed here so that errors show here."""
    out = sys.stdout
    if out is None:
        raise Refused("standard output is closed: there is nowhere to print to")
    reconfigure = getattr(out, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    try:
        for part in parts:
            out.write(part)
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _drop_output()
        raise Refused(f"cannot print: {error.strerror or 'the system gives no reason'}") from None


def _drop_output() -> None:
    """Nothing more may be written, not even at exit, when what waits in buffers is."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def explore(asked: Asked, paths: list[str]) -> int:
    """Open the explorer, or the picker where no file is named."""
    from proftui.drawing import capabilities as terminal
    from proftui.startup.opening import Opening
    from proftui.terminal import tty

    # No collection is worth its time before all is loaded.
    gc.disable()
    # How long an Esc waits for the rest of an arrow key, milliseconds; Textual reads it when imported.
    os.environ.setdefault("ESCDELAY", "25")
    plain, colours = terminal.ascii_only(), terminal.colour_mode()
    if plain and not sys.flags.utf8_mode:
        os.environ["PROFTUI_ASCII"] = "1"
    if colours == terminal.NO_COLOURS:
        # Textual's own widgets follow only this.
        os.environ["NO_COLOR"] = "1"
    else:
        # An empty one means nothing, but not to Textual.
        os.environ.pop("NO_COLOR", None)
    early = _loaded(asked, paths, None) if "-" in paths else None
    if not tty.own():
        raise Refused("there is no terminal to draw on: --print prints the view")
    opening = Opening(colours, plain)
    opening.begin()
    try:
        return _explore(asked, paths, opening, early)
    finally:
        opening.end()


def _explore(asked: Asked, paths: list[str], opening: Opening, early: tuple[Profile, Loader] | None) -> int:
    """Draw the first screen, load the rest, and run it.

    Raises:
        MemoryError: There is not enough for that; where it runs out during an import, Python may hang.
    """
    from proftui.background import memory
    from proftui.state.loading import GivenUp

    memory.need(_FULL_PROGRAM)
    if not paths:
        return _run(_picker(asked), asked, opening)
    try:
        # The profile has no name here: this goes on until the end, and the file may be read again.
        first = _explorer(asked, opening, *(early or _loaded(asked, paths, opening.tell)))
    except GivenUp:
        return INTERRUPTED
    return _run(first, asked, opening)


def _explorer(asked: Asked, opening: Opening, profile: Profile, loader: Loader) -> ExplorerScreen:
    """The explorer; the first screen is drawn before it is imported."""
    from proftui.background import memory

    memory.need(_FULL_PROGRAM)
    options = options_of(asked, profile)
    from proftui.state.session import Session

    session = Session(
        profile, options.order, options.source_roots, options.source_maps, strip_dirs=asked.strip_dirs
    )
    if asked.view == "functions" and not asked.filter and opening.is_possible:
        from proftui.startup.first_screen import FirstScreen
        from proftui.views.functions.rows import Look

        size = (opening.screenful.width, opening.screenful.height)
        opening.show(FirstScreen(session, Look(strip_dirs=asked.strip_dirs), size, opening.plain))
        opening.run(_prepare)
    from proftui.screens.explorer.screen import ExplorerScreen

    return ExplorerScreen(profile, options, loader, session=session, start=opening.handed_over())


def _prepare() -> None:
    """Import the full program."""


def _loaded(asked: Asked, paths: list[str], tell: Tell | None) -> tuple[Profile, Loader]:
    from proftui.state.loading import Loader

    loader = Loader(paths, asked.max_size << 20)
    return loader(tell), loader


def _picker(asked: Asked) -> Picker:
    """The profiles of the current folder to choose from."""
    from pathlib import Path

    from proftui.screens.explorer.screen import ExplorerScreen
    from proftui.screens.file_picker import Picker
    from proftui.state.loading import Loader

    def opened(profile: Profile, load: Load) -> ExplorerScreen:
        return ExplorerScreen(profile, options_of(asked, profile), load)

    return Picker(Path.cwd(), lambda path: Loader([path], asked.max_size << 20), opened)


def _run(first: ExplorerScreen | Picker, asked: Asked, opening: Opening) -> int:
    """Run the full program until its end."""
    from proftui.app.application import ProftuiApp

    app = ProftuiApp(
        first, colours=opening.colours, ascii_only=opening.plain, debug=asked.debug, opening=opening
    )
    gc.freeze()
    gc.enable()
    app.run()
    opening.end()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def options_of(asked: Asked, profile: Profile) -> Options:
    """What the command line chose for the first screen, checked."""
    from proftui.state.session import Options

    if asked.filter:
        from proftui.analysis.search.query import parse
        from proftui.analysis.search.terms import QueryError

        try:
            parse(asked.filter)
        except QueryError as error:
            raise Refused(f"--filter: {error}") from None
    return Options(
        order_of(asked, profile),
        asked.filter,
        asked.view,
        asked.strip_dirs,
        tuple(asked.source_root),
        tuple(asked.maps),
    )


def _complain(sentence: str, status: int = BAD_INPUT) -> int:
    """One sentence on standard error.

    What it needs is imported at the start: where memory has run out, nothing can be.
    """
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"proftui: {clean(sentence, 2000)}\n")
            sys.stderr.flush()
    except OSError:
        pass
    return status


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False
