"""What the screen says in sentences: why a view is empty, what a key did, what it waits for.

Others stand beside what they are about: notes on a profile in ``proftui_parsers/notes.py``, headings and
legends in the rows of views, what the command line refuses in ``cli/``, faults of other programs in
``external/``, why a file cannot be read in ``proftui_parsers``. ``python -m tests.support.sentences`` prints
what is said here and by ``proftui_parsers``.
"""

from __future__ import annotations

import os

from proftui.analysis.columns import FUNCTION, LOCATION, columns_of
from proftui.analysis.importlib_names import FIND_AND_LOAD
from proftui.analysis.own_by_package import seconds_without_waiting
from proftui.drawing import figures
from proftui.drawing.line import Span
from proftui.drawing.safe_text import Clean, cell_width, clean, cut_end, cut_start
from proftui.frame.functions import spoken
from proftui.state.view_names import FUNCTIONS, ICICLE, SOURCE, TREE, TREES
from proftui_parsers import Profile
from proftui_parsers.consistency import checked, whole_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proftui.analysis.neighbours import Neighbour
    from proftui.analysis.source.listing import Listing
    from proftui.state.session import Session

NO_FUNCTIONS = (
    "This profile has no functions.",
    "It was written before anything ran, or the program was stopped too early.",
)
NOTHING_MATCHES = 'Nothing matches "{}".  Esc drops the filter · {} without it'
NOTHING_MATCHES_PRINTED = 'Nothing matches "{}": {} without the filter'
NO_CALL_EDGES = "This file has no call edges ({})."
INSTEAD_OF_CALLS = {True: "5 shows the lines.", False: "1 shows the functions."}
ROWS_HIDDEN = "{:,} filtered out"
NOT_SELECTED = "no function is selected"
NOTHING_SELECTED = "nothing is selected"
NOTHING_TO_CLEAR = "nothing to clear · q quits"
PASTED = "pasted text is ignored here: / opens the filter"
STANDARD_INPUT = "standard input"
READING = "Reading · Esc gives up"
RECURSIVE = "↻ recursive: shares add up to over 100 %"
EXPLAINS = " · ? explains"
QUITS = "q quits; Ctrl+C once more does too"
NOTHING_NOTED = "Nothing to note: all figures add up."
STILL_COMPARING = "The figures are still being compared with each other: what comes of it will stand here."
_LINES_ONCE = "The total is what all lines took together: time that is in several of them is in it once"
_ESTIMATED = " Where the text does not tell who made some calls of a function, each is taken to be as long."
_MAY_BE_TWICE = (
    f"{_LINES_ONCE}, as far as the text tells. What a line calls by way of functions that were not measured, "
    "and what calls itself, may still be in it more than once."
)
NOTED_OF_LINES = {
    "": "The total is the sum of all lines. A line that calls a function whose lines were measured too has "
    "their time in it as well, which is then in the total twice.",
    "exact": f"{_LINES_ONCE}.",
    "about": f"{_LINES_ONCE}.{_ESTIMATED}",
    "at most": _MAY_BE_TWICE,
    "at most about": _MAY_BE_TWICE + _ESTIMATED,
}
"""What is noted of line times without calls, by how certain their total is; at first: it is a mere sum."""
TOO_SMALL = "make the window larger"

# The profile in one sentence

NOTHING_RECORDED = "nothing was recorded: this profile has no functions"
NOTHING_MEASURED = "no {} {} measured in {}"
NO_LINE_RUN = "no line was run in {}"
NO_TIME_OF_LINES = "no time was measured in {}"
ONLY_FUNCTION = "{} is the only function in this profile"
ONLY_LINE = "{} is the only line that was run"
LINE_OF = "line {} of {}"
TAKES = "{} takes {} %{}"
NONE_TAKES = "no {} takes {} %{}"
TAKE_HALF = " · {} take half"
OF_ALL_LINES = " of all lines together"
OF_LINES_ADDED = " of all lines added up"
ROUGHLY = {"exact": "", "about": "about ", "at most": "at least ", "at most about": "at least about "}
"""What is said of a share, by how certain the whole is."""
PART = "{} {} %"
OWN_TIME = "own time: {}"
IMPORTS, MY_CODE, WAITING, BUILT_INS, OTHERS = "imports", "my code", "waiting", "built-ins", "others"
IMPORTS_KEY = " (I)"

# Going on

