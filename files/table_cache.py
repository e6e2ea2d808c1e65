"""Numpy arrays in the user's cache folder: written atomically, authenticated, and copied.

A file is a line with the HMAC-SHA-256 (RFC 2104) of its name and of all that follows, a line of
JSON that describes the arrays, and the arrays, each at a multiple of 64 bytes. Searches look up
what stands in the arrays without checks, so only the user's own files are read: the key of the
digest lies beside them, and is made with the first. A name says which table this is, and of which
version, so that a file under another's name is damaged. What was read does not change when the file
does.

A file is written to a temporary one and renamed at the end, so that a killed build leaves none. Of
several processes that need the same file one builds it, and the others wait for it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import math
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import IO, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from files.access import check_regular, flush_to_disk, open_to_read, read_bytes, replacing
from files.documents import parse_json
from files.errors import DamagedTableError, TableCacheError
from files.locks import holding
from files.wording import reason

_log = logging.getLogger(__name__)

Key = TypeVar("Key")
Loaded = TypeVar("Loaded")

_ALIGNMENT = 64
# The SHA-256 in hexadecimal, and the end of the line.
_DIGEST_LINE = 65
_MAX_DESCRIPTION = 1024 * 1024
# What is read and digested at once stays in the processor's cache.
_CHUNK = 256 * 1024
_ROOT = 0

KEY_FILE = "tables.key"
KEY_BYTES = 32


# For each array its type, and its shape: sides of the same name are of the same length.
Layout = Mapping[str, tuple[type[np.generic], tuple[int | str, ...]]]


class LoadedOnce(Generic[Key, Loaded]):
    """What is loaded once in a process, by a key: of several threads one loads, the others wait."""

    def __init__(self) -> None:
        self.kept: dict[Key, Loaded] = {}
        self._loading = Lock()

    def get(self, key: Key, load: Callable[[], Loaded]) -> Loaded:
        """Return what is kept under the key, or what `load` returns."""
        with self._loading:
            if key not in self.kept:
                self.kept[key] = load()
            return self.kept[key]


def load_or_build(
    path: Path, load: Callable[[Path], Loaded], build: Callable[[], Mapping[str, NDArray[Any]]]
) -> Loaded:
    """Return what `load` reads from a file; where there is none, or a damaged one, write what
    `build` returns first.

    Where the file cannot be written, a warning is in the log, and the arrays are used all the same.
    `load` raises what `load_as` raises.
    """
    with suppress(FileNotFoundError, DamagedTableError):
        return load(path)
    if not _is_writable(path.parent):
        return _load_once(path, load, build())
    with _only_builder(path):
        with suppress(FileNotFoundError, DamagedTableError):
            return load(path)
        arrays = build()
        try:
            save(path, arrays)
        except TableCacheError:
            return _load_once(path, load, arrays)
    return load(path)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _load_once(
    path: Path, load: Callable[[Path], Loaded], arrays: Mapping[str, NDArray[Any]]
) -> Loaded:
    """Return what `load` makes of arrays that cannot be kept, by a file that is removed at once."""
    _log.warning(
        "%r cannot be written: its tables are built each time; set ROKUMEN_CACHE to a folder that "
        "can",
        str(path.parent),
    )
    try:
        with TemporaryDirectory() as folder:
            save(Path(folder) / path.name, arrays)
            return load(Path(folder) / path.name)
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def _only_builder(path: Path) -> Iterator[None]:
    """Wait while another process builds a file."""
    with ExitStack() as held:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(holding(path.with_name(f"{path.name}.lock")))
        except OSError as error:
            raise _unwritable(path, error) from error
        yield


def save(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays to a file. Raises TableCacheError where that is not possible."""
    try:
        with replacing(path) as file:
            _write(file, arrays, _digest_of(path, _key_to_write(path.parent)))
            flush_to_disk(file)
        _log.info("wrote tables %s (%d bytes)", path, path.stat().st_size)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> TableCacheError:
    return TableCacheError(
        f"cannot write tables to {str(path.parent)!r}: {reason(error)}; set ROKUMEN_CACHE to "
        "another folder"
    )


def _key_to_write(folder: Path) -> bytes:
    """Return the key of the files in a folder, made where there is none. Raises OSError."""
    with holding(folder / f"{KEY_FILE}.lock"):
        with suppress(FileNotFoundError):
            if len(key := read_bytes(folder / KEY_FILE, KEY_BYTES)) == KEY_BYTES:
                return key
        with replacing(folder / KEY_FILE) as file:
            os.chmod(file.name, stat.S_IRUSR | stat.S_IWUSR)
            file.write(os.urandom(KEY_BYTES))
    return read_bytes(folder / KEY_FILE, KEY_BYTES)


def _digest_of(path: Path, key: bytes) -> hmac.HMAC:
    """Return the digest of a file of this name, before its content."""
    return hmac.new(key, os.fsencode(path.name) + b"\n", hashlib.sha256)


