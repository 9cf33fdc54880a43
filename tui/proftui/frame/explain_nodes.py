"""How the figures of a node of a call tree came about."""

from __future__ import annotations

from collections.abc import Sequence

from proftui import messages
from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.derivation import Derivation, derivation, of_caller, stands_for_modules
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallNode, CallTree, above
from proftui.analysis.columns import counts_title
from proftui.analysis.source.recorded_paths import may_have_text
from proftui.drawing import figures
from proftui.drawing.formula import in_digits
from proftui.frame.explain import Explanation, Figure, of_run, share_of
from proftui.frame.explain_stacks import stack_node
from proftui.frame.nodes import calls_text, estimate_mark, is_sure, spoken_node
from proftui.state.session import Session


def node(session: Session, tree: CallTree, here: CallNode) -> Explanation:
    """The figures of a node, those that matter most first."""
    made: list[Figure] = []
    if isinstance(tree, FlowTree):
        made = _Called(session, tree, here).figures()
    elif isinstance(tree, CallerTree):
        made = _of_callers(session, tree, here)
    elif session.profile.recording is not None:
        made = stack_node(session, tree, here)
    made += share_of(session, here.time, tree.total, of_run(session.profile))
    made += _where_to_look(session, tree, here)
    return Explanation(spoken_node(session.names, here), made)


def chain(session: Session, tree: CallTree, levels: Sequence[CallNode]) -> Explanation:
    """The figures of the last of several levels in a row, and which of them the row shows."""
    first, told = levels[0], node(session, tree, levels[-1])
    names = [spoken_node(session.names, level) for level in (levels[-1], first)]
    time, count = _amount(session, tree, first), len(levels)
    said = messages.ROW_OF_LEVELS.format(names[0], count, names[1], time, count)
    return Explanation(told.name, [Figure("").say(said), *told.figures])


def _amount(session: Session, tree: CallTree, here: CallNode) -> str:
    unit = session.figures.unit
    mark = "≈ " if estimate_mark(here, tree.total, unit) else ""
    return mark + figures.counted_in(in_digits(here.time, unit), unit)


def _where_to_look(session: Session, tree: CallTree, here: CallNode) -> list[Figure]:
    if not isinstance(tree, FlowTree | CallerTree):
        return []
    if not tree.graph.certain and not tree.graph.estimated:
        return [Figure("").say(messages.NOT_PROVEN, "warning")]
    look = [messages.LOOK_CALLS[not tree.graph.estimated]] if here.function >= 0 else []
    is_estimate = estimate_mark(here, tree.total, session.figures.unit) and here.kind != "rest"
    if is_estimate:
        look.append(messages.LOOK_STACKS)
    elif here.function >= 0 and may_have_text(session.profile.files[here.function]):
        look.append(messages.LOOK_SOURCE)
    return [Figure("").say(" ".join(look), "muted")] if look else []


_OF_MEMBER = {
    "member": messages.MEMBER_OWN,
    "inner": messages.CYCLE_OWN,
    "owns": messages.CYCLE_OWNS,
    "leaving": messages.MEMBER_LEAVES,
    "out": messages.CYCLE_OUT,
    "whole": messages.CYCLE_WHOLE,
}


def _caller(session: Session, parent: CallNode | None) -> str:
    if parent is None:
        return ""
    return messages.IMPORTS if stands_for_modules(parent) else spoken_node(session.names, parent)


