"""The lines on which callers call a function, as whole stacks have them: recorded, not told by text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from proftui.analysis.names import Names
from proftui.analysis.neighbours import OUTSIDE, Neighbour
from proftui.analysis.source.calling_lines import CallingLines
from proftui.analysis.source.locating import SourcePaths
from proftui.analysis.source.sites import CallingLine, Site
from proftui.analysis.source.source_text import Source
from proftui.analysis.stacktree.lines import UNKNOWN, StackLines
from proftui.background.pieces import Pieces
from proftui_parsers import Profile


class StackCallingLines(CallingLines):
    """Exact calls of callers that were seen executing lines; of the others what their text tells."""

    def __init__(
        self,
        profile: Profile,
        names: Names,
        paths: SourcePaths,
        sources: dict[str, Source],
        stack_lines: StackLines,
    ) -> None:
        super().__init__(profile, names, paths, sources)
        self._stack_lines = stack_lines
        self._exact: dict[int, dict[int, list[tuple[int, Neighbour]]]] = {}
        """By caller and callee the lines with what they called, the heaviest first."""

    def site(self, caller: int, callee: int) -> Site | None:
        """The lines that call ``callee``, the heaviest first; ``None``: they are not known, or not yet."""
        if caller not in self._exact:
            return super().site(caller, callee)
        called = [(line, call) for line, call in self._exact[caller].get(callee, ()) if line != UNKNOWN]
        if not called:
            return None
        return Site(callee, called[0][1], tuple(line for line, _ in called), caller)

    def sure_site(self, caller: int, callee: int) -> Site | None:
        """The same: no other text makes recorded lines less sure."""
        exact = caller in self._exact
        return self.site(caller, callee) if exact else super().sure_site(caller, callee)

    def is_known(self, caller: int, callee: int) -> bool:
        """Whether the lines were looked for."""
        return caller in self._exact or super().is_known(caller, callee)

    def finding_calls(self, caller: int, wanted: Sequence[int]) -> Pieces[None]:
        """Look for the lines on which ``caller`` calls these functions, and for their text."""
        if caller in self._exact:
            return
        if not self._stack_lines.has_lines(caller):
            yield from super().finding_calls(caller, wanted)
            return
        by_callee: dict[int, list[tuple[int, Neighbour]]] = defaultdict(list)
        for line, executed in self._stack_lines.of(caller).items():
            for call in executed.calls:
                by_callee[call.function].append((line, call))
        for lines in by_callee.values():
            lines.sort(key=lambda called: -(called[1].cumtime or 0.0))
        self._exact[caller] = dict(by_callee)
        yield
        yield from self._read(self._profile.files[caller])

    def _lines(self, edge: Neighbour, callee: int) -> Iterator[CallingLine]:
        caller = edge.function
        if caller == OUTSIDE or caller not in self._exact:
            yield from super()._lines(edge, callee)
            return
        source = self.source(caller)
        text = source.lines if source is not None else ()
        for line, call in self._exact[caller].get(callee, ()):
            figures = call._replace(function=caller)
            if line == UNKNOWN:
                yield CallingLine(caller, UNKNOWN, figures)
                continue
            shown = text[line - 1] if line <= len(text) else ""
            yield CallingLine(caller, line, figures, Site(callee, call, (line,), caller), shown)
