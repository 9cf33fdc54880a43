"""What is wrong with a filter."""

from __future__ import annotations


class QueryError(ValueError):
    """A filter that is not valid; the text names the term and says why: ``foo(  missing )``."""

    def __init__(self, term: str, reason: str) -> None:
        super().__init__(f"{term}  {reason}")
        self.term, self.reason = term, reason
