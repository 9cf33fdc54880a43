"""Profiles of Python programs, read safely: ``load(path)`` gives a :class:`Profile`.

Nothing in a file is imported, called or run, and only the standard library is needed.
"""

from __future__ import annotations

from proftui_parsers.detect import is_lprof, is_stats
from proftui_parsers.files import MAX_BYTES, read_bytes, read_pieces
from proftui_parsers.profile import (
    NOT_MEASURED,
    Edge,
    Edges,
    Function,
    LineTime,
    Profile,
    ProfileError,
    no_edges,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    Progress = Callable[[float], None]
    Parse = Callable[[bytes, str, Progress | None], Profile]

    class Format(Protocol):
        """A module that reads a format; ``matches`` says no to others, ``parse`` raises for broken ones."""

        def matches(self, head: bytes) -> bool:
            """Whether a file that begins like this is of the format, be it whole or broken."""

        def parse(self, data: bytes, path: str, progress: Progress | None = None) -> Profile:
            """The profile in the data; raises :class:`ProfileError` for what is broken."""


__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "NOT_MEASURED",
    "Edge",
    "Edges",
    "Function",
    "LineTime",
    "Profile",
    "ProfileError",
    "add",
    "load",
    "load_bytes",
    "no_edges",
    "read_bytes",
]

ENTRY_POINTS = "proftui.formats"
"""Where other packages announce their formats: an entry point to a module like those in ``FORMATS``."""
_HEAD = 4096


class _Stats:
    """Files of cProfile and its relatives; the reader is imported for the first of them."""

    matches = staticmethod(is_stats)

    @staticmethod
    def parse(data: bytes, path: str, progress: Progress | None = None) -> Profile:
        from proftui_parsers.pstats.reader import parse

        return parse(data, path, progress)


class _Lprof:
    """Files of line_profiler; the reader is imported for the first of them."""

    matches = staticmethod(is_lprof)

    @staticmethod
    def parse(data: bytes, path: str, progress: Progress | None = None) -> Profile:
        from proftui_parsers.lprof.reader import parse

        return parse(data, path, progress)


FORMATS: tuple[Format, ...] = (_Stats(), _Lprof())
"""The formats that are read, in the order in which they are asked."""


def add(profiles: Sequence[Profile], progress: Progress | None = None) -> Profile:
    """One profile of several; ``progress`` is told now and then how far a step of it is, 0.0 to 1.0.

    Profiles of calls are added up, figure by figure and in the order in which ``pstats.Stats(a, b, ...)``
    adds, so that sums agree to the last digit. Line times are added up too, and joined to the calls.

    Raises:
        ProfileError: There is nothing to add, or the profiles measure different things.
    """
    from proftui_parsers.combine.adding import add as added

    return added(profiles, progress)


def load(path: str, *, max_bytes: int = MAX_BYTES, progress: Progress | None = None) -> Profile:
    """Open a profile.

    Args:
        path: The file as the user named it; ``-`` is standard input.
        max_bytes: A larger file is refused.
        progress: Is told now and then which share of the file is read, from 0.0 to 1.0.

    Raises:
        ProfileError: The file cannot be read, or is no profile; one sentence that goes on after its name.
    """
    found: list[Parse] = []
    # What is no profile may be a gigabyte of something else.
    pieces = read_pieces(path, max_bytes, lambda data: found.append(_reader(data)))
    return _parsed(pieces, found[0], path, progress)


def load_bytes(data: bytes, path: str, *, progress: Progress | None = None) -> Profile:
    """The profile in these bytes; ``path`` is only remembered.

    Raises:
        ProfileError: The data is no profile; one sentence that goes on after the file's name.
    """
    if not data:
        raise ProfileError("is empty: the program that should have written it was stopped too early")
    return _parsed([data], _reader(data), path, progress)


def _parsed(pieces: list[bytes], parse: Parse, path: str, progress: Progress | None) -> Profile:
    """The profile in the data; pieces of it can be freed before all is read."""
    if is_stats(pieces[0][:_HEAD]):
        from proftui_parsers.pstats.reader import parse_pieces

        return parse_pieces(pieces, path, progress)
    data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    pieces.clear()
    return parse(data, path, progress)


def _reader(data: bytes) -> Parse:
    """What reads a file that begins like this.

    Raises:
        ProfileError: Nothing does.
    """
    head = data[:_HEAD]
    for known in FORMATS:
        if known.matches(head):
            return known.parse
    for name, plugin in _plugins():
        if _matches(plugin, head):
            return _guarded(name, plugin)
    # Imported late: a good file never needs it, and every millisecond before the first screen counts.
    from proftui_parsers.foreign import describe

    raise ProfileError(describe(data))


def _plugins() -> Iterator[tuple[str, object]]:
    """The formats of other packages that can be imported."""
    from importlib.metadata import entry_points

    # Somebody else's broken package is no reason why our own answer should not be given.
    try:
        points = list(entry_points(group=ENTRY_POINTS))
    except Exception:
        return
    for point in points:
        try:
            yield point.name, point.load()
        except Exception:
            continue


def _matches(plugin: object, head: bytes) -> bool:
    """Whether another package reads such a file; one that fails to say so does not."""
    try:
        return bool(plugin.matches(head))  # type: ignore[attr-defined]
    except Exception:
        return False


def _guarded(name: str, plugin: object) -> Parse:
    """What reads a file as another package does, which may fail in any way."""

    def parse(data: bytes, path: str, progress: Progress | None) -> Profile:
        try:
            profile = plugin.parse(data, path)  # type: ignore[attr-defined]
        except ProfileError:
            raise
        except Exception as problem:
            raise ProfileError(
                f"cannot be read: the format {name} failed with {type(problem).__name__}"
            ) from problem
        if not isinstance(profile, Profile):
            raise ProfileError(f"cannot be read: the format {name} gives no profile")
        return profile

    return parse
