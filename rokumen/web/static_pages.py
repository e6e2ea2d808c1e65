"""The files of the pages, each of which is compressed once, in a thread."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from threading import Lock

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_MAX_KEPT = 256  # files whose compressed bytes are kept
_LEAST_BYTES = 500
_LEVEL = 9

# So that a file that many ask for at once is compressed by one of them.
_lock = Lock()


class StaticPages(StaticFiles):
    """The files of a folder, with gzip for a browser that takes it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for a file, compressed where that is asked for."""
        found = await super().get_response(path, scope)
        headers = Headers(scope=scope)
        if not isinstance(found, FileResponse) or found.stat_result is None:
            return found
        found.headers.add_vary_header("Accept-Encoding")
        takes_gzip = "gzip" in headers.get("accept-encoding", "") and "range" not in headers
        if not takes_gzip or found.stat_result.st_size < _LEAST_BYTES:
            return found
        changed = found.stat_result.st_mtime_ns
        body = await to_thread.run_sync(_compressed, Path(found.path), changed)
        kept = {
            name: found.headers[name] for name in ("content-type", "last-modified", "etag", "vary")
        }
        return Response(body, found.status_code, kept | {"Content-Encoding": "gzip"})


def _compressed(path: Path, changed: int) -> bytes:
    with _lock:
        return _compressed_once(path, changed)


@lru_cache(_MAX_KEPT)
def _compressed_once(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), _LEVEL)
