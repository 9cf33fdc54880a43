"""Text, CSV, Markdown, JSON and the screen say the same figures, of one profile and of two."""

from __future__ import annotations

import csv
import io
import json
import marshal
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from proftui.analysis.compare.side import side_of
from proftui.analysis.order import Order
from proftui.background.pieces import finished
from proftui.cli.main import main
from proftui.drawing import figures
from proftui.state.comparing import comparing_session
from proftui.state.session import Session
from proftui.views.functions.rows import Look
from proftui.views.functions.table import table_of
from proftui_parsers import load

WIDE = 250
BARS = dict.fromkeys(map(ord, "█▏▎▍▌▋▊▉"), " ")
SCALE = {unit.name: unit.per_second for unit in figures.UNITS}
Made = list[tuple[int, float, float]]
"""By function its calls, and what each of them takes itself and with what it calls."""
Rows = Mapping[str, list[str]]
"""By name of function the words of its figures."""


def written(path: Path, functions: Made) -> str:
    """A file in which the first function calls all others."""
    first = ("app.py", 1, "main")
    rows: dict[object, object] = {}
    for number, (calls, own, below) in enumerate(functions):
        taken = (calls, calls, own * calls, (own + below) * calls)
        rows["app.py", number + 2, f"f{number}"] = (*taken, {first: taken})
    rows[first] = (1, 1, 0.125, sum((own + below) * calls for calls, own, below in functions) + 0.125, {})
    path.write_bytes(marshal.dumps(rows))
    return str(path)


def printed(form: str, *words: str) -> str:
    out = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(out, "utf-8", write_through=True)):
        assert main([*words, "--format", form, "--limit", "0"]) == 0
        return out.getvalue().decode()


def of_text(text: str) -> Rows:
    rows = [line.split() for line in text.splitlines() if line.endswith(tuple(f":{n}" for n in range(9)))]
    return {row[-2]: row[:-2] for row in rows if row[-1].startswith("app.py:")}


def of_markdown(text: str) -> Rows:
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if "app.py:" in line]
    rows = [[word.strip("`") for cell in cells for word in cell.split()] for cells in lines]
    return {row[-2]: row[:-2] for row in rows}


def of_csv(text: str) -> dict[str, dict[str, str]]:
    return {row["name"] or row["name_before"]: row for row in csv.DictReader(io.StringIO(text))}


def of_screen(session: Session) -> Rows:
    table = table_of(session, WIDE, session.listed.order, Look(), session.rows, WIDE)
    lines = (table.row(session.names, index, None).text for index in session.rows)
    return of_text("\n".join(line.translate(BARS).rstrip() for line in lines))


def reads_as(text: str, value: float, unit: str = "s") -> bool:
    """Whether a figure is a value, as far as its digits go."""
    digits = len(text.partition(".")[2])
    return bool(abs(float(text.replace("−", "-")) - value * SCALE[unit]) <= 0.5000001 * 10**-digits)


takes = st.floats(0.001, 50.0, allow_nan=False)
some_functions = st.lists(st.tuples(st.integers(1, 10**6), takes, takes), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("agree")


@examples(60)
@given(functions=some_functions)
def test_all_forms_of_a_profile_agree(folder: Path, functions: Made) -> None:
    path = written(folder / "app.stats", functions)
    text, markdown = printed("text", path), printed("markdown", path)
    rows, cells = of_text(text), of_csv(printed("csv", path))
    assert rows == of_markdown(markdown) == of_screen(Session(load(path), Order.usual("tottime")))
    unit = session_unit(markdown)
    entries: list[dict[str, Any]] = json.loads(printed("json", path))["functions"]
    assert {entry["name"] for entry in entries} == rows.keys() == cells.keys()
    for entry in entries:
        row, raw = rows[entry["name"]], cells[entry["name"]]
        assert [str(entry[key]) for key in ("ncalls", "tottime", "cumtime")] == [
            raw[key] for key in ("ncalls", "tottime", "cumtime")
        ]
        # Of times that contradict each other, no share with callees stands behind the bar.
        cumtime = row[5] if len(row) in (8, 9) else ""
        assert row[0] == raw["ncalls"] and reads_as(row[1], entry["tottime"], unit)
        assert reads_as(cumtime, entry["cumtime"], unit)


def session_unit(markdown: str) -> str:
    """The unit that the table names above its times."""
    title = next(line for line in markdown.splitlines() if "tottime" in line)
    return title.partition("tottime")[2].partition("|")[0].strip() or "s"


@examples(60)
@given(before=some_functions, after=some_functions)
def test_all_forms_of_a_comparison_agree(folder: Path, before: Made, after: Made) -> None:
    paths = written(folder / "old.stats", before), written(folder / "new.stats", after)
    words = ("--base", *paths)
    base, new = map(load, paths)
    session = Session(new, Order.usual("tottime"))
    both = finished(comparing_session(session, side_of([base]), side_of([new])))
    rows, raw = of_text(printed("text", *words)), of_csv(printed("csv", *words))
    assert rows == of_screen(both)
    brief = of_markdown(printed("markdown", *words))
    entries: list[dict[str, Any]] = json.loads(printed("json", *words))["functions"]
    for entry in entries:
        known = entry["new"] or entry["base"]
        row, cells = rows[known["name"]], raw[known["name"]]
        for side, key in (("base", "before"), ("new", "after")):
            if entry[side] is not None:
                assert float(cells[f"tottime_{key}"]) == entry[side]["tottime"]
                assert int(cells[f"ncalls_{key}"]) == entry[side]["ncalls"]
        if known["name"] in brief:
            assert set(brief[known["name"]]) <= {*row}
