"""The explorer is made of parts: every key has its command, no part inherits from another."""

from __future__ import annotations

import ast

from tests.support.architecture import modules
from tests.support.screens import demo, explore
from textual.pilot import Pilot

from proftui.frame.keys import KEYS
from proftui.screens.explorer.screen import ExplorerScreen

PARTS = {name: path for name, path in modules().items() if name.startswith("proftui.screens.")}


def test_every_action_of_the_keys_has_a_command_and_no_other() -> None:
    async def script(pilot: Pilot[None], explorer: ExplorerScreen) -> None:
        assert set(explorer.commands) == {key.action for key in KEYS}

    explore(demo(), script)


def _classes() -> dict[str, ast.ClassDef]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in PARTS.values())
    return {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def test_no_part_inherits_from_another() -> None:
    classes = _classes()
    for name, found in classes.items():
        bases = {ast.unparse(base) for base in found.bases}
        # What a protocol inherits is what else may be asked for.
        assert "Protocol" in bases or not bases & set(classes), name


def test_the_screen_defines_few_names() -> None:
    names = set()
    for node in ast.walk(_classes()["ExplorerScreen"]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(ast.unparse(node))
    assert len(names) <= 46
