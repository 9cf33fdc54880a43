"""Everything in ``tests/hostile`` opens, or is refused in one clean sentence; nothing else happens."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import filterfalse
from pathlib import Path
from typing import Any

import pytest
from benchmarks import large
from tests.hostile import MODULES, all_cases, cases_of, telling_cases
from tests.hostile.case import Case, Handful, handfuls, named

from proftui.analysis.order import Order
from proftui.drawing.safe_text import clean
from proftui.output import forms
from proftui.output.printed import NoForm, Wanted
from proftui.state.session import Session
from proftui.state.view_names import TREES
from proftui_parsers import Profile, ProfileError, add, load

CASES = all_cases()
MOST = 256 << 20
LARGE = large.kinds()
FORMS: tuple[tuple[str, str], ...] = (
    ("functions", "text"),
    ("calls", "text"),
    ("tree", "text"),
    ("functions", "csv"),
)
FORMS += (("overview", "text"), ("overview", "markdown"), ("overview", "json"))
FORMS += (("functions", "markdown"), ("calls", "json"), ("tree", "json"), ("icicle", "svg"))
ROWS, DEPTH = 30, 12


def opened(case: Case, folder: Path) -> Profile:
    """The profile, of one file or of several."""
    return add([load(path, max_bytes=case.max_bytes) for path in case.paths(folder)])


def sentence_of(problem: ProfileError) -> str:
    """What the user reads; the file's own text in it is cleaned on the way to the screen."""
    sentence = clean(str(problem), 2000)
    assert 3 < len(sentence) < 400 and sentence.isprintable(), sentence
    assert "Traceback" not in sentence and "Error" not in sentence
    return sentence


def look_at(profile: Profile, name: str, forms_wanted: Sequence[tuple[str, str]] = FORMS) -> None:
    """Touch what the views touch."""
    for warning in profile.warnings:
        assert 5 < len(warning) < 400 and warning.isprintable(), warning
    float(profile.total_time), profile.total_calls, profile.total_primitive_calls
    for index in [*range(min(5, profile.count)), *range(max(0, profile.count - 5), profile.count)]:
        for text in (profile.files[index], profile.names[index]):
            assert len(clean(text)) <= 300 and clean(text).isprintable()
        profile.callers(index)[:5], profile.callees(index)[:5]
        assert all(line.line == line.line for line in profile.lines.get(index, ())[:5])
    printed(profile, name, forms_wanted)


def printed(profile: Profile, name: str, forms_wanted: Sequence[tuple[str, str]]) -> None:
    """These forms of views, from which nothing of the file may reach a terminal as a control."""
    for view, form in forms_wanted:
        session = Session(profile, Order.usual("tottime"))
        share = 5.0 if view in TREES else None
        wanted = Wanted(session, view, form, DEPTH, share, session.rows[:ROWS])
        try:
            text = "".join(forms.parts(wanted))
        except NoForm as problem:
            assert str(problem).isprintable()
            continue
        odd = {c for c in text if not c.isprintable() and c not in "\n\r"}
        assert not odd, f"{name}: {view} as {form} writes {odd!a}"
        if form == "json":
            assert json.loads(text)["functions_total"] == profile.count


def check(case: Case, folder: Path, forms_wanted: Sequence[tuple[str, str]] = FORMS) -> str:
    """Run a case; the sentence it was refused with."""
    try:
        profile = opened(case, folder)
    except ProfileError as problem:
        sentence = sentence_of(problem)
        assert case.either or case.refused, f"refused: {sentence}"
        assert case.refused in sentence, sentence
        return sentence
    assert case.either or not case.refused, f"opened, with {profile.count} functions"
    assert any(case.warns in warning for warning in (*profile.warnings, "")), profile.warnings
    assert not case.warns or any(case.warns in warning for warning in profile.warnings), profile.warnings
    for name, value in case.facts.items():
        found = getattr(profile, name)
        assert value(found) if callable(value) else found == pytest.approx(value), f"{name}: {found}"
    look_at(profile, case.name, forms_wanted)
    return ""


def is_bomb(case: Case) -> bool:
    """Whether it costs memory where a reader is careless."""
    words: tuple[Any, ...] = ("declared size", "depth", "memo", "bomb", "reference", "digits")
    return case.needs_data or case.name.startswith(words)


BOMBS, REST = list(filter(is_bomb, CASES)), list(filterfalse(is_bomb, CASES))
MEASURED = sys.platform == "linux"
"""Whether bombs are opened in a process whose memory is looked at; elsewhere it is counted otherwise."""
SHORT = [case for case in telling_cases(8) if case.is_short]
"""The slow job has every case and form."""


@pytest.mark.parametrize("handful", handfuls(SHORT, 30), ids=str)
def test_opens_or_says_in_a_sentence_why_not(handful: Handful, tmp_path: Path) -> None:
    """Each time two of the forms, other ones for the next case."""
    for turn, (case, folder) in enumerate(handful.each(tmp_path)):
        with named(case):
            check(case, folder, [FORMS[turn % len(FORMS)], FORMS[(turn + 3) % len(FORMS)]])


@pytest.mark.slow
@pytest.mark.parametrize("handful", handfuls([*REST, *([] if MEASURED else BOMBS)], 10), ids=str)
def test_every_form_of_it_is_harmless(handful: Handful, tmp_path: Path) -> None:
    for case, folder in handful.each(tmp_path):
        with named(case):
            check(case, folder)


def test_every_class_of_hazard_has_its_cases() -> None:
    counts = {module.__name__: len(cases_of(module)) for module in MODULES}
    assert len(CASES) >= 250 and min(counts.values()) >= 10, counts
    assert not [name for name, times in Counter(case.name for case in CASES).items() if times > 1]


@pytest.mark.slow
@pytest.mark.skipif(not MEASURED, reason="memory is counted in other units")
def test_no_bomb_takes_more_than_256_mebibytes(tmp_path: Path) -> None:
    script = "import sys; sys.path[:0] = sys.argv[2:]; from tests.program import test_hostile as t;"
    script += "t.measure(sys.argv[1])"
    here = Path(__file__).parents[2]
    folders = [str(here / name) for name in (".", "tui", "parsers")]
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), *folders], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert int(ran.stdout) <= MOST


@pytest.mark.slow
@pytest.mark.skipif(not MEASURED, reason="memory is counted in other units")
@pytest.mark.parametrize(("turn", "kind"), list(enumerate(LARGE)))
def test_no_file_of_16_megabytes_takes_more_memory_than_there_is(
    turn: int, kind: str, tmp_path: Path
) -> None:
    """One kind in three wrong in its last bytes too, which takes what the whole does."""
    path, data = tmp_path / "p.prof", LARGE[kind]()
    readers = Path(__file__).parents[2] / "parsers"
    for form in ("wrong", "whole") if turn % 3 == 0 else ("whole",):
        path.write_bytes(large.FORMS[form](data))
        # The same reading takes some megabytes more or less each time: what it needs is the least of them.
        peaks = (large.measured(path, readers, ["-w"])[1] for _ in range(3))
        assert any(peak < large.MOST for peak in peaks), form


def measure(folder: str) -> None:
    """In a process of its own, under a limit: open all that is small and means much, and make every form."""
    resource.setrlimit(resource.RLIMIT_AS, (4 * MOST, 4 * MOST))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for case, below in Handful(BOMBS).each(Path(folder)):
        with named(case):
            check(case, below)
    # What the tests themselves have loaded is not what a reader takes.
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
