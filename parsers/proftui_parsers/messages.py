"""Every sentence of the readers, in the order in which a reader of files meets them: plain constants.

A fault goes on after the name of the file, ``p.stats is empty``; a note stands alone.
"""

from __future__ import annotations

# A file that cannot be opened: each goes on after its name

IS_EMPTY = "is empty: the program that should have written it was stopped too early, or never ran"
IS_FOLDER = "is a folder, not a file"
IS_PIPE = "is a pipe, not a file: pipe the profile in, as in `cat p.stats | ... -`"
IS_SOCKET = "is a socket, not a file"
IS_DEVICE = "is a device, not a file"
IS_NOT_REGULAR = "is not a regular file"
NOT_A_NAME = "cannot be the name of a file"
DOES_NOT_EXIST = "does not exist"
DRIVE_DOES_NOT_EXIST = "does not exist: in WSL, {}: is /mnt/{}, with / for \\, as in /mnt/{}{}"
PATH_DOES_NOT_EXIST = "does not exist: a part of its path is not a folder"
NOT_ALLOWED = "cannot be read: you have no permission"
CANNOT_BE_READ = "cannot be read: {}"
NO_REASON = "the system gives no reason"
TOO_LARGE = "has {:,} bytes, more than the limit of {:,}"
CHANGED_WHILE_READ = "changed while it was read: open it again when the program that writes it is done"
NOT_BINARY = 'the file is open as text: open it with mode "rb"'
TOO_LITTLE_MEMORY = "needs more memory than there is"
FORMAT_FAILED = "cannot be read: the format {} failed with {}"
FORMAT_GIVES_NOTHING = "cannot be read: the format {} gives no profile"

# Stacks

NO_STACKS = "has no stacks in it"
TOO_MANY_STACKS = "has more than {:,} different stacks: record for a shorter time, or with a lower rate"
STACKS_OF_TOO_MANY_FUNCTIONS = "has more than {:,} functions"
FUNCTIONS_TOO_SHORT = "has more than {:,} functions in less than {} bytes each, which no profiler writes"
TOO_MUCH_FOR_ITS_SIZE = (
    "asks for more memory than any recording of its size: it has too many different stacks or functions"
)
MORE_FRAMES_THAN = "has more than {:,} frames, with next to nothing in each"
TOO_MANY_NAMES = "has more than {:,} names"
TOO_MANY_THREADS = "has more than {:,} threads"
STACK_TOO_DEEP = "has a stack of more than {:,} frames, which no profiler writes"
STACKS_TOO_DEEP = "has threads with more than {:,} frames at one time, which no profiler writes"
LINE_TOO_LONG = "has a line of more than {:,} bytes, which no profiler writes"
TOO_MANY_KEYS = "numbers more than {:,} names and frames: record for a shorter time, or fewer processes"
LINES_LEFT_OUT = "lines that are no stacks were left out: {:,}"
IS_DIFFERENTIAL = (
    "is the difference of two recordings, two counts a stack: open what it was made of, "
    "`proftui NEW --base OLD`"
)
OWN_OF_DEFINITIONS = ", lines of definitions"
"""How the outermost frame of collapsed stacks that proftui writes ends, where that is so."""
WITHOUT_FRAME = "{} had no frame: in the total, and in no function"
THREADS_ADDED_UP = "{1:,} threads are added up to {0}"
IDLE_LEFT_OUT = "idle time is not in the file: this is busy time"
IDLE_UNLESS_RECORDED = "idle time is not in the file, unless it was recorded with --idle"
FEW_SAMPLES = "few samples ({:,}): one of them is {:.1f} %"
LINES_THAT_RAN = "lines of functions are the first of those that were seen running, not their definitions"

CUT_OFF = "cut off"
CUT_OFF_AT = "the file is cut off or damaged at byte {:,}: what follows is left out"
NOT_SAID_WHAT = "the file does not say what its numbers are: they are taken for microseconds of wall time"
NEGATIVE_TIMES = "negative times, counted as 0: {:,}"
UNKNOWN_KEYS = "names or frames that the file has only numbers of, shown as <unknown>: {:,}"
TASKS_LEFT_OUT = "reports of where tasks were waiting, which are in no figure: {:,}"
NO_SUCH_MOJO = "is a MOJO file of version {:,} of austin's format: versions 1 to 4 are read"

