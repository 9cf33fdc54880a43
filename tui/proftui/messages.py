"""Every sentence of proftui, once each, in the order in which a user meets it: plain constants.

A template is filled in where it is said, or in ``frame/sentences.py`` where that takes some lines.
What the readers say of files stands in ``proftui_parsers/messages.py``. ``python -m tests.support.sentences``
prints both.
"""

from __future__ import annotations

# The command line: --help

HELP_DESCRIPTION = (
    "Explore a profile in the terminal: cProfile's .stats, line_profiler's .lprof, and whole stacks of "
    "py-spy, austin, pyinstrument, speedscope and Python's own sampler."
)
HELP_EPILOG = (
    "Given a folder, or nothing, it lists the profiles there to choose from. "
    "When standard output is not a terminal, the view is printed as text."
)
OPTIONS = {
    "files FILE": "profiles (several are added up), - for standard input, or one folder",
    "demo": "open a sample profile that comes with proftui",
    "view": "the first view (default: functions)",
    "sort COLUMN": "a column, or own, cum, samples, or a sort word of pstats (default: own)",
    "reverse": "reverse the order",
    "filter TERMS": "what to filter by, as typed after / (see docs/filter.md)",
    "limit N": "rows, or levels of a tree, to print; 0: all (default: 30 rows as text, else all)",
    "min-share PERCENT": "leave out nodes of a tree below this percentage (default: text 1, json 0.1)",
    "print": "print instead of opening the explorer",
    "format": "the form to print in; implies --print",
    "estimate": "for collapsed and speedscope of files that only have callers: work stacks out of them",
    "my-code": "only the user's own code: what it calls counts as its own time",
    "mine PATTERN": "what is your own code: a path, a pattern (**/app/**) or a module; for --my-code and m",
    "not-mine PATTERN": "what is not; beats --mine",
    "hide TERMS": "hide what matches: its time counts to its callers (terms as of --filter)",
    "focus FUNC": "only what runs under a function (name, file:line(name), terms of --filter; or a > b)",
    "by": "put functions together by package, module or file",
    "base OLD": "compare with this profile, folder or quoted pattern of profiles (may be repeated)",
    "parts": "in a comparison: several files of a side are parts of one run, added up; else each is a run",
    "same OLD=NEW": "in a comparison: these two functions are one, whatever they are called",
    "fail-over LIMIT": "status 1 when slower by more (a percentage, 0.2s, calls:0); implies --print",
    "measure KEY": "what is looked at, of stacks that measure several things: wall, cpu, samples, ...",
    "threads PATTERN": "only threads that this regular expression finds in 'pid:tid name'",
    "interval TIME": "the time between two samples, of files that only count them: 10ms",
    "report N": "of several reports that were printed into one text, this one",
    "strip-dirs": "show file names without their folders",
    "source-root DIR": "look for source text here too",
    "map FROM=TO": "look for recorded paths that begin with FROM in TO: --map /app=./src",
    "max-size MB": "refuse files of more megabytes (default: 1024)",
    "watch": "read the file again when it changes, as R does",
    "keep-going": "printing: status 0 even if some of several files could not be read",
    "debug": "show tracebacks of proftui's own faults",
}

# The command line: what it cannot do

BAD_OPTION = "{} (proftui --help lists the options)"
NO_FILE = "no file: name a profile, or try proftui --demo"
FOLDER_OF_PROFILES = {
    True: "{} is a folder with {}: name one of them ({})",
    False: "{} is a folder with {} of profiles: name one of them ({})",
}
"""Whether they are in it, and not in folders below."""
FOLDER_OF_NO_PROFILES = "{} is a folder without profiles: `python -m cProfile -o p.stats ...` writes one"
DEMO_AND_FILE = "--demo opens its own profile: leave out the file, or --demo"
WATCHES_FILES = "--watch looks at files: standard input cannot be read again"
WATCH_IS_NOT_PRINTED = "--watch is for the explorer, not for what is printed"
STDIN_ONCE = "- is standard input, which can be read only once: name it once"
BAD_LIMIT = "--limit takes a number of rows, 0 for all"
BAD_MIN_SHARE = "--min-share takes a percentage from 0 to 100"
BAD_REPORT = "--report takes a number, 1 for the first"
BAD_MAX_SIZE = "--max-size takes a number of megabytes"
TIMES_OF = "times of {}s"
UNLIKE_KINDS = "{} and {} cannot be compared: {} and {}"
NO_FILE_MATCHES = "{}: no file matches"
TOO_MANY_RUNS = "{:,} files are too many to compare: at most {:,}"
NEEDS_BASE = "{} needs --base: a profile to compare with"
BASE_WAS_SPREAD = (
    "{} would be compared as new: --base takes one file. Put a pattern in quotes (--base '{}'), "
    "or the new files first"
)
DEMO_AND_BASE = "--demo has nothing to compare with: leave out --demo, or --base"
TAKES_OLD_NEW = "--same takes OLD=NEW, two functions, not {!r}"
BASE_SIDE, NEW_SIDE = "the base", "the new side"
SAME_MATCHES_NOTHING = "--same {}: no function of {} matches"
SAME_MATCHES_SEVERAL = "--same {} may be {:,} functions of {}: {}"
SAME_TWICE = "--same {}: this function is one of a pair already"
NO_SORT_WORD = "--sort takes a column: one of {}"
NOT_A_SORT_WORD = {
    True: "--sort: {!r} may mean several columns: choose one of {}",
    False: "--sort: there is no column {!r}: choose one of {}",
}
NO_COLUMN_HERE = "--sort {}: this profile has no such column: choose one of {}, function, location"
HIDES_NOTHING = "--hide {}: no function matches"
NOTHING_IS_LEFT = "nothing would be left of {:,} functions: --my-code and --hide hide all of them"
NO_FUNCTION_IN = "{} {}: no function matches"
BAD_PATTERN = "takes a path, a pattern or a module, of at most {:,} characters"
FOCUS_MATCHES_NOTHING = "--focus {}: no function matches"
FOCUS_MATCHES_SEVERAL = "--focus {} may be {:,} functions: {}"
FOCUS_IS_BESIDE = "--focus {}: there are no such calls here"
FOCUS_IS_HIDDEN = "--focus {}: --my-code or --hide hides it"
FOCUS_NEEDS_CALLS = "--focus: {}"
NO_SUCH_REPORT = "--report: there is no report {}; this file has {}"
NEEDS_STACKS = "{}: this file has no whole stacks to choose from"
BAD_INTERVAL = "takes the time between two samples, as in 10ms"
HAS_NO_SAMPLES = "this file does not count samples"
INTERVAL_IS = "samples are {} apart: times in all views"
HAS_TIMES = "this file says how long its samples are"
NO_SUCH_MEASURE = "--measure {}: this file measures {}"
NO_SUCH_THREAD = "--threads {}: none of {}"
SLOW_FILTER = "--filter: the pattern is too slow"
NO_SUCH_FORM = "--format {} {} only: --view {} needs {} or {}"
NO_LINES_FOR_JSON = "--format json has times of lines, and this profile has none: --view source needs text"
CONVERTS_ALL = "--format {} writes the whole profile: leave out {}"
BINARY_ON_TERMINAL = "--format pstats is binary: send it to a file, as in > p.stats"
ESTIMATE_OF_STACKS = "--estimate is for --format collapsed and speedscope"
PRINTS_FUNCTIONS = "prints the functions"
DRAWS_ICICLE = "draws the icicle"
TAKES_FROM_TO = "takes FROM=TO, as in --map /app=./src, not {!r}"
TAKES_FOLDER_NOT = "takes a folder, not {!r}"
NOT_A_FOLDER = "takes a folder: {} is not one"
FOLDER_ELSEWHERE = "takes a folder of this computer, not {}"
NO_TILDE = "takes a path without ~: write the home folder out"
NO_TERMINAL = "there is no terminal to draw on: --print prints the view"
NEEDS_POSIX = "the explorer needs a terminal of Linux, macOS or WSL: --print prints the view"
CANNOT_IMPORT = "the explorer needs {}, which cannot be imported: install proftui anew, or use --print"
OUTPUT_CLOSED = "standard output is closed: there is nowhere to print to"
CANNOT_PRINT = "cannot print: {}"
NOT_ENOUGH_MEMORY = "there is not enough memory for this"
FAILED_INSIDE = "failed with {}{}, a fault of proftui; --debug shows more"

# Reading files, and choosing one

STANDARD_INPUT = "standard input"
READING = "Reading · Esc gives up"
FILES_OF = "{} of {} files"
FILES_UNREAD = "{} of {} files could not be read"
FILES_UNREAD_PRINTED = "{} of {} files could not be read: {}"
GIVES_UP = " gives up"
GIVEN_UP = "reading was given up"
NOT_READ_TWICE = "can be read only once: write the profile to a file first"
NO_PROFILES = (
    "No profile here. Make one:    python -m cProfile -o p.stats script.py",
    "Or look at a sample:          proftui --demo",
)
NO_PROFILE_MATCHES = 'No profile matches "{}".  Esc shows all'
TYPE_TO_FILTER = "letters filter by name"
SHOW_ALL = "show all"

# Every view

NO_FUNCTIONS = (
    "This profile has no functions.",
    "It was written before anything ran, or the program was stopped too early.",
)
NOTHING_MATCHES = 'Nothing matches "{}".  Esc clears the filter: {}'
ROWS_IN_ALL = "{:,} in all"
NOT_SELECTED = "no function is selected"
NOTHING_SELECTED = "nothing is selected"
NOTHING_TO_CLEAR = "nothing to clear · q quits"
PASTED = "pasted text is ignored here: / first, to filter or to find"
RECURSIVE = "↻ recursive: shares add up to over 100 %"
EXPLAINS = " · ? explains"
QUITS = "q quits; so does Ctrl+C once more"
TOO_SMALL = "make the window larger"

# The first row

THREADS_MIXED = "! threads mixed"
CONTRADICTS = "! contradicts itself"
CALLS_NOT_COUNTED = "calls not counted"
EVERY = "every {}"
COUNTED_IN = {"hit": "{} of lines in {}"}

# The profile in one sentence

