"""The lines of functions with what whole stacks tell of them: as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proftui.analysis.stacktree.lines import UNKNOWN, Executed, StackLines
from proftui.output.json_form import Json, function_of, head, identity, listing
from proftui.state.session import Session
from proftui_parsers import Profile
from proftui_parsers.stacks import plain


def document(session: Session, rows: Sequence[int]) -> Iterator[str]:
    """One object with the functions ``rows`` and their lines, in pieces; own and cumulative in the unit."""
    profile, lines = session.recorded, session.sources.stack_lines
    assert lines is not None

    def entry(index: int) -> Json:
        made = [_plain(profile, lines, *line) for line in lines.of(index).items()]
        return function_of(profile, index) | {"lines": made}

    return listing(head(profile, session), map(entry, rows))


def _plain(profile: Profile, lines: StackLines, number: int, line: Executed) -> Json:
    """A line with what it calls; ``line`` is null where it is not known."""
    error, unit = lines.error(line), profile.measure.unit
    return {
        "line": None if number == UNKNOWN else number,
        "self": plain.number(line.own, unit),
        "cum": plain.number(line.cum, unit),
        "samples": None if line.samples is None else round(line.samples),
        "standard_error": None if error is None else error / 100 * profile.total_time,
        "callees": [
            {
                **identity(profile, call.function),
                "ncalls": call.ncalls,
                "self": plain.number(call.tottime, unit),
                "cum": plain.number(call.cumtime, unit),
            }
            for call in line.calls
        ],
    }