UNKNOWN_KEY = "{} does nothing here · ? shows the keys"
HEAVIEST_CALLER = "heaviest caller of {}"
HOT_PATH = "hot path: {}{}: {}"
HOT_PATH_ENDS = {
    "own": "own time weighs most",
    "small": "from here on it spreads out",
    "leaf": "the rest is recursion or unattributed",
    "long": "and it goes on",
}
HOT_PATH_UP_ENDS = HOT_PATH_ENDS | dict.fromkeys(("own", "leaf"), "no caller took more")
"""Why a hot path ends, of one that goes down to what is called and of one that goes up to callers."""
NO_WAY_DOWN = "nodes too small to be shown alone have no hot path"
NO_CALLERS = {
    True: "no callers: this is where the program starts",
    False: "no recorded caller: called from code outside the profile",
}
"""Why a function has no callers; ``True``: it is the one root, with the time of the run."""
NO_CALLEES = "no recorded callees"
FILTERED_OUT = "{} is filtered out"
DROPS_FILTER = "Esc drops the filter"
STARTED_HERE = "this is where you started"
NOTHING_AHEAD = "nothing ahead: < goes back"
NO_CALLS_OF_LINES = "this file has no call edges: < goes back to the functions"
ONLY_A_CALLER = "not in the table: only known as a caller"
CALLS_NOT_COUNTED = "calls not counted"
CALLED_FROM_OUTSIDE = "called from outside the profile: the profiler was started below that caller"
ALL_COLUMNS_SHOWN = "all columns are shown: nothing to scroll to"
COLUMNS_START = "the columns start here"
CALLED_AT = "called at"
DEFINED = "{} def"
"""The heading of locations that are those of calls; a location that is not, but of a definition."""
FOLDED = {False: "all callers · ← folds the small ones again", True: "callers of less than 0.1 % in one row"}

# Filter and find

NEXT_OR_DROP = "n next · Esc drops it"
OF_THESE_CALLS = "{:,} of these callers and callees"
NO_MATCH = "no match among the callers and callees: {}"
OWN_SHARE = "own {} %"
OWN_SECONDS = "own {}"
LINES_SHARE = "time of the lines {} %"
LINES_SECONDS = "lines added up {}"
WITH_CALLS = "{} % with what it calls"
AT_LEAST = "at least {}"
HERE = "here {} % · whole run {} %"
NO_FUNCTION_MATCHES = "no function matches"
WORDS_MATCH = "no function matches · n looks for the words"
ALSO_IMPORTS = " · n also looks for ↻ imports"
TAB_COMPLETES = "Tab: {}"
SEARCH_STOPPED = "no match among {:,} nodes · n searches on"
FILTERS = "/ filters; then n goes to the next match"
FINDS = "/ finds; then n goes to the next match"
SEARCHING = "looking at all names"
NO_LINE_FOUND = "nothing found"
NO_LINE_TIMES = "no line times here"
NO_MATCH_IN_PICTURE = "no match in this picture"
PATTERN_TOO_SLOW = "pattern too slow, showing the last result"

# Order and figures

TIMES_IN = "times in {}"
NO_COLUMN = "this profile has no {}"
SORTING = "sorting · Esc leaves it"
TREE_ORDER = "callees stand in the order of their time, largest first"
COLUMNS_TITLE = "Columns: Enter shows or hides, Esc closes"
NO_LINE_TO_SORT = "no line here has a time to sort by"
WAITS_INCLUDED = "{} · without waiting: in Functions (1)"
SHARES_OF_LINES = "%: of each function's time with callees"
SHARES = {
    "function": "%: of the function's cumtime",
    "total": "%: of the whole run",
    "width": "width: of the whole run",
    "all lines": "%: of all lines together",
    "parent": "%: of the parent",
    "lines": SHARES_OF_LINES,
    "imports": "%: of all imports",
    "none": "shares are hidden",
}
WITHOUT_WAITING = "%busy: of the run without waiting ({} %)"

# Call trees