NOTHING_RECORDED = "nothing was recorded: this profile has no functions"
NOTHING_MEASURED = "no {} measured in {}"
NO_LINE_RUN = "no line was run in {}"
NO_TIME_OF_LINES = "no time was measured in {}"
ONLY_FUNCTION = "{} is the only function in this profile"
ONLY_LINE = "{} is the only line that was run"
LINE_OF = "line {} of {}"
TAKES = "{} takes {} %{}"
NONE_TAKES = "no {} takes {} %{}"
TAKE_HALF = " · {} take half"
MOST_OF_LINES = "{} has the most: {}"
OF_LINES_ADDED = " of all lines added up"
PART = "{} {} %"
BY_PACKAGE = "by package: {}"
IMPORTS, MY_CODE, WAITING, BUILT_INS, OTHERS = "imports", "my code", "waiting", "built-ins", "others"
IMPORTS_KEY = " (I)"
OF_THE = " of the {}"

# Functions: what its columns mean

COLUMN_MEANS = {
    "ncalls": "all calls; 574/209: all calls / those that are not recursive",
    "tottime": "time in the function itself, without what it calls",
    "tottime%": "own time as a share of the whole run",
    "itself": "own time as recorded, without what is hidden",
    "folded": "time of what is hidden, where the function called it",
    "percall": "own time divided by all calls",
    "cumtime": "time in the function with everything it calls",
    "cumtime%": "cumulative time as a share of the whole run",
    "cumtime:bounds": "what cumtime lies between, where it is an estimate",
    "inside": "calls that functions of the group make of each other",
    "cumpercall": "cumulative time divided by primitive calls",
    "hits": "how often lines of the function ran, all lines together",
    "location": "file, then line",
    "calls into": "calls into the group: those by others, built-ins included",
    "own of group": "own time of its functions and of the built-ins that they call",
    "cum of group": "time while any of its functions runs, with all that these call",
    "size of group": "how many functions the group has",
    "samples": "how often the function was on the stack, at any depth",
    "samples of group": "how often one of its functions was on the stack, at any depth",
    "sampled own": "samples in the function itself × the interval",
    "sampled cum": "samples with what it calls × the interval, lines added up",
    "recorded own": "what was recorded while the function itself was running",
    "recorded cum": "recorded with it on the stack, recursion counted once",
    "lines": "the lines of the function, with what they call",
    "share of lines": "the function's lines as a share of the whole",
}
"""By what they are called in ``analysis/columns.py``."""

# Functions: what stands in it

BAR_IS = "bar: the time beside it; the largest in the list is full"
BAR_LACKS_TIME = "bar: stands beside a time, of which none is shown"
ONLY_A_CALLER = "not in the table: only known as a caller"
PER_CALL = "per call"
BUILT_IN = "built-in"

# Going on

HEAVIEST_CALLER = "heaviest caller of {}"
HOT_PATH = "hot path: {}{}: {}"
ON_THIS_PATH = " on this path"
HOT_PATH_ENDS = {
    "own": "own time weighs most",
    "small": "from here on it spreads out",
    "leaf": "the rest is recursion or unattributed",
    "untold": "what else it imported is not told",
    "long": "and it goes on",
}
HOT_PATH_UP_ENDS = HOT_PATH_ENDS | dict.fromkeys(("own", "leaf"), "no caller took more")
"""Why a hot path ends, of one that goes down to what is called and of one that goes up to callers."""
ENTER_ZOOMS = "Enter zooms"
NO_WAY_DOWN = "nodes too small to be shown alone have no hot path"
NO_CALLERS = "no recorded caller: the start, or called from outside"
NO_CALLERS_HERE = "no callers: everything here runs under it"
NO_CALLEES = "no recorded callees"
FILTERED_OUT = "{} is filtered out"
CLEARS_FILTER = "Esc clears the filter"
STARTED_HERE = "this is where you started"
NOTHING_AHEAD = "nothing ahead: < goes back"
CALLED_FROM_OUTSIDE = "called from outside the profile: its caller began before the profiler"
ALL_COLUMNS_SHOWN = "all columns are shown: nothing to scroll to"
COLUMNS_START = "the columns start here"
U_HEAVIEST_CALLER = "u heaviest caller"
WALKS_BACK = "< walks back"

# Filter and find

NEXT_OR_CLEAR = "n next · Esc clears it"
OWN_SHARE = "own {} %"
OWN_SECONDS = "own {}"
LINES_SHARE = "their lines {} %"
LINES_SECONDS = "lines added up {}"
LINES_WHOLE = {True: LINES_SECONDS, False: "{} at most"}
"""By whether figures can be added up."""
COVERED = {False: (OWN_SECONDS, OWN_SHARE), True: (LINES_SECONDS, LINES_SHARE)}
"""What a filter leaves, in seconds and in percent; ``True``: of lines."""
WITH_CALLS = "{} % with what it calls"
PACKAGE_TAKES = "in its code {} %, with what it calls {} %"
AT_LEAST = "at least {}"
NO_FUNCTION_MATCHES = "no function matches"
NO_MODULE_MATCHES = "no module matches"
TAB_COMPLETES = "Tab: {}"
SEARCH_STOPPED = "no match among {:,} nodes · n searches on"
FILTERS = "/ filters; then n goes to the next match"
FINDS = "/ finds; then n goes to the next match"
SEARCHING = "looking at all names"
NO_LINE_FOUND = "nothing found"
NO_LINE_TIMES = "no line times here"

# Filter: what is wrong with a term

WRONG_TERM = {
    "long": "over {:,} characters",
    "slow": "too slow to read",
    "no number": "a number is missing",
    "number": "not a number after {}",
    "is": "is: takes new, gone or changed",
    "comparison": "needs a comparison: D chooses a base",
    "figure": "not here: there is {}",
    "unit s": "{} is a time here: ns us ms s",
    "unit B": "{} is memory here: B KiB MiB GiB",
    "unit samples": "{} is a number of samples here: 1000 or 1k",
    "unit": "{} is a count: 1000 or 1k",
    "large": "too large a number",
    "deep": "nested too deeply",
    "pattern": "{}",
}
"""By what is wrong, as :class:`QueryError` calls it."""
PATTERN_TOO_SLOW = "pattern too slow, showing the last result"

# Order and figures

TIMES_IN = "times in {}"
NO_OTHER_UNIT = "no times, so no other unit: {}"
MAKES_TIMES = " · :interval 10ms makes times of them"
NO_COLUMN = "this profile has no {}"
SORTING = "sorting · Esc gives up"
TREE_ORDER = "nodes stand in the order of their time, largest first"
COLUMNS_TITLE = "Columns: Enter shows or hides · [→] on wider screens, here by →"
WIDER_MARK = "[→] "
NO_SHARES_SHOWN = " · hidden by the key %"
NO_LINE_TO_SORT = "no line here has a time to sort by"
SHARES_OF_LINES = "%: of each whole function"
SHARES = {
    "function": "%: of the function's cumtime",
    "total": "%: of the whole run",
    "width": "width: of the whole run",
    "parent": "%: of the parent",
    "lines": SHARES_OF_LINES,
    "none": "shares are hidden",
}
WITHOUT_WAITING = "%busy: of the run without its waiting ({} %)"
SORTED_BY = "sorted by {}"

# What is hidden

ESC_STOPS = "Esc stops"
BEING_WORKED_OUT = "own time: …"
LEAVING_OUT = "working out what is left"
SHAPING = f"{LEAVING_OUT}  {{}}  ·  {ESC_STOPS}"
CHOOSING = f"adding up what is chosen  {{}}  ·  {ESC_STOPS}"
NOT_SHAPED_HERE = "figures here are as recorded"
STEP = " › "
STEP_MY_CODE = "my code"
STEP_BY = "by {}"
STEP_WITHOUT = "without {}"
STEP_WITHOUT_ALL = "without {} ({:,})"
ALL_TIME = "all {}"
PART_OF_TIME = "{} of {} · {} %"
PART_UNDER = "{} · {} % of {}"
COUNTS_AS_OWN = "what it calls counts as its own"
COUNTS_TO_CALLERS = "what is hidden counts to its callers"
BUILT_INS_TO_CALLERS = "built-ins count to their callers"
FILELESS_TO_CALLERS = "what has no file counts to its callers"
CUMTIMES_ESTIMATED = "{:,} of {:,} cumtimes ≈"
ITS_FUNCTIONS = "its functions"
NEXT_GROUP = {"package": "by module", "module": "by file", "file": "by function"}
INTO_IT = "{} into it"
INTO_FROM_OTHERS = "ncalls: calls into it from other {}"
CALLS_WITHIN = "{} within {}"
BY_FUNCTION = "by function again"
NAME_TOO_LONG = "this name is too long for a filter"
NO_GROUPS = "no function here has a file: nothing to put together"
NEEDS_FUNCTIONS = "--view {} needs single functions, not --by {}"
NEEDS_ONE_FUNCTION = "by {}: {} needs one function · ↵ shows its functions"
OF_GROUP = "the functions of {}, without built-ins · U or < takes back"
NOT_FOLDED = "no calls here: hidden time counts to nobody"
ALL_EXACT = "all {:,} own figures exact"
ONE_EXACT = "own figure exact"
SOME_ESTIMATED = "{:,} of {:,} own figures ≈"
ONLY_MY_CODE = "my code: all other time counts to who called it, if that is known"
ALL_CODE = "all code again"
ALL_IS_MINE = "all of this is your code: nothing to fold"
NOTHING_IS_MINE = "nothing here is yours: {} of libraries"
NOTHING_IS_MINE_BY_RULE = "by your rules nothing here is yours: all {} are not mine"
SAYS_WHAT_IS = ":mine NAME says what is"
PATHS_STRIPPED = "paths are cut short: mine is a guess"
MINE_TITLE = "What is mine"
MINE_KEYS = "↵ changes · Esc closes"
MINE_OR_NOT = {True: "mine", False: "not mine"}
PLACES = {
    "<site-packages>": "site-packages",
    "<standard library>": "standard library",
    "<frozen>": "frozen",
    "<built-in>": BUILT_IN,
    "<native>": "native libraries",
    "<generated>": "generated",
    "<notebook>": "notebook and prompt",
    "./**": "files without folders",
    "./*": "files without folders",
}
"""How places are called that have no path."""
FROZEN_MODULES = "frozen ({})"
NOW_MINE = "{} is {}: {} · yours now: {:,}"
MINE_ALREADY = "{} is {} already: {}"
MATCHES_NOTHING = "no function is in {}: nothing changed"
BUILT_INS_ARE_NOT = "built-ins have no file: they cannot be yours"
NOTHING_WOULD_BE_LEFT = "then nothing would be left: m shows all code first"
GOES_TO_CALLERS = "{} is hidden: its time counts to its callers, if it has any"
IN_GROUP = "{} counts to this {}"
HIDDEN_THERE = "{} is left out: this is what leads to it"
LEFT_OUT = "{} is left out already"
ALL_THAT_IS_LEFT = "this is all that is left"
U_TAKES_BACK = "U takes back"
TAKEN_BACK = "taken back: {}"
DONE_AGAIN = "done again: {}"
WHAT_WAS_BEGUN = "what was not shown yet"
WHAT_IS_GONE = "what is not in the file any more"
NOTHING_TO_UNDO = "nothing to undo"
NOTHING_TO_DO_AGAIN = "nothing was taken back"
ESC_IS_NOT_UNDO = 'U takes off "{}" · Ctrl+R brings it back'
FOLDED_ROWS = "{:,} folded"
OWN_AND_HIDDEN = "own {} + {} {}"

