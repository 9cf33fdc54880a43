"""The rows around the views."""

from __future__ import annotations

from tests.support.profiles import profile_of

from proftui.analysis.columns import columns_of
from proftui.frame.choice_rows import counted_threads
from proftui.frame.rows import measured_text, tabs_line, total_text
from proftui_parsers import load_bytes


def test_what_is_shown_gives_way_to_the_names_of_views() -> None:
    profile = profile_of({("a.py", 1, "a"): (1, 1, 5.0, 5.0)})

    def tabs(shown: str, width: int) -> str:
        return tabs_line(profile, "functions", shown, width).text.strip()

    long = "1–18 of 12,808 · 105,691 in all"
    assert tabs(long, 100).endswith(long) and "2 Calls" in tabs(long, 100)
    assert tabs(long, 80).endswith(" 1–18 of 12,808") and "2 Calls" in tabs(long, 80)
    assert "Calls" not in tabs(long, 55)


def test_the_whole_is_the_sum_of_own_times_also_where_roots_take_more() -> None:
    roots_take_more = profile_of({("a.py", 1, "a"): (1, 1, 1.0, 5.0)})
    assert [column.title for column in columns_of(roots_take_more)].count("%") == 1
    assert total_text(roots_take_more) == "1.000 s" and measured_text(roots_take_more) == "1 call in 1.000 s"


def test_tracks_of_a_process_each_are_called_processes() -> None:
    texts = ('process {}:"python a.py";f (a.py:1) 3\n', "thread ({}): worker;f (a.py:1) 3\n")
    said = [counted_threads(load_bytes("".join(text.format(n) for n in (7, 8)).encode())) for text in texts]
    assert said == ["2 processes", "2 threads"]