NO_NODE = "{}: no node of its own (in imports, or too small)"
BUILDING = "building the call tree  {} %  ·  Esc goes back"
OWN_TIME_OF = "own time of {} by its callers"
OWN_BY_CALLERS = OWN_TIME_OF + " · i: of all functions"
NOTHING_BELOW = "nothing to open below {} · [ shows smaller ones"
STILL_BUILDING = "the call tree is being built · Esc goes back"
IS_ROOT = "this is a root"
TOO_THIN = "{} is too narrow to draw here · Enter zooms to it"
IS_OPEN = "it is open · - closes it"
CLOSED = "closed · U undoes"
NODES_SHOWN = "{} shown"
LEFT_CLOSED = " · {} left closed · U undoes"
NOTHING_TO_UNDO = "nothing to undo: U undoes E, C and *"
HIDING = "hiding {} under {:g} %"
LEAST_KEY = " · L"
LEAST_SHARE = "least share {:g} %"
LEAST_IS_ALL = "everything is shown"
LEAST_IS_HIGHEST = "nothing larger can be hidden"
TOP_DOWN = "top-down"
ALL_FUNCTIONS = "all functions"
CYCLES_UNROLLED = "all functions · cycles unrolled"
ALL_ALONE = "no call edges: each with what it called, they overlap"
OF_ALL_CALLERS = "own time of all functions, by callers"
ALWAYS_UNROLLED = "of callers, cycles are always unrolled"
NO_EDGES = "no call edges"
NO_CYCLES = "no cycles here: no functions that call each other"
UNROLLED = "cycles unrolled"
ROLLED = "each cycle is one node"
COLOURS = {True: "colours: own time", False: "colours: package"}
UNATTRIBUTED = "the file gives this time to no function: two had one name, or it was cut"
TOO_SMALL_ALONE = "nodes too small to be shown alone · [ shows smaller ones"
RECURSIVE_REST = "time of recursive calls that cannot be told apart"
LEVEL_ENDS = {1: "the level ends here", -1: "the level starts here"}
SEARCH_ENDED = {
    "wrapped": "from the other end again",
    "none": "nothing in this tree matches",
    "small": "matches may be too small to be shown: [ shows smaller ones",
}

# Imports

FINDING_IMPORTS = "reading the import statements  {} %  ·  Esc goes back"
NO_IMPORTS = {
    True: "Nothing was imported while the profiler ran.",
    False: "What imports took is not in this file: .stats of cProfile have it.",
}
"""Why there are no imports; ``True``: the file would say."""
NO_IMPORT_SAMPLED = "No import stands in the samples of this file."
NO_MODULE_RAN = "Imports were asked for, but no imported module's code ran while the profiler ran."
LOADED_OTHERWISE = "No import loaded a module: importlib ran code for others (exec_module)."
SEVERAL_PLACES = "importer not told by the file"
CODE_OUTSIDE = "code outside the profile"
LOADING = "finding and loading modules"
EXTENSIONS = "extension modules, as they start"
IN_FUNCTION = "in function {}"
BY_EXTENSIONS = "by extension modules"
IMPORTED_BY = "imported by {}"
LIKELY_IMPORTED_BY = "by its source, imported by {}"
WHAT_SEVERAL_IS = "modules of which nobody can tell who imported them first: own times only"
WHAT_OUTSIDE_IS = "imports that no recorded function asked for: the profiler was switched on in code"
WHAT_LOADING_IS = "what importlib takes itself: to look for files, to read, to unmarshal, to compile"
WHAT_EXTENSIONS_ARE = "what modules in C take to start: the file has no names of them"
WHAT_PART_IS = "called by importlib, which takes this part of it"
WITHOUT_MODULES = "own {} {}"
WITH_MODULES = "with what it imports {} {}"
MODULES_SHOWN = "{:,} of {:,}"
IMPORTS_TAKE = "imports {} %: modules {}, loading {}, extensions {} {}"
IMPORTS_TAKE_IN_PART = "imports {} %: modules {}, extensions {} {}; the file does not tell the rest"
IMPORTS_REPEATED = "imports {} %, not taken apart: the code of a module ran more than once"
IMPORTS_OVERLAP = "imports {} %: modules {} + loading {} + extensions {} − overlap {} {}"
NOTHING_IMPORTED = "{} imported nothing that is shown"
IMPORT_COLUMNS = {
    "tottime": "own: the module's code and what it calls, without the modules that it imports",
    "cumtime": "cumulative: with the modules that it imports",
    "share": "%: cumulative time as a share of the whole run, or of all imports (% changes it)",
    "function": "module: ▸ closed, ▾ open; ≈ by its source, code without source may have been earlier",
    "location": "location: the module's file",
}
"""What the columns of Imports mean."""

# Source