# Of recordings of stacks: measure and threads

ONE_MEASURE = "this file measures one thing"
ONLY_MEASURE = "this file measures {} only"
MEASURE_IS = "{} · U takes back"
NO_THREADS = "this file does not tell threads apart"
ONLY_THREAD = "one thread: {}"
SO_MANY_OF = "{:,} of {}"
ALL_THREADS = "all {:,}, added up"
ALL_TOGETHER = "all threads, added up"
BY_THREAD = "by thread"
THREADS_TITLE = "Threads: Space marks · Enter alone · a all · / find"
THREADS_MERGED, THREADS_SPLIT = "t split · Esc", "t merge · Esc"
NOT_SPLIT_COMPARED = "threads have other numbers in each run: T t merges them, then compare"
FIND_IN_LIST = "/{} · Enter · Esc"

# Settings of a project

NOT_READ = "{} is not used: {}"
UNREADABLE = "it cannot be read"
NO_REGULAR_FILE = "it is no regular file of this computer"
OVER_SIZE = "it has more than {:,} bytes"
TOO_DEEP = "it is nested too deeply"
NOT_UTF8 = "it is not UTF-8"
NO_TABLE = "{}: {} is no table"
UNKNOWN_SETTING = "{}: {} is none of {}"
TOO_MANY_TEXTS = "{}: of {} the first {:,} are used"
NO_LIST_OF_TEXTS = "{}: {} takes a list of strings"
NO_TABLE_OF_TEXTS = '{}: {} takes a table, as in {{"/app" = "./src"}}'
WRONG_SETTING = "{}: {} {}"
# What runs under one function

STEP_IN = "in {}"
ONLY_UNDER = "only what runs under {}"
ONLY_UNDER_PATH = "only what runs under this path: {}"
FOCUSED = "focused"
A_SHOWS_THE_FILE = "a shows the whole file · U undo"
CALLS_NOTHING = {
    True: "{} calls nothing: only its own {}",
    False: "{} calls nothing that is left: only its own {}",
}
ALREADY_IN = "already in {}"
HIDES_THE_FOCUS = "everything here runs under {}: it cannot be hidden"
FOCUS_NEEDS_FUNCTION = "a focus needs one function: Enter shows those of the group"
FOCUS_IS_GONE = "not in the file any more: {}"
PATH_ELSEWHERE = "a path is chosen in 2 Calls, 3 Tree or 4 Icicle"
PATH_OF_CALLS = "a path is a caller or a callee: the cursor is on neither"
PATH_BY_ITSELF = "calls by itself are no path: f leaves all of them"
NO_SINGLE_PATH = {
    True: "a cycle is many paths: c takes it apart",
    False: "this is no single path",
}
LEFT_OUT_ROWS = "{:,} left out"
OF_SHOWN = "% in: of what is shown, {}"

# Calls

NO_TIME_IN_TREE = "No time was measured in these calls."
NO_WIDTHS = "What can be negative has no width: 3 shows the tree, d another measure."
NO_CALL_EDGES = "This file does not say who calls whom."
INSTEAD_OF_CALLS = {True: "5 shows the lines.", False: "1 shows the functions."}
CALLED_AT = "called at"
IN_CALLS = " in {}"
DEFINED = "{} def"
"""The heading of locations that are those of calls; a location that is not, but of a definition."""
OWN_TIME_ROW = "(own time)"
OUTSIDE_THE_PROFILE = "(outside the profile)"
OUTSIDE_THE_GROUPS = "(built-ins, outside)"
OUTSIDE_THE_FOCUS = "(outside the focus)"
CALLED_FROM_OUTSIDE_FOCUS = "called by what is left out: U brings it back"
OF_THESE_CALLS = "{:,} of these callers and callees"
NO_MATCH = "no match among the callers and callees: {}"

# Tree: what its columns mean

TREE_COLUMNS = {
    "time": "time: seconds on this path, with all it calls; ≈: an estimate, its bounds below",
    "share": "%: share of the whole run, or of the parent (% changes it); █ own time",
    "own": "own: seconds in the function itself on this path, without what it calls",
    "calls": "calls: how often the parent called it here; ≈: an estimate",
    "function": "▸ closed  ▾ open  · no callees shown  › levels in one row  ↻ recursive",
    "location": "location: where the function stands; of several levels, the last one",
}
"""What the columns of Tree mean."""

# Call trees

BUILDING = "building the call tree  {}  ·  Esc goes back"
OWN_TIME_OF = "own time of {} by its callers"
I_FOR_ALL = "i: of all functions"
NOTHING_BELOW = "nothing to open below {} · [ shows smaller ones"
STILL_BUILDING = "the call tree is being built · Esc goes back"
IS_ROOT = "nothing stands above this row"
IS_OPEN = "it is open · - closes it"
CLOSED = "closed"
NODES_SHOWN = "{} shown"
LEFT_CLOSED = " · {} left closed"
HIDING = "hiding {} under {:g} %"
HIDING_NODES = "hiding {}"
LEAST_KEY = " · L"
LEAST_SHARE = "least share {:g} %"
LEAST_IS_ALL = "everything is shown"
LEAST_IS_HIGHEST = "nothing larger can be hidden"
TOP_DOWN = "top-down"
ALL_FUNCTIONS = "all functions"
CYCLES_UNROLLED = "all functions · cycles taken apart"
OF_ALL_CALLERS = "own time of all functions, by callers"
ALWAYS_UNROLLED = "in trees of callers, cycles are always taken apart"
NO_EDGES = "the file does not say who calls whom"
NO_CYCLES = "no cycles here: no functions that call each other"
UNROLLED = "cycles taken apart"
ROLLED = "each cycle is one node"
UNATTRIBUTED = "the file gives this time to no call: shared names, or missing calls"
TOO_SMALL_ALONE = "nodes too small to be shown alone · [ shows smaller ones"
RECURSIVE_REST = "time of recursive calls that cannot be told apart"
SEARCH_ENDED = {
    "wrapped": "searched on from the other end",
    "none": "nothing in this tree matches",
    "small": "matches may be too small to be shown: [ shows smaller ones",
}
ONLY_MATCH = "this is the only match"
LEGEND = " ≈ estimate: the file has callers, not whole stacks. Exact figures: Calls (2)."
LEGEND_OF_UNTIMED = " ≈ estimate: the file times no calls by caller, and has no whole stacks."
LEGEND_OF_SHAPE = "≈ estimate: what is hidden calls back, and the file has callers, not whole stacks."
LEGEND_OF_GROUPS = "≈ estimate: the file does not say which calls of groups ran within each other."
LEGEND_OF_FOCUS = "≈ estimate: it runs elsewhere too, and the file has callers, not whole stacks."
LEGEND_OF_DOUBT = " ≈ estimate: figures of this file contradict each other, ! says why."
NOT_IN_TREE = "{}: no node of its own (too small, or in a ↻ row)"
OF_PARENT = "{} % of parent"
FIGURES_OF_LAST = "the last: {}"
NO_BOUNDS = "no bounds"

# Icicle

COLOURS = {True: "colours: own time", False: "colours: package"}
WITHOUT_COLOURS = "no colours here · 1 shows own times"
MOST_HEAT = "20 % and more"
RECURSION = "↻ recursion"
TOO_NARROW = " … too narrow: {} % "
TOO_NARROW_ALONE = "calls too narrow to be drawn alone · 3 tree"
TOO_THIN = "{} is too narrow to draw here · Enter zooms to it"
LEVELS_BELOW = {True: "↓ {} more", False: "↓ more levels"}
LEVEL_ENDS = {1: "the level ends here", -1: "the level starts here"}
NO_MATCH_IN_PICTURE = "no match in this picture"

# Imports