DAMAGED_AT = "is damaged: what stands at byte {1:,} is not what a {0} file has there"
NO_SUCH_FRAME = "is damaged: it names frame {:,} and has {:,}"
UNITS_DIFFER = "has profiles in different units, which cannot be added up: {}"
SECONDS_ARE_SAMPLES = "py-spy 0.3.8 says seconds, but writes samples: shown as samples"
EVENTS_DO_NOT_FIT = "events that open or close nothing, or samples without a weight: {:,}"
TIMES_GO_BACK = "times that go back, so that what ran there is too short: {:,}"
WEIGHTS_LEFT_OUT = "weights or times that are no finite numbers, counted as 0: {:,}"
ODD_WEIGHTS = "weights or times that are below 0 or not finite, counted as 0: {:,}"
LEFT_OUT_BY_PYINSTRUMENT = (
    "pyinstrument leaves short calls out: their time is own time of who made them; "
    "`pyinstrument -r pyisession` writes all"
)
CALLEES_TAKE_LONGER = "frames whose callees take longer than they do, whose own time counts as 0: {:,}"
NO_SUCH_ENTRY = "is damaged: it names {} {:,} and has {:,}"
IS_NEWER_FIREFOX = "is of version {:g} of the format of Firefox, newer than {:g}, the last that is known"
NEWER_FIREFOX = "the file {}: figures are of what is understood"
STACKS_IN_CIRCLES = "is damaged: stack {:,} is called by itself"

# Files that are packed

INSTALL_ZSTD = "install 'proftui[zstd]' with what installed proftui (pip, uv, pipx)"
IS_ZSTD_DATA = f"is zstd data, which this Python does not unpack: use `zstd -d FILE`, or {INSTALL_ZSTD}"
PACKED_WITH = "is {} data, and what is in it {}"
PACKED_TOO_OFTEN = "is packed more than {} times: unpack it first"
PACKED_DAMAGED = "is {} data that is damaged at about byte {:,}: fetch or write it again"
PACKED_CUT_OFF = "is {} data that is cut off: it ends at byte {:,}"
UNPACKED_TOO_LARGE = "is {} data, and what is in it has more bytes than the limit of {:,}"
UNPACKED_TOO_MANY_TIMES = (
    "is {} data that grows to more than {} times its size: unpack it first, if you know where it comes from"
)
TOO_MANY_MEMBERS = "is packed in more than {:,} parts: unpack it first"

# Recordings of profiling.sampling, and zstd data

IMPORT_TIMES = "python -X importtime"
PYTHONS_SAMPLER = "profiling.sampling"
"""What wrote a file, of the sampler of Python 3.15 and later, which calls itself Tachyon, too."""
SAMPLING_UNFINISHED = (
    "is an unfinished recording of profiling.sampling: names are written at the end, which it never came to"
)
SAMPLING_VERSION = (
    "is a recording of profiling.sampling in version {} of its format: proftui reads version {}"
)
SAMPLING_HEADER = "is damaged: its first bytes are not those of a recording of profiling.sampling"
SAMPLING_TABLES = "is damaged: its table of frames cannot be read"
SAMPLE_IS_DAMAGED = "is damaged: sample {:,} cannot be read"
TOO_MANY_PLACES = "has more than {:,} places in code"
LAUNCHER_LEFT_OUT = (
    "frames of the program that starts what is profiled are left out, as in reports of profiling.sampling"
)
ONLY_LAUNCHER = "samples left out, as they have no other frame or none at all: {:,}"
OTHER_NUMBER_OF_SAMPLES = "the file says that it has {:,} samples; it has {:,}"
TOO_MANY_RECORDS = "has more than {:,} records"
NO_INTERVAL = "does not say how far apart its samples are, so they mean nothing"
ENTRIES_LEFT_OUT = "entries that are damaged, or of what is not there, were left out: {:,}"
RECORDS_CUT_OFF = "the file is cut off: its last record is missing, and figures are those of what is there"
STACKS_CUT = "deep stacks cut"
OUTERMOST_MISSING = (
    "samples with {} frames, as many as such files keep: who called the outermost of them is not known: {:,}"
)
WALL_TIME = "wall time"
TIME_ON_CPU = "time on cpu"
TIME_WITH_GIL = "time with gil"
TIME_IN_EXCEPTIONS = "time in exceptions"
INTERPRETER = "interpreter {}"
NEEDS_ZSTD = f"is compressed with zstd: record with --compression none, or {INSTALL_ZSTD}"
SAMPLES_PACKED = "has samples that cannot be unpacked: their part {}"

# Flame graphs