EACH_OVERHEAD = ", each with its own overhead"
DIFFERENT_RUNS = "lines {} · cProfile {}: different runs" + EACH_OVERHEAD
DIFFERENT_INPUT = "! not the same input: cProfile counted {:,} calls, line {} ran {:,} times"
TIMES_OF_OTHERS = "the times of lines are of another run than the calls"
LINES_WITHIN = "lines {} · line {} of {} calls this and has that time in it"
LINES_TOGETHER = {
    "": "lines added up {}",
    "exact": "lines {}",
    "about": "lines about {}",
    "at most": "lines at most {}",
    "at most about": "lines at most about {}",
}
"""By how certain it is that time which is in several lines is counted once; at first: it is not."""
LINES_OF_OWN_TOTAL = "n goes to the next hottest line · % is of all its lines together"
CALLS_OF_LINES = "→ what the calls on a line cost · own time {} is spread over the lines"
JOINT_FIGURES = "( ) calls of several lines together, nobody knows whose · + and perhaps more"
OR_WHERE_DROPPED = " or where it was dropped"
MODULE_TOOK = "{} took {} where it was first imported"
LINES_THAT_CALL = "lines that call {}"
LINES_THAT_CALL_BY_TIME = "the callers stand by their time, heaviest first"
ENTER_GOES_THERE = "a built-in: these lines call it · Enter goes there"
IN_FUNCTION = "in {}"
OUTSIDE_THE_PROFILE = "(outside the profile)"
NO_SOURCE, LINE_NOT_TOLD = "  (no source)", "  (line not told)"
NO_WHOLE_FILE = "these lines are of several files"
NOT_TIMED = "no line times for this function: kernprof -l measures them"
WITH_LINE_TIMES = "{} with line times: Enter shows one"
OPENED_IN = "opened in {}"
ALSO_CALLS = "the line also calls {} · < back"
WHOLE_FILE = "the whole file · f: the function alone"
FUNCTION_ALONE = "the function alone"
LINES_UNKNOWN = "{} (lines unknown)"
LINES_UNKNOWN_NO_SOURCE = "{} (lines unknown: no source)"
LINES_BY_TIME = "lines by time · s: in their order"
LINES_IN_ORDER = "lines in order"
NO_LINE_TIMES_AT_ALL = "no function has line times: kernprof -l measures them"
NEVER_CALLED = "never called"
TEXT_ENDS = {1: "the longest line ends here", -1: "the text starts here"}
NO_TEXT_TO_EDIT = "there is no text to edit"
NOT_LENT = "this terminal cannot be lent to an editor"

# Files

GIVEN_UP = "reading was given up"
CANNOT_WRITE = "cannot write: {}"
NO_REASON = "the system gives no reason"
WROTE = "wrote {}, {}"
WROTE_PART = " · {:,} of {:,}: w M writes all"
WRITES_TO = "to {}"
SENT = "copied {} (if the terminal allows)"
FINDING_COPIED = "copied a finding on {} (if the terminal allows)"
WRITING = "writing  {} %  ·  Esc gives up"
HELP_TITLE = "Help: {} · Esc closes"
STILL_WRITING = "a file is being written · Esc gives up"
WRITING_GIVEN_UP = "writing was given up: nothing of it is left"
READ_AGAIN = "read again: {} → {}"
READ_AGAIN_UNCHANGED = "read again: nothing has changed"
NOT_CHANGED_SINCE = "nothing has changed since it was read"
NOTES_TITLE = "Notes on this profile"
SNAKEVIZ_TITLE = "SnakeViz · Esc or q closes this; the page stays until proftui ends"
PALETTE_ASKS = "an action or a theme"
PALETTE_TITLE = "Enter runs · Esc closes"

NO_PROFILES = (
    "No profile here. Make one:    python -m cProfile -o p.stats script.py",
    "Or look at a sample:          proftui --demo",
)
NO_PROFILE_MATCHES = 'No profile is called "{}".  Esc shows all'
NOT_ENOUGH_MEMORY = "there is not enough memory for this"
FAILED_WITH = "reading failed with {}"
IS_LARGE = "large: Enter reads it"
TYPE_TO_FILTER = "letters filter by name"
IS_FOLDER = "{} is a folder with {}: name one of them"

# Explain: how figures came about

EXPLAIN_TITLE = "{} · how its figures came about · Esc closes"
NOTHING_TO_EXPLAIN = "there is no figure here to explain"
ROW_OF_LEVELS = (
    "These are figures of {}, the last of {:,} levels in the row; time and calls in the row are those of the "
    "first, {}: {}."
)
ESTIMATE_BETWEEN = "≈ an estimate: it lies between {} and {} {}"
RECORDED = "{}: {}, as recorded"
RECURSIVE_CALLS = "made while it already ran (↻): their time is in the outer calls, counted once"
OWN_AND_CALLEES = "· own time and the calls of others: it adds up"
CALLEES_DIFFER = "· own time and the calls of others: more, since ↻ counts callees at every depth"
CALLEES_MISSING = "· own time and the calls of others: some calls are not in the file, see !"
CALLED_BY_OTHERS = "· calls by its callers, and from outside the profile"
SAMPLED_FIGURES = "Samples × the interval: the more samples, the surer. Between two samples nobody looked."
SHARED_BY_CALLS = "≈ this file times no calls by caller: cumtime of {} by the number of calls"
NOT_PROVEN = "This file contradicts itself, so nothing in its tree is proven: ! says why."