class _Called:
    """A node of the tree of what is called."""

    def __init__(self, session: Session, tree: FlowTree, here: CallNode) -> None:
        self.session, self.tree, self.here = session, tree, here
        self.unit, self.graph = session.figures.unit, tree.graph
        self.parent = above(here)
        self.by = _caller(session, self.parent)
        self.derived = derivation(tree, here)

    def figures(self) -> list[Figure]:
        """Time, own time, calls."""
        time = Figure("time").say(_amount(self.session, self.tree, self.here), "title")
        made = [self._time(time)]
        if self.here.kind == "function":
            made.append(self._own())
        if self.here.calls is not None and self.here.function >= 0:
            made.append(self._calls())
        return made

    def _seconds(self, value: float) -> str:
        return in_digits(value, self.unit)

    def _time(self, said: Figure) -> Figure:
        here, derived = self.here, self.derived
        for text in self._kind():
            said.say(text)
        if self.parent is None:
            return self._root(said)
        if here.exact and here.kind != "rest":
            return said.say(self._why_exact())
        if derived.time is not None:
            said.reckon(self.session, derived.time, words=self._words())
        if self.parent.kind == "cycle" and here.kind == "function":
            said.say(messages.CYCLE_MEMBER)
        sure = is_sure(here.low, here.high, self.tree.total, self.unit)
        if not sure and here.kind in ("function", "cycle"):
            self._bounds(said, derived, self.parent)
        return said

    def _kind(self) -> list[str]:
        """What the node stands for, where it is more or less than a function."""
        here = self.here
        if here.kind == "cycle":
            return [messages.CYCLE_IS.format(here.count)]
        if here.kind == "rest":
            return [messages.TOO_SMALL_ADDED_UP.format(figures.plural(here.count, "node"))]
        if here.kind == "unattributed" or (here.kind == "recursion" and here.key == -1):
            return [messages.LEFT_TO_NOBODY.format(self.by)]
        if here.kind != "recursion":
            return []
        if stands_for_modules(here):
            return [messages.MODULES_TOGETHER]
        if here.function < 0:
            return [messages.SHARED_BACK]
        return [messages.CALL_BACK.format(spoken_node(self.session.names, here).removesuffix(" ↻"))]

    def _root(self, said: Figure) -> Figure:
        if self.here.kind == "rest":
            return said
        if self.session.profile.is_focused and not self.tree.inverted:
            return self._between(said.say(messages.ROOT_OF_FOCUS))
        if self.derived.time is not None:
            said.reckon(self.session, self.derived.time).say(messages.ROOT_LESS_CALLERS)
            return self._between(said)
        if self.here.exact:
            whole = self.tree.groups.cumtime(self.here.key)
            alone = self.here.kind == "function" and abs(whole - self.here.time) <= 1e-6 * whole
            return said.say(messages.CALLED_FROM_OUTSIDE_HERE if alone else messages.ROOT_EXACT)
        return self._between(said.say(messages.ROOT_ESTIMATE))

    def _why_exact(self) -> str:
        assert self.parent is not None
        if self.parent.kind == "cycle":
            return messages.CYCLE_MEMBER_EXACT
        part = self.derived.part
        if part is not None and abs(part.step.time - self.here.time) <= 1e-6 * self.here.time:
            return messages.EXACT_PART.format(self.by)
        return messages.EXACT_SUMS

    def _words(self) -> dict[str, str]:
        """What the operands of a calculation are."""
        assert self.parent is not None
        if self.parent.kind == "cycle":
            return _OF_MEMBER
        less = "" if self.parent.kind != "function" or not self.parent.own else messages.LESS_OWN
        ends = self._seconds(self.parent.time), self._seconds(self.parent.own)
        return {
            "calls": self._calls_by(),
            "here": messages.SPENT_HERE.format(self.by) + less.format(*ends),
            "whole": messages.SPENT_IN_ALL.format(self.by),
            "rest": messages.ALL_THESE_CALLS.format(self.by),
            "outflow": messages.ALL_ITS_CALLS.format(self.by),
            "nobody": messages.TO_NOBODY,
        }

    def _calls_by(self) -> str:
        step = self.derived.part.step if self.derived.part is not None else None
        if self.graph.estimated:
            sampled = self.session.profile.measure.sampled
            return (messages.SHARED_SAMPLES_BY if sampled else messages.SHARED_CALLS_BY).format(self.by)
        if step is None or abs(step.weight - step.time) <= 1e-9 * step.time:
            return messages.ALL_CALLS_BY.format(self.by)
        return messages.WEIGHT_OF_CALLS_BY.format(self.by, self._seconds(step.time))

    def _bounds(self, said: Figure, derived: Derivation, parent: CallNode) -> None:
        here = self.here
        if derived.low is not None:
            reckoned = derived.low.text(self.unit)
            low = messages.AT_LEAST_REST.format(self._seconds(here.low), reckoned, self.by)
        elif here.low <= 0:
            low = messages.AT_LEAST_NONE.format(self.by)
        else:
            low = messages.AT_LEAST_SUMS.format(self._seconds(here.low), self.by)
        said.say(messages.AT_MOST[derived.high].format(self._seconds(here.high), self.by)).say(low)

    def _between(self, said: Figure) -> Figure:
        here = self.here
        if is_sure(here.low, here.high, self.tree.total, self.unit):
            return said
        ends = self._seconds(here.low), self._seconds(here.high)
        return said.say(messages.ESTIMATE_BETWEEN.format(*ends, self.unit.name))

    def _own(self) -> Figure:
        here, derived = self.here, self.derived
        sure = is_sure(here.own_low, here.own_high, self.tree.total, self.unit)
        if here.own == here.time:
            return Figure("own").say(messages.ALL_OWN)
        mark = "" if sure else "≈ "
        said = Figure("own").say(f"{mark}{self._seconds(here.own)} {self.unit.name}", "title")
        if here.own_low == here.own_high and self.graph.certain:
            return said.say(messages.EXACT_OWN)
        if derived.own is not None and derived.part is not None:
            said.reckon(self.session, derived.own, words={"own": messages.OWN_BY.format(self.by)})
        elif derived.part is not None:
            said.say(messages.OWN_OF_RECURSION)
        if not sure:
            ends = self._seconds(here.own_low), self._seconds(here.own_high)
            said.say(messages.ESTIMATE_BETWEEN.format(*ends, self.unit.name))
        return said

    def _calls(self) -> Figure:
        profile = self.session.profile
        said = Figure(counts_title(profile)).say(_in_thousands(calls_text(self.here)), "title")
        if self.here.calls_exact:
            return said.say(messages.EXACT_CALLS)
        if self.derived.calls is not None and self.derived.part is not None:
            counted = messages.SAMPLES_BY if profile.measure.sampled else messages.COUNTED_BY
            words = {"count": counted.format(self.by)}
            reckoned, shown = _count(self.derived.calls.result), _in_thousands(calls_text(self.here))
            is_whole = reckoned.removesuffix(".00") == shown.removeprefix("≈ ")
            what = "" if is_whole else messages.CALLS_ARE_WHOLE.format(shown)
            said.reckon(self.session, self.derived.calls, _count, words, what)
        return said


