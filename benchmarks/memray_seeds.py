"""What memray writes: small csv and JSON files, of which tests and fuzzing make others."""

from __future__ import annotations

import json
from typing import Any

HEAD = "allocator,num_allocations,size,tid,thread_name,stack_trace\r\n"
ROWS = (
    "MALLOC,2,1024,1,0x1,f;a.py;7|main;a.py;3\r\n",
    'MMAP,1,4096,2,"0x2 (w, ""1"")","operator|;lib.cpp;0|std::map<int, int>;lib.cpp;12|main;a.py;3"\r\n',
    "CALLOC,3,30,-1,merged thread,\r\n",
    "MALLOC,1,6,1,0x1,f;a.py;8|main;a.py;3\r\n",
)
CSV = (HEAD + "".join(ROWS)).encode()
GPROF2DOT: dict[str, Any] = {
    "version": 0,
    "costs": [{"description": "Memory", "unit": "bytes"}],
    "events": [
        {"callchain": [0, 1], "cost": [1024]},
        {"callchain": [1], "cost": [6]},
        {"callchain": [0, 0, 1], "cost": [1]},
    ],
    "functions": [{"name": "f", "module": "a.py"}, {"name": "main", "module": "a.py"}],
}
STATS: dict[str, Any] = {
    "total_num_allocations": 20,
    "total_bytes_allocated": 9000,
    "top_allocations_by_size": [
        {"location": "f:a.py:7", "size": 5000},
        {"location": "a::b:c.c:0", "size": 3},
    ],
    "top_allocations_by_count": [{"location": "g:a.py:9", "count": 11}, {"location": "f:a.py:7", "count": 2}],
    "metadata": {"peak_memory": 6000, "command_line": "memray run a.py"},
}
SMALL = [
    *(CSV, CSV.replace(b"\r", b"")),
    json.dumps({**GPROF2DOT, "version": 1}, indent=1).encode(),
    json.dumps(GPROF2DOT).encode(),
    json.dumps(STATS, indent=2).encode(),
]
WORDS = [
    *(
        b",",
        b'"',
        b'""',
        b"|",
        b";",
        b"\r\n",
        b"MALLOC,1,1,1,0x1,f;a;1",
        HEAD.encode(),
        b"9" * 30,
        b"-1",
        b" (",
    ),
    *(
        b'"callchain": [',
        b'"cost": [',
        b'"functions": [',
        b'"costs": [',
        b"{}",
        b"[]",
        b"null",
        b"1e400",
        b"NaN",
    ),
    *(b'"location": "', b":", b'"top_allocations_by_size": [', b'"metadata": {', b"4294967296", b"\\ud800"),
]
