"""Numpy arrays in the user's cache folder: written atomically, SHA-256 checked, memory-mapped.

A file is a line with the SHA-256 of all that follows, a line of JSON that describes the arrays, and
the arrays, each at a multiple of 64 bytes. It is written to a temporary file and renamed at the
end, so that a killed build leaves no file, and of two concurrent builds the last one replaces an
equal file.
"""

from __future__ import annotations

import hashlib
import json
import logging
import mmap
import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
from numpy.typing import NDArray

from solver.core.errors import SolveError

_log = logging.getLogger(__name__)

_ALIGNMENT = 64
# The SHA-256 in hexadecimal, and the end of the line.
_DIGEST_LINE = 65
_TEMPORARY_SUFFIX = ".unfinished"
_ABANDONED_SECONDS = 3600


class TableCacheError(SolveError):
    """A file of tables is damaged, or cannot be written."""


def cache_folder() -> Path:
    """Return the folder for tables: ROKUMEN_CACHE, or the user's cache folder."""
    named = os.environ.get("ROKUMEN_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("rokumen")


def save(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays to a file. Raises TableCacheError where that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_stale_files(path)
        handle, name = tempfile.mkstemp(_TEMPORARY_SUFFIX, f"{path.name}.", path.parent)
        try:
            with open(handle, "wb") as file:
                _write(file, arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
            _log.info("wrote tables %s (%d bytes)", path, path.stat().st_size)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise TableCacheError(
            f"cannot write tables to {str(path.parent)!r}: {error}; "
            "set ROKUMEN_CACHE to another folder"
        ) from error


def _remove_stale_files(path: Path) -> None:
    """Remove the temporary files of killed builds."""
    for left in path.parent.glob(f"{path.name}.*{_TEMPORARY_SUFFIX}"):
        # Another process may finish its own file and move it away meanwhile.
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()


def _write(file: Any, arrays: Mapping[str, NDArray[Any]]) -> None:
    chunks: list[bytes | memoryview] = []
    described, offset = {}, 0
    for name, array in arrays.items():
        padding = bytes(-array.nbytes % _ALIGNMENT)
        described[name] = {"type": array.dtype.str, "shape": array.shape, "offset": offset}
        chunks += [np.ascontiguousarray(array).data.cast("B"), padding]
        offset += array.nbytes + len(padding)
    line = json.dumps(described).encode()
    chunks.insert(0, line + b" " * (-(_DIGEST_LINE + len(line) + 1) % _ALIGNMENT) + b"\n")
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
    file.write(digest.hexdigest().encode() + b"\n")
    file.writelines(chunks)


def load(path: Path) -> dict[str, NDArray[Any]]:
    """Return a file's arrays, mapped into memory, read-only.

    Raises FileNotFoundError where there is none, and TableCacheError where it is not as it was
    written.
    """
    if not path.exists():
        _log.info("no tables in %s", path)
    with path.open("rb") as file:
        stored_digest = file.readline(_DIGEST_LINE)
        described = file.readline()
        start = file.tell()
        if not stored_digest.endswith(b"\n") or not described.endswith(b"\n"):
            raise _damaged(path)
        mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if hashlib.sha256(mapped[_DIGEST_LINE:]).hexdigest().encode() != stored_digest.strip():
        raise _damaged(path)
    _log.debug("loaded tables %s", path)
    return {
        name: np.frombuffer(
            mapped[start:],
            entry["type"],
            int(np.prod(entry["shape"], dtype=np.int64)),
            entry["offset"],
        ).reshape(entry["shape"])
        for name, entry in json.loads(described).items()
    }


def _damaged(path: Path) -> TableCacheError:
    _log.info("the tables in %s are damaged", path)
    return TableCacheError(
        f"{str(path)!r} is corrupt (checksum mismatch); delete it, and it is built again"
    )
