"""What the command line asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT_ROWS = 30
FORMATS = ("text", "json", "csv", "markdown", "svg")
VIEWS = ("functions", "calls", "tree", "icicle", "source")


class Refused(Exception):
    """The command line asks for something that cannot be; one sentence."""


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


def asked(arguments: Sequence[str]) -> Asked:
    """The command line taken apart.

    Raises:
        Refused: there is something in it that is not understood.
    """
    found = Asked()
    if any(word.startswith("-") for word in arguments):
        from proftui.arguments import parser

        parser().parse_args(arguments, namespace=found)
    else:
        found.files = list(arguments)
    return found


def shown(path: str) -> str:
    """A path in a sentence; what is wrong with it must not be pushed out of sight."""
    if path in ("-", ""):
        return "standard input" if path else "''"
    return path if len(path) <= 500 else f"…{path[-500:]}"
