"""Source texts of a recorded profile, and what they tell: calls by line, imports, the lines of a function."""

from __future__ import annotations

from proftui_parsers.import_free import TYPE_CHECKING, cached_property

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.imports.tree import ImportTree
    from proftui.analysis.names import Names
    from proftui.analysis.source.calling_lines import CallingLines
    from proftui.analysis.source.listing import Listing
    from proftui.analysis.source.locating import SourcePaths
    from proftui.analysis.source.source_text import Source
    from proftui.analysis.stacktree.lines import StackLines
    from proftui.background.pieces import Pieces
    from proftui.state.settings import Settings
    from proftui_parsers import Profile

_MOST_LINES = 1_000_000
"""Lines of all texts in a profile; a damaged file may say that they lie far apart."""


class Sources:
    """Texts as they were read, and what was found out from them so far."""

    def __init__(
        self,
        recorded: Profile,
        names: Names,
        settings: Settings,
        roots: Sequence[str] = (),
        maps: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._recorded, self._names, self._settings = recorded, names, settings
        self.roots, self.maps = roots, maps
        """Those of the command line."""
        self.texts: dict[str, Source] = {}
        """By file as it was recorded."""
        self._take_own_texts()
        self.imports: ImportTree | None = None
        """The modules by who imported them; ``None`` also where the file does not tell."""
        self.has_found_imports = False
        self._listing: tuple[tuple[int, bool, Source], Listing] | None = None

    def _take_own_texts(self) -> None:
        """Texts that the profile itself has: no disk is asked for these."""
        ends = {file: max(lines) for file, lines in self._recorded.texts.items() if lines}
        if 0 < sum(ends.values()) <= _MOST_LINES:
            from proftui.analysis.source.source_text import Source

            for file, end in ends.items():
                text = self._recorded.texts[file].get
                self.texts[file] = Source(tuple(text(n + 1, "") for n in range(end)))

    # What the first screen does not need is imported when it is asked for.

    @cached_property
    def paths(self) -> SourcePaths:
        """Where source text is looked for."""
        from proftui.background.pieces import finished

        return finished(self._finding_paths)

    def finding_paths(self) -> Pieces[None]:
        """Work out :attr:`paths` in pieces; who asks again goes on where another one has come to."""
        while "paths" not in vars(self):
            try:
                next(self._finding_paths)
            except StopIteration as found:
                self.paths = found.value
            else:
                yield

    @cached_property
    def _finding_paths(self) -> Pieces[SourcePaths]:
        from proftui.analysis.source.locating import finding_source_paths

        # The command line's, then those of the project.
        roots, maps = (*self.roots, *self._settings.project.roots), (*self.maps, *self._settings.project.maps)
        return finding_source_paths(self._recorded, roots, maps)

    @cached_property
    def calling_lines(self) -> CallingLines:
        """The lines on which functions call each other, as far as they were looked for."""
        if self.stack_lines is not None:
            from proftui.analysis.source.stack_listing import StackCallingLines

            return StackCallingLines(self._recorded, self._names, self.paths, self.texts, self.stack_lines)
        from proftui.analysis.source.calling_lines import CallingLines

        return CallingLines(self._recorded, self._names, self.paths, self.texts)

    @cached_property
    def stack_lines(self) -> StackLines | None:
        """What whole stacks tell of lines; ``None``: nothing."""
        if self._recorded.recording is None:
            return None
        from proftui.analysis.stacktree.lines import StackLines

        lines = StackLines(self._recorded)
        return lines if lines.known else None

    def finding_imports(self) -> Pieces[None]:
        """Find out what :attr:`imports` says, in pieces."""
        from proftui.analysis.imports.tree import building
        from proftui.analysis.source.source_text import reading

        if not self.has_found_imports:
            yield from self.finding_paths()
            found = yield from building(
                self._recorded, self._names, lambda file: reading(file, self.paths, self.texts)
            )
            self.imports, self.has_found_imports = found, True

    def listing(self, index: int, whole_file: bool) -> Listing:
        """The lines of a function, or of its file, with their times and calls; the last one is kept."""
        from proftui.analysis.source.listing import listing
        from proftui.analysis.source.source_text import source_of

        # The text may come later; then it is another source.
        source = source_of(self._recorded.files[index], self.paths, self.texts)
        asked = index, whole_file, source
        if self._listing is None or self._listing[0] != asked:
            stack_lines = self.stack_lines
            if stack_lines is not None and stack_lines.has_lines(index):
                from proftui.analysis.source.stack_listing import stack_listing

                shown: Listing = stack_listing(self._recorded, index, stack_lines, source, whole_file)
            else:
                shown = listing(self._recorded, index, self.texts, self.paths, self._names, whole_file)
            self._listing = asked, shown
        return self._listing[1]

    def take(self, recorded: Profile) -> None:
        """Other figures of the same functions."""
        self._recorded, self._listing = recorded, None
        for known in ("calling_lines", "stack_lines"):
            self.__dict__.pop(known, None)

    def forget(self) -> None:
        """Look for source text anew, and for what it told of calls and imports."""
        self.texts.clear()
        self._take_own_texts()
        if "paths" in vars(self):
            # What is mounted may have changed.
            vars(self.paths).pop("nearby", None)
        self.__dict__.pop("calling_lines", None)
        self.has_found_imports = False
