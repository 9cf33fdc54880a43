"""The words of figures in a filter: which of them a profile has, and what they stand for."""

from __future__ import annotations

from proftui.analysis.columns import COLUMNS, SAMPLES, words_of
from proftui.analysis.search.terms import COUNTS, OF_CHANGES, OWN_AND_CUM, Comparison, QueryError
from proftui_parsers.profile import Profile
from proftui_parsers.stacks.sums import own_weights


def column_of(profile: Profile, word: str) -> str | None:
    """The column that a word means in a profile; ``None``: it has no such figure."""
    words = words_of(profile)
    return words.get(word) or words.get(OWN_AND_CUM.get(word, ""))


def whole_of(profile: Profile, word: str, column: str) -> float | None:
    """What a share of a figure is of; ``None``: not known."""
    if word != SAMPLES or column != "ncalls":
        return COLUMNS[column].whole(profile)
    # One sample counts for all functions that are in it, so that these add up to more.
    recording, choice = profile.recording, profile.choice
    if recording is None or choice is None or recording.samples is None:
        return profile.total_primitive_calls
    own, frameless = own_weights(recording, choice, recording.samples)
    return sum(own) + frameless


def problem_of(term: Comparison, profile: Profile) -> QueryError | None:
    """Why a profile cannot be asked that: no such figure, or in another unit; ``None``: it can."""
    if term.word in OF_CHANGES:
        return None
    if column_of(profile, term.word) is None:
        return QueryError(term.text, "figure", ", ".join(words_of(profile)))
    unit = "" if term.word in COUNTS else profile.measure.unit
    if term.typed_as in ("", unit):
        return None
    return QueryError(term.text, f"unit {unit}".rstrip(), term.word)


def examples(profile: Profile | None) -> list[str]:
    """Comparisons that can be typed, three at most: of own figures, of those with callees, of counts."""
    words = ["tottime", "cumtime", "ncalls"] if profile is None else list(words_of(profile))
    unit = "s" if profile is None else profile.measure.unit
    own = {"s": "10ms", "B": "2MiB"}.get(unit, "10")
    typed = {words[0]: f"{words[0]}>{own}"} | {word: f"{word}>=5%" for word in ("cumtime", "cum")}
    typed |= {word: f"{word}>1000" for word in ("ncalls", "hits")} | {SAMPLES: f"{SAMPLES}>100"}
    return [typed[word] for word in words if word in typed][:3]
