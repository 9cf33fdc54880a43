"""The command line: what is asked for, and whether to draw it or to print it."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from proftui import __version__
from proftui_parsers import Profile, ProfileError, add, load

if TYPE_CHECKING:
    from proftui.analysis.order import Order
    from proftui.stage import Options

FAULT, BAD_INPUT = 1, 2
TEXT_ROWS = 30
FORMATS = ("text", "json", "csv", "markdown", "svg")
VIEWS = ("functions", "calls", "tree", "icicle", "source")


class Refused(Exception):
    """The command line asks for something that cannot be; one sentence."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        raise Refused(f"{message} (proftui --help shows what there is)")


def parser() -> Parser:
    """Everything that the command line understands."""
    made = Parser(
        prog="proftui",
        description="Explore a profile in the terminal: cProfile's .stats, line_profiler's .lprof.",
        epilog="Without a file it offers the profiles of the current folder. "
        "When standard output is not a terminal, the view is printed as text.",
        allow_abbrev=False,
    )
    made.add_argument(
        "files", nargs="*", metavar="FILE", help="profiles, added together; - is standard input"
    )
    made.add_argument("--demo", action="store_true", help="open a sample profile that comes with proftui")
    made.add_argument(
        "--view", choices=VIEWS, default="functions", help="the first view (default: functions)"
    )
    made.add_argument("--sort", metavar="COLUMN", help="pstats' sort words or a column (default: tottime)")
    made.add_argument("--reverse", action="store_true", help="the other way round")
    made.add_argument("--filter", metavar="TERMS", default="", help="as typed after / (see the README)")
    made.add_argument(
        "--limit",
        metavar="N",
        type=int,
        help="rows to print, levels of a tree; 0: all (default: text 30 rows, else all)",
    )
    made.add_argument(
        "--min-share",
        metavar="PERCENT",
        type=float,
        help="the least share of the run that a tree's nodes have (default: text 1, json 0.1)",
    )
    made.add_argument(
        "--print", action="store_true", dest="printing", help="print instead of opening the explorer"
    )
    made.add_argument("--format", choices=FORMATS, help="the form to print in; implies --print")
    made.add_argument("--strip-dirs", action="store_true", help="show file names without their folders")
    made.add_argument(
        "--source-root", metavar="DIR", action="append", default=[], help="look for source text here too"
    )
    made.add_argument(
        "--map",
        metavar="FROM=TO",
        action="append",
        default=[],
        help="look for recorded paths that begin with FROM in TO: --map /app=./src",
    )
    made.add_argument(
        "--max-size", metavar="MB", type=int, default=1024, help="refuse larger files (default: 1024)"
    )
    made.add_argument("--debug", action="store_true", help="show tracebacks of proftui's own faults")
    made.add_argument("--version", action="version", version=f"proftui {__version__}")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run; the exit status: 0, 2 for bad input, 1 for a fault of proftui itself."""
    debug = False
    try:
        asked = parser().parse_args(argv)
        debug = asked.debug
        return run(asked)
    except (Refused, ProfileError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _drop_output()
        return 0
    except Exception as error:
        if debug:
            raise
        # A traceback would show text from the profile uncleaned.
        return _complain(f"failed with {type(error).__name__}; --debug shows where", FAULT)


def run(asked: argparse.Namespace) -> int:
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
    printing = asked.printing or asked.format or not _is_terminal(1)
    paths = demo_files() if asked.demo else list(asked.files)
    if not paths:
        if printing or not _is_terminal(0):
            raise Refused("no file: name a profile, or try proftui --demo")
        return explore(asked, None)
    loader = Loader(paths, asked.max_size << 20, progress=not printing)
    profile = loader()
    return show(asked, profile) if printing else explore(asked, profile, loader)


def check_places(asked: argparse.Namespace) -> None:
    """Take ``--source-root`` and ``--map`` apart; nothing is imported for those who give neither."""
    if not asked.source_root and not asked.map:
        return
    from proftui.analysis.locating import parse_map, parse_root

    option = "--map"
    try:
        asked.map = [parse_map(text) for text in asked.map]
        option = "--source-root"
        for root in map(parse_root, asked.source_root):
            if not os.path.isdir(root):
                raise ValueError(f"takes a folder: {root} is none")
    except ValueError as error:
        raise Refused(f"{option} {error}") from None


def demo_files() -> list[str]:
    """The sample: a call profile and a line profile of one program, which lies beside them."""
    folder = Path(__file__).parent / "demo"
    return [str(folder / "demo.stats"), str(folder / "demo.lprof")]


class Loader:
    """Reads the files of the command line, and reads them again."""

    def __init__(self, paths: Sequence[str], max_bytes: int, progress: bool = False) -> None:
        self.paths = list(paths)
        self.max_bytes = max_bytes
        self.progress = progress
        self.once = "-" in self.paths
        self.loaded = False

    def __call__(self) -> Profile:
        """All files as one profile.

        Raises:
            Refused: a file is bad at the start; the sentence names it.
            ProfileError: it cannot be read again.
        """
        if self.loaded and self.once:
            raise ProfileError("came by standard input and cannot be read again")
        profiles = []
        for number, path in enumerate(self.paths, 1):
            note = Progress(path, number, len(self.paths)) if self.progress and not self.loaded else None
            try:
                profiles.append(load(path, max_bytes=self.max_bytes, progress=note))
            except ProfileError as error:
                if self.loaded:
                    raise
                raise Refused(f"{_shown(path)} {error}") from None
            finally:
                if note is not None:
                    note.clear()
        try:
            profile = profiles[0] if len(profiles) == 1 else add(profiles)
        except ProfileError as error:
            raise Refused(f"{', '.join(_shown(path) for path in self.paths)}: {error}") from None
        self.loaded = True
        gc.freeze()
        return profile


class Progress:
    """A line on the terminal while a large file is read."""

    AFTER = 0.15

    def __init__(self, path: str, number: int, of: int) -> None:
        self.path, self.number, self.of = path, number, of
        self.started = time.monotonic()
        self.drawn = False

    def __call__(self, part: float) -> None:
        """``part`` of the file is read, 0 to 1."""
        if time.monotonic() - self.started < self.AFTER or not _is_terminal(2):
            return
        from proftui import figures

        several = f"{self.number} of {self.of} files  " if self.of > 1 else ""
        bar = figures.bar(100 * part, 20)
        sys.stderr.write(f"\r reading {_shown(self.path)}  {several}{bar} {100 * part:3.0f} %\x1b[K")
        sys.stderr.flush()
        self.drawn = True

    def clear(self) -> None:
        """Leave no trace."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def order_of(asked: argparse.Namespace, profile: Profile) -> Order:
    """The order asked for, or own time descending."""
    from proftui.analysis.order import Order, sort_column

    try:
        column = sort_column(asked.sort) if asked.sort is not None else "tottime"
    except ValueError as error:
        raise Refused(str(error)) from None
    if column == "ncalls" and profile.format == "lprof":
        column = "hits"
    order = Order.usual(column)
    return order.reverse() if asked.reverse else order


