"""``--base``, ``--parts`` and ``--same``: the two sides of a comparison."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.compare.comparison import Same
from proftui.analysis.compare.side import Side, side_of
from proftui.cli.bad_terms import refusing
from proftui.cli.choice import adapted
from proftui.cli.focus import LONGEST, functions_named, told
from proftui.cli.options import Asked
from proftui.drawing.safe_text import clean
from proftui.state.loading import Refused, Tell
from proftui.state.runs import Runs, check_alike

_MOST_TOLD = 10


def runs_of(asked: Asked) -> tuple[Runs, Runs]:
    """What reads the runs of the base and of the new side; with nothing read yet."""
    base, new = (
        Runs(words, asked.max_size << 20, lambda profile: adapted(asked, profile), parts=asked.parts)
        for words in (asked.base, asked.files)
    )
    return base, new


def sides_of(base: Runs, new: Runs, tell: Tell | None = None) -> tuple[Side, Side]:
    """Both sides, read; Refused if a file is bad, or the sides have different figures."""
    before, after = base(tell), new(tell)
    check_alike((before[0], after[0]))
    return side_of(before), side_of(after)


def same_of(asked: Asked, base: Side, new: Side) -> list[Same]:
    """The pairs of ``--same``; Refused if one does not say which function of a side, or one is in two."""
    pairs: list[Same] = []
    for text in asked.same:
        before, separator, after = text.partition("=")
        if not (separator and before.strip() and after.strip()):
            raise Refused(messages.TAKES_OLD_NEW.format(clean(text, LONGEST)))
        pair = Same(
            _one(before.strip(), base, messages.BASE_SIDE), _one(after.strip(), new, messages.NEW_SIDE)
        )
        if any(pair.base == other.base or pair.new == other.new for other in pairs):
            raise Refused(messages.SAME_TWICE.format(clean(text, LONGEST)))
        pairs.append(pair)
    return pairs


def _one(text: str, side: Side, which: str) -> int:
    """The one function of a side that a text names."""
    said = clean(text, LONGEST)
    with refusing("--same"):
        found = functions_named(text, side.names)
    if not found:
        raise Refused(messages.SAME_MATCHES_NOTHING.format(said, which))
    if len(found) > 1:
        some = told(found, side.names, _MOST_TOLD)
        raise Refused(messages.SAME_MATCHES_SEVERAL.format(said, len(found), which, some))
    return found[0]
