"""Equal texts as one object: by reference, a small file can give a megabyte of name to each function.

To compare a text with itself takes no time, to compare it with an equal one takes a time by its length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_PLAINLY = 32_000_000
"""Characters of all functions' texts up to which equal ones are soon compared."""


class Texts:
    """Texts of which equal ones are the same object, so that to compare them takes no time."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        """Each of them once."""

    def only(self, texts: Sequence[str], made: Callable[[str], str] = str) -> list[str]:
        """For each of the texts what is made of it; ``texts`` must keep its objects meanwhile."""
        if made is str and sum(map(len, texts)) <= _PLAINLY:
            return list(map(self.known.setdefault, texts, texts))
        seen: dict[int, str] = {}
        result = []
        for text in texts:
            known = seen.get(id(text))
            if known is None:
                new = made(text)
                known = seen[id(text)] = self.known.setdefault(new, new)
            result.append(known)
        return result


def unified(texts: list[str]) -> list[str]:
    """These texts, with equal ones as one object if some are so long that it matters."""
    return texts if sum(map(len, texts)) <= _PLAINLY else Texts().only(texts)