FINDING_IMPORTS = "reading the import statements  {}  ·  Esc goes back"
NO_IMPORTS = {
    True: "No import that ran a module was recorded.",
    False: "This file does not say what imports took: .stats files of cProfile do.",
}
"""Why there are no imports; ``True``: the file would say."""
ALL_ARE_IMPORTS = "All rows of this file are modules: Tree shows which of them imported which."
NO_IMPORT_SAMPLED = "No sample of this file was taken during an import."
SEVERAL_PLACES = "importer not known"
CODE_OUTSIDE = "code outside the profile"
LOADING = "finding and loading modules"
EXTENSIONS = "starting extension modules"
OF_WHICH = "of which "
"""Before what stands in the time of the rows above it, too."""
IMPORTED_IN = "in function {}"
BY_EXTENSIONS = "by extension modules"
IMPORTED_BY = "imported by {}"
LIKELY_IMPORTED_BY = "by its source, imported by {}"
WHAT_SEVERAL_IS = "modules that several may have imported first: own times only"
WHAT_OUTSIDE_IS = "imports by code that was not recorded: it switched the profiler on"
WHAT_LOADING_IS = "what importlib itself takes: finding, reading, unmarshalling and compiling files"
WHAT_EXTENSIONS_ARE = "what extension modules (in C) take to start: the file does not name them"
WITH_MODULES = "with imports {}"
IN_OTHER_ROWS = " (in other rows)"
MODULES_SHOWN = "{:,} of {:,}"
IMPORTS_TAKE = "imports {} %: modules {}, loading {}, extensions {} {}"
IMPORTS_TAKE_IN_PART = "imports {} %: modules {}, extensions {} {} · the rest is not in the file"
IMPORTS_REPEATED = "imports {} %, not taken apart: the code of a module ran more than once"
IMPORTS_OVERLAP = "imports {} %: modules {}, loading {}, extensions {} ({} {} twice)"
NOTHING_IMPORTED = "{} imported nothing that is shown"
IMPORTED_ELSEWHERE = "what it imported stands in other rows: importer not known, or loading"
IMPORT_COLUMNS = {
    "tottime": "own: the module's code and what it calls, without the modules that it imports",
    "cumtime": "cumulative: with the modules that it imports",
    "share": "%: share of the whole run, or of all imports (% changes it); cumulative",
    "function": "module: ▸ closed, ▾ open; ≈ its importer is told by source text only",
    "location": "location: the module's file",
}
"""What the columns of Imports mean."""

# Compare: what a change did

THE_SAME_PROFILE = "the same profile"
DIFFERENT_PROGRAMS = "these are different programs: {:,} of {} are in both"
NO_CHANGE_BEYOND = "no change beyond the spread{}: {} → {}"
OF_THE_RUNS = " of the runs"
AS_FAST = "{}: {} → {}"
AS_FAST_BUT = "{}; but"
WITHIN_SPREAD_BUT = "within the spread; but"
"""Of a change that may be noise and yet is no small one."""
TIMES_FASTER, PERCENT_FASTER = "{}× {}", "{} % {}"
FASTER_SLOWER = {True: ("faster", "slower", "as fast"), False: ("less", "more", "as much")}
"""By whether time is measured."""
WENT_FROM_TO = "{} → {}"
EVERYTHING_TAKES = "everything takes {}: another machine, or load?"
EVERYTHING_IS_CALLED = "everything is called {} as often: {} input?"
MORE_OR_LESS = {True: "more", False: "less"}
CALLS_NOT = "{} calls {} {}, not {}"
"""Of a generator: each value that it gives is recorded as a call."""
NOW_CALLS = "{} now calls {}, {}"
NOW_CALLS_ONCE = "{} now calls {} {}"
NO_LONGER_CALLS = "{} no longer calls {} ({})"
CALLS_IN_PLACE_OF = "{} calls {} in place of {}"
NOW_GO_THROUGH = "calls of {} now go through {}"
NO_LONGER_GO_THROUGH = "calls of {} no longer go through {}"
TWO_AND_MORE = "{}, {} and {} more"
CALLED_BY_NOT_BY = "{} is called by {}, not by {}: {}, not {}"
PER_CALL_NOT = "{} takes {} a call, not {}"
PER_CALL_BY_NOT = "{} takes {} a call by {}, not {}"
OUTSIDE_OF_YOUR_CODE = "outside of your code, most in {}"
TAKES_NOT = "{} takes {}, not {}"
NEW_TAKES, GONE_TOOK = "{} takes {}; before, nothing", "{} takes nothing; before, {}"
NOW_IMPORTS, NO_LONGER_IMPORTS = "now imports {}", "no longer imports {}"
IMPORTS_IN_PLACE_OF = "imports {} in place of {}"
MODULES_OF = "{:,} modules of {}"
RAN_IN_PLACE_OF = "{} ran in place of {}"
CALLERS_CLAIM_MORE = "callers of {} claim more calls than it had"
RAN_NOT = "{} ran {}, not {}"
NOW_RUNS, NO_LONGER_RUNS = "{} now runs, {}", "{} no longer runs ({})"
ONCE, TWICE, SO_MANY_TIMES, NO_TIMES = "once", "twice", "{:,} times", "never"
CAUSE_OF = "cause {} of {}: {}"
UNEVEN_CALLS = {
    True: "{} function is not called equally often in each run {}.",
    False: "{:,} functions are not called equally often in each run {}.",
}
OF_SIDES = ("before", "after")

# Compare: what is printed

ONE_RUN_EACH = "one run each"
P_IS, P_BELOW = "p {}", "p < 0.001"
TOO_FEW_RUNS = "{:,} → {:,} runs: too few for a test, ranges {}"
LOWER_MIDDLE = "totals are lower middles · {}"
RANGES_ARE = {True: "overlap", False: "do not overlap"}
OTHER_CAUSES = "others, and what is not told apart"
CAUSES_TITLE = "cause"
PRINTED_FILTER = "filter {} · {:,} of {} · {}"
COMPARED_COLUMNS = {"after": "after", "delta": "Δ", "ratio": "×"}
WITHIN_SPREAD = "? the change may be noise"
SEVERAL_OF_NAME = "{} ×{:,}"
NO_SORT_OF_CHANGES = "--sort: changes are not sorted by {!r}: choose one of {}"
NOT_COMPARED = "--view {} is of one run, and who imported what is not compared: leave out --base"
BUILT_IN_HAS_NO_LINES = "a built-in has no lines: --view calls has who calls it, before and after"
MORE_ON_PAGE = "… {:,} more: --view functions shows them"
NOBODY_IS = {"new": "nothing is new", "gone": "nothing is gone"}
CONVERTS_ONE = "--format {} writes one profile: leave out --base"
COMMENT_MARK = "<!-- proftui -->"
COMMENT_BEFORE = "{} before"
COMMENT_MORE = "{:,} more, largest change first"
COMMENT_LEFT_OUT = "{:,} more are left out."

# Compare: --fail-over

BAD_FAIL_OVER = "--fail-over takes a limit as 10%, 0.2s, calls:2% or calls:0, not {!r}"
NO_CALLS_TO_LIMIT = "--fail-over {}: these files count no calls"
NO_SECONDS_TO_LIMIT = "--fail-over {}: these figures are no seconds, a percentage is possible"
IS_SLOWER = "{} {}, --fail-over allows {}: {} → {} ({})"
IS_MORE_CALLS = "{} more calls, --fail-over allows {}: {:,} → {:,}"
NOT_SURELY_SLOWER = "{} {}, but that may be noise: {} → {} ({})"
"""Whether figures are times."""
RUNS_AND = "{:,} and {:,} runs"
NOTHING_TO_LIMIT = "--filter {!r} leaves no function of either side: --fail-over has nothing to judge"
OTHER_PYTHON = "calls of Python {} and {} are compared, which differ by themselves"

# Compare: on the screen

