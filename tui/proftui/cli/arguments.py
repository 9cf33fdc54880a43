"""The options of the command line; loaded only for those who give any."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn, TypeVar

from proftui import __version__, messages
from proftui.analysis.shape.shape import GROUPS
from proftui.cli.options import FORMATS
from proftui.state.loading import Refused
from proftui.state.view_names import FUNCTIONS, VIEWS

Number = TypeVar("Number", int, float)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raise Refused for what was asked."""
        raise Refused(messages.BAD_OPTION.format(message))


def number(of: Callable[[str], Number], sentence: str) -> Callable[[str], Number]:
    """What reads a number; Refused, with the sentence, if it is none."""

    def read(text: str) -> Number:
        try:
            return of(text)
        except ValueError:
            raise Refused(sentence) from None

    return read


def parser() -> Parser:
    """Everything that the command line understands."""
    made = Parser(
        prog="proftui",
        description=messages.HELP_DESCRIPTION,
        epilog=messages.HELP_EPILOG,
        allow_abbrev=False,
    )
    says, add = messages.OPTIONS, made.add_argument
    add("files", nargs="*", metavar="FILE", help=says["files"])
    add("--demo", action="store_true", help=says["demo"])
    add("--view", choices=VIEWS, default=FUNCTIONS, help=says["view"])
    add("--sort", metavar="COLUMN", help=says["sort"])
    add("--reverse", action="store_true", help=says["reverse"])
    add("--filter", metavar="TERMS", default="", help=says["filter"])
    add("--limit", metavar="N", type=number(int, messages.BAD_LIMIT), help=says["limit"])
    add("--min-share", metavar="PERCENT", type=number(float, messages.BAD_MIN_SHARE), help=says["min-share"])
    add("--print", action="store_true", dest="printing", help=says["print"])
    add("--format", choices=FORMATS, help=says["format"])
    add("--estimate", action="store_true", help=says["estimate"])
    add("--my-code", action="store_true", help=says["my-code"])
    add("--mine", metavar="PATTERN", action="append", default=[], help=says["mine"])
    add("--not-mine", metavar="PATTERN", action="append", default=[], help=says["not-mine"])
    add("--hide", metavar="TERMS", action="append", default=[], help=says["hide"])
    add("--focus", metavar="FUNC", action="append", default=[], help=says["focus"])
    add("--by", choices=GROUPS, default="", help=says["by"])
    add("--base", metavar="OLD", action="append", default=[], help=says["base"])
    add("--parts", action="store_true", help=says["parts"])
    add("--same", metavar="OLD=NEW", action="append", default=[], help=says["same"])
    add("--fail-over", metavar="LIMIT", action="append", default=[], help=says["fail-over"])
    add("--measure", metavar="KEY", default="", help=says["measure"])
    add("--threads", metavar="PATTERN", default="", help=says["threads"])
    add("--interval", metavar="TIME", default="", help=says["interval"])
    add("--strip-dirs", action="store_true", help=says["strip-dirs"])
    add("--source-root", metavar="DIR", action="append", default=[], help=says["source-root"])
    add("--map", metavar="FROM=TO", action="append", default=[], help=says["map"])
    size = number(int, messages.BAD_MAX_SIZE)
    add("--max-size", metavar="MB", type=size, default=1024, help=says["max-size"])
    add("--watch", action="store_true", help=says["watch"])
    add("--keep-going", action="store_true", help=says["keep-going"])
    add("--debug", action="store_true", help=says["debug"])
    add("--version", action="version", version=f"proftui {__version__}")
    return made
