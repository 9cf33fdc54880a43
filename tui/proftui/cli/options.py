"""What the command line asked for."""

from __future__ import annotations

TEXT_ROWS = 30
FORMATS = ("text", "json", "csv", "markdown", "svg")


class Asked:
    """The options, each as it is when it is not given; the parser fills in what is."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.demo = False
        self.view = "functions"
        self.sort: str | None = None
        self.reverse = False
        self.filter = ""
        self.limit: int | None = None
        self.min_share: float | None = None
        self.printing = False
        self.format: str | None = None
        self.strip_dirs = False
        self.source_root: list[str] = []
        self.map: list[str] = []
        self.maps: list[tuple[str, str]] = []
        """``map``, each taken apart."""
        self.max_size = 1024
        self.debug = False
