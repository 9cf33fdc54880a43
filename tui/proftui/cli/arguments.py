"""The options of the command line; loaded only for those who give any."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from proftui import __version__, messages
from proftui.analysis.shape.shape import GROUPS
from proftui.cli.options import FORMATS, Asked
from proftui.state.loading import Refused
from proftui.state.view_names import VIEWS

Number = TypeVar("Number", int, float)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Raise Refused for what was asked."""
        raise Refused(messages.BAD_OPTION.format(message))


def number(of: Callable[[str], Number], sentence: str, most: float = math.inf) -> Callable[[str], Number]:
    """What reads a number from 0 to ``most``; Refused, with the sentence, if it is none."""

    def read(text: str) -> Number:
        try:
            found = of(text)
        except ValueError:
            raise Refused(sentence) from None
        if not 0 <= found <= most:
            raise Refused(sentence)
        return found

    return read


def parser() -> Parser:
    """Everything that the command line understands; what it takes is as what :class:`Asked` has of it."""
    made = Parser(
        prog="proftui", description=messages.HELP_DESCRIPTION, epilog=messages.HELP_EPILOG, allow_abbrev=False
    )
    takes: dict[str, dict[str, Any]] = {
        "files": {"nargs": "*"},
        "view": {"choices": VIEWS},
        "format": {"choices": FORMATS},
        "by": {"choices": GROUPS},
        "limit": {"type": number(int, messages.BAD_LIMIT)},
        "min-share": {"type": number(float, messages.BAD_MIN_SHARE, most=100)},
        "report": {"type": number(int, messages.BAD_REPORT)},
        "max-size": {"type": number(int, messages.BAD_MAX_SIZE)},
    }
    for option, says in messages.OPTIONS.items():
        name, _, metavar = option.partition(" ")
        usual = vars(Asked())[name.replace("-", "_")]
        action = {bool: "store_true", list: "append"}.get(type(usual), "store")
        more = takes.get(name, {"action": action})
        if metavar:
            more["metavar"] = metavar
        flag = name if name == "files" else f"--{name}"
        made.add_argument(flag, default=usual, help=says, **more)
    made.add_argument("--version", action="version", version=f"proftui {__version__}")
    return made
