"""``--interval``, ``--measure`` and ``--threads``: what of stacks is looked at; ``--report``: which print."""

from __future__ import annotations

from proftui import messages
from proftui.state.loading import Loader, Refused
from proftui_parsers.import_free import TYPE_CHECKING

if TYPE_CHECKING:
    from proftui.cli.options import Asked
    from proftui_parsers import Profile
    from proftui_parsers.stacks.recording import Recording, Tables

_MOST_TOLD, _LONGEST = 10, 60


def loader_of(asked: Asked, paths: list[str]) -> Loader:
    """What reads the files, and gives the part of them that is asked for."""
    return Loader(paths, asked.max_size << 20, lambda profile: adapted(asked, profile))


def adapted(asked: Asked, profile: Profile) -> Profile:
    """The profile of what is chosen; Refused if the file has none of it."""
    if asked.report is not None:
        reports = (profile, *profile.reports)
        if not 0 < asked.report <= len(reports):
            raise Refused(messages.NO_SUCH_REPORT.format(asked.report, len(reports)))
        profile = reports[asked.report - 1]
    given = {"--interval": asked.interval, "--measure": asked.measure, "--threads": asked.threads}
    if not any(given.values()):
        return profile
    source, recording = profile.chosen_from, profile.recording
    needs = [option for option in given if given[option] and (source is None or option != "--measure")]
    if recording is None and needs:
        raise Refused(messages.NEEDS_STACKS.format(needs[0]))
    assert source is not None
    from proftui_parsers.stacks.deriving import profile_of
    from proftui_parsers.stacks.recording import Choice

    if recording is not None and asked.interval:
        source = recording = _timed(recording, asked.interval)
    measure = _measure(source, asked.measure) if asked.measure else 0
    tracks = _tracks(recording, asked.threads) if recording is not None and asked.threads else None
    return profile_of(source, Choice(measure, tracks))


def _timed(recording: Recording, text: str) -> Recording:
    from proftui.analysis.stacktree.choices import seconds_of
    from proftui_parsers.stacks.timing import timed

    seconds = seconds_of(text)
    if seconds is None:
        raise Refused(f"--interval {messages.BAD_INTERVAL}")
    made = timed(recording, seconds)
    if made is None:
        why = messages.HAS_NO_SAMPLES if recording.samples is None else messages.HAS_TIMES
        raise Refused(f"--interval: {why}")
    return made


def _measure(recording: Recording | Tables, name: str) -> int:
    wanted = name.casefold().replace(" ", "-")
    for number, measure in enumerate(recording.measures):
        if wanted in (measure.key.casefold(), measure.title.casefold().replace(" ", "-")):
            return number
    keys = ", ".join(measure.key for measure in recording.measures[:_MOST_TOLD])
    raise Refused(messages.NO_SUCH_MEASURE.format(name, keys))


def _tracks(recording: Recording, pattern: str) -> frozenset[int] | None:
    """The numbers of the threads that a regular expression finds; ``None``: those are all."""
    import re

    try:
        matches = re.compile(pattern, re.IGNORECASE).search
    except (re.error, RecursionError, OverflowError) as problem:
        raise Refused(f"--threads: {problem}") from None
    found = frozenset(
        n for n in range(len(recording.tracks)) if any(map(matches, recording.searched_names(n)))
    )
    if not found:
        told = range(min(_MOST_TOLD, len(recording.tracks)))
        some = ", ".join(recording.thread_name(number)[:_LONGEST] for number in told)
        more = ", …" if len(recording.tracks) > _MOST_TOLD else ""
        raise Refused(messages.NO_SUCH_THREAD.format(pattern, some + more))
    return found if len(found) < len(recording.tracks) else None
