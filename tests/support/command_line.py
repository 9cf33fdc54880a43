"""The command line: in this process, and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

from proftui.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints, when all is well."""
    status = main([*arguments, "--print"])
    said = capsys.readouterr()
    assert (status, said.err) == (0, "")
    return said.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence for what cannot be done; nothing else may be written."""
    status = main([*arguments])
    said = capsys.readouterr()
    assert (status, said.out) == (2, ""), said.err
    assert said.err.startswith("proftui: ") and said.err.count("\n") == 1 and said.err.endswith("\n")
    assert said.err.rstrip("\n").isprintable()
    return said.err


def command(*arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with no terminal anywhere."""
    return run([sys.executable, "-m", "proftui", *arguments], environ)


def run(
    arguments: list[str], environ: Mapping[str, str], data: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONIOENCODING", "LC_ALL")}
    settings = {**clean, "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8", **environ}
    return subprocess.run(arguments, input=data, capture_output=True, env=settings, timeout=60, check=False)
