"""The command line: what is asked for, and whether to draw it or to print it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import takewhile

from proftui import messages
from proftui.cli.choice import loader_of
from proftui.cli.options import CONVERSIONS, Asked, check, check_printed, folder_of
from proftui.drawing import capabilities
from proftui.drawing.safe_text import clean
from proftui.state.loading import GivenUp, Loader, Refused, demo_files, shown
from proftui_parsers import ProfileError

BAD_INPUT, FAULT, INTERRUPTED = 2, 70, 130
"""Statuses; 1 says of a comparison that a limit is passed, so that a fault must be another."""
_LITTLE_MEMORY = 1 << 20
MOST_NAMED = 10
"""Profiles of a folder in a sentence."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run; the exit status: 0, 2 for bad input, 70 for a fault of proftui itself; 1: a limit is passed."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        return run(taken_apart(arguments))
    except (Refused, ProfileError) as error:
        return _complain(str(error))
    except (KeyboardInterrupt, GivenUp):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        from proftui.cli.printing import drop_output

        drop_output()
        return 0
    except Exception as error:
        if "--debug" in arguments:
            from traceback import print_exc

            # Not raised: Python's own status is 1.
            print_exc()
            return FAULT
        if _is_want_of_memory(error):
            status = _complain(messages.NOT_ENOUGH_MEMORY)
            if argv is None:
                # Without memory interpreters crash while they take themselves down.
                os._exit(status)
            return status
        if isinstance(error, ImportError) and not (error.name or "proftui").startswith("proftui"):
            return _complain(messages.CANNOT_IMPORT.format(error.name))
        # A traceback would show text from the profile uncleaned.
        return _complain(messages.FAILED_INSIDE.format(type(error).__name__, _location(error)), FAULT)


def taken_apart(arguments: Sequence[str]) -> Asked:
    """The command line taken apart; Refused if something in it is not understood."""
    asked = Asked()
    if any(word.startswith("-") for word in arguments):
        from proftui.cli.arguments import parser

        # Files may stand between options: parse_args takes only those of one place.
        vars(asked).update(vars(parser().parse_intermixed_args(arguments)))
        if "--base" in arguments:
            following = arguments[arguments.index("--base") + 2 :]
            asked.after_base = [*takewhile(lambda word: not word.startswith("-"), following)]
    else:
        asked.files = list(arguments)
    return asked


def run(asked: Asked) -> int:
    """Do what was asked; the exit status. Refused, ProfileError or GivenUp say why there is none."""
    check(asked)
    printing = bool(
        asked.print or asked.format or asked.fail_over or not os.isatty(1) or not capabilities.can_draw()
    )
    paths = demo_files() if asked.demo else list(asked.files)
    if not paths and (printing or not os.isatty(0)):
        raise Refused(messages.NO_FILE)
    if asked.base and printing:
        check_printed(asked)
        from proftui.cli.comparing import print_comparison

        return print_comparison(asked)
    folder = "" if asked.base else folder_of(paths)
    if printing:
        if asked.watch:
            raise Refused(messages.WATCH_IS_NOT_PRINTED)
        check_printed(asked)
        if folder:
            raise Refused(_is_folder(folder))
        loader = loader_of(asked, paths)
        profile = loader()
        if asked.format in CONVERSIONS:
            from proftui.cli.printing import convert

            convert(profile, asked.format, estimate=asked.estimate)
        else:
            from proftui.cli.printing import print_view

            print_view(asked, profile)
        return _status(asked, loader)
    if sys.platform == "win32":
        raise Refused(messages.NEEDS_POSIX)
    from proftui.cli.exploring import explore

    return explore(asked, paths, folder)


def _status(asked: Asked, loader: Loader) -> int:
    """Of what was printed: whether files are missing in it, which is said."""
    if not loader.unread:
        return 0
    named = "; ".join(f"{shown(error.path)} {error}" for error in loader.unread)
    status = _complain(messages.FILES_UNREAD_PRINTED.format(len(loader.unread), len(loader.paths), named))
    return 0 if asked.keep_going else status


def _is_folder(folder: str) -> str:
    """That a folder cannot be printed, and what is in it, or how to make a profile."""
    from pathlib import Path

    from proftui.drawing.figures import plural
    from proftui.screens.folder import candidates, folders_in, page_in

    path = Path(folder)
    profiles = candidates(path)
    found = profiles or folders_in(path)
    if not found:
        if page := page_in(path):
            return os.path.join(folder, page)
        return messages.FOLDER_OF_NO_PROFILES.format(shown(folder))
    names = [each.name for each in found[:MOST_NAMED]] + ["…"] * (len(found) > MOST_NAMED)
    counted = plural(len(found), "profile" if profiles else "folder")
    return messages.FOLDER_OF_PROFILES[bool(profiles)].format(shown(folder), counted, ", ".join(names))


def _is_want_of_memory(error: Exception) -> bool:
    """Whether memory has run out, as said by Python, the interpreter itself, or the loader of libraries."""
    if isinstance(error, MemoryError | SystemError) or "failed to map" in str(error):
        return True
    try:
        bytes(_LITTLE_MEMORY)
    except MemoryError:
        # Then what failed, whatever it was, failed for that.
        return True
    return False


def _location(error: Exception) -> str:
    """Where it happened: of names, only our own."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" at {trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace is not None else ""


def _complain(sentence: str, status: int = BAD_INPUT) -> int:
    """One sentence on standard error; its imports are made at the start, as memory may have run out."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"proftui: {clean(sentence, 2000)}\n")
            sys.stderr.flush()
    except OSError:
        pass
    return status