ALL_CALLS_BY = "all calls of it by {}, as recorded"
SHARED_CALLS_BY = "all calls of it by {}: its cumtime, shared out by the number of calls"
WEIGHT_OF_CALLS_BY = "of all calls of it by {}, {} as recorded: recursion repeats them at every depth"
SPENT_HERE = "what {} spends in its calls here"
SPENT_IN_ALL = "what {} spends in its calls in the whole run"
LESS_OWN = ", {} less {} of its own"
ALL_THESE_CALLS = "all these calls by {}, as recorded"
ALL_ITS_CALLS = "all calls of others by {}, as recorded"
TO_NOBODY = "what goes to nobody"
MEMBER_OWN = "its own time (tottime), as recorded"
CYCLE_OWN = "own time of the cycle here"
CYCLE_OWNS = "own time of the cycle in the whole run"
MEMBER_LEAVES = "its calls out of the cycle, as recorded"
CYCLE_OUT = "what the cycle spends in its calls here"
CYCLE_WHOLE = "what the cycle spends in its calls in the whole run"
OWN_BY = "own time in all its calls by {}, as recorded"
CALLS_ARE_WHOLE = "· shown as {}: calls are whole, and one at least"
COUNTED_BY = "calls of it by {}, as recorded"
EXACT_PART = "exact: all of {} is here, so all its calls are: the time of those to it, as recorded"
EXACT_SUMS = "exact: the sums of the tree leave no other figure"
EXACT_OWN = "exact: by the own times in the file"
EXACT_CALLS = "exact: as counted"
ALL_OWN = "all of it: nothing is called from here"
OWN_OF_RECURSION = "≈ an estimate: own time in calls of itself is spread over all calls of it"
AT_MOST = {
    "calls": "at most {}: all calls of it by {}",
    "parent": "at most {}: {} takes no more here",
    "run": "at most {}: the whole run",
    "lost": "at most {}: some calls below {} are not in the file",
    "member": "at most {}: its own time and all its calls out of the cycle {}",
    "sums": "at most {}: more does not fit beside the other calls of {}",
}
AT_LEAST_REST = "at least {}: {} · what {} does elsewhere cannot be more"
AT_LEAST_NONE = "at least 0: it may all be in calls of {} from elsewhere"
AT_LEAST_SUMS = "at least {}: less does not fit beside the other calls of {}"
CALLED_FROM_OUTSIDE_HERE = "called from outside the profile: cumtime, as recorded"
ROOT_LESS_CALLERS = "cumtime, less its calls by other functions: what is left came from outside the profile"
ROOT_EXACT = "exact: what came from outside the profile, by the figures of the file"
ROOT_ESTIMATE = (
    "called from outside the profile, and by other functions while it ran: told apart by the counts"
)
CYCLE_IS = (
    "A cycle of {}: functions that call each other in turn, as one. Calls inside are not counted again."
)
CYCLE_MEMBER = "≈ its own time and its calls out of the cycle, in proportion"
CYCLE_MEMBER_EXACT = (
    "exact: its own time and its calls out of the cycle, as recorded; all of the cycle is here"
)
CALL_BACK = (
    "↻ A call back to what already runs above: the file counts the time of {} once, in its outermost call."
)
SHARED_BACK = "↻ Calls back to what already runs, all together: by the file they cannot be told apart."
MODULES_TOGETHER = "↻ All modules that are imported from here, as one: I shows them one by one."
LEFT_TO_NOBODY = "What {} spends in calls here, less its calls by the file: nobody is named for the rest."
LEFT_OUT = "{} too small to be shown alone, added up"
TOP_OWN = "own time (tottime), as recorded"
OWN_BY_CALLER = "own time in its calls by {}, as recorded"
OWN_BY_COUNTS = "≈ this file times no calls by caller: own time of {} by the number of calls"
OWN_SO_FAR = "own time that comes from {} here"
CALLS_OF_BY = "all calls of {} by {}, as recorded"
CALLS_OF = "all calls of {}"
NOBODY_ASKED = "its part for which no function of the profile called {}"
CALLER_SURE = "exact: nobody else called {}"

