"""How the figures of a node of whole stacks came about: all of them were recorded, and are exact."""

from __future__ import annotations

from proftui import messages
from proftui.analysis.calltree.nodes import path_of
from proftui.analysis.columns import counts_title, has_counts
from proftui.drawing import figures
from proftui.drawing.formula import in_digits
from proftui.frame.explain import Figure
from proftui.frame.nodes import calls_text, spoken_node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proftui.analysis.calltree.nodes import CallNode, CallTree
    from proftui.state.session import Session


def stack_node(session: Session, tree: CallTree, here: CallNode) -> list[Figure]:
    """A node of whole stacks, of which everything is exact."""
    profile, unit = session.profile, session.figures.unit

    def said(label: str, value: float, what: str) -> Figure:
        return Figure(label).say(f"{figures.counted_in(in_digits(value, unit), unit)}: {what}")

    if here.kind == "rest":
        added = messages.TOO_SMALL_ADDED_UP.format(figures.plural(here.count, "node"))
        return [said("time", here.time, added)]
    if here.kind == "unattributed":
        return [said("time", here.time, messages.PATH_OF_NOBODY)]
    own, cum = "own", "time" if profile.measure.unit == "s" else "cum"
    top = path_of(here)[0]
    if tree.inverted:
        by = messages.PATH_OF_CALLERS.format(spoken_node(session.names, top))
        made = [said(own, here.time, messages.PATH_TOP_OWN if top is here else by)]
    else:
        made = [said(cum, here.time, messages.PATH_TIME)]
        if here.kind == "function":
            is_all = here.own == here.time
            made.append(said(own, here.own, messages.ALL_OWN if is_all else messages.PATH_OWN))
    if here.calls is not None and has_counts(profile):
        counted = messages.PATH_SAMPLES if profile.measure.sampled else messages.PATH_CALLS
        made.append(Figure(counts_title(profile)).say(f"{figures.thousands(calls_text(here))}: {counted}"))
    return made
