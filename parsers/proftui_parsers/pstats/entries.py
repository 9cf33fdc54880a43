"""The entries of a ``.stats`` file: the quick way while it goes, value by value where it does not."""

from __future__ import annotations

from proftui_parsers.binary import CutOffError
from proftui_parsers.profile import ProfileError
from proftui_parsers.pstats.marshal_reader import MarshalReader
from proftui_parsers.pstats.table import Table
from proftui_parsers.pstats.usual_entries import WrongKindError, read_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGE = 1 << 21
"""Bytes from which on a file of an odd form is looked through before it is read."""


def read_table(pieces: list[bytes]) -> Iterator[Table]:
    """Read a ``.stats`` file, handing out the table now and then, and when it is whole.

    The pieces are taken out of the list, and freed if nobody else holds them.
    """
    reader = MarshalReader(pieces)
    code, _ = reader.tag()
    if code != 0x7B:
        raise ProfileError("is not a marshalled dict")
    table = Table(reader)
    try:
        unchecked = reader.length > _LARGE
        for inside in read_entries(table):
            if unchecked and table.is_odd():
                unchecked = False
                from proftui_parsers.pstats import marshal_tokens

                marshal_tokens.check(reader, int(inside))
            yield table
    except WrongKindError:
        _read_each(table)
    except CutOffError as cut:
        raise _cut_off(table, cut) from None
    yield table


def _read_each(table: Table) -> None:
    """Read value by value, which says best what is wrong, from where it was right."""
    from proftui_parsers.pstats.odd_entries import step

    inside = table.go_back()
    try:
        while inside or not table.reader.at_end_of_dict():
            inside = step(table, inside)
    except CutOffError as cut:
        raise _cut_off(table, cut) from None


def _cut_off(table: Table, cut: CutOffError) -> ProfileError:
    return ProfileError(f"{cut} inside the entry of function {len(table.ends) + 1:,}")
