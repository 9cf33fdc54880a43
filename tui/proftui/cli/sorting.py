"""What words after ``--sort`` mean."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.columns import FIGURES, NUMBERS, SAMPLES, words_of
from proftui.analysis.order import TEXTS
from proftui.state.loading import Refused
from proftui_parsers.profile import Profile

_COLUMNS = ("ncalls", "cumtime", "file", "line", "name", "nfl", "pcalls", "stdname", "tottime")
_PSTATS_WORDS = {
    **{column: column for column in _COLUMNS},
    **{"calls": "ncalls", "cumulative": "cumtime", "filename": "file", "module": "file", "time": "tottime"},
}
_OUR_WORDS = {"own": "tottime", "cum": "cumtime", SAMPLES: SAMPLES}


def sort_column(word: str) -> str:
    """The column that a sort word means: pstats' words or ours, or an unambiguous prefix, of pstats' first.

    Refused if there is none, or more than one.
    """
    word = word.strip().lower()
    ours = {column: column for column in FIGURES + TEXTS} | _OUR_WORDS
    if word in _PSTATS_WORDS or word in ours:
        return _PSTATS_WORDS.get(word) or ours[word]
    for words in (_PSTATS_WORDS, ours):
        meanings = {column for known, column in words.items() if known.startswith(word)}
        if len(meanings) == 1:
            return meanings.pop()
        if meanings:
            break
    there_is = ", ".join(sorted({*_PSTATS_WORDS, *ours}))
    if not word:
        raise Refused(messages.NO_SORT_WORD.format(there_is))
    raise Refused(messages.NOT_A_SORT_WORD[bool(meanings)].format(word[:40], there_is))


def column_in(profile: Profile, column: str) -> str | None:
    """Where a profile has what :func:`sort_column` gave; ``None``: nowhere."""
    if column != SAMPLES and column not in NUMBERS:
        return column
    words = words_of(profile)
    if column in ("ncalls", SAMPLES):
        counted = words.get("ncalls") or words.get("hits") if column == "ncalls" else None
        return words.get(SAMPLES) or counted
    return column if column in words.values() else None
