"""Figures in a filter have the words and units of the profile at hand; others are refused."""

from __future__ import annotations

import pytest
from tests.support.profiles import profile_of
from tests.support.recordings import Record, recording_of

from proftui import messages
from proftui.analysis.columns import words_of
from proftui.analysis.names import Names
from proftui.analysis.search.figure_words import examples
from proftui.analysis.search.query import parse
from proftui.analysis.search.terms import QueryError
from proftui.frame.sentences import wrong_term
from proftui_parsers import Profile
from proftui_parsers.measure import BYTES, SAMPLES, TIME, Measure
from proftui_parsers.stacks.deriving import profile_of as profile_of_choice
from proftui_parsers.stacks.recording import Choice, Track

MIB = 2.0**20
MAIN, WORK = ("/a.py", 1, "main"), ("/a.py", 5, "work")


def sampled(measure: Measure, weight: float, *, counted: bool = True) -> Profile:
    """Four samples: three of main and work, one of main alone; ``weight``: of each."""
    stacks = [[MAIN, WORK], [MAIN, WORK, WORK], [MAIN, WORK], [MAIN]]
    records: list[Record] = [(Track("1", 1, "t"), frames, weight, 1) for frames in stacks]
    return profile_of_choice(recording_of(records, measure, sampled=counted), Choice(0, None))


MEMORY = sampled(BYTES._replace(sampled=True), MIB)
SECONDS = sampled(TIME._replace(sampled=True), 0.01)
COUNTED = sampled(SAMPLES, 1.0, counted=False)
CALLS = profile_of({MAIN: (1, 1, 0.5, 1.0), WORK: (3, 3, 0.5, 0.5)})


NO_FIGURE = messages.WRONG_TERM["figure"]


@pytest.mark.parametrize(
    ("profile", "text", "selected"),
    [
        (MEMORY, "own>2MiB", ["work"]),
        (MEMORY, "own>=3072KiB", ["work"]),
        (MEMORY, "cum>0.003GiB", ["main"]),
        (MEMORY, "own<=1048576", ["main"]),
        (MEMORY, "own=1048576B", ["main"]),
        (MEMORY, "own>=75%", ["work"]),
        (MEMORY, "samples>3", ["main"]),
        (MEMORY, "samples=75%", ["work"]),
        (SECONDS, "own>=30ms", ["work"]),
        (SECONDS, "own>=30ms !tottime>=30ms", []),
        (SECONDS, "cum>30ms cumtime>30ms", ["main"]),
        (SECONDS, "samples<4 samples>=75%", ["work"]),
        (COUNTED, "own>2", ["work"]),
        (COUNTED, "samples>3 cum>3", ["main"]),
        (COUNTED, "samples=75%", ["work"]),
        (CALLS, "own>=50% cum>=100%", ["main"]),
    ],
)
def test_figures_are_found_by_word_and_unit(profile: Profile, text: str, selected: list[str]) -> None:
    found = parse(text, profile).select(profile, Names(profile))
    assert [profile.names[index] for index in found] == selected


@pytest.mark.parametrize(
    ("profile", "term", "said"),
    [
        (MEMORY, "ncalls>5", NO_FIGURE.format("own, cum, samples")),
        (COUNTED, "!tottime>5", NO_FIGURE.format("own, cum, samples")),
        (SECONDS, "pcalls>5", NO_FIGURE.format("tottime, cumtime, samples")),
        (
            CALLS,
            "samples>5",
            NO_FIGURE.format("tottime, cumtime, ncalls, pcalls, percall"),
        ),
        (MEMORY, "own>5ms", messages.WRONG_TERM["unit B"].format("own")),
        (SECONDS, "tottime>5B", messages.WRONG_TERM["unit s"].format("tottime")),
        (COUNTED, "cum>5KiB", messages.WRONG_TERM["unit samples"].format("cum")),
    ],
)
def test_what_a_profile_has_no_figure_for_is_refused_with_what_there_is(
    profile: Profile, term: str, said: str
) -> None:
    with pytest.raises(QueryError) as raised:
        parse(f"main {term}", profile)
    assert wrong_term(raised.value) == f"{term}  {said}"


@pytest.mark.parametrize("profile", [MEMORY, SECONDS, COUNTED, CALLS])
def test_what_is_offered_can_be_typed(profile: Profile) -> None:
    assert parse(" ".join(examples(profile)), profile)
    assert parse(" ".join(f"{word}>=0%" for word in words_of(profile)), profile)