SIDES = "{} → {}"
RUNS_OF_SIDES = "{} → {} runs"
CALLS_OF_SIDES = "{:,} → {:,} calls"
BEFORE_IS_SHOWN = "before"
SPREADS = "{} → {}"
SPREADS_AND_P = "{} → {}, p {}"
DIVIDED_BY = "÷{}"
NEW_AND_GONE = "{:,} new · {:,} gone"
COMPARE_COLUMNS = {
    "tottime": "own time, before and after, and the change",
    "cumtime": "time with callees, before and after, and the change",
    "ncalls": "calls, before and after, and the change",
    "percall": "own time a call, before and after, and the change",
    "ratio": "×: after divided by before, how many times as much",
    "function": "name",
    "location": "where it stands after",
}
"""What the columns of a comparison mean."""
OF_BOTH = "{}, before and after, and the change"
COUNTED_CALLS = "calls"
AFTER, AFTER_OF = "after", "→ after"
CALLS_BEFORE = "calls →"
BECAME = {"new": "new", "gone": "gone"}
SPLIT = "{}: calls {}, per call {}"
CUM_CHANGED = "cum {}"
PARTS_DO_NOT_ADD_UP = "recursive: parts do not add up"
PER_CALL_CHANGED = " ({} → {})"
IS_NEW_FUNCTION = {True: "new: was not called before", False: "new: was not seen before"}
IS_GONE_FUNCTION = {True: "gone: is not called any more", False: "gone: is not seen any more"}
"""Whether calls are counted; else only what took time is known of."""
NOT_CALLED_HERE = {"new": "was not called here before", "gone": "is not called here any more"}
NO_SUCH_CALLS = "no such calls before"
NOT_CALLED_BEFORE = "was not called before"
LEAST_CHANGE = "least change {} %"
HIDING_CHANGES = "hiding {} that changed by less than {} %"
ESTIMATED_SIDES = "≈ estimate on either side"
PLAIN_BOX = "plain: within {} % of the run"
COLOURS_OF_CHANGE = "colours: by change, in parts of the time before"
SMALL_CHANGES = "many that are too narrow for boxes of their own"
BIGGEST_CHANGE = "biggest change: {}  {}"
MORE_BELOW = "… {:,} more"
OF_A_BUNDLE = "{} before, {} after: who is who is not told"
BOTH_PARTS = "by counts {} · by time per call {}"
AND_NOT_ATTRIBUTED = " · not attributed {}"
EQUAL_COUNTS_BRIEF = " ({:,} with equal counts: ×{})"
EQUAL_COUNTS_WIDE = {
    False: ": {} with equal counts take ×{} (half: ×{}–{})",
    True: ": {} with equal counts takes ×{} (half: ×{}–{})",
}
"""Whether it is one."""
AND_SPREAD_UNKNOWN = " (spread unknown)"
OWN_TIMES_CHANGED = "own: {} by {} that take more, {} by {} that take less"
COMPARED_WITH = "compared with {}"
NO_BASE = "no base"
NO_LONGER_COMPARED = "no longer compared"
SIDE_IS = {
    True: "before: the widths in Icicle, what y and e point at · b: after",
    False: "after: the widths in Icicle, what y and e point at",
}
LINES_MATCHED = {
    "text": "lines are matched by their text: one that was edited is new and gone",
    "place": "lines are matched by their place in the function: a text is not at hand",
}
"""How lines of two sides were matched."""
LINES_MATCHED_BRIEF = {"text": "by text", "place": "by place"}
LINES_AFTER_ALONE = "after alone"
LINES_BEFORE_ALONE = "before alone"
LINES_APART = "{}: the function had other lines, and a text is not at hand"
LINES_APART_SAMPLED = "{}: lines are matched by their text, which one side has not"
LINES_OF_BUNDLE = "after alone: {} before and {} after have this name, who is who is not told"
LINES_ARE_GONE = "gone: only the base has this function"
LINES_GONE = "{} gone, with the number before:"
LINES_BY_CHANGE = "lines by their change · s: in order"
CALLS_MATCHED = "before: calls of the same functions, on any line · own {} is on none"
CALLS_MATCHED_BRIEF = "by callee"
CALLEES_GONE = "{} not called any more:"
IMPORTS_AFTER = "imports are not compared: these are those after"
COUNTED_FROM_TO = "{:,} → {:,} {}"
CHANGED_MOST = "changed most"
CAUSES_COMING = "the causes are being worked out"
CAUSES_IN_TURN = "n goes to the first cause"
NOT_COMPARING = "this needs a comparison: D chooses a base"
BASE_HAS_NO_SUCH_CHOICE = "{} has none of the measure and the threads that are chosen: U takes that back"
NO_OTHER_PROFILE = "no other profile in this folder · :compare FILE or proftui --base OLD NEW"
BASE_TITLE = "Compare with: Enter chooses · / finds · Esc closes"
NO_PROFILE_TO_ADD = "no other profile in this folder · :add FILE or proftui FILE FILE…"
AS_READ_BEFORE = "{} as it was"
ADD_TITLE = "Add: Space marks · Enter adds · / finds · Esc closes"
ADDED = "added {}"
REMOVED = "removed {}"
REMOVES = ":remove takes it off"
NOT_ADDED = "no added file is called {} · added: {}"
NONE_ADDED = "no file was added here: those of the command line stay · A adds one"
AND_MORE_FILES = "{} and {:,} more"
COMPARED_IS_APART = "compare keeps files apart · D, then no base, ends comparing"
CHOSEN_BEFORE = "chosen before comparing · D, then no base, ends comparing"
COLUMNS_OF_ONE_SIDE = "compare has the columns that fit · D, then no base, ends comparing"
FILES_NOTED = "{:,} files as one:"
IS_ON_ONE_SIDE = "{} is gone: only the base has it"
NEW_SIDE_ALONE = "the new side alone"
NOT_THERE_BEFORE = "this is new: there is nothing before to compare what runs under it with"
NO_CAUSES = "no cause makes up 0.5 % of the run"
SAME_NEEDS_NEW = ":same OLD says of a new function which gone one it was"
SAME_NOT_ONE = ":same {}: {:,} gone functions are called so"
COMPARING = "comparing: finding out which function is which"
MATCHING = COMPARING + "  ·  Esc stops"
FINDING_CAUSES = "rows first: finding causes  {}  ·  Esc stops"
NO_CAUSES_YET = "the causes were not worked out: n works them out"
OF_THE_CHANGE = "{} of the change of {}"
NO_FUNCTIONS_IN_BOTH = "neither profile has functions: there is nothing to compare"
NOTHING_CHANGED = 'nothing changed that matches "{}" · Esc drops the filter · {} without it'
COMPARE_SCALES = {
    "seconds": "%: seconds",
    "percent": "%: percent of the time before, {}",
    "normalised": "normalised: times after divided by {}, as functions with equal counts take",
}
NO_NORMAL = "too few functions with equal counts to normalise by: seconds"

# The overview

FINDING_OVERVIEW = "summing up the run  {}  ·  Esc goes back"
FINDING_OVERVIEW_STILL = "still summing up: the page is not there yet"
PART_MINE = {False: "{}, {:,} mine", True: "{}, all mine"}
PART_RECURSIVE = "{:,} recursive ({})"
PART_IMPORTS = "imports {} {} %"
PART_OF_SAMPLES = "{}, one is {} %"
PART_THREADS = "threads mixed"
HALF_IS = ("half of the {1} is {0}", "half is {0}", "functions")
"""The heading of the functions, as much as fits."""
BY_OWN_TIME = ("functions by own time", "functions")
BY_TIME_OF_LINES = ("functions by their lines", "functions")
HOTTEST_LINES = ("hottest lines", "lines")
HOT_PATH_OF = {True: ("hot path of my code", "hot path"), False: ("hot path of all code", "hot path")}
HOT_PATH_OF_PACKAGE = ("hot path of {}", "hot path")
BY_PACKAGE_CHARGED = ("by package, built-ins with their callers", "by package, with built-ins", "by package")
BY_PACKAGE_WITHOUT_FILE = ("by package, what has no file with its callers", *BY_PACKAGE_CHARGED[-1:])
LEVELS_LEFT_OUT = "…{:,} "
"""Before the last step of a path of which not all levels are shown."""
REST_OF_PACKAGES = "… {:,} more"
ODD, TO_KNOW = "odd: ", "note: "
"""Before what is odd; before what is to be known of samples, where nothing is."""
ODD_AND_MORE = {False: " · and {}: !", True: " · and {}"}
"""By whether it is printed, where no key shows them."""
MOST_OUTSIDE = "{} % of the run counts to nobody: what called it is hidden"
TOO_SHORT = "too short to tell: {}"
ODD_WAITING = {False: "waiting: {} takes {} %", True: "waiting: {} and {} more take {} %"}
COPIES_PAGE = "y copies this page as plain text"
NEXT_QUESTION = "the next question: {}"
ASK_MY_CODE = "m my code"
ASK_IMPORTS = "I imports"
ASK_CALLS = "2 on {}"
ASK_LINES = "5 on {}"
LARGEST_FIRST = "the overview has an order of its own: the largest stand first"
OVERVIEW_SHARES = "%: of the whole run, in every row"
ONE_PAGE = "--view overview is one page of the whole profile: leave out {}"

# Source

EACH_OVERHEAD = ", each slowed by profiling"
DIFFERENT_RUNS = "lines {} · cProfile {}: two runs" + EACH_OVERHEAD
LEVELS_AND_CALLS = "lines {} with every level of the recursion · cProfile {}: two runs"
LINES_OF_SAMPLES = "samples: in which the line was executing, or called what was"
TIMES_OF_OTHERS = "the times of lines are of another run than the calls"
LINES_OF_OWN_TOTAL = "n goes to the next hottest line · % is of the whole function"
CALLS_OF_LINES = "→ time of the calls on a line · own time {} is on any of them"
JOINT_FIGURES = "( ) calls of this line or of others, not told apart · + perhaps more"
MODULE_TOOK = "{} took {} where it was first imported"
LINES_THAT_CALL = "lines that call {}"
LINES_BELOW_WHICH = "lines during which {} ran"
LINES_THAT_MAY_CALL = "lines that may call {}"
CALLERS_OF = "callers of {}"
LINES_THAT_CALL_BY_TIME = "the callers stand by their time, heaviest first"
ENTER_GOES_THERE = "a built-in: these lines call it · Enter goes there"
ENTER_GOES_TO_CALLERS = "no file was recorded: these call it · Enter goes there"
ENTER_GOES_TO_LINES = "{}: it ran during these lines · Enter goes there"
IN_FUNCTION = "in {}"
NO_SOURCE, LINE_NOT_TOLD = "  (no source)", "  (line not told)"
NO_WHOLE_FILE = "there is no file: these lines call it"
NOT_TIMED = "no line times for this function: kernprof -l measures them"
WITH_LINE_TIMES = "{} with measured lines: Enter shows one"
WHOLE_FILE = "the whole file · a: the function alone"
FUNCTION_ALONE = "the function alone"
LINES_UNKNOWN = "{} (lines unknown)"
LINES_UNKNOWN_NO_SOURCE = "{} (lines unknown: no source)"
LINES_BY_TIME = "lines by time · s: in order"
LINES_IN_ORDER = "lines in order"
NO_LINE_TIMES_AT_ALL = "no function has line times: kernprof -l measures them"
TEXT_ENDS = {1: "the longest line ends here", -1: "the text starts here"}
PER_HIT = "per hit"
TIME_PER_HIT = "{} per hit"
NEVER_RAN = "never ran"
LINE_NOT_RECORDED = "nothing was recorded for this line"
LINE_NOT_SEEN = "not seen executing"
NO_LINE = "no line is known"
SHARE_OF_RUN = "{} % ± {} of the run"
LINES_OF_STACKS = "cum: with what the line calls, recursion counted once · n next hottest line"
UNPLACED = {
    True: "own {}, cum {} on lines that were not recorded: beside line {}",
    False: "own {}, cum {} on lines that were not recorded: beside —",
}
"""By whether there is text, at whose first line they stand then."""
LINES_SEEN = "seen on {}"
ON_LINE_OR_OTHERS = " on line {} or others"
NO_LINES_TIMED = "no line times"
FUNCTIONS_TIMED = "lines of {}"

# Source: why there is no text, or not that of the run

NOTHING_TO_SHOW = "nothing to show"
INSTEAD_OF_SOURCE = "2 shows who calls it, 1 the functions"
SOURCE_NOTES = {
    "built-in": "a built-in has no Python source",
    "no file": "no file was recorded for this: there is no text to show",
    "machine code": "machine code has no Python source: {name}",
    "generated": "this code is in no file: {name}",
    "cell": "text not found: {name} was a cell of a notebook",
    "no path": "text not found: the recorded path is not a path",
    "relative": "text not found: {name} · try --source-root DIR",
    "absolute": "text not found: {name} · try --map FROM=TO or --source-root",
    "unreadable": "text not shown: {name} {}",
    "elsewhere": "text not shown: {name} is on another computer · try --map",
    "waiting": "text not shown: {name} is still being read: look again later",
    "device": "text not shown: {name} is a device, not source text",
    "no text": "text not shown: {name} is not text",
    "encoding": "! the encoding that the file declares is unknown: read as UTF-8",
    "changed": "! changed since the profile was taken: lines may be off",
    "other Python": "! text of Python {}, the profile is of Python {}: it may differ",
    "some Python": "! text of Python {}; which was profiled is unknown: it may differ",
    "fewer lines": "! the file has fewer lines ({:,}) than the profile: it is another version",
    "other start": "! line {} is not the start of {name}: it is another version",
    "in none": "! line {} is in no function {name}: it is another version",
    "never ran": "never called: none of its lines ran",
}
"""By the kind of a note; what begins with ! is of a text that is shown."""
TRY_MAP_OF = "text not found: {} · try --map {}=./src or --source-root"

