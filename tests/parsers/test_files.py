from __future__ import annotations

import io
import os
import socket
import sys
from pathlib import Path

import pytest

from proftui_parsers import ProfileError, load, read_bytes


def refusal(path: str, **limits: int) -> str:
    with pytest.raises(ProfileError) as caught:
        read_bytes(path, **limits)
    sentence = str(caught.value)
    assert "\n" not in sentence and path not in sentence.split("`")
    return sentence


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "p.stats"
    file.write_bytes(b"x" * 3_000_000)
    assert read_bytes(str(file)) == b"x" * 3_000_000


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refusal(str(tmp_path)) == "is a folder, not a file"
    assert refusal(str(tmp_path / "none")) == "does not exist"
    assert refusal("a\0b") == "cannot be the name of a file"
    (tmp_path / "f").write_bytes(b"x")
    assert "not a folder" in refusal(str(tmp_path / "f" / "g"))


def test_an_empty_file_says_why_it_may_be_empty(tmp_path: Path) -> None:
    (tmp_path / "p.stats").touch()
    assert refusal(str(tmp_path / "p.stats")).startswith("is empty: the program that should have written it")


def test_a_large_file_is_refused_with_its_size(tmp_path: Path) -> None:
    file = tmp_path / "p.stats"
    file.write_bytes(b"x" * 2000)
    assert refusal(str(file), max_bytes=1000) == "has 2,000 bytes, more than the limit of 1,000"
    assert len(read_bytes(str(file), 2000)) == 2000


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_path_of_windows_is_told_as_wsl_has_it() -> None:
    assert refusal(r"C:\Users\ann\p.stats").endswith("/mnt/c/Users/ann/p.stats")


def test_a_named_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in refusal(str(tmp_path / "pipe"))


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_a_device_is_not_opened() -> None:
    assert refusal("/dev/null") == "is a device, not a file"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no sockets here")
def test_a_socket_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("s")
        assert refusal("s") == "is a socket, not a file"


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.stats"
    file.write_bytes(b"x")

    def denied(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert refusal(str(file)) == "cannot be read: you have no permission"


class Input(io.TextIOWrapper):
    def __init__(self, data: bytes, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data))
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_what_the_limit_cuts_is_too_large_and_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(b"\x80\x04" * 100))
    with pytest.raises(ProfileError, match="more bytes than the limit of 100"):
        load("-", max_bytes=100)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(b"\xfb0"))
    assert read_bytes("-") == b"\xfb0"
    monkeypatch.setattr(sys, "stdin", Input(b"x" * 11))
    assert "more bytes than the limit of 10" in refusal("-", max_bytes=10)
    monkeypatch.setattr(sys, "stdin", Input(b""))
    assert refusal("-").startswith("is empty")
    monkeypatch.setattr(sys, "stdin", Input(b"", terminal=True))
    assert "is the terminal" in refusal("-")
    monkeypatch.setattr(sys, "stdin", None)
    assert "is closed" in refusal("-")
