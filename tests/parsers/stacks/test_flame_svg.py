"""Flame graphs as SVG: the stacks that were drawn, against a count of boxes and the text drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest
from benchmarks.flame_seeds import HEAD, KINDS, STACKS, drawn, nested
from tests.support.corpus import SHARED, needs_corpus, recording_of, small

import proftui_parsers.messages as messages
from proftui_parsers import Profile, ProfileError, load, load_bytes

SVG = "{http://www.w3.org/2000/svg}"
FG = "{http://github.com/jonhoo/inferno}"
TOWERS = small("pyspy0.4.3-towers.svg")


def figures(profile: Profile) -> dict[tuple[str, str], tuple[float, float]]:
    """By file and name, own and cumulative figures."""
    return {(record.file, record.name): (record.tottime or 0, record.cumtime or 0) for record in profile}


def of_text(stacks: Mapping[tuple[str, ...], float]) -> Profile:
    """The same stacks, collapsed."""
    lines = (f"{';'.join(stack)} {weight:.0f}\n" for stack, weight in stacks.items())
    return load_bytes("".join(lines).encode())


def counted(text: str) -> dict[tuple[str, ...], int]:
    """Own counts by stack, of a picture of inferno: the caller of a box is the one around it, a row above."""
    rows: dict[int, list[tuple[int, int, str]]] = {}
    for group in ElementTree.fromstring(text).iter(f"{SVG}g"):
        title, box = group.findtext(f"{SVG}title"), group.find(f"{SVG}rect")
        assert title is not None and box is not None
        begin, size = int(box.attrib[f"{FG}x"]), int(box.attrib[f"{FG}w"])
        rows.setdefault(int(box.attrib["y"]), []).append((begin, size, title.rpartition(" (")[0]))
    found: dict[tuple[str, ...], int] = {}
    above: list[tuple[int, int, tuple[str, ...]]] = []
    for _, row in sorted(rows.items()):
        here = []
        for begin, size, name in row:
            around = [stack for at, width, stack in above if at <= begin and begin + size <= at + width]
            assert len(around) == (1 if above else 0)
            stack = (*around[0], name) if around else ()
            found[stack] = found.get(stack, 0) + size
            if around:
                found[around[0]] -= size
            here.append((begin, size, stack))
        above = here
    return {stack: size for stack, size in found.items() if size}


def test_a_picture_of_pyspy_has_the_counts_of_its_boxes() -> None:
    profile = load(str(TOWERS))
    stacks = counted(TOWERS.read_text("utf-8"))
    assert profile.total_time == sum(stacks.values()) > 50
    assert figures(profile) == figures(of_text(dict(stacks)))
    assert {track.name for track in recording_of(profile).tracks} == {"MainThread", "mover <0>", "mover <1>"}
    assert profile.measure.unit == "samples" and messages.COUNTS_OF_TITLES not in profile.warnings


@needs_corpus
def test_the_picture_of_the_corpus_has_the_counts_of_its_boxes() -> None:
    path = SHARED / "pyspy" / "pyspy0.4.3-julia.svg"
    assert figures(load(str(path))) == figures(of_text(dict(counted(path.read_text("utf-8")))))


@pytest.mark.parametrize("hanging", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_each_way_to_draw_stacks_has_their_figures(kind: str, hanging: bool) -> None:
    profile = load_bytes(drawn(STACKS, kind, hanging=hanging))
    assert figures(profile) == figures(of_text(STACKS))
    assert (messages.COUNTS_OF_TITLES in profile.warnings) is (kind != "inferno")
    assert messages.NARROW_BOXES in profile.warnings


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_any_stacks_come_back(kind: str, seed: int) -> None:
    dice = random.Random(seed)
    stacks = {
        tuple(f"f{dice.randrange(4)}" for _ in range(dice.randrange(1, 7))): float(dice.randrange(40, 900))
        for _ in range(25)
    }
    picture = load_bytes(drawn(stacks, kind, hanging=seed % 2 == 0))
    assert figures(picture) == figures(of_text(stacks))


def test_one_stack_hangs_or_stands() -> None:
    for hanging in (True, False):
        profile = load_bytes(drawn({("a", "b", "c"): 5}, hanging=hanging))
        assert figures(profile) == {("", "a"): (0, 5), ("", "b"): (0, 5), ("", "c"): (5, 5)}


@pytest.mark.parametrize(
    ("unit", "factor", "expected", "whole"),
    [
        ("bytes", 1.0, ("bytes", "B"), 3589),
        ("ms", 1.0, ("time", "s"), 3.589),
        ("us", 10.0, ("time", "s"), 0.03589),
        ("cache misses", 1.0, ("cache-misses", ""), 3589),
        ("x &lt;&amp;&apos;", 1.0, ("count", ""), 3589),
    ],
)
def test_titles_say_what_is_counted(
    unit: str, factor: float, expected: tuple[str, str], whole: float
) -> None:
    profile = load_bytes(drawn(STACKS, unit=unit, factor=factor))
    assert (profile.measure.key, profile.measure.unit) == expected
    assert profile.total_time == pytest.approx(whole)


def test_what_flamegraph_pl_draws_of_proftuis_text_is_in_its_unit_again() -> None:
    for own in ("proftui µs wall", "proftui µs, lines of definitions"):
        profile = load_bytes(drawn({(own, "f (a.py:1)"): 2_500_000}, "tenths"))
        assert (profile.measure.key, profile.total_time, list(profile.names)) == ("time", 2.5, ["f"])


def test_a_box_without_a_count_is_left_out() -> None:
    profile = load_bytes(drawn(STACKS, titles={"z (a.py:9)": "another"}))
    assert profile.total_time == 3589 and "z" not in profile.names
    assert messages.BOXES_LEFT_OUT.format(1) in profile.warnings


def test_names_are_unescaped_once() -> None:
    data = drawn({("a",): 1}).replace(b"<title>a ", b"<title>&amp;lt;&#x41;&#66;&quot;&#xffffff;&xxe; ")
    assert list(load_bytes(data).names) == ['&lt;AB"\ufffd&xxe;']


def test_of_a_difference_counts_are_read() -> None:
    picture = load_bytes(drawn(STACKS).replace(b"%)</title>", b"%; +1.20%)</title>"))
    assert figures(picture) == figures(of_text(STACKS))


def test_flameprof_draws_calls_and_below_them_callers() -> None:
    stacks = {("a.py:3:main",): 0.5, ("a.py:3:main", "a.py:9:f"): 0.25, ("~:0:<built-in x>",): 1.0}
    profile = load_bytes(nested(stacks, 1.75))
    assert figures(profile) == {
        ("a.py", "main"): (0.5, 0.75),
        ("a.py", "f"): (0.25, 0.25),
        ("~", "<built-in x>"): (1.0, 1.0),
    }
    assert list(profile.linenos) == [3, 0, 9] and profile.measure.unit == "s"
    assert messages.DRAWN_BY_FLAMEPROF in profile.warnings


def test_a_picture_without_boxes_has_no_stacks() -> None:
    with pytest.raises(ProfileError, match=messages.NO_STACKS):
        load_bytes(f"{HEAD}<text>ERROR: No valid input provided to flamegraph</text></svg>".encode())