FLAME_GRAPH = "flame graph"
NARROW_BOXES = "boxes too narrow to be drawn are not in a picture: what they weigh is own of their callers"
COUNTS_OF_TITLES = "counts are those of the titles, rounded as there: sums may be off by one for each box"
DRAWN_BY_FLAMEPROF = "flameprof estimates stacks from calls: the .stats file that it drew says more"
BOXES_LEFT_OUT = "boxes without a place or a count were left out: {:,}"

# memray

HELD_AT_PEAK = "memory is that of the peak, or with --leaks of the end (no file says which): no sum over time"
LARGEST_PLACES_ALONE = (
    "memory is all that was allocated, given back or not. The file lists the places with most bytes and "
    "those with most allocations: in one list alone, the other figure is 0; the rest has no frame"
)
TOP_ALONE = "largest places only"

# pprof, gperftools, perf

ADDRESSES_IN_PPROF = "places without names: {:,}; `go tool pprof -proto -output named.pb.gz FILE` adds them"
ADDRESSES_ALONE = "names are not in it: `google-pprof --callgrind PROGRAM FILE > named.callgrind` finds them"
NO_CPU_TIME = "has no samples: the program took too little processor time, or ended without writing them"
EVENTS_ADDED_UP = "samples of several events are added up: {}"
NO_MEASURE = "does not say what it measures, so its numbers mean nothing"

# Callgrind

NO_COSTS = "is a callgrind file without any costs: what was measured was stopped too early, perhaps"
OTHER_EVENTS = "is a callgrind file whose parts count different events: open one part alone"
OTHER_TOTAL = "the file gives {:,.0f} {} as its total: figures are what its lines come to, {:,.0f}"
TICKS_ARE_MICROSECONDS = "the file does not say how long a tick is: it is taken for a microsecond"
CYCLES_COST_AT_MOST = "functions that call each other in turn, which cost at most what is shown: {:,}"

# Scalene

CPU_TIME = "cpu time"
GPU_TIME = "gpu time"
IN_PYTHON = "time in Python"
IN_NATIVE_CODE = "time in native code"
IN_THE_SYSTEM = "time in the system"
ALLOCATED_MEMORY = "allocated memory"
SAMPLES_OF_STACKS = "samples of stacks"
SCALENE_LINES = "{} of {} that it ran are on lines: the rest is not in the file"
SCALENE_STACKS = "lines do not say who called whom: stacks are a measure of their own (d)"
SCALENE_PEAK = "at its peak the program had {:,.3f} MiB, which is no sum: lines have what they allocated"

# Printed reports

PRINTED_TO = "printed report: times to {}"
PRINTED_MILLISECOND = "the millisecond"
PRINTED_ROUNDED = "times are as printed, to {}, and sums less exact"
PRINTED_LINES_ROUNDED = "times are as printed, to {}, long ones to three digits, and sums less exact"
PRINTED_MIB = "printed report of memory_profiler"
MEMORY_IN_USE = "memory in use"
PRINTED_MEMORY = "figures are the most of any line: memory in use does not add up, nor do increments"
PRINTED_IN_PART = "{} of {} functions were printed"
PRINTED_ADDED = "functions without a row have what their callers have of them: other calls are missing"
PRINTED_REPORTS = "{} reports: --report {}"
PRINTED_TOO_MUCH = "has printed reports of more than {:,} rows"

# Standard input

INPUT_IS_CLOSED = "is closed: there is nothing to read"
INPUT_IS_TERMINAL = "is the terminal: pipe a profile in, as in `cat p.stats | ... -`"
INPUT_IS_EMPTY = "is empty: what should write the profile wrote nothing"
INPUT_TOO_LARGE = "has more bytes than the limit of {:,}"

# Profiles that cannot be added up

NOTHING_TO_ADD = "there is no profile to add"
OTHER_MEASURES = "these cannot be added up: {} measures {}, {} measures {}"
NO_SUM = "these cannot be added up: {} has {}, which is no sum"
STACKS_ALONE = "open the stacks alone: their trees are exact ({} holds whole stacks, {} does not)"

# A profile that cannot be written

NOT_AS_STATS = "cannot be written as .stats: it has no cumulative times"

# Files of other kinds, and what to do with them