OF_RUN = "of the whole run"
OF_CUMTIME = "of the cumtime of {}"
OF_ITS_LINES = "of all lines of {}"
EDGE_CALLS = "calls of {} by {}, counted"
EDGE_TIME = "time of these calls, callees included, as recorded: outermost ones, recursive ones are in them"
EDGE_OWN = "own time of {} in these calls, as recorded"
NO_CALLER_COUNTED = "all calls, less those by its callers: these came from outside the profile"
LINE_HITS = "how often the line ran, counted"
LINE_TIME = "time on the line, callees included, as recorded by line_profiler"
LINE_CALLS = "{} called by this line, as the text tells; calls and time as recorded"
LINE_JOINT = "{} called by this line or by line {}: the file does not tell which, so the figures are joint"
LINE_QUIET = (
    "Nothing was recorded for this line: cProfile times functions, line_profiler the lines (kernprof -l)."
)
IMPORT_OWN = "own: the module's code and what it calls, without the modules that it imports, as recorded"
IMPORT_ALL = "cumulative: with the modules that it imports, as recorded"
IMPORT_LIKELY = "≈ who imported it is told by the source: code without source may have been earlier"

LOOK_CALLS = {True: "2 has its callers and callees, as recorded.", False: "2 has its callers and callees."}
LOOK_STACKS = "How much of it belongs here only whole stacks tell: py-spy and pyinstrument keep them."
LOOK_SOURCE = "5 shows its lines."
FINDING = "**{}** takes {}: {}. Recorded in {} ({})"
FINDING_OWN = "{} % of the run itself"
FINDING_ALL = "{} % with what it calls"
FINDING_LINES = "**{}**: its lines take {} % of all lines (with what they call): {}. Recorded in {} ({})"
FINDING_PATH = {True: "heaviest path to it: {} ({})", False: "path to it: {} ({})"}
FINDING_NO_PATH = "heaviest path to it: it runs in imports or is too small to tell"
FINDING_CALLERS = "top callers: {}"
FINDING_LINE = {True: "hottest line: {}", False: "line with the costliest calls: {}"}
FINDING_PLACE = "recorded as: {}"
FINDING_AGAIN = "see it again: {}"
ALL_OWN_TIMES = "the own times of all functions, added up"
ALL_ROOTS = "the times of all calls from outside the profile, added up"
OF_OWN_TIMES = "of all own times: both would be alike"
NOTES_EXPLAINED = (
    "Compared are, function by function: calls with calls by callers; own time with own time by callers; "
    "cumtime with own time and the calls of others; and all own times with all calls from outside."
)

CHORDS = {
    "sort": "o then  c cumtime  t own time  n ncalls  p per call  f file  a name",
    "least": "least share in %:  0 all  1 0.001  2 0.01  3 0.1  4 0.5  5 1  6 5   [ ] step",
    "write": "w then  t text  j JSON  c CSV  m Markdown  M all rows  s SVG  f finding",
    "snakeviz": "v: show in SnakeViz at 127.0.0.1? Enter yes, Esc no",
}
"""What stands in the state row while a key waits for its letter."""
ELSEWHERE = {
    (TREE,): "works in Tree (3)",
    TREES: "works in Tree (3) and Icicle (4)",
    (ICICLE,): "works in Icicle (4)",
    (SOURCE,): "works in Source (5)",
    (FUNCTIONS,): "works in Functions (1)",
}
"""What is said where a key does nothing, by the views in which it does something."""

_SHORTEST_NAME = 8
"""Cells that a message leaves to a name at least."""


def home_short(path: str) -> Clean:
    """A path in full, with ``~`` for the home folder."""
    home = os.path.expanduser("~").rstrip("/")
    inside = home and (path == home or path.startswith(f"{home}/"))
    return clean(f"~{path[len(home) :]}" if inside else path, 4000)


def wrote(path: str, size: int, rows: int, of: int, width: int) -> str:
    """Where a file was written, in full where there is room; and how to write what is not in it."""
    rest = figures.size(size) + (WROTE_PART.format(rows, of) if rows < of else "")
    return WROTE.format(cut_start(home_short(path), width - 2 - cell_width(WROTE.format("", rest))), rest)


def no_calls(session: Session) -> str:
    """Why Calls is empty."""
    profile = session.profile
    if profile.has_edges or not profile.count:
        return no_functions(session)[0]
    return f"{no_edges(profile)} {INSTEAD_OF_CALLS[profile.has_lines]}"


