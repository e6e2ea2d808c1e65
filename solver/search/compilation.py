"""Numba decorators with the options that all search kernels share, and when they compile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

from numba import njit

from solver.storage.file_lock import wait_until_acquired
from solver.storage.table_store import cache_folder

# Kernels allocate no arrays, so the counting of references to arrays (`_nrt`) is switched off: done
# at every call it would take several times as long as the search.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a part of a search that makes no arrays, slices of other arrays included."""
    jitted: Function = njit(**_OPTIONS)(function)
    return jitted


def inlined(function: Function) -> Function:
    """Compile a part of a search into whatever calls it."""
    made: Function = njit(**_OPTIONS, inline="always")(function)
    return made


@contextmanager
def compiling(name: str) -> Iterator[None]:
    """Wait while another process compiles the kernels of this name: what it compiles is stored.

    Where the cache folder cannot be written nobody waits.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            folder = cache_folder()
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((folder / f"{name}.lock").open("w"))
            wait_until_acquired(lock)
        yield