# The editor

OPENED_IN = "opened in {}"
NO_TEXT_TO_EDIT = "there is no text to edit"
NOT_LENT = "an editor cannot use this terminal"
DEFAULT_EDITOR = "the default"
EDITOR_NOT_FOUND = "{} was not found: set $EDITOR to your editor"
EDITOR_NOT_EXECUTABLE = "{} is not executable: set $EDITOR to your editor"
EDITOR_IS_FOLDER = "{} is a folder: set $EDITOR to your editor"
EDITOR_UNREADABLE = "{} cannot be read: {}"
EDITOR_EMPTY = "{} names no program: set it to your editor"
NOT_STARTED = "{} could not be started: {}"
ENDED_WITH_STATUS = "{} ended with status {}"
ENDED_BY_SIGNAL = "{} was ended by {} ({})"
A_SIGNAL = "a signal"

# Files

CANNOT_WRITE = "cannot write: {}"
WROTE = "wrote {}, {}"
WROTE_PART = " · {:,} of {:,}: w M writes all"
WRITES_TO = "to {}"
IF_ALLOWED = "(if the terminal allows)"
IN_TMUX = {
    False: "(tmux may drop it: w f writes a finding)",
    True: "(tmux may drop it: w t writes the page)",
}
"""By whether it is a page."""
SENT = f"copied {{}} {IF_ALLOWED}"
ROW_COPIED = f"copied the row of {{}} in Functions {IF_ALLOWED}"
FINDING_COPIED = f"copied a finding on {{}} {IF_ALLOWED}"
PAGE_COPIED = f"copied the page of {{}} {IF_ALLOWED}"
WRITING = "writing  {}  ·  Esc gives up"
STILL_WRITING = "a file is being written · Esc gives up"
WRITING_GIVEN_UP = "writing was given up: nothing of it is left"
READ_AGAIN = "read again: {} → {}"
READ_AGAIN_COMPARES = "D Enter compares"
READ_AGAIN_UNCHANGED = "read again: nothing has changed"
READ_AGAIN_OTHERWISE = "read again: what was chosen of it is another now"
NOT_CHANGED_SINCE = "not changed since {}"
OLD_IS_SHOWN = "; the old one is still shown"
NAMES_TAKEN = "{} and {:,} more names are taken"

# SnakeViz

SNAKEVIZ_TITLE = "SnakeViz · Esc or q closes this; the page stays until proftui ends"
SNAKEVIZ_READS = "SnakeViz is reading {}: a large profile takes seconds"
SNAKEVIZ_IS_AT = "SnakeViz is at {} until proftui ends"
OPEN_HERE = "Open in a browser on this machine:"
OPEN_FROM_HOME = "From another machine, run this there first, then open the same address there:"
OTHER_NAME = "If that name is unknown there, use the host name that you logged in with."
WHO_SEES_PAGE = "Only those who know the address see the page; it is gone when proftui ends."
SNAKEVIZ_PICTURE_IN_PART = "The file has no times of calls: SnakeViz's table is whole, its picture is not."
SNAKEVIZ_MISSING = "SnakeViz is missing: install snakeviz with what installed proftui (pip, uv, pipx)"
SNAKEVIZ_NEEDS_FUNCTIONS = "SnakeViz has nothing to show: this profile has no functions"
SNAKEVIZ_NEEDS_CUMTIME = "SnakeViz needs cumulative times: this profile has none"
SNAKEVIZ_NEEDS_TIMES = "SnakeViz shows times: this profile measures {}"
SNAKEVIZ_NOT_STARTED = "SnakeViz cannot be started: {}"
SNAKEVIZ_FAILED = "SnakeViz cannot show this profile: it fails with {}"
SNAKEVIZ_ENDED = "SnakeViz ended before its page was made"

# Notes

NOTES_TITLE = "Notes on this profile · Esc closes"
NOTHING_NOTED = "Nothing to note: all figures add up."
HARDLY_NOTED = "Nothing to note: all figures add up to within {}."
STILL_COMPARING = "The figures are still being compared with each other: the result will stand here."
NOTED_OF_LINES = (
    "The total is the sum of all lines. A line that calls a function whose lines were measured too has "
    "their time in it as well, which is then in the total twice."
)
"""What is noted of line times without calls."""

# Explain: how figures came about

EXPLAIN_TITLE = "{} · how its figures came about · Esc closes"
NOTHING_TO_EXPLAIN = "there is no figure here to explain"
EXPLAINS_ONE_SIDE = "trees are explained of one side · D, then no base, ends comparing"
BETWEEN = "between {} and {}"
NOT_PROVEN = "calls are lost in this file, so no bounds of it are known"
EXACT_CALLS = "counted"
CALLS_IN_PROPORTION = "in proportion to its time"
OF_ITS_TIME = "of its time"
CYCLE_IS = "a cycle of {}: they call each other in turn"
CALL_BACK = "calls back to what runs above (↻)"
MODULES_TOGETHER = "all modules imported from here: I"
LEFT_TO_NOBODY = "what the file gives to no call"
TOO_SMALL_ADDED_UP = "{} too small to be shown"
LOOK_STACKS = "only whole stacks tell how much belongs here: py-spy, pyinstrument"
OF_RUN = "of the run"
OF_CUMTIME = "of the cumtime of {}"
OF_ITS_LINES = "of all lines of {}"
EDGE_OF = {
    False: ("these calls, counted", "own time in these calls", "time of these calls with callees, recorded"),
    True: ("samples with both on the stack", "own time of these samples", "recursion counted once"),
}
"""Of calls of one function by another: how many, own time, time; of samples too."""
OF_LINE = {
    False: ("hits", "how often the line ran, counted", "with callees, by line_profiler"),
    True: ("samples", "in which it was on the stack", "these samples times the interval"),
}
LINE_OWN = "ended here"
LINE_CUM = "with what it calls, each stack counted once"
WITHIN = "± {} %"
LINE_CALLS = "{}, called here"
LINE_JOINT = "or by other lines"
LINE_QUIET = "nothing was recorded here"
IMPORT_OWN = "without the modules that it imports"
IMPORT_ALL = "with the modules that it imports"
IMPORT_LIKELY = "≈ who imported it is told by the source"

# A finding

FINDING = "**{}** takes {}: {}. Recorded in {} ({})"
FINDING_OWN = "{} % of the run in its own code"
FINDING_LINES = "**{}**: its lines take {} % of all lines (with what they call): {}. Recorded in {} ({})"
FINDING_PATH = {True: "heaviest path to it: {} ({})", False: "path to it: {} ({})"}
FINDING_NO_PATH = "heaviest path to it: it runs in imports or is too small to tell"
FINDING_CALLERS = "heaviest callers: {}"
MORE_CALLER, MORE_CALLEE = "more caller", "more callee"
FINDING_LINE = {True: "hottest line: {}", False: "line with the costliest calls: {}"}
FINDING_PLACE = "recorded as: {}"
FINDING_AGAIN = "see it again: {}"

# What is printed and written

PRINTED_FIND = "find {} · {}, marked *"
PRINTED_OWN = "own time {}"
PRINTED_SHARE = " {} % of all"
NOTHING_MATCHES_PRINTED = 'Nothing matches "{}": {} without the filter'
MORE_ROWS = "… {:,} more: --limit 0 shows all"
MORE_FUNCTIONS = "… {}: --limit 0 shows all"
SVG_TITLE = "{} · {} · {} · width is time, ≈ an estimate within its bounds"
SVG_OF_STACKS = "{} · {} · {} · width is {}, exact of what was recorded"

# Conversion: why there is none

NO_WIDTHS_TO_DRAW = "what can be negative has no width: choose another --measure, or --view tree"
NO_WHOLE_STACKS = "--format {} has whole stacks, this file callers: --format pstats, or --estimate"
NO_STACKS_NOR_CALLERS = "--format {} has stacks or calls, this file not even callers: --format json or csv"
HAS_NO_NUMBERS = "--format pstats has calls, not counted here: --format collapsed or speedscope"
STATS_HAVE_SECONDS = "--format pstats has seconds, this file {}: --format collapsed or speedscope"
CALLS_OF_ALL_THREADS = "--format pstats has calls, known of all threads together: choose all threads"
NO_STACK_RECORDED = "--format {} has stacks, and none was recorded here"
NEGATIVE_WEIGHTS = "--format {} has no negative weights, and {} has some: choose another measure"
TOO_LARGE_IN_FULL = "--format {} has each stack in full, {} here: choose {}"
SOME_THREADS = "some threads"
SHAPE_IS_ON = "{} writes the whole profile: U takes back what is hidden, focused or grouped"

# Conversion: what is said beside it

IN_MICROSECONDS = "weights are microseconds"
NAMES_REPLACED = "{} with characters that no frame can have: ; stands as :, others as blanks or numbers"
CALLS_MERGED = "{:,} of {:,} calls are one with the call before, or took no time and are left out"
FRAMELESS_IS_IDLE = "{} without a frame: idle time in it"
WITHOUT_LINES = "times of lines are left out"
FILTER_IS_OFF = "all functions, whatever the filter"
ESTIMATED_UNBOUNDED = "stacks are estimates, and the file lost calls: how far own times are off is not known"
ESTIMATED_STACKS = "stacks are estimates: own times are off by {} in all at most, {} % of the run"
ESTIMATED_STACKS_CUT = "{} below the {:,} levels, or the nodes, that are written is [unattributed]"
ESTIMATED_FRAME = "≈ estimated by proftui"

# Help, palette, keys that wait for a letter, and keys of other views

