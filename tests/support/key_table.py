"""The README's key table: ``python -m tests.support.key_table`` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

from proftui import messages
from proftui.frame.keys import KEYS

README = Path(__file__).parents[2] / "README.md"
BETWEEN = re.compile(r"(<!-- keys: .*? -->\n).*?(<!-- end of keys -->)", re.S)


def markdown_table() -> str:
    """The key table of the README."""
    rows = ["| area | key | what it does |", "|---|---|---|"]
    rows += [f"| {messages.AREAS[key.area]} | {_code(key.shown)} | {key.help} |" for key in KEYS]
    return "\n".join(rows) + "\n"


def _code(shown: str) -> str:
    return " ".join(f"`{part}`" for part in shown.split(" "))


def with_keys(text: str) -> str:
    return BETWEEN.sub(lambda found: found.group(1) + markdown_table() + found.group(2), text)


if __name__ == "__main__":
    README.write_text(with_keys(README.read_text(encoding="utf-8")), encoding="utf-8")