def show(asked: argparse.Namespace, profile: Profile) -> int:
    """Print the view."""
    from proftui import terminal
    from proftui.analysis.budget import TooSlow
    from proftui.analysis.terms import QueryError
    from proftui.output import forms
    from proftui.session import Session

    session = Session(profile, order_of(asked, profile), asked.source_root, asked.map)
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
        parts = forms.parts(session, wanted)
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


def explore(
    asked: argparse.Namespace, profile: Profile | None, load_again: Callable[[], Profile] | None = None
) -> int:
    """Open the explorer, or the picker where there is no profile."""
    from proftui import terminal

    # How long an Esc waits for the rest of an arrow key, milliseconds; Textual reads it when imported.
    os.environ.setdefault("ESCDELAY", "25")
    options = options_of(asked, profile) if profile is not None else None
    if terminal.ascii_only() and not sys.flags.utf8_mode:
        os.environ["PROFTUI_ASCII"] = "1"
    if terminal.colour_mode() == terminal.NO_COLOURS:
        # Textual's own widgets follow only this.
        os.environ["NO_COLOR"] = "1"
    else:
        # An empty one means nothing, but not to Textual.
        os.environ.pop("NO_COLOR", None)
    from proftui.driver import own_the_terminal

    if not own_the_terminal():
        raise Refused("there is no terminal to draw on: --print prints the view")
    from proftui.app import ProftuiApp
    from proftui.explorer import Explorer
    from proftui.picker import Picker

    def opened(path: str) -> Explorer:
        loader = Loader([path], asked.max_size << 20)
        found = loader()
        return Explorer(found, options_of(asked, found), loader)

    if profile is None or options is None or load_again is None:
        first: Explorer | Picker = Picker(Path.cwd(), opened, Refused)
    else:
        first = Explorer(profile, options, load_again)
    app = ProftuiApp(
        first, colours=terminal.colour_mode(), ascii_only=terminal.ascii_only(), debug=asked.debug
    )
    app.run()
    if app.failure:
        sys.stderr.write(app.failure.rstrip() + "\n")
    return app.return_code or 0


def options_of(asked: argparse.Namespace, profile: Profile) -> Options:
    """What the command line chose for the first screen, checked before the terminal is taken over."""
    from proftui.analysis.query import parse
    from proftui.analysis.terms import QueryError
    from proftui.stage import Options

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
        tuple(asked.map),
    )


def _complain(sentence: str, status: int = BAD_INPUT) -> int:
    """One sentence on standard error."""
    from proftui.text import clean

    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"proftui: {clean(sentence, 2000)}\n")
    return status


def _shown(path: str) -> str:
    """A path in a sentence; what is wrong with it must not be pushed out of sight."""
    if path in ("-", ""):
        return "standard input" if path else "''"
    return path if len(path) <= 500 else f"…{path[-500:]}"


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False
