"""The colours of Textual's themes."""

from __future__ import annotations

from functools import cache

from textual.app import App


@cache
def themes() -> dict[str, dict[str, str]]:
    """By theme its variables."""
    app: App[None] = App()
    found = {}
    for name in app.available_themes:
        app.theme = name
        found[name] = app.get_css_variables()
    return found
