"""JSON is read by the standard library's scanner, also where that asks for more than is known here."""

from __future__ import annotations

import pytest

json_scanner = pytest.importorskip("_json")

from proftui_parsers.json_walk import JsonWalker  # noqa: E402 - only where there is a scanner


def test_a_scanner_that_asks_for_more_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks(context: object) -> object:
        raise AttributeError("'_Context' object has no attribute 'hook_of_a_python_to_come'")

    monkeypatch.setattr(json_scanner, "make_scanner", asks)
    walker = JsonWalker(b'{"a": [1, {"b": NaN}], "c": "x"}')
    values = {key: walker.value() for key in walker.members()}
    assert values["a"][0] == 1 and values["c"] == "x"
