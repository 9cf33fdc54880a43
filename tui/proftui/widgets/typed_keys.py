"""Keys done at once, not by way of message queues, so that what is typed ahead finds its place."""

from __future__ import annotations

from textual import events
from textual.dom import DOMNode
from textual.widget import Widget
from textual.widgets import Input


async def run_binding(node: DOMNode, event: events.Key) -> bool:
    """Run the action that ``node`` binds the key to; whether there is one."""
    for binding in node._bindings.key_to_bindings.get(event.key, ())[:1]:
        assert isinstance(node, Widget)
        await node.run_action(binding.action)
        return True
    return False


async def type_into(entry: Input, event: events.Key) -> None:
    """Type a character into ``entry``, or move in it."""
    if event.is_printable and event.character is not None:
        start, end = sorted(entry.selection)
        entry.replace(event.character, start, end)
    else:
        await run_binding(entry, event)