HELP_TITLE = "Help: {} · Esc closes"
KEYS_OF = "Keys: {}"
FIND_TITLES = {True: "Filter", False: "Find"}
"""The heading of what can be typed after ``/``; ``True``: it filters."""
MOUSE_TITLE = "Mouse"
WHAT_IS_MINE = "what is mine"
WORDS_TAKE = {
    "mine": "this is mine: a path, a pattern or a module",
    "not-mine": "this is not mine: a path, a pattern or a module",
    "interval": "samples as times, by the time between two: 10ms",
    "compare": "compare with a file, a folder or a pattern of runs",
    "same": "the same function under another name: of a new one, the gone",
    "add": "add a file, or those of a folder or a pattern",
    "remove": "remove a file that was added",
}
WORDS_TAKEN = {
    "mine": "{} is mine",
    "not-mine": "{} is not mine",
    "interval": "samples are {} apart",
    "compare": "compare with {}",
    "same": "it was called {}",
    "add": "add {}",
    "remove": "remove {}",
}
"""What words of the palette say once there is behind them what they take."""
PALETTE_ASKS = "an action or a theme"
NO_ACTION_MATCHES = "no action matches"
PALETTE_TITLE = "Enter runs · Esc closes"
CHORDS = {
    "sort": "o then",
    "least": "least in %:  0 all  1 0.001  2 0.01  3 0.1  4 0.5  5 1  6 5   [ ] step",
    "write": "t text  j JSON  m M Markdown  f finding",
    "snakeviz": "v: show in SnakeViz at 127.0.0.1? Enter yes, Esc no",
}
"""What stands in the state row while a key waits for its letter."""
SORTS_BY = {"delta": "change", "ratio": "ratio", "location": "file", "function": "name"}
"""What ``o`` offers that is no column of figures."""
OF_SOME_VIEWS = {"c": "  c CSV", "s": "  s SVG"}
"""What ``w`` offers beside that, where the view has it."""
CONVERTS_TO = {"p": "  p pstats", "k": "  k stacks", "e": "  e speedscope"}
"""The same, where the file has it."""
ELSEWHERE = {
    ("tree",): "works in Tree (3)",
    ("tree", "icicle"): "works in Tree (3) and Icicle (4)",
    ("icicle",): "works in Icicle (4)",
    ("source",): "works in Source (5)",
    ("functions",): "works in Functions (1)",
    ("functions", "calls", "tree", "icicle", "source", "imports"): "works in the other views: 1 to 5 and I",
}
"""What is said where a key does nothing, by the views in which it does something."""
UNKNOWN_KEY = "{} does nothing here · ? shows the keys"

# Keys: what they do, in the help, the palette and docs/keys.md

GO_TO_A_VIEW = "views"
AREAS = {
    GO_TO_A_VIEW: GO_TO_A_VIEW,
    "move": "move",
    "go": "go",
    "sort": "sort",
    "tree": "tree",
    "shape": "shape",
    "compare": "compare",
    "source": "source",
    "filter": "filter",
    "figures": "figures",
    "export": "export",
    "files": "files",
    "more": "more",
}
"""What keys have to do with, as the help and docs/keys.md head them."""
A_REGULAR_EXPRESSION = "a regular expression"
KEYS = {
    "view('functions')": "Functions: what is hot",
    "view('calls')": "Calls: who calls this, and what it calls",
    "view('tree')": "Tree: what the program spent its time in, call by call",
    "view('icicle')": "Icicle: the tree as a picture, width is time",
    "view('source')": "Source: the code with its times",
    "view('imports')": "Imports: modules by who imported them, with their times",
    "view('overview')": "overview: the run on one page",
    "cycle_view(1)": "next view, or the one beside it",
    "cycle_view(-1)": "previous view, or the one beside it",
    "move('down')": "down; in Icicle, to what takes most of it",
    "move('up')": "up; in Icicle, to the parent",
    "sideways(-1)": "to the left: columns, text, a box; close, or to the parent",
    "sideways(1)": "to the right: columns, text, a box; open, then down",
    "move('first')": "first row",
    "move('last')": "last row",
    "move('half_down')": "half a page down",
    "move('half_up')": "half a page up",
    "move('page_down')": "a page down",
    "move('page_up')": "a page up",
    "open": "open: calls, the caller or callee, a node, the source; zoom",
    "back": "back, at last to the list of profiles, if it was chosen there",
    "forward": "forward",
    "top_caller": "go to the heaviest caller",
    "hot_path": "hot path: down to where the time is, and why it ends there",
    "sort(1)": "sort by the next column; in Source: lines by time, and back",
    "sort(-1)": "sort by the previous column",
    "reverse": "reverse the order",
    "sort_by": "sort by: c cumtime, t own time, n ncalls, p per call, f file, a name",
    "expand": "open the node",
    "collapse": "close the node",
    "expand_all": "open everything, heaviest first, up to 10,000 nodes",
    "collapse_all": "close everything",
    "subtree": "open everything below the node",
    "my_code": "my code only (:mine: which): what it calls counts as its own",
    "hide_function": "hide this function: its time counts to its callers",
    "hide_package": "hide its package; of your own code, its module",
    "group": "group by package, by module, by file; by function again",
    "focus": "focus: only what runs under this function",
    "focus_path": "focus on this path only",
    "undo": "undo the last of: shape, measure, threads, range",
    "redo": "redo what U took back",
    "base": "compare with a base, or none: before and after",
    "other_side": "the other side of a comparison: before, or after",
    "measure": "the next measure",
    "threads": "threads: which are shown",
    "invert": "callers: of the function, of all functions; top-down again",
    "recursion": "cycles: each as one node, or taken apart",
    "least": "least share shown: 0 all, 1 to 6 from 0.001 % to 5 %",
    "least_step(-1)": "a lower least share",
    "least_step(1)": "a higher least share",
    "heat": "colour boxes by package, comparing by change; or by own time",
    "whole_file": "the whole file, or the function alone",
    "functions": "pick a function that has line times",
    "filter": "filter as you type in Functions and Imports; elsewhere: find",
    "match(1)": "next match; next cause; in Source the next hottest line",
    "match(-1)": "previous match, cause or hottest line",
    "peel": "clear the last of: prompt, filter, zoom, scrolled columns",
    "shares": "shares: of the run, without waiting, of the parent, none",
    "unit": "unit of time: s, ms, µs",
    "columns": "choose columns",
    "explain": "explain how the figures of the row came about",
    "copy": "copy file:line (if the terminal allows)",
    "copy_row": "copy the function's row in Functions (if the terminal allows)",
    "copy_finding": "copy a finding: a few lines about the row",
    "write": "write a file: t text, j JSON, c CSV, m M Markdown, s SVG, p k e others",
    "snakeviz": "show in SnakeViz, in a browser",
    "edit": "open the source in $VISUAL or $EDITOR, at the line",
    "reload": "read the file again if it has changed, keeping the place",
    "add_profile": "add a profile: runs are added up, line times joined",
    "notes": "notes on this profile",
    "palette": "every action by name, and the themes",
    "help": "help",
    "redraw": "draw the screen again",
    "suspend": "to the shell; fg comes back",
    "interrupt": "twice: quit",
    "quit": "quit",
}
LETTERS = {
    "sort_by": {
        "c": "sort by cumtime, cumulative time",
        "t": "sort by tottime, own time",
        "n": "sort by ncalls",
        "p": "sort by time per call",
        "f": "sort by file and line",
        "a": "sort by name",
        "d": "sort by the change, comparing",
        "x": "sort by the ratio, comparing",
    },
    "least": {
        "0": "least share 0: show everything",
        "1": "least share 0.001 %",
        "2": "least share 0.01 %",
        "3": "least share 0.1 %",
        "4": "least share 0.5 %",
        "5": "least share 1 %",
        "6": "least share 5 %",
    },
    "write": {
        "t": "write text",
        "j": "write JSON",
        "c": "write CSV of the functions",
        "m": "write Markdown of the functions on screen, or of the overview",
        "M": "write Markdown of all functions, or of the overview",
        "s": "write SVG of the icicle",
        "f": "write a finding",
        "p": "write a .stats file of all calls, for pstats",
        "k": "write collapsed stacks, for flame graphs",
        "e": "write whole stacks for speedscope",
    },
}
"""What comes of the letter after a key that waits for one."""
KEYS_COMPARING = {
    "match(1)": "next cause",
    "match(-1)": "previous cause",
    "shares": "seconds, percent of the time before, or divided by what equal calls take",
    "sort_by": "sort by: d change, x ratio, t own, c cum, n calls, p per call, f file, a name",
    "add_profile": "compare keeps files apart: U first",
    "columns": "nothing: two sides have the columns that fit",
}
"""What keys do in views of two sides, where that is something else."""
KEYS_IN_VIEW = {
    "open": {
        "functions": "calls of the function",
        "calls": "go to the caller or callee; in the middle row: its source",
        "tree": "open the node; of an open one: its calls",
        "imports": "calls of the module",
        "icicle": "zoom; of the zoomed box: its calls",
        "source": "go to what the line calls",
        "lines that call": "go to the line that calls",
        "overview": "calls of the function; a package's functions; the notes",
    },
    "copy": {"overview": "copy this page as plain text (if the terminal allows)"},
    "peel": {"overview": "back to where you came from"},
    "shares": {
        "functions": "shares: of the run, without waiting, none",
        "calls": "shares: of the function, of the run, none",
        "tree": "shares: of the run, of the parent, none",
        "icicle": "say what widths are shares of",
        "imports": "shares: of the run, of all imports, none",
        "overview": "say what percentages are of",
    }
    | dict.fromkeys(("source", "lines that call"), "shares of the function's time, or none"),
    "filter": dict.fromkeys(("functions", "imports"), "filter as you type")
    | dict.fromkeys(("calls", "tree", "icicle", "source", "lines that call"), "find as you type"),
}
"""What keys do in a view, where :data:`KEYS` tells of several."""

# Help: words and signs of the screen, and the pages on which they stand, empty: on all

