"""The tables of ``docs/`` that the program makes: ``python -m tests.support.made_tables`` writes them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from proftui import messages
from proftui.cli.arguments import parser
from proftui.frame.keys import KEYS

DOCS = Path(__file__).parents[2] / "docs"


def keys() -> str:
    """What each key does."""
    rows = ["| area | key | what it does |", "|---|---|---|"]
    rows += [f"| {messages.AREAS[key.area]} | {_code(key.shown)} | {key.help} |" for key in KEYS]
    return "\n".join(rows) + "\n"


def _code(shown: str) -> str:
    return " ".join(f"`{part}`" for part in shown.split(" "))


def options() -> str:
    """What each option of the command line does."""
    rows = ["| option | what it does |", "|---|---|"]
    rows += [f"| `{_written(action)}` | {action.help} |" for action in parser()._actions]
    return "\n".join(rows) + "\n"


def _written(action: argparse.Action) -> str:
    """As it is typed, with what it takes."""
    takes = action.metavar or ("|".join(action.choices) if action.choices else "")
    return " ".join([*action.option_strings[-1:], str(takes)]).strip().replace("|", r"\|")


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "keys": ("keys.md", keys),
    "options": ("command-line.md", options),
}
"""By the comment that they stand behind: the page, and what makes the table."""


def with_table(name: str, text: str) -> str:
    """The page with the table as the program has it now."""
    between = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.S)
    made = TABLES[name][1]()
    return between.sub(lambda found: found.group(1) + made + found.group(2), text)


def main() -> None:
    """Write all of them."""
    for name, (page, _) in TABLES.items():
        path = DOCS / page
        path.write_text(with_table(name, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
