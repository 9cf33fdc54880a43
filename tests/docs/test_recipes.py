"""What of the recipes needs nothing but Python: the gate, and the profile on a signal."""

from __future__ import annotations

import cProfile
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command_line import command
from tests.support.pages import ROOT, blocks

from proftui_parsers import load

PAGE = ROOT / "docs" / "recipes.md"
TWO_SIGNALS = (
    "import json, os, signal, on_signal",
    "os.kill(os.getpid(), signal.SIGUSR1)",
    "json.dumps([1])",
    "os.kill(os.getpid(), signal.SIGUSR1)",
    "print(os.getpid())",
)


def example(beginning: str) -> str:
    """The one example that begins so."""
    (code,) = (code for code in blocks(PAGE, "python") if code.startswith(beginning))
    return code


@pytest.mark.parametrize(("calls", "status"), [(3, 0), (101, 1)])
def test_the_gate_lets_few_calls_pass(tmp_path: Path, calls: int, status: int) -> None:
    gate = tmp_path / "gate.py"
    gate.write_text(example('"""Fail where'), encoding="utf-8")
    with cProfile.Profile() as profile:
        for _ in range(calls):
            json.dumps([])
    profile.dump_stats(tmp_path / "p.stats")
    document = command(str(tmp_path / "p.stats"), "--format", "json").stdout
    ended = subprocess.run([sys.executable, str(gate)], input=document, capture_output=True, check=False)
    assert ended.returncode == status
    assert (b"dumps" in ended.stderr) == bool(status)


BEFORE = """\
def work(n):
    return sum(range(n))

print(sum(work(n) for n in range(200)))
"""


@pytest.mark.slow
def test_a_comparison_in_ci_decides_by_calls_and_prints_times(tmp_path: Path) -> None:
    folder = tmp_path / "change"
    folder.mkdir()
    script = folder / "script.py"
    script.write_text(BEFORE, encoding="utf-8")
    environ = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        "GIT_CONFIG_GLOBAL": os.devnull,
    }

    def ended(code: str) -> subprocess.CompletedProcess[bytes]:
        words = ["bash", "-ec", code]
        return subprocess.run(words, cwd=folder, env=environ, capture_output=True, check=False)

    base, change, times = (
        code for code in blocks(PAGE, "sh") if "base/" in code or "new/change" in code or "worktree" in code
    )
    begun = ended(
        "git init -qb main && git add -A && git commit -qm 1 && git update-ref refs/remotes/origin/main HEAD"
    )
    assert begun.returncode == 0, begun.stderr
    assert ended(base).returncode == 0 and ended(change).returncode == 0
    script.write_text(BEFORE.replace("range(200)", "range(300)"), encoding="utf-8")
    gate = ended(change)
    assert gate.returncode == 1 and b"more calls, --fail-over allows 2 %" in gate.stderr
    assert ended(times).returncode == 0
    comment = (folder / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("<!-- proftui -->\n") and "5 → 5 runs" in comment


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no such signals here")
def test_a_running_process_writes_its_profile_on_the_second_signal(tmp_path: Path) -> None:
    (tmp_path / "on_signal.py").write_text(
        example('"""SIGUSR1 begins a profile of the main thread'), encoding="utf-8"
    )
    program = "\n".join(TWO_SIGNALS)
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True)
    profile = load(str(tmp_path / f"service-{int(ended.stdout)}.stats"))
    names = [profile.function(index).name for index in range(profile.count)]
    assert "dumps" in names
