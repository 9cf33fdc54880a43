"""A new figure of functions is one line: every form, of one profile and of two, has it by that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.architecture import ROOT

COLUMNS = ROOT / "tui" / "proftui" / "analysis" / "columns.py"
BEFORE_IT = '    Column("inside", '
LINE = (
    '    Column("each", "cum/any", PER_CALL, of="cumtime", per="ncalls", goes=1, letter="k",'
    ' means="percall", written="cum_any", sides=(BEFORE, AFTER, DELTA)),\n'
)
SCRIPT = """
import importlib.util, sys
path, before_it, line, *words = sys.argv[1:]
spec = importlib.util.find_spec("proftui.analysis.columns")
module = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = module
source = open(path, encoding="utf-8").read()
assert source.count(before_it) == 1
exec(compile(source.replace(before_it, line + before_it), path, "exec"), vars(module))
from proftui.cli.main import main
raise SystemExit(main(words))
"""
DEMO = ROOT / "tui" / "proftui" / "demo" / "demo.stats"
ONE, TWO = [str(DEMO)], ["--base", str(DEMO), str(DEMO)]


@pytest.mark.parametrize(
    ("files", "form", "has"),
    [
        (ONE, "text", " cum/any cum/call "),
        (ONE, "markdown", "| cum/any |"),
        (ONE, "csv", ",cum_any,"),
        (ONE, "json", '"cum_any": '),
        (TWO, "text", " cum/any → after "),
        (TWO, "markdown", "| cum/any before | after |"),
        (TWO, "csv", "cum_any_before,cum_any_after,cum_any_delta"),
        (TWO, "json", '"cum_any": '),
    ],
)
def test_a_new_figure_is_one_line(files: list[str], form: str, has: str) -> None:
    words = [*files, "--format", form, "--limit", "1", "--sort", "each", "--filter", "each>1us"]
    printed = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(COLUMNS), BEFORE_IT, LINE, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=Path(__file__).parent,
    ).stdout
    assert has in " ".join(printed.split())