def _write(file: Any, arrays: Mapping[str, NDArray[Any]], digest: hmac.HMAC) -> None:
    chunks: list[bytes | memoryview] = []
    described, offset = {}, 0
    for name, array in arrays.items():
        padding = bytes(-array.nbytes % _ALIGNMENT)
        described[name] = {"type": array.dtype.str, "shape": array.shape, "offset": offset}
        chunks += [np.ascontiguousarray(array).data.cast("B"), padding]
        offset += array.nbytes + len(padding)
    line = json.dumps(described).encode()
    chunks.insert(0, line + b" " * (-(_DIGEST_LINE + len(line) + 1) % _ALIGNMENT) + b"\n")
    for chunk in chunks:
        digest.update(chunk)
    file.write(digest.hexdigest().encode() + b"\n")
    file.writelines(chunks)


def load(path: Path) -> dict[str, NDArray[Any]]:
    """Return copies of a file's arrays, read-only.

    Raises FileNotFoundError where there is none, DamagedTableError where it is not as this user
    has written it, and TableCacheError where it cannot be read, or others could have written it.
    """
    try:
        check_regular(path)
        _check_owner(path.parent)
        _check_owner(path)
        arrays = _load(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        _log.info("no tables in %s", path)
        raise FileNotFoundError(str(path)) from error
    except PermissionError as error:
        raise TableCacheError(f"cannot read tables from {str(path)!r}: {reason(error)}") from error
    except OSError as error:
        raise TableCacheError(
            f"cannot read tables from {str(path)!r}: {reason(error)}; "
            "delete it, and it is built again"
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        raise damaged(path, str(error)) from error
    _log.debug("loaded tables %s", path)
    return arrays


def load_as(path: Path, layout: Layout) -> dict[str, NDArray[Any]]:
    """Return a file's arrays as `load` does, which must have these names, types and shapes.

    Raises what `load` raises, and DamagedTableError for other arrays.
    """
    arrays = load(path)
    if arrays.keys() != layout.keys():
        raise damaged(path, f"it has the tables {', '.join(arrays)}")
    sizes: dict[str, int] = {}
    for name, (dtype, shape) in layout.items():
        array = arrays[name]
        expected = tuple(
            sizes.setdefault(side, length) if isinstance(side, str) else side
            for side, length in zip(shape, array.shape, strict=False)
        )
        if array.dtype != np.dtype(dtype) or array.shape != expected or array.ndim != len(shape):
            raise damaged(path, f"its table {name!r} is {array.dtype} of shape {array.shape}")
    return arrays


def _check_owner(path: Path) -> None:
    """Raise PermissionError for what another user owns, or anybody may change."""
    if sys.platform == "win32":
        return
    status = path.stat()
    if status.st_uid not in (os.getuid(), _ROOT):
        raise PermissionError(f"{str(path)!r} belongs to another user; set ROKUMEN_CACHE to yours")
    if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
        raise PermissionError(f"every user may write {str(path)!r}; set ROKUMEN_CACHE to your own")


def _load(path: Path) -> dict[str, NDArray[Any]]:
    """Return a file's arrays. Raises OSError, and ValueError and others for a damaged file."""
    with open_to_read(path) as file:
        size = os.fstat(file.fileno()).st_size
        stored_digest = file.readline(_DIGEST_LINE)
        described = file.readline(_MAX_DESCRIPTION)
        if not stored_digest.endswith(b"\n") or not described.endswith(b"\n"):
            raise ValueError("checksum mismatch")
        try:
            key = read_bytes(path.with_name(KEY_FILE), KEY_BYTES)
        except FileNotFoundError:
            raise ValueError(f"there is no {KEY_FILE} beside it") from None
        digest = _digest_of(path, key)
        digest.update(described)
        content = _read_and_digest(file, size - file.tell(), digest)
    if not hmac.compare_digest(digest.hexdigest().encode(), stored_digest.strip()):
        raise ValueError("checksum mismatch")
    return {
        name: _array(content, entry["type"], entry["shape"], entry["offset"])
        for name, entry in parse_json(described).items()
    }


def _read_and_digest(file: IO[bytes], size: int, digest: hmac.HMAC) -> memoryview:
    """Return the next bytes of a file, at a multiple of 64, and digest them as they are read."""
    space = np.empty(size + _ALIGNMENT, np.uint8)
    first = -space.ctypes.data % _ALIGNMENT
    content = space.data[first : first + size]
    for begin in range(0, size, _CHUNK):
        part = content[begin : begin + _CHUNK]
        if file.readinto(part) != len(part):  # type: ignore[attr-defined]  # a buffered reader
            raise ValueError("it became shorter")
        digest.update(part)
    return content.toreadonly()


def _array(content: memoryview, dtype: str, shape: Sequence[int], offset: int) -> NDArray[Any]:
    if any(side < 0 for side in shape):
        raise ValueError(f"the shape {shape}")
    count = math.prod(shape)
    if count == 0:
        return np.zeros(shape, dtype)
    return np.frombuffer(content, dtype, count, offset).reshape(shape)


def damaged(path: Path, reason: str) -> DamagedTableError:
    """Return the error for a file that is not as it was written."""
    _log.info("the tables in %s are damaged: %s", path, reason)
    return DamagedTableError(
        f"{str(path)!r} is corrupt ({reason}); delete it, and it is built again"
    )
