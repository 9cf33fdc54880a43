"""The options of the command line; loaded only for those who give any."""

from __future__ import annotations

import argparse
from typing import NoReturn

from proftui import __version__, messages
from proftui.cli.options import FORMATS
from proftui.state.loading import Refused
from proftui.state.view_names import FUNCTIONS, VIEWS


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raise Refused for what was asked."""
        raise Refused(messages.BAD_OPTION.format(message))


def parser() -> Parser:
    """Everything that the command line understands."""
    made = Parser(
        prog="proftui",
        description="Explore a profile in the terminal: cProfile's .stats, line_profiler's .lprof.",
        epilog="Of a folder, or without a file of the current one, it offers the profiles. "
        "When standard output is not a terminal, the view is printed as text.",
        allow_abbrev=False,
    )
    add = made.add_argument
    add("files", nargs="*", metavar="FILE", help="profiles, added together; - is standard input; or a folder")
    add("--demo", action="store_true", help="open a sample profile that comes with proftui")
    add("--view", choices=VIEWS, default=FUNCTIONS, help="the first view (default: functions)")
    add("--sort", metavar="COLUMN", help="pstats' sort words or a column (default: tottime)")
    add("--reverse", action="store_true", help="the other way round")
    add("--filter", metavar="TERMS", default="", help="as typed after / (see the README)")
    add(
        "--limit",
        metavar="N",
        type=int,
        help="rows to print, levels of a tree; 0: all (default: text 30 rows, else all)",
    )
    add(
        "--min-share",
        metavar="PERCENT",
        type=float,
        help="the least share of the run that a tree's nodes have (default: text 1, json 0.1)",
    )
    add("--print", action="store_true", dest="printing", help="print instead of opening the explorer")
    add("--format", choices=FORMATS, help="the form to print in; implies --print")
    add("--strip-dirs", action="store_true", help="show file names without their folders")
    add("--source-root", metavar="DIR", action="append", default=[], help="look for source text here too")
    add(
        "--map",
        metavar="FROM=TO",
        action="append",
        default=[],
        help="look for recorded paths that begin with FROM in TO: --map /app=./src",
    )
    add("--max-size", metavar="MB", type=int, default=1024, help="refuse larger files (default: 1024)")
    add("--debug", action="store_true", help="show tracebacks of proftui's own faults")
    add("--version", action="version", version=f"proftui {__version__}")
    return made
