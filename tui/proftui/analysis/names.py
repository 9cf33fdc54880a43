"""What functions are called and where they stand, as displayed but not cleaned for the screen."""

from __future__ import annotations

from proftui.analysis.builtin_names import (
    BUILT_IN,
    BUILT_IN_MODULE,
    KINDS,
    MODULE,
    NO_FILE_RECORDED,
    THREAD,
    pstats_label,
    short_builtin,
)
from proftui.analysis.function_texts import FunctionTexts
from proftui.analysis.module_roots import Where
from proftui.analysis.recorded_files import RecordedFiles, basename, cell_of, elsewhere, noted
from proftui_parsers.import_free import cached_property
from proftui_parsers.profile import Profile
from proftui_parsers.waiting import waits


class Names:
    """What the functions of one profile are called and where they stand."""

    def __init__(self, profile: Profile, files: RecordedFiles | None = None) -> None:
        """``files``: ``None``: those of the profile."""
        self.profile = profile
        self.files = files or RecordedFiles(profile.files, Where(profile))
        self.texts = FunctionTexts(profile, self.files)
        self.others: bytearray | None = None
        """By function whether it is not the user's, where he says himself what is."""
        self._short: dict[str, str] = {}

    def label(self, index: int) -> str:
        """The label that pstats prints: ``file:line(name)``, ``{built-in method builtins.len}``."""
        profile = self.profile
        return pstats_label(profile.files[index], profile.linenos[index], profile.names[index])

    def label_elsewhere(self, index: int) -> str:
        """The label without the folders around the program, which other machines do not have."""
        label, file, path = self.label(index), self.profile.files[index], self.path(index)
        is_of_path = label.startswith(file) and file.endswith(path)
        return elsewhere(path) + label[len(file) :] if is_of_path else elsewhere(label)

    def is_builtin(self, index: int) -> bool:
        """Whether the function has no Python code, or none that a file is known of."""
        return self.texts.is_without_file(index)

    def waits(self, index: int) -> bool:
        """Whether the function is one in which a thread waits."""
        return waits(self.profile, index)

    def shown_name(self, index: int) -> str:
        """The name as displayed: of a module's code the module, else with its class where that is known."""
        name = self.profile.names[index]
        if name == MODULE:
            return self.files.module_name(self.profile.files[index]) or self.plain_name(index)
        return self.texts.qualified.get(index) or self.plain_name(index)

    def plain_name(self, index: int) -> str:
        """The name as recorded, but of built-ins short: ``len``, ``list.append``."""
        name = self.profile.names[index]
        if not name:
            return "(no name)"
        if not name.startswith("<") or not self.is_builtin(index):
            return name
        short = self._short.get(name)
        return noted(self._short, name, short_builtin(name)) if short is None else short

    def path(self, index: int, *, with_dirs: bool = True) -> str:
        """The location without its line."""
        if self.is_builtin(index):
            return self.kind_without_file(index)
        path = self.files.displayed(self.profile.files[index]).path
        return path if with_dirs else basename(path)

    def kind_without_file(self, index: int) -> str:
        """What a function without Python code is: ``built-in``, ``thread``, ``garbage collector``."""
        if self.is_thread(index):
            return THREAD
        # Of another language, or native: only Python's own say so by their file.
        kind = BUILT_IN if self.texts.is_called_built_in(index) else NO_FILE_RECORDED
        return KINDS.get(self.profile.names[index], kind)

    def is_called(self, index: int) -> bool:
        """Whether what has no file is a function, which others call, and not what a sampler saw meanwhile."""
        return self.kind_without_file(index) in (BUILT_IN, NO_FILE_RECORDED)

    @cached_property
    def has_built_ins_alone(self) -> bool:
        """Whether all that has no file is a built-in."""
        return {self.kind_without_file(index) for index in self.texts.builtins} == {BUILT_IN}

    def location(self, index: int, *, with_dirs: bool = True, line: int | None = None) -> str:
        """Where the function, or a line of it, stands, in full: ``sklearn/base.py:12``, ``built-in``."""
        path = self.path(index, with_dirs=with_dirs)
        if self.is_builtin(index):
            return path
        number = self.profile.linenos[index] if line is None else line
        if not number:
            return path
        return f"{path}, line {number}" if cell_of(self.profile.files[index]) else f"{path}:{number}"

    def place(self, index: int, *, with_dirs: bool = True) -> str:
        """What stands in the column at the right of a table: the location."""
        return self.location(index, with_dirs=with_dirs)

    def module(self, index: int) -> str:
        """The dotted module, as far as the path tells: ``sklearn.utils.validation``, ``hillclimb``."""
        return BUILT_IN_MODULE if self.is_builtin(index) else self.files.module(self.profile.files[index])

    def package(self, index: int) -> str:
        """The first component of the module, as the legend of the icicle and ``pkg:`` name it."""
        if self.is_builtin(index):
            return BUILT_IN if self.texts.is_called_built_in(index) else NO_FILE_RECORDED
        return self.files.package(self.profile.files[index])

    def package_from(self, index: int) -> str | None:
        """What told the package of the user's own code, of :mod:`module_roots`; ``None``: it is another's."""
        return None if self.is_builtin(index) else self.files.package_from(self.profile.files[index])

    def is_mine(self, index: int) -> bool:
        """Whether the code is the user's: as he says, else if its file is in no library and not generated."""
        return self.lies_in_own_file(index) if self.others is None else not self.others[index]

    def is_thread(self, index: int) -> bool:
        """Whether this is a thread, from which trees begin, and no function."""
        return self.profile.recording is not None and index >= self.profile.count

    def is_thread_or_mine(self, index: int) -> bool:
        """Whether a reader of a tree looks for it by its name."""
        return self.is_thread(index) or self.is_mine(index)

    def lies_in_own_file(self, index: int) -> bool:
        """Whether it has a file, which is in no library and not generated."""
        return not self.has_no_file(index) and self.files.is_own(self.profile.files[index])

    def has_no_file(self, index: int) -> bool:
        """Whether it is built in, or the profiler: the pure Python one records itself as the root."""
        is_profiler = self.profile.files[index] == "profile" and self.profile.linenos[index] == 0
        return is_profiler or self.is_builtin(index)
