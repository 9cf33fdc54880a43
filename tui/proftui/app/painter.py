"""Rows drawn straight to the terminal, past Textual's compositor, while nothing lies over them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from textual.app import App
from textual.geometry import Region

from proftui.app.driver import TerminalDriver
from proftui.terminal.ink import Inkwell
from proftui.widgets.drawn import Drawn


class DirectPainter:
    """Collects the rows that change while a message is handled, and draws them together."""

    def __init__(self, app: App[Any], driver: TerminalDriver, ink: Inkwell) -> None:
        self._app = app
        self._driver = driver
        self.ink = ink
        self._waiting: dict[Drawn, set[int] | None] = {}

    def touch(self, widget: Drawn, rows: Sequence[int] | None) -> bool:
        """Draw some rows of a widget soon, ``None`` all of them; false: this is a matter for Textual."""
        if not self._is_free(widget):
            return False
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.paint)
        known = self._waiting.setdefault(widget, set())
        if rows is None:
            self._waiting[widget] = None
        elif known is not None:
            known.update(rows)
        return True

    def _is_free(self, widget: Drawn) -> bool:
        """Whether the widget is where Textual has last put it, and nothing lies over it."""
        app = self._app
        if not app.screen_stack or app.screen is not widget.screen or app._batch_count:
            return False
        screen = app.screen
        return not (screen._layout_required or screen._scroll_required)

    def forget(self) -> None:
        """Something else has written to the terminal: draw everything anew."""
        self._driver.screenful.forget()
        self._driver.show()

    def paint(self) -> None:
        """Draw what waits."""
        waiting, self._waiting = self._waiting, {}
        for widget, rows in waiting.items():
            if widget.is_attached and self._is_free(widget):
                self._draw(widget, widget.region, rows)
            elif widget.is_attached:
                widget.refresh()
        self._driver.show()

    def _draw(self, widget: Drawn, region: Region, rows: set[int] | None) -> None:
        put, runs = self._driver.screenful.put, self.ink.runs
        for y in range(region.height) if rows is None else sorted(rows):
            if 0 <= y < region.height:
                put(region.x, region.y + y, runs(widget.line_at(y)))
