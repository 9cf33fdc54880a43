"""Who is who in another reading of a file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpus import Stats, dumped

from proftui.analysis.names import Names
from proftui.background.pieces import finished
from proftui.state.following import GONE, following, same_functions
from proftui_parsers import Profile, load_bytes

Places = list[tuple[int, str]]


def profile(places: Places) -> Profile:
    rows: Stats = {("/home/me/app.py", line, name): (1, 1, 1.0, 1.0, {}) for line, name in places}
    return load_bytes(dumped(rows), "p.stats")


def named(
    numbers: list[int], before: Profile, after: Profile
) -> dict[tuple[int, str], tuple[int, str] | None]:
    pairs = zip(before.linenos, before.names, numbers, strict=False)
    return {(at, of): (after.linenos[n], after.names[n]) if n != GONE else None for at, of, n in pairs}


def followed(one: Places, other: Places) -> dict[tuple[int, str], tuple[int, str] | None]:
    before, after = profile(one), profile(other)
    return named(list(finished(following(Names(before), Names(after)))), before, after)


def test_a_function_whose_lines_moved_is_the_same_though_another_stands_where_it_stood() -> None:
    one = [(10, "__init__"), (20, "__init__"), (30, "run"), (40, "gone")]
    assert followed(one, [(20, "__init__"), (30, "__init__"), (40, "run")]) == {
        (10, "__init__"): (20, "__init__"),
        (20, "__init__"): (30, "__init__"),
        (30, "run"): (40, "run"),
        (40, "gone"): None,
    }


names = st.sampled_from(["run", "load", "parse", "<lambda>", "__init__"])
programs = st.lists(st.tuples(st.integers(1, 60), names), min_size=1, max_size=8, unique=True)


@given(programs, programs)
def test_nobody_is_two_and_what_is_as_it_was_is_itself(one: Places, more: Places) -> None:
    before, after = profile(one), profile(list(dict.fromkeys([*one, *more])))
    numbers = list(finished(following(Names(before), Names(after))))
    assert named(numbers, before, after) == {place: place for place in one}
    assert numbers == list(same_functions(before, after))
    other = followed(one, more)
    there = [place for place in other.values() if place is not None]
    assert len(set(there)) == len(there)
    assert all(place is None or place[1] == name for (_, name), place in other.items())
