"""Shows one profile with SnakeViz: the child process of ``snakeviz``, run as a file of its own.

SnakeViz serves whatever path it is asked for. Here its page is made once, of the one profile that comes
through standard input, and only who knows a random token gets it. It imports nothing of proftui, so
that it can run where neither the working folder nor PYTHONPATH is searched for modules.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import math
import os
import re
import secrets
import sys
import threading
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
_HOSTS = re.compile(r"(?:127\.0\.0\.1|localhost)(?::\d+)?")
"""What browsers ask for, also through ssh -L; any other name would be somebody else's, pointed here."""

Key = tuple[str, int, str]


def main() -> None:
    """Make the page of the profile on standard input, say where it is, and serve it until that ends."""
    try:
        import snakeviz.main
        import tornado.web  # noqa: F401
    except ImportError:
        return _say("missing")
    try:
        page = page_of(snakeviz.main, "/dev/stdin", json.loads(sys.argv[1]))
    except Exception as problem:
        # Whatever it is that SnakeViz stumbles over, it is said where people look.
        return _say(f"failed {type(problem).__name__}")
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    asyncio.run(_serve(page, snakeviz.main.settings))


def _say(line: str) -> None:
    print(line, flush=True)


def _end_with_the_parent() -> None:
    """Wait for the end of standard input, which comes however the parent ends."""
    while os.read(0, 4096):
        pass
    os._exit(0)


# --- the page


def page_of(snakeviz: Any, path: str, name: str) -> bytes:
    """The page called ``name`` of a file, as the template and functions of ``snakeviz.main`` make it."""
    from tornado.template import Loader

    stats = snakeviz.Stats(path)
    rows = snakeviz.table_rows(stats)
    stats.stats = drawable(stats.stats)
    template = Loader(snakeviz.settings["template_path"]).load("viz.html")
    page: bytes = template.generate(
        profile_name=name, table_rows=_script(rows), callees=_script(snakeviz.json_stats(stats))
    )
    return page


def drawable(stats: dict[Key, Any]) -> dict[Key, Any]:
    """A profile's entries without what SnakeViz fails on.

    Callers that have no entry are left out; times of callers of which only the calls are known, and
    times that are no finite numbers, become 0.
    """
    return {
        key: (
            *counts,
            _finite(tottime),
            _finite(cumtime),
            {caller: _caller(figures) for caller, figures in callers.items() if caller in stats},
        )
        for key, (*counts, tottime, cumtime, callers) in stats.items()
    }


def _caller(figures: Any) -> tuple[int, int, float, float]:
    if isinstance(figures, int):
        return figures, figures, 0.0, 0.0
    ncalls, primitive, tottime, cumtime = figures
    return ncalls, primitive, _finite(tottime), _finite(cumtime)


def _finite(time: float) -> float:
    return time if math.isfinite(time) else 0.0


def _script(data: Any) -> str:
    """The data as a literal of JavaScript; no name in it can end the script that it stands in."""
    return json.dumps(data).replace("<", "\\u003c")


# --- the server


async def _serve(page: bytes, settings: dict[str, Any]) -> None:
    """Listen on a free port, say which, and serve."""
    from tornado.httpserver import HTTPServer
    from tornado.netutil import bind_sockets

    token, pass_once = secrets.token_hex(16), secrets.token_hex(16)
    sockets = bind_sockets(0, HOST)
    server = HTTPServer(application(page, Path(settings["static_path"]), token, pass_once))
    server.add_sockets(sockets)
    _say(f"ready {sockets[0].getsockname()[1]} {token} {pass_once}")
    await asyncio.Event().wait()


def application(page: bytes, static: Path, token: str, pass_once: str) -> Any:
    """The page under its token, SnakeViz's own files, and nothing else.

    ``pass_once`` leads to the page a single time: a browser is started with it, as other users of the
    machine can see with what a program is started.
    """
    from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler

    passes = {pass_once}

    class Guarded(RequestHandler):
        """Answers only to the names of this machine, and lets pages talk to nobody else."""

        def prepare(self) -> None:
            host = self.request.host
            if not _HOSTS.fullmatch(host):
                raise HTTPError(404)
            for name, value in _headers(host).items():
                self.set_header(name, value)

    class Page(Guarded):
        def get(self, asked: str) -> None:
            if not hmac.compare_digest(asked, token):
                raise HTTPError(404)
            self.finish(page)

    class Pass(Guarded):
        def get(self, asked: str) -> None:
            if asked not in passes:
                raise HTTPError(404)
            passes.remove(asked)
            self.redirect(f"/{token}/")

    class Static(Guarded, StaticFileHandler):
        pass

    names = sorted(path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file())
    files = "|".join(map(re.escape, names))
    routes: list[Any] = [
        (r"/([0-9a-f]{32})/", Page),
        (r"/open/([0-9a-f]{32})", Pass),
        (rf"/static/({files})", Static, {"path": str(static)}),
    ]
    return Application(routes, compress_response=True)


def _headers(host: str) -> dict[str, str]:
    """What the browser is told: nothing leaves the machine, nothing is kept, nobody frames it.

    SnakeViz's templates need ``eval``, and its worker, a blob, needs the host by its name.
    """
    return {
        "Content-Security-Policy": (
            f"default-src 'none'; script-src 'self' http://{host} blob: 'unsafe-inline' 'unsafe-eval'; "
            "worker-src blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


if __name__ == "__main__":
    main()
