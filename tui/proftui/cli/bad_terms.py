"""What is said where an option has terms of a filter that are none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from proftui.analysis.search.terms import QueryError
from proftui.frame import sentences
from proftui.state.loading import Refused


@contextmanager
def refusing(option: str) -> Iterator[None]:
    """Refused, with the option, where terms are bad."""
    try:
        yield
    except QueryError as error:
        raise Refused(f"{option}: {sentences.wrong_term(error)}") from None