IS_UNKNOWN = (
    "is not a profile that proftui reads: it reads those of cProfile, line_profiler, py-spy, speedscope "
    "and others"
)
IS_ARCHIVE = "is packed in a way that is not read (zip, tar, bzip2, xz, lz4): unpack it first"
IS_GIT_LFS = "is a pointer of Git LFS, not the file itself: fetch it (git lfs pull)"
IS_TEXT = "is text, not a profile"
IS_PYTHON_SOURCE = "is Python source: {}"
IS_PRINTED = "is the text that {} prints: {}"
IS_WITHOUT_ROWS = "is a printed report without a row in it"
WRITE_STATS = "write a profile with `python -m cProfile -o p.stats ...`"
IS_PART_OF_SPEEDSCOPE = "is a speedscope file that is cut off or damaged: it has no frames, or no profiles"
IS_CHROME_TRACE = (
    "is a Chrome trace: open it in Perfetto (ui.perfetto.dev); py-spy writes stacks with `-f speedscope`"
)
IS_VIZTRACER = "is a trace of VizTracer: `vizviewer` shows it; for proftui, {}"
IS_FIREFOX = "is a Firefox profile, or the beginning of one: it has no stacks"
IS_MEMORY_PROFILER = "is of memory_profiler: `mprof plot` shows what mprof recorded"
IS_MEMRAY = "is a capture of memray (format {}, {}{!r}): `memray transform csv FILE` converts it"
IS_PERF_DATA = "is a recording of perf: `perf script -i perf.data | proftui -` opens it"
IS_GPROF = "is a profile of gprof: `gprof PROGRAM gmon.out` shows it"
IS_LEGACY_PPROF = "is of pprof's old text form: `go tool pprof -proto -output p.pb.gz FILE` writes the new"
IS_NO_PROFILE = "is a picture, a document, a program or a database, not a profile"
IS_PART_OF_SCALENE = "is JSON of scalene that is cut off or damaged: it has no lines, or not how long it ran"
IS_SAMPLING_PAGE = (
    "is what profiling.sampling shows people, a page or a table: for proftui, record with --binary or --gecko"
)
IS_SAMPLING_JSON = (
    "is a part of JSON lines of profiling.sampling: its first record, which tells the rate, is missing"
)
IS_HEAPY = "is of heapy (guppy3), sizes of objects in memory: heapy shows it, proftui reads profiles of time"
IS_HOTSHOT = (
    'is a log of hotshot: in Python 2, `hotshot.stats.load(FILE).dump_stats("p.stats")` makes a profile of it'
)
IS_PICKLED_STATS = 'is a pickle of figures of cProfile: `dump_stats("p.stats")` writes them as a profile'
IS_YSTAT = "is a ystat file of yappi, a pickle: write it with `yappi -f pstat` instead"
IS_SVG = "is a picture (SVG) or other XML, but no flame graph of py-spy, inferno, flamegraph.pl or flameprof"
IS_WEB_PAGE = "is a web page: open it in a browser, or the profile it was made of"
IS_PYINSTRUMENT_PAGE = "is a page of pyinstrument, which a browser shows; for proftui, {}"
WRITE_SESSION = "`pyinstrument -r pyisession -o p.pyisession` writes all stacks"
IS_JSON = "is JSON, but no kind of profile that proftui knows"
IS_PYC = "is compiled Python, not a profile"
IS_NO_DICT = "is not a marshalled dict"
IS_DICT = "is a marshalled dict, but not a profile"
IS_PICKLE = "is a pickle, but no profile of line_profiler"
IS_PICKLE_OF = "is a pickle of {}.{}, but no profile of line_profiler"
IS_OTHER_PICKLE = "is a pickle, but not one of line_profiler"
IS_LPROF_WITHOUT_FIGURES = "is a pickle of line_profiler, but without figures"
NO_UNIT = "does not say in which unit its times are, so they mean nothing"
IMPOSSIBLE_UNIT = "says that its times are in units of {:g} s, so they mean nothing"

# Files that are cut off or damaged

IS_CUT_OFF = "is cut off: it ends at byte {:,}"
IS_CUT_OFF_PICKLE = "is a pickle that is cut off: it ends at byte {:,}"
IS_CUT_OFF_INSIDE = "is cut off or damaged: it ends at byte {:,} inside a value"
IS_DAMAGED = "is damaged at byte {:,}: record it again"
INSIDE_ENTRY = "{} inside the entry of function {:,}"
TOO_MANY_CALLERS = "has a function with more than {:,} callers, which no profiler writes"
KEY_TWICE = "is damaged: one of its keys is there twice, as in no dict"
DAMAGED_KEY = "is damaged: one of its keys is not (file, line, function)"
DAMAGED_FUNCTION = "is damaged: a function has no list of lines"
LINES_REPEATED = "is damaged: the same lines are repeated by reference without end"

