"""The smallest Textual app that shows something; every key changes its only cell."""

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static


class Smallest(App[None]):
    """One cell: 0 or 1."""

    CSS = "Static { width: 1; height: 1; }"
    number = 0

    def compose(self) -> ComposeResult:
        """The cell."""
        yield Static("0")

    def on_key(self, event: events.Key) -> None:
        """The other number, or the end."""
        if event.key == "q":
            self.exit()
        self.number = 1 - self.number
        self.query_one(Static).update(str(self.number))


if __name__ == "__main__":
    Smallest().run()
