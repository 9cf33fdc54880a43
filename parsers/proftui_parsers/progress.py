"""Who is told how far the reading of a file is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[float], None]
    """Is given the share that is done, 0.0 to 1.0, now and then; may raise, to give up."""
