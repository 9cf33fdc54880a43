from __future__ import annotations

import pytest
from tests.support.corpus import small
from tests.support.import_truth import WORK, profiled
from tests.support.profiles import profile_of
from tests.support.screens import opened, typed
from tests.support.shots import found, shot, shots

from proftui import messages
from proftui.analysis.imports.import_times import ImportTimes
from proftui.analysis.imports.tree import ImportNode, ImportTree
from proftui.analysis.order import Order
from proftui.drawing import figures
from proftui.state.figures import Figures
from proftui.state.session import Session
from proftui.views.imports import rows as importrows
from proftui_parsers import Profile

PROGRAM = {
    "main.py": "import pack.heavy\ndef late():\n    import lazy\nlate()\n",
    "pack/__init__.py": "",
    "pack/heavy.py": "import pack.deep\n" + WORK.format(160000),
    "pack/deep.py": WORK.format(20000),
    "lazy.py": WORK.format(2000),
}


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    path = profiled(tmp_path_factory.mktemp("imports"), PROGRAM)
    return opened(path)()


def names(body: list[str]) -> list[str]:
    """The names in the rows, without figures and markers."""
    listed = []
    for row in body:
        for marker in "▾▸·":
            _, there, text = row[1:].partition(f"{marker} ")
            if there:
                listed.append(text.partition("  ")[0].strip())
    return listed


def test_one_key_shows_who_imported_whom(profile: Profile) -> None:
    walk = shots(lambda: profile, "I")
    shot = walk[-1]
    assert shot.tab == "I Imports" and "own" in shot.rows[2] and "▾cumulative" in shot.rows[2]
    assert names(shot.body)[:3] == ["main", "pack.heavy", "pack.deep"]
    assert messages.IMPORTED_IN.format("late") in names(shot.body)
    assert messages.OF_WHICH + messages.LOADING in names(shot.body)
    # At 80 columns "imports" gives way where the run took few milliseconds and figures are longer.
    assert " %: modules " in shot.state


def test_rows_open_and_close_and_lead_on_to_calls(profile: Profile) -> None:
    walk = shots(lambda: profile, "I", "g", "left", "right", "down", "down", "enter")
    closed, opened_again, calls = walk[3], walk[4], walk[-1]
    assert "pack.deep" not in names(closed.body)
    assert "pack.deep" in names(opened_again.body)
    assert calls.tab == "2 Calls"


def test_the_hot_path_goes_down_the_heaviest_imports(profile: Profile) -> None:
    shot = shots(lambda: profile, "I", "g", "left", "H")[-1]
    assert shot.tab == "I Imports"
    assert "heavy" in next(row for row in shot.body if row.startswith("▸"))
    assert shot.state.startswith("hot path: main › ") and messages.HOT_PATH_ENDS["own"] in shot.state


def test_the_order_is_chosen_as_elsewhere(profile: Profile) -> None:
    by_time, by_own, by_name, reversed_name = shots(lambda: profile, "I", "s", "s", "r")[1:]
    assert "▾own" in by_own.rows[2] and by_own.state == messages.IMPORT_COLUMNS["tottime"]
    assert "▴module" in by_name.rows[2] and "▾module" in reversed_name.rows[2]
    roots = [messages.IMPORTED_IN.format("late"), "main"]
    assert [name for name in names(by_name.body) if name in roots] == roots
    assert [name for name in names(reversed_name.body) if name in roots] == roots[::-1]
    assert names(by_time.body)[0] == "main"


def test_a_filter_leaves_what_matches_and_what_is_above_it(profile: Profile) -> None:
    typing, shot = shots(lambda: profile, "I", "slash", *typed("deep"), "enter")[-2:]
    assert "1 module matches" in typing.rows[-2] and shot.state == "filter deep · 1 module matches"
    assert names(shot.body) == ["main", "pack.heavy", "pack.deep"]
    assert shot.rows[1].rstrip().endswith(messages.MODULES_SHOWN.format(1, 5 - 1))


def test_what_stands_in_two_parts_of_the_sentence_is_told() -> None:
    profile = profile_of({("main.py", 1, "<module>"): (1, 1, 6.22, 6.22)})

    def sentence(width: int) -> str:
        times = ImportTimes(5.132, [], [], {}, {}, set(), 3.758, 0.315, set())
        tree = ImportTree(times, [], 1.617)
        return importrows.sentence(Figures(profile).in_unit(figures.SECONDS), tree, width).text.strip()

    parts = (82.5, 1.617, 3.758, "0.315", "0.558", "s")
    told = messages.IMPORTS_OVERLAP.format(*parts).partition(":")[2]
    assert sentence(120).endswith(told) and sentence(80).endswith(told) and sentence(60).endswith(" s")


def test_a_row_whose_time_stands_in_other_rows_says_so() -> None:
    session = Session(
        profile_of({("/lib/heavy.py", 1, "<module>"): (1, 1, 0.25, 1.0)}), Order("tottime", True)
    )
    figs = session.figures.in_unit(figures.SECONDS)

    def said(node: ImportNode, width: int = 120) -> str:
        return importrows.detail(figs, session.names, node, width).text

    elsewhere = messages.WITH_MODULES.format("1.000 s") + messages.IN_OTHER_ROWS
    closed = ImportNode("module", 0, time=1.0, own=0.25)
    assert elsewhere in said(closed)
    assert elsewhere in said(closed, 80), "the location gives way"
    assert elsewhere not in said(ImportNode("module", 0, time=1.0, own=1.0))
    assert elsewhere not in said(ImportNode("module", 0, time=1.0, own=0.25, children=[closed]))


def test_keys_do_nothing_with_a_function_that_is_on_no_row(profile: Profile) -> None:
    start, *_, copied, functions = shots(lambda: profile, "down", "I", "end", "y", "1")
    assert messages.OF_WHICH in shots(lambda: profile, "I", "end")[-1].cursor
    assert copied.state == messages.NOTHING_SELECTED
    assert (
        functions.tab == "1 Functions" and functions.selected == shots(lambda: profile, "down")[-1].selected
    )
    assert functions.selected != start.selected


def test_a_filter_that_leaves_no_module_speaks_of_modules(profile: Profile) -> None:
    *_, empty, again = shots(lambda: profile, "I", *found("no such module"), "n")
    assert "modules" in "".join(empty.body) and again.state == messages.NO_MODULE_MATCHES


def test_a_profile_without_imports_says_so() -> None:
    shot = shots(opened(small("cprofile-py3.11-julia.stats")), "I")[-1]
    assert "filter" not in shot.rows[-1] and "next match" not in shot.rows[-1]
    assert any(messages.NO_IMPORTS[True] in row for row in shot.body)


@pytest.mark.parametrize("key", ["s", "S", "r", "o"])
def test_what_is_not_there_is_not_sorted(key: str) -> None:
    shot = shots(opened(small("cprofile-py3.11-julia.stats")), "I", key, "c")[-2]
    assert shot.state == messages.NO_IMPORTS[True]


def test_what_the_tree_says_of_imports_leads_there() -> None:
    file = opened(small("cprofile-py3.11-recurse.stats"))
    rows = shot(file, "3", "E", size=(80, 100)).body
    above = next(number for number, row in enumerate(rows) if "imports (3 modules)" in row)
    tree, imports = shots(file, "3", "E", "g", *["down"] * above, "enter", last=2, size=(80, 100))
    assert "imports (3 modules)" in tree.cursor
    assert imports.tab == "I Imports"