def no_imports(session: Session) -> tuple[str, ...]:
    """Why there are no imports to show."""
    if not session.profile.count:
        return NO_FUNCTIONS
    profile, times = session.profile, session.profile.edges.cumtime
    names = profile.names
    if profile.measure.sampled or profile.producer == "pyinstrument":
        asked = any("importlib" in file for file in profile.files)
        return (NO_IMPORTS[False] if asked else NO_IMPORT_SAMPLED,)
    if not times or sum(times) != sum(times):
        return (NO_IMPORTS[False],)
    if FIND_AND_LOAD in names:
        return (NO_MODULE_RAN,)
    if "exec_module" in names:
        return (LOADED_OTHERWISE,)
    # In old Pythons imports leave no trace but the modules' code.
    code = [file for file, name in zip(profile.files, names, strict=True) if name == "<module>"]
    return (NO_IMPORTS[sum(not file.startswith("<") for file in code) < 2],)


def no_edges(profile: Profile) -> str:
    """Why there are no callers and callees."""
    return NO_CALL_EDGES.format(clean(profile.producer, 40))


def no_tree(profile: Profile) -> str:
    """Why a call tree cannot be printed or written."""
    return no_edges(profile) if profile.count else NO_FUNCTIONS[0]


def no_functions(session: Session) -> tuple[str, ...]:
    """Why Functions is empty, and how to get back."""
    if not session.profile.count:
        return NO_FUNCTIONS
    every = figures.plural(session.profile.count, "function")
    return (NOTHING_MATCHES.format(clean(session.filter_text, 24), every),)


def no_source(session: Session, listing: Listing) -> tuple[str, ...]:
    """Why Source is empty, and where to go instead."""
    instead = ("2 shows who calls it, 1 the functions",) if session.profile.has_edges else ()
    return (clean(listing.note or "nothing to show", 400), *instead)


def hot_path(steps: Sequence[str], share: str, why: str, width: int) -> str:
    """``hot path: f › g 41.5 %: own time weighs most``: as many steps as fit, the last in any case."""
    remaining = max(_SHORTEST_NAME, width - 2 - cell_width(HOT_PATH.format("", share, why)))
    for first in range(len(steps)):
        names = " › ".join(steps[first:])
        if cell_width(names) <= remaining:
            break
    return HOT_PATH.format(cut_end(names, remaining), share, why)


def not_in_tree(session: Session) -> str:
    """Why the cursor of a tree does not stand on the selection."""
    assert session.selected is not None
    name = spoken(session.names, session.selected)
    return NO_NODE.format(cut_end(name, 30))


def caller_sentence(session: Session, callee: int, edge: Neighbour, width: int) -> str:
    """What was asked by ``u``, answered in words; a long name gives way to the figures, to some extent."""
    figs, names = session.figures, session.names
    known = session.profile.cumtime and callee < session.profile.count
    whole = figs.said("cumtime", callee) if known else figs.unit.name
    mark = "≈ " if edge.estimated else ""
    part = (
        f" · {mark}{figures.thousands(figures.time(edge.cumtime, figs.unit))} of {whole}"
        if edge.cumtime is not None
        else ""
    )
    calls = f" in {figures.plural(edge.ncalls, 'call')}" if edge.ncalls is not None else ""
    for figured in (f"{part}{calls}", part, ""):
        left = width - 2 - cell_width(HEAVIEST_CALLER.format(figured))
        if left >= _SHORTEST_NAME:
            break
    return HEAVIEST_CALLER.format(cut_end(spoken(names, callee), max(_SHORTEST_NAME, left))) + figured


def explain(session: Session, column: str) -> str:
    """A column in words, when it becomes the sorted one."""
    columns = (*columns_of(session.profile), FUNCTION, LOCATION)
    return f"sorted by {next(c.explains for c in columns if c.order == column)}"


def shares_of(profile: Profile, whole: str) -> str:
    """What shares are of, by the names of ``SHARES``; of a run that waited, also where to see it without."""
    waited = whole in ("total", "width") and seconds_without_waiting(profile) is not None
    return WAITS_INCLUDED.format(SHARES[whole]) if waited else SHARES[whole]


def shares_without_waiting(profile: Profile, busy: float) -> str:
    """What shares are of that leave out waiting, and how much that is."""
    waiting = figures.share(whole_time(profile) - busy, whole_time(profile))
    return WITHOUT_WAITING.format(figures.percent(waiting))