def _count(value: float) -> str:
    """As many calls as a row shows, those below ten more finely."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2f}".removesuffix(".00")


def _in_thousands(calls: str) -> str:
    counted = calls.removeprefix("≈")
    return ("≈ " if counted != calls else "") + figures.thousands(counted)


def _of_callers(session: Session, tree: CallerTree, here: CallNode) -> list[Figure]:
    """A node of the tree upside down."""
    names, unit = session.names, session.figures.unit
    said = Figure("time").say(_amount(session, tree, here), "title")
    callee = above(here)
    if here.kind == "rest":
        return [said.say(messages.TOO_SMALL_ADDED_UP.format(figures.plural(here.count, "node")))]
    if callee is None:
        return [said.say(messages.TOP_OWN), *_asked_by_nobody(session, here)]
    by, called = spoken_node(names, here), spoken_node(names, callee)
    if here.kind == "recursion":
        said.say(messages.CALL_BACK.format(by.removesuffix(" ↻")))
    formula = of_caller(tree, here)
    if above(callee) is None:
        sampled = session.profile.measure.sampled
        counted = messages.OWN_BY_SAMPLES if sampled else messages.OWN_BY_COUNTS
        own = counted.format(called) if tree.graph.estimated else messages.OWN_BY_CALLER.format(by)
        said.say(own)
    elif here.exact:
        said.say(messages.CALLER_SURE.format(called))
    elif formula is not None:
        words = {
            "calls": messages.CALLS_OF_BY.format(called, by),
            "here": messages.OWN_SO_FAR.format(called),
            "whole": messages.CALLS_OF.format(called),
        }
        said.reckon(session, formula, words=words)
    if not is_sure(here.low, here.high, tree.total, unit):
        ends = in_digits(here.low, unit), in_digits(here.high, unit)
        said.say(messages.ESTIMATE_BETWEEN.format(*ends, unit.name))
    return [said, *_asked_by_nobody(session, here)]


def _asked_by_nobody(session: Session, here: CallNode) -> list[Figure]:
    """The part of a node's time for which nobody in the profile called it."""
    if here.own <= 0 or here.kind != "function":
        return []
    unit = session.figures.unit
    said = Figure("outside").say(f"{in_digits(here.own, unit)} {unit.name}", "title")
    return [said.say(messages.NOBODY_ASKED.format(spoken_node(session.names, here)))]
