"""What was made lately is kept, so that to go back takes no time."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def keep(kept: dict[Any, Any], key: object, made: object, most: int) -> None:
    """Keep something new under its key, and of all at most ``most``: what was kept first goes."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
    kept[key] = made