def change(before: Profile, after: Profile) -> str:
    """What reading the file again changed."""
    if whole_time(before) == whole_time(after) and before.count == after.count:
        return READ_AGAIN_UNCHANGED
    unit = figures.unit_for(whole_time(before))
    first = figures.thousands(figures.time(whole_time(before), unit))
    text = READ_AGAIN.format(first, figures.with_unit(whole_time(after), unit))
    part = figures.change(whole_time(before), whole_time(after))
    return f"{text}  {part}" if part else text


def functions_shown(session: Session, top: int, page: int) -> str:
    """Which rows of Functions are on the screen, of how many: ``1–18 of 239 · 12 filtered out``."""
    rows, hidden = len(session.rows), session.profile.count - len(session.rows)
    first = f"{top + 1:,}–{min(rows, top + page):,}" if rows else "0"
    text = f"{first} of {rows if rows else session.profile.count:,}"
    return f"{text} · {ROWS_HIDDEN.format(hidden)}" if hidden else text


def calls_shown(profile: Profile, index: int | None) -> str:
    """How many callers and callees a function has."""
    if index is None or not profile.has_edges:
        return ""
    callers = figures.plural(profile.callers_count(index), "caller")
    return f"{callers} · {figures.plural(profile.callees_count(index), 'callee')}"


def lines_shown(profile: Profile) -> str:
    """How many functions have line times."""
    timed = len(profile.lines)
    if not timed:
        return "no line times"
    return f"{figures.plural(timed, 'function')} {'has' if timed == 1 else 'have'} line times"


def covered(session: Session) -> str:
    """What the filter leaves takes of the run: ``own 12.4 % · with what it calls at least 38.0 %``."""
    _, own, share = session.covered
    has_calls = session.profile.has_calls
    if share is None:
        return (OWN_SECONDS if has_calls else LINES_SECONDS).format(
            figures.with_unit(own, session.figures.unit)
        )
    text = (OWN_SHARE if has_calls else LINES_SHARE).format(figures.percent(share))
    if not _says_more(session, share):
        return text
    return f"{text} · {WITH_CALLS.format(inclusive_share(session))}"


def _says_more(session: Session, own: float) -> bool:
    """Whether time with callees is exact, or is read as more than own time, whose share is ``own``."""
    inclusive = session.inclusive
    if inclusive is None or inclusive.exact:
        return inclusive is not None
    return figures.rounded_down(figures.share(inclusive.seconds, session.whole) or 0.0) > round(own, 1)


def inclusive_share(session: Session) -> str:
    """The share of the run in which something that the filter leaves runs: ``at least 38.0``."""
    inclusive = session.inclusive
    if inclusive is None:
        return ""
    share = figures.share(inclusive.seconds, session.whole) or 0.0
    return figures.percent(share) if inclusive.exact else AT_LEAST.format(figures.percent_at_least(share))


def query_problem(error: Exception) -> str:
    """What is wrong with a filter, short enough for the prompt."""
    from proftui.analysis.search.budget import TooSlow

    return PATTERN_TOO_SLOW if isinstance(error, TooSlow) else clean(str(error), 120)


def nodes_shown(shown: int, closed: int) -> str:
    """What opening many nodes has led to."""
    text = NODES_SHOWN.format(figures.plural(shown, "node"))
    return text + LEFT_CLOSED.format(figures.plural(closed, "node")) if closed else text


def certainty(profile: Profile) -> str:
    """How certain the total of lines is that have each other's time in them; empty: it is their sum."""
    return profile.lines_together.certainty if profile.lines_together is not None else ""


def notes(profile: Profile) -> list[list[Span]]:
    """The notes on a profile as far as they are known, a sentence each, wrapped at 70 characters."""
    from textwrap import wrap

    rows: list[list[Span]] = []
    check = checked(profile)
    for number, warning in enumerate(check.notes if check.is_done else check.early_notes, 1):
        lines = wrap(clean(warning, 2000), 70, break_long_words=False, break_on_hyphens=False)
        heads = [f"{number:>2}  ", *["    "] * len(lines)]
        rows += [[Span(head, "warning"), Span(text)] for head, text in zip(heads, lines, strict=False)]
    if profile.has_lines and not profile.has_calls:
        return [*rows, *([Span(line)] for line in wrap(NOTED_OF_LINES[certainty(profile)], 70))]
    if not check.is_done:
        return [*rows, [Span(STILL_COMPARING)]]
    return rows or [[Span(NOTHING_NOTED)]]