# Notes: figures that cannot be

NOTED_NO_FUNCTIONS = (
    "this profile has no functions: it was written before anything ran, or the program was stopped too early"
)
FUNCTION_HAS = "function has"
FUNCTIONS_HAVE = "functions have"
NO_NUMBER_OF_CALLS = "no number of calls"
ODD_TIME = "a time that is negative, too large or no number"
COUNT_TOO_LARGE = "more calls than {:,}: that stands instead, so sums and shares of calls are too small"
MORE_CALLS_FROM_CALLERS = "more calls from callers than calls in all"
MORE_OWN_FROM_CALLERS = "more own time in calls from callers than in all"
ODD_CALLER_TIMES = "{:,} {} an infinite or negative time"
CALLER_ENTRY_HAS = "caller entry has"
CALLER_ENTRIES_HAVE = "caller entries have"
MORE_PRIMITIVE = "some functions have more primitive calls than calls: counts are shown as recorded"
SAMPLED_CUMTIME = (
    "each cumulative figure is the sum of a function's lines: as a function can be on the stack with "
    "several lines at once, it may exceed the total"
)

# Notes: files that were added up

TIME_IN_SOME_FILES = "a caller entry has times in some of the files only: its time is too low"
TIMES_IN_SOME_FILES = "{:,} caller entries have times in some of the files only: their times are too low"
SAID_OF_FILE = "{}: {}"
FUNCTIONS_BY_NAME = (
    "functions are told apart by file and name: not all of the files say in which line each is defined"
)
LINE_TIMES_LEFT_OUT = "the line times of {:,} {} are left out: not found in the profile of calls"

# Notes: figures that contradict each other

THREADS = (
    "several threads were running: this Python's cProfile mixes them, as if one had made all calls. Do "
    "not trust times, least of all those of callers; yappi and py-spy keep threads apart"
)
IMPOSSIBLE = (
    "the figures contradict each other: {}. Do not trust times, least of all those of callers. The file does "
    "not tell why: threads that were profiled as one, faults of cProfile and edited files look like this"
)
UNENDING = "some calls began and never ended, or ended in another order"
MORE_CALLS_THAN_ALL = "some functions were called more often by their callers than in all"
ALL_CALLED_BY_OTHERS = "every function was called by others"
MORE_OWN_THAN_CUMTIME = "some functions have more own time than time with callees"
ONLY_CALLED_WHILE_RUNNING = "some functions were only called while they ran"
ABOVE = "{} {} % of the own time of all functions{}"
ROOTS_TAKE = "the functions that nobody called take"
ONE_TAKES = "one function takes"
MISSING = "{:.3g} s that {} spent in calls, {:.1f} % of all, are of calls that the file does not have{}"
LOST_CALLS = "{} made calls that the file does not have{}"
OF_ONE_NAME = "{} seems to stand for several functions of one name: what all of them call is counted here"
OF_SOME_NAMES = (
    "{} each seem to stand for several functions of one name: what all of those call is counted there"
)
AND_OTHERS = " and {:,} other{}"
HALF_CALLED = "{} seems to be called from outside the profile as well as by others{}"
INFINITE_LEFT_OUT = ": times that are not finite are left out"
STRIPPED = (
    ": its paths have no folders, and where those were stripped, only one of the callers that look alike "
    "is left"
)
WITHOUT_BUILT_INS = ": built-ins are not in the file; where yappi wrote it, start it with builtins=True"
OVERWRITTEN = ": of functions with one name in one line cProfile keeps the figures of only one"
NOT_FINITE = (
    "functions whose times are not finite stand in call trees without time: it is [unattributed] there"
)
NEGATIVE_IN_TREES = (
    "functions whose times are negative stand in call trees without time, and so may what they call: "
    "look at Functions and Calls"
)
NEGATIVE_STACKS = (
    "{} is negative where more was given back than taken: shares can be over 100 %, and Icicle "
    "has no widths for it: d has other measures"
)
MARKED = ". Call trees mark what that leaves uncertain"
NOTHING_SURE = ". Nothing in call trees is certain"
LOOP_WAITED = (
    "{} % of the time the loop of asyncio waited: cProfile cannot tell for which task, pyinstrument can"
)
ONE_THREAD = (
    "{} % of the time is waiting (locks, select, poll): cProfile up to Python 3.11 sees only the thread "
    "that it was started in. If others did the work, yappi or py-spy show it"
)