_LARGEST_IS_FULL = "; the largest fills the bar"
_LINES = "source, lines that call"
_AGAIN_ON_THE_STACK = "recursive: on the stack more than once, its time counted once"
_RECURSIVE_IS = "recursive: some calls were made while it was already running"
GLOSSARY = {
    "calls": (
        ("tottime", "own time: in the function itself, without what it calls", "functions, icicle, overview"),
    ),
    "lines, calls": (
        ("tottime", "own time in these calls, without what they call", "calls"),
        ("cumtime", "cumulative: the time with everything it calls", "functions, calls, overview"),
        ("ncalls", "all calls; 574/209: 209 of them not recursive (primitive)", "functions, calls"),
        ("%busy", "share of the run without waiting", "functions"),
        ("by package", "own time of each with the built-ins it calls; parts of 100 %", "functions"),
        ("imports 9 %", "time of all imports, with all they run: not one of the parts", "functions"),
        ("own/call", COLUMN_MEANS["percall"], "functions"),
        ("cum/call", COLUMN_MEANS["cumpercall"], "functions"),
        ("hits", "how often its lines ran (line_profiler)", "line totals"),
        ("↻", "calls itself: its time counts every level, its share is a guess", "line totals"),
        ("›5", "its lines were measured too (line_profiler): 5 shows them", "functions, overview"),
        ("callers, callees", "who calls the function, and what it calls", "calls"),
        ("per call", "cumtime of these calls divided by their number", "calls"),
        ("time", "seconds on this path, with everything that is called there", "tree"),
        ("calls", "how often the parent called it here", "tree"),
        ("own █ ━", "seconds in the function itself, █ of the bar; ━ what it calls", "tree"),
        ("hits", "how often the line ran (line_profiler)", "source"),
        ("→121×", "what is known of the calls on the line: 121 of them", _LINES),
        ("(→12×)", "calls of this line or of others, not told apart", _LINES),
        ("0.083+", "at least so much: perhaps more", "source"),
        ("per hit", "time divided by hits", "source"),
        ("by package", "own time of each with the built-ins it calls", "overview"),
        ("odd", "what to know before the figures are believed", "overview"),
        ("roots", "functions that nobody called: they take the whole run", "overview"),
        ("↻", _RECURSIVE_IS, "functions, calls, source, imports, lines that call, overview"),
        ("waiting", "sleep, select, locks, sockets: 20 µs a call and more", "functions, calls, overview"),
    ),
    "samples, stacks": (
        ("samples", "how often it was on the stack, at any depth", "functions, calls"),
        ("samples", "how often this path was on the stack", "tree"),
        ("tottime", "of the samples that found it running itself", "functions, calls, icicle, overview"),
        ("cumtime", "of the samples with it on the stack, recursion once", "functions, calls, overview"),
        ("±", "one standard error of a share, by the number of samples", "functions, source"),
        ("callers, callees", "who called the function on the stacks, and what it called", "calls"),
        ("time", "of this path, with everything that is called there", "tree"),
        ("own █ ━", "own time on this path, █ of the bar; ━ what it calls", "tree"),
        ("note, odd", "what to know of these samples before they are believed", "overview"),
    ),
    "stacks": (
        ("↻", _AGAIN_ON_THE_STACK, "tree, overview"),
        ("↻ ░", _AGAIN_ON_THE_STACK, "icicle"),
        ("(no frame)", "samples without any frame: in the total, in no function", "tree, icicle"),
        ("(no file)", "not recorded: native code, or a name", "functions, calls, tree, icicle, overview"),
    ),
    "samples": (("samples", "how often the line was executing, or called what was", "source"),),
    "lines, calls, stacks": (
        ("own, cum", "of a line of whole stacks: alone, and with what it calls", "source"),
    ),
    "lines, calls, samples, stacks": (
        ("%", f"share of the whole run (% changes it){_LARGEST_IS_FULL}", "functions"),
        ("my code", "by its files, or as you say: :mine shows it", "source, lines that call, imports"),
        ("%", "share of the function's cumtime, as the bar; % changes it", "calls"),
        ("time", "of its lines together, with what they call", "line totals"),
        ("%", f"share of all lines together{_LARGEST_IS_FULL}", "line totals"),
        ("about, at most", "measured functions call each other: some time counts twice", "line totals"),
        ("base", "what is compared with: the runs before; D chooses another", "comparing"),
        ("→ after", "the figure before stands left of it", "comparing"),
        ("Δ", "after less before: + takes longer, − less", "comparing"),
        ("×", "after divided by before: ×0.50 is half of it", "comparing"),
        ("?", "the change may be noise: within the spread of the runs", "comparing"),
        ("new, gone", "on one side only; is:new and is:gone find them", "comparing"),
        ("cause", "who calls what more or less often, or what takes longer", "comparing"),
        ("by counts", "what calling more or less often explains; certain", "comparing"),
        ("by time per call", "what calls that take more or less time each explain", "comparing"),
        ("equal counts", "functions called as often as before: the control group", "comparing"),
        ("×0.90", "of them: how much the machine itself moved; % divides by it", "comparing"),
        ("p", "how likely such a difference of the totals is by chance", "comparing"),
        ("1.0–1.2 → 0.8–0.9", "the least and the largest of all runs, before and after", "comparing"),
        ("(own time)", "Calls: the rest of the change, beside that of the callees", "comparing"),
        ("least change", "Tree: in percent of the time before; L changes it", "comparing"),
        ("▾ ▴ ░", "Icicle: faster, slower, on this side only", "comparing"),
        ("(own time)", "what the function takes itself, beside its callees", "calls"),
        ("… 12 more", "callers or callees for which there is no room", "calls"),
        ("called at, def", "the line of the call; where it is unknown, of the definition", "calls"),
        ("node, parent", "a function on one path of calls, and the node that calls it", "tree, icicle"),
        ("%", "share of the whole run, as the bar; i: the largest is full", "tree"),
        ("▸ ▾ ·", "closed, open, calls nothing that is shown", "tree"),
        ("f › g › h", "levels of the same time in one row; → opens them", "tree"),
        ("14: f", "level 14, deeper than there is room to indent", "tree"),
        ("width", "of a box: its share of the whole run, with what it calls", "icicle"),
        ("colour", "of a box: its package, named below; K: its own time", "icicle"),
        ("%", "share of the whole run", "icicle"),
        ("…", "a box without room for a name; … above: levels over the screen", "icicle"),
        ("+12", "12 functions too narrow for boxes, added up: Enter zooms", "icicle"),
        ("› ‹", "a path: who calls whom; …3: levels left out", "icicle"),
        ("… 12 more", "nodes under the least share, added up; L changes it", "tree"),
        ("callers", "i: bottom-up, own time by who called it, and who called those", "tree, icicle"),
        ("called at", "the line that calls it; in grey where its caller begins", "lines that call"),
        ("time", "of the calls on the line", "lines that call"),
        ("█ ━", "own part of the bar; ━ what the line calls", "source"),
        ("→", "the line calls something: Enter goes there", "source"),
        ("%", f"share of the function's time with callees{_LARGEST_IS_FULL}", "source"),
        ("%", "share of the function's time with callees, as the bar", "lines that call"),
        ("own", "the module's code and what it calls, without its imports", "imports"),
        ("cumulative", IMPORT_ALL, "imports"),
        ("%", f"cumulative share of the whole run{_LARGEST_IS_FULL}", "imports"),
        ("▸ ▾", "closed, open: the modules that it imports first", "imports"),
        ("imported by …", "the module that imported it first", "imports"),
        ("importer …", "not known: several may have imported it first", "imports"),
        ("of which …", "its time is in the rows above it, too", "imports"),
        ("… in other rows", "who imported these is not known: the rows are elsewhere", "imports"),
        ("… twice", "modules that functions of other modules import: in two sums", "imports"),
        ("%", "share of the whole run, as the bar; the largest is full", "overview"),
        ("half", "so few functions have half of all own time: the first ones", "overview"),
        ("mine", "your own code: in no library, not built-in", "overview"),
        ("hot path", "down the heaviest calls of your code; …3: levels left out", "overview"),
        ("… 12 more", "packages for which there is no room, added up", "overview"),
        ("hot path", "from each function to its heaviest call: H shows it", "functions, calls, tree, icicle"),
        ("▾ ▴", "sorted by it: largest, smallest first", "functions, line totals, calls, imports, icicle"),
        ("built-in", "written in C, without source text", ""),
        ("finding", "W: the row as Markdown; focus, f: only what runs under it", ""),
        ("…/io.py", "cut here: the row under the table has it in full", ""),
        ("!", "a note on this profile: what does not add up; ! shows all", ""),
    ),
    "lines, calls, samples": (
        ("(outside …)", "a caller that the profiler did not see", "calls"),
        ("↻52", "a cycle: 52 functions that call each other; c takes it apart", "tree, icicle"),
        ("↻ imports", "all modules that are imported there, as one", "tree, icicle"),
        ("↻ recursion", "calls back to what runs; ↻ shared: those not told apart", "icicle"),
        ("↻  ↻ shared", "recursive: called while it ran; shared: not told apart", "tree"),
        ("[unattributed]", "time that the file gives to no call", "tree, icicle"),
        ("time", "of the line, with what it calls; without hits: of its calls", "source"),
        ("≈", "who imported it, by its source only", "imports"),
        ("↻ ░", _RECURSIVE_IS, "icicle"),
        ("≈", "an estimate", "functions, line totals, calls, source, lines that call, overview"),
        ("≈  low–high", "an estimate between two bounds: the file has no whole stacks", "tree, icicle"),
        ("—", "not measured by the profiler that wrote the file", "functions, calls, imports, tree"),
    ),
}
"""By what a profile is of: calls, samples alone or samples of whole stacks; in the order of the page."""
FILTER_TERMS = (
    ("sklearn json", "terms that must all hold, in file:line(function)"),
    ("!re", "not"),
    ("file: func: module:", "where to look"),
    ("pkg:trio", "the functions of that package alone; Tab completes it"),
    ("{}", "{}"),
    ('"a b"  a\\ b', "a blank in a term; capitals make a term case-sensitive"),
)
"""``{}``: a comparison of a figure that the profile has, and of others."""
ALSO_COMPARES = "also {}"
COMPARES_IN = {"s": "units ns us ms s, %", "B": "units B KiB MiB GiB, %"}
MOUSE = "Click selects, twice opens, a heading sorts; Shift (or Option) selects text."
